import { join } from "node:path";
import { applyBase } from "./base.ts";
import { followSchema } from "./schema/follow.ts";
import { withConnection } from "./schema/scratch_database.ts";
import { loadSeed, planSeed } from "./seed.ts";

/**
 * Brings a database to what this project's files say: Supabase's own objects, the passwords of the
 * roles that sign in, the schema, and on a new database the demo firm.
 *
 * @throws StackError for what followSchema refuses and a seed that fails.
 */
export async function prepareDatabase(options: {
  readonly url: string;
  readonly password: string;
  readonly root: string;
  readonly seed: "demo" | "none";
  /** Makes the tables of the real Auth; null: the embedded one's are made. */
  readonly migrateAuth: (() => Promise<void>) | null;
  readonly report: (line: string) => void;
}): Promise<void> {
  const { url, password, root, report } = options;
  const seedFile = join(root, "supabase", "seed.sql");
  await withConnection(url, async (sql) => {
    await applyBase(sql, options.migrateAuth === null ? "embedded" : "real");
    for (const role of ["authenticator", "supabase_auth_admin"]) {
      await sql.unsafe(`alter role ${role} password '${password.replaceAll("'", "''")}'`);
    }
    if (options.seed === "demo") await planSeed(sql, seedFile);
  });
  await options.migrateAuth?.();
  // A second connection, which has the search_path that the first one gave to postgres.
  await withConnection(url, async (sql) => {
    await followSchema({ sql, url, root, report });
    if (options.seed === "demo" && await loadSeed(sql, seedFile)) report("demo firm loaded");
  });
}
