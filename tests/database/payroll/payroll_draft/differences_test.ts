// Weeks of which another batch paid something.
import { assertEquals } from "@std/assert";
import { rateHit } from "../../../support/assignments/rate_hits.ts";
import { close, draftOf, prepare, rebuild } from "../../../support/payroll/batches.ts";
import { adjustment, payRate, stipend } from "../../../support/payroll/extras.ts";
import { itemOf, linesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { setAside } from "../../../support/time/set_aside.ts";
import { entryOf } from "../../../support/time/worked_time.ts";
import {
  applyLate,
  approveAll,
  MONDAY,
  NEXT_MONDAY,
  prepareAndClose,
  weekOf,
} from "./late_weeks.ts";

Deno.test("payroll_draft/pays_late_time_and_what_the_whole_week_has_come_to_since", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await weekOf(sql, [10, 10, 10, 10, 10, 2], { late: [2, 6] });
    const first = await prepareAndClose(sql);
    assertEquals((await itemOf(sql, first, contractorId))?.gross_pay, "2400.00");
    await approveAll(sql);
    // 52 hours come to 3,120 and 12 × 30.
    const second = await prepare(sql, MONDAY);
    assertEquals(await linesOf(sql, second), [
      `${MONDAY} straight 10.00 60.00 = 600.00`,
      `${MONDAY} straight 2.00 60.00 = 120.00`,
      `${MONDAY} difference 12.00 0.00 = 360.00`,
    ]);
    assertEquals(await itemOf(sql, second, contractorId), {
      regular_hours: "0.00",
      overtime_hours: "12.00",
      doubletime_hours: "0.00",
      straight_pay: "720.00",
      premium_pay: "360.00",
      stipend_pay: "0.00",
      adjustment_pay: "0.00",
      gross_pay: "1080.00",
    });
  }));

Deno.test("payroll_draft/takes_regular_hours_back_that_late_time_made_overtime", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [8, 8, 8, 8, 8, 8, 8], { rule: "california", late: [1] });
    await prepareAndClose(sql);
    await approveAll(sql);
    const second = await prepare(sql, NEXT_MONDAY);
    // Seven days worked: the seventh is overtime, as is the sixth. Before, the week was six days, 48 hours.
    assertEquals(await linesOf(sql, second), [
      `${MONDAY} straight 8.00 60.00 = 480.00`,
      `${MONDAY} difference 8.00 0.00 = 240.00`,
    ]);
    const item = await itemOf(sql, second, worker.contractorId);
    assertEquals([item?.regular_hours, item?.overtime_hours], ["0.00", "8.00"]);
  }));

Deno.test("payroll_draft/counts_overtime_and_doubletime_less_what_was_paid_of_each", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql, [13, 13], { rule: "california", late: [2] });
    await prepareAndClose(sql);
    await approveAll(sql);
    assertEquals(await linesOf(sql, await prepare(sql, NEXT_MONDAY)), [
      `${MONDAY} straight 13.00 60.00 = 780.00`,
      `${MONDAY} difference 4.00 1.00 = 180.00`,
    ]);
  }));

Deno.test("payroll_draft/takes_back_all_of_a_week_whose_time_is_set_aside", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [10, 10, 10, 10, 10]);
    await prepareAndClose(sql);
    await setAside(sql, [1, 2, 3, 4, 5].map((day) => entryOf(worker, day)));
    assertEquals(await linesOf(sql, await prepare(sql, NEXT_MONDAY)), [
      `${MONDAY} difference -50.00 -10.00 0.00 = -3300.00`,
      `${MONDAY} overpayment = 3300.00`,
    ]);
  }));

Deno.test("payroll_draft/has_no_difference_where_late_time_changes_nothing_else", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql, [4, 4], { late: [1] });
    await prepareAndClose(sql);
    await approveAll(sql);
    assertEquals(await linesOf(sql, await prepare(sql, NEXT_MONDAY)), [
      `${MONDAY} straight 4.00 60.00 = 240.00`,
    ]);
  }));

Deno.test("payroll_draft/pays_the_difference_of_a_rate_hit_that_reaches_a_closed_week", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [10, 10, 10, 10, 10]);
    await prepareAndClose(sql);
    await applyLate(sql, worker.assignmentIds.flsa, "2026-03-06", "10");
    const second = await prepare(sql, NEXT_MONDAY);
    assertEquals(await linesOf(sql, second), [`${MONDAY} difference 0.00 0.00 = 110.00`]);
    const item = await itemOf(sql, second, worker.contractorId);
    assertEquals(item?.premium_pay, "110.00");

    await close(sql, second);
    await applyLate(sql, worker.assignmentIds.flsa, "2026-03-02", "-20");
    const third = await prepare(sql, NEXT_MONDAY);
    assertEquals(await linesOf(sql, third), [
      `${MONDAY} difference 0.00 0.00 = -1100.00`,
      `${MONDAY} overpayment = 1100.00`,
    ]);
    await close(sql, third);
    await assertRefused(prepare(sql, NEXT_MONDAY), 409, "nothing_to_pay");
  }));

