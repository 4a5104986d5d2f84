import { totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { IN_LARGE_PAGES, type PostgresServer, startPostgres } from "../stack/postgres.ts";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A quarter of the machine's memory, as PostgreSQL's manual advises (19.4.1). */
const SHARED_BUFFERS = `${Math.round(totalmem() / 4 / 2 ** 20)}MB`;

/**
 * The server's settings for every figure and every floor alike. Nothing waits for the disk and
 * nothing runs in the background, so that both sides of a ratio meet the same machine.
 */
export const SETTINGS = {
  "shared_buffers": SHARED_BUFFERS,
  "maintenance_work_mem": "1GB",
  "fsync": "off",
  "synchronous_commit": "off",
  "full_page_writes": "off",
  "wal_level": "minimal",
  "max_wal_senders": "0",
  "max_wal_size": "16GB",
  "min_wal_size": "1GB",
  "autovacuum": "off",
  "shared_preload_libraries": "pg_stat_statements",
  "pg_stat_statements.track": "top",
  "pg_stat_statements.track_planning": "on",
} as const;

/** Starts a PostgreSQL of its own in a temporary directory. Both go with `parts`, even half started. */
export async function startBenchServer(parts: AsyncDisposableStack): Promise<PostgresServer> {
  const directory = Deno.makeTempDirSync({ prefix: "bench-" });
  parts.defer(() => Deno.remove(directory, { recursive: true }));
  const starting = startPostgres({
    dataDir: join(directory, "cluster"),
    flags: SETTINGS,
    wrapper: IN_LARGE_PAGES,
  });
  parts.defer(async () => await (await starting.catch(() => null))?.stop());
  return await starting;
}
