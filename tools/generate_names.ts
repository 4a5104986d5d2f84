import type postgres from "postgres";
import { keyOf, type NamedObject, readObjects, type VersionNames } from "../cli/preflight/names.ts";
import { applyBase } from "../stack/base.ts";
import { applyMigration, readHistory } from "../stack/schema/migrations.ts";
import { withConnection, withScratchDatabase } from "../stack/schema/scratch_database.ts";
import { readVersion, releaseOf } from "../stack/version.ts";
import { readReleases } from "./releases/released.ts";
import { ROOT } from "./scratch_server.ts";

/** The checked-in names, which `deno task preflight` looks for. */
export const NAMES = new URL("../cli/preflight/names.json", import.meta.url);

/** Writes the names of all versions. The last one's are those of a database that holds the source tree. */
export async function writeNames(url: string): Promise<void> {
  await Deno.writeTextFile(NAMES, await versionNames(url));
}

/**
 * Names that each released migration adds and takes away, and what the source tree does beyond them. A
 * version that leaves the names as they are is left out.
 *
 * @param treeUrl a database that holds the source tree, as the superuser of its server
 */
export async function versionNames(treeUrl: string): Promise<string> {
  const releases = await readReleases(ROOT);
  const base = (sql: postgres.Sql) => applyBase(sql).then(() => readHistory(sql));
  const name = `names_${crypto.randomUUID().replaceAll("-", "")}`;
  return await withScratchDatabase(
    treeUrl,
    name,
    base,
    (url) =>
      withConnection(url, async (sql) => {
        let before: readonly NamedObject[] = await namesIn(sql);
        const versions: VersionNames[] = [];
        const add = (version: string, after: readonly NamedObject[]) => {
          const [adds, removes] = [newIn(after, before), newIn(before, after)];
          if (adds.length + removes.length > 0) versions.push({ version, adds, removes });
          before = after;
        };
        for (const { version, migrations } of releases) {
          const migration = migrations.at(-1);
          if (migration === undefined) continue;
          await applyMigration(sql, migration);
          add(version, await namesIn(sql));
        }
        const version = releaseOf(await readVersion(ROOT));
        if (!releases.some((release) => release.version === version)) {
          add(version, await withConnection(treeUrl, namesIn));
        }
        return `${JSON.stringify(versions, null, 2)}\n`;
      }),
  );
}

/** Names that are in one catalog and not in the other; but for what belongs to a table that is not there either. */
function newIn(objects: readonly NamedObject[], others: readonly NamedObject[]): string[] {
  const known = new Set(others.map(keyOf));
  const hasTable = (table: string | null) =>
    table === null || known.has(keyOf({ kind: "relation", name: table }));
  return objects.filter((object) => hasTable(object.table) && !known.has(keyOf(object))).map(keyOf);
}

/** The objects of the catalog, the jobs of pg_cron that are scheduled, and the secrets that are kept in Vault. */
async function namesIn(sql: postgres.Sql): Promise<NamedObject[]> {
  return await sql.begin(async (sql) => [
    ...await readObjects(sql),
    ...await sql<NamedObject[]>`
      select distinct naming.kind, match.list[1] as name, null as "table", naming.kind as what, '' as owner
        from pg_catalog.pg_proc as function
       cross join (values ('job', 'schedule_job[(][[:space:]]*''([a-z-]+)'''),
                          ('secret', 'keep_in_vault[(][[:space:]]*''([a-z_]+)''')) as naming (kind, pattern)
       cross join lateral pg_catalog.regexp_matches(function.prosrc, naming.pattern, 'g') as match (list)
       where function.proname = 'schedule_maintenance_jobs'
       order by kind, name`,
  ]);
}
