import { day } from "../../documents/text.ts";
import { type KindOfMail, PERSON, type SentToPerson } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";
import { consoleLink, counted, greeting } from "./words.ts";

/** To recruiting: a credential of somebody who is placed runs out. */
export interface CredentialAlert extends SentToPerson {
  readonly contractor_name: string;
  /** Name of its kind; null of confidential ones, of which mail says no more. */
  readonly credential_kind: string | null;
  /** The last day on which it is good. */
  readonly expires_on: string;
  /** From today. */
  readonly days_left: number;
}

/** Asks recruiting to have a credential renewed. */
export const CREDENTIAL_ALERT: KindOfMail<CredentialAlert> = {
  text: textOf,
  example: {
    ...PERSON,
    to: "ada.okafor@mesa.example",
    name: "Ada Okafor",
    contractor_name: "Ben Carter",
    credential_kind: "RN license, Colorado",
    expires_on: "2026-12-23",
    days_left: 30,
  },
};

function textOf(alert: CredentialAlert): MailText {
  const { contractor_name, expires_on, days_left } = alert;
  const when = days_left === 0 ? "today" : `in ${counted(days_left, "day", "days")}`;
  const kind = alert.credential_kind ?? "A confidential credential";
  return mailOf(
    `${kind} of ${contractor_name} expires ${when}`,
    alert.firm,
    [
      greeting(alert.name),
      paragraph(
        `${kind} of ${contractor_name} is good through ${day(expires_on)}: it expires ${when}.`,
      ),
      paragraph(
        "Please have it renewed, and enter the new one beside it. Days that are worked without it are marked " +
          "where time is approved, if it is required there.",
      ),
      ...consoleLink(alert.console_url),
    ],
  );
}
