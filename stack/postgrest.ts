import { translateApiKey } from "./api_key.ts";
import { forward } from "./forward.ts";
import { json } from "./answers.ts";
import { roleToken } from "./jwt.ts";
import type { StackKeys } from "./keys.ts";
import { freePort } from "./ports.ts";
import { MAX_ROWS } from "./rest.ts";
import type { Service } from "./service.ts";
import { messageOf, StackError } from "./stack_error.ts";

const READY_MS = 20_000;
const POLL_MS = 50;

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
  const env = postgrestEnvironment({
    authenticatorUrl,
    jwtSecret: keys.jwtSecret,
    port,
    adminPort,
  });
  const child = spawn(binary, env);
  const close = async () => {
    try {
      child.kill("SIGTERM");
    } catch {
      // It has ended already.
    }
    await child.status;
  };
  if (!await becomesReady(child, adminPort)) {
    await close();
    throw new StackError(`POSTGREST_BIN ${binary} does not become ready; see its lines above.`);
  }
  const tokens = {
    ...keys,
    anonToken: await roleToken("anon", keys.jwtSecret),
    serviceRoleToken: await roleToken("service_role", keys.jwtSecret),
  };
  return {
    fetch: async (request) => {
      const url = new URL(request.url);
      const path = url.pathname.slice("/rest/v1".length) || "/";
      // A browser asks first, without a key, whether it may send one.
      if (request.method === "OPTIONS") return await forward(request, { port, path });
      const check = translateApiKey(request, tokens);
      if ("refused" in check) return json(401, check.refused);
      if (url.searchParams.has("apikey")) url.searchParams.delete("apikey");
      return await forward(request, { port, path, search: url.search, headers: check.headers });
    },
    close,
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
  let ended = false;
  child.status.then(() => ended = true);
  const deadline = Date.now() + READY_MS;
  while (!ended && Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${adminPort}/ready`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
