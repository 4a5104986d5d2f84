// Of what an overpaid week is settled otherwise, wages or miles: it is said when it is settled, and stays.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { workState } from "../../../support/payroll/earnings.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import {
  arrange,
  FIRST,
  FOURTH,
  recoveriesOf,
  SECOND,
  settle,
  takeBackSettlement,
  THIRD,
} from "../../../support/payroll/overpaid.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { correct } from "../../../support/time/corrections.ts";
import { setAside } from "../../../support/time/set_aside.ts";
import { dayOfWeek, entryOf, work, type Worker } from "../../../support/time/worked_time.ts";

const FIFTH = "2026-03-30";

interface Paid extends Worker {
  readonly assignment: string;
  readonly miles: string;
}

/**
 * Somebody who was paid 30 hours at 20.00 and 100 miles at 0.70 of the first week, and works ten hours in the third, the
 * fourth and the fifth.
 */
async function paid(sql: postgres.Sql): Promise<Paid> {
  const days = [...[1, 2, 3].map((n) => dayOfWeek(FIRST, n)), THIRD, FOURTH, FIFTH];
  const made = await work(sql, days.map((date) => ({ date, hours: 10, rule: "flsa" as const })));
  const assignment = made.assignmentIds.flsa;
  await payRate(sql, assignment, "2020-01-01", "20");
  await codeRate(sql, assignment, "mileage", "0.70");
  await workState(sql, assignment, "TX");
  const miles = await enterCoded(sql, assignment, dayOfWeek(FIRST, 4), "mileage", {
    quantity: "100",
  });
  await close(sql, await prepare(sql, FIRST));
  return { ...made, assignment, miles };
}

/** The same, of whom the second batch found that 7.00 of miles was overpaid, and with an hour less 20.00 of wages too. */
async function overpaid(sql: postgres.Sql, { hours = "10" } = {}): Promise<Paid> {
  const made = await paid(sql);
  await correct(sql, made.miles, { quantity: "90" });
  if (hours !== "10") await correct(sql, entryOf(made, 1), { hours });
  await close(sql, await prepare(sql, SECOND));
  return made;
}

async function payDate(sql: postgres.Sql, week: string, day: string): Promise<void> {
  await sql`
    insert into payroll_periods (period_start, period_end, pay_date)
    values (${week}, ${dayOfWeek(week, 7)}, ${day})`;
}

/** Settles a part of the first week on a day; gives the settlement's id. */
async function settleOn(
  sql: postgres.Sql,
  { contractorId }: Paid,
  day: string,
  kind: string,
  amount: string,
): Promise<string> {
  const { id } = await settle(sql, contractorId, FIRST, kind, amount);
  await sql`update overpayment_settlements set settled_on = ${day} where id = ${id}`;
  return id;
}

async function correctedAfter(sql: postgres.Sql, year: number): Promise<string[]> {
  const rows = await sql<{ amount: string }[]>`
    select amount from private.corrected_after(${year})`;
  return rows.map(({ amount }) => amount);
}

