// Views that a firm made over ours: an upgrade takes them out of its way and makes them again.
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { applyMigration, applyMigrations, readHistory } from "../../stack/schema/migrations.ts";
import { namesMadeBy, ownViewsDown, ownViewsUp } from "../../stack/schema/own_views.ts";
import { readEarlierReleases, readReleases, type Release } from "../../tools/releases/released.ts";
import { assertRejectsWith } from "../support/rejections.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { withEmptyDatabase } from "./databases.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER = Deno.env.get("TEST_SERVER_URL") ?? "";
const releases = await readReleases(ROOT);
const [first] = releases;
const last = releases.at(-1);
/** The last one to which our views stand in the way of an upgrade. */
const lastStopped = releases.find(({ version }) => version === "0.14.0");
const before = (await readEarlierReleases(ROOT)).at(-1);
assert(first && last && lastStopped && before);

const OWN_VIEWS = `
  create schema reports;
  grant create on schema reports to service_role;
  alter default privileges in schema reports grant select on tables to anon;
  create view reports.owed with (security_invoker = true) as
    select facility_id, balance as "Still owed" from public.ar_aging;
  comment on view reports.owed is 'What they ''owe''';
  comment on column reports.owed."Still owed" is 'Dollars';
  revoke all on reports.owed from anon;
  grant select (facility_id) on reports.owed to authenticated;
  create view reports.late with (security_barrier = true, check_option = local) as
    select * from reports.owed where "Still owed" > 0 and (private.clock()).business_date > '2026-01-01';
  grant select, update on reports.late to service_role with grant option;
  create view public.margins as select * from public.assignment_margin;
  create materialized view reports.pay as select * from public.my_pay;
  create unique index pay_by_item on reports.pay (payroll_item_id);
  create materialized view reports.empty as select late.facility_id from reports.late with no data;
  create view reports.names as select id, name from public.facilities;
  alter view reports.names alter column name set default 'New';
  create rule nothing_goes as on delete to reports.names do instead nothing;
  create function reports.keep() returns trigger language plpgsql as 'begin return null; end';
  create trigger names_are_kept instead of update on reports.names
    for each row execute function reports.keep();
  alter view reports.names owner to service_role;
  create view reports.people as select id from public.candidates;
  create function reports.people_count() returns bigint begin atomic select count(*) from reports.people; end;
  create table public.mine (id int);
  create view public.only_mine as select * from public.mine;`;

/** All that is to be the same of a view. */
const DESCRIBED = `
  select class.oid::regclass::text as name, class.relkind, pg_get_viewdef(class.oid) as definition,
         class.reloptions, class.relispopulated, class.relowner::regrole::text as owner,
         array(select item::text from aclexplode(coalesce(class.relacl, acldefault('r', class.relowner))) as item
                order by item::text) as grants,
         array(select concat_ws(' ', attname, attacl, col_description(attrelid, attnum), pg_get_expr(adbin, adrelid))
                 from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
                where attrelid = class.oid and attnum > 0 order by attnum) as columns,
         obj_description(class.oid, 'pg_class') as comment,
         array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = class.oid) as triggers,
         array(select pg_get_ruledef(oid) from pg_rewrite where ev_class = class.oid order by rulename) as rules,
         array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = class.oid) as indexes
    from pg_class as class
   where class.relkind in ('v', 'm')
     and (class.relnamespace = 'reports'::regnamespace
          or class.oid in (to_regclass('public.margins'), to_regclass('public.only_mine')))
   order by 1`;

/** Runs a test on an empty database of a release. */
async function withVersion(
  { migrations }: Release,
  test: (sql: postgres.Sql, warnings: string[], url: string) => Promise<void>,
): Promise<void> {
  await withEmptyDatabase(SERVER, async (url) => {
    const warnings: string[] = [];
    const onnotice = ({ severity, message = "" }: postgres.Notice) => {
      if (severity === "WARNING") warnings.push(message);
    };
    const sql = postgres(url, { max: 1, onnotice });
    try {
      await readHistory(sql); // makes it
      for (const file of migrations) await applyMigration(sql, file);
      warnings.length = 0;
      await test(sql, warnings, url);
    } finally {
      await sql.end();
    }
  });
}

