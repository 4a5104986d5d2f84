import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { applyBase } from "../stack/base.ts";
import { applyMigrations } from "../stack/migrate.ts";
import { startPostgres } from "../stack/postgres.ts";

const MIGRATIONS = fileURLToPath(new URL("../supabase/migrations", import.meta.url));

/**
 * Hands over a database that holds the migrations and nothing else, on a server of its own that is
 * gone afterwards.
 */
export async function withMigratedDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "staffing-generate-" });
  try {
    const server = await startPostgres({
      dataDir: join(directory, "postgres"),
      flags: { fsync: "off" },
    });
    try {
      await withConnection(server.url, applyBase);
      // A second connection, which has the search_path that the first one gave to postgres.
      await withConnection(server.url, (sql) => applyMigrations(sql, MIGRATIONS));
      await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Does something with one connection to a database. */
export async function withConnection<Result>(
  url: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
