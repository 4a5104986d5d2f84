import { Typography } from "@mui/material";
import { Fragment } from "react";
import { words } from "../words.ts";
import { day } from "./format.ts";

const say = words.time.shift;

/** A shift, or the part of one that an entry is; null: hours alone. */
export interface Times {
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly break_minutes: number | null;
  readonly break_started_at: string | null;
}

/** The columns that {@link Times} takes, for a request. */
export const TIMES = "started_at,ended_at,break_minutes,break_started_at";

/** `7:00 pm`, which no line parts. */
export function clock(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone })
    .format(new Date(instant)).replace(
      /\s*([AP]M)$/,
      (_, half: string) => `\u00a0${half.toLowerCase()}`,
    );
}

/** `7:00 pm – 7:30 am`, and `30 min break at 1:00 am` where there was one; nothing of hours alone. */
export function timesOf(
  { started_at: begin, ended_at: end, break_minutes: pause, break_started_at: at }: Times,
  timeZone: string,
): string[] {
  if (begin === null || end === null) return [];
  return [
    say.times(clock(begin, timeZone), clock(end, timeZone)),
    ...(pause ? [say.breakOf(pause, at === null ? null : clock(at, timeZone))] : []),
  ];
}

/** The day of an entry, with the times of its shift. */
export function WorkDay({ of, zone }: { of: Times & { work_date: string | null }; zone: string }) {
  return (
    <>
      {day(of.work_date)}
      <ShiftTimes of={of} zone={zone} />
    </>
  );
}

/** The times of a shift, small, below what they belong to. */
export function ShiftTimes({ of, zone }: { of: Times | null; zone: string }) {
  const times = of === null ? [] : timesOf(of, zone);
  return times.map((text) => (
    <Fragment key={text}>
      {/* Who hears it hears where one ends. */}{" "}
      <Typography
        component="span"
        variant="caption"
        color="text.secondary"
        sx={{ display: "block", lineHeight: 1.4 }}
      >
        {text}
      </Typography>
    </Fragment>
  ));
}
