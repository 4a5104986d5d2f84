import { day, money } from "../../documents/text.ts";
import { FIRM, type KindOfMail, REMIT_TO, type Sent } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";
import { counted, remitTo } from "./words.ts";

/** To a program: the invoices of its facilities, which are attached. */
export interface InvoiceBundleMail extends Sent {
  /** The program. */
  readonly facility_name: string;
  readonly issue_date: string;
  /** Part of the document that goes along; the file of all lines goes with the first. */
  readonly part: number;
  readonly parts: number;
  readonly invoices: number;
  readonly facilities: number;
  /** Of all parts. */
  readonly total: string;
  /** The first day on which one of them is due. */
  readonly due_from: string;
  readonly due_to: string;
  readonly remit_to: string | null;
}

/** Brings a program the invoices that it is sent at once. */
export const INVOICE_BUNDLE: KindOfMail<InvoiceBundleMail> = {
  text: textOf,
  example: {
    ...FIRM,
    to: "payables@summit.example",
    facility_name: "Summit Staffing Program",
    issue_date: "2026-11-23",
    part: 1,
    parts: 1,
    invoices: 14,
    facilities: 9,
    total: "118240.00",
    due_from: "2026-12-23",
    due_to: "2026-12-23",
    remit_to: REMIT_TO,
  },
};

function textOf(bundle: InvoiceBundleMail): MailText {
  const { part, parts, total, due_from, due_to, issue_date } = bundle;
  const invoices = counted(bundle.invoices, "invoice", "invoices");
  const ofParts = parts === 1 ? "" : `, part ${part} of ${parts}`;
  const files = part === 1 ? ", and each line of them as a CSV file" : "";
  return mailOf(
    `${invoices} of ${day(issue_date)}: ${money(total)}${ofParts}`,
    bundle.firm,
    [
      paragraph("Hello,"),
      paragraph(
        parts === 1
          ? `Attached are ${invoices} for ${bundle.facility_name}${files}.`
          : `Attached is part ${part} of ${parts} of the ${invoices} for ${bundle.facility_name}${files}.`,
      ),
      {
        part: "facts",
        facts: [
          ["Facilities", String(bundle.facilities)],
          ["Issued", day(issue_date)],
          ["Due", due_from === due_to ? day(due_from) : `${day(due_from)} to ${day(due_to)}`],
          ["Total", money(total)],
        ],
      },
      paragraph("Please pay each invoice by its day."),
      ...remitTo(bundle.remit_to),
      paragraph("If something is not right, please answer this mail."),
    ],
  );
}
