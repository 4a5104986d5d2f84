import { call } from "../../api/call.ts";
import type { Row } from "../../api/rows.ts";
import { REGULAR } from "../../ui/codes.ts";
import { daysAfter, sum } from "../../ui/format.ts";
import { instantsOf, localTime } from "../../ui/local_time.ts";

type Entry = Row<"my_time">;

/** A shift to enter, by the instants of its times. */
interface ShiftAgain {
  readonly started_at: string;
  readonly ended_at: string;
  readonly break_minutes: number;
  readonly break_started_at?: string;
}

/** Hours and shifts of the week before, a week later: of the days that are free. */
export interface LastWeek {
  readonly days: Readonly<Record<string, number>>;
  readonly shifts: readonly ShiftAgain[];
}

/**
 * The regular time of the week before a day, for the days that have nothing yet.
 *
 * @param worked all that the assignment has, but what was set aside
 * @param free the days of the week that may be written and have nothing, stored or typed
 */
export function lastWeek(
  worked: readonly Entry[],
  start: string,
  free: ReadonlySet<string>,
  zone: string,
): LastWeek {
  const later = (entry: Entry) => daysAfter(entry.work_date ?? "", 7);
  const before = worked.filter(({ work_date: date, code }) =>
    code === REGULAR && date !== null && date >= daysAfter(start, -7) && date < start
  );
  const hours = Map.groupBy(
    before.filter((entry) => entry.shift_id === null && free.has(later(entry))),
    later,
  );
  const shifts = new Set(before.map((entry) => entry.shift_id).filter((id) => id !== null));
  const taken = new Set(
    worked.filter((entry) => entry.is_worked).map(({ work_date: date }) => date ?? ""),
  );
  return {
    days: Object.fromEntries(
      [...hours].map(([date, theirs]) => [date, sum(theirs.map((one) => one.hours)).toNumber()]),
    ),
    shifts: [...shifts].flatMap((id) => {
      const parts = worked.filter((entry) => entry.shift_id === id)
        .toSorted((a, b) => (a.started_at ?? "").localeCompare(b.started_at ?? ""));
      const [first, ...more] = parts;
      // It goes to the day on which it begins, and over midnight where nothing is there either.
      if (
        first === undefined || !free.has(later(first)) || more.some((one) => taken.has(later(one)))
      ) {
        return [];
      }
      return [shiftAgain(parts, zone)];
    }),
  };
}

/** True if there is anything of the week before to write. */
export function hasAny({ days, shifts }: LastWeek): boolean {
  return Object.keys(days).length > 0 || shifts.length > 0;
}

/** Writes it, as drafts. */
export async function writeLastWeek(
  assignmentId: string,
  start: string,
  { days, shifts }: LastWeek,
): Promise<void> {
  if (Object.keys(days).length > 0) {
    await call("save_week", {
      assignment_id: assignmentId,
      week_start: start,
      days,
      submit: false,
    });
  }
  for (const shift of shifts) {
    await call("enter_shift", { assignment_id: assignmentId, ...shift });
  }
}

/** A shift at the same times of the clock, a week later. */
function shiftAgain(parts: readonly Entry[], zone: string): ShiftAgain {
  const again = (instant: string | null | undefined) => {
    const shown = localTime(instant ?? "", zone);
    return instantsOf(daysAfter(shown.slice(0, 10), 7), shown.slice(11), zone)[0] ?? "";
  };
  const length = ({ started_at: from, ended_at: to }: Entry) =>
    Date.parse(to ?? "") - Date.parse(from ?? "");
  const pausing = parts.filter((part) => (part.break_minutes ?? 0) > 0);
  const [pause] = pausing;
  const told = pausing.find((part) => part.break_started_at !== null)?.break_started_at;
  // A break without a time lies in the longer part: where it lay in the other one, that has to be said.
  const isSaid = parts.length > 1 && pause !== undefined && pausing.length === 1 &&
    parts.some((part) => part !== pause && length(part) >= length(pause));
  return {
    started_at: again(parts[0]?.started_at),
    ended_at: again(parts.at(-1)?.ended_at),
    break_minutes: sum(parts.map((part) => part.break_minutes)).toNumber(),
    ...(told
      ? { break_started_at: again(told) }
      : isSaid
      ? { break_started_at: again(pause.started_at) }
      : {}),
  };
}
