import { Alert, AlertTitle, Box, Button, TextField, Typography } from "@mui/material";
import { useNotify, useStore } from "react-admin";
import { call } from "../../api/call.ts";
import { refusalOf } from "../../api/refusal.ts";
import type { Row } from "../../api/rows.ts";
import { useAct } from "../../ui/act.tsx";
import { clock, ShiftTimes } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { beginOf, MIDNIGHT } from "../../ui/workday.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { daysAfter, hours, sum, weekday } from "../../ui/format.ts";
import { areTooMany, HOURS_INPUT, hoursIn } from "../../ui/hours.ts";
import { Part } from "../../ui/page.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { words } from "../../words.ts";
import { EnterShift } from "../time/enter_shift.tsx";
import { hasAny, lastWeek, writeLastWeek } from "./last_week.ts";
import { useUnsent, weekKey } from "./unsent_weeks.ts";
import { WeekShifts } from "./week_shifts.tsx";

const say = words.own.time;

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
  const { unsent, keep, forget: forgetUnsent } = useUnsent();
  const kept = unsent[weekKey(assignment.assignment_id ?? "", start)];
  const notify = useNotify();
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
    const hoursTyped = isFixed ? stored : hoursIn(value);
    return {
      date,
      value,
      hours: hoursTyped ?? "",
      isChanged: hoursTyped === null || (hoursTyped || "0") !== (stored || "0"),
      isValid: hoursTyped !== null,
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

  const assignmentId = assignment.assignment_id ?? "";
  const asBefore = lastWeek(
    worked,
    start,
    new Set(
      days.filter((one) =>
        !one.isFixed && one.value === "" && live.every(({ work_date: date }) => date !== one.date)
      )
        .map((one) => one.date),
    ),
    zone,
  );

  async function write(submit: boolean): Promise<void> {
    await call("save_week", {
      assignment_id: assignmentId,
      week_start: start,
      days: changedHours(),
      submit,
    });
    setTyped({});
    forgetUnsent(weekKey(assignmentId, start));
  }

  /** Keeps what nobody could be told: it is sent later, and never submitted by itself. */
  async function save(): Promise<void> {
    try {
      await write(false);
      notify(say.saved, { type: "success" });
    } catch (thrown) {
      if (refusalOf(thrown).status !== 0) throw thrown;
      keep({ assignmentId, start, place, days: changedHours(), refusal: null });
    }
  }

  function changedHours(): Record<string, number> {
    return Object.fromEntries(changed.map((one) => [one.date, Number(one.hours)]));
  }
  // Today where it is of this week, else the first day that has nothing.
  const free = days.filter((one) => !one.isOutside);
  const theirFirst = (free.find((one) => one.date === me.businessDate) ??
    free.find((one) => one.value === "") ?? free[0])?.date;
  const total = hours(sum(days.map((one) => one.hours)).toNumber());
  const begins = beginOf(me.workday, start);

  return (
    <Part title={place}>
      {begins !== MIDNIGHT && (
        <Typography variant="body2" color="text.secondary">
          {words.time.shift.workdayAbout(clock(`1970-01-01T${begins}Z`, "UTC"))}
        </Typography>
      )}
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
              : areTooMany(one.value)
              ? say.tooManyHours
              : say.notHours}
            onChange={({ target }) => setTyped({ ...typed, [one.date]: target.value })}
            onBlur={() => {
              if (one.isValid && one.value !== one.hours) {
                setTyped({ ...typed, [one.date]: one.hours });
              }
            }}
            slotProps={{
              inputLabel: { shrink: true },
              // A fixed day is not pale: its state is what one comes to read.
              formHelperText: { disabled: false },
              htmlInput: HOURS_INPUT,
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
        {hasAny(asBefore) && (
          <Button
            variant="outlined"
            disabled={isBusy}
            onClick={() =>
              void run(() => writeLastWeek(assignmentId, start, asBefore), say.asLastWeekDone)}
          >
            {say.asLastWeek}
          </Button>
        )}
        {theirFirst !== undefined && (
          <EnterShift
            assignmentId={assignmentId}
            title={words.time.shift.title(place)}
            day={theirFirst}
            zone={zone}
            size="medium"
          />
        )}
        <Button
          variant="outlined"
          disabled={!mayWrite || changed.length === 0}
          onClick={() => void run(save)}
        >
          {isBusy ? words.common.running : say.save}
        </Button>
        <FormDialog
          button={say.submit}
          title={say.submitTitle(total, place)}
          text={say.submitAbout(
            days.filter((one) => Number(one.hours) > 0).map((one) =>
              `${weekday(one.date)}: ${hours(one.hours)}`
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
      {kept !== undefined && (
        <Alert
          severity={kept.refusal === null ? "info" : "error"}
          sx={{ mt: 1 }}
          {...(kept.refusal === null
            ? {}
            : { onClose: () => forgetUnsent(weekKey(assignmentId, start)) })}
        >
          <AlertTitle sx={{ mb: 0 }}>{kept.refusal?.message ?? say.notSent}</AlertTitle>
          {kept.refusal === null ? say.notSentAbout : kept.refusal.hint}
        </Alert>
      )}
    </Part>
  );
}
