/** A day's work on the demo firm: what every release has to do after an upgrade, to the same cents. */
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import type { Jobs } from "../../tools/releases/record.ts";
import { actingAs } from "../support/access/acting.ts";
import { signedIn } from "../support/access/callers.ts";

/** Counts, hours and money by name, such as `payroll gross_pay`: `"190453.92"`. */
export type Answers = Readonly<Record<string, string>>;

/** The names under which answers stand, and the jobs that give them. */
export const JOB_NAMES = {
  "lock-ended": "lockEndedAssignments",
  "accrue-interest": "accrueOverdueInterest",
} as const;

/**
 * Runs both jobs, then bills a week and sends it, takes in a check, and pays a period, each as the
 * member of staff whose work it is.
 *
 * @param sql as the owner, with `app.clock` on the day
 */
export async function workADay(sql: postgres.Sql, jobs: Jobs): Promise<Answers> {
  return {
    ...await runJob(sql, jobs, "lock-ended"),
    ...await runJob(sql, jobs, "accrue-interest"),
    ...named("interest", await oneRow(sql, INTEREST)),
    ...named("billing", await asStaff(sql, "billing", billAWeek)),
    ...named("receivables", await asStaff(sql, "billing", takeInACheck)),
    ...named("payroll", await asStaff(sql, "payroll", payAPeriod)),
  };
}

/** Runs a job. Its answers are its counts. */
export async function runJob(
  sql: postgres.Sql,
  jobs: Jobs,
  name: keyof typeof JOB_NAMES,
): Promise<Answers> {
  const counts = await jobs[JOB_NAMES[name]](sql);
  const texts = Object.entries(counts).map(([count, number]) => [count, String(number)]);
  return named(name, Object.fromEntries(texts));
}

const INTEREST = `select count(*) as invoices, sum(accrued_interest) as accrued,
  sum(extract(epoch from interest_computed_on) / 86400)::bigint as days_computed
  from public.invoices where accrued_interest > 0`;

/** weekly_billing_run, and send_invoices of the drafts that there are then. */
async function billAWeek(sql: postgres.TransactionSql): Promise<Answers> {
  const run = await oneRow(
    sql,
    `select week_start, invoices_created, invoices_existing, facilities_skipped, entries_billed, amount
       from public.weekly_billing_run()`,
  );
  const drafts = await sql<{ ids: string[] }[]>`
    select array_agg(id order by id) as ids from public.invoices where status = 'draft'`;
  const sent = await oneRow(
    sql,
    `select count(*) as sent, sum(total) as sent_total, min(number) as first_number,
            max(number) as last_number, max(due_date) as last_due
       from public.send_invoices($1)`,
    [drafts[0]?.ids ?? []],
  );
  return { ...run, ...sent };
}

/** A check of the facility that owes most, proposed and confirmed. */
async function takeInACheck(sql: postgres.TransactionSql): Promise<Answers> {
  const { facility_id } = await oneRow(
    sql,
    "select facility_id from public.ar_aging order by balance desc, facility_id limit 1",
  );
  const { id } = await oneRow(
    sql,
    `insert into public.checks (facility_id, check_number, amount, received_on)
     select $1, '77', 40000, (private.clock()).business_date returning id`,
    [facility_id ?? ""],
  );
  const proposed = await oneRow(
    sql,
    "select id from public.propose_check_reconciliation($1)",
    [id ?? ""],
  );
  await oneRow(sql, "select status from public.confirm_check_reconciliation($1)", [
    proposed.id ?? "",
  ]);
  const posted = await oneRow(
    sql,
    `select count(*) as payments, sum(amount) as paid from public.payments
      where check_reconciliation_id = $1`,
    [proposed.id ?? ""],
  );
  const aging = await oneRow(
    sql,
    `select sum("current") as current, sum(days_1_30) as days_1_30, sum(days_31_60) as days_31_60,
            sum(days_61_90) as days_61_90, sum(days_91_plus) as days_91_plus, sum(balance) as balance,
            sum(interest) as interest, sum(unapplied_credits) as unapplied_credits, sum(net) as net
       from public.ar_aging`,
  );
  return { ...posted, ...aging };
}

/** The open period: prepared, reviewed, approved, closed, exported. */
async function payAPeriod(sql: postgres.TransactionSql): Promise<Answers> {
  const { id } = await oneRow(
    sql,
    `select batch.id
       from (select id from public.payroll_periods where status = 'open'
              order by period_start limit 1) as period
      cross join lateral public.prepare_payroll_draft(period.id) as batch`,
  );
  const batch = [id ?? ""];
  await oneRow(sql, "select from public.advance_payroll_batch_status($1, 'draft')", batch);
  await oneRow(sql, "select from public.advance_payroll_batch_status($1, 'in_review')", batch);
  const closed = await oneRow(
    sql,
    "select status, gross_total from public.close_and_lock_payroll_batch($1)",
    batch,
  );
  const exported = await oneRow(
    sql,
    `select count(*) as contractors, sum(regular_hours) as regular_hours,
            sum(overtime_hours) as overtime_hours, sum(doubletime_hours) as doubletime_hours,
            sum(overtime_premium) as overtime_premium, sum(gross_pay) as gross_pay
       from public.payroll_export($1)`,
    batch,
  );
  return { ...closed, ...exported };
}

/** Does work signed in as the demo firm's member of staff with a role. */
export async function asStaff<T>(
  sql: postgres.Sql,
  role: string,
  work: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  const { user_id } = await oneRow(
    sql,
    "select user_id from public.staff_members where roles = array[$1]",
    [role],
  );
  return await actingAs(sql, signedIn(user_id ?? ""), work);
}

/** The one row that a query gives, every value as text. */
async function oneRow(
  sql: Pick<postgres.Sql, "unsafe">,
  query: string,
  values: (string | string[])[] = [],
): Promise<Answers> {
  const rows = await sql.unsafe<Record<string, unknown>[]>(query, values);
  assertEquals(rows.length, 1, query);
  const cells = Object.entries(rows[0] ?? {});
  return Object.fromEntries(cells.map(([name, value]) => [name, text(value)]));
}

/** A day as postgres.js reads it is the instant at which it begins in UTC. */
function text(value: unknown): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

function named(prefix: string, answers: Answers): Answers {
  const entries = Object.entries(answers).map(([name, text]) => [`${prefix} ${name}`, text]);
  return Object.fromEntries(entries);
}
