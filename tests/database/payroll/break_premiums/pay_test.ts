// Premiums for missed breaks in batches, files, papers and books, and what comes of later changes.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { confirm, dismiss } from "../../../support/payroll/break_premiums.ts";
import { earningsOf, workState } from "../../../support/payroll/earnings.ts";
import { adjustment, payRate } from "../../../support/payroll/extras.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { dayOfWeek, work, type Worker } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const TUESDAY = dayOfWeek(MONDAY, 2);
const NEXT_WEEK = dayOfWeek(MONDAY, 8);
const NOW = { clock: "2026-03-31T12:00:00Z" };

/** Registers a test on somebody who works 8 hours on a Monday in California and on a Tuesday in Nevada, at 40.00. */
function test(name: string, body: (sql: postgres.Sql, worker: Worker) => Promise<void>): void {
  Deno.test(`break_premiums/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const worker = await work(sql, [
        { date: MONDAY, hours: 8, rule: "california" },
        { date: TUESDAY, hours: 8, rule: "flsa" },
      ]);
      for (const [rule, state] of [["california", "CA"], ["flsa", "NV"]] as const) {
        await workState(sql, worker.assignmentIds[rule], state);
        await payRate(sql, worker.assignmentIds[rule], "2020-01-01", "40");
      }
      await body(sql, worker);
    }, NOW));
}

const breaks = (lines: readonly string[]) =>
  lines.filter((line) => line.includes("break_premium") || line.includes("difference"));

test("are_wages_of_their_state_in_file_export_papers_and_books", async (sql, worker) => {
  await confirm(sql, worker.contractorId, MONDAY, "rest");
  const batch = await prepare(sql, MONDAY);
  await close(sql, batch);
  assertEquals(await earningsOf(sql, batch), [
    `w2 1 Nurse ${MONDAY} straight CA 8.00 40.00 = 320.00`,
    `w2 2 Nurse ${MONDAY} straight NV 8.00 40.00 = 320.00`,
    `w2 3 Nurse ${MONDAY} rest_premium CA = 40.00`,
  ]);
  const [exported] = await sql`
    select regular_hours, straight_pay, break_premiums, gross_pay from payroll_export(${batch})`;
  assertEquals(Object.values(exported ?? {}), ["16.00", "640.00", "40.00", "680.00"]);
  const [part] = await sql`
    select gross_wages from private.gross_wages(array(select id from payroll_items))`;
  assertStrictEquals(part?.gross_wages, "680.00");
  const [paper] = await sql`
    select row from payroll_items as item
     cross join lateral jsonb_array_elements(pay_document(item.id) -> 'rows') as row
     where row ->> 'kind' = 'break_premium'`;
  assertEquals(
    [paper?.row.pay_kind, paper?.row.work_date, paper?.row.facility_name, paper?.row.hours],
    ["rest", MONDAY, "california", null],
  );
  const posted = await sql`
    select account, sum(debit - credit)::text as amount from journal('2020-01-01', '2099-12-31')
     group by account order by account`;
  assertEquals(posted.map(({ account, amount }) => `${account} ${amount}`), [
    "payroll_clearing -680.00",
    "wages 680.00",
  ]);
  const margins = await sql`
    select paid_amount from assignment_margin where paid_amount <> 0 order by paid_amount`;
  assertEquals(margins.map(({ paid_amount }) => paid_amount), ["320.00", "360.00"]);
});

test("of_a_week_that_was_paid_come_late_and_are_paid_once", async (sql, worker) => {
  await close(sql, await prepare(sql, MONDAY));
  await confirm(sql, worker.contractorId, MONDAY);
  const late = await prepare(sql, NEXT_WEEK);
  assertEquals(await linesOf(sql, late), [`${MONDAY} break_premium = 40.00`]);
  await close(sql, late);
  await assertRefused(prepare(sql, dayOfWeek(MONDAY, 15)), 409, "nothing_to_pay");
});

test("follow_a_bonus_that_comes_after_them", async (sql, worker) => {
  await confirm(sql, worker.contractorId, MONDAY);
  await close(sql, await prepare(sql, MONDAY));
  await adjustment(sql, worker.contractorId, TUESDAY, "bonus", "80", { inRegularRate: true });
  // (640 + 80) / 16 = 45.
  assertEquals(await linesOf(sql, await prepare(sql, NEXT_WEEK)), [
    `${MONDAY} adjustment = 80.00`,
    `${MONDAY} difference 0.00 0.00 = 5.00`,
  ]);
});

test(
  "that_are_dismissed_after_they_were_paid_are_taken_back_and_given_again",
  async (sql, worker) => {
    const { contractorId } = worker;
    const { id } = await confirm(sql, contractorId, MONDAY);
    await close(sql, await prepare(sql, MONDAY));
    assertStrictEquals((await dismiss(sql, contractorId, MONDAY)).id, id);
    const taken = await prepare(sql, NEXT_WEEK);
    assertEquals(breaks(await linesOf(sql, taken)), [`${MONDAY} difference 0.00 0.00 = -40.00`]);
    await close(sql, taken);
    await confirm(sql, contractorId, MONDAY);
    assertEquals(breaks(await linesOf(sql, await prepare(sql, dayOfWeek(MONDAY, 15)))), [
      `${MONDAY} difference 0.00 0.00 = 40.00`,
    ]);
  },
);

test("are_not_paid_for_a_day_whose_time_is_gone", async (sql, worker) => {
  const { contractorId, entryIds: [entry = ""] } = worker;
  await confirm(sql, contractorId, MONDAY);
  await close(sql, await prepare(sql, MONDAY));
  await sql`select correct_time_entry(${entry}, 'Another day', 8, '2026-03-04')`;
  assertEquals(breaks(await linesOf(sql, await prepare(sql, NEXT_WEEK))), [
    `${MONDAY} difference 0.00 0.00 = -40.00`,
  ]);
});

test("are_in_no_batch_while_they_are_dismissed", async (sql, worker) => {
  const { id } = await confirm(sql, worker.contractorId, MONDAY);
  const draft = await prepare(sql, MONDAY);
  assertEquals(breaks(await linesOf(sql, draft)), [`${MONDAY} break_premium = 40.00`]);
  await dismiss(sql, worker.contractorId, MONDAY);
  assertEquals(breaks(await linesOf(sql, await prepare(sql, MONDAY))), []);
  await assertRefused(
    sql`insert into payroll_item_lines (payroll_item_id, week_start, kind, break_premium_id, amount)
        select id, ${MONDAY}, 'break_premium', ${id}, 40 from payroll_items`,
    409,
    "break_premium_not_confirmed",
  );
});
