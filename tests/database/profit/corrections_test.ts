// What is corrected once it is billed and paid: differences, credits, and overpayments that are let go.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { applyNew } from "../../support/assignments/rate_hits.ts";
import { backfill } from "../../support/billing/billed_time.ts";
import { addFee, addTax } from "../../support/billing/fees.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { codeRate, enterCoded } from "../../support/payroll/codes.ts";
import { forgetAssignments } from "../../support/payroll/earnings.ts";
import { payRate } from "../../support/payroll/extras.ts";
import { overpaid, settle } from "../../support/payroll/overpaid.ts";
import {
  assertAllWaysAgree,
  assertProfitIsJournal,
  assertUnbilledIsWhatIsLeft,
} from "../../support/profit/profit_is_journal.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../support/server/database.ts";
import { correct } from "../../support/time/corrections.ts";
import { entryOf, work } from "../../support/time/worked_time.ts";
import { bill, CLOCK, DAYS, pay, profitBy, wholeWeek, workAgain, worked } from "./week.ts";

const ADA = "Ada Nurse at Mercy Hospital";

async function profitOfMargin(sql: postgres.Sql): Promise<string | undefined> {
  const [row] = await sql<{ profit: string }[]>`select profit from assignment_margin`;
  return row?.profit;
}

Deno.test("gross_profit/estimates_differences_to_bill_as_it_does_those_to_pay", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await wholeWeek(sql);
    await applyNew(sql, assignment, DAYS[0], { bill: "10", pay: "6" }, true);
    // 36 × 10 + 6 × 15 to bill, 42 × 6 + 6 × 3 to pay
    const all = `${ADA} | 5850.00 | 0.00 | 3510.00 | 2340.00 | 0.00 | 2340.00`;
    assertEquals(await profitBy(sql, "assignment"), [`${all} | estimated 450.00 270.00`]);
    await assertProfitIsJournal(sql);
    await assertUnbilledIsWhatIsLeft(sql);
    // It counts on the last day of its week.
    assertEquals(await profitBy(sql, "assignment", ["2026-03-09", "2026-03-15"]), []);
    assertEquals((await profitBy(sql, "assignment", ["2026-03-08", "2026-03-08"])).length, 1);

    const { id } = await backfill(sql, firm.facilityId, DAYS[1]); // a draft
    assertEquals(await profitBy(sql, "assignment"), [`${all} | estimated 450.00 270.00`]);
    await send(sql, [id], "2026-03-20");
    await pay(sql, "2026-03-09");
    assertEquals(await profitBy(sql, "assignment"), [all]);
    assertEquals(await profitOfMargin(sql), "2340.00");
    await assertProfitIsJournal(sql);
  }, CLOCK));

Deno.test("gross_profit/estimates_what_a_lower_rate_takes_back_after_fees", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await addFee(firm, { rate: "0.03" });
    const assignment = await worked(firm);
    await bill(firm);
    await pay(sql);
    await applyNew(sql, assignment, DAYS[0], { bill: "-10", pay: "-6" }, true);
    // 3 % of 4,950.00, and of 450.00 that is not taken back yet
    assertEquals(await profitBy(sql, "assignment"), [
      `${ADA} | 4950.00 | 148.50 | 2970.00 | 1831.50 | 0.00 | 1831.50 | estimated -436.50 -270.00`,
    ]);
    await assertProfitIsJournal(sql);
    await assertUnbilledIsWhatIsLeft(sql);
  }, CLOCK));

Deno.test("gross_profit/estimates_what_time_comes_to_that_is_credited_and_corrected", () =>
  withDatabase(async ({ sql }) => {
    const { invoice } = await wholeWeek(sql);
    const lines = await sql<{ id: string; time_entry_id: string }[]>`
      select id, time_entry_id from invoice_lines where work_date = ${DAYS[0]}`;
    await credit(sql, invoice, { lines: lines.map(({ id }) => id) }); // time that is sent keeps its hours
    await correct(sql, lines[0]?.time_entry_id ?? "", { hours: "10" });
    // 10 × 120 to bill again; 4 × 72 + 2 × 36 less to pay
    assertEquals(await profitBy(sql, "assignment"), [
      `${ADA} | 4800.00 | 0.00 | 2880.00 | 1920.00 | 0.00 | 1920.00 | estimated 1200.00 -360.00`,
    ]);
    await assertProfitIsJournal(sql);
    await assertUnbilledIsWhatIsLeft(sql);
  }, CLOCK));

