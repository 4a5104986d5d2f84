// `deno task preflight` before an upgrade: only what the next files bring can be in the way.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { applyMigration, readMigrations } from "../../../../stack/schema/migrations.ts";
import { withExamined } from "../../../support/preflight/databases.ts";
import { pendingMigrations } from "../../../support/schema/pending.ts";

Deno.test("preflight/takes_no_release_for_its_own_obstacle", () =>
  withExamined(async ({ sql, look }) => {
    const [, ...files] = await readMigrations(await pendingMigrations());
    const told: string[] = [];
    for (const file of files) {
      const { isClear, text } = await look();
      assert(isClear, text);
      told.push(text);
      await applyMigration(sql, file);
    }
    assertMatch(told[0] ?? "", /Installed: 0\.9\.0\. To be applied: 0\.10\.0, 0\.11\.0, /);
    assertMatch((await look()).text, /To be applied: nothing\.\n\nNothing is in the way\.$/);
  }, "0.9.0"));

Deno.test("preflight/names_own_objects_that_the_next_files_would_meet", () =>
  withExamined(async ({ sql, look }) => {
    await sql.unsafe(`
      create schema own;
      create view own.debts as select id, total from public.invoices;
      create view own.of_own as select id from own.debts;
      create view own.roles as select private.has_role('{admin}') as is_admin;
      create table public.outbox_of_mine (id int);
      create function private.own_cron_jobs(int) returns int language sql as 'select 1';
      create function private.version_of_mine() returns int language sql as 'select 1';
      alter table public.facilities add column billing_group text;
      create trigger credit_notes_are_mailed before update on public.invoices for each row
          execute function suppress_redundant_updates_trigger();
      create trigger invoices_are_issued_within_a_month before update on public.invoices for each row
          execute function suppress_redundant_updates_trigger()`);
    const { isClear, text } = await look();
    assert(!isClear);
    assertEquals(text.split("\n").filter((line) => line.startsWith("     ")), [
      "     function private.own_cron_jobs(integer)",
      "     trigger invoices_are_issued_within_a_month of public.invoices",
      "     own.debts",
      "     own.roles",
    ]);
  }, "0.13.0"));

Deno.test("preflight/asks_for_the_owner_of_the_schema", () =>
  withExamined(async ({ sql, look }) => {
    const owner = `owner_${crypto.randomUUID().replaceAll("-", "")}`;
    await sql.unsafe(`create role ${owner}; alter table public.invoices owner to ${owner}`);
    try {
      assertMatch((await look()).text, new RegExp(`The schema belongs to ${owner}, and you are `));
    } finally {
      await sql.unsafe(`alter table public.invoices owner to postgres; drop role ${owner}`);
    }
  }, "0.14.0"));
