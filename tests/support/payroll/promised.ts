/** Hours that guarantees promise of a workweek and that are missing, counted in whole numbers, without the product's code. */
import type postgres from "postgres";
import { ratio, rounded } from "./ratio.ts";
import type { Entry, Work } from "./state.ts";

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
  /** What an hour pays from a day on, in cents, the newest first. */
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

const dayOf = (day: string, more: number) =>
  new Date(Date.parse(day) + more * 86_400_000).toJSON().slice(0, 10);
const sum = (numbers: readonly bigint[]) => numbers.reduce((total, number) => total + number, 0n);
const nameOf = ({ id }: Promised, week: string) => `${id} ${week}`;

/** The weeks that somebody was promised something of, as far as they are over: `"<contractor> <week>"`. */
export function promisedWeeks({ promises: { today, promised } }: Work, since: string): string[] {
  const weeks: string[] = [];
  for (let week = since; dayOf(week, 6) < today; week = dayOf(week, 7)) weeks.push(week);
  return promised.flatMap(({ contractor, from, to }) =>
    weeks.filter((week) => from <= dayOf(week, 6) && week <= to).map((week) =>
      `${contractor} ${week}`
    )
  );
}

/** What guarantees pay of a contractor's workweek, in cents. */
export function guaranteesOf(
  work: Work,
  contractor: string,
  week: string,
): { readonly id: string; readonly amount: bigint }[] {
  const sunday = dayOf(week, 6);
  const { today, promised, exceptions, used, rates } = work.promises;
  if (sunday >= today) return [];
  const isOpen = ({ payable, row }: Entry) => !payable && row.set_aside_at === null;
  const running = promised.filter((each) => {
    const open = work.entries.some((entry) =>
      entry.assignment === each.assignment && entry.week === week && isOpen(entry)
    );
    return each.contractor === contractor && each.from <= sunday && each.to >= week &&
      (!open || used.has(nameOf(each, week)));
  });
  const ofCodes = running.filter(({ code }) => code !== null)
    .map((each) => ({ ...each, ...missingOfCode(work, each, week) }));
  const ofWeeks = running.filter(({ code, from, to, starts, ends }) =>
    code === null && from <= week && starts <= week && to >= sunday && ends >= sunday
  ).map(({ id, assignment, hours }) => {
    const own = work.entries.filter((entry) =>
      entry.assignment === assignment && entry.week === week && entry.payable &&
      (entry.code === null || entry.code.isWorked || entry.row.code === "cancelled")
    );
    const missing = hours - sum(own.map((entry) => entry.hours)) -
      sum(
        exceptions.filter((each) =>
          each.assignment === assignment && week <= each.day && each.day <= sunday
        ).map((each) => each.hours),
      ) -
      sum(ofCodes.filter((each) => each.assignment === assignment).map((each) => each.missing));
    const rate = rates.find((each) => each.assignment === assignment && each.from <= sunday)?.rate;
    return { id, amount: missing > 0n ? rounded(ratio(missing * (rate ?? 0n), 100n)) : 0n };
  });
  return [...ofCodes, ...ofWeeks].filter(({ amount }) => amount > 0n)
    .map(({ id, amount }) => ({ id: `${id} ${week}`, amount }));
}

/** What entries of a code, or shifts, have less than was promised of each. */
function missingOfCode(work: Work, { assignment, code, hours, from, to }: Promised, week: string) {
  const whole = Map.groupBy(
    work.entries.filter((entry) =>
      entry.assignment === assignment && entry.row.code === code &&
      entry.row.set_aside_at === null &&
      dayOf(week, -1) <= entry.day && entry.day <= dayOf(week, 7)
    ),
    ({ id, row }) => `${row.shift_id ?? id}`,
  );
  const short = [...whole.values()].flatMap((parts) => {
    const [first] = parts.toSorted((one, other) =>
      one.day < other.day ||
        (one.day === other.day && `${one.row.started_at}` < `${other.row.started_at}`)
        ? -1
        : 1
    );
    const missing = hours - sum(parts.map((each) => each.hours));
    return first !== undefined && first.payable && missing > 0n && first.week === week &&
        from <= first.day && first.day <= to
      ? [{ missing, pay: missing * first.rate }]
      : [];
  });
  return {
    missing: sum(short.map(({ missing }) => missing)),
    amount: rounded(ratio(sum(short.map(({ pay }) => pay)), 100n)),
  };
}
