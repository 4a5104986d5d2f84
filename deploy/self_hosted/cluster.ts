import { join } from "node:path";
import type { StackKeys } from "../../stack/keys.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import type { Places } from "./places.ts";
import type { Settings } from "./settings.ts";

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
export function binOf({ cluster }: Settings): string {
  return `/usr/lib/postgresql/${cluster.version}/bin`;
}

/** A database on a port of this machine. */
export function databaseAt(port: number, bin: string, { databasePassword }: StackKeys): Database {
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
export function confOf({ lib, backups }: Places): string {
  return `# Written by the self-hosted recipe: each file of the log of changes goes to the backups, full or not after
# five minutes. A change of archive_mode needs a restart, which the recipe does.
archive_mode = on
archive_command = '${join(lib, "bin/archive-wal")} ${join(backups, "wal")} "%p" "%f"'
archive_timeout = '5min'
# Compiling a plan takes seconds, and these run for milliseconds: health took 2.7 s in place of 16 ms.
jit = off
`;
}

/** True if the superuser gets in with the installation's password. */
export async function isPasswordKnown(database: Database): Promise<boolean> {
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
