import { day } from "../../documents/text.ts";
import { type KindOfMail, PERSON, type SentToPerson } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";
import { consoleLink, counted, greeting } from "./words.ts";

/** To recruiting: an assignment comes up for renewal. */
export interface RenewalAlert extends SentToPerson {
  readonly contractor_name: string;
  readonly facility_name: string;
  readonly renewal_date: string;
  /** From today; below zero once the day has passed. */
  readonly days_left: number;
  /** Last day of the assignment; null where it has no end. */
  readonly end_date: string | null;
}

/** Asks recruiting to decide a renewal. */
export const RENEWAL_ALERT: KindOfMail<RenewalAlert> = {
  text: textOf,
  example: {
    ...PERSON,
    to: "ada.okafor@mesa.example",
    name: "Ada Okafor",
    contractor_name: "Ben Carter",
    facility_name: "Mercy Hospital",
    renewal_date: "2026-12-23",
    days_left: 30,
    end_date: "2026-12-23",
  },
};

function textOf(alert: RenewalAlert): MailText {
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
