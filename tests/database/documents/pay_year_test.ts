// A year of somebody's pay: each pay of a closed batch by its pay date, and what pay_year_totals has of them.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { cents, payYearDocument, sumOf } from "../../support/documents/documents.ts";
import { HAS_POPPLER, linesOnPaper, print } from "../../support/documents/paper.ts";
import { close, periodOf, prepare } from "../../support/payroll/batches.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { batchOfMany } from "../../support/payroll/many_people.ts";
import { arrange, FIRST, overpaid, settle, THIRD } from "../../support/payroll/overpaid.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

/** Totals of the year, as pay_year_totals has them of each person. */
async function totalsOf(sql: postgres.Sql, contractor: string, year = 2026) {
  const rows = await sql<Record<string, string>[]>`
    select employment, (wages + nonemployee_pay)::text as wages, reimbursements::text, deductions::text,
           recoveries::text, prior_year_recoveries::text, repaid::text, qualified_overtime::text, gross_pay::text
      from pay_year_totals(${year}) where contractor_id = ${contractor} order by employment desc`;
  return rows.map((row) => ({ ...row }));
}

/** The same of a document. */
async function totalsOnPaper(sql: postgres.Sql, contractor: string, year = 2026) {
  const { totals } = await payYearDocument(sql, contractor, year);
  return totals.map((total) => ({
    employment: total.employment,
    wages: total.wages,
    reimbursements: total.reimbursements,
    deductions: total.deductions,
    recoveries: total.recoveries,
    prior_year_recoveries: total.prior_year_recoveries,
    repaid: total.repaid,
    qualified_overtime: total.qualified_overtime,
    gross_pay: total.gross_pay,
  }));
}

/** Somebody with overtime, a stipend and a deduction. */
async function paid(sql: postgres.Sql): Promise<string> {
  const { contractorId, assignmentIds } = await work(
    sql,
    [11, 11, 11, 11, 13].map((hours, nth) => ({
      date: dayOfWeek(MONDAY, nth + 1),
      hours,
      rule: "california" as const,
    })),
  );
  await stipend(sql, assignmentIds.california, "reimbursement", "100");
  await adjustment(sql, contractorId, MONDAY, "deduction", "120.55");
  await close(sql, await prepare(sql, MONDAY));
  return contractorId;
}

Deno.test("pay_year_document/has_each_pay_by_its_own_pay_date_and_the_totals_of_the_year_to_the_cent", () =>
  withDatabase(async ({ sql }) => {
    const id = await paid(sql);
    // Of the same period, on a day of the next year.
    await adjustment(sql, id, MONDAY, "bonus", "33.33");
    const [off] = await sql<[{ id: string }]>`
      select id from prepare_off_cycle(${await periodOf(sql, MONDAY)}, ${[
      id,
    ]}, '2027-01-04', 'Forgotten')`;
    assertEquals((await payYearDocument(sql, id, 2026)).pays.length, 1, "a draft is no pay");
    await close(sql, off.id);
    await adjustment(sql, id, "2026-03-09", "bonus", "10");
    await close(sql, await prepare(sql, "2026-03-09"));

    const document = await payYearDocument(sql, id, 2026);
    assertEquals(
      document.pays.map(({ employment, kind, pay_date }) => `${employment} ${kind} ${pay_date}`),
      ["w2 regular 2026-03-13", "w2 regular 2026-03-20"],
    );
    assertEquals(
      (await payYearDocument(sql, id, 2027)).pays.map(({ kind, pay_date, gross_pay }) =>
        `${kind} ${pay_date} ${gross_pay}`
      ),
      ["off_cycle 2027-01-04 33.33"],
    );
    for (const year of [2026, 2027]) {
      assertEquals(await totalsOnPaper(sql, id, year), await totalsOf(sql, id, year));
    }
    const [w2] = document.totals;
    assert(w2 && cents(w2.qualified_overtime) > 0 && cents(w2.deductions) < 0);
    const { pays } = document;
    const items = await sql<{ gross_pay: string }[]>`
      select item.gross_pay::text from payroll_items as item
        join payroll_batches as batch on batch.id = item.payroll_batch_id
       where batch.kind = 'regular' order by batch.closed_at`;
    assertEquals(pays.map(({ gross_pay }) => gross_pay), items.map(({ gross_pay }) => gross_pay));
    for (const pay of pays) {
      const parts = [pay.gross_wages, pay.reimbursements, pay.deductions, pay.recoveries];
      assertStrictEquals(sumOf(parts), cents(pay.gross_pay));
    }
  }));

