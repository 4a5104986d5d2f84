import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadKeys, type StackKeys } from "../../stack/keys.ts";
import { StackError } from "../../stack/stack_error.ts";
import { VERSION } from "../../supabase/functions/_shared/version.ts";
import { takeBackup } from "./backups.ts";
import type { Database } from "./cluster.ts";
import { prepareDatabase } from "./database.ts";
import { debianCluster } from "./debian_cluster.ts";
import { type Facts, writeEnvironments } from "./environments.ts";
import type { Files } from "./files.ts";
import { serveAndProve } from "./health.ts";
import { writeNginx } from "./nginx.ts";
import { ownCluster } from "./own_cluster.ts";
import { etcOf, type Places, placesOf } from "./places.ts";
import { startCluster, startServices, writeOwnNginx } from "./processes.ts";
import { bringProgram } from "./programs.ts";
import { bringRelease, bringTools, functionNames } from "./release.ts";
import { readSettings, type Settings } from "./settings.ts";
import { Started } from "./started.ts";
import { applyUnits } from "./systemd.ts";
import { type Service, servicesOf } from "./services.ts";
import { writeUnits } from "./units.ts";

const EXAMPLE = fileURLToPath(new URL("settings.example.env", import.meta.url));
const MIGRATIONS = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));

/** Arguments of every command. */
export interface Command {
  /** Folder below which everything lies, of a plain user; null: of the system. */
  readonly under: string | null;
  /** True of `up`, which begins an installation where there is none. */
  readonly begins: boolean;
  /** Folder of migrations, in place of the release's. */
  readonly migrations: string | null;
  readonly files: Files;
  /** Receives what is done, line by line. */
  readonly log: (line: string) => void;
}

/** An installation as its settings and its keys say. */
export interface Installation extends Command {
  readonly settings: Settings;
  readonly places: Places;
  readonly keys: StackKeys;
}

/**
 * Reads an installation's settings and keys; new keys are made where there are none.
 *
 * @throws StackError for whoever may not, and where the settings are still to be made.
 */
export async function openInstallation(command: Command): Promise<Installation> {
  const { under, begins, files } = command;
  const isRoot = Deno.uid() === 0;
  if (under === null && !isRoot) throw new StackError("Run it as root, or with --under FOLDER.");
  if (under !== null && isRoot) {
    throw new StackError("PostgreSQL refuses to run as root: run it as a plain user.");
  }
  const file = join(etcOf(under), "settings.env");
  const text = await Deno.readTextFile(file).catch(() => null);
  if (text === null && !begins) {
    throw new StackError(
      `There is no installation: ${file} is not there. Give --under the folder that up had, or run up first.`,
    );
  }
  if (text === null) {
    await files.put(file, await Deno.readTextFile(EXAMPLE), 0o600);
    throw new StackError(`Set what is yours in ${file}, and run this again.`);
  }
  const settings = readSettings(text);
  const places = placesOf(under, settings);
  const keys = await loadKeys(join(places.etc, "keys.json"), false, "real");
  return { ...command, settings, places, keys };
}

/**
 * Takes an installation for this process; it is given free when the process ends, however it ends.
 *
 * @throws StackError when another has it.
 */
export async function claim({ places }: Installation): Promise<Disposable> {
  const lock = await Deno.open(join(places.etc, "lock"), { create: true, write: true });
  if (await lock.tryLock(true)) return lock;
  lock.close();
  throw new StackError(`Another of these is at work on ${places.etc}: let it end first.`);
}

/**
 * Installs this release, or upgrades to it. Of a plain user it stays, with all its processes, until it is told to stop.
 *
 * @throws StackError saying what is wrong and what to do.
 */
export async function up(installation: Installation, signal: AbortSignal): Promise<void> {
  using _claim = await claim(installation);
  await install(installation, signal);
}

/** As `up`, for who has claimed the installation. */
export async function install(installation: Installation, signal: AbortSignal): Promise<void> {
  const { under, settings, places, keys, files, log } = installation;
  if (installation.migrations === null && VERSION.endsWith("-dev")) {
    const isNone =
      `${VERSION} is no release: check out the tag of one, such as v1.0.2 (git checkout).`;
    if (under === null) throw new StackError(isNone);
    // To try what is under way, where nothing else is at stake.
    log(
      `${isNone} For its schema, run deno task migration trial, and add --migrations supabase/migrations.`,
    );
  }
  await using parts = new AsyncDisposableStack();
  await bringTools(places, files);
  const programs = join(places.lib, "bin");
  await bringProgram("postgrest", settings.postgrest, programs, files);
  const auth = await bringProgram("auth", settings.auth, programs, files);
  const started = new Started(places, files);
  const database = await startDatabase(installation, started, parts);
  const facts: Facts = { settings, places, keys, database };
  const functions = functionNames();
  await writeEnvironments(facts, functions, files);
  await prepareDatabase(facts, {
    auth,
    migrations: installation.migrations ?? MIGRATIONS,
    backUp: async () => log(`backup before the upgrade: ${await takeBackup(places)}`),
    report: log,
  });
  signal.throwIfAborted();
  await bringRelease(settings, places, keys, files);
  await writeNginx(settings, places, keys, functions, files);
  const services = servicesOf(facts, functions);
  await writeUnits(settings, places, database, services, files);
  await start(installation, services, started, parts);
  await serveAndProve(places, services, keys);
  log(`ready\n\n${welcome(installation)}`);
  if (under === null) return;
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
  log("stopping");
}

/** PostgreSQL as it is to be, and running. */
export async function startDatabase(
  { under, settings, places, keys, files, log }: Installation,
  started: Started,
  parts: AsyncDisposableStack,
): Promise<Database> {
  if (under === null) return await debianCluster(settings, places, keys, files, started);
  const database = await ownCluster(settings, places, keys, files);
  parts.use(await startCluster(database, places, log));
  return database;
}

async function start(
  { under, places, files, log }: Installation,
  services: readonly Service[],
  started: Started,
  parts: AsyncDisposableStack,
): Promise<void> {
  if (under === null) return await applyUnits(places, services, started, log);
  const conf = await writeOwnNginx(places, files);
  parts.use(startServices(places, services, conf, log));
}

function welcome({ under, settings, places }: Installation): string {
  return [
    `  Version ${VERSION}`,
    `  In a browser: ${settings.publicUrl.origin}/`,
    `  Addresses and keys: ${join(places.etc, "staffing.env")}`,
    "",
    "Invite the first admin, unless there is one:",
    `  set -a; . ${join(places.etc, "staffing.env")}; set +a`,
    `  npx -y deno@2.9.6 task invite-admin --email you@example.org --name "Your Name" \\`,
    `    --console ${settings.publicUrl.origin}/`,
    ...under === null
      ? []
      : ["", "Here is no timer: schedule the jobs and the backup yourself. Ctrl-C stops it all."],
  ].join("\n");
}
