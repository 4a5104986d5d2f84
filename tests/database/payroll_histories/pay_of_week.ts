/** What a workweek comes to, counted by the quarter of an hour and in whole numbers. */
import { classify } from "../classified_time/random_weeks.ts";
import type { Entry, State } from "./state.ts";

/** Money in cents, hours in hundredths. */
export interface Pay {
  readonly amount: bigint;
  readonly hours: bigint;
  readonly overtime: bigint;
  readonly doubletime: bigint;
}

const sum = (numbers: bigint[]) => numbers.reduce((total, number) => total + number, 0n);
const dayOf = ({ day }: Entry) => (new Date(day).getUTCDay() + 6) % 7 + 1;

const payableOf = (state: State, contractor: string, week: string) =>
  state.entries.filter((entry) =>
    entry.payable && entry.contractor === contractor && entry.week === week
  );
const adjustmentsOf = (state: State, contractor: string, week: string) =>
  state.adjustments.filter((each) => each.contractor === contractor && each.week === week);
/** The stipends that time of a week brings. */
const stipendsOf = (state: State, entries: readonly Entry[]) =>
  state.stipends.filter(({ assignment, from, to }) =>
    entries.some((entry) => entry.assignment === assignment && from <= entry.day && entry.day <= to)
  );

/** What a workweek is paid for in a state, as the lines name it. */
export function sourcesOf(state: State, contractor: string, week: string): string[] {
  const entries = payableOf(state, contractor, week);
  return [
    ...entries.map(({ id }) => id),
    ...adjustmentsOf(state, contractor, week).map(({ id }) => id),
    ...stipendsOf(state, entries).map(({ id }) => `${id} ${week}`),
  ];
}

/** What a contractor's workweek comes to at the hours and rates of a state, paid at once. */
export function payOfWeek(state: State, contractor: string, week: string): Pay {
  const entries = payableOf(state, contractor, week);
  const quarters = (entry: Entry) => entry.hours / 25n;
  const classes = classify(entries.map((entry) => ({
    day: dayOf(entry),
    quarters: Number(quarters(entry)),
    rule: entry.rule,
  })));
  const counted = entries.filter(({ rule }) => rule !== "none");
  const overtime = BigInt(classes.reduce((total, { overtime }) => total + overtime, 0));
  const doubletime = BigInt(classes.reduce((total, { doubletime }) => total + doubletime, 0));

  const adjustments = adjustmentsOf(state, contractor, week);
  const extras = [...adjustments, ...stipendsOf(state, entries)];
  const inRegularRate = [...adjustments, ...stipendsOf(state, counted)]
    .filter((each) => each.inRegularRate);

  // In quarters of a cent; a quarter hour's premium is half of what counted time was paid for on average.
  const straight = sum(entries.map((entry) => quarters(entry) * entry.rate));
  const regularPay = sum(counted.map((entry) => quarters(entry) * entry.rate)) +
    4n * sum(inRegularRate.map(({ amount }) => amount));
  const halves = 2n * sum(counted.map(quarters)) || 1n;
  const exact = straight * halves + (overtime + 2n * doubletime) * regularPay;
  return {
    amount: (2n * exact + 4n * halves) / (8n * halves) + sum(extras.map(({ amount }) => amount)),
    hours: sum(entries.map(({ hours }) => hours)),
    overtime: 25n * overtime,
    doubletime: 25n * doubletime,
  };
}
