import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { apply, rateHit } from "../../support/assignments/rate_hits.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { Firm } from "../../support/firm.ts";
import {
  advance,
  close,
  closeBatch,
  closePeriod,
  discard,
  periodOf,
  prepare,
} from "../../support/payroll/batches.ts";
import { auditOf } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";
import { setAside, takeBack } from "../../support/time/set_aside.ts";
import { dayOfWeek, entryOf, work } from "../../support/time/worked_time.ts";
import { assertRejectsWith } from "../../support/rejections.ts";

const MONDAY = "2026-03-02";
const NOW = { clock: "2026-03-17 12:00:00+00" };

/** Asserts that a period is not finished: so many open batches, weeks due, entries that wait, and drafts. */
async function assertUnfinished(
  sql: postgres.Sql,
  period: string,
  ...[batches, due, unapproved, drafts = 0]: readonly [number, number, number, number?]
): Promise<void> {
  const attempt = () => closePeriod(sql, period);
  await assertRefusedUnchanged(sql, attempt, 409, "payroll_period_not_finished");
  await assertRejectsWith(attempt, {
    message: `The payroll period of 2026-03-02 to 2026-03-08 is not finished: ` +
      `${batches} open ${batches === 1 ? "batch" : "batches"}, ` +
      `${due} ${due === 1 ? "workweek" : "workweeks"} due up to its end, ` +
      `${unapproved} time ${unapproved === 1 ? "entry" : "entries"} submitted, pending approval ` +
      `or locked without one. Drafts, which it does not wait for: ${drafts}.`,
  });
}

Deno.test("close_payroll_period/closes_a_period_in_which_everybody_is_paid", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    const period = await periodOf(sql, MONDAY);
    await close(sql, await prepare(sql, MONDAY));
    const closed = await closePeriod(sql, period);
    assertEquals([closed.id, closed.status, closed.closed_at], [
      period,
      "closed",
      "2026-03-17T12:00:00+00:00",
    ]);
    const before = await contents(sql);
    assertEquals(await closePeriod(sql, period), closed);
    assertEquals(await contents(sql), before);
    assertEquals(await auditOf(sql, "close_payroll_period"), ["payroll_periods open → closed"]);
  }, NOW));

Deno.test("close_payroll_period/closes_one_in_which_nobody_worked", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: dayOfWeek(MONDAY, 8), hours: 8, rule: "flsa" }]); // the week after
    assertEquals((await closePeriod(sql, await periodOf(sql, MONDAY))).status, "closed");
  }));

Deno.test("close_payroll_period/does_not_wait_for_approval_of_time_before_it", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: dayOfWeek(MONDAY, 0), hours: 8, rule: "flsa" }]); // the day before
    for (const status of ["draft", "submitted"]) {
      await sql`update time_entries set status = ${status}`;
    }
    assertEquals((await closePeriod(sql, await periodOf(sql, MONDAY))).status, "closed");
  }));

Deno.test("close_payroll_period/refuses_while_a_batch_is_open_and_while_time_is_unpaid", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, [
      { date: "2026-02-27", hours: 8, rule: "flsa" }, // before it, and as unpaid
      { date: MONDAY, hours: 8, rule: "flsa" },
      { date: dayOfWeek(MONDAY, 7), hours: 8, rule: "flsa" },
    ]);
    await sql`update time_entries set status = 'locked' where id = ${entryOf(nurse, 2)}`;
    const period = await periodOf(sql, MONDAY);
    await assertUnfinished(sql, period, 0, 2, 0);
    const batch = await prepare(sql, MONDAY);
    await assertUnfinished(sql, period, 1, 2, 0); // not paid until it is closed
    await advance(sql, batch);
    await assertUnfinished(sql, period, 1, 2, 0);
    await advance(sql, batch);
    await assertUnfinished(sql, period, 1, 2, 0);
    await discard(sql, batch);
    await assertUnfinished(sql, period, 0, 2, 0);
    await close(sql, await prepare(sql, MONDAY));
    assertEquals((await closePeriod(sql, period)).status, "closed");
  }));

Deno.test("close_payroll_period/refuses_while_time_in_it_is_submitted_or_pending", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(
      sql,
      [1, 2, 3, 8].map((n) => ({ date: dayOfWeek(MONDAY, n), hours: 8, rule: "flsa" as const })),
    );
    await sql`update time_entries set status = 'draft'`;
    const period = await periodOf(sql, MONDAY);
    const put = (n: number, status: string) =>
      sql`update time_entries set status = ${status} where id = ${entryOf(nurse, n)}`;
    for (const n of [1, 2, 4]) await put(n, "submitted"); // the fourth is of the week after
    await put(2, "pending_approval");
    await assertUnfinished(sql, period, 0, 0, 2, 1);
    for (const n of [1, 2]) await put(n, "draft"); // late time stays welcome
    assertEquals((await closePeriod(sql, period)).status, "closed");
  }));

