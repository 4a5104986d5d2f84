/** Payroll periods, their batches by the procedures or made directly, and what is in them. */
import type postgres from "postgres";
import { rowOf, type TextRow } from "./rows.ts";
import { dayOfWeek } from "./worked_time.ts";

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

export async function prepareDraft(sql: Sql, periodId: string | null): Promise<TextRow> {
  return await rowOf(sql, "public.prepare_payroll_draft($1)", [periodId]);
}

export async function advance(
  sql: Sql,
  batchId: string | null,
  expectedStatus: string | null = null,
  requestId: string | null = null,
): Promise<TextRow> {
  const values = [batchId, expectedStatus, requestId];
  return await rowOf(sql, "public.advance_payroll_batch_status($1, $2, $3)", values);
}

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

export async function closePeriod(sql: Sql, periodId: string | null): Promise<TextRow> {
  return await rowOf(sql, "public.close_payroll_period($1)", [periodId]);
}

/** A period of one workweek, before all others and before anybody's time. */
export async function periodInThePast(sql: Sql): Promise<{ id: string; periodStart: string }> {
  const [period] = await sql.unsafe<[{ id: string; periodStart: string }]>(
    `insert into public.payroll_periods (period_start, period_end, pay_date)
     select monday, monday + 6, monday + 11
       from (select least(min(period_start), '2000-01-03') - 7 as monday from public.payroll_periods) as earlier
     returning id, period_start::text as "periodStart"`,
  );
  return period;
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

/** An approved adjustment, unless said otherwise: of a kind, such as `"bonus"`, payable on a day. */
export async function adjustment(
  sql: Sql,
  contractorId: string,
  payableOn: string,
  kind: string,
  amount: string,
  { inRegularRate = false, isApproved = true } = {},
): Promise<string> {
  const [row] = await sql.unsafe<[{ id: string }]>(
    `insert into payroll_adjustments
       (contractor_id, payable_on, kind, amount, in_regular_rate, approved_at)
     values ($1, $2, $3, $4, $5, case when $6 then now() end) returning id`,
    [contractorId, payableOn, kind, amount, inRegularRate, isApproved],
  );
  return row.id;
}

/** A weekly stipend of an assignment, in force from the start of time unless said otherwise. */
export async function stipend(
  sql: Sql,
  assignmentId: string,
  kind: "reimbursement" | "hours_driven",
  weeklyAmount: string,
  { from = "2020-01-01", to = null }: { from?: string; to?: string | null } = {},
): Promise<string> {
  const [row] = await sql.unsafe<[{ id: string }]>(
    `insert into assignment_stipends (assignment_id, weekly_amount, kind, effective_from, effective_to)
     values ($1, $2, $3, $4, $5) returning id`,
    [assignmentId, weeklyAmount, kind, from, to],
  );
  return row.id;
}

/** The pay rate of an assignment from a day on. */
export async function payRate(
  sql: Sql,
  assignmentId: string,
  from: string,
  rate: string,
): Promise<void> {
  await sql.unsafe(
    `insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
     values ($1, $2, 100, $3)
         on conflict (assignment_id, effective_from) do update set pay_rate = excluded.pay_rate`,
    [assignmentId, from, rate],
  );
}

/** The lines of a batch in their order, such as `"2026-03-02 straight 8.00 60.00 = 480.00"`. */
export async function linesOf(
  sql: Sql,
  batchId: string,
  contractorId: string | null = null,
): Promise<string[]> {
  const lines = await sql.unsafe<{ line: string }[]>(
    `select concat_ws(' ', line.week_start, line.kind, line.hours, line.overtime_hours, line.doubletime_hours,
                      line.rate, '=', line.amount) as line
       from payroll_items as item
       join payroll_item_lines as line on line.payroll_item_id = item.id
       left join time_entries as entry on entry.id = line.time_entry_id
      where item.payroll_batch_id = $1 and item.contractor_id = coalesce($2, item.contractor_id)
      order by item.contractor_id, line.week_start,
               array_position(
                 '{stipend,adjustment,straight,overtime_premium,doubletime_premium,difference}'::text[], line.kind),
               entry.work_date, entry.created_at, entry.id, line.amount`,
    [batchId, contractorId],
  );
  return lines.map(({ line }) => line);
}

/** What a contractor gets in a batch. */
export interface Item {
  readonly regular_hours: string;
  readonly overtime_hours: string;
  readonly doubletime_hours: string;
  readonly straight_pay: string;
  readonly premium_pay: string;
  readonly stipend_pay: string;
  readonly adjustment_pay: string;
  readonly gross_pay: string;
}

/** A contractor's item in a batch; undefined where there is none. */
export async function itemOf(
  sql: Sql,
  batchId: string,
  contractorId: string,
): Promise<Item | undefined> {
  const [item] = await sql.unsafe<Item[]>(
    `select regular_hours, overtime_hours, doubletime_hours, straight_pay, premium_pay, stipend_pay,
            adjustment_pay, gross_pay
       from payroll_items where payroll_batch_id = $1 and contractor_id = $2`,
    [batchId, contractorId],
  );
  return item;
}
