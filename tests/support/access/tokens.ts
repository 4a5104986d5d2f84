/** Tokens as an attacker, or the auth service, would make them. */
import { Buffer } from "node:buffer";
import { createHmac, createPrivateKey, sign } from "node:crypto";
import type { SigningKey } from "../../../stack/keys.ts";
import { project } from "../http/project.ts";

export type Claims = Readonly<Record<string, unknown>>;

/** Key that signs tokens: a secret, by HS256, or a key of ES256. */
export type TokenKey = SigningKey | string;

/** Key that signs the tokens of the project under test; null where the tests were not given it. */
export function signingKey(): TokenKey | null {
  const jwk = Deno.env.get("SUPABASE_JWT_KEY");
  return jwk === undefined ? Deno.env.get("SUPABASE_JWT_SECRET") ?? null : JSON.parse(jwk);
}

/** A token, signed as its key says whatever its header says. */
export function token(claims: Claims, key: TokenKey, header: Claims = {}): string {
  const encode = (part: Claims) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const own = typeof key === "string" ? { alg: "HS256" } : { alg: key.alg, kid: key.kid };
  const signed = `${encode({ ...own, typ: "JWT", ...header })}.${encode(claims)}`;
  return `${signed}.${signature(signed, key).toString("base64url")}`;
}

function signature(signed: string, key: TokenKey): Buffer {
  if (typeof key === "string") return createHmac("sha256", key).update(signed).digest();
  return sign("sha256", Buffer.from(signed), {
    key: createPrivateKey({ key, format: "jwk" }),
    dsaEncoding: "ieee-p1363",
  });
}

/** The claims of a user who signed in a moment ago. */
export function claimsOf(userId: string, also: Claims = {}): Claims {
  const now = Math.floor(Date.now() / 1000);
  return {
    sub: userId,
    role: "authenticated",
    aud: "authenticated",
    iat: now,
    exp: now + 600,
    session_id: crypto.randomUUID(),
    ...also,
  };
}

/** Answer of the project to a token. */
export interface TokenAnswer {
  readonly status: number;
  readonly text: string;
}

/** Reads below /rest/v1 with the publishable key and a token. */
export function readWith(bearer: string, path = "facilities?select=id"): Promise<TokenAnswer> {
  return request(bearer, path, { method: "GET" });
}

/** Calls a procedure without arguments, with the publishable key and a token. */
export function callWith(bearer: string, procedure: string): Promise<TokenAnswer> {
  return request(bearer, `rpc/${procedure}`, { method: "POST", body: "{}" });
}

async function request(bearer: string, path: string, init: RequestInit): Promise<TokenAnswer> {
  const { baseUrl, publishableKey } = project();
  const headers = {
    apikey: publishableKey,
    authorization: `Bearer ${bearer}`,
    "content-type": "application/json",
  };
  const answer = await fetch(`${baseUrl}/rest/v1/${path}`, { ...init, headers });
  return { status: answer.status, text: await answer.text() };
}
