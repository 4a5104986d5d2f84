/** Total of a workweek, counted by the quarter of an hour and in whole numbers. */
import { classify } from "../time/counted_hours.ts";
import { guaranteesOf } from "./promised.ts";
import { type Ratio, ratio, rounded, times, total } from "./ratio.ts";
import type { Adjustment, BreakPremium, Entry, Shift, Stipend, Work } from "./state.ts";

/** Money in cents, hours in hundredths. */
export interface Pay {
  readonly amount: bigint;
  /** Part of the amount that repays expenses which codes count: no wage. */
  readonly repaid: bigint;
  readonly hours: bigint;
  readonly overtime: bigint;
  readonly doubletime: bigint;
}

const sum = (numbers: bigint[]) => numbers.reduce((total, number) => total + number, 0n);
const dayOf = ({ day }: Entry) => (new Date(day).getUTCDay() + 6) % 7 + 1;
const quartersOf = ({ hours }: Entry) => hours / 25n;

/** Hours that are not worked, and units, are paid beside the hours. */
const isWorked = ({ code }: Entry) => code === null || code.isWorked;

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
function amountOf(stipend: Stipend, entries: readonly Entry[], parts: readonly Shift[]): bigint {
  const own = entries.filter(({ assignment }) => assignment === stipend.assignment);
  const inForce = own.filter(({ day }) => stipend.from <= day && day <= stipend.to);
  const days = new Set(inForce.map(({ day }) => day)).size;
  if (stipend.per !== "shift") {
    return stipend.amount * BigInt(stipend.per === "week" ? Math.min(1, days) : days);
  }
  // A part of a shift that goes on from a payable one begins none; hours alone are a shift of their day, unless one begins.
  const begun = inForce.filter(({ shift }) =>
    shift !== null &&
    !parts.some((part) => part.id === shift.id && part.ends === shift.begins)
  );
  const begunDays = new Set(begun.map(({ day }) => day));
  const alone = new Set(
    inForce.filter(({ shift, day }) => shift === null && !begunDays.has(day)).map(({ day }) => day),
  );
  return stipend.amount * BigInt(begun.length + alone.size);
}

/** The payable shifts of a stipend's assignment, of any week. */
const partsOf = (state: Work, { assignment }: Stipend): Shift[] =>
  state.entries.flatMap((entry) =>
    entry.payable && entry.assignment === assignment && entry.shift !== null ? [entry.shift] : []
  );

/** The stipends that worked time of a week brings, with what they come to. */
const stipendsOf = (state: Work, entries: readonly Entry[]): Stipend[] =>
  state.stipends.map((each) => ({
    ...each,
    amount: amountOf(each, entries.filter(isWorked), partsOf(state, each)),
  }))
    .filter(({ amount }) => amount > 0n);

/** The premiums for missed breaks on days with time of their placement. */
const breakPremiumsOf = (state: Work, entries: readonly Entry[]): BreakPremium[] =>
  state.breakPremiums.filter(({ assignment, day }) =>
    entries.some((entry) => isWorked(entry) && entry.assignment === assignment && entry.day === day)
  );

/** Pay of an entry that is not worked. */
const besideHours = ({ code, rate }: Entry): bigint =>
  code === null || code.isWorked ? 0n : rounded(ratio(code.quantity * rate, 100n));

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

