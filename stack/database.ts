import { join } from "node:path";
import postgres from "postgres";
import { applyBase } from "./base.ts";
import { applyMigrations } from "./migrate.ts";
import { loadSeed, planSeed } from "./seed.ts";

/**
 * Brings a database to what this project's files say: Supabase's own objects, the passwords of the
 * roles that sign in, pending migrations, and on a new database the demo firm.
 *
 * @throws StackError for a migration or a seed that fails.
 */
export async function prepareDatabase(options: {
  readonly url: string;
  readonly password: string;
  readonly root: string;
  readonly seed: "demo" | "none";
  readonly report: (line: string) => void;
}): Promise<void> {
  const { url, password, root, report } = options;
  const seedFile = join(root, "supabase", "seed.sql");
  await withConnection(url, async (sql) => {
    await applyBase(sql);
    for (const role of ["authenticator", "supabase_auth_admin"]) {
      await sql.unsafe(`alter role ${role} password '${password.replaceAll("'", "''")}'`);
    }
    if (options.seed === "demo") await planSeed(sql, seedFile);
  });
  // A second connection, which has the search_path that the first one gave to postgres.
  await withConnection(url, async (sql) => {
    const { applied, changed } = await applyMigrations(sql, join(root, "supabase", "migrations"));
    if (applied.length > 0) report(`${applied.length} migrations applied`);
    if (changed.length > 0) {
      report(
        `${changed.join(", ")}: changed since applied to this database; ` +
          "`deno task reset` makes it anew",
      );
    }
    if (options.seed === "demo" && await loadSeed(sql, seedFile)) report("demo firm loaded");
  });
}

async function withConnection(
  url: string,
  work: (sql: postgres.Sql) => Promise<void>,
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
