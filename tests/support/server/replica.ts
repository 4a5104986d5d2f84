import { join } from "node:path";
import postgres from "postgres";
import { type PostgresServer, startPostgres } from "../../../stack/postgres.ts";
import { until } from "../../../stack/processes.ts";

/** A server, and a standby that follows it by streaming: two clusters of the embedded package. */
export interface Replicated {
  /** Takes every call. */
  readonly primary: PostgresServer;
  /** Takes calls that only read. Its `url` names the same user and password. */
  readonly standby: PostgresServer;
  /** Waits until the standby has done all that the primary had committed when this was called. */
  caughtUp(): Promise<void>;
}

const PASSWORD = "replicated";
const FLAGS = { fsync: "off", shared_buffers: "64MB" };
/** Files of the running server. Its log of changes is left out, too: the standby asks the primary for that. */
const NOT_COPIED = ["postmaster.pid", "postmaster.opts"];
const CATCH_UP_MS = 20_000;

/**
 * Runs work on two such servers below a directory of its own, and ends both. The standby is made as the manual says
 * where there is no pg_basebackup: `pg_backup_start`, a copy of the data directory, `pg_backup_stop`.
 */
export async function withReplica(work: (servers: Replicated) => Promise<void>): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const directory = await Deno.makeTempDir({ prefix: "staffing-replica-" });
  parts.defer(() => Deno.remove(directory, { recursive: true }));
  const [dataDir, copy] = [join(directory, "primary"), join(directory, "standby")];
  const primary = await startPostgres({ dataDir, password: PASSWORD, flags: FLAGS });
  parts.defer(() => primary.stop());
  await copyCluster(primary.url, dataDir, copy);
  const { hostname, port, username } = new URL(primary.url);
  const standby = await startPostgres({
    dataDir: copy,
    password: PASSWORD,
    flags: {
      ...FLAGS,
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${PASSWORD}`,
    },
  });
  parts.defer(() => standby.stop());
  await work({ primary, standby, caughtUp: () => catchUp(primary.url, standby.url) });
}

/** Copies the cluster of a running server to where a standby can start on it. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_backup_start('replica', fast => true)`;
    // Keeps owners and rights: the copy belongs to whom the server runs as.
    const { success, stderr } = await new Deno.Command("cp", { args: ["-a", from, to] }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const [{ label }] = await sql<[{ label: string }]>`
      select labelfile as label from pg_backup_stop(wait_for_archive => false)`;
    await writeAsOwner(to, "backup_label", label);
    await writeAsOwner(to, "standby.signal", "");
  } finally {
    await sql.end({ timeout: 1 });
  }
  for (const name of NOT_COPIED) await Deno.remove(join(to, name));
  for await (const { name, isFile } of Deno.readDir(join(to, "pg_wal"))) {
    if (isFile) await Deno.remove(join(to, "pg_wal", name));
  }
}

/** Writes a file of a cluster, which belongs to whom the cluster belongs to. */
async function writeAsOwner(cluster: string, name: string, text: string): Promise<void> {
  await Deno.writeTextFile(join(cluster, name), text);
  const { uid, gid } = await Deno.stat(cluster);
  await Deno.chown(join(cluster, name), uid, gid);
}

async function catchUp(primary: string, standby: string): Promise<void> {
  const [here, there] = [primary, standby].map((url) => postgres(url, { max: 1 }));
  if (here === undefined || there === undefined) return;
  try {
    const [{ written }] = await here<[{ written: string }]>`
      select pg_current_wal_flush_lsn() as written`;
    const isThere = async () => {
      const [{ reached }] = await there<[{ reached: boolean }]>`
        select pg_last_wal_replay_lsn() >= ${written}::pg_lsn as reached`;
      return reached;
    };
    if (!await until(isThere, CATCH_UP_MS)) throw new Error(`the standby is not at ${written}`);
  } finally {
    await Promise.all([here.end({ timeout: 1 }), there.end({ timeout: 1 })]);
  }
}
