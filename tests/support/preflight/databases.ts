import postgres from "postgres";
import { migrationsIn } from "../../../cli/preflight/plan.ts";
import { type Outcome, preflight } from "../../../cli/preflight/preflight.ts";
import { applyBase } from "../../../stack/base.ts";
import { applyMigration, readHistory, readMigrations } from "../../../stack/schema/migrations.ts";
import { withScratchDatabase } from "../../../stack/schema/scratch_database.ts";
import { pendingMigrations } from "../schema/pending.ts";

/** A database before a migration, and what preflight says of it. */
export interface Examined {
  /** As the superuser who would apply them. */
  readonly sql: postgres.Sql;
  readonly url: string;
  look(sql?: postgres.Sql): Promise<Outcome>;
}

/**
 * Runs a test on a database with what Supabase hands out, and some releases.
 *
 * @param release the last one that is applied; none unless told
 */
export async function withExamined(
  test: (database: Examined) => Promise<void>,
  release?: string,
): Promise<void> {
  const folder = await pendingMigrations();
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const fill = async (sql: postgres.Sql) => {
    await applyBase(sql);
    if (release === undefined) return;
    const files = await readMigrations(folder);
    const last = files.findIndex((file) => file.name === release.replaceAll(".", "_"));
    await readHistory(sql);
    for (const file of files.slice(0, last + 1)) await applyMigration(sql, file);
  };
  await withScratchDatabase(Deno.env.get("TEST_SERVER_URL") ?? "", name, fill, async (url) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    const files = migrationsIn(new URL(`file://${folder}/`));
    try {
      await test({ sql, url, look: (as = sql) => preflight(as, files) });
    } finally {
      await sql.end({ timeout: 1 });
    }
  });
}
