import { day, money } from "../../documents/text.ts";
import { FIRM, type KindOfMail, type Sent } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";

/** To a facility: an invoice that it was mailed is void. */
export interface InvoiceVoidedMail extends Sent {
  readonly facility_name: string;
  readonly number: string;
  readonly issue_date: string;
  readonly total: string;
}

/** Tells a facility not to pay an invoice that is void. */
export const INVOICE_VOIDED: KindOfMail<InvoiceVoidedMail> = {
  text: textOf,
  example: {
    ...FIRM,
    to: "payables@mercy.example",
    facility_name: "Mercy Hospital",
    number: "INV-2026-000221",
    issue_date: "2026-11-23",
    total: "10240.00",
  },
};

function textOf({ firm, facility_name, number, issue_date, total }: InvoiceVoidedMail): MailText {
  return mailOf(`Invoice ${number} is void: please do not pay it`, firm, [
    paragraph("Hello,"),
    paragraph(
      `Invoice ${number} for ${facility_name}, issued ${day(issue_date)} over ${money(total)}, ` +
        "is void. Please do not pay it.",
    ),
    paragraph(
      "If something is billed in its place, it comes as an invoice of its own. " +
        "If you have paid this one already, please answer this mail.",
    ),
  ]);
}
