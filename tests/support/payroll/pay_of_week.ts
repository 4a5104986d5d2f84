/** Total of a workweek, counted by the quarter of an hour and in whole numbers. */
import { classify } from "../time/counted_hours.ts";
import { lesser, minus, type Ratio, ratio, rounded, times, total } from "./ratio.ts";
import type { Adjustment, BreakPremium, Entry, Stipend, Work } from "./state.ts";

/** Money in cents, hours in hundredths. */
export interface Pay {
  readonly amount: bigint;
  readonly hours: bigint;
  readonly overtime: bigint;
  readonly doubletime: bigint;
}

const sum = (numbers: bigint[]) => numbers.reduce((total, number) => total + number, 0n);
const dayOf = ({ day }: Entry) => (new Date(day).getUTCDay() + 6) % 7 + 1;
const quartersOf = ({ hours }: Entry) => hours / 25n;

/** Cents of hours of a code that are not worked, or of units; nothing of time that is worked. */
const sumOf = ({ quantity, rate }: Entry) =>
  quantity === null ? 0n : rounded(ratio(quantity * rate, 100n));
const isWorked = ({ quantity }: Entry) => quantity === null;

const payableOf = (state: Work, contractor: string, week: string) =>
  state.entries.filter((entry) =>
    entry.payable && entry.contractor === contractor && entry.week === week
  );
const adjustmentsOf = (state: Work, contractor: string, week: string) =>
  state.adjustments.filter((each) => each.contractor === contractor && each.week === week);
/** The bonuses in the regular rate that were earned in a week, whenever they are payable. */
const bonusesOf = (state: Work, contractor: string, week: string) =>
  state.adjustments.filter((each) =>
    each.contractor === contractor && each.inRegularRate && each.weeks.includes(week)
  );

/** Pay of a stipend for entries of a week: those of its assignment on days that it is in force. */
function amountOf(stipend: Stipend, entries: readonly Entry[]): bigint {
  const days = new Set(
    entries.filter(({ assignment, day }) =>
      assignment === stipend.assignment && stipend.from <= day && day <= stipend.to
    ).map(({ day }) => day),
  ).size;
  // All hours are hours alone: a shift a day.
  return stipend.amount * BigInt(stipend.per === "week" ? Math.min(1, days) : days);
}

/** The stipends that time of a week brings, with what they come to. */
const stipendsOf = (state: Work, entries: readonly Entry[]): Stipend[] =>
  state.stipends.map((each) => ({ ...each, amount: amountOf(each, entries) }))
    .filter(({ amount }) => amount > 0n);

/** The premiums for missed breaks on days with time of their placement. */
const breakPremiumsOf = (state: Work, entries: readonly Entry[]): BreakPremium[] =>
  state.breakPremiums.filter(({ assignment, day }) =>
    entries.some((entry) => entry.assignment === assignment && entry.day === day)
  );

/** Parts of a workweek that are paid in a state, as the lines name them. */
export function sourcesOf(state: Work, contractor: string, week: string): string[] {
  const all = payableOf(state, contractor, week);
  const entries = all.filter(isWorked);
  return [
    // What is not worked and pays nothing is on no line.
    ...all.filter((entry) => isWorked(entry) || entry.rate > 0n).map(({ id }) => id),
    ...adjustmentsOf(state, contractor, week).map(({ id }) => id),
    ...stipendsOf(state, entries).map(({ id }) => `${id} ${week}`),
    ...breakPremiumsOf(state, entries).map(({ id }) => id),
  ];
}

/** Quarters of an hour of a week that count toward overtime, by class. */
function quartersByClass(state: Work, contractor: string, week: string) {
  const counted = payableOf(state, contractor, week)
    .filter((entry) => isWorked(entry) && entry.rule !== "none");
  const classes = classify(counted.map((entry) => ({
    day: dayOf(entry),
    quarters: Number(quartersOf(entry)),
    rule: entry.rule,
  })));
  const of = (kind: "regular" | "overtime" | "doubletime") =>
    BigInt(classes.reduce((total, each) => total + each[kind], 0));
  return {
    all: sum(counted.map(quartersOf)),
    regular: of("regular"),
    overtime: of("overtime"),
    doubletime: of("doubletime"),
  };
}

