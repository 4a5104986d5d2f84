import type { Row } from "../../api/rows.ts";
import { weekStart } from "../../ui/format.ts";

/** An entry that is not approved. */
export type Unapproved = Row<"unapproved_time">;

/** A contractor's week at a facility: what is approved or sent back together. */
export interface Week {
  readonly key: string;
  readonly contractor: string;
  readonly facility: string;
  readonly start: string;
  readonly entries: readonly Unapproved[];
}

/** Entries by contractor, facility and workweek, in the order in which they come. */
export function weeksOf(entries: readonly Unapproved[], weekStartsOn: number): Week[] {
  const groups = Map.groupBy(
    entries,
    (entry) => `${weekStart(entry.work_date ?? "", weekStartsOn)} ${entry.assignment_id}`,
  );
  return [...groups].map(([key, found]) => ({
    key,
    contractor: found[0]?.contractor_name ?? "",
    facility: found[0]?.facility_name ?? "",
    start: key.slice(0, 10),
    entries: found,
  }));
}
