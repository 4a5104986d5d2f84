/** Rate hits and what they reach: time on invoices and in payroll batches. */
import type postgres from "postgres";
import type { Firm } from "../firm.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** What a hit changes, of an hour. */
interface Changes {
  readonly bill?: string;
  readonly pay?: string;
}

/** A pending hit: 5.00 more to bill and 3.00 more to pay, unless said otherwise. */
export async function rateHit(
  sql: postgres.Sql,
  assignmentId: string,
  effectiveOn: string,
  { bill = "5.00", pay = "3.00" }: Changes = {},
): Promise<string> {
  const [hit] = await sql<[{ id: string }]>`
    insert into rate_hits (assignment_id, effective_on, bill_rate_change, pay_rate_change)
    values (${assignmentId}, ${effectiveOn}, ${bill}, ${pay}) returning id`;
  return hit.id;
}

/** Applies a hit. Gives its row. */
export async function apply(
  sql: Sql,
  hit: string | null,
  allowRetroactive: boolean | null = false,
): Promise<postgres.Row> {
  const [row] = await sql.unsafe("select * from apply_rate_hit($1, $2)", [hit, allowRetroactive]);
  if (row === undefined) throw new Error("apply_rate_hit gave no row");
  return row;
}

/** Applies a hit that is made for it. */
export async function applyNew(
  sql: postgres.Sql,
  assignmentId: string,
  effectiveOn: string,
  changes: Changes = {},
): Promise<void> {
  await apply(sql, await rateHit(sql, assignmentId, effectiveOn, changes));
}

/** The rates of an assignment, such as `"2026-01-01 100.00 60.00"`. */
export async function ratesOf(sql: postgres.Sql, assignmentId: string): Promise<string[]> {
  const rates = await sql<{ rate: string }[]>`
    select concat_ws(' ', effective_from, bill_rate, pay_rate) as rate from assignment_rates
     where assignment_id = ${assignmentId} order by effective_from`;
  return rates.map(({ rate }) => rate);
}

/** The rate of a day, from private.rates_of_days, such as `"100.00 60.00"`; null where there is none. */
export async function rateOn(
  sql: postgres.Sql,
  assignmentId: string,
  day: string,
): Promise<string | null> {
  const rates = await sql<{ rate: string }[]>`
    select concat_ws(' ', bill_rate, pay_rate) as rate from private.rates_of_days
     where assignment_id = ${assignmentId} and ${day} between effective_from and effective_to`;
  if (rates.length > 1) throw new Error(`${day} has ${rates.length} rates`);
  return rates[0]?.rate ?? null;
}

/** What a line bills of an entry: all of it as regular hours, unless said otherwise. */
interface Billed {
  readonly kind?: string;
  readonly multiplier?: string;
  readonly hours?: string;
}

/** An invoice over an approved entry, in one line unless more are given, in a state. */
export async function invoiceFor(
  firm: Firm,
  entryId: string,
  status: string,
  lines: readonly Billed[] = [{}],
): Promise<string> {
  const { sql, facilityId } = firm;
  const [invoice] = await sql<[{ id: string }]>`
    insert into invoices (facility_id, kind, period_start, period_end)
    values (${facilityId}, 'manual', '2026-01-05', '2026-01-11') returning id`;
  for (const billed of lines) await billLine(sql, invoice.id, entryId, billed);
  await sql`select private.total_invoices(${[invoice.id]})`;
  if (status === "draft") return invoice.id;
  const sent = status === "void" ? "void" : "sent";
  await sql`
    update invoices set status = ${sent}, number = gen_random_uuid(), issue_date = '2026-01-12',
           due_date = '2026-02-11' where id = ${invoice.id}`;
  if (status === "void") {
    await sql`update invoice_lines set released_at = now() where invoice_id = ${invoice.id}`;
  } else if (status !== "sent") {
    const share = status === "paid" ? 1 : 0.5;
    await sql`
      insert into payments (invoice_id, paid_on, amount)
      select id, issue_date, round(total * ${share}, 2) from invoices where id = ${invoice.id}`;
  }
  return invoice.id;
}

/** A line of a draft for an entry, at the bill rate of its day. */
export async function billLine(
  sql: Sql,
  invoiceId: string,
  entryId: string,
  { kind = "regular", multiplier = "1", hours }: Billed = {},
): Promise<void> {
  await sql.unsafe(
    `insert into invoice_lines
      (invoice_id, time_entry_id, kind, work_date, hours, rate, multiplier, amount)
    select $1, entry.id, $3, entry.work_date, billed.hours, rate.bill_rate, $4::numeric,
           round(billed.hours * rate.bill_rate * $4::numeric, 2)
      from time_entries as entry
      join private.rates_of_days as rate
        on rate.assignment_id = entry.assignment_id
       and entry.work_date between rate.effective_from and rate.effective_to
     cross join lateral (select coalesce($5, entry.hours)) as billed (hours)
     where entry.id = $2`,
    [invoiceId, entryId, kind, multiplier, hours ?? null],
  );
}

/** A payroll batch, of the week of an approved entry, that pays it, in a state. */
export async function batchFor(
  sql: postgres.Sql,
  entryId: string,
  status: string,
): Promise<string> {
  const [batch] = await sql<[{ id: string }]>`
    with week as (
      select private.workweek_start(work_date) as first_day from time_entries where id = ${entryId}),
    period as (
      insert into payroll_periods (period_start, period_end, pay_date)
      select first_day, first_day + 6, first_day + 11 from week
          on conflict do nothing returning id)
    insert into payroll_batches (payroll_period_id)
    select id from period
     union all
    select id from payroll_periods join week on period_start = first_day
    returning id`;
  await sql`
    with item as (
      insert into payroll_items (payroll_batch_id, contractor_id)
      select ${batch.id}, assignment.contractor_id
        from time_entries as entry join assignments as assignment on assignment.id = entry.assignment_id
       where entry.id = ${entryId} returning id)
    insert into payroll_item_lines (payroll_item_id, time_entry_id, week_start, kind, hours, rate, amount)
    select item.id, entry.id, private.workweek_start(entry.work_date), 'straight', entry.hours, 60,
           entry.hours * 60
      from item, time_entries as entry where entry.id = ${entryId}`;
  for (const next of ["in_review", "approved", "closed"]) {
    if (status === "draft" || status === "discarded") break;
    await sql`update payroll_batches set status = ${next} where id = ${batch.id}`;
    if (next === status) break;
  }
  if (status === "discarded") {
    await sql`update payroll_batches set status = 'discarded' where id = ${batch.id}`;
    await sql`update payroll_item_lines set released_at = now() where time_entry_id = ${entryId}`;
  }
  return batch.id;
}

/** All that applying a hit may write. */
export async function everything(sql: postgres.Sql): Promise<unknown> {
  const tables = [
    "rate_hits",
    "assignment_rates",
    "invoices",
    "invoice_lines",
    "payroll_batches",
    "payroll_items",
    "payroll_item_lines",
    "time_entries",
    "audit_log",
  ];
  const rows = [];
  for (const table of tables) {
    rows.push(await sql.unsafe(`select ctid::text, xmin::text, * from ${table} order by ctid`));
  }
  return rows.map((each) => [...each]);
}
