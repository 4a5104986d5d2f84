import { day, isNought, money } from "../../documents/text.ts";
import { FIRM, type KindOfMail, type Sent } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";

/** To a facility: a credit note of an invoice that it was mailed, which is attached. */
export interface InvoiceCreditedMail extends Sent {
  readonly facility_name: string;
  readonly number: string;
  readonly invoice_number: string;
  readonly issued_on: string;
  readonly reason: string;
  readonly amount: string;
  /** Share in a discount that was taken; null for none. */
  readonly discount_taken_back: string | null;
  /** The part beyond what the invoice owed. */
  readonly left_as_credit: string;
  /** Open amount of the invoice, with interest. */
  readonly owed: string;
}

/** Brings a facility a credit note, which is attached. */
export const INVOICE_CREDITED: KindOfMail<InvoiceCreditedMail> = {
  text: textOf,
  example: {
    ...FIRM,
    to: "payables@mercy.example",
    facility_name: "Mercy Hospital",
    number: "INV-2026-000230",
    invoice_number: "INV-2026-000221",
    issued_on: "2026-11-30",
    reason: "Billed at the rate of the year before",
    amount: "640.00",
    discount_taken_back: null,
    left_as_credit: "0.00",
    owed: "9600.00",
  },
};

function textOf(note: InvoiceCreditedMail): MailText {
  const { number, invoice_number, amount, discount_taken_back: discount, left_as_credit, owed } =
    note;
  return mailOf(
    `Credit note ${number}: ${money(amount)} of invoice ${invoice_number}`,
    note.firm,
    [
      paragraph("Hello,"),
      paragraph(
        `Attached is credit note ${number} for ${note.facility_name}, ` +
          `over ${money(amount)} of invoice ${invoice_number}.`,
      ),
      {
        part: "facts",
        facts: [
          ["Issued", day(note.issued_on)],
          ["Reason", note.reason],
          ["Credited", money(amount)],
          ["Discount taken back", discount === null ? null : money(discount)],
          [
            "Kept as a credit for later invoices",
            isNought(left_as_credit) ? null : money(left_as_credit),
          ],
        ],
      },
      paragraph(
        isNought(owed)
          ? `Nothing is left to pay of invoice ${invoice_number}.`
          : `${money(owed)} is left to pay of invoice ${invoice_number}.`,
      ),
    ],
  );
}
