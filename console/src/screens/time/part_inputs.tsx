import type { Values } from "../../ui/form_dialog.tsx";
import { localTime } from "../../ui/local_time.ts";
import { clock, type Times } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { beginOf, MIDNIGHT, type Workday } from "../../ui/workday.ts";
import { words } from "../../words.ts";
import { BreakInput, ClockInput, shiftIn } from "./shift_inputs.tsx";

const say = words.time.shift;

/** The part of a shift that an entry is, as its form begins; null: hours alone. */
export function partInForm(
  entry: Times & { work_date: string },
  zone: string,
  workday: Workday,
): Values | null {
  const { started_at: begin, ended_at: end, break_minutes: pause, break_started_at: at } = entry;
  if (begin === null || end === null) return null;
  return {
    work_date: entry.work_date,
    timezone: zone,
    day_begins: beginOf(workday, entry.work_date),
    begins_on: localTime(begin, zone).slice(0, 10),
    began_at: localTime(begin, zone).slice(11),
    started_at: localTime(begin, zone).slice(11),
    ended_at: localTime(end, zone).slice(11),
    break_minutes: pause,
    break_started_at: at === null ? null : localTime(at, zone).slice(11),
  };
}

/** Fields that were changed: the others stay to the minute, also if a clock shows theirs twice. */
export function changedTimes(values: Values, before: Values) {
  const after = shiftIn(values);
  const isChanged = (source: string) =>
    values[source] !== before[source] || Boolean(values[`${source}_again`]);
  return {
    ...(after !== null && isChanged("started_at") ? { started_at: after.started_at } : {}),
    ...(after !== null && isChanged("ended_at") ? { ended_at: after.ended_at } : {}),
    ...(after !== null && after.break_minutes > 0 && after.break_started_at !== null &&
        isChanged("break_started_at")
      ? { break_started_at: after.break_started_at }
      : {}),
    break_minutes: Number(values["break_minutes"] ?? 0),
  };
}

/** The times of a part of a shift, which stays within its day. */
export function PartInputs({ day }: { day: string }) {
  const begins = beginOf(useMe().workday, day);
  return (
    <>
      <ClockInput source="started_at" label={say.begins} />
      <ClockInput
        source="ended_at"
        label={say.ends}
        helperText={begins === MIDNIGHT
          ? say.partEndsAbout
          : say.partEndsAtAbout(clock(`1970-01-01T${begins}Z`, "UTC"))}
      />
      <BreakInput helperText={say.partBreakAbout} />
      <ClockInput
        source="break_started_at"
        label={say.breakBegins}
        helperText={say.partBreakBeginsAbout}
        optional
      />
    </>
  );
}
