// What keeps a payroll period from closing.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import {
  close,
  closePeriod,
  discard,
  periodOf,
  prepare,
  prepareOffCycle,
} from "../../support/payroll/batches.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { setAside } from "../../support/time/set_aside.ts";
import { dayOfWeek, entryOf, work } from "../../support/time/worked_time.ts";
import { assertRejectsWith } from "../../support/rejections.ts";

const MONDAY = "2026-03-02";
const NOW = { clock: "2026-03-17 12:00:00+00" };

/** Each as its kind, what it is about, and what has to happen. */
async function obstacles(sql: postgres.Sql, period: string | null): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', kind, contractor_name, week_start, work_date, hours, amount, status, '→', next_step) as row
      from payroll_period_obstacles(${period})`;
  return rows.map(({ row }) => row);
}

Deno.test("payroll_period_obstacles/names_the_open_batch_what_is_due_and_time_nobody_approved", () =>
  withDatabase(async ({ sql }) => {
    const shift = (n: number, hours = 8) => ({
      date: dayOfWeek(MONDAY, n),
      hours,
      rule: "flsa" as const,
    });
    const worker = await work(sql, [
      shift(-6), // the week before
      shift(1),
      shift(2, 4),
      shift(3, 5),
      shift(4, 6),
      shift(5, 7),
      shift(6, 3),
      shift(8), // the week after
    ]);
    for (
      const [nth, ...statuses] of [
        [3, "draft", "submitted"],
        [4, "draft", "submitted", "pending_approval"],
        [5, "draft", "submitted", "locked"],
        [6, "draft"],
        [7, "draft", "submitted"],
      ] as const
    ) {
      for (const status of statuses) {
        await sql`update time_entries set status = ${status} where id = ${entryOf(worker, nth)}`;
      }
    }
    await setAside(sql, [entryOf(worker, 7)]);
    const period = await periodOf(sql, MONDAY);
    assertEquals(await obstacles(sql, period), [
      "due_week Ada Nurse 2026-02-23 480.00 → prepare",
      "due_week Ada Nurse 2026-03-02 480.00 → prepare",
      "unapproved_time Ada Nurse 2026-03-02 2026-03-03 4.00 submitted → approve",
      "unapproved_time Ada Nurse 2026-03-02 2026-03-04 5.00 pending_approval → approve",
      "unapproved_time Ada Nurse 2026-03-02 2026-03-05 6.00 locked → take_up_or_set_aside",
    ]);
    await assertRejectsWith(
      () => closePeriod(sql, period),
      /0 open batches, 2 workweeks .* 3 time entries/,
    );
    const batch = await prepare(sql, MONDAY);
    const [first] = await sql`
      select kind, payroll_batch_id, status, amount, next_step from payroll_period_obstacles(${period})`;
    assertEquals(first, {
      kind: "open_batch",
      payroll_batch_id: batch,
      status: "draft",
      amount: "960.00",
      next_step: "close_or_discard",
    });
  }, NOW));

Deno.test("payroll_period_obstacles/are_none_of_a_period_that_closes_and_of_one_that_is_closed", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    const period = await periodOf(sql, MONDAY);
    await close(sql, await prepare(sql, MONDAY));
    assertEquals(await obstacles(sql, period), []);
    await closePeriod(sql, period);
    await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]); // late
    assertEquals(await obstacles(sql, period), []);
  }, NOW));

Deno.test("payroll_period_obstacles/is_for_payroll_and_for_periods_that_are_there", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const period = firm.id("payroll_periods", "open");
    for (const caller of CALLERS) {
      const asking = runAs(
        sql,
        firm,
        caller,
        `select * from payroll_period_obstacles('${period}')`,
      );
      if (caller === "signed_out") await assertDenied(asking);
      else if (["payroll", "admin", "service"].includes(caller)) await asking;
      else await assertRefused(asking, 403, "role_required");
    }
    await assertRefused(obstacles(sql, null), 400, "argument_missing");
    await assertRefused(obstacles(sql, crypto.randomUUID()), 404, "payroll_period_not_found");
  }));

Deno.test("payroll_period_obstacles/name_the_open_batch_of_another_period_that_has_a_week", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [{ date: MONDAY, hours: 8, rule: "none" }]);
    const first = await periodOf(sql, MONDAY);
    await close(sql, await prepare(sql, MONDAY));
    await closePeriod(sql, first);
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      select assignment_id, ${dayOfWeek(MONDAY, 2)}, 3, 'approved' from time_entries`;
    const { id: late = "" } = await prepareOffCycle(sql, first, [worker.contractorId]);
    const second = await periodOf(sql, dayOfWeek(MONDAY, 8));
    const told = await sql`
      select kind, payroll_batch_id, week_start::text as week, amount, status, next_step
        from payroll_period_obstacles(${second})`;
    assertEquals(told.map((one) => ({ ...one })), [{
      kind: "due_week",
      payroll_batch_id: late,
      week: MONDAY,
      amount: "180.00",
      status: "draft",
      next_step: "close_or_discard",
    }]);
    await assertRejectsWith(
      () => closePeriod(sql, second),
      /0 open batches, 1 workweek due up to its end, 1 of them in an open batch of another period, 0 time entries/,
    );
    await discard(sql, late);
    assertEquals(await obstacles(sql, second), ["due_week Ada Nurse 2026-03-02 180.00 → prepare"]);
    await close(sql, await prepare(sql, dayOfWeek(MONDAY, 8)));
    await closePeriod(sql, second);
  }, NOW));
