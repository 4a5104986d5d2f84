// The journal for Xero: at most 300 lines a file with its titles, each balanced by itself, and no text that acts in it.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import {
  cellsOf,
  CLOCK,
  closedEntries,
  type Entry,
  file,
  files,
  giveNumbers,
  refusalOf,
  sumsOfEntries,
  withJournal,
  withoutIds,
} from "./journal_of_firm.ts";

const XERO = new URL("../../golden/journal_xero.csv", import.meta.url);
const COLUMNS =
  "*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2";

/** Sums of the entries of a file. */
const sumsOf = (csv: string) =>
  sumsOfEntries(cellsOf(csv), ([entry = "", day]) => `${entry} of ${day}`, (row) => row[5] ?? "");

function test(name: string, entries: readonly Entry[], body: Parameters<typeof withJournal>[0]) {
  Deno.test(`journal_files/${name}`, () =>
    withDatabase(async ({ sql }) => {
      await closedEntries(sql, entries);
      await giveNumbers(sql);
      await body(sql);
    }, CLOCK));
}

Deno.test("journal_files/has_the_columns_of_xero_with_signed_amounts", () =>
  withJournal(async (sql) => {
    await giveNumbers(sql);
    const [xero = "", ...others] = await files(sql, "xero");
    assertEquals(others, []);
    assertStrictEquals(withoutIds(xero), await Deno.readTextFile(XERO));
    assertStrictEquals(await file(sql, "xero"), xero);
    assertEquals([...new Set(Object.values(sumsOf(xero)))], ["0.00"]);
    const none = await files(sql, "xero", { from: "2020-01-01", to: "2020-01-31" });
    assertEquals(none, [`${COLUMNS}\r\n`]);
  }));

Deno.test("journal_files/is_one_file_of_every_other_format", () =>
  withJournal(async (sql) => {
    await giveNumbers(sql);
    for (const format of ["csv", "quickbooks_online", "netsuite", "sage_intacct", "hledger"]) {
      assertEquals(await files(sql, format), [await file(sql, format)], format);
    }
  }));

test("are_divided_between_entries_so_that_each_balances", [
  { day: "2026-01-05", document: "A", lines: 120 },
  { day: "2026-01-05", document: "B", lines: 179 },
  { day: "2026-01-06", document: "C", lines: 2 },
  { day: "2026-01-07", document: "D", lines: 299 },
  { day: "2026-01-08", document: "E", lines: 150 },
  { day: "2026-01-08", document: "F", lines: 150 },
], async (sql) => {
  const parts = await files(sql, "xero");
  assertEquals(parts.map((part) => cellsOf(part).length), [299, 2, 299, 150, 150]);
  // The titles are one of the 300 lines.
  assertStrictEquals(parts[0]?.trim().split("\r\n").length, 300);
  assert(parts.every((part) => part.startsWith(`${COLUMNS}\r\n`)));
  assertEquals(parts.map(sumsOf), [
    { "20260105-1 A of 05 Jan 2026": "0.00", "20260105-2 B of 05 Jan 2026": "0.00" },
    { "20260106-1 C of 06 Jan 2026": "0.00" },
    { "20260107-1 D of 07 Jan 2026": "0.00" },
    { "20260108-1 E of 08 Jan 2026": "0.00" },
    { "20260108-2 F of 08 Jan 2026": "0.00" },
  ]);
  await assertRefused(file(sql, "xero"), 409, "journal_in_several_files");
  assertStrictEquals(cellsOf(await file(sql, "xero", { summed: true })).length, 12);
});

test("refuse_an_entry_that_is_too_long_by_its_name", [
  { day: "2026-01-05", document: "A", lines: 2 },
  { day: "2026-01-06", document: "PAY-7", lines: 300 },
], async (sql) => {
  await assertRefused(files(sql, "xero"), 409, "journal_entry_too_long");
  assertStrictEquals(
    await refusalOf(files(sql, "xero")),
    "PAY-7 of 2026-01-06 is an entry of 300 lines, and a file for Xero has at most 299 below its titles.",
  );
  assertStrictEquals((await files(sql, "xero", { summed: true })).length, 1);
});

