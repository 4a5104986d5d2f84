import { type Assignment, saveWeek, timeOf } from "./api.ts";
import { element } from "./element.ts";

type Entry = Awaited<ReturnType<typeof timeOf>>[number];

/** A day so many days later. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** `Mon, Jun 8`. Days have no time of their own, so none of the phone's timezone either. */
export function shown(day: string): string {
  return new Date(day).toLocaleDateString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
}

/** A day's field. Fixed is what is outside of the assignment, no draft any more, or has a shift. */
function dayOf(day: string, { start_date, end_date }: Assignment, entries: readonly Entry[]) {
  const theirs = entries.filter(({ work_date }) => work_date === day);
  const hours = theirs.reduce((sum, entry) => sum + Math.round(entry.hours * 100), 0) / 100;
  const state = theirs.find(({ status }) => status !== "draft")?.status ?? theirs[0]?.status ?? "";
  const input = element("input", {
    inputMode: "decimal",
    autocomplete: "off",
    pattern: "\\d{0,2}([.,]\\d{1,2})?",
    value: hours === 0 ? "" : String(hours),
    disabled: day < start_date || (end_date !== null && day > end_date) ||
      theirs.some(({ status, shift_id }) => status !== "draft" || shift_id !== null),
  });
  const row = element(
    "label",
    { className: "day" },
    shown(day),
    element("small", {}, state.replace("_", " ")),
    input,
  );
  return { day, input, row };
}

/**
 * A week of an assignment: a field a day, to save or to submit.
 *
 * @param whenSaved is called once the firm has it
 */
export function weekForm(
  assignment: Assignment,
  start: string,
  entries: readonly Entry[],
  whenSaved: () => void,
): HTMLFormElement {
  const days = Array.from(
    { length: 7 },
    (_, nth) => dayOf(daysAfter(start, nth), assignment, entries),
  );
  const alert = element("p", { role: "alert", hidden: true });
  const form = element(
    "form",
    {},
    element("h2", {}, [assignment.facility_name, assignment.department].filter(Boolean).join(", ")),
    ...days.map(({ row }) => row),
    alert,
    element(
      "div",
      { className: "buttons" },
      element("button", { value: "save" }, "Save"),
      element("button", { value: "submit" }, "Submit the week"),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const isSubmitted = (event.submitter as HTMLButtonElement | null)?.value === "submit";
    const typed = days.filter(({ input }) => !input.disabled)
      .map(({ day, input }) => [day, Number(input.value.replace(",", "."))] as const);
    try {
      await saveWeek(assignment.assignment_id, start, Object.fromEntries(typed), isSubmitted);
      whenSaved();
    } catch (error) {
      alert.textContent = error instanceof Error ? error.message : String(error);
      alert.hidden = false;
    }
  });
  return form;
}
