// A migration adds columns at the end, the source tree has them where they belong: nothing may count on the
// order of columns. Here every table has them the other way round.
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type postgres from "postgres";
import { fileURLToPath } from "node:url";
import { applyBase } from "../../../../stack/base.ts";
import { compareCatalogs, readCatalog } from "../../../../stack/schema/catalog.ts";
import { loadSchemaTree, readSchemaTree } from "../../../../stack/schema/tree.ts";
import { withScratchDatabase } from "../../../../stack/schema/scratch_database.ts";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";
import { reversedTree } from "../../../support/schema/reversed_tree.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const CLOCK = { "app.clock": "2026-11-18 12:00:00+00" };

/** Runs a test on a database with the columns of every table in the opposite order. */
async function withReversedColumns(test: (url: string) => Promise<void>): Promise<void> {
  const files = reversedTree(await readSchemaTree(ROOT));
  const fill = async (sql: postgres.Sql) => {
    await applyBase(sql);
    await loadSchemaTree(sql, files);
  };
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await withScratchDatabase(Deno.env.get("TEST_SERVER_URL") ?? "", name, fill, test);
}

/** Loads the demo firm, lets it work for a day, and tells how many rows and what sums are in each table. */
async function sumsOfADay(url: string): Promise<Record<string, unknown>> {
  const sql = connectTo(url, CLOCK);
  try {
    await sql.unsafe(await Deno.readTextFile(`${ROOT}/supabase/seed.sql`));
    const jobs = [await lockEndedAssignments(sql), await accrueOverdueInterest(sql)];
    await sql`select from weekly_billing_run()`;
    await sql`select from send_invoices((select array_agg(id) from invoices where status = 'draft'))`;
    await sql`select void_invoice(id, 'Wrong week.') from (
                select id from invoices where status = 'sent' and amount_paid = 0
                 order by total desc limit 1) as invoice`;
    const proposals = await sql`
      select proposal.id from checks
       cross join lateral propose_check_reconciliation(checks.id) as proposal
       where checks.status = 'received' order by checks.amount`;
    for (const { id } of proposals) await sql`select from confirm_check_reconciliation(${id})`;
    await sql`select return_check(id, 'It bounced.') from (
                select id from checks where status = 'reconciled' order by amount desc limit 1) as returned`;
    await sql`select prepare_payroll_draft(id) from (
                select id from payroll_periods where status = 'open' order by period_start limit 1) as period`;
    for (const status of ["draft", "in_review"]) {
      await sql`select from advance_payroll_batch_status(
                  (select id from payroll_batches where status = ${status}), ${status})`;
    }
    await sql`select from close_and_lock_payroll_batch(
                (select id from payroll_batches where status = 'approved'))`;
    const statements = await sql`
      select sum(statement.balance) from facilities
       cross join lateral facility_statement(facilities.id, '2026-01-01', '2026-11-18') as statement`;
    const aging = await sql`select sum(balance), sum(interest) from ar_aging_as_of('2026-11-18')`;
    return {
      jobs,
      proposals: proposals.length,
      statements: [...statements],
      aging: [...aging],
      ...await tables(sql),
    };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function tables(sql: postgres.Sql): Promise<Record<string, unknown>> {
  const columns = await sql<{ table: string; sums: string }[]>`
    select table_name as table,
           coalesce(string_agg(format('sum(%I)', column_name), ', ' order by column_name), 'null') as sums
      from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'numeric'
     group by table_name`;
  const found = await Promise.all(columns.map(async ({ table, sums }) => [
    table,
    Object.values((await sql.unsafe(`select row(count(*), ${sums})::text from ${table}`))[0] ?? {}),
  ]));
  return Object.fromEntries(found);
}

Deno.test("column_order/is_not_part_of_the_catalog", () =>
  withDatabase(({ sql }) =>
    withReversedColumns(async (url) => {
      const reversed = connectTo(url);
      const first = (sql: postgres.Sql) =>
        sql`select attname from pg_attribute where attrelid = 'invoices'::regclass and attnum = 1`;
      assertNotEquals(await first(reversed), await first(sql));
      assertEquals(compareCatalogs(await readCatalog(reversed), await readCatalog(sql)), []);
      await reversed.end();
    })
  ));

Deno.test("column_order/does_not_matter_to_a_days_work", () =>
  withDatabase(({ url: usual }) =>
    withReversedColumns(async (reversed) => {
      const sums = await sumsOfADay(usual);
      assert(Object.keys(sums).length > 10, JSON.stringify(sums));
      assertEquals(await sumsOfADay(reversed), sums);
    })
  ));
