import { callAll } from "../../api/call.ts";
import { day } from "../../ui/format.ts";
import { useAsk } from "../../ui/loaded.tsx";
import { words } from "../../words.ts";
import type { WeekEntry } from "./weeks.ts";

/** By the id of an entry, the credentials that were required on its day and not there, in words. */
export type CredentialMarks = ReadonlyMap<string, readonly string[]>;

const NONE: CredentialMarks = new Map();

/** Asks which of some entries that wait for approval were worked without a required credential. */
export function useCredentialMarks(entries: readonly WeekEntry[]): CredentialMarks {
  const days = entries.map((entry) => entry.work_date ?? "").filter(Boolean).sort();
  const [from, to] = [days[0] ?? "", days.at(-1) ?? ""];
  const facilities = [...new Set(entries.map((entry) => entry.facility_id))];
  const facility = facilities.length === 1 ? facilities[0] ?? null : null;
  const asked = useAsk(
    ["time_without_credentials", "marks", from, to, facility],
    (signal) =>
      callAll(
        "time_without_credentials",
        { from_day: from, to_day: to },
        "work_date,time_entry_id,credential_kind,credential_kind_id",
        signal,
        {
          select: "work_date,time_entry_id,credential_kind_id,credential_kind,expired_on",
          status: "in.(submitted,pending_approval)",
          ...facility === null ? {} : { facility_id: `eq.${facility}` },
        },
      ),
    { enabled: from !== "" },
  );
  if (asked.data === undefined || asked.data.length === 0) return NONE;
  const marks = new Map<string, string[]>();
  for (const { time_entry_id: id, credential_kind: kind, expired_on: expired } of asked.data) {
    const told = words.credentials.mark.expired(kind, expired === null ? null : day(expired));
    marks.set(id, [...marks.get(id) ?? [], told]);
  }
  return marks;
}
