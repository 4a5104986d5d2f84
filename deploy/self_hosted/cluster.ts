import { join } from "node:path";
import type { StackKeys } from "../../stack/keys.ts";
import { until } from "../../stack/processes.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { StackError } from "../../stack/stack_error.ts";
import type { Files } from "./files.ts";
import type { Places } from "./places.ts";
import { run } from "./run.ts";
import type { Settings } from "./settings.ts";
import type { Started } from "./started.ts";

const WRITABLE_MS = 60_000;

/** Name of the database. */
export const DATABASE = "staffing";

/** A server of PostgreSQL, and how to reach the database in it. */
export interface Database {
  readonly port: number;
  /** Folder of the server's programs. */
  readonly bin: string;
  /** The database as a role that signs in with the installation's password. */
  urlAs(role: string): string;
  /** The superuser, in the database `postgres`. */
  readonly adminUrl: string;
}

/** Folder of the programs of Debian's package of a major version. */
function binOf({ cluster }: Settings): string {
  return `/usr/lib/postgresql/${cluster.version}/bin`;
}

function databaseAt(port: number, bin: string, { databasePassword }: StackKeys): Database {
  const url = (role: string, database: string) =>
    `postgresql://${role}:${encodeURIComponent(databasePassword)}@127.0.0.1:${port}/${database}`;
  return {
    port,
    bin,
    urlAs: (role) => url(role, DATABASE),
    adminUrl: url("postgres", "postgres"),
  };
}

/** Settings of a server that keeps its log of changes for restoring any point in time. */
function confOf({ lib, backups }: Places): string {
  return `# Written by the self-hosted recipe: each file of the log of changes goes to the backups, full or not after
# five minutes. A change of archive_mode needs a restart, which the recipe does.
archive_mode = on
archive_command = '${join(lib, "bin/archive-wal")} ${join(backups, "wal")} "%p" "%f"'
archive_timeout = '5min'
`;
}

/**
 * Debian's cluster, whose superuser gets the installation's password.
 *
 * @throws StackError when it is not there or not running.
 */
export async function debianCluster(
  settings: Settings,
  places: Places,
  keys: StackKeys,
  files: Files,
  started: Started,
): Promise<Database> {
  const { version, name } = settings.cluster;
  const listed = (await run(["pg_lsclusters", "--no-header"])).split("\n")
    .map((line) => line.trim().split(/\s+/))
    .find(([one, other]) => one === version && other === name);
  if (listed === undefined) {
    throw new StackError(
      `There is no cluster ${version}/${name}: install postgresql-${version}, or set POSTGRES_CLUSTER.`,
    );
  }
  await run(["install", "-d", "-o", "postgres", "-g", "postgres", "-m", "700", places.backups]);
  await files.put(places.postgresConf, confOf(places));
  await started.whenChanged(
    "postgresql",
    [places.postgresConf],
    () => run(["systemctl", "restart", `postgresql@${version}-${name}`]),
  );
  const database = databaseAt(Number(listed[2]), binOf(settings), keys);
  if (!await isPasswordKnown(database)) {
    // Over its socket the server knows the system's user postgres by itself.
    const psql = ["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1"] as const;
    await run(
      ["runuser", "-u", "postgres", "--", ...psql, "-p", String(database.port), "-f", "-"],
      { stdin: `alter role postgres password '${keys.databasePassword.replaceAll("'", "''")}';\n` },
    );
  }
  if (!await until(() => isWritable(database), WRITABLE_MS)) {
    throw new StackError(
      `The cluster ${version}/${name} takes no writes: its log below /var/log/postgresql says why.`,
    );
  }
  return database;
}

/** A cluster below the folder of a plain user, made where there is none; somebody has to start it. */
export async function ownCluster(
  settings: Settings,
  places: Places,
  keys: StackKeys,
  files: Files,
): Promise<Database> {
  const bin = binOf(settings);
  await Deno.mkdir(places.backups, { recursive: true, mode: 0o700 });
  await files.put(places.postgresConf, confOf(places));
  if (!await exists(join(places.cluster, "PG_VERSION"))) {
    const making = `${places.cluster}.making`;
    await Deno.remove(making, { recursive: true }).catch(() => {});
    await Deno.mkdir(making, { recursive: true, mode: 0o700 });
    const password = join(places.etc, "initdb.password");
    await files.put(password, keys.databasePassword, 0o600);
    await run([
      join(bin, "initdb"),
      `--pgdata=${making}`,
      "--username=postgres",
      `--pwfile=${password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
    ]);
    await Deno.remove(password);
    await Deno.writeTextFile(
      join(making, "postgresql.conf"),
      `\ninclude '${places.postgresConf}'\n`,
      { append: true },
    );
    await Deno.rename(making, places.cluster);
    files.note(places.cluster);
  }
  return databaseAt(places.ports.postgres, bin, keys);
}

/** The command that serves a plain user's cluster. */
export function serverOf({ bin, port }: Database, { cluster }: Places): [string, ...string[]] {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(port),
  };
  return [
    join(bin, "postgres"),
    "-D",
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

/** True if the superuser gets in with the installation's password. */
async function isPasswordKnown(database: Database): Promise<boolean> {
  return await serves(database) !== null;
}

/** True if the server takes writes: it neither starts nor reads the log of changes of a restored copy any more. */
export async function isWritable(database: Database): Promise<boolean> {
  return await serves(database) === "writes";
}

async function serves({ adminUrl }: Database): Promise<"reads" | "writes" | null> {
  try {
    const [row] = await withConnection(
      adminUrl,
      (sql) => sql<[{ recovers: boolean }]>`select pg_is_in_recovery() as recovers`,
    );
    return row.recovers ? "reads" : "writes";
  } catch {
    return null;
  }
}

function exists(path: string): Promise<boolean> {
  return Deno.lstat(path).then(() => true, () => false);
}
