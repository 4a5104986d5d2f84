// Closing payroll beside lock-ended, approvers, who prepares, and who writes directly: named interleavings on
// real connections.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import type { OvertimeRule } from "../../fixtures/assignments.ts";
import { lockEndedAssignments } from "../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import {
  advance,
  close,
  closeBatch,
  closePeriod,
  draftOf,
  periodOf,
  prepare,
} from "../support/payroll/batches.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave, waitUntilBlocked } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { dayOfWeek, entryOf, work } from "../support/time/worked_time.ts";
import { assertRejectsWith } from "../support/rejections.ts";

const MONDAY = "2026-03-02";
const TUESDAY = dayOfWeek(MONDAY, 2);
const NOON = "2026-03-10 12:00:00+00";
const TODAY = "2026-03-11";

const shift = (date: string, rule: OvertimeRule = "flsa") => ({ date, hours: 8, rule });

/** An approved batch over two days of somebody whose assignment has ended. */
async function batchOfEnded(sql: postgres.Sql): Promise<string> {
  await work(sql, [shift(MONDAY), shift(TUESDAY)]);
  await sql`update assignments set end_date = ${TUESDAY}`;
  const batch = await prepare(sql, MONDAY);
  for (let step = 0; step < 2; step++) await advance(sql, batch);
  return batch;
}

async function lockedAt(sql: postgres.Sql): Promise<(string | null)[]> {
  const entries = await sql<{ at: string | null }[]>`
    select locked_at::text as at from time_entries order by work_date`;
  return entries.map(({ at }) => at);
}

Deno.test("close_and_lock_payroll_batch/is_passed_over_by_the_job_that_locks_ended_time", () =>
  withDatabase(async ({ sql, url }) => {
    const batch = await batchOfEnded(sql);
    const closer = connectTo(url);
    await closer.begin(async (closer) => {
      await closeBatch(closer, batch);
      const counts = await lockEndedAssignments(sql, { today: TODAY });
      assertEquals([counts.locked, counts.remaining], [0, 2]);
    });
    await closer.end();
    const counts = await lockEndedAssignments(sql, { today: TODAY });
    assertEquals([counts.locked, counts.remaining], [0, 0]);
    const [closed] = await sql`select closed_at::text as at from payroll_batches`;
    assertEquals(await lockedAt(sql), [closed?.at, closed?.at]);
  }));

Deno.test("close_and_lock_payroll_batch/waits_for_the_job_and_keeps_the_instant_it_locked_at", () =>
  withDatabase(async ({ sql, url }) => {
    const batch = await batchOfEnded(sql);
    const pool = connectTo(url, { "app.clock": NOON });
    const job = await pool.reserve();
    await job`begin`;
    assertEquals((await lockEndedAssignments(job, { today: TODAY })).approved, 2);
    const closing = closeBatch(sql, batch);
    await waitUntilBlocked(pool);
    await job`commit`;
    assertEquals((await closing).status, "closed");
    assertEquals(await lockedAt(sql), [NOON, NOON].map((at) => at.slice(0, -3) + "+00"));
    job.release();
    await pool.end();
  }));

Deno.test("close_payroll_period/waits_for_a_batch_that_is_being_prepared_and_refuses", () =>
  withDatabase(async ({ sql, url }) => {
    await work(sql, [shift(MONDAY)]);
    const period = await periodOf(sql, MONDAY);
    await assertRefused(
      interleave(url, (first) => prepare(first, MONDAY), () => closePeriod(sql, period)),
      409,
      "payroll_period_not_finished",
    );
  }));

Deno.test("close_payroll_period/is_waited_for_by_who_prepares_a_batch", () =>
  withDatabase(async ({ sql, url }) => {
    const worker = await work(sql, [shift(MONDAY), shift(TUESDAY)]);
    await sql`update time_entries set status = 'draft' where id = ${entryOf(worker, 2)}`;
    await close(sql, await prepare(sql, MONDAY));
    const period = await periodOf(sql, MONDAY);
    await assertRefused(
      interleave(url, (first) => closePeriod(first, period), () => prepare(sql, MONDAY)),
      409,
      "payroll_period_closed",
    );
    assertEquals((await sql`select from payroll_batches`).length, 1);
  }));

