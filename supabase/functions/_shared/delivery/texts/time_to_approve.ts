import { day, grouped, isNought, units } from "../../documents/text.ts";
import { type KindOfMail, PERSON, type SentToPerson } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";
import { consoleLink, counted, greeting } from "./words.ts";

/** To a facility's contact: time waits for approval. */
export interface TimeToApprove extends SentToPerson {
  readonly facility_name: string;
  readonly entries: number;
  readonly hours: string;
  readonly people: number;
  readonly oldest_on: string;
  /** Order by the longest wait first. */
  readonly contractors: readonly {
    readonly name: string;
    readonly hours: string;
    readonly days: number;
    readonly oldest_on: string;
    /** By code: hours that are not worked, and units. */
    readonly not_worked: readonly {
      readonly code_title: string;
      readonly unit: string;
      readonly quantity: string;
    }[];
  }[];
  /** Rows that are too many: what is in `hours` and not in `contractors`. */
  readonly left_out: { readonly people: number; readonly hours: string } | null;
}

/** Asks a facility's contact to approve time. */
export const TIME_TO_APPROVE: KindOfMail<TimeToApprove> = {
  text: textOf,
  example: {
    ...PERSON,
    to: "lee.park@mercy.example",
    name: "Lee Park",
    facility_name: "Mercy Hospital",
    entries: 7,
    hours: "60.00",
    people: 2,
    oldest_on: "2026-11-16",
    contractors: [
      {
        name: "Ben Carter",
        hours: "36.00",
        days: 4,
        oldest_on: "2026-11-16",
        not_worked: [{ code_title: "On call", unit: "hour", quantity: "12.00" }],
      },
      { name: "Dana Reyes", hours: "24.00", days: 3, oldest_on: "2026-11-19", not_worked: [] },
    ],
    left_out: null,
  },
};

function textOf(waiting: TimeToApprove): MailText {
  const { facility_name, hours, people, oldest_on, contractors, left_out } = waiting;
  const what = isNought(hours) ? "Time" : `${grouped(hours)} hours`;
  const waits = isNought(hours) ? "waits" : "wait";
  const much = `${what} of ${counted(people, "person", "people")}`;
  return mailOf(
    `${what} at ${facility_name} ${waits} for your approval`,
    waiting.firm,
    [
      greeting(waiting.name),
      paragraph(
        `${much} at ${facility_name} ${waits} for your approval, the oldest since ${
          day(oldest_on)
        }:`,
      ),
      {
        part: "list",
        items: contractors.map(({ name, hours, days, oldest_on, not_worked }) => ({
          name,
          lines: [
            `${isNought(hours) ? "Time" : `${grouped(hours)} hours`} on ` +
            `${counted(days, "day", "days")}, from ${day(oldest_on)}`,
            ...not_worked.map(({ code_title, unit, quantity }) =>
              `${code_title}: ${units(quantity, unit)}`
            ),
          ],
        })),
      },
      ...(left_out === null ? [] : [
        paragraph(
          `And ${grouped(left_out.hours)} hours of ` +
            `${counted(left_out.people, "other person", "other people")}.`,
        ),
      ]),
      paragraph("Please approve the time, or send back, with a reason, what is not right."),
      ...consoleLink(waiting.console_url),
    ],
  );
}
