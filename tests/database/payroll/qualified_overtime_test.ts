// What section 7 of the FLSA asks of premiums, told on the lines of batches and summed by year.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { close, prepare } from "../../support/payroll/batches.ts";
import { forgetAssignments } from "../../support/payroll/earnings.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import {
  arrange,
  FIRST,
  overpaid,
  settle,
  takeBackSettlement,
  THIRD,
} from "../../support/payroll/overpaid.ts";
import { withDatabase } from "../../support/server/database.ts";
import { correct } from "../../support/time/corrections.ts";
import { dayOfWeek, entryOf, work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT = "2026-03-09";

type Rule = "california" | "colorado" | "flsa" | "none";

const days = (hours: readonly number[], rule: Rule = "flsa") =>
  hours.map((each, nth) => ({ date: dayOfWeek(MONDAY, nth + 1), hours: each, rule }));

/** The lines of a batch that tell it, such as `"overtime_premium 300.00 of 300.00"`. */
async function asked(sql: postgres.Sql, batchId: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', line.kind, line.flsa_premium, 'of', line.amount) as line
      from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
     where item.payroll_batch_id = ${batchId} and line.flsa_premium is not null
     order by line.kind desc, line.flsa_premium desc, line.amount`;
  return lines.map(({ line }) => line);
}

Deno.test("qualified_overtime/is_on_the_first_premium_of_the_week_once", () =>
  withDatabase(async ({ sql }) => {
    // 52 hours at 60: half of 60 for twelve, of 13 hours of overtime and one of doubletime that were paid.
    await work(sql, days([13, 12, 9, 9, 9], "california"));
    assertEquals(await asked(sql, await prepare(sql, MONDAY)), [
      "overtime_premium 360.00 of 330.00",
      "doubletime_premium 0.00 of 60.00",
    ]);
  }));

Deno.test("qualified_overtime/is_nothing_of_time_without_a_rule_and_of_people_who_are_not_employed", () =>
  withDatabase(async ({ sql }) => {
    const exempt = await work(sql, days([12, 12, 12, 12], "none"));
    const own = await work(sql, days([12, 12, 12, 12]), { employmentType: "1099" });
    const batch = await prepare(sql, MONDAY);
    assertEquals(await asked(sql, batch), []);
    const totals = await sql`
      select contractor_id, qualified_overtime::text from pay_year_totals(2026)`;
    assertEquals(totals.count, 0, "nothing is closed");
    await close(sql, batch);
    for (const { contractorId } of [exempt, own]) {
      const [total] = await sql`
        select wages::text, nonemployee_pay::text, qualified_overtime::text
          from pay_year_totals(2026) where contractor_id = ${contractorId}`;
      const isOwn = contractorId === own.contractorId;
      assertEquals({ ...total }, {
        wages: isOwn ? "0.00" : "2880.00",
        nonemployee_pay: isOwn ? "2880.00" : "0.00",
        qualified_overtime: "0.00",
      });
    }
  }));

Deno.test("qualified_overtime/counts_a_flat_sum_of_several_weeks_in_equal_shares", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, days([10, 10, 10, 10, 10], "california"));
    await adjustment(sql, worker.contractorId, NEXT, "bonus", "100", {
      inRegularRate: true,
      isFlatSum: true,
      earned: [MONDAY, NEXT],
    });
    // (3000 + 50) / 50 = 61, half of it for ten hours.
    const lines = await asked(sql, await prepare(sql, MONDAY));
    assertEquals(lines.map((line) => line.replace(/ of .*/, "")), ["overtime_premium 305.00"]);
  }));

Deno.test("qualified_overtime/is_told_by_a_difference_as_it_changed_and_by_none_of_weeks_that_do_not_tell", () =>
  withDatabase(async ({ sql }) => {
    const told = await work(sql, days([10, 10, 10, 10, 10]));
    const first = await prepare(sql, MONDAY);
    assertEquals(await asked(sql, first), ["overtime_premium 300.00 of 300.00"]);
    await close(sql, first);
    await correct(sql, entryOf(told, 1), { hours: "11" });
    const second = await prepare(sql, NEXT);
    assertEquals(await asked(sql, second), ["difference 30.00 of 90.00"]);
    await close(sql, second);
    const [total] = await sql`select qualified_overtime::text from pay_year_totals(2026)`;
    assertStrictEquals(total?.["qualified_overtime"], "330.00");

    await forgetAssignments(sql);
    await correct(sql, entryOf(told, 1), { hours: "12" });
    assertEquals(await asked(sql, await prepare(sql, "2026-03-16")), []);
  }));

Deno.test("pay_year_totals/has_wages_by_state_and_what_is_none_and_adds_up_to_gross_pay", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [
      ...days([10, 10, 10], "colorado"),
      { date: dayOfWeek(MONDAY, 4), hours: 12, rule: "california" },
    ]);
    await sql`update facilities set work_state = case name when 'colorado' then 'CO' else 'CA' end`;
    await stipend(sql, worker.assignmentIds.colorado, "reimbursement", "80");
    await adjustment(sql, worker.contractorId, MONDAY, "deduction", "35.50");
    await close(sql, await prepare(sql, MONDAY));
    const [total] = await sql`
      select employment, wages::text, wages_by_state, wages_without_state::text, reimbursements::text, deductions::text,
             recoveries::text, prior_year_recoveries::text, repaid::text, qualified_overtime::text, gross_pay::text,
             wages + nonemployee_pay + reimbursements + deductions + prior_year_recoveries - gross_pay as off
        from pay_year_totals(2026)`;
    assertEquals({ ...total }, {
      employment: "w2",
      // 42 hours at 60, four of overtime, of which two are over 40.
      wages: "2640.00",
      wages_by_state: { CO: "1800.00", CA: "840.00" },
      wages_without_state: "0.00",
      reimbursements: "80.00",
      deductions: "-35.50",
      recoveries: "0.00",
      prior_year_recoveries: "0.00",
      repaid: "0.00",
      qualified_overtime: "60.00",
      gross_pay: "2684.50",
      off: "0.00",
    });
    assertEquals((await sql`select from pay_year_totals(2025)`).count, 0);
  }));

Deno.test("pay_year_totals/has_what_was_taken_back_in_wages_and_beside_it_what_was_repaid", () =>
  withDatabase(async ({ sql }) => {
    const id = await overpaid(sql);
    await arrange(sql, id, { perPayDay: "150" });
    await close(sql, await prepare(sql, THIRD));
    const { id: check } = await settle(sql, id, FIRST, "check", "30");
    const total = async () => {
      const [{ row }] = await sql<[{ row: string }]>`
        select concat_ws(' ', wages, wages_by_state, recoveries, prior_year_recoveries, repaid, gross_pay) as row
          from pay_year_totals(2026)`;
      return row;
    };
    // 600 and 400, and 400 less 150; of the 200 that were too much in the first week no file has any.
    assertEquals(await total(), '1250.00 {"TX": "1250.00"} -150.00 0.00 30.00 1250.00');
    await takeBackSettlement(sql, check);
    assertEquals(await total(), '1250.00 {"TX": "1250.00"} -150.00 0.00 0.00 1250.00');
  }, { clock: "2026-03-31T12:00:00Z" }));
