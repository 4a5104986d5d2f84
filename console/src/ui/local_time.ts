/**
 * Days and times of a clock in some zone, and the instants that they are. A browser's Date knows its own zone alone;
 * Intl knows what any zone's clock shows at an instant, and from that the way back is found.
 */

const DAY_MS = 86_400_000;
const CLOCKS = new Map<string, Intl.DateTimeFormat>();

/** Time that a clock shows at an instant: `2026-06-08T19:00`. */
export function localTime(instant: string | number, timeZone: string): string {
  const parts = clockOf(timeZone).formatToParts(new Date(instant));
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/**
 * The instants at which a clock shows a time of a day, with their offset: `2026-06-08T19:00:00-06:00`. Two where it is
 * set back in between, the earlier one first. What it skips where it is set forward is as far after the change as it
 * would be before it, as PostgreSQL has it. Empty for what is no day or no time.
 */
export function instantsOf(day: string, time: string, timeZone: string): readonly string[] {
  const shown = `${day}T${time.slice(0, 5)}`;
  const asUtc = Date.parse(`${shown}Z`);
  if (Number.isNaN(asUtc)) return [];
  // No zone changes twice in two days, and none is a day from UTC.
  const before = asUtc - offsetAt(asUtc - DAY_MS, timeZone);
  const after = asUtc - offsetAt(asUtc + DAY_MS, timeZone);
  const found = [...new Set([before, after])]
    .filter((instant) => localTime(instant, timeZone) === shown)
    .sort((a, b) => a - b);
  return (found.length > 0 ? found : [before]).map((instant) => withOffset(instant, timeZone));
}

/** The minutes between two instants. */
export function minutesBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 60_000;
}

function withOffset(instant: number, timeZone: string): string {
  const minutes = offsetAt(instant, timeZone) / 60_000;
  const two = (number: number) => `${Math.floor(Math.abs(number))}`.padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
  return `${localTime(instant, timeZone)}:00${offset}`;
}

/** Milliseconds by which a clock is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  return Date.parse(`${localTime(instant, timeZone)}Z`) - instant;
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  CLOCKS.set(timeZone, clock);
  return clock;
}