test("go_without_facilities_where_a_summed_entry_is_too_long", [
  { day: "2026-01-05", document: "A", lines: 299, by: "facility_id" },
  { day: "2026-01-06", document: "B", lines: 300, by: "facility_id" },
], async (sql) => {
  const [long = "", short = ""] = await files(sql, "xero", { summed: true });
  assertStrictEquals(cellsOf(long).length, 299);
  assertStrictEquals(
    cellsOf(long).filter(([, , about = ""]) => about.startsWith("A: Ward ")).length,
    298,
  );
  assertEquals(cellsOf(short).map(([, , about, , , amount]) => [about, amount]), [
    ["B", "-299.00"],
    ["B", "299.00"],
  ]);
});

Deno.test("journal_files/need_a_number_of_each_account_and_name_those_without", () =>
  withJournal(async (sql) => {
    const message = "No number to import by: Accounts receivable, Cash, Customer credits, " +
      "Payroll clearing, Wages.";
    for (const format of ["xero", "sage_intacct"]) {
      await assertRefused(files(sql, format), 409, "account_numbers_missing");
      assertStrictEquals(await refusalOf(files(sql, format)), message);
    }
    await giveNumbers(sql);
    for (const number of ["=1+1", "+1", "-1", "@x"]) {
      await sql`update journal_accounts set number = ${number} where account = 'wages'`;
      for (const format of ["xero", "sage_intacct"]) {
        assertStrictEquals(
          await refusalOf(files(sql, format)),
          "No number to import by: Wages.",
        );
      }
    }
  }));

test("of_sage_intacct_have_no_text_that_begins_or_ends_with_a_blank", [
  { day: "2026-01-05", document: "ABCDEFGHIJKLMNOPQR X", lines: 2, memo: "Ward 7 " },
  { day: "2026-01-06", document: " B", lines: 2, memo: "\t" },
], async (sql) => {
  await sql`update journal_accounts set number = ' 77 ' where account = 'wages'`;
  const [made = ""] = await files(sql, "sage_intacct");
  const rows = cellsOf(made);
  assertEquals(rows.flat().filter((text) => text !== text.trim()), []);
  assertEquals([rows[0]?.[2], rows[1]?.[4]].sort(), ["20260105-1 ABCDEFGHIJKLMNOPQR", "77"].sort());
  await sql`update journal_accounts set number = ' =1' where account = 'wages'`;
  await assertRefused(files(sql, "sage_intacct"), 409, "account_numbers_missing");
});

test("have_no_text_that_acts_or_breaks_a_line", [
  { day: "2026-01-05", document: '=HYPERLINK("x")', lines: 2, memo: "@SUM(1)\r\n+1,2\t-3" },
  { day: "2026-01-06", document: 'Check "1",\n2', lines: 3, memo: '-"a",\nb' },
], async (sql) => {
  await sql`update contractors set first_name = '=1+1', last_name = '"O''Hara", Ada'`;
  await sql`update journal_accounts set number = '5,"0' where account = 'wages'`;
  for (const format of ["xero", "sage_intacct"]) {
    const [made = ""] = await files(sql, format);
    assertStrictEquals(made.split("\r\n").length, 1 + 5 + 1, "a line of text is a line of cells");
    const rows = cellsOf(made);
    const width = format === "xero" ? 10 : 8;
    assertEquals(rows.map((row) => row.length), Array(5).fill(width));
    const texts = rows.flatMap((row) => format === "xero" ? row.toSpliced(5, 1) : row);
    assertEquals(texts.filter((text) => /^[-=+@\t\r]|[\r\n]/.test(text)), []);
    assert(rows.some((row) => row.includes('5,"0')));
    assertMatch(made, /O'Hara/);
  }
});

Deno.test("journal_files/answer_who_reads_the_books", () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    await sql`update journal_accounts set number = account`;
    const ask = "select part from journal_files('2000-01-01', '2000-01-31')";
    for (const caller of CALLERS) {
      const attempt = () => runAs(sql, access, caller, ask);
      if (["admin", "service"].includes(caller)) assertEquals([...await attempt()], [{ part: 1 }]);
      else if (caller === "signed_out") await assertDenied(attempt(), caller);
      else await assertRefusedUnchanged(sql, attempt, 403, "role_required");
    }
  }));
