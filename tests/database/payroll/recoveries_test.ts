// What was overpaid is taken back by an agreement or a notice, as far as the law lets; or settled otherwise.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { close, discard, prepare } from "../../support/payroll/batches.ts";
import { payRate } from "../../support/payroll/extras.ts";
import { linesOf } from "../../support/payroll/items.ts";
import {
  arrange,
  FIRST,
  FOURTH,
  overpaid,
  type Recovery,
  SECOND,
  settle,
  takeBackSettlement,
  THIRD,
} from "../../support/payroll/overpaid.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { dayOfWeek } from "../../support/time/worked_time.ts";

const NOW = { clock: "2026-03-31T12:00:00Z" };
type Status = Parameters<typeof assertRefusedUnchanged>[2];

/** The lines of the third week's batch that take back. */
async function taken(sql: postgres.Sql, contractorId: string, how: Recovery): Promise<string[]> {
  await arrange(sql, contractorId, how);
  const lines = await linesOf(sql, await prepare(sql, THIRD));
  return lines.filter((line) => line.includes("recovery"));
}

function test(name: string, body: (sql: postgres.Sql) => Promise<void>): void {
  Deno.test(`arrange_recovery/${name}`, () => withDatabase(({ sql }) => body(sql), NOW));
}

test("takes_what_was_agreed_each_pay_day_until_all_of_it_is_back", async (sql) => {
  const id = await overpaid(sql);
  await arrange(sql, id, { perPayDay: "150" });
  const dropped = await prepare(sql, THIRD);
  await discard(sql, dropped);
  const third = await prepare(sql, THIRD);
  await close(sql, third);
  assertEquals(
    await linesOf(sql, third),
    [
      `${THIRD} straight 10.00 40.00 = 400.00`,
      `${FIRST} recovery = -150.00`,
    ].toSorted(),
  );
  const fourth = await prepare(sql, FOURTH);
  await close(sql, fourth);
  assertEquals((await linesOf(sql, fourth)).filter((line) => line.includes("recovery")), [
    `${FIRST} recovery = -50.00`,
  ]);
  const earned = await sql`
    select earning, work_state, amount from private.earning_lines(${third}) order by line`;
  assertEquals(earned.map((each) => `${each.earning} ${each.work_state} ${each.amount}`), [
    "recovery TX -150.00",
    "straight TX 400.00",
  ]);
  const [row] = await sql`select overpaid, recovered, settled, open, held from overpayments`;
  assertEquals(Object.values(row ?? {}), ["200.00", "200.00", "0.00", "0.00", "0.00"]);
  const [receivable] = await sql`
    select sum(debit - credit)::text as amount from journal('2020-01-01', '2099-12-31')
     where account = 'employee_receivables'`;
  assertStrictEquals(receivable?.amount, "0.00");
});

test("takes_null_for_an_answer_that_was_left_out", async (sql) => {
  const id = await overpaid(sql);
  const [arrangement] = await sql`
    select is_clerical_error, next_pay_in_full
      from arrange_recovery(${id}, ${THIRD}, 'Twice', agreed_on => ${THIRD}, is_clerical_error => null,
                            next_pay_in_full => null)`;
  assertEquals(arrangement, { is_clerical_error: false, next_pay_in_full: false });
});

test("leaves_the_minimum_wage", async (sql) => {
  const id = await overpaid(sql);
  await payRate(sql, await assignmentOf(sql, id), THIRD, "10");
  assertEquals(await taken(sql, id, {}), [`${FIRST} recovery = -27.50`]); // 100 less ten hours at 7.25
});

test("of_new_york_asks_for_a_notice_of_an_error_and_takes_an_eighth", async (sql) => {
  const id = await overpaid(sql, { state: "NY" });
  assertEquals(await taken(sql, id, {}), []); // agreed, but without a notice
  const notice = { agreedOn: null, noticeOn: "2026-03-21" };
  assertEquals(await taken(sql, id, notice), []); // no error of the firm's
  // The pay date is 2026-03-27: less than three weeks after the notice.
  assertEquals(await taken(sql, id, { ...notice, isClericalError: true }), []);
  // All of it from the very next pay, three days after the notice.
  const full = { ...notice, isClericalError: true, nextPayInFull: true };
  assertEquals(await taken(sql, id, full), [`${FIRST} recovery = -200.00`]);
  await discardAll(sql);
  await sql`update payroll_periods set pay_date = '2026-04-11' where period_start = ${THIRD}`;
  assertEquals(await taken(sql, id, { ...notice, isClericalError: true }), [
    `${FIRST} recovery = -50.00`,
  ]);
});

