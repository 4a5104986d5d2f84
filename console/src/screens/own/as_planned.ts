import type { Database } from "../../../../supabase/functions/_shared/database.types.ts";
import { localTime } from "../../ui/local_time.ts";
import { type Workday, workdayOf } from "../../ui/workday.ts";

type Views = Database["public"]["Views"];

/**
 * True if a shift that was planned is over and would be entered as planned: as the procedure decides, shift by shift. It
 * lies within its assignment, its days have no worked hours without times, and at its times no shift is entered.
 *
 * @param planned the shifts of a week of the assignment
 * @param time all of the contractor's time, of other assignments too
 * @param today the firm's day
 */
export function leftAsPlanned(
  planned: readonly Views["my_shifts"]["Row"][],
  time: readonly Views["my_time"]["Row"][],
  assignment: Pick<Views["my_assignments"]["Row"], "start_date" | "end_date">,
  { workday, zone, today }: {
    readonly workday: Workday;
    readonly zone: string;
    readonly today: string;
  },
): boolean {
  const live = time.filter((one) => !one.is_set_aside);
  return planned.some((shift) => {
    const { cancelled_at: cancelled, starts_at: begin, ends_at: end } = shift;
    if (cancelled !== null || begin === null || end === null) return false;
    const [begins, ends] = [Date.parse(begin), Date.parse(end)];
    const shown = localTime(end, zone).slice(0, 10);
    const isOver = shown < today || (shown === today && ends <= Date.now());
    const dayOf = (instant: number) =>
      workdayOf(workday, new Date(instant).toISOString(), zone).day;
    const [first, last] = [dayOf(begins), dayOf(ends - 60_000)];
    if (
      !isOver || first < (assignment.start_date ?? "") || last > (assignment.end_date ?? "9999")
    ) {
      return false;
    }
    return !live.some((one) =>
      one.started_at === null || one.ended_at === null
        ? one.assignment_id === shift.assignment_id && one.is_worked === true &&
          (one.work_date === first || one.work_date === last)
        : Date.parse(one.started_at) < ends && Date.parse(one.ended_at) > begins
    );
  });
}
