// While developing nobody loses data: what `task start` does to a database that is there, when migrations
// and the source tree have changed.
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join } from "node:path";
import postgres from "postgres";
import { applyBase } from "../../../../stack/base.ts";
import { compareCatalogs, readCatalog } from "../../../../stack/schema/catalog.ts";
import { followSchema } from "../../../../stack/schema/follow.ts";
import { withConnection } from "../../../../stack/schema/scratch_database.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { type TrialProject, withSmallProject } from "../../../support/schema/trial_project.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const NEXT = "20991231000000_next.sql";
/** The changes of the version that comes after what the project has by itself. */
const CHANGES = "supabase/changes/99.0.0.sql";
/** The history of what the project has by itself, by name. */
const THERE = { "1_0_0": true };
/** The project's schema: as much of ours as the comparison of catalogs reads rows of, and tables to change. */
const TREE = `
create schema private;
create table public.organization_settings (invoice_number_prefix text not null);
insert into public.organization_settings values ('INV');
create table public.facilities (name text primary key);
create table public.candidates (name text primary key, phone text);
`;

interface Working extends TrialProject {
  readonly sql: postgres.Sql;
  /** Says that the next version is worked on. */
  workOnTheNext(): Promise<void>;
  /** Does what a start does. @returns what it reports */
  start(): Promise<string[]>;
  /** The history's versions and whether each text is that of its file. */
  history(): Promise<Record<string, boolean>>;
}

/** Runs a test on a small project, as released, and a working database that was started on it once. */
function withWorkingDatabase(test: (working: Working) => Promise<void>): Promise<void> {
  return withNewDatabase(async (working) => {
    assertEquals(await working.start(), ["1 migration applied"]);
    await working.sql`insert into facilities (name) values ('Mercy')`;
    await test(working);
  });
}

