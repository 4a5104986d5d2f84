/** The tokens that stand for the two keys in front of PostgREST. */
export interface KeyTokens {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly anonToken: string;
  readonly serviceRoleToken: string;
}

/** What to do with a request: the headers to pass on, or why not. */
export type KeyCheck =
  | { readonly headers: Headers }
  | { readonly refused: { readonly message: string; readonly hint: string } };

/**
 * What Supabase's API gateway does before PostgREST, which knows only tokens: a request needs a
 * key, and the key's token stands in where there is no Authorization of a user (or where the key
 * itself stands there, as supabase-js sends it).
 */
export function translateApiKey(request: Request, keys: KeyTokens): KeyCheck {
  const key = request.headers.get("apikey") ?? new URL(request.url).searchParams.get("apikey");
  if (!key) {
    const hint = "No `apikey` request header or url param was found.";
    return { refused: { message: "No API key found in request", hint } };
  }
  const token = key === keys.publishableKey
    ? keys.anonToken
    : key === keys.secretKey
    ? keys.serviceRoleToken
    : null;
  if (token === null) {
    const hint = "Double check your Supabase `apikey`";
    return { refused: { message: "Invalid API key", hint } };
  }
  const headers = new Headers(request.headers);
  const bearer = headers.get("authorization")?.match(/^Bearer\s+(.+)$/i)?.[1];
  if (bearer === undefined || bearer.startsWith("sb_")) {
    headers.set("authorization", `Bearer ${token}`);
  }
  headers.delete("apikey");
  return { headers };
}