/** Quarters of an hour of a week that count toward overtime, by class. */
function quartersByClass(state: Work, contractor: string, week: string) {
  const counted = payableOf(state, contractor, week).filter((each) =>
    each.rule !== "none" && isWorked(each)
  );
  const classes = classify(counted.map((entry) => ({
    day: dayOf(entry),
    quarters: Number(quartersOf(entry)),
    rule: entry.rule,
    begins: entry.shift?.begins ?? null,
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

/** Sums that premium rules add to entries, those for special days, or the others. */
const differentialsOf = (entries: readonly Entry[], isCreditable: boolean): bigint[] =>
  entries.flatMap(({ differentials }) =>
    differentials.filter((each) => each.isCreditable === isCreditable).map(({ amount }) => amount)
  );

/** Sum that a premium for work on holidays is set off against: the overtime that the FLSA asks, where no other rule counts. */
function credited(
  counted: readonly Entry[],
  { all }: { all: bigint },
  inRegularRate: readonly Ratio[],
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
    total([ratio(base, 4n), ...inRegularRate]),
    ratio(overForty, 2n * (all || 1n)),
  );
  return asked.over * 4n < credit * asked.under ? asked : ratio(credit, 4n);
}

/** Pay of a contractor's workweek at the hours and rates of a state, paid at once. */
export function payOfWeek(state: Work, contractor: string, week: string): Pay {
  const payable = payableOf(state, contractor, week);
  const entries = payable.filter(isWorked);
  const counted = entries.filter(({ rule }) => rule !== "none");
  const quarters = quartersByClass(state, contractor, week);
  const sums = [
    ...bonusesOf(state, contractor, week),
    ...stipendsOf(state, counted).filter((each) => each.inRegularRate)
      .map((each) => ({ ...each, weeks: [week] })),
    ...payable.filter((each) =>
      each.rule !== "none" && each.code?.inRegularRate === true && !isWorked(each)
    ).map((each) => ({ amount: besideHours(each), isFlatSum: false, weeks: [week] })),
    ...payable.filter(({ rule }) => rule !== "none").map((each) => ({
      amount: each.code?.excess ?? 0n,
      isFlatSum: false,
      weeks: [week],
    })),
    ...differentialsOf(counted, false).map((amount) => ({
      amount,
      isFlatSum: false,
      weeks: [week],
    })),
  ];
  const inRegularRate = sums.map((each) => added(state, contractor, each));

  const cents = (some: readonly Entry[]) =>
    ratio(sum(some.map((entry) => quartersOf(entry) * entry.rate)), 4n);
  const withoutPremiums = counted.map((entry) => ({
    ...entry,
    rate: entry.code?.rateWithoutPremium ?? entry.rate,
  }));
  const regularPay = total([cents(withoutPremiums), ...inRegularRate.map(({ share }) => share)]);
  const credit = credited(
    counted,
    quarters,
    sums.map(({ amount, weeks }) => ratio(amount, BigInt(weeks.length))),
  );
  const perQuarter = total(inRegularRate.map(({ perQuarter }) => perQuarter));
  const { overtime, doubletime } = quarters;
  const exact = total([
    cents(entries),
    times(regularPay, ratio(overtime + 2n * doubletime, 2n * quarters.all || 1n)),
    times(perQuarter, ratio(3n * overtime + 4n * doubletime, 2n)),
    times(credit, ratio(-1n)),
  ]);
  const hourly = (premium: BreakPremium): bigint =>
    quarters.all === 0n
      ? entries.filter(({ assignment, day }) =>
        assignment === premium.assignment && day === premium.day
      ).reduce((most, { rate }) => rate > most ? rate : most, 0n)
      : rounded(total([
        times(regularPay, ratio(4n, quarters.all)),
        times(perQuarter, ratio(4n)),
      ]));
  const extras = [...adjustmentsOf(state, contractor, week), ...stipendsOf(state, entries)];
  return {
    amount: rounded(exact) + sum(extras.map(({ amount }) => amount)) +
      sum(breakPremiumsOf(state, entries).map(hourly)) + sum(payable.map(besideHours)) +
      sum([...differentialsOf(entries, true), ...differentialsOf(entries, false)]) +
      sum(guaranteesOf(state, contractor, week).map(({ amount }) => amount)),
    repaid: sum(payable.map(repaidBy)),
    hours: sum(entries.map(({ hours }) => hours)),
    overtime: 25n * overtime,
    doubletime: 25n * doubletime,
  };
}
