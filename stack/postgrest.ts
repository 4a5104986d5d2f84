import { SignJWT } from "jose";
import { jsonResponse } from "../supabase/functions/_shared/http.ts";
import { forward, type Service } from "./gateway.ts";
import type { StackKeys } from "./keys.ts";
import { MAX_ROWS } from "./lite.ts";
import { end, freePort, until } from "./processes.ts";
import { messageOf, StackError } from "./stack_error.ts";

const READY_MS = 20_000;

/**
 * `/rest/v1` by a real PostgREST.
 *
 * @throws StackError when the binary cannot be run or does not become ready.
 */
export async function startPostgrest(
  binary: string,
  authenticatorUrl: string,
  keys: StackKeys,
): Promise<Service> {
  const [port, adminPort] = [freePort(), freePort()];
  const { jwtSecret } = keys;
  const child = spawn(
    binary,
    postgrestEnvironment({ authenticatorUrl, jwtSecret, port, adminPort }),
  );
  const close = () => end(child, ["SIGTERM"], 0);
  if (!await becomesReady(child, adminPort)) {
    await close();
    throw new StackError(`POSTGREST_BIN ${binary} does not become ready; see its lines above.`);
  }
  const tokens = {
    ...keys,
    anonToken: await roleToken("anon", jwtSecret),
    serviceRoleToken: await roleToken("service_role", jwtSecret),
  };
  return {
    fetch: async (request) => {
      const url = new URL(request.url);
      const path = url.pathname.slice("/rest/v1".length) || "/";
      const check = translateApiKey(request, tokens);
      if ("refused" in check) return jsonResponse(401, check.refused);
      if (url.searchParams.has("apikey")) url.searchParams.delete("apikey");
      return await forward(request, { port, path, search: url.search, headers: check.headers });
    },
    close,
  };
}

/** The environment of a PostgREST that serves this stack's database as Supabase's does. */
export function postgrestEnvironment(
  options: { authenticatorUrl: string; jwtSecret: string; port: number; adminPort: number },
): Record<string, string> {
  return {
    PGRST_DB_URI: options.authenticatorUrl,
    PGRST_DB_SCHEMAS: "public",
    PGRST_DB_EXTRA_SEARCH_PATH: "public, extensions",
    PGRST_DB_ANON_ROLE: "anon",
    PGRST_DB_MAX_ROWS: String(MAX_ROWS),
    PGRST_JWT_SECRET: options.jwtSecret,
    PGRST_SERVER_HOST: "127.0.0.1",
    PGRST_SERVER_PORT: String(options.port),
    PGRST_ADMIN_SERVER_HOST: "127.0.0.1",
    PGRST_ADMIN_SERVER_PORT: String(options.adminPort),
    PGRST_LOG_LEVEL: "error",
    LANG: "C.UTF-8",
  };
}

function spawn(binary: string, env: Record<string, string>): Deno.ChildProcess {
  try {
    return new Deno.Command(binary, { env, clearEnv: true, stdin: "null", detached: true }).spawn();
  } catch (error) {
    throw new StackError(`POSTGREST_BIN ${binary} cannot be run: ${messageOf(error)}.`);
  }
}

async function becomesReady(child: Deno.ChildProcess, adminPort: number): Promise<boolean> {
  let hasEnded = false;
  child.status.then(() => hasEnded = true);
  const isReady = async () => {
    const answer = await fetch(`http://127.0.0.1:${adminPort}/ready`).catch(() => null);
    await answer?.body?.cancel();
    return answer?.ok ?? false;
  };
  return await until(isReady, READY_MS, () => hasEnded);
}

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

/** A token in the name of a role, signed with HS256, as Supabase's API gateway makes for a key. */
export function roleToken(role: string, jwtSecret: string): Promise<string> {
  return new SignJWT({ role, iss: "supabase" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(jwtSecret));
}
