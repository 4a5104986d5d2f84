import { day } from "../../documents/text.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";
import type { InvitationMail } from "./mail_data.ts";
import { consoleLink, greeting } from "./words.ts";

/** Brings somebody the code with which they sign in for the first time. */
export function invitationText(invitation: InvitationMail): MailText {
  const { firm, name, console_url, code, expires_on, expires_at, timezone } = invitation;
  return mailOf(`Your invitation to sign in${firm === null ? "" : ` at ${firm}`}`, firm, [
    greeting(name),
    paragraph(
      `You are invited${firm === null ? "" : ` by ${firm}`} to sign in as ${roleOf(invitation)}.`,
    ),
    paragraph(
      console_url === null
        ? "Sign in where you were told to, or choose a password there. When you are asked for it, " +
          "enter this code:"
        : "Sign in at the address below, or choose a password there. When you are asked for it, " +
          "enter this code:",
    ),
    { part: "code", text: code },
    ...consoleLink(console_url),
    paragraph(
      `The code is good once, until ${day(expires_on)}, ${expires_at} (${timezone}). ` +
        "Whoever has it can sign in as you: give it to nobody.",
    ),
    paragraph("If you do not know what this is about, you need not do anything."),
  ]);
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
