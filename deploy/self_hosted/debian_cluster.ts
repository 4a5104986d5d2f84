import { until } from "../../stack/processes.ts";
import type { StackKeys } from "../../stack/keys.ts";
import { StackError } from "../../stack/stack_error.ts";
import {
  binOf,
  confOf,
  type Database,
  databaseAt,
  isPasswordKnown,
  isWritable,
} from "./cluster.ts";
import type { Files } from "./files.ts";
import type { Places } from "./places.ts";
import { run } from "./run.ts";
import type { Settings } from "./settings.ts";
import type { Started } from "./started.ts";

const WRITABLE_MS = 60_000;

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
  if (listed[3] !== "online") {
    throw new StackError(
      `The cluster ${version}/${name} is down: systemctl start postgresql@${version}-${name}.`,
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
