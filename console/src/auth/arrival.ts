/** Kinds of links in mails, and Auth's words for them. */
const KINDS = {
  recovery: "recovery",
  invite: "invite",
  email: "email",
  signup: "email",
  magiclink: "magiclink",
  email_change: "email_change",
} as const;
export type LinkKind = typeof KINDS[keyof typeof KINDS];

/**
 * Load of a link that somebody came by.
 *
 * - `token`: of our own templates, not spent yet.
 * - `code`, `session`, `half`, `refused`: what Auth's own links end with, once Auth has spent them. A code is good in
 *   the browser that asked for the link; `half` is the first of two confirmations.
 * - `nothing`: the page of links without one, as after it was loaded anew.
 */
export type Arrival =
  | { readonly by: "token"; readonly kind: LinkKind; readonly token: string }
  | { readonly by: "code"; readonly kind: LinkKind | null; readonly code: string }
  | {
    readonly by: "session";
    readonly kind: LinkKind | null;
    readonly access: string;
    readonly refresh: string;
  }
  | { readonly by: "refused"; readonly code: string }
  | { readonly by: "half" }
  | { readonly by: "nothing" };

/** Path of the page that says what a link leads to. */
export const LINK_PATH = "/link";

/** Load of an address; null: it is one of the console's own. */
export function arrivalOf(address: URL): Arrival | null {
  const isRoute = address.hash.startsWith("#/");
  const ours = new URLSearchParams(isRoute ? address.hash.split("?")[1] : "");
  // Auth writes into the query, or into the fragment where it had no route of the console's to keep.
  const auths = new URLSearchParams([
    ...address.searchParams,
    ...new URLSearchParams(isRoute ? "" : address.hash.slice(1)),
  ]);
  const kind = kindOf(auths.get("type")) ?? kindOf(ours.get("type"));
  const token = ours.get("token_hash");
  if (token !== null && kind !== null) return { by: "token", kind, token };
  const code = auths.get("code");
  if (code !== null) return { by: "code", kind, code };
  const access = auths.get("access_token");
  const refresh = auths.get("refresh_token");
  if (access !== null && refresh !== null) return { by: "session", kind, access, refresh };
  const refused = auths.get("error_code") ?? auths.get("error");
  if (refused !== null) return { by: "refused", code: refused };
  return auths.has("message") ? { by: "half" } : null;
}

function kindOf(type: string | null): LinkKind | null {
  return type !== null && Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : null;
}
