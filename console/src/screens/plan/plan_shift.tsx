import { type ButtonProps, Typography } from "@mui/material";
import {
  CheckboxGroupInput,
  minValue,
  NumberInput,
  required,
  SelectInput,
  TextInput,
  useNotify,
} from "react-admin";
import { call } from "../../api/call.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, weekday } from "../../ui/format.ts";
import { DayInput, ReasonInput } from "../../ui/inputs.tsx";
import { instantsOf } from "../../ui/local_time.ts";
import { choicesOf, words } from "../../words.ts";
import { BreakInput, ClockInput, ComesTo, shiftIn } from "../time/shift_inputs.tsx";
import { type Planned, type PlannedRow, timesInForm, timesOf } from "./week_of.ts";

const say = words.plan;
const shift = words.time.shift;
const isRequired = [required()];
const WEEKDAYS = words.premiums.weekdays.map((name, index) => ({ id: index + 1, name }));

/** Plans a shift of a day. */
export function PlanShift({ row, date, buttonProps }: {
  row: PlannedRow;
  date: string;
  buttonProps: ButtonProps;
}) {
  return (
    <FormDialog
      button={say.add}
      title={say.planTitle(row.name, row.facility)}
      text={say.planAbout(row.zone)}
      submit={say.planNow}
      done={say.planned}
      buttonProps={{ ...buttonProps, "aria-label": say.planOf(row.name, weekday(date)) }}
      defaultValues={{ work_date: date, timezone: row.zone, ...timesInForm(row.latest, row.zone) }}
      act={async (values) => {
        const planned = shiftIn(values);
        if (planned === null) return;
        await call("plan_shift", {
          assignment_id: row.assignmentId,
          starts_at: planned.started_at,
          ends_at: planned.ended_at,
          break_minutes: planned.break_minutes,
        });
      }}
    >
      <DayInput source="work_date" label={words.common.day} />
      <ClockInput source="started_at" label={shift.begins} />
      <ClockInput source="ended_at" label={shift.ends} helperText={shift.endsAbout} />
      <BreakInput helperText={shift.breakAbout} />
      <ComesTo />
    </FormDialog>
  );
}

/** Plans shifts at the same times on days of the week, for some weeks. */
export function PlanPattern({ row, date }: { row: PlannedRow; date: string }) {
  const notify = useNotify();
  return (
    <FormDialog
      button={say.pattern}
      title={say.patternTitle(row.name, row.facility)}
      text={say.patternAbout(row.zone)}
      submit={say.planNow}
      buttonProps={{ variant: "text", "aria-label": say.patternOf(row.name) }}
      defaultValues={{
        first_day: date,
        weeks: 4,
        days_of_week: [],
        ...timesInForm(row.latest, row.zone),
      }}
      act={async (values) => {
        const planned = await call("plan_shifts", {
          assignment_id: row.assignmentId,
          first_day: String(values["first_day"]),
          weeks: Number(values["weeks"]),
          days_of_week: values["days_of_week"] as number[],
          starts_at: String(values["started_at"]),
          ends_at: String(values["ended_at"]),
          break_minutes: Number(values["break_minutes"] ?? 0),
        });
        const live = planned.filter(({ cancelled_at: at }) => at === null);
        notify(say.patternPlanned(live.length), { type: "success" });
      }}
    >
      <DayInput source="first_day" label={say.firstDay} />
      <NumberInput
        source="weeks"
        label={say.weeks}
        validate={[required(), minValue(1)]}
        min={1}
        max={52}
        step={1}
        helperText={false}
      />
      <CheckboxGroupInput
        source="days_of_week"
        label={say.weekdays}
        choices={WEEKDAYS}
        helperText={false}
        translateChoice={false}
        validate={isRequired}
      />
      <TextInput
        source="started_at"
        label={shift.begins}
        type="time"
        validate={isRequired}
        helperText={false}
        slotProps={{ inputLabel: { shrink: true } }}
        fullWidth
      />
      <TextInput
        source="ended_at"
        label={shift.ends}
        type="time"
        validate={isRequired}
        helperText={shift.endsAbout}
        slotProps={{ inputLabel: { shrink: true } }}
        fullWidth
      />
      <BreakInput helperText={shift.breakAbout} />
    </FormDialog>
  );
}