/** Its part in the regular rate of each week, and its amount per quarter of an hour as a flat sum. */
interface Added {
  readonly share: Ratio;
  readonly perQuarter: Ratio;
}

function added(
  state: Work,
  contractor: string,
  { amount, isFlatSum, weeks }: Pick<Adjustment, "amount" | "isFlatSum" | "weeks">,
): Added {
  const regular = sum(weeks.map((week) => quartersByClass(state, contractor, week).regular));
  return isFlatSum && regular > 0n
    ? { share: ratio(0n), perQuarter: ratio(amount, regular) }
    : { share: ratio(amount, BigInt(weeks.length)), perQuarter: ratio(0n) };
}

/** Pay of a contractor's workweek at the hours and rates of a state, paid at once. */
export function payOfWeek(state: Work, contractor: string, week: string): Pay {
  const all = payableOf(state, contractor, week);
  const entries = all.filter(isWorked);
  const counted = entries.filter(({ rule }) => rule !== "none");
  const quarters = quartersByClass(state, contractor, week);
  const extrasInRate = [
    ...bonusesOf(state, contractor, week),
    ...stipendsOf(state, counted).filter((each) => each.inRegularRate)
      .map((each) => ({ ...each, weeks: [week] })),
  ];
  const inRegularRate = extrasInRate.map((each) => added(state, contractor, each));

  const cents = (some: readonly Entry[], part: "rate" | "rateInRegular" = "rate") =>
    ratio(sum(some.map((entry) => quartersOf(entry) * entry[part])), 4n);
  const ofTime = total([
    cents(counted, "rateInRegular"),
    ...all.filter((entry) => entry.rule !== "none" && entry.inRegularRate)
      .map((entry) => ratio(sumOf(entry))),
  ]);
  const regularPay = total([ofTime, ...inRegularRate.map(({ share }) => share)]);
  const perQuarter = total(inRegularRate.map(({ perQuarter }) => perQuarter));
  const { overtime, doubletime } = quarters;
  const ofQuarters = ratio(overtime + 2n * doubletime, 2n * quarters.all || 1n);
  // 29 USC 207(h)(2): of a week under the federal rule alone. What that asks divides each sum by all hours.
  const asked = times(
    total([
      ofTime,
      ...extrasInRate.map(({ amount, weeks }) => ratio(amount, BigInt(weeks.length))),
    ]),
    ofQuarters,
  );
  const setOff = counted.every(({ rule }) => rule === "flsa")
    ? lesser(total([cents(counted), minus(cents(counted, "rateInRegular"))]), asked)
    : ratio(0n);
  const exact = total([
    cents(entries),
    times(regularPay, ofQuarters),
    times(perQuarter, ratio(3n * overtime + 4n * doubletime, 2n)),
    minus(setOff),
  ]);
  const hourly = (premium: BreakPremium): bigint =>
    quarters.all === 0n
      ? entries.find(({ assignment, day }) =>
        assignment === premium.assignment && day === premium.day
      )?.rate ?? 0n
      : rounded(total([
        times(regularPay, ratio(4n, quarters.all)),
        times(perQuarter, ratio(4n)),
      ]));
  const extras = [...adjustmentsOf(state, contractor, week), ...stipendsOf(state, entries)];
  return {
    amount: rounded(exact) + sum(extras.map(({ amount }) => amount)) + sum(all.map(sumOf)) +
      sum(breakPremiumsOf(state, entries).map(hourly)),
    hours: sum(entries.map(({ hours }) => hours)),
    overtime: 25n * overtime,
    doubletime: 25n * doubletime,
  };
}
