// Overpaid miles, taken back as a reimbursement: they lessen no wages.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { paySheet } from "../../../../supabase/functions/_shared/documents/pay.ts";
import { payDocument } from "../../../support/documents/documents.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { enterCodes, workState } from "../../../support/payroll/earnings.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import {
  arrange,
  FIRST,
  FOURTH,
  recoveriesOf,
  SECOND,
  settle,
  THIRD,
} from "../../../support/payroll/overpaid.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const NOW = { clock: "2026-03-31T12:00:00Z" };

/**
 * Somebody who was paid 40 hours at 20.00, eight of leave and 100 miles at 0.70 of the first week, half an hour of leave and
 * ten miles too much, as the second batch found: 10.00 of wages and 7.00. In the third and the fourth week they work ten hours.
 */
async function overpaid(sql: postgres.Sql): Promise<string> {
  const shifts = [
    ...[1, 2, 3, 4].map((n) => dayOfWeek(FIRST, n)),
    THIRD,
    FOURTH,
  ].map((date) => ({ date, hours: 10, rule: "flsa" as const }));
  const made = await work(sql, shifts);
  const assignment = made.assignmentIds.flsa;
  await payRate(sql, assignment, "2020-01-01", "20");
  await codeRate(sql, assignment, "mileage", "0.70");
  await workState(sql, assignment, "TX");
  const leave = await enterCoded(sql, assignment, dayOfWeek(FIRST, 5), "sick", { hours: "8" });
  const miles = await enterCoded(sql, assignment, dayOfWeek(FIRST, 5), "mileage", {
    quantity: "100",
  });
  await enterCodes(sql);
  await sql`update time_codes set earning_code = upper(name) where name in ('mileage', 'sick')`;
  await sql`insert into journal_accounts (account, type, name) values ('pay_miles', 'expense', 'Miles')`;
  await sql`update time_codes set pay_account = 'pay_miles' where name = 'mileage'`;
  await close(sql, await prepare(sql, FIRST));
  await sql`select correct_time_entry(${leave}, 'Misread.', hours => 7.5)`;
  await sql`select correct_time_entry(${miles}, 'Misread.', quantity => 90)`;
  await close(sql, await prepare(sql, SECOND));
  return made.contractorId;
}

function test(name: string, body: (sql: postgres.Sql) => Promise<void>): void {
  Deno.test(`take_recoveries/${name}`, () => withDatabase(({ sql }) => body(sql), NOW));
}

test("take_wages_first_and_then_miles_as_a_reimbursement", async (sql) => {
  const id = await overpaid(sql);
  await arrange(sql, id, { perPayDay: "12" });
  const third = await prepare(sql, THIRD);
  assertEquals(await recoveriesOf(sql, third), ["-10.00", "reimbursement mileage -2.00"]);
  const [pay] = await sql`
    select recoveries, prior_year_recoveries, differences, reimbursement_codes, gross_pay from payroll_export(${third})`;
  assertEquals(Object.values(pay ?? {}), ["-10.00", "0.00", "0.00", "-2.00", "188.00"]);
  const [review] = await sql`
    select gross_wages, reimbursements, recoveries, gross_pay from payroll_batch_review(${third})`;
  assertEquals(Object.values(review ?? {}), ["200.00", "-2.00", "-10.00", "188.00"]);
  const file = await sql`
    select concat_ws(' ', earning, earning_code, code, work_state, '=', amount) as row
      from payroll_earnings(${third}) order by line`;
  assertEquals(file.map(({ row }) => row), [
    "reimbursement_code MILEAGE mileage = -2.00",
    "recovery RECOVERY TX = -10.00",
    "straight STRAIGHT TX = 200.00",
  ]);
  const [item] = await sql<[{ id: string; overpayment_pay: string }]>`
    select id, overpayment_pay from payroll_items where payroll_batch_id = ${third}`;
  assertStrictEquals(item.overpayment_pay, "-12.00");
  assertMatch(
    JSON.stringify(paySheet(await payDocument(sql, item.id), null).content),
    /"Recovery of an overpayment, Mileage, reimbursed"/,
  );
  await close(sql, third);
  const fourth = await prepare(sql, FOURTH);
  assertEquals(await recoveriesOf(sql, fourth), ["reimbursement mileage -5.00"]);
  await close(sql, fourth);

  const [row] = await sql`select overpaid, recovered, settled, open from overpayments`;
  assertEquals(Object.values(row ?? {}), ["17.00", "17.00", "0.00", "0.00"]);
  const [year] = await sql`
    select wages, reimbursements, recoveries from pay_year_totals(2026) where contractor_id = ${id}`;
  // 800 and 7.5 hours of leave, and twice 200; 90 miles.
  assertEquals(Object.values(year ?? {}), ["1350.00", "63.00", "-10.00"]);
  const posted = await sql`
    select account, sum(debit - credit) as amount from journal('2020-01-01', '2099-12-31')
     group by account order by account`;
  assertEquals(posted.map(({ account, amount }) => `${account} ${amount}`), [
    "employee_receivables 0.00",
    "pay_miles 63.00",
    "payroll_clearing -1413.00",
    "wages 1350.00",
  ]);
});

test("take_miles_of_an_earlier_year_as_a_reimbursement_that_corrects_no_form", async (sql) => {
  const id = await overpaid(sql);
  await sql`
    insert into payroll_periods (period_start, period_end, pay_date)
    values (${THIRD}, ${dayOfWeek(THIRD, 7)}, '2027-01-02')`;
  await arrange(sql, id);
  const batch = await prepare(sql, THIRD);
  assertEquals(await recoveriesOf(sql, batch), [
    "prior_year -10.00",
    "reimbursement mileage -7.00",
  ]);
  await close(sql, batch);
  const corrected = await sql`select amount from private.corrected_after(2026)`;
  assertEquals([...corrected], [{ amount: "-10.00" }]);
});

test("take_what_a_check_of_the_wages_first_has_left", async (sql) => {
  const id = await overpaid(sql);
  await settle(sql, id, FIRST, "check", "12.00");
  await arrange(sql, id);
  assertEquals(await recoveriesOf(sql, await prepare(sql, THIRD)), ["reimbursement mileage -5.00"]);
  await sql`update overpayment_settlements set settled_on = '2027-01-05'`;
  const corrected = await sql`select amount from private.corrected_after(2026)`;
  assertEquals([...corrected], [{ amount: "-10.00" }]);
});

test("are_none_of_what_late_hours_of_the_week_make_up_for_which_is_paid_as_the_wage_it_is", async (sql) => {
  const id = await overpaid(sql);
  await settle(sql, id, FIRST, "check", "10.00");
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    select id, ${dayOfWeek(FIRST, 6)}, 1, 'approved'
      from assignments where contractor_id = ${id} and overtime_rule = 'flsa'`;
  const batch = await prepare(sql, SECOND);
  const file = await sql`
    select concat_ws(' ', earning, code, work_state, '=', amount) as row
      from payroll_earnings(${batch}) order by line`;
  // An hour, of overtime; and 7.00 of miles are not paid again.
  assertEquals(file.map(({ row }) => row), [
    "straight TX = 20.00",
    "difference TX = 10.00",
    "reimbursement_code mileage TX = -7.00",
  ]);
  const [review] = await sql`
    select gross_wages, reimbursements, gross_pay from payroll_batch_review(${batch})`;
  assertEquals(Object.values(review ?? {}), ["30.00", "-7.00", "23.00"]);
  await close(sql, batch);
  const [row] = await sql`select open from overpayments`;
  assertStrictEquals(row?.open ?? "0.00", "0.00");
});
