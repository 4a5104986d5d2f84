import type { Row } from "../../api/rows.ts";
import type { Coded } from "../../ui/codes.ts";
import { weekStart } from "../../ui/format.ts";

/** An entry that is not approved. */
export type Unapproved = Row<"unapproved_time">;

/** Parts of a week, for staff and for a facility's contacts. */
export type WeekEntry =
  & Pick<
    Unapproved,
    | "time_entry_id"
    | "assignment_id"
    | "contractor_name"
    | "facility_id"
    | "facility_name"
    | "work_date"
    | "hours"
    | "started_at"
    | "ended_at"
    | "break_minutes"
    | "break_started_at"
    | "status"
  >
  & Coded
  & { notes?: string | null; contractor_id?: string | null };

/** A contractor's week at a facility: what is approved or sent back together. */
export interface Week<Entry extends WeekEntry> {
  readonly key: string;
  readonly contractor: string;
  /** Staff alone are told. */
  readonly contractorId: string | null;
  readonly facilityId: string | null;
  readonly facility: string;
  readonly start: string;
  readonly entries: readonly Entry[];
}

/** Entries by contractor, facility and workweek, in the order in which they come. */
export function weeksOf<Entry extends WeekEntry>(
  entries: readonly Entry[],
  weekStartsOn: number,
): Week<Entry>[] {
  const groups = Map.groupBy(
    entries,
    (entry) => `${weekStart(entry.work_date ?? "", weekStartsOn)} ${entry.assignment_id}`,
  );
  return [...groups].map(([key, found]) => ({
    key,
    contractor: found[0]?.contractor_name ?? "",
    contractorId: found[0]?.contractor_id ?? null,
    facilityId: found[0]?.facility_id ?? null,
    facility: found[0]?.facility_name ?? "",
    start: key.slice(0, 10),
    entries: found,
  }));
}
