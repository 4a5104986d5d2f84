import { day, isNought, money, percent } from "../../documents/text.ts";
import { FIRM, type KindOfMail, REMIT_TO, type Sent } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph, type Part } from "./layout.ts";
import { counted, remitTo } from "./words.ts";

/** To a facility: what it owes beyond its day. */
export interface OverdueReminder extends Sent {
  readonly facility_name: string;
  /** The day as of which it is told. */
  readonly as_of: string;
  /** The oldest first. */
  readonly invoices: readonly OverdueInvoice[];
  /** Rows that are too many: what is in `owed` and not in `invoices`. */
  readonly left_out: { readonly invoices: number; readonly owed: string } | null;
  /** Of all of them: balances and interest that is not paid. */
  readonly owed: string;
  /** Checks in hand that are not applied to invoices yet. */
  readonly received: string;
  /** `owed` less `received`. */
  readonly left_to_pay: string;
  /** Amount that the facility paid or was credited and that no invoice has used; not taken off `owed`. */
  readonly unapplied_credits: string;
  /** Numbers of the first twenty credit notes among them. */
  readonly credit_notes: readonly string[];
  readonly remit_to: string | null;
}

/** An invoice in a reminder. */
export interface OverdueInvoice {
  readonly number: string;
  /** Of a program's facilities. */
  readonly facility_name?: string;
  readonly due_date: string;
  readonly days_late: number;
  readonly total: string;
  /** Without what is in dispute. */
  readonly balance: string;
  /** Amount that the facility disputes, beside the balance. */
  readonly disputed: string;
  readonly interest: {
    /** The fee included. */
    readonly accrued: string;
    /** Its unpaid part. */
    readonly balance: string;
    /** The last day counted; null before any is. */
    readonly through: string | null;
    readonly fee: string;
    /** Days that it accrued, and the rate a year (`0.18`); `months` where each month that began counts. */
    readonly rates: readonly {
      readonly rate: string;
      readonly days: number;
      readonly months: number | null;
    }[];
  };
}

/** Reminds a facility of all that it owes beyond its day. */
export const OVERDUE_REMINDER: KindOfMail<OverdueReminder> = {
  text: textOf,
  example: {
    ...FIRM,
    to: "payables@mercy.example",
    facility_name: "Mercy Hospital",
    as_of: "2026-11-23",
    invoices: [
      {
        number: "INV-2026-000187",
        due_date: "2026-10-24",
        days_late: 30,
        total: "12480.00",
        balance: "4480.00",
        disputed: "0.00",
        interest: {
          accrued: "104.07",
          balance: "104.07",
          through: "2026-11-22",
          fee: "40.00",
          rates: [{ rate: "0.18", days: 29, months: null }],
        },
      },
      {
        number: "INV-2026-000203",
        due_date: "2026-11-20",
        days_late: 3,
        total: "9360.00",
        balance: "9360.00",
        disputed: "0.00",
        interest: { accrued: "0.00", balance: "0.00", through: null, fee: "0.00", rates: [] },
      },
    ],
    left_out: null,
    owed: "13944.07",
    received: "0.00",
    left_to_pay: "13944.07",
    unapplied_credits: "0.00",
    credit_notes: [],
    remit_to: REMIT_TO,
  },
};

function textOf(reminder: OverdueReminder): MailText {
  const { invoices, left_out, owed, received, left_to_pay, as_of } = reminder;
  const count = invoices.length + (left_out?.invoices ?? 0);
  const are = count === 1 ? "is" : "are";
  return mailOf(
    `Reminder: ${counted(count, "invoice", "invoices")} ${are} overdue, ${
      money(left_to_pay)
    } is owed`,
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
      {
        part: "facts",
        facts: [
          ["Owed in all", money(owed)],
          ...(isNought(received) ? [] : [
            ["Received, being applied", money(received)] as const,
            ["Left to pay", money(left_to_pay)] as const,
          ]),
        ],
      },
      ...credits(reminder),
      paragraph(
        "Please pay this amount now. If it is on its way, nothing more is needed: thank you. " +
          "If you do not agree with an invoice, please answer this mail.",
      ),
      ...remitTo(reminder.remit_to),
    ],
  );
}

function itemOf(invoice: OverdueInvoice): { name: string; lines: string[] } {
  const { number, facility_name, due_date, days_late, total, balance, disputed, interest } =
    invoice;
  return {
    name: facility_name === undefined ? `Invoice ${number}` : `Invoice ${number}, ${facility_name}`,
    lines: [
      `Due ${day(due_date)}, ${counted(days_late, "day", "days")} late`,
      balance === total ? `Amount ${money(total)}` : `Balance ${money(balance)} of ${money(total)}`,
      ...(isNought(disputed) ? [] : [`Without ${money(disputed)} that is in dispute`]),
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

function credits({ unapplied_credits: unapplied, credit_notes: notes }: OverdueReminder): Part[] {
  if (isNought(unapplied)) return [];
  const named = notes.length === 0
    ? ""
    : `, among it ${notes.length === 1 ? "credit note" : "credit notes"} ${notes.join(", ")}`;
  return [
    paragraph(
      `We hold ${money(unapplied)} of yours that no invoice has used${named}; ` +
        "it is not taken off above. Tell us which invoices it is for.",
    ),
  ];
}
