import { daysAfter } from "./format.ts";
import { instantsOf, localTime } from "./local_time.ts";

/** The hour of workdays that nobody set: `00:00`. */
export const MIDNIGHT = "00:00";

/** The time at which workdays begin, by the facility's clock: `07:00` from a workweek on, and what it was before. */
export interface Workday {
  readonly startsAt: string;
  /** Null: always. */
  readonly from: string | null;
  readonly startedAt: string;
}

/** The time at which the workday of a day begins. */
export function beginOf({ startsAt, from, startedAt }: Workday, day: string): string {
  return from === null || day >= from ? startsAt : startedAt;
}

/** The workday that an instant is of, and the instant at which it ends. */
export function workdayOf(
  workday: Workday,
  instant: string,
  timeZone: string,
): { readonly day: string; readonly end: string } {
  const shown = localTime(instant, timeZone).slice(0, 10);
  const begin = (day: string) => instantsOf(day, beginOf(workday, day), timeZone)[0] ?? "";
  const day = Date.parse(instant) < Date.parse(begin(shown)) ? daysAfter(shown, -1) : shown;
  return { day, end: begin(daysAfter(day, 1)) };
}
