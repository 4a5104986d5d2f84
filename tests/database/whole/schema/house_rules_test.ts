// What holds for every table, read from the catalog.
import { assert, assertEquals } from "@std/assert";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

/** Table names, or `table.column` pairs, that a query over the catalog finds. */
function assertNone(rows: readonly Record<string, unknown>[]) {
  assertEquals(rows.map((row) => row.name), []);
}

Deno.test("schema/has_row_level_security_on_every_table", () =>
  withDatabase(async ({ sql }) => {
    assertNone(
      await sql`
      select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
    );
  }));

Deno.test("schema/lets_nobody_in_who_is_signed_out", () =>
  withDatabase(async ({ sql }) => {
    assertNone(
      await sql`
      select class.relname as name from pg_class as class
       where class.relnamespace = 'public'::regnamespace
         and has_table_privilege('anon', class.oid, 'select, insert, update, delete, truncate')`,
    );
    assertNone(
      await sql`
      select oid::regprocedure::text as name from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and has_function_privilege('anon', oid, 'execute')`,
    );
  }));

Deno.test("schema/has_one_policy_per_table_role_and_action_each_naming_its_role", () =>
  withDatabase(async ({ sql }) => {
    assertNone(
      await sql`
      select tablename || ' ' || cmd as name from pg_policies
       where schemaname = 'public' group by tablename, cmd
      having count(*) > 1 or bool_or(roles <> '{authenticated}') or bool_or(cmd = 'ALL')`,
    );
  }));

Deno.test("schema/says_when_each_row_was_made_and_why_each_table_is_there", () =>
  withDatabase(async ({ sql }) => {
    assertNone(
      await sql`
      select class.relname as name from pg_class as class
       where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
         and (obj_description(class.oid) is null
              or not exists (select from pg_attribute where attrelid = class.oid and attname = 'created_at'))`,
    );
  }));

Deno.test("schema/indexes_every_foreign_key", () =>
  withDatabase(async ({ sql }) => {
    assertNone(
      await sql`
      select key.conrelid::regclass || '.' || key.conname as name
        from pg_constraint as key
       where key.contype = 'f' and key.connamespace = 'public'::regnamespace
         and not exists (
             select from pg_index as index
              where index.indrelid = key.conrelid
                and index.indkey[0] = key.conkey[1]
                and (index.indpred is null -- or it has every row that has the key
                     or pg_get_expr(index.indpred, index.indrelid)
                        = format('(%s IS NOT NULL)', pg_get_indexdef(index.indexrelid, 1, true))
                     or (key.conname = 'time_entry_is_of_a_known_code' -- regular is never removed
                         and pg_get_expr(index.indpred, index.indrelid) = '(code <> ''regular''::text)')))`,
    );
  }));

Deno.test("schema/takes_no_infinite_day_and_no_number_that_is_none_in_any_table", () =>
  withDatabase(async ({ sql }) => {
    assertNone(
      await sql`
      select attribute.attrelid::regclass || '.' || attribute.attname as name
        from pg_attribute as attribute
        join pg_class as class on class.oid = attribute.attrelid
       where class.relnamespace = 'public'::regnamespace and class.relkind = 'r'
         and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
         and attribute.atttypid in ('date'::regtype, 'numeric'::regtype)
         and not exists (select from pg_constraint
                          where conrelid = attribute.attrelid
                            and conname = attribute.attname || '_is_finite')`,
    );
    await sql`insert into facilities (name) values ('Mercy')`;
    await assertViolates(
      sql`insert into checks (facility_id, amount, received_on) select id, 5, 'infinity' from facilities`,
      "received_on_is_finite",
    );
    await assertViolates(
      sql`insert into checks (facility_id, amount, received_on)
          select id, 'NaN', '2026-01-01' from facilities`,
      "amount_is_finite",
    );
  }));

Deno.test("schema/names_every_check_for_its_rule", () =>
  withDatabase(async ({ sql }) => {
    // PostgreSQL's own names for unnamed checks are <table>_<column>_check or <table>_check.
    assertNone(
      await sql`
      select conname as name from pg_constraint
       where connamespace = 'public'::regnamespace and contype in ('c', 'x') and conname ~ '_(check|excl)\\d*$'`,
    );
  }));

Deno.test("schema/pins_the_search_path_of_every_function_and_comments_it", () =>
  withDatabase(async ({ sql }) => {
    assertNone(
      await sql`
      select oid::regprocedure::text as name from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and (obj_description(oid, 'pg_proc') is null
              or not coalesce('search_path=""' = any (proconfig), false))`,
    );
  }));

Deno.test("schema/has_a_trigger_on_every_view_that_refuses_writes_in_words", () =>
  withDatabase(async ({ sql }) => {
    const views = await sql<{ name: string; column: string }[]>`
      select class.oid::regclass::text as name, quote_ident(attname) as column
        from pg_class as class join pg_attribute on attrelid = class.oid and attnum = 1
       where class.relnamespace = 'public'::regnamespace and class.relkind in ('v', 'm')`;
    assert(views.length > 9, String(views.length));
    for (const { name, column } of views) {
      const insert = sql.unsafe(`insert into ${name} (${column}) values (null)`);
      await assertRefused(insert, 403, "view_is_read_only");
      // Without a row to write there is nothing to refuse, but it is not an internal error either.
      await sql.unsafe(`update ${name} set ${column} = null where false`);
      await sql.unsafe(`delete from ${name} where false`);
    }
  }));

Deno.test("schema/keeps_security_definer_out_of_public", () =>
  withDatabase(async ({ sql }) => {
    assertNone(
      await sql`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
    );
  }));

Deno.test("schema/refuses_to_change_the_audit_log_to_superusers_and_replication_too", () =>
  withDatabase(async ({ sql }) => {
    await sql`insert into audit_log (procedure, table_name) values ('test', 'invoices')`;
    for (
      const statement of [
        "update audit_log set actor = null",
        "delete from audit_log",
        "truncate audit_log",
      ]
    ) {
      await assertRefused(sql.unsafe(statement), 409, "audit_log_is_append_only");
      const asReplica = sql.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        await sql.unsafe(statement);
      });
      await assertRefused(asReplica, 409, "audit_log_is_append_only");
    }
  }));

Deno.test("schema/keeps_the_days_of_a_payroll_period_that_has_a_batch", () =>
  withDatabase(async ({ sql }) => {
    await sql`
      with period as (
        insert into payroll_periods (period_start, period_end, pay_date)
        values ('2026-01-05', '2026-01-18', '2026-01-23') returning id
      )
      insert into payroll_batches (payroll_period_id) select id from period`;
    const move = () => sql`update payroll_periods set pay_date = '2031-01-03' returning id`;
    await assertRefused(move(), 409, "payroll_period_has_batch");
    await sql`update payroll_batches set status = 'discarded'`;
    assertEquals((await move()).length, 1);
  }));
