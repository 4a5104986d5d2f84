import type { Service } from "./gateway.ts";
import { publicKey, type StackKeys } from "./keys.ts";
import { MAX_ROWS } from "./lite.ts";
import { freePort } from "./processes.ts";
import { serveProgram } from "./served_program.ts";

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
 * `/rest/v1` by a real PostgREST.
 *
 * @throws StackError when the binary cannot be run or does not become ready.
 */
export function startPostgrest(
  binary: string,
  authenticatorUrl: string,
  keys: StackKeys,
  { publicUrl, runtimeEnvironment = Deno.env.toObject(), log = console.error }: PostgrestOptions =
    {},
): Promise<Service> {
  return serveProgram({
    name: "postgrest",
    title: "PostgREST",
    variable: "POSTGREST_BIN",
    binary,
    prefix: "/rest/v1",
    start: () => {
      const [port, adminPort] = [freePort(), freePort()];
      return {
        args: [],
        environment: postgrestEnvironment({
          authenticatorUrl,
          tokens: tokensOf(keys),
          port,
          adminPort,
          publicUrl,
        }),
        port,
        readyUrl: `http://127.0.0.1:${adminPort}/ready`,
      };
    },
    runtimeEnvironment,
    log,
  }, keys);
}

/** Key by which PostgREST verifies tokens: the secret, or the public keys as hosted projects hand them out. */
export function tokensOf({ signingKey, jwtSecret }: StackKeys): string {
  if (signingKey === null) return jwtSecret;
  return JSON.stringify({ keys: [{ ...publicKey(signingKey), key_ops: ["verify"] }] });
}

/** The environment of a PostgREST that serves this stack's database as Supabase's does. */
export function postgrestEnvironment(
  options: {
    authenticatorUrl: string;
    /** Keys that tokens are verified with, as `tokensOf` writes them. */
    tokens: string;
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
    PGRST_JWT_SECRET: options.tokens,
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
