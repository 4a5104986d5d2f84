// Every check answers who comes by the API in words: its name as the slug, a sentence, and a hint for who is asking.
import { assert, assertEquals, assertMatch } from "@std/assert";
import postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import { signedIn } from "../../../support/access/callers.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

/** Verbs with which a hint begins. */
const WHAT_TO_DO =
  /^(Add|Bill|Change|Choose|Correct|Enter|Give|Leave|Let|Say|Send|Shorten|Submit|Switch) /;
/** Identity of a program with the secret key. */
const PROGRAM = { role: "service_role", claims: "" };

async function refusalOf(attempt: PromiseLike<unknown>): Promise<postgres.PostgresError> {
  const error = await Promise.resolve(attempt).then(() => null, (error: unknown) => error);
  assert(error instanceof postgres.PostgresError, "not refused");
  return error;
}

Deno.test("checks/of_every_table_are_told_in_words_by_the_last_trigger_of_its_rows", () =>
  withDatabase(async ({ sql }) => {
    const tables = await sql<{ name: string; last: string | null; untold: string[] }[]>`
      select class.relname as name,
             (select max(tgname collate "C") from pg_trigger
               where tgrelid = class.oid and tgtype & 3 = 3 and tgtype & 20 > 0) as last,
             (select array_agg(rule.conname) filter (where position(quote_literal(rule.conname) in told.prosrc) = 0
                         or position(pg_get_expr(rule.conbin, rule.conrelid) in told.prosrc) = 0)
                from pg_constraint as rule
                left join pg_proc as told on told.proname = 'tell_checks_of_' || class.relname
               where rule.conrelid = class.oid and rule.contype = 'c') as untold
        from pg_class as class
       where class.relnamespace = 'public'::regnamespace and class.relkind = 'r'
         and exists (select from pg_constraint as rule where rule.conrelid = class.oid and rule.contype = 'c')`;
    assert(tables.length > 20);
    for (const { name, last, untold } of tables) {
      assertEquals({ last, untold }, { last: "zz_checks_are_told_in_words", untold: null }, name);
    }
  }));

Deno.test("checks/that_people_may_break_say_what_is_wrong_and_what_to_do", () =>
  withDatabase(async ({ sql }) => {
    const checks = await sql<{ name: string; message: string; hint: string }[]>`
      select rule.conname as name, words.message, words.hint
        from pg_constraint as rule
       cross join lateral private.words_of_check(rule.oid) as words
       where rule.connamespace = 'public'::regnamespace and rule.contype = 'c'
         -- Lengths are refused in words of their own (private.require_text).
         and pg_get_constraintdef(rule.oid) not like '%private.require\_%'
         and exists (
             select from unnest(rule.conkey) as key
              where has_column_privilege('authenticated', rule.conrelid, key, 'insert')
                 or has_column_privilege('authenticated', rule.conrelid, key, 'update'))`;
    assert(checks.length > 150);
    for (const { name, message, hint } of checks) {
      assertMatch(message, /^[A-Z][^{}]*\.$/, name);
      assert(!message.startsWith("A rule forbids this"), `${name} needs a comment of its own`);
      assertMatch(message, /^[^_]*$/, `${name}: no name of a program`);
      assertMatch(hint, WHAT_TO_DO, name);
      assertMatch(hint, /^[^{}]*\.$/, name);
    }
  }));

Deno.test("checks/tell_people_what_to_do_and_programs_where_it_is_explained", () =>
  withDatabase(async ({ sql }) => {
    const user = crypto.randomUUID();
    await sql`insert into staff_members (user_id, roles) values (${user}, '{admin}')`;
    const add = (sql: postgres.ISql) =>
      sql`insert into facilities (name, payment_terms_days) values ('Late', 500)`;

    const told = await refusalOf(actingAs(sql, signedIn(user), add));
    assertEquals([told.code, told.detail], ["PT400", "payment_terms_are_within_a_year"]);
    assertEquals(told.message, "An invoice is due 0 to 365 days after its issue.");
    assertEquals(told.hint, "Give a number of days from 0 to 365.");
    const program = await refusalOf(actingAs(sql, PROGRAM, add));
    assertEquals([program.code, program.detail], ["PT400", "payment_terms_are_within_a_year"]);
    assertMatch(program.hint ?? "", /^Look up payment_terms_are_within_a_year in docs/);
    // The owner's session meets the check itself.
    await assertViolates(add(sql), "payment_terms_are_within_a_year");
  }));

Deno.test("checks/are_told_in_words_inside_procedures_too", () =>
  withDatabase(async ({ sql }) => {
    const user = crypto.randomUUID();
    await sql`insert into staff_members (user_id, roles) values (${user}, '{admin}')`;
    await sql`
      create function add_late_facility() returns void language sql security definer as $$
          insert into public.facilities (name, payment_terms_days) values ('Late', 500) $$`;
    const add = actingAs(sql, signedIn(user), (sql) => sql`select add_late_facility()`);
    await assertRefused(add, 400, "payment_terms_are_within_a_year");
  }));

Deno.test("checks/without_words_of_their_own_are_told_by_their_name", () =>
  withDatabase(async ({ sql }) => {
    await sql`alter table holidays add constraint holiday_is_no_feast check (name <> 'Feast')`;
    const [told] = await sql`
      select words.* from pg_constraint as rule
       cross join lateral private.words_of_check(rule.oid) as words
       where rule.conname = 'holiday_is_no_feast'`;
    assertEquals(told?.message, "A rule forbids this: holiday is no feast.");
  }));

Deno.test("checks/a_timezone_that_the_firm_cannot_have_is_told_in_words", () =>
  withDatabase(async ({ sql }) => {
    const user = crypto.randomUUID();
    await sql`insert into staff_members (user_id, roles) values (${user}, '{admin}')`;
    for (const who of [signedIn(user), PROGRAM]) {
      const change = actingAs(
        sql,
        who,
        (sql) => sql`update organization_settings set operating_timezone = 'Nowhere/Land'`,
      );
      await assertRefused(change, 400, "timezone_unknown");
    }
  }));

Deno.test("checks/of_days_compute_with_the_first_and_the_last_that_there_are", () =>
  withDatabase(async ({ sql }) => {
    const tables = await sql<{ name: string; days: string[] }[]>`
      select class.relname as name, array_agg(attribute.attname::text order by attribute.attname) as days
        from pg_class as class
        join pg_attribute as attribute on attribute.attrelid = class.oid
       where class.relnamespace = 'public'::regnamespace and class.relkind = 'r'
         and attribute.atttypid = 'date'::regtype and attribute.attgenerated = ''
       group by class.relname`;
    assert(tables.length > 20);
    for (const { name, days } of tables) {
      for (const day of days) {
        for (const edge of ["4713-01-01 BC", "5874897-12-31", "-infinity", "infinity"]) {
          const values = days.map((other) => other === day ? `'${edge}'` : "'2026-03-02'");
          const insert = `insert into ${name} (${days.join()}) values (${values.join()})`;
          const code = await actingAs(sql, PROGRAM, (sql) => sql.unsafe(insert))
            .then(
              () => "taken",
              (error: unknown) => error instanceof postgres.PostgresError && error.code,
            );
          assert(code, insert);
          assert(code !== "22008", `out of range: ${insert}`);
        }
      }
    }
  }));
