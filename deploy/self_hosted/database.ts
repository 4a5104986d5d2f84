import type postgres from "postgres";
import { migrateAuth } from "../../stack/auth.ts";
import { applyBase } from "../../stack/base.ts";
import { applyMigrations, readHistory, readMigrations } from "../../stack/schema/migrations.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { StackError } from "../../stack/stack_error.ts";
import { DATABASE } from "./cluster.ts";
import { authPlaceOf, type Facts } from "./environments.ts";

/** Roles that sign in, beside the superuser. */
const ROLES = ["authenticator", "supabase_auth_admin"];

/**
 * Brings the database to this release: roles, what Supabase brings along, Auth's tables, migrations.
 *
 * @param auth the program whose tables are made
 * @param migrations their folder
 * @param backUp takes a backup, before migrations reach a database that has some
 * @throws StackError for a database of a later release, and what applyMigrations refuses.
 */
export async function prepareDatabase(
  facts: Facts,
  { auth, migrations, backUp, report }: {
    readonly auth: string;
    readonly migrations: string;
    readonly backUp: () => Promise<void>;
    readonly report: (line: string) => void;
  },
): Promise<void> {
  await makeDatabase(facts.database.adminUrl, report);
  await withConnection(facts.database.urlAs("postgres"), async (sql) => {
    await refuseLater(sql, migrations);
    await applyBase(sql, "real");
    const password = facts.keys.databasePassword.replaceAll("'", "''");
    for (const role of ROLES) await sql.unsafe(`alter role ${role} password '${password}'`);
  });
  await migrateAuth(auth, authPlaceOf(facts));
  // A second connection, which has the search_path that the first one gave to postgres.
  await withConnection(facts.database.urlAs("postgres"), async (sql) => {
    const history = await readHistory(sql);
    const pending = (await readMigrations(migrations)).filter(({ version }) =>
      !history.has(version)
    );
    if (pending.length === 0) return;
    if (history.size > 0) await backUp();
    const { applied, changed } = await applyMigrations(sql, migrations);
    for (const file of applied) report(`applied ${file}`);
    for (const file of changed) report(`${file} is not what was applied here`);
    await sql`notify pgrst, 'reload schema'`;
  });
}

/** Makes the database where there is none: the same order of texts and the same days on every machine. */
export async function makeDatabase(
  adminUrl: string,
  report: (line: string) => void,
): Promise<void> {
  await withConnection(adminUrl, async (sql) => {
    const [found] = await sql`select from pg_database where datname = ${DATABASE}`;
    if (found) return;
    await sql.unsafe(
      `create database ${DATABASE} template template0 encoding 'UTF8' locale 'C.UTF-8'`,
    );
    await sql.unsafe(`alter database ${DATABASE} set timezone to 'UTC'`);
    report(`created the database ${DATABASE}`);
  });
}

async function refuseLater(sql: postgres.Sql, migrations: string): Promise<void> {
  const known = new Set((await readMigrations(migrations)).map(({ version }) => version));
  const unknown = [...(await readHistory(sql)).keys()].filter((version) => !known.has(version));
  if (unknown.length === 0) return;
  throw new StackError(
    `The database has migrations that this release does not know (${unknown.join(", ")}): ` +
      "install the release that it was upgraded to, or restore the backup from before.",
  );
}
