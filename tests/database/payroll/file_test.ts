// The file that a payroll provider is handed: payroll_export as one text.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { close, draftOf, prepare } from "../../support/payroll/batches.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const WEEK = [11, 11, 11, 11, 13].map((hours, i) => ({
  date: dayOfWeek(MONDAY, i + 1),
  hours,
  rule: "california" as const,
}));

const HEAD = "contractor_id,last_name,first_name,email,employment_type,period_start,period_end," +
  "pay_date,batch_status,regular_hours,overtime_hours,doubletime_hours,straight_pay," +
  "overtime_premium,doubletime_premium,differences,hours_driven_stipends," +
  "reimbursement_stipends,bonuses,reimbursements,deductions,gross_pay,recoveries,prior_year_recoveries,break_premiums,codes,reimbursement_codes\r\n";

async function fileOf(sql: postgres.Sql, batch: string | null): Promise<string> {
  const [row] = await sql<[{ file: string }]>`select payroll_file(${batch}) as file`;
  return row.file;
}

async function cellOf(sql: postgres.Sql, text: string): Promise<string> {
  const [row] = await sql<[{ cell: string }]>`select private.csv_text(${text}) as cell`;
  return row.cell;
}

Deno.test("payroll_file/is_the_export_as_one_text_with_the_same_columns_and_cents", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, assignmentIds } = await work(sql, WEEK);
    await stipend(sql, assignmentIds.california, "reimbursement", "100");
    await stipend(sql, assignmentIds.california, "hours_driven", "57");
    await adjustment(sql, contractorId, MONDAY, "deduction", "120");
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    const row = `${contractorId},Nurse,Ada,${contractorId}@example.org,w2,2026-03-02,2026-03-08,` +
      "2026-03-13,closed,40.00,16.00,1.00,3420.00,488.00,61.00,0.00,57.00,100.00,0.00,0.00," +
      "-120.00,4006.00,0.00,0.00,0.00,0.00,0.00\r\n";
    const file = await fileOf(sql, batch);
    assertStrictEquals(file, HEAD + row);
    const columns = await sql`select * from payroll_export(${batch})`;
    assertEquals(columns.columns.map(({ name }) => name), HEAD.trim().split(","));

    await sql.begin(async (sql) => {
      await sql`set local datestyle = 'German'`;
      const [again] = await sql`select payroll_file(${batch}) as file`;
      assertStrictEquals(again?.file, file);
    });
  }));

Deno.test("payroll_file/has_people_in_the_order_of_the_export_and_of_an_empty_batch_the_columns_alone", () =>
  withDatabase(async ({ sql }) => {
    for (const [first, last] of [["Bea", "Young"], ["Abe", "Young"], ["Zoe", "Adams"]] as const) {
      const { contractorId } = await work(sql, WEEK);
      await sql`update contractors set first_name = ${first}, last_name = ${last} where id = ${contractorId}`;
    }
    const lines = (await fileOf(sql, await prepare(sql, MONDAY))).split("\r\n");
    assertEquals(lines.map((line) => line.split(",")[2]), [
      "first_name",
      "Zoe",
      "Abe",
      "Bea",
      undefined,
    ]);
    assertStrictEquals(await fileOf(sql, await draftOf(sql, "2026-04-06")), HEAD);
    await assertRefusedUnchanged(sql, () => fileOf(sql, null), 400, "argument_missing");
    const unknown = () => fileOf(sql, crypto.randomUUID());
    await assertRefusedUnchanged(sql, unknown, 404, "payroll_batch_not_found");
  }));

Deno.test("payroll_file/makes_an_applicants_formula_harmless_and_leaves_numbers_numbers", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await work(sql, WEEK);
    await sql`
      update contractors set last_name = '=HYPERLINK("https://evil.example","Pay")', first_name = '@Ada, "A"'
       where id = ${contractorId}`;
    await adjustment(sql, contractorId, MONDAY, "deduction", "120");
    const [, row = ""] = (await fileOf(sql, await prepare(sql, MONDAY))).split("\r\n");
    const names = `"'=HYPERLINK(""https://evil.example"",""Pay"")","'@Ada, ""A"""`;
    assert(row.startsWith(`${contractorId},${names},${contractorId}@example.org,`), row);
    assert(row.includes(",-120.00,"), row);
  }));

Deno.test("payroll_file/has_no_cell_that_begins_like_a_formula_and_quotes_as_rfc_4180_says", () =>
  withDatabase(async ({ sql }) => {
    for (const begin of ["=", "+", "-", "@"]) {
      assertEquals(await cellOf(sql, `${begin}1`), `'${begin}1`);
    }
    assertEquals(await cellOf(sql, "\t=1"), "'\t=1");
    assertEquals(await cellOf(sql, "\r=1"), `"'\r=1"`);
    assertEquals(await cellOf(sql, "\n=1"), `"'\n=1"`);
    for (const harmless of ["Ada", "O'Neil", "a=b-c+d@e", "Müller 2", ""]) {
      assertStrictEquals(await cellOf(sql, harmless), harmless);
    }
    assertEquals(await cellOf(sql, 'a,"b"'), '"a,""b"""');
    assertEquals(await cellOf(sql, "a\nb"), '"a\nb"');
  }));
