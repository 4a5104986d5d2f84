/** Random shifts of one person around the nights of the clock, and their classes, day by day and quarter by quarter. */
import fc from "fast-check";
import { OVERTIME_RULES, type OvertimeRule } from "../../../../fixtures/assignments.ts";
import { classOfHour, type Quarters } from "../../../support/time/counted_hours.ts";

/** Place where the work is done, with the Sundays on which its clock is changed. */
const PLACES = [
  { timezone: "America/Denver", nights: ["2026-03-08", "2026-11-01"] },
  { timezone: "America/New_York", nights: ["2026-03-08", "2026-11-01"] },
  { timezone: "Europe/Berlin", nights: ["2026-03-29", "2026-10-25"] },
] as const;
export const QUARTER_MS = 15 * 60_000;
const WEEK_QUARTERS = 160;
const IN_A_ROW_QUARTERS = 48;

/** A shift, in quarters of an hour; it begins where the one before ends, or so many quarters after the Sunday begins in UTC. */
interface Planned {
  readonly begin: number | "touching";
  readonly quarters: number;
  readonly breakQuarters: number;
  readonly rule: OvertimeRule;
}

/** A shift by its instants, in milliseconds. */
export interface TimedShift {
  readonly begin: number;
  readonly end: number;
  readonly breakMs: number;
  readonly rule: OvertimeRule;
}

const planned: fc.Arbitrary<Planned> = fc.record({
  begin: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: -5 * 96, max: 5 * 96 }) },
    { weight: 1, arbitrary: fc.constant("touching" as const) },
  ),
  quarters: fc.oneof(fc.integer({ min: 5, max: 88 }), fc.constantFrom(32, 48, 50, 54)),
  breakQuarters: fc.constantFrom(0, 0, 2, 3),
  rule: fc.constantFrom(...OVERTIME_RULES, "colorado" as const, "colorado" as const),
});

/** A timezone and shifts there; some overlap. */
export const randomShifts = fc.constantFrom(...PLACES).chain(({ timezone, nights }) =>
  fc.record({
    timezone: fc.constant(timezone),
    night: fc.constantFrom(...nights),
    shifts: fc.array(planned, { minLength: 3, maxLength: 12 }),
  })
).map(({ timezone, night, shifts }) => ({ timezone, night, shifts: inTime(night, shifts) }));

function inTime(night: string, shifts: readonly Planned[]): TimedShift[] {
  const timed: TimedShift[] = [];
  for (const { begin, quarters, breakQuarters, rule } of shifts) {
    const from = begin === "touching"
      ? timed.at(-1)?.end ?? Date.parse(night)
      : Date.parse(night) + begin * QUARTER_MS;
    const end = from + quarters * QUARTER_MS;
    timed.push({ begin: from, end, breakMs: breakQuarters * QUARTER_MS, rule });
  }
  return timed;
}

/** An entry as it stands: a part of a shift. */
export interface Part {
  readonly id: string;
  readonly rule: OvertimeRule;
  /** Such as `2026-03-08`. */
  readonly day: string;
  readonly begin: number;
  readonly end: number;
  readonly quarters: number;
}

/** The days' order within their week from Monday on, 1 to 7. */
const nthOfWeek = (day: string) => (new Date(day).getUTCDay() + 6) % 7 + 1;
const weekOf = (day: string) =>
  new Date(Date.parse(day) - (nthOfWeek(day) - 1) * 86_400_000).toJSON().slice(0, 10);

/**
 * Number of quarters of each part beyond twelve hours in a row, of all parts that count, whatever
 * their days.
 */
function beyondInARow(parts: readonly Part[]): Map<string, number> {
  const beyond = new Map<string, number>();
  let [inARow, end] = [0, -Infinity];
  for (const part of parts.toSorted((a, b) => a.begin - b.begin)) {
    if (part.begin !== end) inARow = 0;
    end = part.end;
    let count = 0;
    for (let i = 0; i < part.quarters; i++) if (inARow++ >= IN_A_ROW_QUARTERS) count++;
    beyond.set(part.id, count);
  }
  return beyond;
}

/** The classes of parts of one person's shifts, by entry. */
export function classesByDay(all: readonly Part[]): Map<string, Quarters> {
  const classes = new Map<string, Quarters>(
    all.filter(({ rule }) => rule === "none").map(({ id, quarters }) => [
      id,
      { regular: quarters, overtime: 0, doubletime: 0 },
    ]),
  );
  const counted = all.filter(({ rule }) => rule !== "none").toSorted((a, b) => a.begin - b.begin);
  const beyond = beyondInARow(counted);
  for (const week of Map.groupBy(counted, ({ day }) => weekOf(day)).values()) {
    const byDay = new Map<string, Quarters>();
    const days = Map.groupBy(week, ({ day }) => day);
    const isOverForty = week.reduce((all, { quarters }) => all + quarters, 0) > WEEK_QUARTERS;
    for (const [day, parts] of days) {
      const isSeventh = nthOfWeek(day) === 7 && days.size === 7;
      let hourOfDay = 0;
      for (const { id, rule, quarters } of parts) {
        const of = { regular: 0, overtime: 0, doubletime: 0 };
        const hasPremium = isSeventh && (rule !== "kentucky" || isOverForty);
        for (let i = 0; i < quarters; i++) of[classOfHour(rule, hourOfDay++ / 4, hasPremium)]++;
        byDay.set(id, of);
      }
    }
    const inColorado = week.filter(({ rule }) => rule === "colorado");
    const sum = (of: (part: Part) => number) => inColorado.reduce((all, part) => all + of(part), 0);
    const countsInARow = sum(({ id }) => beyond.get(id) ?? 0) >
      sum(({ id }) => byDay.get(id)?.overtime ?? 0);
    let regularOfWeek = 0;
    for (const { id, rule, quarters } of week) {
      const of = byDay.get(id) ?? { regular: 0, overtime: 0, doubletime: 0 };
      const regular = countsInARow && rule === "colorado"
        ? quarters - (beyond.get(id) ?? 0)
        : of.regular;
      const kept = Math.min(regular, Math.max(0, WEEK_QUARTERS - regularOfWeek));
      regularOfWeek += kept;
      classes.set(id, {
        regular: kept,
        overtime: quarters - kept - of.doubletime,
        doubletime: of.doubletime,
      });
    }
  }
  return classes;
}