async function described(sql: postgres.Sql): Promise<Record<string, unknown>[]> {
  return (await sql.unsafe(DESCRIBED)).map((row) => ({ ...row }));
}

async function isNoted(sql: postgres.Sql): Promise<boolean> {
  const [{ noted }] = await sql<[{ noted: boolean }]>`
    select to_regnamespace('staffing_upgrade') is not null as noted`;
  return noted;
}

Deno.test("own_views/are_as_they_were_after_the_next_release", () =>
  withVersion(before, async (sql, warnings) => {
    await sql.unsafe(OWN_VIEWS);
    const made = await described(sql);
    assertEquals(made.length, 8);
    await applyMigrations(sql, await pendingMigrations());
    assertEquals(await described(sql), made);
    assertEquals(await isNoted(sql), false);
    const [warning = "", ...others] = warnings;
    assertEquals(others, []);
    assertMatch(
      warning,
      /^The view reports\.people stays where it is: .*function reports\.people_count\(\) depends on/,
    );
  }));

Deno.test("own_views/that_no_longer_fit_are_kept_as_text_until_they_do", () =>
  withVersion(last, async (sql, warnings) => {
    await sql.unsafe(OWN_VIEWS);
    const made = await described(sql);
    const down = async () => {
      const text = await ownViewsDown(namesMadeBy(last.migrations));
      await sql.begin((transaction) => transaction.unsafe(text));
    };
    const up = async () => {
      const text = await ownViewsUp();
      await sql.begin((transaction) => transaction.unsafe(text));
    };
    await down();
    await down(); // nothing is left to note
    assertEquals((await described(sql)).map(({ name }) => name), ["only_mine", "reports.people"]);
    await sql`alter table public.facilities rename name to called`;
    warnings.length = 0;
    await up();
    await up();
    const warning =
      'The view reports.names no longer fits: column "name" does not exist. Its text is ' +
      "kept in staffing_upgrade.own_views (docs/own_objects.md).";
    assertEquals(warnings, [warning, warning]);
    const kept = await sql`select name, definition, problem from staffing_upgrade.own_views`;
    assertEquals(kept.map(({ name }) => name), ["reports.names"]);
    assertStringIncludes(kept[0]?.definition, "create view reports.names as");
    await sql`alter table public.facilities rename called to name`;
    await up();
    assertEquals(await described(sql), made);
    assertEquals(await isNoted(sql), false);
  }));

Deno.test("own_views/let_0_9_0_pass_to_0_14_0_by_own_views_down_and_up", () =>
  withVersion(first, async (sql, _warnings, url) => {
    await sql.unsafe(`
      create schema reports;
      create view reports.bills as select id, status, total from public.invoices;
      create view reports.aging as select * from public.ar_aging;
      create view reports.hours as select assignment_id, sum(hours) as hours from public.time_entries group by 1;
      create view reports.mixed as select * from reports.bills cross join reports.hours`);
    const go = async () => {
      const history = await readHistory(sql);
      for (const file of lastStopped.migrations) {
        if (!history.has(file.version)) await applyMigration(sql, file);
      }
    };
    await assertRejectsWith(go, /other objects depend on it|used by a view or rule/);
    assertEquals(
      await ownViews("down", url),
      "noted and dropped: reports.aging, reports.bills, reports.hours, reports.mixed",
    );
    await go();
    assertEquals(
      await ownViews("up", url),
      "made again: reports.aging, reports.bills, reports.hours, reports.mixed",
    );
    assertEquals(await ownViews("up", url), "made again: none");
    await sql`select from reports.mixed`;
  }));

Deno.test("own_views/are_told_from_ours_by_the_names_that_releases_made", () =>
  withVersion(last, async (sql) => {
    const names = new Set(namesMadeBy(last.migrations));
    const there = await sql<{ name: string }[]>`
      select relnamespace::regnamespace || '.' || relname as name from pg_class
       where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v', 'm')
         and not relispartition
      union
      select pronamespace::regnamespace || '.' || proname || '()' from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;
    assertEquals(there.map(({ name }) => name).filter((name) => !names.has(name)), []);
  }));

async function ownViews(way: "down" | "up", url: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", "cli/own_views.ts", way],
    cwd: ROOT,
    env: { SUPABASE_DB_URL: url },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  assertEquals(text(stderr), "");
  return text(stdout);
}
