/** Total of a workweek, counted by the quarter of an hour and in whole numbers. */
import { amountOfLeave } from "./leave_pay.ts";
import { guaranteesOf } from "./promised.ts";
import { type Ratio, ratio, rounded, times, total } from "./ratio.ts";
import type { BreakPremium, Entry, Work } from "./state.ts";
import {
  adjustmentsOf,
  besideHours,
  centsOf,
  differentialsOf,
  hourBy,
  isWorked,
  payableOf,
  quartersOf,
  type RegularRate,
  regularRateOf,
  stipendsOf,
  sum,
} from "./week_parts.ts";

/** Money in cents, hours in hundredths. */
export interface Pay {
  readonly amount: bigint;
  /** Part of the amount that repays expenses which codes count: no wage. */
  readonly repaid: bigint;
  readonly hours: bigint;
  readonly overtime: bigint;
  readonly doubletime: bigint;
}

/** The premiums for missed breaks on days with time of their placement. */
const breakPremiumsOf = (state: Work, entries: readonly Entry[]): BreakPremium[] =>
  state.breakPremiums.filter(({ assignment, day }) =>
    entries.some((entry) => isWorked(entry) && entry.assignment === assignment && entry.day === day)
  );

/** Part of that which repays expenses. */
const repaidBy = (entry: Entry): bigint =>
  entry.code?.repays === true ? besideHours(entry) - entry.code.excess : 0n;

/** Parts of a workweek that are paid in a state, as the lines name them. */
export function sourcesOf(state: Work, contractor: string, week: string): string[] {
  const entries = payableOf(state, contractor, week);
  return [
    ...entries.filter((each) => isWorked(each) || each.rate > 0n).map(({ id }) => id),
    ...adjustmentsOf(state, contractor, week).map(({ id }) => id),
    ...stipendsOf(state, entries).map(({ id }) => `${id} ${week}`),
    ...breakPremiumsOf(state, entries).map(({ id }) => id),
    ...entries.flatMap(({ id, differentials }) => differentials.map(({ rule }) => `${id} ${rule}`)),
    ...guaranteesOf(state, contractor, week).map(({ id }) => id),
  ];
}

/** Sum that a premium for work on holidays is set off against: the overtime that the FLSA asks, where no other rule counts. */
function credited(
  { counted, quarters: { all }, sums }: RegularRate,
): Ratio {
  const credit = sum([
    ...counted.map((entry) =>
      quartersOf(entry) * (entry.rate - (entry.code?.rateWithoutPremium ?? entry.rate))
    ),
    ...differentialsOf(counted, true).map((amount) => 4n * amount),
  ]);
  if (credit === 0n || counted.some(({ rule }) => rule !== "flsa")) return ratio(0n);
  const base = sum(
    counted.map((entry) => quartersOf(entry) * (entry.code?.rateWithoutPremium ?? entry.rate)),
  );
  const overForty = all > 160n ? all - 160n : 0n;
  const asked = times(
    total([
      ratio(base, 4n),
      ...sums.map(({ amount, weeks }) => ratio(amount, BigInt(weeks.length))),
    ]),
    ratio(overForty, 2n * (all || 1n)),
  );
  return asked.over * 4n < credit * asked.under ? asked : ratio(credit, 4n);
}

/** Pay of a contractor's workweek at the hours and rates of a state, paid at once. */
export function payOfWeek(state: Work, contractor: string, week: string): Pay {
  const payable = payableOf(state, contractor, week);
  const entries = payable.filter(isWorked);
  const regular = regularRateOf(state, contractor, week);
  const { overtime, doubletime, all } = regular.quarters;
  const exact = total([
    centsOf(entries),
    times(regular.pay, ratio(overtime + 2n * doubletime, 2n * all || 1n)),
    times(regular.perQuarter, ratio(3n * overtime + 4n * doubletime, 2n)),
    times(credited(regular), ratio(-1n)),
  ]);
  const hour = hourBy(regular);
  const hourly = (premium: BreakPremium): bigint =>
    hour === null
      ? entries.filter(({ assignment, day }) =>
        assignment === premium.assignment && day === premium.day
      ).reduce((most, { rate }) => rate > most ? rate : most, 0n)
      : rounded(hour);
  const extras = [...adjustmentsOf(state, contractor, week), ...stipendsOf(state, entries)];
  return {
    amount: rounded(exact) + sum(extras.map(({ amount }) => amount)) +
      sum(breakPremiumsOf(state, entries).map(hourly)) +
      sum(payable.map((each) => amountOfLeave(state, each) ?? besideHours(each))) +
      sum([...differentialsOf(entries, true), ...differentialsOf(entries, false)]) +
      sum(guaranteesOf(state, contractor, week).map(({ amount }) => amount)),
    repaid: sum(payable.map(repaidBy)),
    hours: sum(entries.map(({ hours }) => hours)),
    overtime: 25n * overtime,
    doubletime: 25n * doubletime,
  };
}
