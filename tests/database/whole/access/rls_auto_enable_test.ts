// The procedure: tables that somebody forgot row level security on.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import { CALLERS, identityOf, signedIn } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const PATHS = ["rls_auto_enable", "rlsautoenable"] as const;

/** Makes tables that the event trigger does not see. */
async function forget(sql: postgres.Sql, ...names: string[]): Promise<void> {
  await sql`alter event trigger ensure_rls disable`;
  for (const name of names) await sql`create table public.${sql(name)} (id int)`;
  await sql`alter event trigger ensure_rls enable`;
}

async function withoutRls(sql: postgres.Sql): Promise<string[]> {
  const tables = await sql<{ relname: string }[]>`
    select relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity
     order by relname`;
  return tables.map((table) => table.relname);
}

Deno.test("rls_auto_enable/turns_it_on_for_each_table_that_lacks_it_and_names_them_in_order", () =>
  withDatabase(async ({ sql }) => {
    const names = ['a "quoted" one', "b; drop table facilities", "forgotten", "select"];
    await forget(sql, ...names);
    await sql`create table public.split (id int) partition by range (id)`;
    await sql`alter table public.split disable row level security`;
    assertEquals(await withoutRls(sql), [...names, "split"].sort());
    const rows = await sql`select rls_auto_enable() as name`;
    assertEquals(rows.map((row) => row.name), [...names, "split"].sort());
    assertEquals(await withoutRls(sql), []);
    assertEquals([...await sql`select rls_auto_enable()`], []);
  }));

Deno.test("rls_auto_enable/takes_an_admin_or_the_service_role_under_both_paths", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const path of PATHS) {
      for (const caller of CALLERS) {
        await forget(sql, `${path}_${caller}`);
        const answer = actingAs(
          sql,
          identityOf(caller, firm.users),
          (sql) => sql`select ${sql(path)}() as name`,
        );
        if (caller === "admin" || caller === "service") {
          assertEquals([...await answer], [{ name: `${path}_${caller}` }]);
        } else if (caller === "signed_out") {
          assertEquals(await answer.catch((error) => error.code), "42501");
        } else {
          await assertRefused(answer, 403, "role_required");
        }
        await sql`drop table public.${sql(`${path}_${caller}`)}`;
      }
    }
  }));

Deno.test("rls_auto_enable/leaves_who_what_before_and_after_for_each_table", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const [caller, actor] of [["admin", firm.users.admin], ["service", null]] as const) {
      await forget(sql, `one_${caller}`, `two_${caller}`);
      await actingAs(sql, identityOf(caller, firm.users), (sql) => sql`select rlsautoenable()`);
      const entries = await sql`
        select actor, procedure, row_id, old, new from audit_log
         where table_name in (${`one_${caller}`}, ${`two_${caller}`})`;
      const entry = {
        actor,
        procedure: "rls_auto_enable",
        row_id: null,
        old: { row_security: false },
        new: { row_security: true },
      };
      assertEquals([...entries], [entry, entry]);
    }
  }));

Deno.test("rls_auto_enable/closes_the_table_to_whoever_it_was_granted_to", () =>
  withDatabase(async ({ sql }) => {
    await forget(sql, "open_to_all");
    await sql`grant all on open_to_all to anon, authenticated`;
    await sql`insert into open_to_all values (1)`;
    const read = () =>
      actingAs(sql, signedIn(crypto.randomUUID()), (sql) => sql`select from open_to_all`);
    assertEquals((await read()).length, 1);
    await sql`select rls_auto_enable()`;
    assertStrictEquals((await read()).length, 0);
  }));

Deno.test("rls_auto_enable/leaves_tables_of_extensions_and_names_them_in_a_notice", () =>
  withDatabase(async ({ sql, url }) => {
    await forget(sql, "of_extension", "of_us");
    await sql`alter extension btree_gist add table public.of_extension`;
    const notices: string[] = [];
    const listening = postgres(url, {
      max: 1,
      onnotice: (notice) => notices.push(notice.message ?? ""),
    });
    const rows = await listening`select rls_auto_enable() as name`;
    await listening.end();
    assertEquals([...rows], [{ name: "of_us" }]);
    assertEquals(notices, ["left alone: of_extension (belongs to an extension)"]);
    assertEquals(await withoutRls(sql), ["of_extension"]);
  }));

Deno.test("rls_auto_enable/does_nothing_outside_of_public", () =>
  withDatabase(async ({ sql }) => {
    await sql`create schema elsewhere`;
    await sql`create table elsewhere.untouched (id int)`;
    assertEquals([...await sql`select rls_auto_enable()`], []);
    const [table] = await sql`select relrowsecurity from pg_class where relname = 'untouched'`;
    assertEquals(table, { relrowsecurity: false });
  }));

Deno.test("rls_auto_enable/run_twice_at_once_names_a_table_once_and_fails_for_nobody", () =>
  withDatabase(async ({ sql, url }) => {
    await forget(sql, "contested");
    const other = connectTo(url);
    try {
      const answers = await Promise.all(
        [sql, other].map((sql) => sql<{ name: string }[]>`select rls_auto_enable() as name`),
      );
      assert(answers.flat().some((row) => row.name === "contested"));
      assertEquals(await withoutRls(sql), []);
    } finally {
      await other.end({ timeout: 1 });
    }
  }));
