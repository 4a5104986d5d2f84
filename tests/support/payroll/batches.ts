/** Payroll periods and their batches, by the procedures or made directly. */
import type postgres from "postgres";
import { rowOf, type TextRow } from "../sql/rows.ts";
import { dayOfWeek } from "../time/worked_time.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** A period of so many workweeks, which is made unless it is there. */
export async function periodOf(sql: Sql, periodStart: string, weeks = 1): Promise<string> {
  const [period] = await sql.unsafe<[{ id: string }]>(
    `with made as (
       insert into payroll_periods (period_start, period_end, pay_date)
       values ($1, $2, $2::date + 5) on conflict do nothing returning id)
     select id from made union all select id from payroll_periods where period_start = $1`,
    [periodStart, dayOfWeek(periodStart, 7 * weeks)],
  );
  return period.id;
}

/** A draft batch made directly, of a period like that; still empty. */
export async function draftOf(sql: Sql, periodStart: string, weeks = 1): Promise<string> {
  const [batch] = await sql.unsafe<[{ id: string }]>(
    "insert into payroll_batches (payroll_period_id) values ($1) returning id",
    [await periodOf(sql, periodStart, weeks)],
  );
  return batch.id;
}

/** Prepares the draft batch of a period. */
export async function prepareDraft(sql: Sql, periodId: string | null): Promise<TextRow> {
  return await rowOf(sql, "public.prepare_payroll_draft($1)", [periodId]);
}

/** Prepares a batch of some people that is paid on a day of its own. */
export async function prepareOffCycle(
  sql: Sql,
  periodId: string | null,
  contractorIds: readonly string[],
  payDate: string | null = "2026-03-20",
  reason: string | null = "Their last day",
): Promise<TextRow> {
  return await rowOf(sql, "public.prepare_off_cycle($1, $2::text::uuid[], $3::text::date, $4)", [
    periodId,
    `{${contractorIds.join(",")}}`,
    payDate,
    reason,
  ]);
}

/** Takes a batch one step further. */
export async function advance(
  sql: Sql,
  batchId: string | null,
  expectedStatus: string | null = null,
  requestId: string | null = null,
): Promise<TextRow> {
  const values = [batchId, expectedStatus, requestId];
  return await rowOf(sql, "public.advance_payroll_batch_status($1, $2, $3)", values);
}

/** Closes an approved batch. */
export async function closeBatch(sql: Sql, batchId: string | null): Promise<TextRow> {
  return await rowOf(sql, "public.close_and_lock_payroll_batch($1)", [batchId]);
}

/** Discards a batch. */
export async function discard(
  sql: Sql,
  batchId: string | null,
  reason: string | null = null,
): Promise<TextRow> {
  return await rowOf(sql, "public.discard_payroll_batch($1, $2)", [batchId, reason]);
}

/** Closes a period. */
export async function closePeriod(sql: Sql, periodId: string | null): Promise<TextRow> {
  return await rowOf(sql, "public.close_payroll_period($1)", [periodId]);
}

/** A period of one workweek, before all others and before anybody's time. */
export async function periodInThePast(sql: Sql): Promise<{ id: string; periodStart: string }> {
  for (;;) {
    const [period] = await sql.unsafe<{ id: string; periodStart: string }[]>(
      `insert into public.payroll_periods (period_start, period_end, pay_date)
       select monday, monday + 6, monday + 11
         from (select least(min(period_start), '2000-01-03') - 7 as monday from public.payroll_periods) as earlier
       on conflict do nothing
       returning id, period_start::text as "periodStart"`,
    );
    // None where a test beside this one took the same week at the same moment.
    if (period !== undefined) return period;
  }
}

/** Fills a draft batch anew. Gives its id. */
export async function rebuild(sql: Sql, batchId: string): Promise<string> {
  await sql.unsafe("select private.rebuild_payroll_draft($1)", [batchId]);
  return batchId;
}

/** The draft batch of a period of so many workweeks, which is made unless it is there. Gives its id. */
export async function prepare(sql: Sql, periodStart: string, weeks = 1): Promise<string> {
  const { id } = await prepareDraft(sql, await periodOf(sql, periodStart, weeks));
  return id;
}

/** Takes a draft batch through review and approval, and closes it. */
export async function close(sql: Sql, batchId: string): Promise<void> {
  await advance(sql, batchId);
  await advance(sql, batchId);
  await closeBatch(sql, batchId);
}

/** A pay group; without a calendar unless its weeks, a first day and its pay day's offset are given. */
export async function payGroup(
  sql: Sql,
  name = "Nights",
  calendar: readonly [weeks: number, firstDay: string, payDayOffset: number] | null = null,
): Promise<string> {
  const [group] = await sql.unsafe<[{ id: string }]>(
    `insert into public.pay_groups (name, weeks, first_day, pay_day_offset)
     values ($1, $2::text::int, $3::text::date, $4::text::int) returning id`,
    [name, ...(calendar ?? [null, null, null]).map((one) => one === null ? null : String(one))],
  );
  return group.id;
}

/** A period of a pay group, of so many workweeks. */
export async function periodOfGroup(
  sql: Sql,
  groupId: string,
  periodStart: string,
  weeks = 1,
): Promise<string> {
  const [period] = await sql.unsafe<[{ id: string }]>(
    `insert into public.payroll_periods (pay_group_id, period_start, period_end, pay_date)
     values ($1, $2, $3, $3::date + 5) returning id`,
    [groupId, periodStart, dayOfWeek(periodStart, 7 * weeks)],
  );
  return period.id;
}

/** Moves a contractor to a pay group; null is the one of whoever is in none. */
export async function moveTo(
  sql: Sql,
  contractorId: string,
  groupId: string | null,
): Promise<void> {
  await sql.unsafe(
    `update public.contractors set pay_group_id = coalesce($2::uuid, private.default_pay_group()) where id = $1`,
    [contractorId, groupId],
  );
}
