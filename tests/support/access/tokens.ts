/** Tokens as an attacker, or the auth service, would make them. */
import { createHmac } from "node:crypto";
import { project } from "../http/project.ts";

export type Claims = Readonly<Record<string, unknown>>;

/** The secret that signs the tokens of the project under test; null where it was not handed to the tests. */
export function signingSecret(): string | null {
  return Deno.env.get("SUPABASE_JWT_SECRET") ?? null;
}

/** A token, signed with HS256 whatever its header says. */
export function token(claims: Claims, secret: string, header: Claims = {}): string {
  const encode = (part: Claims) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "HS256", typ: "JWT", ...header })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
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
