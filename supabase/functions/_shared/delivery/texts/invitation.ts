import { day } from "../../documents/text.ts";
import { type KindOfMail, PERSON, type SentToPerson } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";
import { consoleLink, greeting } from "./words.ts";

/** To somebody who is to sign in: their code. */
export interface InvitationMail extends SentToPerson {
  readonly kind: "staff_member" | "contractor" | "facility_contact";
  /** Of a facility's contact. */
  readonly facility_name: string | null;
  readonly code: string;
  /** Time at which the code expires, by the clock of `timezone`. */
  readonly expires_on: string;
  /** `HH:MM` */
  readonly expires_at: string;
  readonly timezone: string;
}

/** Brings somebody the code with which they sign in for the first time. */
export const INVITATION: KindOfMail<InvitationMail> = {
  text: textOf,
  example: {
    ...PERSON,
    to: "lee.park@mercy.example",
    name: "Lee Park",
    kind: "facility_contact",
    facility_name: "Mercy Hospital",
    code: "0f8e2c1a-5b7d-4e3f-9a61-2d4c6b8e0f135c7a9e1d-3b5f-4d82-8c04-6e1f3a5b7d90",
    expires_on: "2026-12-07",
    expires_at: "09:05",
    timezone: "America/Denver",
  },
};

function textOf(invitation: InvitationMail): MailText {
  const { firm, name, console_url, code, expires_on, expires_at, timezone } = invitation;
  return mailOf(`Your invitation to sign in${firm === null ? "" : ` at ${firm}`}`, firm, [
    greeting(name),
    paragraph(
      `You are invited${firm === null ? "" : ` by ${firm}`} to sign in as ${roleOf(invitation)}.`,
    ),
    ...console_url === null ? [] : [
      paragraph(
        "Open this link, and sign in or choose a password there. Then accept the invitation:",
      ),
      ...consoleLink(linkOf(console_url, code)),
    ],
    paragraph(
      console_url === null
        ? "Sign in where you were told to, or choose a password there. When you are asked for it, " +
          "enter this code:"
        : "Or enter this code there, when you are asked for it:",
    ),
    { part: "code", text: code },
    paragraph(
      `The ${console_url === null ? "code is" : "invitation is"} good once, until ${
        day(expires_on)
      }, ${expires_at} (${timezone}). ` +
        `Whoever has ${
          console_url === null ? "it" : "the link or the code"
        } can sign in as you: give it to nobody.`,
    ),
    paragraph("If you do not know what this is about, you need not do anything."),
  ]);
}

/** Page of the console that takes the code out of its address, and accepts it when it is told to. */
function linkOf(consoleUrl: string, code: string): string {
  return `${consoleUrl}#/invitation?code=${encodeURIComponent(code)}`;
}

function roleOf({ kind, facility_name }: InvitationMail): string {
  switch (kind) {
    case "staff_member":
      return "a member of the staff";
    case "contractor":
      return "a contractor";
    case "facility_contact":
      return `a contact of ${facility_name ?? "a facility"}`;
  }
}
