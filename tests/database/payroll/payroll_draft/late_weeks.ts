/** Weeks of which some is approved, or changes, after a batch paid the rest. */
import type postgres from "postgres";
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { dayOfWeek, entryOf, work, type Worker } from "../../../support/time/worked_time.ts";

export const MONDAY = "2026-03-02";
export const NEXT_MONDAY = "2026-03-09";

/** Somebody who works so many hours from Monday on, those of the days named approved later. */
export async function weekOf(
  sql: postgres.Sql,
  hours: readonly number[],
  { rule = "flsa" as OvertimeRule, late = [] as readonly number[] } = {},
): Promise<Worker> {
  const shifts = hours.map((each, i) => ({ date: dayOfWeek(MONDAY, i + 1), hours: each, rule }));
  const worker = await work(sql, shifts);
  for (const day of late) {
    await sql`update time_entries set status = 'draft' where id = ${entryOf(worker, day)}`;
  }
  return worker;
}

/** Approves what is still a draft. */
export async function approveAll(sql: postgres.Sql): Promise<void> {
  await sql`update time_entries set status = 'submitted' where status = 'draft'`;
  await sql`update time_entries set status = 'approved' where status = 'submitted'`;
}

/** A batch of a period, closed. */
export async function prepareAndClose(sql: postgres.Sql, periodStart = MONDAY): Promise<string> {
  const batch = await prepare(sql, periodStart);
  await close(sql, batch);
  return batch;
}

/** A retroactive hit on the pay rate alone. */
export async function applyLate(
  sql: postgres.Sql,
  assignmentId: string,
  day: string,
  pay: string,
): Promise<void> {
  await apply(sql, await rateHit(sql, assignmentId, day, { bill: "0", pay }), true);
}
