import type postgres from "postgres";
import { addAssignments } from "../fixtures/assignments.ts";
import { plusDays } from "../fixtures/days.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { addContractors } from "../fixtures/people.ts";
import { loadFacilities } from "./load_bills.ts";

/** The days of some work, both included, such as `2026-01-01`. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** Time to load. */
export interface WorkLoad extends Days {
  readonly facilities: number;
  readonly contractors: number;
  /** Days worked a week, from Monday; 5 unless said otherwise. */
  readonly days?: number;
  /** The hours of an entry: the least, and so many steps above it; 8 to 11.5 by halves unless said otherwise. */
  readonly hours?: { readonly least: number; readonly step: number; readonly steps: number };
  /** Time before this day is locked, as a closed batch leaves it; none unless said otherwise. */
  readonly lockedBefore?: string;
  /** True if one entry in five is of a code: mostly worked, of charge or a holiday, else on call. */
  readonly hasCodes?: boolean;
  /** True if all of it are shifts from seven in the morning on, and hours after three in the afternoon get a premium: one in five. */
  readonly hasPremiums?: boolean;
}

/** The workweek that the benchmarks bill, a Monday. */
export const WEEK = "2026-06-01";

/** The days of so many whole workweeks, up to and with the one that {@link WEEK} begins. */
export function lastWeeks(number: number): Days {
  return { from: plusDays(WEEK, 7 - 7 * number), to: plusDays(WEEK, 6) };
}

const RULES = ["colorado", "california", "flsa", "none"] as const;

/**
 * Fills a migrated database with approved time, triggers off: each contractor placed at one facility, under one of
 * the four overtime rules, with an entry on each day worked.
 */
export async function loadWork(sql: postgres.Sql, load: WorkLoad): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await placePeople(sql, load);
    await insertWork(sql, load);
    await sql`select private.list_unbilled_time()`;
  });
}

/** The facilities, contractors and assignments of some work, without its time. */
export async function placePeople(
  sql: postgres.TransactionSql,
  load: Pick<WorkLoad, "facilities" | "contractors">,
): Promise<void> {
  const facilities = await loadFacilities(sql, load.facilities);
  const contractors = await addContractors(sql, load.contractors);
  await addAssignments(
    sql,
    contractors.map((contractorId, n) => ({
      contractorId,
      facilityId: facilities[Math.floor(n * facilities.length / contractors.length)] ?? "",
      overtimeRule: RULES[n % RULES.length] ?? "none",
      billRate: String(80 + n % 32),
    })),
  );
}

/** The time of some work: approved or locked, in the order of its days. */
export async function insertWork(
  sql: postgres.TransactionSql,
  {
    from,
    to,
    days = 5,
    hours = { least: 8, step: 0.5, steps: 8 },
    lockedBefore = from,
    hasCodes = false,
    hasPremiums = false,
  }: WorkLoad,
): Promise<void> {
  if (hasCodes) await addRatesOfCodes(sql);
  if (hasPremiums) await addPremium(sql);
  await sql`
    insert into public.time_entries (
           assignment_id, work_date, hours, code, is_worked, status, submitted_at, approved_at, locked_at, shift_id,
           shift_contractor_id, break_minutes, started_at, ended_at)
    select assignment.id, day, of_day.hours, of_day.code, of_day.code <> 'on_call',
           case when day < ${lockedBefore}::date then 'locked' else 'approved' end, now(), now(),
           case when day < ${lockedBefore}::date then now() end, case when shift.starts is not null then gen_random_uuid() end,
           case when shift.starts is not null then assignment.contractor_id end,
           case when shift.starts is not null then 0 end, shift.starts,
           shift.starts + of_day.hours * interval '1 hour'
      from generate_series(${from}::date, ${to}::date, '1 day') as day
     cross join public.assignments as assignment
     cross join lateral (
           select case when ${hasCodes}::boolean
                       then coalesce((array['charge', 'charge', 'holiday_worked', 'on_call'])[
                                         1 + abs(hashtext(day::text || assignment.id) % 20)], 'regular')
                       else 'regular' end as code,
                  ${hours.least}::numeric
                      + abs(hashtext(assignment.id || day::text) % ${hours.steps}::int) * ${hours.step}::numeric
                      as hours) as of_day
     cross join lateral (
           select case when ${hasPremiums}::boolean
                       then (day + time '07:00') at time zone 'America/Denver' end as starts) as shift
     where extract(isodow from day) <= ${days}::int
     order by day`;
}

/** A premium of the firm for evenings. */
async function addPremium(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    insert into public.premium_rules (
           title, effective_from, from_time, to_time, pay_multiplier, pay_amount, bill_multiplier, bill_amount)
    values ('Evening', '2020-01-01', '15:00', '23:00', 1, 5, 1, 10)`;
}

/** Rates of charge and of time on call, at each assignment. */
async function addRatesOfCodes(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    insert into public.assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
    select assignment.id, rate.code, assignment.start_date, rate.bill, rate.pay
      from public.assignments as assignment
     cross join (values ('charge', 106, 66), ('on_call', 8, 5)) as rate (code, bill, pay)`;
}