/** Runs a test on a small project, as released, and a database with nothing of ours in it. */
async function withNewDatabase(test: (working: Working) => Promise<void>): Promise<void> {
  const server = postgres(Deno.env.get("TEST_SERVER_URL") ?? "", { max: 1, onnotice: () => {} });
  const name = `test_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;
  await server.unsafe(`create database ${name}`);
  const url = new URL(Deno.env.get("TEST_SERVER_URL") ?? "");
  url.pathname = name;
  await withConnection(url.href, applyBase);
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await withSmallProject(TREE, async (project) => {
      const start = async () => {
        const lines: string[] = [];
        const report = (line: string) => void lines.push(line);
        await followSchema({ sql, url: url.href, root: project.root, report });
        return lines;
      };
      await test({
        ...project,
        sql,
        start,
        async workOnTheNext() {
          const path = join(project.root, "deno.json");
          const config = JSON.parse(await Deno.readTextFile(path));
          await project.write("deno.json", JSON.stringify({ ...config, version: "99.0.0-dev" }));
          await Deno.mkdir(join(project.root, "supabase/changes"), { recursive: true });
        },
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
    assertEquals(await start(), []);
    await addToTree(REGION);
    await write(`supabase/migrations/${NEXT}`, REGION);
    assertEquals(await start(), ["1 migration applied"], "without the CLI");
    assertEquals([...await sql`select name, region from facilities`], [
      { name: "Mercy", region: "west" },
    ]);
    assertEquals(await history(), { ...THERE, next: true });
    assertEquals(await start(), []);
  }));

Deno.test("start/applies_what_the_tree_has_ahead_and_later_records_its_migration", () =>
  withWorkingDatabase(async ({ sql, start, write, addToTree, history }) => {
    await addToTree(REGION);
    assertMatch((await start()).join("\n"), /run ahead.*\nthe difference is applied$/);
    await sql`update facilities set region = 'east'`;
    assertEquals(await history(), THERE);
    assertEquals(await start(), []);
    // Written down with a data move: it is recorded, and not run on rows that have moved on.
    const move =
      "\n-- data move: all in the north\nupdate public.facilities set region = 'north';\n" +
      "-- end of data move\n";
    await write(`supabase/migrations/${NEXT}`, REGION + move);
    assertEquals(await start(), [
      `${NEXT}: recorded; its data moves were not run on this database`,
    ]);
    assertEquals(await history(), { ...THERE, next: true });
    assertEquals([...await sql`select region from facilities`], [{ region: "east" }]);
    // It is no longer ahead: the next migration is applied.
    await write(
      "supabase/migrations/20991231000001_more.sql",
      "update public.facilities set region = 'x';",
    );
    assertEquals(await start(), ["1 migration applied"]);
    assertEquals([...await sql`select region from facilities`], [{ region: "x" }]);
  }));

Deno.test("start/takes_a_migration_that_is_written_anew_under_the_same_and_another_name", () =>
  withWorkingDatabase(async ({ root, start, write, addToTree, history }) => {
    await addToTree(REGION);
    await write(`supabase/migrations/${NEXT}`, REGION);
    await start();
    await write(`supabase/migrations/${NEXT}`, `-- Another comment.\n${REGION}`);
    assertEquals(await start(), []);
    assertEquals(await history(), { ...THERE, next: true });
    await Deno.rename(
      `${root}/supabase/migrations/${NEXT}`,
      `${root}/supabase/migrations/20991231000001_renamed.sql`,
    );
    assertEquals(await start(), []);
    assertEquals(await history(), { ...THERE, renamed: true });
  }));

Deno.test("start/refuses_to_lose_rows_until_a_migration_says_so", () =>
  withWorkingDatabase(async ({ sql, start, write, addToTree, resetTree, history }) => {
    await addToTree(REGION);
    await start();
    await resetTree();
    await assertRejectsWith(
      () => start(),
      /rows would be lost \(`-- drop: facilities\.region`\).*task reset/,
    );
    assertEquals((await sql`select region from facilities`).length, 1);
    await write(
      `supabase/migrations/${NEXT}`,
      'ALTER TABLE "public"."facilities"\n  DROP COLUMN IF EXISTS "region";\n',
    );
    assertMatch((await start()).join("\n"), /the difference is applied/);
    await assertRejects(async () => await sql`select region from facilities`);
    assertEquals(await history(), { ...THERE, next: true });
  }));

Deno.test("start/gives_a_new_database_the_tree_while_the_next_version_is_worked_on", () =>
  withNewDatabase(async ({ sql, start, write, addToTree, history, workOnTheNext }) => {
    await workOnTheNext();
    await addToTree(REGION);
    assertEquals(await start(), ["the source tree is loaded"], "without the CLI");
    assertEquals(await history(), THERE);
    await sql`insert into facilities (name, region) values ('Mercy', 'east')`;
    assertEquals(await start(), []);
    // Released, the migration is recorded; what comes after it is applied.
    await write(`supabase/migrations/${NEXT}`, REGION);
    assertEquals(await start(), []);
    assertEquals(await history(), { ...THERE, next: true });
    await write(
      "supabase/migrations/20991231000001_more.sql",
      "update facilities set region = 'x'",
    );
    assertEquals(await start(), ["1 migration applied"]);
    assertEquals([...await sql`select region from facilities`], [{ region: "x" }]);
  }));

Deno.test("start/runs_the_changes_of_the_next_version_once_on_a_released_database", () =>
  withWorkingDatabase(async ({ sql, start, write, addToTree, history, workOnTheNext }) => {
    await workOnTheNext();
    await addToTree("alter table public.candidates drop column phone;" + REGION);
    const move = [
      "-- data move: all in the north",
      "-- after columns are added",
      "update public.facilities set region = 'north';",
      "-- end of data move",
    ].join("\n");
    await write(CHANGES, move);
    await assertRejectsWith(() => start(), /`-- drop: candidates\.phone`.* supabase\/changes\/99/);
    await write(CHANGES, `-- drop: candidates.phone\n\n${move}\n`);
    assertMatch((await start()).join("\n"), /the difference is applied$/);
    assertEquals([...await sql`select region from facilities`], [{ region: "north" }]);
    assertEquals(await history(), THERE);
    await sql`update facilities set region = 'east'`;
    await addToTree("comment on table public.facilities is 'Where people work.';");
    await start();
    assertEquals([...await sql`select region from facilities`], [{ region: "east" }]);
  }));

Deno.test("start/tells_a_database_that_a_draft_made", () =>
  withWorkingDatabase(async ({ sql, start, addToTree, history }) => {
    await sql`insert into supabase_migrations.schema_migrations (version) values ('20261123003409')`;
    await addToTree(REGION);
    const [told, ...lines] = await start();
    assertMatch(told ?? "", /made by a draft of 0\.14\.0 \(20261123003409\) that was never rel/);
    assertMatch(lines.join("\n"), /the difference is applied$/);
    assertEquals(await history(), THERE);
    assertEquals([...await sql`select region from facilities`], [{ region: "west" }]);
  }));

Deno.test("start/keeps_everything_when_the_difference_or_the_tree_fails", () =>
  withWorkingDatabase(async ({ sql, start, addToTree, resetTree }) => {
    const before = await readCatalog(sql);
    await addToTree("alter table public.facilities add column region text not null;");
    await assertRejectsWith(
      () => start(),
      /does not apply: column "region".*contains null values.*kept/,
    );
    await resetTree();
    await addToTree("create view public.broken as select nothing from public.facilities;");
    await assertRejectsWith(
      () => start(),
      /trial_2\.sql failed, line 1: column "nothing" does not exist/,
    );
    assertEquals(compareCatalogs(await readCatalog(sql), before), []);
    await resetTree();
    assertEquals(await start(), []);
  }));

Deno.test("start/names_a_database_from_before_0_9_0", () =>
  withWorkingDatabase(async ({ sql, start }) => {
    await sql`insert into supabase_migrations.schema_migrations (version) values ('20260101000100')`;
    await assertRejectsWith(() => start(), /from before version 0\.9\.0.*`deno task reset`/);
  }));

Deno.test("start/leaves_settings_that_people_changed", () =>
  withWorkingDatabase(async ({ sql, start, addToTree, write }) => {
    await sql`update organization_settings set invoice_number_prefix = 'MINE'`;
    await addToTree("comment on table public.facilities is 'Where people work.';");
    const text = "comment on table public.facilities is 'Where people work.';";
    await write(`supabase/migrations/${NEXT}`, text);
    assertEquals(await start(), ["1 migration applied"]);
    assertEquals([...await sql`select invoice_number_prefix from organization_settings`], [
      { invoice_number_prefix: "MINE" },
    ]);
  }));

Deno.test("template/holds_the_tree_and_takes_the_demo_firm", () =>
  withDatabase(async ({ sql }) => {
    await sql.unsafe(await Deno.readTextFile("supabase/seed.sql"));
    const [count] = await sql`select count(*)::int as entries from time_entries`;
    assert(count?.entries > 1000);
  }));
