import { day, grouped } from "../../documents/text.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";
import type { TimeToApprove } from "./mail_data.ts";
import { consoleLink, counted, greeting } from "./words.ts";

/** Asks a facility's contact to approve time. */
export function timeToApproveText(waiting: TimeToApprove): MailText {
  const { facility_name, hours, people, oldest_on, contractors, left_out } = waiting;
  const much = `${grouped(hours)} hours of ${counted(people, "person", "people")}`;
  return mailOf(
    `${grouped(hours)} hours at ${facility_name} wait for your approval`,
    waiting.firm,
    [
      greeting(waiting.name),
      paragraph(
        `${much} at ${facility_name} wait for your approval, the oldest since ${day(oldest_on)}:`,
      ),
      {
        part: "list",
        items: contractors.map(({ name, hours, days, oldest_on }) => ({
          name,
          lines: [
            `${grouped(hours)} hours on ${counted(days, "day", "days")}, from ${day(oldest_on)}`,
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
