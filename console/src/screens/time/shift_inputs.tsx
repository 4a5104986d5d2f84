import { Typography } from "@mui/material";
import { BooleanInput, NumberInput, required, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import type { Values } from "../../ui/form_dialog.tsx";
import { daysAfter, decimal, hours, weekday } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { instantsOf, localTime, minutesBetween } from "../../ui/local_time.ts";
import { clock } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { beginOf, MIDNIGHT, workdayOf } from "../../ui/workday.ts";
import { words } from "../../words.ts";

const say = words.time.shift;
const isRequired = [required()];

/** Shift in a form: its times as instants, by the clock of a zone; null while one is missing. */
export interface Shift {
  readonly started_at: string;
  readonly ended_at: string;
  readonly break_minutes: number;
  readonly break_started_at: string | null;
}

/** The instants of a clock's time in a form, on the day that it says: what is not after the begin is of the next day. */
function instantsIn(values: Values, source: string): readonly string[] {
  const text = (name: string) => String(values[name] ?? "");
  const isNextDay = source === "ended_at"
    ? text(source) <= text("started_at")
    : text(source) < text("started_at");
  const day = text("begins_on") === "" ? text("work_date") : dayOfPart(values);
  if (day === "" || text(source) === "") return [];
  return instantsOf(isNextDay ? daysAfter(day, 1) : day, text(source), text("timezone"));
}

/** The day on which a part begins that stays within its workday: of a night, another side of midnight is another day. */
function dayOfPart(values: Values): string {
  const isBefore = (name: string) => String(values[name]) < String(values["day_begins"]);
  return daysAfter(
    String(values["begins_on"]),
    Number(isBefore("started_at")) - Number(isBefore("began_at")),
  );
}

function instantIn(values: Values, source: string): string | null {
  const [first, second] = instantsIn(values, source);
  return (values[`${source}_again`] ? second : undefined) ?? first ?? null;
}

/** The shift that is in a form with {@link ShiftInputs}. */
export function shiftIn(values: Values): Shift | null {
  const begin = instantIn(values, "started_at");
  const end = instantIn(values, "ended_at");
  return begin === null || end === null ? null : {
    started_at: begin,
    ended_at: end,
    break_minutes: Number(values["break_minutes"] ?? 0),
    break_started_at: instantIn(values, "break_started_at"),
  };
}

/** A day, and the times of a shift that begins on it. The form's `timezone` says by which clock. */
export function ShiftInputs() {
  return (
    <>
      <DayInput source="work_date" label={words.common.day} />
      <ClockInput source="started_at" label={say.begins} />
      <ClockInput source="ended_at" label={say.ends} helperText={say.endsAbout} />
      <BreakInput helperText={say.breakAbout} />
      <ClockInput
        source="break_started_at"
        label={say.breakBegins}
        helperText={say.breakBeginsAbout}
        optional
      />
      <ComesTo />
    </>
  );
}

/** A time of day; where the clock shows it twice that night, which of the two. */
export function ClockInput({ source, label, helperText = false, optional = false }: {
  source: string;
  label: string;
  helperText?: string | false;
  optional?: boolean;
}) {
  const [first, second] = instantsIn(useWatch(), source);
  return (
    <>
      <TextInput
        source={source}
        label={label}
        type="time"
        validate={optional ? [] : isRequired}
        helperText={helperText}
        slotProps={{ inputLabel: { shrink: true } }}
        fullWidth
      />
      {first !== undefined && second !== undefined && (
        <BooleanInput
          source={`${source}_again`}
          label={say.again(clock(`${first.slice(0, 16)}Z`, "UTC"))}
          defaultValue={false}
          helperText={false}
        />
      )}
    </>
  );
}

/** The minutes of a meal. */
export function BreakInput({ helperText }: { helperText: string }) {
  return (
    <NumberInput
      source="break_minutes"
      label={say.breakMinutes}
      validate={isRequired}
      min={0}
      step={1}
      helperText={helperText}
      fullWidth
    />
  );
}

/** Words that say back what was typed: the end of the shift, and the time until then. */
export function ComesTo() {
  const values = useWatch();
  const shift = shiftIn(values);
  if (shift === null) return null;
  const at = (instant: string) => {
    const day = localTime(instant, String(values["timezone"])).slice(0, 10);
    return `${weekday(day)}, ${clock(instant, String(values["timezone"]))}`;
  };
  const minutes = minutesBetween(shift.started_at, shift.ended_at) - shift.break_minutes;
  return (
    <Typography role="status" sx={{ mt: 1 }}>
      {say.comesTo(
        at(shift.started_at),
        at(shift.ended_at),
        hours(decimal(minutes).div(60).toFixed(2)),
      )} <DaysOf shift={shift} timeZone={String(values["timezone"])} />
    </Typography>
  );
}

/** The workdays that a shift is of, where they do not begin at midnight. */
function DaysOf({ shift, timeZone }: { shift: Shift; timeZone: string }) {
  const { workday } = useMe();
  const { day, end } = workdayOf(workday, shift.started_at, timeZone);
  if (beginOf(workday, day) === MIDNIGHT && beginOf(workday, daysAfter(day, 1)) === MIDNIGHT) {
    return null;
  }
  return Date.parse(shift.ended_at) <= Date.parse(end)
    ? say.ofOneDay(weekday(day))
    : say.ofTwoDays(weekday(day), clock(end, timeZone), weekday(daysAfter(day, 1)));
}
