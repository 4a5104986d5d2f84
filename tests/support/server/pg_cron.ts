import postgres from "postgres";
import { applyMigrations } from "../../../stack/schema/migrations.ts";
import { pendingMigrations } from "../schema/pending.ts";
import { hasDebianLibrary, startDebianPostgres } from "./debian.ts";
import { withHostedDatabase } from "./hosted.ts";
import { makeStandIns } from "./stand_ins.ts";

/** The one database that pg_cron works in, and its owner. */
const NAME = "scheduled";

/** A migrated database with the real pg_cron, beside the stand-ins for pg_net and Vault. */
export interface ScheduledDatabase {
  /** As the owner, who is no superuser. */
  readonly sql: postgres.Sql;
  readonly url: string;
  /** For what only a superuser may do to pg_cron's tables. */
  readonly superuser: postgres.Sql;
  /** Log of the server so far. */
  log(): Promise<string>;
}

/** True if Debian's PostgreSQL 15 and its pg_cron are installed. */
export function hasDebianCron(): Promise<boolean> {
  return hasDebianLibrary(15, "pg_cron");
}

/**
 * Runs a test on such a database, on a server of its own: pg_cron does not outlive its database.
 *
 * @param migrate what is applied; all there is unless said otherwise
 */
export async function withScheduledDatabase(
  test: (database: ScheduledDatabase) => Promise<void>,
  migrate: (sql: postgres.Sql) => Promise<unknown> = async (sql) =>
    await applyMigrations(sql, await pendingMigrations()),
): Promise<void> {
  const settings = { "cron.database_name": NAME };
  const server = await startDebianPostgres(15, { name: "pg_cron", settings });
  if (server === null) throw new Error("Debian's postgresql-15 is not installed");
  const { log } = server;
  try {
    await withHostedDatabase(server.url, async (ownersUrl) => {
      const superuser = postgres(server.url.replace(/postgres$/, NAME), { max: 1 });
      const url = ownersUrl.replace(/\?.*/, "");
      const sql = postgres(url, { max: 2, onnotice: () => {} });
      try {
        await superuser.unsafe(`create extension pg_cron; grant usage on schema cron to ${NAME}`);
        await makeStandIns(superuser, NAME);
        await migrate(sql);
        await test({ sql, url, superuser, log });
      } finally {
        await sql.end({ timeout: 1 });
        await superuser.end({ timeout: 1 });
      }
    }, NAME);
  } finally {
    await server.stop();
  }
}