/** Figures of a year; none where it has nothing. */
async function totals(sql: postgres.Sql, year: number): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', wages, reimbursements, recoveries, prior_year_recoveries, repaid) as row
      from pay_year_totals(${year})`;
  return rows.map(({ row }) => row);
}

function test(name: string, body: (sql: postgres.Sql) => Promise<void>): void {
  Deno.test(`settle_overpayment/${name}`, () =>
    withDatabase(({ sql }) => body(sql), { clock: "2026-04-30T12:00:00Z" }));
}

test("by_a_check_of_miles_leaves_wages_that_are_overpaid_later_wages", async (sql) => {
  const made = await overpaid(sql);
  const check = await settle(sql, made.contractorId, FIRST, "check");
  assertStrictEquals(check["reimbursements_by_code"], '{"mileage": "7.00"}');
  await correct(sql, entryOf(made, 1), { hours: "9.75" });
  await close(sql, await prepare(sql, THIRD));
  await payDate(sql, FOURTH, "2027-02-05");
  await arrange(sql, made.contractorId);
  const fourth = await prepare(sql, FOURTH);
  assertEquals(await recoveriesOf(sql, fourth), ["prior_year -5.00"]);
  await close(sql, fourth);
  assertEquals(await correctedAfter(sql, 2026), ["-5.00"]);
  assertEquals(await totals(sql, 2027), ["200.00 0.00 0.00 -5.00 0.00"]);
});

test("by_a_waiver_of_miles_leaves_wages_that_are_overpaid_later_to_be_taken_whole", async (sql) => {
  const made = await overpaid(sql);
  await settle(sql, made.contractorId, FIRST, "waived", "7.00");
  await correct(sql, entryOf(made, 1), { hours: "9" });
  await close(sql, await prepare(sql, THIRD));
  const [row] = await sql`select overpaid, settled, open, reimbursements from overpayments`;
  assertEquals(Object.values(row ?? {}), ["27.00", "7.00", "20.00", "0.00"]);
  await arrange(sql, made.contractorId);
  assertEquals(await recoveriesOf(sql, await prepare(sql, FOURTH)), ["-20.00"]);
});

test("by_two_checks_corrects_the_year_by_what_either_is_of_wages", async (sql) => {
  const made = await overpaid(sql, { hours: "9" });
  const [row] = await sql`select open, reimbursements from overpayments`;
  assertEquals(Object.values(row ?? {}), ["27.00", "7.00"]);
  await settleOn(sql, made, "2026-12-20", "check", "20.00");
  await settleOn(sql, made, "2027-01-05", "check", "7.00");
  const parts = await sql`
    select amount, reimbursements_by_code as miles from overpayment_settlements order by settled_on`;
  assertEquals([...parts], [
    { amount: "20.00", miles: {} },
    { amount: "7.00", miles: { mileage: "7.00" } },
  ]);
  assertEquals(await correctedAfter(sql, 2026), []);
  assertEquals(await totals(sql, 2026), ["600.00 70.00 0.00 0.00 20.00"]);
  assertEquals(await totals(sql, 2027), []);
});

test("by_a_check_of_the_miles_beside_wages_that_were_waived_corrects_no_year", async (sql) => {
  const made = await overpaid(sql, { hours: "9" });
  await settleOn(sql, made, "2026-12-20", "waived", "20.00");
  await settleOn(sql, made, "2027-01-05", "check", "7.00");
  assertEquals(await correctedAfter(sql, 2026), []);
});

test("by_a_check_that_bounces_later_corrects_by_its_wages_until_they_are_taken_back", async (sql) => {
  const made = await overpaid(sql, { hours: "9" });
  const check = await settleOn(sql, made, "2026-12-20", "check", "27.00");
  await takeBackSettlement(sql, check);
  await sql`update overpayment_settlements set taken_back_on = '2027-01-04'`;
  assertEquals(await correctedAfter(sql, 2026), ["20.00"]);
  await payDate(sql, THIRD, "2027-02-05");
  await arrange(sql, made.contractorId);
  const third = await prepare(sql, THIRD);
  assertEquals(await recoveriesOf(sql, third), [
    "prior_year -20.00",
    "reimbursement mileage -7.00",
  ]);
  await close(sql, third);
  assertEquals(await correctedAfter(sql, 2026), []);
  assertEquals(await totals(sql, 2027), ["200.00 -7.00 0.00 -20.00 -20.00"]);
});

test("gives_wages_up_as_wages_and_miles_as_a_reimbursement_in_the_books", async (sql) => {
  const made = await overpaid(sql, { hours: "9" });
  const posted = async () => {
    const rows = await sql<{ row: string }[]>`
      select account || ' ' || sum(debit - credit) as row from journal('2020-01-01', '2099-12-31')
       where document like 'OVP-%' group by account having sum(debit - credit) <> 0 order by account`;
    return rows.map(({ row }) => row);
  };
  const check = await settle(sql, made.contractorId, FIRST, "check");
  assertEquals(await posted(), ["cash 27.00", "employee_receivables -27.00"]);
  await sql`select take_back_settlement(${check.id}, 'It bounced.')`;
  assertEquals(await posted(), []);
  await settle(sql, made.contractorId, FIRST, "waived");
  assertEquals(await posted(), [
    "employee_receivables -27.00",
    "reimbursements 7.00",
    "wages 20.00",
  ]);
});

Deno.test("take_recoveries/of_wages_are_of_the_year_that_overpaid_wages_whenever_miles_were", () =>
  withDatabase(async ({ sql }) => {
    const PAY_DATES = [
      [FIRST, "2026-12-19"],
      [SECOND, "2026-12-26"],
      [THIRD, "2027-01-09"],
      [FOURTH, "2027-02-09"],
      [FIFTH, "2027-03-09"],
    ] as const;
    for (const [week, day] of PAY_DATES) await payDate(sql, week, day);
    const made = await overpaid(sql);
    const [late] = await sql<[{ id: string }]>`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${made.assignment}, ${dayOfWeek(FIRST, 5)}, 2.5, 'approved') returning id`;
    await close(sql, await prepare(sql, THIRD));
    await setAside(sql, [late.id]);
    await close(sql, await prepare(sql, FOURTH));
    const found = await sql`
      select code, amount from payroll_item_lines where kind = 'overpayment' order by created_at`;
    assertEquals([...found], [
      { code: "mileage", amount: "7.00" },
      { code: "mileage", amount: "-7.00" }, // made up for by the late hours
      { code: null, amount: "50.00" },
    ]);
    await arrange(sql, made.contractorId);
    const fifth = await prepare(sql, FIFTH);
    assertEquals(await recoveriesOf(sql, fifth), ["-50.00"]);
    await close(sql, fifth);
    assertEquals(await correctedAfter(sql, 2026), []);
    // Three weeks of ten hours; the late ones, and those of the week, are back.
    assertEquals(await totals(sql, 2027), ["600.00 -7.00 -50.00 0.00 0.00"]);
  }, { clock: "2026-04-30T12:00:00Z" }));
