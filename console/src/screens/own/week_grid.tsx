import { useQueryClient } from "@tanstack/react-query";
import { Alert, AlertTitle, Box, Button, Typography } from "@mui/material";
import { useNotify, useStore } from "react-admin";
import { call } from "../../api/call.ts";
import { refusalOf } from "../../api/refusal.ts";
import type { Row } from "../../api/rows.ts";
import { useAct } from "../../ui/act.tsx";
import { clock } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { beginOf, MIDNIGHT } from "../../ui/workday.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { daysAfter, weekday } from "../../ui/format.ts";
import { OwnLeaveOf } from "../../ui/leave_balances.tsx";
import { Part } from "../../ui/page.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { words } from "../../words.ts";
import { PlannedOfWeek } from "../plan/own_shifts.tsx";
import { EnterShift } from "../time/enter_shift.tsx";
import { shiftCodesOf } from "../time/shift_code.tsx";
import { leftAsPlanned } from "./as_planned.ts";
import { hasAny, lastWeek, writeLastWeek } from "./last_week.ts";
import { useUnsent, weekKey } from "./unsent_weeks.ts";
import {
  changesOf,
  codesOf,
  daysInWords,
  hoursOf,
  othersOf,
  REGULAR_ROW,
  rowOf,
} from "./week_days.ts";
import { AddRow, useAddedRows, WeekRow } from "./week_row.tsx";
import { WeekShifts } from "./week_shifts.tsx";

const say = words.own.time;

/**
 * A week of an assignment, a field a day, and a row besides for each code that it has. What was typed is kept in this
 * browser until the server has it. A day with a shift has the hours of its times.
 */
export function WeekGrid({ assignment, codes, start, entries, everywhere, planned }: {
  assignment: Row<"my_assignments">;
  /** Codes that may be entered there. */
  codes: readonly Row<"my_codes">[];
  start: string;
  /** All that the assignment has: a shift may go on in the next week. */
  entries: readonly Row<"my_time">[];
  /** Time of their other assignments too. */
  everywhere: readonly Row<"my_time">[];
  /** Shifts that were planned of the week. */
  planned: readonly Row<"my_shifts">[];
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
  const queryClient = useQueryClient();
  const end = daysAfter(start, 6);
  const isOfWeek = ({ work_date: date }: Row<"my_time">) =>
    date !== null && date >= start && date <= end;
  const worked = entries.filter((entry) => !entry.is_set_aside);
  const live = worked.filter(isOfWeek);
  const shifts = new Set(live.map((entry) => entry.shift_id).filter((id) => id !== null));
  const added = useAddedRows(`${assignment.assignment_id}.${start}`);
  const ofWeek = { assignment, start, live, typed };
  const regular = rowOf({ of: REGULAR_ROW, ...ofWeek });
  const { days } = regular;
  const rows = [
    regular,
    ...codesOf({ lately: worked, live, codes, chosen: added.chosen })
      .map((of) => rowOf({ of, ...ofWeek })),
  ];
  const fields = rows.flatMap((row) => row.days);
  const changed = fields.filter((one) => one.isChanged);
  const mayWrite = !isBusy && fields.every((one) => one.isValid);
  const hasDrafts = changed.length > 0 ||
    live.some((entry) => entry.status === "draft");

  const assignmentId = assignment.assignment_id ?? "";
  const asBefore = lastWeek(
    worked,
    start,
    new Set(
      days.filter((one) =>
        !one.isFixed && one.value === "" &&
        live.every(({ work_date: date, is_worked: isWorked }) => date !== one.date || !isWorked)
      )
        .map((one) => one.date),
    ),
    zone,
  );

  async function write(submit: boolean): Promise<void> {
    await call("save_week", {
      assignment_id: assignmentId,
      week_start: start,
      days: changesOf(rows),
      submit,
    });
    // Before what was typed goes: else the week shows what it was, to be filled in, until it is asked for again.
    await queryClient.invalidateQueries({ queryKey: ["my_time"] });
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
      keep({ assignmentId, start, place, days: changesOf(rows), refusal: null });
    }
  }

  // Today where it is of this week, else the first day that has nothing.
  const free = days.filter((one) => !one.isOutside);
  const theirFirst = (free.find((one) => one.date === me.businessDate) ??
    free.find((one) => one.value === "") ?? free[0])?.date;
  const total = hoursOf(rows);
  const others = othersOf(rows);
  const begins = beginOf(me.workday, start);
  const shiftCodes = shiftCodesOf(codes);

  return (
    <Part title={place}>
      {begins !== MIDNIGHT && (
        <Typography variant="body2" color="text.secondary">
          {words.time.shift.workdayAbout(clock(`1970-01-01T${begins}Z`, "UTC"))}
        </Typography>
      )}
      {rows.map((row) => (
        <WeekRow
          key={row.of.code}
          row={row}
          zone={zone}
          isBusy={isBusy}
          type={(values) => setTyped({ ...typed, ...values })}
        />
      ))}
      {rows.length > 1 && <OwnLeaveOf codes={rows.map(({ of }) => of.code)} />}
      <AddRow codes={codes} shown={rows} add={added.add} />
      <WeekShifts
        entries={worked.filter((entry) => entry.shift_id !== null && shifts.has(entry.shift_id))}
        codes={shiftCodes}
        zone={zone}
      />
      <PlannedOfWeek shifts={planned} />
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
          {[say.total(total), ...others].join(", ")}
        </Typography>
        {leftAsPlanned(planned, everywhere, assignment, {
          workday: me.workday,
          zone,
          today: me.businessDate,
        }) && (
          <Button
            variant="outlined"
            disabled={isBusy}
            onClick={() =>
              void run(
                () =>
                  call("enter_planned_shifts", { assignment_id: assignmentId, week_start: start }),
                words.plan.asPlannedDone,
              )}
          >
            {words.plan.asPlanned}
          </Button>
        )}
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
            codes={shiftCodes}
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
          title={say.submitTitle([words.codes.hours(total), ...others].join(", "), place)}
          text={say.submitAbout(daysInWords(rows, weekday))}
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
