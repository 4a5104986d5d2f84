import { importJWK, SignJWT } from "jose";
import { type StackKeys, tokenKey } from "./keys.ts";

/** The tokens that stand for the two keys in front of PostgREST and Auth. */
export interface KeyTokens {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly anonToken: string;
  readonly serviceRoleToken: string;
}

/** Verdict on a request: the headers to pass on, or the reason to refuse it. */
export type KeyCheck =
  | { readonly headers: Headers }
  | { readonly refused: { readonly message: string; readonly hint: string } };

/** The tokens for the keys of a stack. */
export async function keyTokens(keys: StackKeys): Promise<KeyTokens> {
  const [anonToken, serviceRoleToken] = await Promise.all([
    roleToken("anon", tokenKey(keys)),
    roleToken("service_role", tokenKey(keys)),
  ]);
  const { publishableKey, secretKey } = keys;
  return { publishableKey, secretKey, anonToken, serviceRoleToken };
}

/**
 * Work of Supabase's API gateway before PostgREST and Auth, which know only tokens: a request needs a
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

/** A token in the name of a role, as Supabase's API gateway makes for a key. */
export async function roleToken(
  role: string,
  key: ReturnType<typeof tokenKey>,
): Promise<string> {
  const token = new SignJWT({ role, iss: "supabase" });
  if (typeof key === "string") {
    return await token.setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(new TextEncoder().encode(key));
  }
  return await token.setProtectedHeader({ alg: key.alg, typ: "JWT", kid: key.kid })
    .sign(await importJWK(key));
}
