import { fileURLToPath } from "node:url";
import { consoleFiles } from "./console_files.ts";
import { migrateAuth, startAuthBinary } from "./auth.ts";
import { claimDataDir, dataPaths } from "./data_dir.ts";
import { prepareDatabase } from "./database.ts";
import { startFunctions } from "./functions.ts";
import { startGateway } from "./gateway.ts";
import { envFile, loadKeys, type StackKeys, writePrivateFile } from "./keys.ts";
import { startAuth, startRest } from "./lite.ts";
import { startPostgres } from "./postgres.ts";
import { startPostgrest } from "./postgrest.ts";
import { portIsFree, settled } from "./processes.ts";
import type { StackSettings } from "./settings.ts";
import { StackError } from "./stack_error.ts";
import { surroundingsOf } from "./surroundings.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Time for which a stopping stack waits for answers that are under way. All its patience is under 10 s. */
const LAST_ANSWERS_MS = 2_000;
/** Connections wait for calls that nobody waits for any more; stopping the database ends both. */
const CLOSE_MS = 500;

/** A running stack. */
export interface Stack {
  /** Base of /rest/v1, /auth/v1, /functions/v1 and /api/cron. */
  readonly url: string;
  /** The database as its superuser `postgres`. */
  readonly dbUrl: string;
  /** `cronSharedSecret` is the one in force, the environment's before the kept one. */
  readonly keys: StackKeys;
  readonly functions: readonly string[];
  /** Settles only if the stack ends on its own, with the reason. */
  readonly failed: Promise<StackError>;
  /** Ends everything in order. What was answered is on disk. */
  stop(): Promise<void>;
}

/** Receives what the stack has to say: progress first, then its parts' output, line by line. */
export type Report = (line: string) => void;

/**
 * Starts database, REST, auth, functions and the gateway in front of them, on a new or a used data
 * directory. On a failure, or when `signal` asks to stop meanwhile, whatever had been started is
 * stopped again.
 *
 * @throws StackError saying what is wrong and what to do.
 */
export async function startStack(
  settings: StackSettings,
  options: { readonly report?: Report; readonly signal?: AbortSignal } = {},
): Promise<Stack> {
  const parts = new AsyncDisposableStack();
  try {
    return await assemble(settings, options.report ?? (() => {}), parts, options.signal);
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

async function assemble(
  settings: StackSettings,
  report: Report,
  parts: AsyncDisposableStack,
  signal: AbortSignal | undefined,
): Promise<Stack> {
  const { port, dataDir } = settings;
  const url = `http://127.0.0.1:${port}`;
  const paths = dataPaths(dataDir);
  parts.use(await claimDataDir(dataDir));
  if (!portIsFree(port)) {
    throw new StackError(
      `Port ${port} is in use: stop what uses it, or set PORT to another number.`,
    );
  }
  const isNew = !await Deno.stat(paths.cluster).then(() => true, () => false);
  const { authBin } = settings;
  const kept = await loadKeys(paths.keys, !isNew, authBin === null ? "embedded" : "real");
  const keys = { ...kept, cronSharedSecret: settings.cronSharedSecret ?? kept.cronSharedSecret };

  report(isNew ? `creating the database in ${dataDir}` : `starting the database in ${dataDir}`);
  const log = await Deno.open(paths.postgresLog, { create: true, append: true, mode: 0o600 });
  parts.defer(() => log.close());
  const server = await startPostgres({
    dataDir: paths.cluster,
    port: port + 1,
    password: keys.databasePassword,
    flags: settings.postgresFlags ?? {},
    wrapper: settings.postgresWrapper ?? [],
    log: (line) => void log.writeSync(new TextEncoder().encode(`${line}\n`)),
    report,
  });
  parts.defer(() => server.stop());
  signal?.throwIfAborted();

  // Their processes start while the database is being prepared.
  const functions = await startFunctions({
    root: ROOT,
    surroundings: surroundingsOf({
      databaseUrl: server.url,
      databasePort: server.port,
      apiUrl: url,
      apiPort: port,
      publishableKey: keys.publishableKey,
      cronSharedSecret: keys.cronSharedSecret,
      cronSharedSecretPrevious: settings.cronSharedSecretPrevious ?? "",
      mail: settings.mail ?? {},
    }),
    runtimeEnvironment: settings.runtimeEnvironment,
    log: report,
  });
  parts.defer(() => functions.close());
  const stopWaiting = () => void functions.close();
  signal?.addEventListener("abort", stopWaiting);
  const urlAs = (role: string) => server.url.replace("//postgres:", `//${role}:`);
  const forAuth = { authAdminUrl: urlAs("supabase_auth_admin"), publicUrl: url, keys };
  await prepareDatabase({
    url: server.url,
    password: keys.databasePassword,
    root: ROOT,
    seed: settings.seed,
    migrateAuth: authBin === null ? null : () => migrateAuth(authBin, forAuth),
    report,
  });
  signal?.throwIfAborted();

  const rest = settings.postgrestBin === null
    ? await startRest(urlAs("authenticator"), server.url, keys)
    : await startPostgrest(settings.postgrestBin, urlAs("authenticator"), keys, {
      publicUrl: url,
      runtimeEnvironment: settings.runtimeEnvironment,
      log: report,
    });
  parts.defer(() => inTime(rest.close()));
  const auth = authBin === null
    ? await startAuth(forAuth.authAdminUrl, url, keys, report)
    : await startAuthBinary({
      ...forAuth,
      binary: authBin,
      smtpUrl: settings.mail?.["SMTP_URL"] || null,
      environment: settings.authEnvironment ?? {},
      runtimeEnvironment: settings.runtimeEnvironment,
      log: report,
    });
  parts.defer(() => inTime(auth.close()));
  await functions.ready();
  signal?.removeEventListener("abort", stopWaiting);
  signal?.throwIfAborted();

  const console = settings.consoleDir === null
    ? {}
    : { console: consoleFiles(settings.consoleDir, { url, publishableKey: keys.publishableKey }) };
  const gateway = startGateway(port, { rest, auth, functions, ...console }, report);
  parts.defer(() => inTime(gateway.shutdown(), LAST_ANSWERS_MS));
  await writePrivateFile(
    paths.stackEnv,
    envFile({
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
      SUPABASE_DB_URL: server.url,
      CRON_SHARED_SECRET: keys.cronSharedSecret,
    }),
  );

  const failed = Promise.withResolvers<StackError>();
  let stopping: Promise<void> | undefined;
  server.ended.then(() => {
    if (stopping) return;
    failed.resolve(new StackError(`PostgreSQL ended by itself; ${paths.postgresLog} says why.`));
  });
  return {
    url,
    dbUrl: server.url,
    keys,
    functions: functions.names,
    failed: failed.promise,
    stop: () => stopping ??= parts.disposeAsync(),
  };
}

/** Waits for a part to close, but no longer than this. What fails as it ends has nobody to tell. */
async function inTime(closing: Promise<unknown>, milliseconds = CLOSE_MS): Promise<void> {
  await settled(closing.catch(() => {}), milliseconds);
}
