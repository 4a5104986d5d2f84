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
}

const hundredths = (decimal: string) => BigInt(decimal.replace(".", ""));

/** Looks at what is promised. */
export async function lookAtPromises(sql: postgres.ISql): Promise<Promises> {
  const [[now], promised, exceptions, used, rates] = await Promise.all([
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
  ]);
  return {
    today: now.today,
    promised: promised.map((each) => ({ ...each, hours: hundredths(each.hours) })),
    exceptions: exceptions.map((each) => ({ ...each, hours: hundredths(each.hours) })),
    used: new Set(used.map(({ name }) => name)),
    rates: rates.map((each) => ({ ...each, rate: hundredths(each.rate) })),
  };
}
