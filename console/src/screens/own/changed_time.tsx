import type { Row } from "../../api/rows.ts";
import { Much } from "../../ui/much.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { WorkDay } from "../../ui/shift_times.tsx";
import { words } from "../../words.ts";
import { correctionText } from "../time/correction.tsx";

const say = words.time.correction;

/** Corrections of a contractor's time after its approval, time set aside, and the reasons. */
export function ChangedTime({ entries, assignments }: {
  entries: readonly Row<"my_time">[];
  assignments: readonly Row<"my_assignments">[];
}) {
  const changed = entries.filter((entry) => correctionText(entry) !== null).toReversed();
  if (changed.length === 0) return null;
  const zones = new Map(assignments.map((one) => [one.assignment_id, one.timezone]));
  return (
    <Part title={say.changed}>
      <Rows
        label={say.changed}
        rows={changed}
        rowKey={(entry) => entry.time_entry_id ?? ""}
        empty=""
        columns={[
          {
            label: words.common.day,
            value: (entry) => <WorkDay of={entry} zone={zones.get(entry.assignment_id) ?? "UTC"} />,
          },
          { label: words.common.facility, value: (entry) => entry.facility_name },
          { label: words.common.hours, value: (entry) => <Much of={entry} />, isNumber: true },
          { label: words.time.locked.why, value: correctionText },
        ]}
      />
    </Part>
  );
}