Deno.test("pay_year_document/has_w2_pay_and_other_pay_of_somebody_who_had_both_apart", () =>
  withDatabase(async ({ sql }) => {
    await close(sql, await batchOfMany(sql, 12, MONDAY));
    const [{ id }] = await sql<[{ id: string }]>`
      select id from contractors where last_name = 'Nurse 00012'`;
    await sql`update contractors set employment_type = 'corp_to_corp' where id = ${id}`;
    await adjustment(sql, id, "2026-03-09", "bonus", "10");
    await close(sql, await prepare(sql, "2026-03-09"));
    const { pays } = await payYearDocument(sql, id, 2026);
    assertEquals(pays.map(({ employment, gross_pay }) => `${employment} ${gross_pay}`), [
      "w2 12.00",
      "1099 10.00",
    ]);
    const totals = await totalsOnPaper(sql, id);
    assertEquals(totals, await totalsOf(sql, id));
    assertEquals(totals.map(({ employment, wages }) => [employment, wages]), [
      ["w2", "12.00"],
      ["1099", "10.00"],
    ]);
  }));

Deno.test("pay_year_document/has_what_was_taken_back_and_what_was_repaid_by_check", () =>
  withDatabase(async ({ sql }) => {
    const id = await overpaid(sql);
    await arrange(sql, id, { perPayDay: "150" });
    await close(sql, await prepare(sql, THIRD));
    await settle(sql, id, FIRST, "check", "30");
    const totals = await totalsOnPaper(sql, id);
    assertEquals(totals, await totalsOf(sql, id));
    assertEquals(totals.map(({ recoveries, repaid }) => [recoveries, repaid]), [[
      "-150.00",
      "30.00",
    ]]);
  }, { clock: "2026-03-31T12:00:00Z" }));

Deno.test("pay_year_document/refuses_years_without_pay_unknown_people_and_what_is_missing", () =>
  withDatabase(async ({ sql }) => {
    const id = await paid(sql);
    const refuses = async (args: string, status: 400 | 404, slug: string) =>
      await assertRefused(sql.unsafe(`select pay_year_document(${args})`), status, slug);
    await refuses(`'${id}', 2025`, 404, "pay_year_empty");
    await refuses(`'${id}', 1999`, 400, "year_out_of_range");
    await refuses(`'${id}', null`, 400, "argument_missing");
    await refuses("null, 2026", 400, "argument_missing");
    await refuses(`'${crypto.randomUUID()}', 2026`, 404, "contractor_not_found");
  }));

Deno.test({
  name: "paper/of_a_year_says_each_pay_and_the_totals",
  ignore: !HAS_POPPLER,
  fn: () =>
    withDatabase(async ({ sql }) => {
      const id = await paid(sql);
      await sql`update contractors set first_name = 'Юлия', last_name = 'Øster' where id = ${id}`;
      const document = await payYearDocument(sql, id, 2026);
      const paper = await linesOnPaper(await print(document));
      const dollars = (amount: string) =>
        amount.replace(/^(-?)(\d+)/, (_, sign, whole) =>
          `${sign}$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}`);
      const [total] = document.totals;
      assert(total);
      const pay = [
        "Mar 13, 2026 Mar 2, 2026 – Mar 8, 2026 57.00",
        dollars(total.gross_wages),
        "$100.00 -$120.55",
        dollars(total.gross_pay),
      ].join(" ");
      for (
        const line of [
          "Earnings of a year",
          pay,
          `Gross wages ${dollars(total.gross_wages)}`,
          "Deductions -$120.55",
          `Total ${dollars(total.gross_pay)}`,
          `Qualified overtime, in the wages ${dollars(total.qualified_overtime)}`,
          "Earnings of Юлия Øster · 2026 Page 1 of 1",
        ]
      ) {
        assert(
          paper.some((told) =>
            told.includes(line)
          ),
          `${line}\n${paper.join("\n")}`,
        );
      }
    }, { clock: "2026-03-31T12:00:00Z" }),
});
