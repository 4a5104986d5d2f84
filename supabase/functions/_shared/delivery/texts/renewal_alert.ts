import { day } from "../../documents/text.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";
import type { RenewalAlert } from "./mail_data.ts";
import { consoleLink, counted, greeting } from "./words.ts";

/** Asks recruiting to decide a renewal. */
export function renewalAlertText(alert: RenewalAlert): MailText {
  const { contractor_name, facility_name, renewal_date, days_left, end_date } = alert;
  const days = counted(Math.abs(days_left), "day", "days");
  const when = days_left === 0 ? "today" : days_left > 0 ? `in ${days}` : `${days} ago`;
  return mailOf(
    `Renewal ${days_left < 0 ? "was due " : ""}${when}: ${contractor_name} at ${facility_name}`,
    alert.firm,
    [
      greeting(alert.name),
      paragraph(
        `The assignment of ${contractor_name} at ${facility_name} ` +
          `${days_left < 0 ? "came" : "comes"} up for renewal on ${day(renewal_date)}, ${when}. ` +
          (end_date === null ? "It has no end date." : `It ends on ${day(end_date)}.`),
      ),
      paragraph(
        "Please decide it: give the assignment a later end date, or decline the renewal. " +
          "If somebody is already taking care of it, acknowledge the alert.",
      ),
      ...consoleLink(alert.console_url),
    ],
  );
}
