/** Weekly billing runs, what they are about, and what they leave. */
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { addContractors } from "../../../fixtures/people.ts";
import { Firm } from "../firm.ts";
import { emptyDraft } from "./drafts.ts";
import { listed } from "./unbilled_entries.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** The first day of the week that tests bill, a Monday; Denver's clocks go forward on its last. */
export const WEEK = "2026-03-02";

/** Result of a run for a facility, or of a group of its time. */
export interface Outcome {
  readonly facility_id: string;
  readonly facility: string;
  readonly group_key: string;
  readonly group_name: string | null;
  readonly period_start: string;
  readonly period_end: string;
  readonly outcome: "created" | "existing" | "skipped";
  readonly reason: string | null;
  readonly invoice_id?: string | null;
  readonly entries: number;
  readonly amount: string;
  readonly regular_hours: string;
  readonly overtime_hours: string;
  readonly doubletime_hours: string;
  readonly late_hours: string;
  readonly last_week_amount: string;
}

/** A row of billing_runs; days and money are text. */
export interface Run {
  readonly week_start: string;
  readonly week_end: string;
  readonly dry_run: boolean;
  readonly invoices_created: number;
  readonly invoices_existing: number;
  readonly facilities_skipped: number;
  readonly entries_billed: number;
  readonly amount: string;
  readonly late_entries: number;
  readonly unapproved_entries: number;
  readonly details: readonly Outcome[];
}

/** Runs a week's billing; null is the last complete week. */
export async function runWeek(
  sql: Sql,
  weekStart: string | null = WEEK,
  { dryRun = false, name = "weekly_billing_run", requestId = null }: {
    dryRun?: boolean;
    name?: string;
    requestId?: string | null;
  } = {},
): Promise<Run> {
  const [row] = await sql.unsafe<[{ run: Run }]>(
    `select to_jsonb(run) - 'id' - 'created_at' || jsonb_build_object('amount', run.amount::text) as run
       from public.${name}($1::text::date, $2, $3) as run`,
    [weekStart, dryRun, requestId],
  );
  return row.run;
}

/** Result of a run for one facility. */
export function outcomeOf(run: Run, firm: Firm): Outcome {
  const outcome = run.details.find((detail) => detail.facility_id === firm.facilityId);
  if (outcome === undefined) throw new Error("the run says nothing of the facility");
  return outcome;
}

/** A facility of that name where a contractor of its own worked eight approved hours, at 100, on each of the days. */
export async function facilityWithTime(
  sql: postgres.Sql,
  name: string,
  ...days: readonly string[]
): Promise<Firm> {
  const firm = await Firm.create(sql, name);
  const assignment = await firm.assignment();
  for (const day of days) await firm.entry(assignment, "approved", day, "8");
  return firm;
}

/** A facility whose week of 168 hours at the highest rate comes to more than an invoice can hold. */
export async function facilityBeyondMeasure(sql: postgres.Sql, name: string): Promise<Firm> {
  const firm = await facilityWithTime(sql, name);
  const assignment = await assignmentAtRate(firm, "99999999.99");
  for (let day = 2; day <= 8; day++) {
    await firm.entry(assignment, "approved", `2026-03-0${day}`, "24");
  }
  return firm;
}

/** A contractor's assignment at a facility, without overtime, at a bill rate. */
export async function assignmentAtRate(firm: Firm, billRate: string): Promise<string> {
  const [contractorId = ""] = await addContractors(firm.sql, 1);
  return await firm.assignmentOf(contractorId, { billRate, overtimeRule: "none" });
}

/** A draft without lines, of the week unless its period is given. */
export async function draft(
  firm: Firm,
  period: { kind?: string; start?: string; end?: string } = {},
): Promise<string> {
  return await emptyDraft(firm, { start: WEEK, end: "2026-03-08", ...period });
}

/** An invoice sent without lines, of the week unless its period is given. */
export async function sent(
  firm: Firm,
  number: string,
  period: { kind?: string; start?: string; end?: string } = {},
): Promise<string> {
  const id = await draft(firm, period);
  await firm.sql`
    update invoices set status = 'sent', number = ${number}, issue_date = '2026-03-09',
           due_date = '2026-04-08' where id = ${id}`;
  return id;
}

/** The days that live lines bill at a facility, such as `"2026-03-02 regular 8.00 800.00"`, in order. */
export async function billed({ sql, facilityId }: Firm): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' ', line.work_date, line.kind, line.hours, line.amount) as line
      from invoice_lines as line join invoices as invoice on invoice.id = line.invoice_id
     where invoice.facility_id = ${facilityId} and line.released_at is null
     order by line.work_date nulls last, line.kind desc`;
  return rows.map(({ line }) => line);
}

/** Asserts that every billable entry's live lines have all of its hours or units, or it is unbilled, and the list has it. */
export async function assertNoneIsHalfBilled(sql: postgres.Sql): Promise<void> {
  const wrong = await sql`
    select entry.id, entry.code, due.quantity, coalesce(billed.quantity, 0) as billed, billed.invoices,
           entry.id in (select time_entry_id from unbilled_time) as unbilled
      from time_entries as entry
     cross join lateral (select coalesce(entry.quantity, entry.hours) as quantity) as due
     cross join lateral (
           select sum(coalesce(hours, quantity)) as quantity, count(distinct invoice_id) as invoices,
                  bool_and(coalesce(code, 'regular') = entry.code and (kind = 'code') <> entry.is_worked) as is_of_code
             from invoice_lines
            where time_entry_id = entry.id and released_at is null and premium_rule_id is null) as billed
     where entry.approved_at is not null
       and entry.id not in (select time_entry_id from private.rates_of_coded_time where bill_rate = 0)
       and case when billed.quantity is null then entry.id not in (select time_entry_id from unbilled_time)
                else billed.quantity <> due.quantity or billed.invoices <> 1 or not billed.is_of_code
                     or entry.id in (select time_entry_id from unbilled_time) end`;
  assertEquals([...wrong], []);
  await listed(sql);
}
