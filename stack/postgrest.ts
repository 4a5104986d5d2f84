import { fileURLToPath } from "node:url";
import { SignJWT } from "jose";
import { jsonResponse } from "../supabase/functions/_shared/http.ts";
import { forward, type Service } from "./gateway.ts";
import { KeptProcess } from "./kept_process.ts";
import type { StackKeys } from "./keys.ts";
import { MAX_ROWS } from "./lite.ts";
import { freePort, relay, until } from "./processes.ts";
import { StackError } from "./stack_error.ts";

const READY_MS = 20_000;
const NAME = "postgrest";
const WRAPPER = fileURLToPath(new URL("./run_with_stack.ts", import.meta.url));

/** Further options of startPostgrest. */
export interface PostgrestOptions {
  /** Address at which clients find the stack, which the OpenAPI description then names. */
  readonly publicUrl?: string;
  /** Environment that Deno needs, which watches over PostgREST, such as HOME and DENO_DIR. */
  readonly runtimeEnvironment?: Readonly<Record<string, string>>;
  /** Receives its output, line by line. */
  readonly log?: (line: string) => void;
}

/**
 * `/rest/v1` by a real PostgREST, started again when it ends by itself; until it is up again, requests
 * get 503. It does not outlive this process, however that ends.
 *
 * @throws StackError when the binary cannot be run or does not become ready.
 */
export async function startPostgrest(
  binary: string,
  authenticatorUrl: string,
  keys: StackKeys,
  { publicUrl, runtimeEnvironment = Deno.env.toObject(), log = console.error }: PostgrestOptions =
    {},
): Promise<Service> {
  const { jwtSecret } = keys;
  let [port, adminPort] = [0, 0];
  const process = new KeptProcess(NAME, () => {
    // New ones each time: another may have taken the old ones meanwhile.
    [port, adminPort] = [freePort(), freePort()];
    const settings = { authenticatorUrl, jwtSecret, port, adminPort, publicUrl };
    return spawn(binary, { ...runtimeEnvironment, ...postgrestEnvironment(settings) }, log);
  }, log);
  if (!await becomesReady(process, adminPort)) {
    await process.close();
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
      try {
        return await forward(request, { port, path, search: url.search, headers: check.headers });
      } catch (error) {
        if (!process.isDown && await isReady(adminPort)) throw error;
        const hint = "The stack says why and starts it again: try again in a moment.";
        return jsonResponse(503, { message: "PostgREST is not up.", hint });
      }
    },
    close: () => process.close(),
  };
}

/** The environment of a PostgREST that serves this stack's database as Supabase's does. */
export function postgrestEnvironment(
  options: {
    authenticatorUrl: string;
    jwtSecret: string;
    port: number;
    adminPort: number;
    publicUrl?: string | undefined;
  },
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
    ...(options.publicUrl === undefined
      ? {}
      : { PGRST_OPENAPI_SERVER_PROXY_URI: `${options.publicUrl}/rest/v1` }),
    LANG: "C.UTF-8",
  };
}

function spawn(
  binary: string,
  env: Record<string, string>,
  log: (line: string) => void,
): Deno.ChildProcess {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-config", "--no-check", "--allow-all", WRAPPER, binary],
    env: { ...env, STACK_PID: String(Deno.pid) },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  relay(child, NAME, log);
  return child;
}

async function isReady(adminPort: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${adminPort}/ready`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

async function becomesReady(process: KeptProcess, adminPort: number): Promise<boolean> {
  return await until(() => isReady(adminPort), READY_MS, () => process.isDown);
}
/** The tokens that stand for the two keys in front of PostgREST. */
export interface KeyTokens {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly anonToken: string;
  readonly serviceRoleToken: string;
}

/** Decision about a request: the headers to pass on, or the reason not to. */
export type KeyCheck =
  | { readonly headers: Headers }
  | { readonly refused: { readonly message: string; readonly hint: string } };

/**
 * Checks of Supabase's API gateway before PostgREST, which knows only tokens: a request needs a
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
