// While developing nobody loses data: what `task start` does to a database that is there, when migrations
// and the source tree have changed.
import assert from "node:assert/strict";
import postgres from "postgres";
import { applyBase } from "../../../../stack/base.ts";
import { compareCatalogs, readCatalog } from "../../../../stack/schema/catalog.ts";
import { followSchema } from "../../../../stack/schema/follow.ts";
import { withConnection } from "../../../../stack/schema/scratch_database.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { type TrialProject, withTrialProject } from "../../../support/schema/trial_project.ts";

const NEXT = "20991231000000_next.sql";
/** The history of what the project has by itself, by name. */
const THERE = Object.fromEntries(
  [...Deno.readDirSync(new URL("../../../../supabase/migrations", import.meta.url))]
    .map(({ name }) => [name.replace(/^\d+_|\.sql$/g, ""), true]),
);

interface Working extends TrialProject {
  readonly sql: postgres.Sql;
  /** Does what a start does. @returns what it reports */
  start(): Promise<string[]>;
  /** The history's versions and whether each text is that of its file. */
  history(): Promise<Record<string, boolean>>;
}

/** Runs a test on a copy of the project and a working database that was started on it once. */
async function withWorkingDatabase(test: (working: Working) => Promise<void>): Promise<void> {
  const server = postgres(Deno.env.get("TEST_SERVER_URL") ?? "", { max: 1, onnotice: () => {} });
  const name = `test_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
  await server.unsafe(`create database ${name}`);
  const url = new URL(Deno.env.get("TEST_SERVER_URL") ?? "");
  url.pathname = name;
  await withConnection(url.href, applyBase);
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await withTrialProject(async (project) => {
      const start = async () => {
        const lines: string[] = [];
        const report = (line: string) => void lines.push(line);
        await followSchema({ sql, url: url.href, root: project.root, report });
        return lines;
      };
      const there = project.migrations().length;
      assert.deepEqual(await start(), [`${there} migration${there === 1 ? "" : "s"} applied`]);
      await sql`insert into facilities (name) values ('Mercy')`;
      await test({
        ...project,
        sql,
        start,
        async history() {
          const rows =
            await sql`select version, name, statements from supabase_migrations.schema_migrations`;
          return Object.fromEntries(
            rows.map(({ version, name, statements }) => {
              const text = Deno.readTextFileSync(
                `${project.root}/supabase/migrations/${version}_${name}.sql`,
              );
              return [name, statements.length === 1 && statements[0] === text];
            }),
          );
        },
      });
    });
  } finally {
    await sql.end({ timeout: 1 });
    await server.unsafe(`drop database ${name} with (force)`);
    await server.end();
  }
}

const REGION = "alter table public.facilities add column region text not null default 'west';\n";

Deno.test("start/does_nothing_when_no_file_has_changed_and_applies_what_is_pending", () =>
  withWorkingDatabase(async ({ sql, start, write, addToTree, history }) => {
    assert.deepEqual(await start(), []);
    await addToTree(REGION);
    await write(`supabase/migrations/${NEXT}`, REGION);
    assert.deepEqual(await start(), ["1 migration applied"], "without the CLI");
    assert.deepEqual([...await sql`select name, region from facilities`], [
      { name: "Mercy", region: "west" },
    ]);
    assert.deepEqual(await history(), { ...THERE, next: true });
    assert.deepEqual(await start(), []);
  }));

Deno.test("start/applies_what_the_tree_has_ahead_and_later_records_its_migration", () =>
  withWorkingDatabase(async ({ sql, start, write, addToTree, history }) => {
    await addToTree(REGION);
    assert.match((await start()).join("\n"), /run ahead.*\nthe difference is applied; /);
    await sql`update facilities set region = 'east'`;
    assert.deepEqual(await history(), THERE);
    assert.deepEqual(await start(), []);
    // Written down with a data move: it is recorded, and not run on rows that have moved on.
    const move =
      "\n-- data move: all in the north\nupdate public.facilities set region = 'north';\n" +
      "-- end of data move\n";
    await write(`supabase/migrations/${NEXT}`, REGION + move);
    assert.deepEqual(await start(), [`${NEXT}: its data moves were not run on this database`]);
    assert.deepEqual(await history(), { ...THERE, next: true });
    assert.deepEqual([...await sql`select region from facilities`], [{ region: "east" }]);
    // It is no longer ahead: the next migration is applied.
    await write(
      "supabase/migrations/20991231000001_more.sql",
      "update public.facilities set region = 'x';",
    );
    assert.deepEqual(await start(), ["1 migration applied"]);
    assert.deepEqual([...await sql`select region from facilities`], [{ region: "x" }]);
  }));

Deno.test("start/takes_a_migration_that_is_written_anew_under_the_same_and_another_name", () =>
  withWorkingDatabase(async ({ root, start, write, addToTree, history }) => {
    await addToTree(REGION);
    await write(`supabase/migrations/${NEXT}`, REGION);
    await start();
    await write(`supabase/migrations/${NEXT}`, `-- Another comment.\n${REGION}`);
    assert.deepEqual(await start(), []);
    assert.deepEqual(await history(), { ...THERE, next: true });
    await Deno.rename(
      `${root}/supabase/migrations/${NEXT}`,
      `${root}/supabase/migrations/20991231000001_renamed.sql`,
    );
    assert.deepEqual(await start(), []);
    assert.deepEqual(await history(), { ...THERE, renamed: true });
  }));

Deno.test("start/refuses_to_lose_rows_until_a_migration_says_so", () =>
  withWorkingDatabase(async ({ sql, start, write, addToTree, resetTree, history }) => {
    await addToTree(REGION);
    await start();
    await resetTree();
    await assert.rejects(start(), /rows would be lost \(--drop facilities\.region\).*task reset/);
    assert.equal((await sql`select region from facilities`).length, 1);
    await write(
      `supabase/migrations/${NEXT}`,
      'ALTER TABLE "public"."facilities"\n  DROP COLUMN IF EXISTS "region";\n',
    );
    assert.match((await start()).join("\n"), /the difference is applied/);
    await assert.rejects(async () => await sql`select region from facilities`);
    assert.deepEqual(await history(), { ...THERE, next: true });
  }));

Deno.test("start/keeps_everything_when_the_difference_or_the_tree_fails", () =>
  withWorkingDatabase(async ({ sql, start, addToTree, resetTree }) => {
    const before = await readCatalog(sql);
    await addToTree("alter table public.facilities add column region text not null;");
    await assert.rejects(start(), /does not apply: column "region".*contains null values.*kept/);
    await resetTree();
    await addToTree("create view public.broken as select nothing from public.facilities;");
    await assert.rejects(start(), /trial_2\.sql failed, line 1: column "nothing" does not exist/);
    assert.deepEqual(compareCatalogs(await readCatalog(sql), before), []);
    await resetTree();
    assert.deepEqual(await start(), []);
  }));

Deno.test("start/names_a_database_from_before_0_9_0", () =>
  withWorkingDatabase(async ({ sql, start }) => {
    await sql`insert into supabase_migrations.schema_migrations (version) values ('20260101000100')`;
    await assert.rejects(start(), /from before version 0\.9\.0.*`deno task reset`/);
  }));

Deno.test("start/leaves_settings_that_people_changed", () =>
  withWorkingDatabase(async ({ sql, start, addToTree, write }) => {
    await sql`update organization_settings set invoice_number_prefix = 'MINE'`;
    await addToTree("comment on table public.facilities is 'Where people work.';");
    const text = "comment on table public.facilities is 'Where people work.';";
    await write(`supabase/migrations/${NEXT}`, text);
    assert.deepEqual(await start(), ["1 migration applied"]);
    assert.deepEqual([...await sql`select invoice_number_prefix from organization_settings`], [
      { invoice_number_prefix: "MINE" },
    ]);
  }));

Deno.test("template/holds_the_tree_and_takes_the_demo_firm", () =>
  withDatabase(async ({ sql }) => {
    await sql.unsafe(await Deno.readTextFile("supabase/seed.sql"));
    const [count] = await sql`select count(*)::int as entries from time_entries`;
    assert(count?.entries > 1000);
  }));
