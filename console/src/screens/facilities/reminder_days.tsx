import { TextInput } from "react-admin";
import { insert, rows, update } from "../../api/rows.ts";
import { words } from "../../words.ts";

const say = words.facilities.invoicing;
/** As the database has it. */
const MOST_STEPS = 10;
const MOST_DAYS = 365;
const DAYS_UNLESS_SAID = [3, 15, 30];

/** Days late at which a facility is reminded. */
export async function reminderDaysOf(facilityId: string, signal: AbortSignal): Promise<number[]> {
  const [found] = await rows(
    "facility_reminders",
    { select: "reminder_days", facility_id: `eq.${facilityId}` },
    signal,
  );
  return found?.reminder_days ?? DAYS_UNLESS_SAID;
}

/** Says on which days a facility is reminded from now on, where these are others than before. */
export async function remind(
  facilityId: string,
  days: readonly number[],
  before: readonly number[],
): Promise<void> {
  if (textOfDays(days) === textOfDays(before)) return;
  const query = { facility_id: `eq.${facilityId}` };
  const changed = await update("facility_reminders", query, { reminder_days: days }, 0);
  if (changed.length === 0) {
    await insert("facility_reminders", [{ facility_id: facilityId, reminder_days: days }]);
  }
}

/** `3, 15, 30`: as the input has them. */
export function textOfDays(days: readonly number[]): string {
  return days.join(", ");
}

/** Days in the input, in order and each once; nothing if it is empty. */
export function daysOfText(text: unknown): number[] {
  const days = String(text ?? "").split(/[\s,]+/).filter((word) => word !== "").map(Number);
  return [...new Set(days)].sort((one, other) => one - other);
}

/** Input of the days late at which a facility is reminded, one after the other. */
export function ReminderDaysInput({ source }: { source: string }) {
  return (
    <TextInput
      source={source}
      label={say.reminders}
      helperText={say.remindersAbout}
      validate={(text: unknown) => areDays(daysOfText(text)) ? undefined : say.notReminders}
      autoComplete="off"
      fullWidth
    />
  );
}

function areDays(days: readonly number[]): boolean {
  return days.length <= MOST_STEPS &&
    days.every((day) => Number.isInteger(day) && day >= 1 && day <= MOST_DAYS);
}
