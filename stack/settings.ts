import { resolve } from "node:path";
import { z } from "zod";
import { dataPaths } from "./data_dir.ts";
import { StackError } from "./stack_error.ts";
import { MAIL_VARIABLES } from "./surroundings.ts";

/** Settings that a stack is started with. */
export interface StackSettings {
  /** Port of the gateway; the database listens on the next one. */
  readonly port: number;
  /** Directory of everything that is kept: the cluster, the keys, stack.env, the server's log. */
  readonly dataDir: string;
  /** Load the demo firm into a new database. */
  readonly seed: "demo" | "none";
  /** The schedulers' secret, also an empty one; null: make one and keep it. */
  readonly cronSharedSecret: string | null;
  /** The secret before it, accepted as well while schedulers change over; null: none. */
  readonly cronSharedSecretPrevious: string | null;
  /** A PostgREST binary to serve /rest/v1 in place of the built-in one. */
  readonly postgrestBin: string | null;
  /** A Supabase Auth binary to serve /auth/v1 in place of the built-in one; with `postgrestBin` alone. */
  readonly authBin: string | null;
  /** Variables of that Auth on top of the stack's own, such as `{ GOTRUE_MAILER_AUTOCONFIRM: "false" }` for tests. */
  readonly authEnvironment?: Readonly<Record<string, string>>;
  /** Folder of the built console, which is served at `/`; null: none is. */
  readonly consoleDir: string | null;
  /** Variables that mail is sent with: those of MAIL_VARIABLES that are set. */
  readonly mail?: Readonly<Record<string, string>>;
  /** Server settings on top of the stack's own, such as `{ fsync: "off" }` for tests. */
  readonly postgresFlags?: Readonly<Record<string, string>>;
  /** Prefix of the server's program, such as `env TZ=UTC`. */
  readonly postgresWrapper?: readonly string[];
  /** Variables that the function processes' Deno itself needs, such as HOME and DENO_DIR. */
  readonly runtimeEnvironment: Readonly<Record<string, string>>;
}

const LARGEST_PORT = 65_535;
/** For Deno, not for the functions: their permissions do not let them read these. */
const RUNTIME_VARIABLES = [
  "DENO_CERT",
  "DENO_DIR",
  "DENO_TLS_CA_STORE",
  "HOME",
  "HTTPS_PROXY",
  "HTTP_PROXY",
  "NO_COLOR",
  "NODE_EXTRA_CA_CERTS",
  "NO_PROXY",
  "NPM_CONFIG_REGISTRY",
  "PATH",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "XDG_CACHE_HOME",
];

const unsetWhenEmpty = (value: unknown) => value === "" ? undefined : value;

const Environment = z.object({
  PORT: z.preprocess(
    unsetWhenEmpty,
    z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(1).max(LARGEST_PORT - 1))
      .default(54_321),
  ),
  DATA_DIR: z.preprocess(unsetWhenEmpty, z.string().default(".data")),
  SEED: z.preprocess(unsetWhenEmpty, z.enum(["demo", "none"]).default("demo")),
  CRON_SHARED_SECRET: z.string().optional(),
  CRON_SHARED_SECRET_PREVIOUS: z.string().optional(),
  CONSOLE: z.preprocess(unsetWhenEmpty, z.enum(["on", "off"]).default("on")),
});

const EXPECTED: Readonly<Record<string, string>> = {
  PORT: `a number from 1 to ${LARGEST_PORT - 1} (the database takes the next one)`,
  SEED: "demo or none",
  CONSOLE: "on or off",
};

/**
 * The settings an environment asks for.
 *
 * @throws StackError naming the variable and what it may be.
 */
export function readSettings(environment: Readonly<Record<string, string>>): StackSettings {
  const { data, error } = Environment.safeParse(environment);
  if (!data) {
    const name = String(error.issues[0]?.path[0]);
    throw new StackError(
      `${name}=${environment[name]} cannot be used: set it to ${EXPECTED[name] ?? "a text"}.`,
    );
  }
  const dataDir = resolve(data.DATA_DIR);
  return {
    port: data.PORT,
    dataDir,
    seed: data.SEED,
    cronSharedSecret: data.CRON_SHARED_SECRET ?? null,
    cronSharedSecretPrevious: data.CRON_SHARED_SECRET_PREVIOUS ?? null,
    ...realParts(environment),
    consoleDir: data.CONSOLE === "on" ? dataPaths(dataDir).console : null,
    mail: picked(environment, MAIL_VARIABLES),
    runtimeEnvironment: picked(environment, RUNTIME_VARIABLES),
  };
}

/**
 * The real parts of Supabase that an environment names, in place of the embedded ones.
 *
 * @throws StackError when it names a part that cannot be without another.
 */
export function realParts(
  environment: Readonly<Record<string, string>>,
): Pick<StackSettings, "postgrestBin" | "authBin"> {
  const postgrestBin = environment["POSTGREST_BIN"] || null;
  const authBin = environment["AUTH_BIN"] || null;
  if (authBin !== null && postgrestBin === null) {
    throw new StackError(
      "AUTH_BIN needs POSTGREST_BIN beside it: the embedded REST cannot read the tokens of the " +
        "real Auth.",
    );
  }
  return { postgrestBin, authBin };
}

function picked(
  environment: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
