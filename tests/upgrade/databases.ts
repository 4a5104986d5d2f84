/** Databases of a test's own, each by the URL of its owner, who is no superuser. */
import type postgres from "postgres";
import { type CatalogRow, readCatalog } from "../../stack/schema/catalog.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { loadSchemaTree, type SchemaFile } from "../../stack/schema/tree.ts";
import { connectTo } from "../support/server/database.ts";
import { withHostedDatabase } from "../support/server/hosted.ts";

/** Debian's psql, which restores the dumps. */
const PSQL = "/usr/lib/postgresql/15/bin/psql";

/** True if the Debian package is installed that restores dumps. */
export async function hasPsql(): Promise<boolean> {
  return await Deno.stat(PSQL).then(() => true, () => false);
}

/**
 * Runs a test on an empty database with what Supabase hands out.
 *
 * @param serverUrl as a superuser
 */
export async function withEmptyDatabase(
  serverUrl: string,
  test: (url: string) => Promise<void>,
): Promise<void> {
  await withHostedDatabase(serverUrl, async (url) => {
    // Else the random name of this role would stand among the grants.
    await withConnection(url, (sql) => sql`revoke all on schema public from current_user`);
    await test(url);
  });
}

/** Runs a test on a new database into which psql restored a dump. */
export async function withRestored(
  serverUrl: string,
  dump: string,
  test: (url: string) => Promise<void>,
): Promise<void> {
  await withEmptyDatabase(serverUrl, async (url) => {
    const { success, stderr } = await new Deno.Command(PSQL, {
      args: ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url, "-f", dump],
      stdout: "null",
    }).output();
    if (!success) throw new Error(`${dump}: ${new TextDecoder().decode(stderr)}`);
    await withConnection(url, (sql) => sql`analyze`);
    await test(url);
  });
}

/** Runs a test on a copy of a database to which nobody is connected. */
export async function withCopy(
  url: string,
  test: (url: string) => Promise<void>,
): Promise<void> {
  const copy = new URL(url);
  const source = nameOf(url);
  const name = `copy_${crypto.randomUUID().replaceAll("-", "")}`;
  copy.pathname = name;
  const server = new URL(url);
  server.pathname = "postgres";
  await withConnection(server.href, async (sql) => {
    await sql`create database ${sql(name)} template ${sql(source)}`;
    try {
      await test(copy.href);
    } finally {
      await sql`drop database ${sql(name)} with (force)`;
    }
  });
}

/** The catalog of a new database that was built from a source tree. */
export async function catalogOfTree(
  serverUrl: string,
  files: readonly SchemaFile[],
): Promise<CatalogRow[]> {
  const catalog: CatalogRow[] = [];
  await withEmptyDatabase(serverUrl, async (url) => {
    await withConnection(url, async (sql) => {
      await loadSchemaTree(sql, files);
      catalog.push(...await readCatalog(sql));
    });
  });
  return catalog;
}

/** Does something on connections to which `private.clock()` says a given instant. */
export async function atClock<Result>(
  url: string,
  clock: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = connectTo(url, { "app.clock": clock });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