/** Plans a week as the one before it: of a facility, or of one person there. */
export function PlanAsLastWeek({ of, week, days, place, label }: {
  of: { readonly facility: string } | { readonly assignment: string };
  week: string;
  days: string;
  place: string;
  label?: string;
}) {
  const notify = useNotify();
  return (
    <FormDialog
      button={say.asLastWeek}
      title={say.asLastWeekTitle(place, days)}
      text={say.asLastWeekAbout}
      submit={say.asLastWeekNow}
      buttonProps={label === undefined
        ? { size: "medium" }
        : { variant: "text", "aria-label": label }}
      act={async () => {
        const found = await call("plan_as_last_week", { week_start: week, ...of });
        const counts = [...Map.groupBy(found, ({ outcome }) => outcome ?? "")]
          .flatMap(([outcome, theirs]) => say.outcomes[outcome]?.(theirs.length) ?? []);
        notify(say.asLastWeekDone(counts), { type: "success", autoHideDuration: 10_000 });
      }}
    />
  );
}

/** A shift that stands, and the way to cancel it. */
export function CancelShift({ row, one, buttonProps }: {
  row: PlannedRow;
  one: Planned;
  buttonProps: ButtonProps;
}) {
  const notify = useNotify();
  const times = timesOf(one, row.zone);
  const date = weekday(one.work_date ?? "");
  return (
    <FormDialog
      button={say.cancel(times)}
      title={say.cancelTitle(row.name, `${date}, ${times}`)}
      text={say.cancelAbout}
      submit={say.cancelNow}
      buttonProps={{ ...buttonProps, "aria-label": say.cancelOf(times, row.name, date) }}
      defaultValues={{ cancelled_for: "facility" }}
      act={async ({ reason, cancelled_for: whom, called_off_at: at }) => {
        const [onDay, atTime] = String(at ?? "").split("T");
        const cancelled = await call("cancel_planned_shift", {
          planned_shift_id: one.planned_shift_id ?? "",
          reason: String(reason),
          cancelled_for: whom === "contractor" || whom === "firm" ? whom : "facility",
          ...(onDay && atTime
            ? { cancelled_at: instantsOf(onDay, atTime, row.zone)[0] ?? "" }
            : {}),
        });
        notify(cancelled.is_within_notice ? say.cancelLate : say.cancelDone, { type: "success" });
      }}
    >
      <ReasonInput />
      <SelectInput
        source="cancelled_for"
        label={say.for}
        choices={choicesOf(Object.keys(say.whom), say.whom)}
        helperText={say.forAbout}
        validate={isRequired}
      />
      <TextInput
        source="called_off_at"
        label={say.at}
        type="datetime-local"
        helperText={say.atAbout}
        slotProps={{ inputLabel: { shrink: true } }}
        fullWidth
      />
    </FormDialog>
  );
}

/** A cancelled shift, and the way to plan it again. */
export function PlanAgain({ row, one, buttonProps }: {
  row: PlannedRow;
  one: Planned;
  buttonProps: ButtonProps;
}) {
  const times = timesOf(one, row.zone);
  const date = weekday(one.work_date ?? "");
  return (
    <FormDialog
      button={say.again(times)}
      title={say.againTitle(row.name, `${date}, ${times}`)}
      text={<Typography component="span">{say.againAbout(one.reason ?? "")}</Typography>}
      submit={say.againNow}
      done={say.planned}
      buttonProps={{ ...buttonProps, "aria-label": say.againOf(times, row.name, date) }}
      act={() =>
        call("plan_shift", {
          assignment_id: row.assignmentId,
          starts_at: one.starts_at ?? "",
          ends_at: one.ends_at ?? "",
          break_minutes: one.break_minutes ?? 0,
        })}
    />
  );
}

/** Days on which an assignment runs. */
export function daysOf({ start, end }: PlannedRow): string {
  return say.runs(end === null ? say.from(day(start)) : `${day(start)} – ${day(end)}`);
}
