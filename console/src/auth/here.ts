/** The console's own address. */
export function here(): string {
  return `${location.origin}${location.pathname}`;
}

/** The page that the links of mails lead back to. */
export function linkPage(kind: "recovery" | "email"): string {
  return `${here()}#/link?type=${kind}`;
}

/** Leads to the console's first page, and leaves no trace of the one that was. */
export function toFirstPage(): void {
  history.replaceState(null, "", `${location.pathname}#/`);
}

/** Loads the console anew: nothing is left of whoever was signed in before. */
export function startAnew(): void {
  toFirstPage();
  location.reload();
}