Deno.test("assignment_margin/takes_credits_off_its_profit_as_gross_profit_does", () =>
  withDatabase(async ({ sql }) => {
    const { invoice } = await wholeWeek(sql);
    const [line] = await sql<[{ id: string }]>`
      select id from invoice_lines where kind = 'regular' order by work_date limit 1`;
    await credit(sql, invoice, { reinstate: false, lines: [line.id], amounts: ["1000.00"] });
    assertEquals(await profitBy(sql, "assignment"), [
      `${ADA} | 4400.00 | 0.00 | 3240.00 | 1160.00 | 0.00 | 1160.00`,
    ]);
    assertEquals(await profitOfMargin(sql), "1160.00");
    await credit(sql, invoice, { reinstate: false });
    assertEquals(await profitBy(sql, "assignment"), [
      `${ADA} | 0.00 | 0.00 | 3240.00 | -3240.00 | 0.00 | -3240.00`,
    ]);
    assertEquals(await profitOfMargin(sql), "-3240.00");
    const [{ paid_margin }] = await sql<[{ paid_margin: string }]>`
      select paid_margin from assignment_margin`;
    assertEquals(paid_margin, "2160.00"); // as it was before there was a profit
  }, CLOCK));

Deno.test("gross_profit/takes_fees_off_who_is_credited_and_off_others_as_before", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await addFee(firm, { rate: "0.03" });
    const [a, b] = [await worked(firm), await worked(firm)];
    const invoice = await bill(firm);
    await pay(sql);
    const fees = async () => {
      const rows = await sql<{ row_id: string; fees: string; margin: string }[]>`
        select told.row_id, told.fees::text, margin.fees::text as margin
          from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'assignment') as told
          join assignment_margin as margin on margin.assignment_id = told.row_id`;
      return [a, b].map((id) => {
        const row = rows.find(({ row_id }) => row_id === id);
        return `${row?.fees} ${row?.margin}`;
      });
    };
    assertEquals(await fees(), ["162.00 162.00", "162.00 162.00"]);
    const lines = await sql<{ id: string }[]>`
      select line.id from invoice_lines as line join time_entries as entry on entry.id = line.time_entry_id
       where entry.assignment_id = ${a}`;
    await credit(sql, invoice, { lines: lines.map(({ id }) => id) });
    assertEquals(await fees(), ["162.00 0.00", "162.00 162.00"]); // of the former as estimated
    await assertProfitIsJournal(sql);
    await send(sql, [(await backfill(sql, firm.facilityId, DAYS[1])).id], "2026-03-20");
    assertEquals(await fees(), ["162.00 162.00", "162.00 162.00"]);
    await assertProfitIsJournal(sql);
  }, CLOCK));

Deno.test("gross_profit/takes_burden_off_what_was_overpaid_and_let_go_but_for_expenses", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(
      sql,
      [1, 2, 3].map((n) => ({
        date: `2026-03-0${n + 1}`,
        hours: 10,
        rule: "flsa" as const,
      })),
    );
    const assignment = worker.assignmentIds.flsa;
    await payRate(sql, assignment, "2020-01-01", "20");
    await codeRate(sql, assignment, "mileage", "0.70");
    const miles = await enterCoded(sql, assignment, "2026-03-05", "mileage", { quantity: "100" });
    await pay(sql);
    await correct(sql, miles, { quantity: "90" });
    await correct(sql, entryOf(worker, 1), { hours: "9" });
    await pay(sql, "2026-03-09"); // 20.00 of wages and 7.00 of miles were too much
    await sql`
      insert into burden_rates (employment_type, effective_from, rate) values ('w2', '2026-01-01', 0.0765)`;
    const cost = async () => {
      const { wages, reimbursements, burden } = await assertProfitIsJournal(sql);
      return `${wages} ${reimbursements} ${burden}`;
    };
    assertEquals(await cost(), "580.00 63.00 44.37");
    await settle(sql, worker.contractorId, DAYS[0], "waived");
    assertEquals(await cost(), "600.00 70.00 45.90");
    const parts = await sql<{ part: string }[]>`
      select concat_ws(' ', wages, reimbursements, burden) as part
        from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'line') where part = 'settlement' order by wages`;
    assertEquals(parts.map(({ part }) => part), ["0.00 7.00 0.00", "20.00 0.00 1.53"]);
  }, CLOCK));

