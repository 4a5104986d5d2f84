/**
 * Additions to time by premium rules, looked at one quarter of an hour at a time, as the clock on the wall shows it; in whole
 * numbers, without the product's code.
 */
import type postgres from "postgres";
import { ratio, rounded } from "./ratio.ts";

/** Premium rule, as pay reads it. */
export interface Rule {
  readonly id: string;
  readonly facility: string | null;
  readonly assignment: string | null;
  readonly from: string;
  readonly to: string;
  readonly weekdays: readonly number[] | null;
  /** Such as `"19:00"`; null for whole days. */
  readonly opens: string | null;
  readonly closes: string | null;
  /** The days of its calendar; null where it names none. */
  readonly holidays: readonly string[] | null;
  readonly codes: readonly string[];
  /** Of the rate, in thousandths, and an amount in cents. */
  readonly thousandths: number;
  readonly cents: number;
  readonly adds: boolean;
  readonly isCreditable: boolean;
}

/** An entry that is worked, as far as premiums ask. */
export interface Worked {
  readonly assignment: string;
  readonly facility: string;
  readonly day: string;
  readonly codeName: string;
  /** In hundredths. */
  readonly hours: bigint;
  /** Pay of an hour, in cents. */
  readonly rate: bigint;
  /** Begin of each of its quarters, such as `"2026-03-02 19:15"`, but for those of a break that was placed; null of hours alone. */
  readonly quarters: readonly string[] | null;
}

/** Sum that a rule adds to an entry, in cents. */
export interface Differential {
  readonly rule: string;
  readonly amount: bigint;
  readonly isCreditable: boolean;
}

/** All rules that pay something: no other is in question, and none cuts time. */
export async function lookAtRules(sql: postgres.ISql): Promise<Rule[]> {
  return await sql<Rule[]>`
    select id, facility_id as facility, assignment_id as assignment, effective_from::text as from,
           coalesce(effective_to::text, '9999') as to, days_of_week::int[] as weekdays,
           left(from_time::text, 5) as opens, left(to_time::text, 5) as closes,
           case when holiday_calendar_id is not null then
             (select coalesce(array_agg(day::text), '{}') from holiday_calendar_days as listed
               where listed.calendar_id = rule.holiday_calendar_id) end as holidays,
           codes, (1000 * coalesce(pay_multiplier, 1))::int as thousandths,
           (100 * coalesce(pay_amount, 0))::int as cents, combines = 'adds' as adds, is_creditable as "isCreditable"
      from premium_rules as rule
     where pay_multiplier > 1 or pay_amount > 0`;
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toJSON().slice(0, 10);

/** True if a window of a rule begins on a day. */
function beginsOn({ from, to, weekdays, holidays }: Rule, day: string): boolean {
  const weekday = (new Date(day).getUTCDay() + 6) % 7 + 1;
  return from <= day && day <= to && (weekdays?.includes(weekday) ?? true) &&
    (holidays?.includes(day) ?? true);
}

/** The day on which the window of a rule begins in which a quarter of an hour, or hours alone of a day, lie; null: in none. */
function windowOf(rule: Rule, day: string, clock: string | null): string | null {
  const { opens, closes } = rule;
  const on = (begun: string, isIn: boolean) => isIn && beginsOn(rule, begun) ? begun : null;
  if (opens === null || closes === null) return on(day, true);
  if (clock === null) return null;
  if (opens < closes) return on(day, opens <= clock && clock < closes);
  return on(day, opens <= clock) ?? on(dayBefore(day), clock < closes);
}

/** Time that lies in the same windows. */
interface Piece {
  readonly rules: readonly Rule[];
  readonly windows: string;
  hours: bigint;
}

/** The pieces into which windows cut an entry, less a break that nobody placed, which lies in the longest, the first of several. */
function piecesOf({ day, hours, quarters }: Worked, rules: readonly Rule[]): Piece[] {
  const pieces: Piece[] = [];
  const times = quarters?.map((at) => ({ day: at.slice(0, 10), clock: at.slice(11), hours: 25n }));
  for (const each of times ?? [{ day, clock: null, hours }]) {
    const begun = rules.map((rule) => ({ rule, day: windowOf(rule, each.day, each.clock) }))
      .filter((window) => window.day !== null);
    const windows = begun.map((window) => `${window.rule.id} ${window.day}`).join();
    const last = pieces.at(-1);
    if (last?.windows === windows) last.hours += each.hours;
    else pieces.push({ rules: begun.map(({ rule }) => rule), windows, hours: each.hours });
  }
  let unpaid = pieces.reduce((sum, piece) => sum + piece.hours, 0n) - hours;
  for (const piece of pieces.toSorted((one, other) => Number(other.hours - one.hours))) {
    const less = unpaid < piece.hours ? unpaid : piece.hours;
    piece.hours -= less;
    unpaid -= less;
  }
  return pieces;
}

/** Cents that an hour gets more by a rule. */
const perHour = ({ thousandths, cents }: Rule, rate: bigint) =>
  rounded(ratio(rate * BigInt(thousandths - 1000), 1000n)) + BigInt(cents);

/** The rules that count for an hour: the best of those of which one counts, and all that add. */
function counting(rules: readonly Rule[], rate: bigint): Rule[] {
  const paying = rules.filter((rule) => perHour(rule, rate) > 0n);
  const [best] = paying.filter(({ adds }) => !adds).toSorted((one, other) =>
    Number(perHour(other, rate) - perHour(one, rate)) ||
    Number(one.isCreditable) - Number(other.isCreditable) || (one.id < other.id ? -1 : 1)
  );
  return [...best === undefined ? [] : [best], ...paying.filter(({ adds }) => adds)];
}

/** Sums that rules add to an entry, by rule. */
export function differentialsOf(entry: Worked, rules: readonly Rule[]): Differential[] {
  const { assignment, facility, codeName, rate } = entry;
  const own = rules.filter((rule) =>
    rule.codes.includes(codeName) &&
    (rule.assignment === null
      ? [null, facility].includes(rule.facility)
      : rule.assignment === assignment)
  );
  const hoursOf = new Map<Rule, bigint>();
  for (const piece of piecesOf(entry, own).filter(({ hours }) => hours > 0n)) {
    for (const rule of counting(piece.rules, rate)) {
      hoursOf.set(rule, (hoursOf.get(rule) ?? 0n) + piece.hours);
    }
  }
  return [...hoursOf].map(([rule, hours]) => ({
    rule: rule.id,
    amount: rounded(ratio(hours * perHour(rule, rate), 100n)),
    isCreditable: rule.isCreditable,
  }));
}
