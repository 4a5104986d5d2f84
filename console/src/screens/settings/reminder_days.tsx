import { TextInput } from "react-admin";
import { words } from "../../words.ts";

const say = words.settings.facilityInvoicing;
/** As the database has it. */
const MOST_STEPS = 10;
const MOST_DAYS = 365;

/** `3, 15, 30`: as the input has them. */
export function textOfDays(days: readonly number[]): string {
  return days.join(", ");
}

/** What the input has, in order and each once; nothing of what is empty. */
export function daysOfText(text: unknown): number[] {
  const days = String(text ?? "").split(/[\s,]+/).filter((word) => word !== "").map(Number);
  return [...new Set(days)].sort((one, other) => one - other);
}

/** How many days late invoices are reminded of, one after the other. */
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
