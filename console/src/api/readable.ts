const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const DAY_AND_TIME = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
const WRITTEN = /(?<![\w-])(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2})?)?(?![\w-])/g;
const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** A sentence of the API's as the reader writes: `2026-11-25` is Nov 25, 2026, and ids in brackets are left out. */
export function readable(text: string): string {
  return text
    .replaceAll(new RegExp(` \\(${ID}\\)`, "g"), "")
    .replaceAll(WRITTEN, (written: string, day: string, time?: string) => {
      const at = new Date(`${day}T${time ?? "00:00"}:00Z`);
      // JavaScript takes February 30 for March 2.
      if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return written;
      return (time === undefined ? DAY : DAY_AND_TIME).format(at);
    });
}

/** The first id of a row that a text names. */
export function idIn(text: string): string | null {
  return new RegExp(`\\b${ID}\\b`).exec(text)?.[0] ?? null;
}
