import type { Values } from "../../ui/form_dialog.tsx";
import { localTime } from "../../ui/local_time.ts";
import type { Times } from "../../ui/shift_times.tsx";
import { words } from "../../words.ts";
import { BreakInput, ClockInput, shiftIn } from "./shift_inputs.tsx";

const say = words.time.shift;

/** The part of a shift that an entry is, as its form begins; null: hours alone. */
export function partInForm(entry: Times & { work_date: string }, zone: string): Values | null {
  const { started_at: begin, ended_at: end, break_minutes: pause } = entry;
  if (begin === null || end === null) return null;
  return {
    work_date: entry.work_date,
    timezone: zone,
    started_at: localTime(begin, zone).slice(11),
    ended_at: localTime(end, zone).slice(11),
    break_minutes: pause,
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
    break_minutes: Number(values["break_minutes"] ?? 0),
  };
}

/** The times of a part of a shift, which stays within its day. */
export function PartInputs() {
  return (
    <>
      <ClockInput source="started_at" label={say.begins} />
      <ClockInput source="ended_at" label={say.ends} helperText={say.partEndsAbout} />
      <BreakInput helperText={say.partBreakAbout} />
    </>
  );
}