Deno.test("close_payroll_period/refuses_while_time_in_it_was_locked_before_anybody_approved_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-03-08");
    const entries = [
      await firm.entry(assignment, "submitted", MONDAY, "12"),
      await firm.entry(assignment, "submitted", dayOfWeek(MONDAY, 2), "12"),
      await firm.entry(assignment, "draft", dayOfWeek(MONDAY, 7), "12"),
    ];
    await firm.entry(assignment, "submitted", dayOfWeek(MONDAY, 0), "12"); // of the week before
    const period = await periodOf(sql, MONDAY);
    await assertUnfinished(sql, period, 0, 0, 2, 1);
    await lockEndedAssignments(sql, { today: "2026-03-17" });
    await assertUnfinished(sql, period, 0, 0, 3);
    await setAside(sql, entries.slice(1));
    await assertUnfinished(sql, period, 0, 0, 1);
    // Payroll takes the last one up: it is approved, and paid.
    for (const status of ["pending_approval", "approved"]) {
      await sql`update time_entries set status = ${status} where id = ${entries[0] ?? ""}`;
    }
    await assertUnfinished(sql, period, 0, 1, 0);
    await close(sql, await prepare(sql, MONDAY));
    assertEquals((await closePeriod(sql, period)).status, "closed");
    await takeBack(sql, entries.slice(1)); // it is never lost: the view asks for it again
    const left = await sql`select from unapproved_time where work_date >= ${MONDAY}`;
    assertEquals(left.count, 2);
  }, NOW));

Deno.test("close_payroll_period/leaves_late_time_to_a_batch_of_the_next_period", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(
      sql,
      [1, 2, 3, 4, 5].map((n) => ({
        date: dayOfWeek(MONDAY, n),
        hours: 10,
        rule: "flsa" as const,
      })),
    );
    await sql`update time_entries set status = 'draft' where id = ${entryOf(nurse, 5)}`;
    await close(sql, await prepare(sql, MONDAY));
    await closePeriod(sql, await periodOf(sql, MONDAY));
    for (const status of ["submitted", "approved"]) {
      await sql`update time_entries set status = ${status} where id = ${entryOf(nurse, 5)}`;
    }
    const batch = await prepare(sql, "2026-03-09");
    await advance(sql, batch);
    await advance(sql, batch);
    assertEquals((await closeBatch(sql, batch)).gross_total, "900.00"); // 600 and 10 × 30
  }));

// A stipend, a bonus or a rate of a paid week once kept no period open.
Deno.test("close_payroll_period/refuses_while_anything_that_changed_is_due_up_to_its_end", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    await close(sql, await prepare(sql, MONDAY));
    const period = await periodOf(sql, MONDAY);
    const changes: (() => PromiseLike<unknown>)[] = [
      () => adjustment(sql, nurse.contractorId, dayOfWeek(MONDAY, 7), "bonus", "5"),
      () => stipend(sql, nurse.assignmentIds.flsa, "reimbursement", "20", { from: MONDAY }),
      () => sql`update assignment_stipends set effective_to = ${MONDAY}`, // a day that it pays
      async () =>
        apply(sql, await rateHit(sql, nurse.assignmentIds.flsa, MONDAY, { pay: "1" }), true),
    ];
    const isDue = [true, true, false, true];
    for (const [n, change] of changes.entries()) {
      await change();
      if (!isDue[n]) continue;
      await assertUnfinished(sql, period, 0, 1, 0);
      const batch = await prepare(sql, MONDAY);
      await assertUnfinished(sql, period, 1, 1, 0);
      await close(sql, batch);
    }
    await adjustment(sql, nurse.contractorId, dayOfWeek(MONDAY, 8), "bonus", "5"); // of the week after
    assertEquals((await closePeriod(sql, period)).status, "closed");
  }));

Deno.test("close_payroll_period/refuses_while_an_approved_bonus_of_it_is_unpaid", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await work(sql, []);
    const period = await periodOf(sql, MONDAY);
    const bonus = await adjustment(sql, contractorId, MONDAY, "bonus", "5");
    await assertUnfinished(sql, period, 0, 1, 0);
    await sql`update payroll_adjustments set approved_at = null where id = ${bonus}`;
    assertEquals((await closePeriod(sql, period)).status, "closed");
  }));

Deno.test("close_payroll_period/refuses_one_that_there_is_not", () =>
  withDatabase(async ({ sql }) => {
    await assertRefusedUnchanged(sql, () => closePeriod(sql, null), 400, "argument_missing");
    const unknown = () => closePeriod(sql, crypto.randomUUID());
    await assertRefusedUnchanged(sql, unknown, 404, "payroll_period_not_found");
  }));
