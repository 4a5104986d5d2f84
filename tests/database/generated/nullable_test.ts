// The types say which columns of views, and of the tables that functions return, may be null. So it is in the demo firm
// and in an empty one.
import assert from "node:assert/strict";
import type postgres from "postgres";
import { NULLABLE } from "../../../tools/column_facts.ts";
import { actingAs } from "../../support/access/acting.ts";
import { withDatabase } from "../../support/server/database.ts";

const SEED = new URL("../../../supabase/seed.sql", import.meta.url);
const CONTRACTOR = "contractor@demo.example";

/** Calls of the functions that return a table of their own. */
const CALLS: Readonly<Record<string, string>> = {
  ar_history: "select said.* from ar_history('2026-01-01', '2026-03-31') as said",
  board: "select said.* from board() as said",
  facility_statement: `select said.* from facilities
    cross join lateral facility_statement(facilities.id, '2000-01-01', '2100-12-31') as said`,
  hours_by_state: "select said.* from hours_by_state() as said",
  payroll_batch_review:
    "select said.* from payroll_batches cross join lateral payroll_batch_review(payroll_batches.id) as said",
  payroll_export:
    "select said.* from payroll_batches cross join lateral payroll_export(payroll_batches.id) as said",
  payroll_period_obstacles:
    "select said.* from payroll_periods cross join lateral payroll_period_obstacles(payroll_periods.id) as said",
  rate_hit_reach:
    "select said.* from rate_hits cross join lateral rate_hit_reach(rate_hits.id) as said",
};

/** Columns that hold a null in some row. */
async function nullsOf(sql: postgres.ISql, name: string): Promise<string[]> {
  const from = CALLS[name] ?? `select * from "${name}"`;
  const rows = await sql<{ column: string }[]>`
    select distinct field.key as column
      from (${
    (sql as postgres.Sql).unsafe(from)
  }) as answered, jsonb_each(to_jsonb(answered)) as field
     where field.value = 'null'::jsonb`;
  return rows.map(({ column }) => column);
}

async function assertNoOtherNulls(sql: postgres.ISql, as: string): Promise<void> {
  for (const [name, nullable] of NULLABLE) {
    const others = (await nullsOf(sql, name)).filter((column) => !nullable.includes(column));
    assert.deepEqual(others, [], `${name} for ${as}`);
  }
}

Deno.test("types/say_of_every_view_and_returned_table_what_may_be_null", () =>
  withDatabase(async ({ sql }) => {
    const named = await sql<{ name: string }[]>`
      select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       union
      select proname from pg_proc
       where pronamespace = 'public'::regnamespace and 't' = any (proargmodes)
       order by 1`;
    assert.deepEqual([...NULLABLE.keys()].sort(), named.map(({ name }) => name).sort());
  }));

Deno.test("types/nothing_else_is_null_in_the_demo_firm_nor_in_an_empty_one", () =>
  withDatabase(async ({ sql }) => {
    await assertNoOtherNulls(sql, "the empty firm");
    await sql.unsafe(await Deno.readTextFile(SEED));
    await sql`reset all`;
    await assertNoOtherNulls(sql, "the owner");
    const [user] = await sql`select id from auth.users where email = ${CONTRACTOR}`;
    const claims = JSON.stringify({ sub: user?.id, role: "authenticated" });
    await actingAs(sql, { role: "authenticated", claims }, async (sql) => {
      for (const name of ["my_assignments", "my_pay", "my_pay_rates"]) {
        const rows = await sql.unsafe(`select * from ${name}`);
        assert(rows.length > 0, name);
        const others = (await nullsOf(sql, name)).filter((column) =>
          !NULLABLE.get(name)?.includes(column)
        );
        assert.deepEqual(others, [], name);
      }
    });
  }));
