/** Parts that a workweek's pay and its regular rate are made of, in whole numbers. */
import { classify } from "../time/counted_hours.ts";
import { type Ratio, ratio, rounded, times, total } from "./ratio.ts";
import type { Adjustment, Entry, Shift, Stipend, Work } from "./state.ts";

/** All of them together. */
export const sum = (numbers: readonly bigint[]): bigint =>
  numbers.reduce((total, number) => total + number, 0n);
const dayOf = ({ day }: Entry) => (new Date(day).getUTCDay() + 6) % 7 + 1;
/** Quarters of an hour of an entry. */
export const quartersOf = ({ hours }: Entry): bigint => hours / 25n;

/** Hours that are not worked, and units, are paid beside the hours. */
export const isWorked = ({ code }: Entry): boolean => code === null || code.isWorked;

/** Time of a week that is to be paid. */
export const payableOf = (state: Work, contractor: string, week: string): Entry[] =>
  state.entries.filter((entry) =>
    entry.payable && entry.contractor === contractor && entry.week === week
  );
/** Approved adjustments that are payable in a week. */
export const adjustmentsOf = (state: Work, contractor: string, week: string): Adjustment[] =>
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
export const stipendsOf = (state: Work, entries: readonly Entry[]): Stipend[] =>
  state.stipends.map((each) => ({
    ...each,
    amount: amountOf(each, entries.filter(isWorked), partsOf(state, each)),
  }))
    .filter(({ amount }) => amount > 0n);

/** Pay of an entry that is not worked. */
export const besideHours = ({ code, rate }: Entry): bigint =>
  code === null || code.isWorked ? 0n : rounded(ratio(code.quantity * rate, 100n));

/** Quarters of an hour that count toward overtime: of all classes, and of each. */
export interface Quarters {
  readonly all: bigint;
  readonly regular: bigint;
  readonly overtime: bigint;
  readonly doubletime: bigint;
}

/** Quarters of an hour of a week that count toward overtime, by class. */
export function quartersByClass(state: Work, contractor: string, week: string): Quarters {
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
export const differentialsOf = (entries: readonly Entry[], isCreditable: boolean): bigint[] =>
  entries.flatMap(({ differentials }) =>
    differentials.filter((each) => each.isCreditable === isCreditable).map(({ amount }) => amount)
  );

/** Parts of the regular rate of a workweek. */
export interface RegularRate {
  readonly quarters: Quarters;
  /** Hours worked that count toward overtime. */
  readonly counted: readonly Entry[];
  /** Sums that are in it beside their pay. */
  readonly sums: readonly Pick<Adjustment, "amount" | "isFlatSum" | "weeks">[];
  /** Cents that all these hours divide. */
  readonly pay: Ratio;
  /** Cents that flat sums come to for a quarter of an hour. */
  readonly perQuarter: Ratio;
}

/** Cents of hours at their rates. */
export const centsOf = (entries: readonly Entry[]): Ratio =>
  ratio(sum(entries.map((entry) => quartersOf(entry) * entry.rate)), 4n);

/** Entries at the rate of their hour, without what a code pays on top for work on holidays. */
export const withoutPremiums = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, rate: entry.code?.rateWithoutPremium ?? entry.rate }));

/** Sums of codes that are not worked, where they are in the regular rate, each with what miles have beyond their rate. */
export const codeSumsOf = (entries: readonly Entry[]): bigint[] => [
  ...entries.filter((each) => each.code?.inRegularRate === true && !isWorked(each)).map(
    besideHours,
  ),
  ...entries.map((each) => each.code?.excess ?? 0n),
];

/** Regular rate of a contractor's workweek, without overtime. */
export function regularRateOf(state: Work, contractor: string, week: string): RegularRate {
  const payable = payableOf(state, contractor, week).filter(({ rule }) => rule !== "none");
  const counted = payable.filter(isWorked);
  const ofWeek = (amount: bigint) => ({ amount, isFlatSum: false, weeks: [week] });
  const sums = [
    ...bonusesOf(state, contractor, week),
    ...stipendsOf(state, counted).filter((each) => each.inRegularRate)
      .map((each) => ({ ...each, weeks: [week] })),
    ...codeSumsOf(payable).map(ofWeek),
    ...differentialsOf(counted, false).map(ofWeek),
  ];
  const inRegularRate = sums.map((each) => added(state, contractor, each));
  return {
    quarters: quartersByClass(state, contractor, week),
    counted,
    sums,
    pay: total([centsOf(withoutPremiums(counted)), ...inRegularRate.map(({ share }) => share)]),
    perQuarter: total(inRegularRate.map(({ perQuarter }) => perQuarter)),
  };
}

/** Cents of an hour by it; null where nothing counts toward overtime. */
export const hourBy = ({ quarters: { all }, pay, perQuarter }: RegularRate): Ratio | null =>
  all === 0n ? null : total([times(pay, ratio(4n, all)), times(perQuarter, ratio(4n))]);
