import { Typography } from "@mui/material";
import type { Row } from "../../api/rows.ts";
import { hours, weekday } from "../../ui/format.ts";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { timesOf } from "../../ui/shift_times.tsx";
import { words } from "../../words.ts";

const say = words.plan;
type Shift = Row<"my_shifts"> | Row<"facility_shifts">;

/** `Mon, Jun 8: 7:00 am – 3:30 pm, 30 min break`, by the clock of its facility. */
export function shiftInWords(shift: Shift): string {
  const times = timesOf(
    {
      started_at: shift.starts_at,
      ended_at: shift.ends_at,
      break_minutes: shift.break_minutes,
      break_started_at: null,
    },
    shift.timezone ?? "UTC",
  );
  return words.time.shift.whole(weekday(shift.work_date ?? ""), times.join(", "));
}

/** Planned shifts as a short table: whose, or where. */
export function ShiftRows<One extends Shift>({ shifts, label, who, empty = "" }: {
  shifts: readonly One[];
  label: string;
  who: { readonly label: string; readonly value: (shift: One) => string } | null;
  empty?: string;
}) {
  return (
    <Rows
      label={label}
      rows={shifts}
      rowKey={(one) => one.planned_shift_id ?? ""}
      empty={empty}
      columns={[
        { label: say.shift, value: (one) => shiftInWords(one) },
        ...(who === null ? [] : [who]),
        { label: words.common.hours, value: (one) => hours(one.hours), isNumber: true },
        {
          label: say.state,
          value: (one) => one.cancelled_at === null ? say.stands : say.cancelled(one.reason ?? ""),
        },
      ]}
    />
  );
}

/** Shifts that are planned for a contractor from today on; nothing where there are none. */
export function ShiftsAhead({ shifts, today }: {
  shifts: readonly Row<"my_shifts">[];
  today: string;
}) {
  const ahead = shifts.filter(({ work_date: date }) => date !== null && date >= today);
  if (ahead.length === 0) return null;
  return (
    <Part title={say.ahead} about={say.aheadAbout}>
      <ShiftRows
        shifts={ahead}
        label={say.ahead}
        who={{
          label: words.common.facility,
          value: (one) => [one.facility_name, one.department].filter(Boolean).join(", "),
        }}
      />
    </Part>
  );
}

/** Shifts of a week of an assignment, in a sentence; nothing where there are none. */
export function PlannedOfWeek({ shifts }: { shifts: readonly Row<"my_shifts">[] }) {
  const live = shifts.filter(({ cancelled_at: at }) => at === null);
  if (live.length === 0) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ my: 1 }}>
      {say.ofWeek}: {live.map(shiftInWords).join("; ")}
    </Typography>
  );
}
