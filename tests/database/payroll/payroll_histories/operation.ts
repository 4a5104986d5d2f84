/** One thing that happens in a history of contractors' time and pay. */
import fc from "fast-check";
import type postgres from "postgres";
import { OVERTIME_RULES } from "../../../../fixtures/assignments.ts";
import { dayOfWeek, type Worker } from "../../../support/time/worked_time.ts";

/** The first day of the first week. */
export const MONDAY = "2026-03-02";

/** Of one week and of two with time, and one for what comes late: their first days and weeks. */
export const PERIODS = [[1, 1], [8, 2], [22, 1]].map(([day = 0, weeks = 0]) => ({
  start: dayOfWeek(MONDAY, day),
  weeks,
}));
/** The same of the second pay group, which begin on other days. */
export const PERIODS_OF_SECOND = [[-6, 2], [15, 2]].map(([day = 0, weeks = 0]) => ({
  start: dayOfWeek(MONDAY, day),
  weeks,
}));
/** Last day of each contractor's assignment under the rule colorado. */
export const END = dayOfWeek(MONDAY, 15);

/** A firm, and how to reach it. */
export interface History {
  /** One connection: its clock goes with the history. */
  readonly sql: postgres.Sql;
  /** For the job, which has its own transactions. */
  readonly pool: postgres.Sql;
  /** A w2 and a 1099 contractor, each with an assignment under each rule. */
  readonly workers: readonly Worker[];
  /** A pay group beside that of everybody who is in no other; nobody is in it at first. */
  readonly secondGroup: string;
}

/** Something that happens. */
export interface Operation {
  /** For the report of a failed history. */
  readonly what: string;
  /** Hours that pass before it. */
  readonly pause: number;
  /** Rules that hold once it is done or refused, beside those that always do. */
  readonly then?:
    | "all is paid"
    | "time is locked"
    | "the period was finished"
    | "its week is as it comes to"
    | "its people are paid";
  /** The day of the period that it is about. */
  readonly period?: string;
  /** The people it is about, by their places among the workers. */
  readonly people?: readonly number[];
  /** True if doing it again at once must change nothing more. */
  readonly repeats?: boolean;
  /** Chooses what it is about, in the history as it stands, and gives the deed. */
  readonly choose: (history: History) => Promise<() => PromiseLike<unknown>>;
}

/** Event without its time. */
export type Deed = Omit<Operation, "pause">;

/** An operation about things that are there from the beginning. */
export function fixed(what: string, does: (history: History) => PromiseLike<unknown>): Deed {
  return { what, choose: (history) => Promise.resolve(() => does(history)) };
}

/** A day, mostly of the first week. */
export const day = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 7 }) },
  { weight: 1, arbitrary: fc.integer({ min: 8, max: 21 }) },
).map((n) => dayOfWeek(MONDAY, n));
/** Days on which weeks begin and end, and any day. */
export const edge = fc.oneof(
  day,
  fc.constantFrom(...[-6, 0, 1, 7, 8, 14].map((n) => dayOfWeek(MONDAY, n))),
);
/** The first day of a week, mostly of the first. */
export const week = fc.constantFrom(...[1, 1, 1, 8, 15].map((n) => dayOfWeek(MONDAY, n)));
/** One of the workers, mostly the first. */
export const who = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, {
  weight: 1,
  arbitrary: fc.constant(1),
});
export const rule = fc.constantFrom(...OVERTIME_RULES);
/** An operation on the n-th row, mostly the first, of those that a query finds; on none where there are none. */
export function onOne(
  what: string,
  rows: string,
  does: (history: History, id: string | null) => PromiseLike<unknown>,
  more: Partial<Deed> = {},
): fc.Arbitrary<Deed> {
  const nth = fc.oneof(fc.constant(0), fc.nat({ max: 20 }));
  return nth.map((nth) => ({
    what: `${what}, the ${nth}th`,
    ...more,
    choose: async (history) => {
      const found = await history.sql.unsafe<{ id: string }[]>(`select id from ${rows}`);
      const id = found.length === 0 ? null : found[nth % found.length]?.id ?? null;
      return () => does(history, id);
    },
  }));
}
