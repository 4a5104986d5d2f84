/** The console's own address, for links in e-mails that lead back to it. */
export function here(): string {
  return `${location.origin}${location.pathname}`;
}
