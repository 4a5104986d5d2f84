import { day, isNought, money, period } from "../../documents/text.ts";
import { FIRM, type KindOfMail, REMIT_TO, type Sent } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph, type Part } from "./layout.ts";
import { remitTo } from "./words.ts";

/** To a facility: an invoice, which is attached. */
export interface InvoiceMail extends Sent {
  readonly facility_name: string;
  readonly number: string;
  readonly kind: "weekly" | "manual" | "backfill" | "interest";
  readonly period_start: string;
  readonly period_end: string;
  readonly issue_date: string;
  readonly due_date: string;
  readonly total: string;
  /** Its open amount, with interest. */
  readonly owed: string;
  /** Part of the facility's time that it bills; null = all of it, and then there is no name. */
  readonly group_by: "department" | "order" | "assignment" | null;
  readonly group_name: string | null;
  readonly purchase_order: string | null;
  readonly remit_to: string | null;
}

/** Brings a facility an invoice, which is attached. */
export const INVOICE: KindOfMail<InvoiceMail> = {
  text: textOf,
  example: {
    ...FIRM,
    to: "payables@mercy.example",
    facility_name: "Mercy Hospital",
    number: "INV-2026-000221",
    kind: "weekly",
    period_start: "2026-11-16",
    period_end: "2026-11-22",
    issue_date: "2026-11-23",
    due_date: "2026-12-23",
    total: "10240.00",
    owed: "10240.00",
    group_by: "department",
    group_name: "Intensive care",
    purchase_order: "PO-4471",
    remit_to: REMIT_TO,
  },
};

function textOf(invoice: InvoiceMail): MailText {
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