test("of_new_york_takes_nothing_that_was_overpaid_more_than_eight_weeks_before_the_notice", async (sql) => {
  const id = await overpaid(sql, { state: "NY" });
  await sql`insert into payroll_periods (period_start, period_end, pay_date) values (${THIRD}, ${
    dayOfWeek(THIRD, 7)
  }, '2026-06-12')`;
  const notice = { agreedOn: null, isClericalError: true };
  assertEquals(await taken(sql, id, { ...notice, noticeOn: "2026-05-09" }), []); // paid on 2026-03-13
  assertEquals(await taken(sql, id, { ...notice, noticeOn: "2026-05-08" }), [
    `${FIRST} recovery = -50.00`,
  ]);
});

test("of_california_spares_the_final_pay", async (sql) => {
  const id = await overpaid(sql, { state: "CA", endsOn: "2026-03-22", weeks: 3 });
  assertEquals(await taken(sql, id, {}), []);
  await sql`update assignments set end_date = '2026-03-29'`;
  await discardAll(sql);
  assertEquals(
    (await linesOf(sql, await prepare(sql, THIRD))).filter((line) => line.includes("recovery")),
    [`${FIRST} recovery = -200.00`],
  );
});

test("tells_an_overpayment_of_an_earlier_year_apart", async (sql) => {
  const id = await overpaid(sql);
  await sql`insert into payroll_periods (period_start, period_end, pay_date) values (${THIRD}, ${
    dayOfWeek(THIRD, 7)
  }, '2027-01-02')`;
  await arrange(sql, id);
  const batch = await prepare(sql, THIRD);
  await close(sql, batch);
  const [row] = await sql`
    select recoveries, prior_year_recoveries, gross_pay from payroll_export(${batch})`;
  assertEquals(Object.values(row ?? {}), ["0.00", "-200.00", "200.00"]);
  const earned = await sql`
    select earning, work_state from private.earning_lines(${batch}) where earning like 'recovery%'`;
  assertEquals(earned.map((each) => [each.earning, each.work_state]), [
    ["recovery_prior_year", null],
  ]);
});

test("takes_of_1099_what_was_agreed", async (sql) => {
  const id = await overpaid(sql, { employmentType: "1099" });
  const notice = () => arrange(sql, id, { agreedOn: null, noticeOn: "2026-03-10" });
  await assertRefusedUnchanged(sql, notice, 400, "recovery_not_agreed");
  assertEquals(await taken(sql, id, {}), [`${FIRST} recovery = -200.00`]);
});

test("refuses_what_is_not_open_or_what_a_batch_takes_already", async (sql) => {
  const id = await overpaid(sql);
  const refuses = (how: Recovery, status: Status, slug: string) =>
    assertRefusedUnchanged(sql, () => arrange(sql, id, how), status, slug);
  await refuses({ amount: "200.01" }, 409, "recovery_over_open");
  await refuses({ amount: "0" }, 400, "amount_not_valid");
  await refuses({ agreedOn: null }, 400, "recovery_not_agreed");
  await refuses({ amount: "-1" }, 400, "amount_not_valid");
  await refuses({ agreedOn: "infinity" }, 400, "date_not_finite");
  await refuses({ reason: " " }, 400, "reason_missing");
  const unknown = () => arrange(sql, crypto.randomUUID());
  await assertRefusedUnchanged(sql, unknown, 404, "contractor_not_found");
  const first = await arrange(sql, id, { perPayDay: "20" });
  assertEquals(await arrange(sql, id, { perPayDay: "20" }), first);
  const batch = await prepare(sql, THIRD);
  await refuses({ perPayDay: "30" }, 409, "overpayment_in_open_batch");
  await discard(sql, batch);
  const ended = await arrange(sql, id, { amount: "0" });
  assertStrictEquals(ended.id, first.id);
  assertEquals((await linesOf(sql, await prepare(sql, THIRD))).length, 1);
});

Deno.test("settle_overpayment/ends_what_was_overpaid_by_check_or_gives_it_up", () =>
  withDatabase(async ({ sql }) => {
    const id = await overpaid(sql);
    const refuses = (does: () => Promise<unknown>, status: Status, slug: string) =>
      assertRefusedUnchanged(sql, does, status, slug);
    await refuses(() => settle(sql, id, FIRST, "cash"), 400, "settlement_kind_unknown");
    await refuses(() => settle(sql, id, FIRST, "check", "200.01"), 409, "settlement_over_open");
    await refuses(() => settle(sql, id, SECOND, "check"), 409, "settlement_over_open");
    await refuses(() => settle(sql, null, FIRST, "check"), 400, "argument_missing");
    const request = crypto.randomUUID();
    const made = await settle(sql, id, FIRST, "check", "120.00", request);
    assertEquals(await settle(sql, id, FIRST, "check", "120.00", request), made);
    await arrange(sql, id, { amount: "30" });
    const batch = await prepare(sql, THIRD);
    await refuses(() => settle(sql, id, FIRST, "waived"), 409, "overpayment_in_open_batch");
    await close(sql, batch);
    await settle(sql, id, FIRST, "waived", "20.00");
    await settle(sql, id, FIRST, "written_off");
    const [row] = await sql`select recovered, settled, open from overpayments`;
    assertEquals(Object.values(row ?? {}), ["30.00", "170.00", "0.00"]);
    const posted = await sql`
      select account, sum(debit - credit)::text as amount from journal('2020-01-01', '2099-12-31')
       where document like 'OVP-%' group by account order by account`;
    assertEquals(posted.map(({ account, amount }) => `${account} ${amount}`), [
      "cash 120.00",
      "employee_receivables -170.00",
      "wages 50.00",
    ]);
  }, NOW));

