/** Names in the texts of a call, and the rows that calls answer. */
import { plusDays } from "../../fixtures/days.ts";

/** A row as JSON has it. */
export type Row = Readonly<Record<string, unknown>>;

/** Facts that decide about one call. Days are `YYYY-MM-DD`. */
export interface Values {
  /** 0 to 999,999. */
  readonly n: number;
  readonly today: string;
  /** Any of three weeks: from 18 days ago to two days ahead, which is refused. */
  readonly day: string;
  /** The first day of this workweek, or of one of the two before. */
  readonly week: string;
  /** Of the caller, where they are one. */
  readonly contractor: string;
  /** Rows that the call is about; the first of them, or nothing. */
  readonly ids: readonly string[];
  readonly id: string;
}

/** Value of a number on a day; who calls, and about what, is added when it is known. */
export function valuesOf(n: number, today: string, contractor: string): Values {
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  return {
    n,
    today,
    day: plusDays(today, 2 - n % 21),
    week: plusDays(today, -weekday - 7 * (n % 3)),
    contractor,
    ids: [],
    id: "",
  };
}

/** A text with the values in it. */
export function filled(text: string, values: Values): string {
  return text.replaceAll("{ids}", values.ids.map((id) => `'${id}'`).join())
    .replaceAll(
      /\{(n|today|day|week|contractor|id)\}/g,
      (_, name: keyof Values) => `${values[name]}`,
    );
}
