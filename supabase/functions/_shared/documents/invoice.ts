import { Decimal } from "decimal.js";
import type { InvoiceDocument } from "../database.types.ts";
import { about, below, cell, head, label, named, note, rows, sums } from "./blocks.ts";
import { classSums, linesTable } from "./lines.ts";
import type { Block, Sheet } from "./pdf.ts";
import { day, grouped, isNought, money, percent, period } from "./text.ts";

/** More stretches than this are a page of their own, for no reader. */
const MOST_SEGMENTS = 40;

const PAID_BY: Readonly<Record<string, string>> = {
  discount: "Discount",
  reconciliation: "Received",
  write_off: "Written off",
  credit_note: "Credit note",
  interest_invoice: "Billed on",
};

const PART: Readonly<Record<string, string>> = {
  principal: "Principal",
  interest: "Interest",
  write_off: "Written-off part",
};

/** An invoice as a sheet; a draft and a void one say so. */
export function invoiceSheet(invoice: InvoiceDocument, logo: string | null): Sheet {
  const { letterhead, number, status, content } = invoice;
  const mark = status === "draft" ? "DRAFT" : status === "void" ? "VOID" : null;
  const title = mark === "DRAFT" ? "Draft invoice" : mark === "VOID" ? "Void invoice" : "Invoice";
  return {
    title: number === null ? title : `Invoice ${number}`,
    author: letterhead.legal_name ?? "",
    footer: [number === null ? title : `Invoice ${number}`, letterhead.legal_name].filter(Boolean)
      .join(" · "),
    mark,
    content: [
      head({ letterhead, title, number, logo }),
      about({
        who: "Bill to",
        billTo: invoice.bill_to,
        serviceAddress: invoice.service_address,
        facts: [
          ["Issued", day(invoice.issue_date)],
          ["Due", day(invoice.due_date)],
          ["Period", period(invoice.period_start, invoice.period_end)],
          ["Purchase order", invoice.bill_to.purchase_order],
          ["Department", invoice.group_by === "department" ? invoice.group_name : null],
          ["Contractor", invoice.group_by === "assignment" ? invoice.group_name : null],
          ["Tax number", letterhead.tax_number],
          ["Void since", day(invoice.voided_on)],
        ],
      }),
      ...linesTable(content, {
        department: invoice.group_by === "department" ? invoice.group_name : null,
        purchase_order: invoice.bill_to.purchase_order,
      }),
      below(
        remitTo(invoice),
        sums([
          ...classSums(invoice.content),
          { name: "Total", amount: money(invoice.total), isTotal: true },
          ...(isOwed(invoice)
            ? [{ name: "Amount owed", amount: money(invoice.total), isTotal: true }]
            : []),
        ]),
      ),
      ...since(invoice),
    ],
  };
}

const isOwed = ({ status }: InvoiceDocument): boolean => status !== "draft" && status !== "void";

function remitTo(invoice: InvoiceDocument): Block[] {
  if (!isOwed(invoice)) return [];
  const { letterhead, total, due_date, discount, discount_until } = invoice;
  return [
    ...(letterhead.remit_to === null ? [] : [label("Remit to"), { text: letterhead.remit_to }]),
    ...(isNought(total)
      ? [note("Nothing is owed on this invoice.")]
      : [note(`Due ${day(due_date)}.`)]),
    ...(discount === null ? [] : [
      note(`Paid in full by ${day(discount_until)}, take ${money(discount)} off.`),
    ]),
  ];
}

/** Payments, credits and interest since it was sent, apart: all above is as it was then. */
function since(invoice: InvoiceDocument): Block[] {
  const { amount_paid, balance, interest, owed, discount, discount_left, discount_until } = invoice;
  const hasInterest = !isNought(interest.accrued) || !isNought(interest.paid);
  if (owed === null || (invoice.payments.length === 0 && !hasInterest)) return [];
  const isBilled = invoice.payments.some(({ source }) => source === "interest_invoice");
  return [
    { ...label("Since it was sent"), margin: [0, 20, 0, 0] },
    ...payments(invoice),
    ...interestStretches(invoice),
    below(
      [
        ...(isNought(owed) ? [note("Nothing is owed on this invoice any more.")] : []),
        ...(discount_left === null || discount_left === discount ? [] : [
          note(`Of the discount, ${money(discount_left)} is left until ${day(discount_until)}.`),
        ]),
      ],
      sums([
        ...(isNought(amount_paid)
          ? []
          : [{ name: "Paid and credited", amount: money(`-${amount_paid}`) }]),
        { name: "Balance", amount: money(balance) },
        ...(hasInterest
          ? [{
            name: `Late-payment interest through ${day(interest.through)}`,
            amount: money(interest.accrued),
          }]
          : []),
        ...(isNought(interest.paid) ? [] : [{
          name: isBilled ? "Interest paid or billed" : "Interest paid",
          amount: money(`-${interest.paid}`),
        }]),
        { name: "Owed now", amount: money(owed), isTotal: true },
      ]),
    ),
  ];
}

function payments({ payments }: InvoiceDocument): Block[] {
  if (payments.length === 0) return [];
  return [
    named(
      "Payments and credits",
      rows(
        [
          { name: "Day", width: 74 },
          { name: "What", width: 90 },
          { name: "From", width: "*" },
          { name: "For", width: 60 },
          { name: "Amount", width: 76, isNumber: true },
        ],
        payments.map(({ paid_on, source, reference, component, amount }) => [
          cell(day(paid_on)),
          cell(PAID_BY[source] ?? source),
          { text: (reference ?? "").replace(/^[a-z]/, (letter) => letter.toUpperCase()) },
          cell(PART[component] ?? component),
          cell(money(amount), "right"),
        ]),
      ),
    ),
  ];
}

/** Breakdown of the interest; stretches are rounded for reading, their sum once. */
function interestStretches(
  { interest: { accrued, breakdown, through } }: InvoiceDocument,
): Block[] {
  if (isNought(accrued) || breakdown === null || "error" in breakdown) return [];
  const { segments, fee } = breakdown;
  if (segments.length === 0 || segments.length > MOST_SEGMENTS) return [];
  const days = segments.map((segment) => [
    cell(period(segment.from, segment.to)),
    cell(segment.months === undefined ? grouped(String(segment.days)) : months(segment), "right"),
    cell(money(cents(segment.principal)), "right"),
    cell(percent(segment.rate), "right"),
    cell(money(cents(segment.interest)), "right"),
  ]);
  return [
    named(
      "Late-payment interest",
      rows(
        [
          { name: "Days", width: "*" },
          { name: "Count", width: 50, isNumber: true },
          { name: "Principal", width: 86, isNumber: true },
          { name: "Rate a year", width: 70, isNumber: true },
          { name: "Interest", width: 76, isNumber: true },
        ],
        days,
      ),
    ),
    note(
      `Interest ${money(breakdown.interest)}${
        isNought(fee) ? "" : ` and a fee of ${money(fee)}`
      } through ${day(through)}, rounded once, to the cent.`,
    ),
  ];
}

/** Of started months: the month that begins with a stretch; nothing for what a payment leaves of it. */
const months = ({ months }: { months?: number }): string => months === 0 ? "" : "1 month";

/** An exact amount, to the cent. */
const cents = (exact: string): string => new Decimal(exact).toFixed(2, Decimal.ROUND_HALF_UP);