Deno.test("take_back_settlement/opens_again_what_was_settled_by_mistake_and_posts_the_opposite_that_day", () =>
  withDatabase(async ({ sql }) => {
    const id = await overpaid(sql);
    const refuses = (does: () => Promise<unknown>, status: Status, slug: string) =>
      assertRefusedUnchanged(sql, does, status, slug);
    const check = await settle(sql, id, FIRST, "check", "120.00");
    const waived = await settle(sql, id, FIRST, "waived", "80.00");
    await sql`update overpayment_settlements set settled_on = '2026-03-20'`; // days before
    await refuses(() => takeBackSettlement(sql, null), 400, "argument_missing");
    await refuses(() => takeBackSettlement(sql, check.id, " "), 400, "reason_missing");
    await refuses(() => takeBackSettlement(sql, crypto.randomUUID()), 404, "settlement_not_found");
    const taken = await takeBackSettlement(sql, check.id);
    assertEquals(
      [taken.id, taken.amount, taken.taken_back_on, taken.taken_back_reason],
      [check.id, "120.00", "2026-03-31", "The check bounced."],
    );
    assertEquals(await takeBackSettlement(sql, check.id, "Another reason."), taken);
    const [row] = await sql`select settled, open, unarranged from overpayments`;
    assertEquals(Object.values(row ?? {}), ["80.00", "120.00", "120.00"]);
    await takeBackSettlement(sql, waived.id);

    const posted = await sql`
      select posted_on::text, account, debit - credit as amount, memo from journal('2020-01-01', '2099-12-31')
       where document like 'OVP-%' order by posted_on, account, amount`;
    const week = `Overpayment of the week of ${FIRST}`;
    assertEquals(posted.map((line) => Object.values(line).join(" ")), [
      `2026-03-20 cash 120.00 ${week} paid back`,
      `2026-03-20 employee_receivables -120.00 ${week} paid back`,
      `2026-03-20 employee_receivables -80.00 ${week} waived`,
      `2026-03-20 wages 80.00 ${week} waived`,
      `2026-03-31 cash -120.00 ${week} paid back, taken back`,
      `2026-03-31 employee_receivables 80.00 ${week} waived, taken back`,
      `2026-03-31 employee_receivables 120.00 ${week} paid back, taken back`,
      `2026-03-31 wages -80.00 ${week} waived, taken back`,
    ]);

    await arrange(sql, id);
    const batch = await prepare(sql, THIRD);
    await close(sql, batch);
    assertEquals((await linesOf(sql, batch)).filter((line) => line.includes("recovery")), [
      `${FIRST} recovery = -200.00`,
    ]);
  }, NOW));

Deno.test("take_back_settlement/leaves_closed_books_as_they_are_and_posts_on_its_own_day", () =>
  withDatabase(async ({ sql }) => {
    const id = await overpaid(sql);
    const settled = await settle(sql, id, FIRST, "check");
    await sql`update overpayment_settlements set settled_on = '2026-02-20'`;
    await sql`select close_books('2026-02-28')`;
    const cash = () =>
      sql`
        select posted_on::text, sum(debit - credit)::text as amount from journal('2020-01-01', '2099-12-31')
         where account = 'cash' group by posted_on order by posted_on`;
    const before = await cash();
    await takeBackSettlement(sql, settled.id);
    assertEquals([...await cash()], [...before, { posted_on: "2026-03-31", amount: "-200.00" }]);
    await sql`select close_books('2026-03-30')`;
    assertEquals([...await cash()], [...before, { posted_on: "2026-03-31", amount: "-200.00" }]);
  }, NOW));

async function assignmentOf(sql: postgres.Sql, contractorId: string): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    select id from assignments where contractor_id = ${contractorId} and overtime_rule = 'flsa'`;
  return row.id;
}

async function discardAll(sql: postgres.Sql): Promise<void> {
  await sql`select discard_payroll_batch(id) from payroll_batches where status = 'draft'`;
}
