// What a mile pays beyond the rate of the Internal Revenue Service: a wage, in the regular rate unless a reason is given.
import { assertEquals, assertMatch } from "@std/assert";
import type postgres from "postgres";
import { payDocument } from "../../../support/documents/documents.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import {
  earningsFile,
  enterCodes,
  handOver,
  workState,
} from "../../../support/payroll/earnings.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

/** A week of 50 hours at 20.00 and 100 miles, of which each pays so much. */
async function weekOf(sql: postgres.Sql, mile: string, monday = MONDAY) {
  const made = await work(
    sql,
    [1, 2, 3, 4, 5].map((n) => ({ date: dayOfWeek(monday, n), hours: 10, rule: "flsa" as const })),
  );
  const assignment = made.assignmentIds.flsa;
  await payRate(sql, assignment, "2020-01-01", "20");
  await codeRate(sql, assignment, "mileage", mile);
  await workState(sql, assignment, "TX");
  await enterCoded(sql, assignment, dayOfWeek(monday, 5), "mileage", { quantity: "100" });
  return { ...made, assignment };
}

/** Lines that are no straight pay, such as `"code reimbursement mileage 100.00 × 0.725 = 72.50"`. */
async function linesOf(sql: postgres.Sql, batch: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', line.kind, line.pay_kind, line.code, line.quantity, '×', line.rate, '=', line.amount) as line
      from payroll_item_lines as line
      join payroll_items as item on item.id = line.payroll_item_id and item.payroll_batch_id = ${batch}
     where line.kind <> 'straight'
     order by line.kind, line.rate, line.amount`;
  return lines.map(({ line }) => line);
}

Deno.test("miles/up_to_the_rate_of_the_year_are_repaid_and_no_wage", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql, "0.725");
    assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), [
      "code reimbursement mileage 100.00 × 0.725 = 72.50",
      "overtime_premium × = 100.00", // 10 × ½ × 20.00
    ]);
  }));

Deno.test("miles/above_it_pay_a_wage_that_is_in_the_regular_rate", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await weekOf(sql, "1.225");
    const batch = await prepare(sql, MONDAY);
    assertEquals(await linesOf(sql, batch), [
      "code reimbursement mileage 100.00 × 0.725 = 72.50",
      "mileage_excess mileage 100.00 × 0.50 = 50.00",
      "overtime_premium × = 105.00", // 10 × ½ × 1,050 / 50
    ]);
    const [item] = await sql<[{ id: string; code_pay: string; gross_pay: string }]>`
      select id, code_pay, gross_pay from payroll_items where contractor_id = ${contractorId}`;
    assertEquals([item.code_pay, item.gross_pay], ["122.50", "1227.50"]);
    const document = await payDocument(sql, item.id);
    assertEquals([document.gross_wages, document.reimbursements, document.codes], [
      "1155.00",
      "72.50",
      "50.00",
    ]);
    const [year] =
      await sql`select gross_wages, reimbursements from private.gross_wages(array[${item.id}]::uuid[])`;
    assertEquals(year, { gross_wages: "1155.00", reimbursements: "72.50" });
  }));

Deno.test("miles/above_it_stay_out_of_the_regular_rate_with_a_reason_and_are_a_wage_all_the_same", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql, "1.225");
    await sql`update assignment_code_rates set reason = 'Mountain roads: 1.23 were spent.'`;
    assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), [
      "code reimbursement mileage 100.00 × 0.725 = 72.50",
      "mileage_excess mileage 100.00 × 0.50 = 50.00",
      "overtime_premium × = 100.00",
    ]);
    await assertViolates(
      sql`update assignment_code_rates set reason = ' '`,
      "code_rate_reason_is_not_blank",
    );
  }));

Deno.test("miles/have_the_reason_of_the_rate_that_pays_them", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await weekOf(sql, "1.225");
    await sql`
      insert into facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate, reason)
      select facility_id, 'mileage', '2026-01-01', 0, 1.225, 'Mountain roads.'
        from assignments where id = ${assignment}`;
    const excess = () =>
      sql`select excess_pay_rate, excess_is_in_regular_rate from private.rates_of_coded_time`;
    assertEquals((await excess())[0], { excess_pay_rate: "0.50", excess_is_in_regular_rate: true });
    await sql`delete from assignment_code_rates`;
    assertEquals((await excess())[0], {
      excess_pay_rate: "0.50",
      excess_is_in_regular_rate: false,
    });
    await assertViolates(
      sql`update facility_code_rates set reason = ''`,
      "listed_rate_reason_is_not_blank",
    );
  }));

Deno.test("miles/follow_the_rate_of_their_day", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await weekOf(sql, "0.80", "2025-12-29");
    await enterCoded(sql, assignment, "2025-12-31", "mileage", { quantity: "10" });
    assertEquals(
      (await linesOf(sql, await prepare(sql, "2025-12-29"))).filter((line) => /mileage/.test(line)),
      [
        "code reimbursement mileage 10.00 × 0.70 = 7.00",
        "code reimbursement mileage 100.00 × 0.725 = 72.50",
        "mileage_excess mileage 100.00 × 0.075 = 7.50",
        "mileage_excess mileage 10.00 × 0.10 = 1.00",
      ],
    );
  }));

Deno.test("miles/and_other_expenses_that_no_rate_is_known_for_are_repaid_whole", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await weekOf(sql, "9");
    await codeRate(sql, assignment, "per_diem", "200");
    await enterCoded(sql, assignment, MONDAY, "per_diem", { quantity: "1" });
    await sql`delete from mileage_rates`;
    assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), [
      "code reimbursement mileage 100.00 × 9.00 = 900.00",
      "code reimbursement per_diem 1.00 × 200.00 = 200.00",
      "overtime_premium × = 100.00",
    ]);
  }));

Deno.test("miles/of_a_paid_week_are_paid_by_difference_once_their_rate_or_its_reason_changes", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql, "1.225");
    const first = await prepare(sql, MONDAY);
    await close(sql, first);
    await sql`update assignment_code_rates set reason = 'Mountain roads.'`;
    const second = await prepare(sql, "2026-03-09");
    assertEquals(await linesOf(sql, second), ["difference × = -5.00", "overpayment × = 5.00"]);
    await sql`select discard_payroll_batch(${second}, 'Try again.')`;
    await sql`update assignment_code_rates set reason = null`;
    await sql`
      insert into mileage_rates (effective_from, amount, source) values ('2026-03-01', 0.225, 'A notice')`;
    assertEquals(await linesOf(sql, await prepare(sql, "2026-03-09")), [
      "difference reimbursement mileage × = -50.00", // 100 miles at 0.225 are repaid now
      "difference × = 55.00", // as much more is a wage, and 10 × ½ × 50.00 / 50
    ]);
  }));

Deno.test("miles/above_it_have_an_earning_of_their_own_in_the_payroll_file", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql, "1.225");
    await enterCodes(sql);
    await sql`update time_codes set earning_code = 'MILE' where name = 'mileage'`;
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    const lines = await sql<{ line: string }[]>`
      select concat_ws(' ', earning, earning_code, code, quantity, unit, rate, '=', amount) as line
        from payroll_earnings(${batch}) as earned where code is not null order by earned.line`;
    assertEquals(lines.map(({ line }) => line), [
      "mileage_excess MILEAGE_ mileage 100.00 mile 0.50 = 50.00",
      "reimbursement_code MILE mileage 100.00 mile 0.725 = 72.50",
    ]);
    assertMatch(
      await earningsFile(sql, batch, "w2"),
      /mileage_excess,MILEAGE_,TX,,,,0\.50,50\.00,mileage,mile,100\.00/,
    );
    await sql`update earning_codes set code = null where earning = 'mileage_excess'`;
    await assertRefused(handOver(sql, batch, "w2"), 409, "payroll_file_incomplete");
  }));

Deno.test("miles/above_it_are_wages_in_the_journal_and_what_is_repaid_is_none", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql, "1.225");
    await close(sql, await prepare(sql, MONDAY));
    const postings = await sql<{ account: string; amount: string }[]>`
      select account, sum(amount) as amount from private.postings_of_payroll('2026-01-01', '2026-12-31', null, false) as posted
       where account in ('wages', 'reimbursements') group by account order by account`;
    assertEquals([...postings], [
      { account: "reimbursements", amount: "72.50" },
      { account: "wages", amount: "1050.00" },
    ]);
  }));

Deno.test("mileage_rates/say_an_amount_above_nothing_and_a_source", () =>
  withDatabase(async ({ sql }) => {
    const add = (amount: string, source: string, from = "2027-01-01") =>
      sql`insert into mileage_rates (effective_from, amount, source) values (${from}, ${amount}, ${source}) returning amount`;
    await assertViolates(add("0", "A notice"), "mileage_rate_is_positive");
    await assertViolates(add("0.75", " "), "mileage_rate_source_is_not_blank");
    await assertRefused(add("0.75", "A notice", "1900-01-01"), 400, "day_out_of_range");
    assertEquals([...await add("0.75000", "A notice")], [{ amount: "0.75" }]);
  }));

Deno.test("miles/above_it_are_told_with_their_section_in_what_a_regular_rate_is_made_of", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await weekOf(sql, "1.225");
    const told = async () => {
      const rows = await sql<{ row: string }[]>`
        select concat_ws(' ', kind, title, hours::float, rate::float, amount::float, standing, section) as row
          from regular_rate_of_week(${contractorId}, ${MONDAY}) where kind in ('code', 'mileage_excess') order by place`;
      return rows.map(({ row }) => row);
    };
    const repaid = "code Mileage 100 0.725 72.5 out 29 USC 207(e)(2), 29 CFR 778.217";
    assertEquals((await told()).toSorted(), [
      repaid,
      "mileage_excess Mileage 100 0.5 50 in 29 CFR 778.217(c)",
    ]);
    await sql`update assignment_code_rates set reason = 'Mountain roads.'`;
    assertEquals((await told()).toSorted(), [
      repaid,
      "mileage_excess Mileage 100 0.5 50 out 29 CFR 778.217(c)",
    ]);
  }));
