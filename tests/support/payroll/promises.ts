/** Guarantees as they stand, with what bears on them beside time. */
import type postgres from "postgres";

/** Hours that are promised to be paid, in hundredths. */
export interface Promised {
  readonly id: string;
  readonly contractor: string;
  readonly assignment: string;
  readonly code: string | null;
  readonly hours: bigint;
  readonly from: string;
  readonly to: string;
  /** Days of the assignment. */
  readonly starts: string;
  readonly ends: string;
}

/** Promises, and what bears on them beside time. */
export interface Promises {
  readonly today: string;
  readonly promised: readonly Promised[];
  /** By assignment and day, in hundredths. */
  readonly exceptions: readonly { assignment: string; day: string; hours: bigint }[];
  /** `"<guarantee> <week>"` of what a batch that is no draft pays. */
  readonly used: ReadonlySet<string>;
  /** Pay of an hour from a day on, in cents, the newest first. */
  readonly rates: readonly { assignment: string; from: string; rate: bigint }[];
  /** Planned shifts that the facility cancelled within its notice, and that nobody worked after all. */
  readonly cancelledLate: readonly CancelledLate[];
}

/** A planned shift that was cancelled late, with what an hour of code cancelled pays on its day, in cents. */
export interface CancelledLate {
  readonly assignment: string;
  readonly day: string;
  readonly rate: bigint;
}

const hundredths = (decimal: string) => BigInt(decimal.replace(".", ""));

/** Looks at what is promised. */
export async function lookAtPromises(sql: postgres.ISql): Promise<Promises> {
  const [[now], promised, exceptions, used, rates, cancelledLate] = await Promise.all([
    sql<[{ today: string }]>`select (private.clock()).business_date::text as today`,
    sql<(Omit<Promised, "hours"> & { hours: string })[]>`
      select guarantee.id, assignment.contractor_id as contractor, assignment.id as assignment, code,
             pay_hours as hours, effective_from::text as from, coalesce(effective_to::text, '9999') as to,
             assignment.start_date::text as starts, coalesce(assignment.end_date::text, '9999') as ends
        from guarantees as guarantee join assignments as assignment on assignment.id = guarantee.assignment_id
       where pay_hours is not null`,
    sql<{ assignment: string; day: string; hours: string }[]>`
      select assignment_id as assignment, day::text as day, hours from guarantee_exceptions`,
    sql<{ name: string }[]>`
      select line.guarantee_id || ' ' || line.week_start as name
        from payroll_item_lines as line
        join payroll_items as item on item.id = line.payroll_item_id
        join payroll_batches as batch on batch.id = item.payroll_batch_id
       where line.guarantee_id is not null and line.released_at is null and batch.status <> 'draft'`,
    sql<{ assignment: string; from: string; rate: string }[]>`
      select assignment_id as assignment, effective_from::text as from, pay_rate as rate
        from assignment_rates
       where assignment_id in (select assignment_id from guarantees) order by effective_from desc`,
    sql<{ assignment: string; day: string; rate: string }[]>`
      select shift.assignment_id as assignment, shift.work_date::text as day,
             coalesce(
               (select pay_rate from assignment_code_rates as rate
                 where rate.assignment_id = assignment.id and code = 'cancelled' and effective_from <= shift.work_date
                 order by effective_from desc limit 1),
               (select pay_rate from facility_code_rates as rate
                 where rate.facility_id = assignment.facility_id and code = 'cancelled'
                   and effective_from <= shift.work_date
                 order by effective_from desc limit 1),
               (select round(rate.pay_rate * code.pay_multiplier + code.pay_amount, 2)
                  from assignment_rates as rate, time_codes as code
                 where rate.assignment_id = assignment.id and code.name = 'cancelled'
                   and rate.effective_from <= shift.work_date
                 order by rate.effective_from desc limit 1), 0.00) as rate
        from planned_shifts as shift join assignments as assignment on assignment.id = shift.assignment_id
       where shift.is_within_notice
         and shift.work_date >= assignment.start_date and shift.work_date <= coalesce(assignment.end_date, '9999-12-31')
         and not exists (
             select from time_entries as entry
              where entry.assignment_id = shift.assignment_id and entry.status in ('approved', 'locked')
                and entry.set_aside_at is null
                and entry.started_at is not null
                and tstzrange(entry.started_at, entry.ended_at) && tstzrange(shift.starts_at, shift.ends_at))
         and (shift.next_day_hours > 0
              or coalesce((
                     select sum(entry.hours) from time_entries as entry
                      where entry.assignment_id = shift.assignment_id and entry.work_date = shift.work_date
                        and entry.status in ('approved', 'locked') and entry.set_aside_at is null
                        and entry.is_worked and entry.started_at is null), 0)
                 <= coalesce((
                     select sum(case other.work_date when shift.work_date then other.hours else other.next_day_hours end)
                       from planned_shifts as other
                      where other.assignment_id = shift.assignment_id and other.id <> shift.id
                        and other.cancelled_at is null
                        and other.work_date in (shift.work_date, shift.work_date - 1)), 0))`,
  ]);
  return {
    today: now.today,
    promised: promised.map((each) => ({ ...each, hours: hundredths(each.hours) })),
    exceptions: exceptions.map((each) => ({ ...each, hours: hundredths(each.hours) })),
    used: new Set(used.map(({ name }) => name)),
    rates: rates.map((each) => ({ ...each, rate: hundredths(each.rate) })),
    cancelledLate: cancelledLate.map((each) => ({ ...each, rate: hundredths(each.rate) })),
  };
}