Deno.test("payroll_draft/leaves_closed_weeks_alone_whose_pay_a_hit_does_not_change", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [8]);
    await prepareAndClose(sql);
    await applyLate(sql, worker.assignmentIds.flsa, "2026-03-03", "10");
    await applyLate(sql, worker.assignmentIds.none, "2026-03-02", "10");
    const cancelled = await rateHit(sql, worker.assignmentIds.flsa, MONDAY);
    await sql`update rate_hits set status = 'cancelled' where id = ${cancelled}`;
    await assertRefused(prepare(sql, NEXT_MONDAY), 409, "nothing_to_pay");
  }));

Deno.test("payroll_draft/pays_late_adjustments_and_stipends_by_their_names", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [10, 10, 10, 10, 10], { late: [5] });
    await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100");
    await stipend(sql, worker.assignmentIds.flsa, "hours_driven", "50", { from: "2026-03-06" });
    await adjustment(sql, worker.contractorId, MONDAY, "bonus", "25");
    await prepareAndClose(sql);
    await approveAll(sql);
    await adjustment(sql, worker.contractorId, MONDAY, "bonus", "450", { inRegularRate: true });
    await adjustment(sql, worker.contractorId, MONDAY, "deduction", "7");
    const second = await prepare(sql, NEXT_MONDAY);
    // (3,000 + 50 + 450) / 50 = 70.
    assertEquals(await linesOf(sql, second), [
      `${MONDAY} stipend = 50.00`,
      `${MONDAY} adjustment = -7.00`,
      `${MONDAY} adjustment = 450.00`,
      `${MONDAY} straight 10.00 60.00 = 600.00`,
      `${MONDAY} difference 10.00 0.00 = 350.00`,
    ]);
    const item = await itemOf(sql, second, worker.contractorId);
    assertEquals(
      [item?.stipend_pay, item?.adjustment_pay, item?.straight_pay, item?.premium_pay],
      ["50.00", "443.00", "600.00", "350.00"],
    );
  }));

Deno.test("payroll_draft/pays_a_late_adjustment_of_a_closed_week_alone", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [10, 10, 10, 10, 10]);
    await prepareAndClose(sql);
    await adjustment(sql, worker.contractorId, MONDAY, "bonus", "500", { inRegularRate: true });
    assertEquals(await linesOf(sql, await prepare(sql, NEXT_MONDAY)), [
      `${MONDAY} adjustment = 500.00`,
      `${MONDAY} difference 0.00 0.00 = 50.00`,
    ]);
  }));

Deno.test("payroll_draft/says_which_hours_moved_where_the_money_is_the_same", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [10, 10, 10, 10, 10], { late: [5] });
    await prepareAndClose(sql);
    await approveAll(sql);
    await payRate(sql, worker.assignmentIds.flsa, MONDAY, "54");
    await payRate(sql, worker.assignmentIds.flsa, "2026-03-06", "24");
    // 40 × 54 and ten hours at half of (2,160 + 240) / 50 are the 2,400 that were paid.
    const batch = await prepare(sql, NEXT_MONDAY);
    assertEquals(await linesOf(sql, batch), [
      `${MONDAY} straight 10.00 24.00 = 240.00`,
      `${MONDAY} difference 10.00 0.00 = 0.00`,
    ]);
    assertEquals((await itemOf(sql, batch, worker.contractorId))?.overtime_hours, "10.00");
  }));

Deno.test("payroll_draft/rebuilt_again_has_the_same_contents", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [13, 8, 13, 8, 8, 8, 8], { rule: "california", late: [3] });
    await stipend(sql, worker.assignmentIds.california, "hours_driven", "100");
    await prepareAndClose(sql);
    await approveAll(sql);
    const contents = async (batch: string) => [
      await linesOf(sql, batch),
      await itemOf(sql, batch, worker.contractorId),
      ...await sql`select gross_total from payroll_batches where id = ${batch}`,
    ];
    const batch = await prepare(sql, NEXT_MONDAY);
    const once = await contents(batch);
    assertEquals(await contents(await rebuild(sql, batch)), once);
  }));

Deno.test("payroll_draft/is_empty_when_nothing_is_payable", () =>
  withDatabase(async ({ sql }) => {
    const batch = await draftOf(sql, MONDAY);
    await sql`update payroll_batches set gross_total = 5`;
    await rebuild(sql, batch);
    const [row] = await sql`select gross_total from payroll_batches`;
    assertEquals(row?.gross_total, "0.00");
    assertEquals(await linesOf(sql, batch), []);
  }));
