import { day, isNought, money, percent } from "../../documents/text.ts";
import { mailOf, type MailText, paragraph, type Part } from "./layout.ts";
import type { OverdueInvoice, OverdueReminder } from "./mail_data.ts";
import { counted, remitTo } from "./words.ts";

/** Reminds a facility of all that it owes beyond its day. */
export function overdueReminderText(reminder: OverdueReminder): MailText {
  const { invoices, left_out, owed, unapplied_credits, as_of } = reminder;
  const count = invoices.length + (left_out?.invoices ?? 0);
  const are = count === 1 ? "is" : "are";
  return mailOf(
    `Reminder: ${counted(count, "invoice", "invoices")} ${are} overdue, ${money(owed)} is owed`,
    reminder.firm,
    [
      paragraph("Hello,"),
      paragraph(
        `As of ${day(as_of)}, ${counted(count, "invoice", "invoices")} for ` +
          `${reminder.facility_name} ${are} overdue:`,
      ),
      { part: "list", items: invoices.map(itemOf) },
      ...(left_out === null ? [] : [
        paragraph(
          `And ${counted(left_out.invoices, "later invoice", "later invoices")} over ` +
            `${money(left_out.owed)}.`,
        ),
      ]),
      { part: "facts", facts: [["Owed in all", money(owed)]] },
      ...credits(unapplied_credits),
      paragraph(
        "Please pay this amount now. If it is on its way, nothing more is needed: thank you. " +
          "If you do not agree with an invoice, please answer this mail.",
      ),
      ...remitTo(reminder.remit_to),
    ],
  );
}

function itemOf(invoice: OverdueInvoice): { name: string; lines: string[] } {
  const { number, due_date, days_late, total, balance, interest } = invoice;
  return {
    name: `Invoice ${number}`,
    lines: [
      `Due ${day(due_date)}, ${counted(days_late, "day", "days")} late`,
      balance === total ? `Amount ${money(total)}` : `Balance ${money(balance)} of ${money(total)}`,
      ...(isNought(interest.accrued) && isNought(interest.balance) ? [] : [interestOf(interest)]),
    ],
  };
}

/** `Late-payment interest $7.40 through Nov 22, 2026 (18% a year for 15 days); $3.00 of it is owed` */
function interestOf({ accrued, balance, through, fee, rates }: OverdueInvoice["interest"]): string {
  const reasons = [
    ...rates.map(({ rate, days, months }) =>
      `${percent(rate)} a year for ${
        months === null ? counted(days, "day", "days") : counted(months, "month", "months")
      }`
    ),
    ...(isNought(fee) ? [] : [`a fee of ${money(fee)}`]),
  ];
  return [
    `Late-payment interest ${money(accrued)}`,
    through === null ? "" : ` through ${day(through)}`,
    reasons.length === 0 ? "" : ` (${reasons.join(", ")})`,
    balance === accrued ? "" : `; ${money(balance)} of it is owed`,
  ].join("");
}

const credits = (unapplied: string): Part[] =>
  isNought(unapplied) ? [] : [
    paragraph(
      `We hold ${money(unapplied)} of yours that no invoice has used; it is not taken off above. ` +
        "Tell us which invoices it is for.",
    ),
  ];
