import { allRows } from "../../api/rows.ts";
import { daysAfter, hours, sum, weekStart } from "../../ui/format.ts";
import { useAsk } from "../../ui/loaded.tsx";
import { words } from "../../words.ts";

/** So many assignments are asked for at once, so that no address grows too long. */
const AT_ONCE = 100;

/** An entry by its day and assignment. */
interface Dated {
  readonly assignment_id: string | null;
  readonly work_date: string | null;
}

/**
 * The hours that were planned of weeks, beside those that wait for approval: `36.00 planned`. Null where nothing was.
 *
 * @param entries those that wait; each week of an assignment is asked for whole
 */
export function usePlannedHours(
  entries: readonly Dated[],
  weekStartsOn: number,
): (assignmentId: string, week: string) => string | null {
  const weeks = entries.map(({ work_date: date }) => weekStart(date ?? "", weekStartsOn)).sort();
  const [first] = weeks;
  const last = weeks.at(-1);
  const ids = [...new Set(entries.map((one) => one.assignment_id ?? ""))].sort();
  const { data = [] } = useAsk(
    ["planned_days", first, last, ids.join()],
    async () => {
      if (first === undefined || last === undefined) return [];
      const parts = Array.from(
        { length: Math.ceil(ids.length / AT_ONCE) },
        (_, nth) => ids.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
      );
      const found = await Promise.all(parts.map((theirs) =>
        allRows("planned_days", {
          select: "assignment_id,work_date,hours",
          assignment_id: `in.(${theirs.join(",")})`,
          and: `(work_date.gte.${first},work_date.lte.${daysAfter(last, 6)})`,
          order: "work_date,planned_shift_id",
        })
      ));
      return found.flat();
    },
  );
  const byWeek = Map.groupBy(
    data,
    (one) => `${one.assignment_id} ${weekStart(one.work_date ?? "", weekStartsOn)}`,
  );
  return (assignmentId, week) => {
    const planned = byWeek.get(`${assignmentId} ${week}`);
    return planned === undefined
      ? null
      : words.plan.hours(hours(sum(planned.map((one) => one.hours)).toFixed(2)));
  };
}
