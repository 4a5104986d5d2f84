// What people were paid too much is not taken from their other pay, and nobody's minus stops others.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { close, discard, prepare } from "../../../support/payroll/batches.ts";
import { adjustment, payRate } from "../../../support/payroll/extras.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { setAside } from "../../../support/time/set_aside.ts";
import { entryOf, work, type Worker } from "../../../support/time/worked_time.ts";

const FIRST = "2026-03-02";
const SECOND = "2026-03-09";
const THIRD = "2026-03-16";
const shift = (date: string, hours: number) => ({ date, hours, rule: "flsa" }) as const;

function test(name: string, body: (sql: postgres.Sql) => Promise<void>): void {
  Deno.test(`payroll_draft/${name}`, () => withDatabase(({ sql }) => body(sql)));
}

async function pay(sql: postgres.Sql, monday: string): Promise<string[]> {
  const batch = await prepare(sql, monday);
  await close(sql, batch);
  return await linesOf(sql, batch);
}

/** Somebody who was paid ten hours of the first week at 60, and is worth ten at 40 of it now. */
async function overpaid(sql: postgres.Sql, ...more: ReturnType<typeof shift>[]): Promise<Worker> {
  const worker = await work(sql, [shift(FIRST, 10), ...more]);
  await pay(sql, FIRST);
  await payRate(sql, worker.assignmentIds.flsa, FIRST, "40");
  return worker;
}

const grossOf = async (sql: postgres.Sql) =>
  (await sql`
    select gross_pay, overpayment_pay from payroll_items
     order by created_at desc limit 1`).map((row) => [row.gross_pay, row.overpayment_pay])[0];

test("takes_nothing_from_other_weeks_for_one_that_was_overpaid", async (sql) => {
  await overpaid(sql, shift(SECOND, 10));
  assertEquals(await pay(sql, SECOND), [
    `${FIRST} difference 0.00 0.00 = -200.00`,
    `${FIRST} overpayment = 200.00`,
    `${SECOND} straight 10.00 40.00 = 400.00`,
  ]);
  assertEquals(await grossOf(sql), ["400.00", "200.00"]);
  // It is found once.
  await assertRefused(prepare(sql, THIRD), 409, "nothing_to_pay");
});

test("pays_what_a_whole_week_is_worth_beyond_what_was_paid", async (sql) => {
  const worker = await overpaid(sql);
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    values (${worker.assignmentIds.flsa}, ${FIRST}::date + 1, 10, 'approved')`;
  assertEquals(await pay(sql, SECOND), [
    `${FIRST} straight 10.00 40.00 = 400.00`,
    `${FIRST} difference 0.00 0.00 = -200.00`,
  ]);
  assertEquals(await grossOf(sql), ["200.00", "0.00"]);
});

test("pays_no_week_twice_that_comes_to_what_was_paid_again", async (sql) => {
  const worker = await overpaid(sql);
  await pay(sql, SECOND);
  await payRate(sql, worker.assignmentIds.flsa, FIRST, "65");
  const discarded = await prepare(sql, THIRD);
  await discard(sql, discarded);
  assertEquals(await pay(sql, THIRD), [
    `${FIRST} difference 0.00 0.00 = 250.00`,
    `${FIRST} overpayment = -200.00`,
  ]);
  assertEquals(await grossOf(sql), ["50.00", "-200.00"]);
  const [ledger] = await sql`select overpaid, held, free from private.overpayment_ledger()`;
  assertEquals({ ...ledger }, { overpaid: "0.00", held: "0.00", free: "0.00" });
});

test("closes_a_batch_that_pays_nobody_and_has_nothing_to_hand_over", async (sql) => {
  const worker = await work(sql, [shift(FIRST, 10)]);
  await pay(sql, FIRST);
  await setAside(sql, [entryOf(worker, 1)]);
  const batch = await prepare(sql, SECOND);
  await close(sql, batch);
  assertEquals(await linesOf(sql, batch), [
    `${FIRST} difference -10.00 0.00 0.00 = -600.00`,
    `${FIRST} overpayment = 600.00`,
  ]);
  assertEquals((await sql`select from payroll_earnings(${batch})`).length, 0);
  const handOver = sql`select hand_over_payroll(${batch}, 'w2')`;
  await assertRefused(handOver, 409, "nothing_to_hand_over");
});

test("posts_an_overpayment_as_what_the_person_owes", async (sql) => {
  await overpaid(sql, shift(SECOND, 10));
  await pay(sql, SECOND);
  const posted = await sql`
    select account, sum(debit - credit)::text as amount from journal('2020-01-01', '2099-12-31')
     group by account order by account`;
  assertEquals(posted.map(({ account, amount }) => `${account} ${amount}`), [
    "employee_receivables 200.00",
    "payroll_clearing -1000.00",
    "wages 800.00",
  ]);
});

test("carries_what_deductions_ask_beyond_the_pay_to_later_batches", async (sql) => {
  const worker = await work(sql, [shift(FIRST, 1), shift(SECOND, 1), shift(THIRD, 4)]);
  await adjustment(sql, worker.contractorId, FIRST, "deduction", "150");
  assertEquals(await pay(sql, FIRST), [
    `${FIRST} adjustment = -150.00`,
    `${FIRST} straight 1.00 60.00 = 60.00`,
    `${FIRST} carried = 90.00`,
  ]);
  const discarded = await prepare(sql, SECOND);
  await discard(sql, discarded);
  assertEquals(await pay(sql, SECOND), [
    `${FIRST} carried = -60.00`,
    `${SECOND} straight 1.00 60.00 = 60.00`,
  ]);
  const third = await prepare(sql, THIRD);
  await close(sql, third);
  assertEquals(await linesOf(sql, third), [
    `${FIRST} carried = -30.00`,
    `${THIRD} straight 4.00 60.00 = 240.00`,
  ]);
  const earned = await sql`
    select earning, amount from private.earning_lines(${third}) order by line`;
  assertEquals(earned.map(({ earning, amount }) => `${earning} ${amount}`), [
    "deduction -30.00",
    "straight 240.00",
  ]);
});

test("nets_no_deduction_with_an_overpayment", async (sql) => {
  const worker = await overpaid(sql, shift(SECOND, 2));
  await adjustment(sql, worker.contractorId, SECOND, "deduction", "100");
  assertEquals(await pay(sql, SECOND), [
    `${FIRST} difference 0.00 0.00 = -200.00`,
    `${FIRST} overpayment = 200.00`,
    `${SECOND} adjustment = -100.00`,
    `${SECOND} straight 2.00 40.00 = 80.00`,
    `${SECOND} carried = 20.00`,
  ]);
  assertEquals(await grossOf(sql), ["0.00", "200.00"]);
});
