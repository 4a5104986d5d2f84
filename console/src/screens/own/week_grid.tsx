import { Box, Button, TextField, Typography } from "@mui/material";
import { useStore } from "react-admin";
import { call } from "../../api/call.ts";
import type { Row } from "../../api/rows.ts";
import { useAct } from "../../ui/act.tsx";
import { ShiftTimes } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { daysAfter, hours, sum, weekday } from "../../ui/format.ts";
import { Part } from "../../ui/page.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { words } from "../../words.ts";
import { EnterShift } from "../time/enter_shift.tsx";
import { WeekShifts } from "./week_shifts.tsx";

const say = words.own.time;
const HOURS = /^(\d{1,2}(\.\d{1,2})?)?$/;

/**
 * A week of an assignment, a field a day. What was typed is kept in this browser until the server has it. A day with a
 * shift has the hours of its times.
 */
export function WeekGrid({ assignment, start, entries }: {
  assignment: Row<"my_assignments">;
  start: string;
  /** All that the assignment has: a shift may go on in the next week. */
  entries: readonly Row<"my_time">[];
}) {
  const me = useMe();
  const zone = assignment.timezone ?? "UTC";
  const place = [assignment.facility_name, assignment.department].filter(Boolean).join(", ");
  const [typed, setTyped] = useStore<Readonly<Record<string, string>>>(
    `week.${assignment.assignment_id}.${start}`,
    {},
  );
  const { isBusy, refusal, run, forget } = useAct();
  const end = daysAfter(start, 6);
  const isOfWeek = ({ work_date: date }: Row<"my_time">) =>
    date !== null && date >= start && date <= end;
  const worked = entries.filter((entry) => !entry.is_set_aside);
  const live = worked.filter(isOfWeek);
  const shifts = new Set(live.map((entry) => entry.shift_id).filter((id) => id !== null));
  const days = Array.from({ length: 7 }, (_, index) => {
    const date = daysAfter(start, index);
    const theirs = live.filter((entry) => entry.work_date === date);
    const draft = theirs.find((entry) => entry.status === "draft");
    const parts = theirs.filter((entry) => entry.shift_id !== null);
    const stored = theirs.length === 0
      ? ""
      : `${sum(theirs.map((entry) => entry.hours)).toNumber()}`;
    const isOutside = date < (assignment.start_date ?? "") ||
      (assignment.end_date !== null && date > assignment.end_date);
    const isFixed = isOutside || parts.length > 0 || (theirs.length > 0 && draft === undefined);
    const value = isFixed ? stored : typed[date] ?? stored;
    return {
      date,
      value,
      isChanged: value !== stored,
      isValid: HOURS.test(value) && Number(value) <= 24,
      isFixed,
      isOutside,
      parts,
      state: words.states[(draft ?? theirs[0])?.status ?? ""] ?? " ",
    };
  });
  const changed = days.filter((one) => one.isChanged);
  const mayWrite = !isBusy && days.every((one) => one.isValid);
  const hasDrafts = changed.length > 0 ||
    live.some((entry) => entry.status === "draft");

  async function write(submit: boolean): Promise<void> {
    await call("save_week", {
      assignment_id: assignment.assignment_id ?? "",
      week_start: start,
      days: Object.fromEntries(
        changed.map((one) => [one.date, Number(one.value)]),
      ),
      submit,
    });
    setTyped({});
  }
  // Today where it is of this week, else the first day that has nothing.
  const free = days.filter((one) => !one.isOutside);
  const theirFirst = (free.find((one) => one.date === me.businessDate) ??
    free.find((one) => one.value === "") ?? free[0])?.date;
  const total = hours(sum(days.map((one) => one.value)).toNumber());

  return (
    <Part title={place}>
      <Box
        sx={{
          display: "grid",
          gap: 1,
          mt: 1,
          gridTemplateColumns: {
            xs: "repeat(2, minmax(0, 1fr))",
            sm: "repeat(4, minmax(0, 1fr))",
            lg: "repeat(7, minmax(0, 1fr))",
          },
        }}
      >
        {days.map((one) => (
          <TextField
            key={one.date}
            label={weekday(one.date)}
            value={one.value}
            size="small"
            variant="outlined"
            disabled={one.isFixed || isBusy}
            error={!one.isValid}
            helperText={one.isValid
              ? (
                <>
                  {one.state}
                  {one.parts.map((part) => (
                    <ShiftTimes key={part.time_entry_id} of={part} zone={zone} />
                  ))}
                </>
              )
              : say.notHours}
            onChange={({ target }) =>
              setTyped({
                ...typed,
                [one.date]: target.value.replace(",", ".").trim(),
              })}
            slotProps={{
              inputLabel: { shrink: true },
              // A fixed day is not pale: its state is what one comes to read.
              formHelperText: { disabled: false },
              htmlInput: { inputMode: "decimal", autoComplete: "off" },
            }}
          />
        ))}
      </Box>
      <WeekShifts
        entries={worked.filter((entry) => entry.shift_id !== null && shifts.has(entry.shift_id))}
        zone={zone}
      />
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          gap: 1,
          alignItems: "center",
          mt: 1,
        }}
      >
        <Typography sx={{ flexGrow: 1, fontVariantNumeric: "tabular-nums" }}>
          {say.total(total)}
        </Typography>
        {theirFirst !== undefined && (
          <EnterShift
            assignmentId={assignment.assignment_id ?? ""}
            title={words.time.shift.title(place)}
            day={theirFirst}
            zone={zone}
            size="medium"
          />
        )}
        <Button
          variant="outlined"
          disabled={!mayWrite || changed.length === 0}
          onClick={() => void run(() => write(false), say.saved)}
        >
          {isBusy ? words.common.running : say.save}
        </Button>
        <FormDialog
          button={say.submit}
          title={say.submitTitle(total, place)}
          text={say.submitAbout(
            days.filter((one) => Number(one.value) > 0).map((one) =>
              `${weekday(one.date)}: ${hours(one.value)}`
            ),
          )}
          submit={say.submitNow}
          done={say.submitted}
          buttonProps={{
            variant: "contained",
            size: "medium",
            disabled: !mayWrite || !hasDrafts,
          }}
          act={() => write(true)}
        />
      </Box>
      <RefusalNote refusal={refusal} onClose={forget} />
    </Part>
  );
}