Deno.test("gross_profit/takes_the_burden_of_their_state_off_overpayments_that_are_let_go", () =>
  withDatabase(async ({ sql }) => {
    const contractor = await overpaid(sql, { weeks: 2 }); // 600 paid, then 400 less 200, all in Texas
    await sql`
      insert into burden_rates (employment_type, state, effective_from, rate) values ('w2', 'TX', '2026-01-01', 0.0765)`;
    const cost = async () => {
      const { wages, burden } = await assertProfitIsJournal(sql);
      return `${wages} ${burden}`;
    };
    assertEquals(await cost(), "800.00 61.20");
    await settle(sql, contractor, DAYS[0], "waived");
    assertEquals(await cost(), "1000.00 76.50");
    // Where one of their places in that week is in another state, nobody knows which it was.
    await sql`
      update facilities set work_state = 'NM'
       where id = (select facility_id from assignments where overtime_rule = 'alaska')`;
    assertEquals(await cost(), "1000.00 61.20");
    await sql`update assignments set end_date = '2026-03-01' where overtime_rule = 'alaska'`;
    assertEquals(await cost(), "1000.00 76.50");
  }, CLOCK));

Deno.test("assignment_margin/has_the_profit_of_gross_profit_of_batches_before_1_0_0_too", () =>
  withDatabase(async ({ sql }) => {
    await wholeWeek(sql);
    await sql`
      insert into burden_rates (employment_type, effective_from, rate) values ('w2', '2026-01-01', 0.0765)`;
    await forgetAssignments(sql);
    // 7.65 % of 3,024.00, and of the premium of the whole week
    assertEquals(await profitBy(sql, "assignment"), [
      `${ADA} | 5400.00 | 0.00 | 3024.00 | 2376.00 | 231.34 | 2144.66`,
      "- | 0.00 | 0.00 | 216.00 | -216.00 | 16.52 | -232.52",
    ]);
    const [margin] = await sql`select paid_amount, burden, profit from assignment_margin`;
    assertEquals({ ...margin }, { paid_amount: "3240.00", burden: "231.34", profit: "2144.66" });
  }, CLOCK));

Deno.test("gross_profit/shares_fees_by_what_is_billed_before_taxes_of_the_invoices_of_the_days", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set work_state = 'PA'`;
    await addFee(firm, { rate: "0.0333" });
    await addTax(sql);
    const [a] = [await worked(firm), await worked(firm)];
    const invoice = await bill(firm);
    await workAgain(firm, a, "2026-03-09");
    await bill(firm, "2026-03-09", "2026-03-16");
    await pay(sql);
    await pay(sql, "2026-03-09");
    // 3.33 % of 10,800.00 and of 5,400.00
    const fees = async (...days: readonly [string, string]) =>
      (await assertAllWaysAgree(sql, days)).fees;
    assertEquals(await fees(...DAYS), "359.64");
    assertEquals(await fees("2026-03-09", "2026-03-15"), "179.82");
    assertEquals(await fees("2026-03-03", "2026-03-03"), "119.88");
    assertEquals((await assertProfitIsJournal(sql)).fees, "539.46");
    const [line] = await sql<[{ id: string }]>`
      select id from invoice_lines where invoice_id = ${invoice} and kind = 'regular' order by work_date limit 1`;
    await credit(sql, invoice, { reinstate: false, lines: [line.id], amounts: ["1000.00"] });
    assertEquals(await fees(...DAYS), "326.34"); // 33.30 less
    await assertProfitIsJournal(sql);
  }, CLOCK));
