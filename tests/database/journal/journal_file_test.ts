// The journal as files: each format whole, exact, and balanced for who reads it.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { HAS_HLEDGER, hledger } from "../../support/journal_files.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { work } from "../../support/time/worked_time.ts";
import {
  CLOCK,
  closedEntries,
  file,
  giveNumbers,
  WEEK,
  withJournal,
  withoutIds,
} from "./journal_of_firm.ts";

const GOLDEN = new URL("../../golden/", import.meta.url);

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
        await hledger(journal, "check", "--strict");
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

Deno.test(
  "journal_file/hledger_has_no_text_that_acts_or_breaks_it",
  { ignore: !HAS_HLEDGER },
  () =>
    withDatabase(async ({ sql }) => {
      await closedEntries(sql, [
        {
          day: "2026-01-05",
          document: "Check 1) date:2020-01-01",
          lines: 2,
          memo: "date:2020-01-01",
        },
        {
          day: "2026-01-06",
          document: "B ; [2020-01-01]",
          lines: 2,
          memo: "(2020-13-45) [2020-13-45]",
        },
        {
          day: "2026-01-07",
          document: "| ! * C",
          lines: 2,
          memo: "a:b, date2:never, type:X\n  x  1",
        },
      ]);
      await sql`update contractors set first_name = 'date:nonsense,', last_name = '[2020-01-01]'`;
      await sql`
      update journal_accounts set name = 'Pay\u00a0\u00a0; (all)\u2003\u2003@ 2', number = '= 50' where account = 'wages'`;
      const journal = await file(sql, "hledger");
      await hledger(journal, "check", "--strict");
      const register = await hledger(journal, "register", "--output-format=csv");
      const posted = register.trim().split("\n").slice(1).map((line) =>
        line.split('","').filter((_, place) => [1, 4, 5].includes(place)).join(" ")
      );
      assertEquals(
        posted,
        ["2026-01-05", "2026-01-06", "2026-01-07"].flatMap((day) => [
          `${day} liabilities:Payroll clearing -1.00`,
          `${day} expenses:= 50 Pay , [all] @ 2 1.00`,
        ]),
      );
      assertEquals(await hledger(journal, "tags"), "");
    }, CLOCK),
);

Deno.test("journal_file/sage_intacct_has_the_head_of_an_entry_on_its_first_line", () =>
  withJournal(async (sql) => {
    await giveNumbers(sql);
    const sage = await file(sql, "sage_intacct");
    assertStrictEquals(
      withoutIds(sage),
      await Deno.readTextFile(new URL("journal_sage_intacct.csv", GOLDEN)),
    );
    const other = await file(sql, "sage_intacct", { intacctJournal: "STAFF" });
    assertStrictEquals(other, sage.replaceAll("\r\nGJ,", "\r\nSTAFF,"));
    const none = { from: "2020-01-01", to: "2020-01-31" };
    assertStrictEquals(await file(sql, "sage_intacct", none), sage.split("\r\n")[0] + "\r\n");
  }));

Deno.test("journal_file/hledger_declares_its_accounts_and_its_commodity", () =>
  withJournal(async (sql) => {
    const journal = await file(sql, "hledger");
    assertStrictEquals(
      withoutIds(journal),
      await Deno.readTextFile(new URL("journal.journal", GOLDEN)),
    );
  }));

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
    await assertRefused(file(sql, "csv", { intacctJournal: null }), 400, "argument_missing");
    for (const intacctJournal of ["", "=GJ", "#GJ", "GJ ", " GJ", "G,J", "G\nJ", "J".repeat(21)]) {
      const asked = file(sql, "sage_intacct", { intacctJournal });
      await assertRefused(asked, 400, "intacct_journal_not_valid");
    }
    const backwards = { from: "2026-02-01", to: "2026-01-01" };
    await assertRefused(file(sql, "csv", backwards), 400, "period_ends_before_start");
  }));
