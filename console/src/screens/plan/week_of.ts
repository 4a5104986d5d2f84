import type { RowOf } from "../../api/call.ts";
import { daysAfter } from "../../ui/format.ts";
import { localTime } from "../../ui/local_time.ts";
import { clock } from "../../ui/shift_times.tsx";
import { plan as say } from "./words.ts";

export const WEEK = [0, 1, 2, 3, 4, 5, 6];

/** A thing of a day in a week's plan: a shift, one elsewhere, or hours away. */
export type Planned = RowOf<"week_plan">;

/** A person's placement, with what is planned of it by day. */
export interface PlannedRow {
  readonly assignmentId: string;
  readonly contractorId: string;
  readonly name: string;
  readonly facilityId: string;
  readonly facility: string;
  readonly department: string | null;
  readonly zone: string;
  readonly start: string;
  readonly end: string | null;
  readonly byDay: ReadonlyMap<string, readonly Planned[]>;
  /** Kinds of credentials that are missing on each day of the week on which the assignment runs. */
  readonly lacksAllWeek: readonly string[];
  /** The shift whose times a new one begins with. */
  readonly latest: Planned | null;
}

/** Kinds of credentials that things of a day, or of a week, name as missing; each once. */
export function lackedIn(things: readonly Planned[]): string[] {
  return [...new Set(things.flatMap((one) => one.missing_credentials ?? []))].sort();
}

/** The rows of a grid of the week that begins on a day, in the order in which their things come. */
export function rowsOf(found: readonly Planned[], start: string): PlannedRow[] {
  return [...Map.groupBy(found, (one) => one.assignment_id ?? "").values()].flatMap((theirs) => {
    const [first] = theirs;
    if (first === undefined) return [];
    const dated = theirs.filter(({ work_date: date }) => date !== null);
    const byDay = Map.groupBy(dated, ({ work_date: date }) => date ?? "");
    const { start_date: begin, end_date: end } = first;
    const days = WEEK.map((nth) => daysAfter(start, nth))
      .filter((date) => date >= (begin ?? "") && (end === null || date <= end));
    return [{
      assignmentId: first.assignment_id ?? "",
      contractorId: first.contractor_id ?? "",
      name: first.contractor_name ?? "",
      facilityId: first.facility_id ?? "",
      facility: first.facility_name ?? "",
      department: first.department,
      zone: first.timezone ?? "UTC",
      start: first.start_date ?? "",
      end: first.end_date,
      byDay,
      lacksAllWeek: lackedIn(theirs).filter((kind) =>
        days.length > 1 && days.every((date) => lackedIn(byDay.get(date) ?? []).includes(kind))
      ),
      latest: dated.findLast(({ kind }) => kind === "shift") ?? null,
    }];
  });
}

/** `7:00 am – 3:30 pm` */
export function timesOf(
  { starts_at: begin, ends_at: end }: Pick<Planned, "starts_at" | "ends_at">,
  zone: string,
): string {
  return begin && end ? say.times(clock(begin, zone), clock(end, zone)) : "";
}

/** Times of a shift for a form that plans one like it. */
export function timesInForm(
  shift: Pick<Planned, "starts_at" | "ends_at" | "break_minutes"> | null,
  zone: string,
): Readonly<Record<string, unknown>> {
  if (!shift?.starts_at || !shift.ends_at) return { break_minutes: 30 };
  return {
    started_at: localTime(shift.starts_at, zone).slice(11),
    ended_at: localTime(shift.ends_at, zone).slice(11),
    break_minutes: shift.break_minutes ?? 0,
  };
}
