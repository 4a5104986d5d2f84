import type { Row } from "../../api/rows.ts";
import { day, hours } from "../../ui/format.ts";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { correctionText } from "../time/correction.tsx";

const say = words.time.correction;

/** What payroll corrected of a contractor's time after its approval, or set aside, and why. */
export function ChangedTime({ entries }: { entries: readonly Row<"my_time">[] }) {
  const changed = entries.filter((entry) => correctionText(entry) !== null).toReversed();
  if (changed.length === 0) return null;
  return (
    <Part title={say.changed}>
      <Rows
        label={say.changed}
        rows={changed}
        rowKey={(entry) => entry.time_entry_id ?? ""}
        empty=""
        columns={[
          { label: words.common.day, value: (entry) => day(entry.work_date) },
          { label: words.common.facility, value: (entry) => entry.facility_name },
          { label: words.common.hours, value: (entry) => hours(entry.hours), isNumber: true },
          { label: words.time.locked.why, value: correctionText },
        ]}
      />
    </Part>
  );
}
