/** The console's own address. */
export function here(): string {
  return `${location.origin}${location.pathname}`;
}

/** The page that the links of mails lead back to. */
export function linkPage(kind: "recovery" | "email"): string {
  return `${here()}#/link?type=${kind}`;
}

/** Loads the console anew: nothing is left of whoever was signed in before. */
export function startAnew(): void {
  history.replaceState(null, "", `${location.pathname}#/`);
  location.reload();
}
