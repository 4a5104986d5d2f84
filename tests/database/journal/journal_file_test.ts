// The journal as files: each format whole, exact, and balanced for who reads it.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice } from "../../support/billing/billed_time.ts";
import { send } from "../../support/billing/invoices.ts";
import { HAS_HLEDGER, hledger } from "../../support/journal_files.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { confirm, receive, reconcile } from "../../support/receivables/receipts.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { work } from "../../support/time/worked_time.ts";

const CLOCK = { clock: "2026-05-20 12:00:00-06" };
const WEEK = "2026-03-02";

async function file(
  sql: postgres.Sql,
  format: string | null,
  { summed = false, withAccruals = false, from = "2026-01-01", to = "2026-05-20" } = {},
): Promise<string> {
  const [{ file }] = await sql<[{ file: string }]>`
    select journal_file(${from}, ${to}, ${format}, ${summed}, ${withAccruals}) as file`;
  return file;
}

/** Two people at one facility with a name that means something to every format, billed, paid for and paid. */
async function withJournal(test: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql, '=St. "Mary",  (North; 2)');
    const people = [await firm.assignment(), await firm.assignment()];
    for (const assignment of people) await firm.entry(assignment, "approved", WEEK, "8");
    const invoice = await createInvoice(sql, firm.facilityId);
    await send(sql, [invoice.id], "2026-03-10");
    const check = await receive(firm, "1600.00", "2026-04-10");
    await sql`update checks set check_number = '47;11'`;
    await confirm(sql, await reconcile(sql, { check }, { [invoice.id]: "1600.00" }));
    await close(sql, await prepare(sql, WEEK));
    await sql`update journal_accounts set name = 'Sales:Staffing (all)', number = '4000' where type = 'income'`;
    await test(sql);
  }, CLOCK);
}

Deno.test("journal_file/csv_has_the_rows_of_the_journal_with_names", () =>
  withJournal(async (sql) => {
    const lines = (await file(sql, "csv")).split("\r\n");
    assertEquals(lines.slice(0, 4), [
      "posted_on,document,account,account_number,account_name,debit,credit,facility,contractor,memo",
      "2026-03-10,INV-2026-000001,receivables,,Accounts receivable,1600.00,0.00," +
      `"'=St. ""Mary"",  (North; 2)",,Invoice for 2026-03-02 to 2026-03-08`,
      "2026-03-10,INV-2026-000001,revenue_regular,4000,Sales:Staffing (all),0.00,800.00," +
      `"'=St. ""Mary"",  (North; 2)",Ada Nurse,Invoice for 2026-03-02 to 2026-03-08`,
      "2026-03-10,INV-2026-000001,revenue_regular,4000,Sales:Staffing (all),0.00,800.00," +
      `"'=St. ""Mary"",  (North; 2)",Ada Nurse,Invoice for 2026-03-02 to 2026-03-08`,
    ]);
    assertEquals(lines.at(-1), "");
    const [{ rows }] = await sql<[{ rows: number }]>`
      select count(*)::int as rows from journal('2026-01-01', '2026-05-20')`;
    assertStrictEquals(lines.length, rows + 2);
    const summed = (await file(sql, "csv", { summed: true })).split("\r\n");
    assertStrictEquals(
      summed[2],
      "2026-03-10,INV-2026-000001,revenue_regular,4000,Sales:Staffing (all),0.00,1600.00," +
        `"'=St. ""Mary"",  (North; 2)",,`,
    );
    assertStrictEquals(
      await file(sql, "csv", { from: "2020-01-01", to: "2020-01-31" }),
      lines[0] + "\r\n",
    );
    assertStrictEquals(await file(sql, "csv"), lines.join("\r\n"), "the same again");
  }));

Deno.test("journal_file/presets_number_each_balanced_entry_and_leave_the_other_side_empty", () =>
  withJournal(async (sql) => {
    const quickbooks = (await file(sql, "quickbooks_online", { summed: true })).split("\r\n");
    assertEquals(quickbooks.slice(0, 3), [
      "JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name",
      `20260310-1,03/10/2026,Accounts receivable,1600.00,,INV-2026-000001,"'=St. ""Mary"",  (North; 2)"`,
      `20260310-1,03/10/2026,Sales:Staffing (all),,1600.00,INV-2026-000001,"'=St. ""Mary"",  (North; 2)"`,
    ]);
    const netsuite = (await file(sql, "netsuite", { summed: true })).split("\r\n");
    assertEquals(netsuite.slice(0, 3), [
      "External ID,Date,Memo,Account,Debit,Credit,Line Memo,Name",
      `20260310-1,03/10/2026,INV-2026-000001,Accounts receivable,1600.00,,,"'=St. ""Mary"",  (North; 2)"`,
      `20260310-1,03/10/2026,INV-2026-000001,4000 Sales:Staffing (all),,1600.00,,"'=St. ""Mary"",  (North; 2)"`,
    ]);
  }));

Deno.test(
  "journal_file/hledger_reads_it_and_comes_to_the_same_balances",
  { ignore: !HAS_HLEDGER },
  () =>
    withJournal(async (sql) => {
      for (const summed of [false, true]) {
        const journal = await file(sql, "hledger", { summed, withAccruals: true });
        await hledger(journal, "check");
        const balances = await hledger(
          journal,
          "balance",
          "--flat",
          "--no-total",
          "--output-format=csv",
        );
        assertEquals(balances.trim().split("\n").slice(1).toSorted(), [
          '"assets:Cash","1600.00"',
          '"expenses:Wages","960.00"',
          '"income:4000 Sales:Staffing [all]","-1600.00"',
          '"liabilities:Payroll clearing","-960.00"',
        ]);
      }
      assertEquals(await file(sql, "hledger", { from: "2020-01-01", to: "2020-01-31" }), "");
    }),
);

Deno.test("journal_file/with_accruals_has_the_month_s_work_and_takes_it_back", {
  ignore: !HAS_HLEDGER,
}, () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: WEEK, hours: 8, rule: "none" }]);
    const journal = await file(sql, "hledger", { to: "2026-03-31", withAccruals: true });
    const income = (end: string) =>
      hledger(journal, "balance", "income", "--end", end, "--no-total", "--flat");
    assertMatch(await income("2026-04-01"), /-800\.00 {2}income:Revenue regular hours/);
    assertEquals((await income("2026-04-02")).trim(), "");
  }, CLOCK));

Deno.test("journal_file/refuses_another_format_and_days_that_are_none", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(file(sql, "xlsx"), 400, "format_unknown");
    await assertRefused(file(sql, null), 400, "argument_missing");
    const backwards = { from: "2026-02-01", to: "2026-01-01" };
    await assertRefused(file(sql, "csv", backwards), 400, "period_ends_before_start");
  }));
