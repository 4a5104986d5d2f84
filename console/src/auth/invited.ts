/** Path of the page that the link of an invitation opens. */
export const INVITATION_PATH = "/invitation";

// Kept in this tab alone, while its person chooses a password or comes back from a mail about it.
const KEY = "staffing-console-invitation";

/** Code in the address of an invitation; empty: it is that page without one; null: it is another address. */
export function invitationOf(address: URL): string | null {
  const [path = "", query = ""] = address.hash.slice(1).split("?");
  if (path.replace(/\/$/, "") !== INVITATION_PATH) return null;
  return bare(new URLSearchParams(query).get("code") ?? "");
}

/** A code without what it came to be pasted with: a slash, quotes, a line break of the mail. */
function bare(code: string): string {
  return code.replaceAll(/\s+/g, "").replaceAll(/^[^0-9a-z]+|[^0-9a-z]+$/gi, "");
}

/** Link of an invitation, for a console at an address. */
export function invitationLink(console: string, code: string): string {
  return `${console}#${INVITATION_PATH}?code=${encodeURIComponent(code)}`;
}

/** Code in what somebody entered: the code itself, or the link that has it. */
export function codeIn(entered: string): string {
  const text = entered.trim();
  return (URL.canParse(text) ? invitationOf(new URL(text)) : null) ?? bare(text);
}

/** Keeps the code by which somebody came, until they accept or leave it. */
export function keepCode(code: string): void {
  sessionStorage.setItem(KEY, code);
}

/** Code by which somebody came; null: by none. */
export function keptCode(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Forgets the code. */
export function dropCode(): void {
  sessionStorage.removeItem(KEY);
}
