import { day, isNought, money, period } from "../../documents/text.ts";
import { mailOf, type MailText, paragraph, type Part } from "./layout.ts";
import type { InvoiceMail } from "./mail_data.ts";
import { remitTo } from "./words.ts";

/** Brings a facility an invoice, which is attached. */
export function invoiceText(invoice: InvoiceMail): MailText {
  const { number, total, due_date, owed, group_by, group_name } = invoice;
  const isOwed = !isNought(owed);
  return mailOf(
    `Invoice ${number}: ${money(total)}, ${isOwed ? `due ${day(due_date)}` : "nothing to pay"}`,
    invoice.firm,
    [
      paragraph("Hello,"),
      paragraph(
        `Attached is invoice ${number} for ${invoice.facility_name}` +
          `${invoice.kind === "interest" ? ", over late-payment interest" : ""}.`,
      ),
      {
        part: "facts",
        facts: [
          ["Period", period(invoice.period_start, invoice.period_end)],
          ["Department", group_by === "department" ? group_name : null],
          ["Contractor", group_by === "assignment" ? group_name : null],
          ["Purchase order", invoice.purchase_order],
          ["Issued", day(invoice.issue_date)],
          ["Due", isOwed ? day(due_date) : null],
          ["Total", money(total)],
        ],
      },
      paragraph(toPay(invoice)),
      ...(isOwed ? remitTo(invoice.remit_to) : []),
      ...questions(),
    ],
  );
}

function toPay({ total, owed, due_date }: InvoiceMail): string {
  if (isNought(owed)) return "Nothing is to be paid.";
  const left = owed === total ? "" : `${money(owed)} is still owed. `;
  return `${left}Please pay by ${day(due_date)}.`;
}

const questions = (): Part[] => [
  paragraph("If something on it is not right, please answer this mail."),
];