Deno.test("close_payroll_period/is_done_once_by_two_at_once", () =>
  withDatabase(async ({ sql, url }) => {
    const period = await periodOf(sql, MONDAY);
    const second = await interleave(
      url,
      (first) => closePeriod(first, period),
      () => closePeriod(sql, period),
    );
    assertEquals(second.status, "closed");
    const log = await sql`select from audit_log where procedure = 'close_payroll_period'`;
    assertEquals(log.length, 1);
  }));

Deno.test("close_payroll_period/counts_time_that_is_being_approved_as_not_approved", () =>
  withDatabase(async ({ sql, url }) => {
    await work(sql, [shift(MONDAY)]);
    for (const status of ["draft", "submitted"]) {
      await sql`update time_entries set status = ${status}`;
    }
    const period = await periodOf(sql, MONDAY);
    const refuses = (counts: RegExp) =>
      assertRejectsWith(() => closePeriod(sql, period), { message: counts });
    const approver = connectTo(url);
    await approver.begin(async (approver) => {
      await approver`update time_entries set status = 'approved'`;
      await refuses(/ 0 workweeks due up to its end, 1 time entry submitted/);
    });
    await approver.end();
    await refuses(/ 1 workweek due up to its end, 0 time entries submitted/);
  }));

Deno.test("close_payroll_period/leaves_time_that_is_being_submitted_to_a_later_period", () =>
  withDatabase(async ({ sql, url }) => {
    await work(sql, [shift(MONDAY)]);
    await sql`update time_entries set status = 'draft'`;
    const period = await periodOf(sql, MONDAY);
    const submitter = connectTo(url);
    await submitter.begin(async (submitter) => {
      await submitter`update time_entries set status = 'submitted'`;
      assertEquals((await closePeriod(sql, period)).status, "closed");
    });
    await submitter.end();
    await sql`update time_entries set status = 'approved'`;
    await close(sql, await prepare(sql, "2026-03-09"));
    assertEquals([...await sql`select status from time_entries`], [{ status: "locked" }]);
  }));

Deno.test("close_payroll_period/lets_no_batch_be_written_into_it_meanwhile", () =>
  withDatabase(async ({ sql, url }) => {
    const period = await periodOf(sql, MONDAY);
    await interleave(
      url,
      (first) => draftOf(first, MONDAY),
      () => assertRefused(closePeriod(sql, period), 409, "payroll_period_not_finished"),
    );
  }));

/** Writes of the secret key into a draft, of the items and lines of one batch. */
const DIRECT_WRITES = {
  item: `insert into payroll_items (payroll_batch_id, contractor_id)
         select batch.id, contractor.id from payroll_batches as batch, contractors as contractor
          where not exists (select from payroll_items where contractor_id = contractor.id)`,
  changed_item: "update payroll_items set regular_hours = 1",
  removed_item: "delete from payroll_items",
  line: `insert into payroll_item_lines (payroll_item_id, week_start, kind, amount)
         select id, '${MONDAY}', 'difference', 5 from payroll_items`,
  changed_line: "update payroll_item_lines set amount = 5",
  removed_line: "delete from payroll_item_lines",
};

for (const [what, write] of Object.entries(DIRECT_WRITES)) {
  Deno.test(`payroll_batches/that_are_being_advanced_take_no_${what}`, () =>
    withDatabase(async ({ sql, url }) => {
      await work(sql, [shift(MONDAY)]);
      const batch = await prepare(sql, MONDAY);
      await work(sql, []); // somebody without an item
      const asOwner = connectTo(url); // nobody else writes them directly
      await assertRefused(
        interleave(url, (first) => advance(first, batch), () => asOwner.unsafe(write)),
        409,
        "payroll_batch_under_review",
      );
      await asOwner.end();
      const [row] = await sql`select gross_total from payroll_batches`;
      assertEquals(row?.gross_total, "480.00");
    }));
}

Deno.test("payroll_batches/are_advanced_once_who_writes_into_them_is_through", () =>
  withDatabase(async ({ sql, url }) => {
    await work(sql, [shift(MONDAY)]);
    const batch = await prepare(sql, MONDAY);
    const advanced = await interleave(
      url,
      (first) => first.unsafe(DIRECT_WRITES.line),
      () => advance(sql, batch, "draft"),
    );
    assertEquals(advanced.status, "in_review");
  }));
