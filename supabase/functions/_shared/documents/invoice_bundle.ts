import type { InvoiceBundleDocument, SumOnPaper } from "../database.types.ts";
import { about, below, cell, head, label, named, note, onNewPage, rows, sums } from "./blocks.ts";
import { invoiceSheet } from "./invoice.ts";
import type { Block, Sheet } from "./pdf.ts";
import { day, money, period } from "./text.ts";

/** Invoices that a program is sent at once: a cover, and each on pages of its own. */
export function invoiceBundleSheet(bundle: InvoiceBundleDocument, logo: string | null): Sheet {
  const { letterhead, issue_date, part, parts } = bundle;
  const title = `Invoices of ${day(issue_date)}`;
  const ofParts = parts === 1 ? null : `Part ${part} of ${parts}`;
  return {
    title: [title, bundle.bill_to.name, ofParts].filter(Boolean).join(" "),
    author: letterhead.legal_name ?? "",
    footer: [title, bundle.bill_to.name, ofParts, letterhead.legal_name].filter(Boolean).join(
      " · ",
    ),
    mark: null,
    content: [
      ...cover(bundle, title, ofParts, logo),
      ...bundle.invoices.flatMap((invoice, place) =>
        onNewPage(invoiceSheet(invoice, logo).content, place > 0 || bundle.cover !== null)
      ),
    ],
  };
}

function cover(
  { cover, letterhead, bill_to, issue_date, total, parts }: InvoiceBundleDocument,
  title: string,
  ofParts: string | null,
  logo: string | null,
): Block[] {
  if (cover === null) return [];
  return [
    head({ letterhead, title: "Invoices", number: ofParts, logo }),
    about({
      who: "Bill to",
      billTo: bill_to,
      facts: [
        ["Issued", day(issue_date)],
        ["Invoices", String(cover.invoices.length)],
        ["Tax number", letterhead.tax_number],
      ],
    }),
    rows(
      [
        { name: "Facility", width: "*" },
        { name: "Invoice", width: 92 },
        { name: "Period", width: 118 },
        { name: "Due", width: 68 },
        { name: "Amount", width: 76, isNumber: true },
      ],
      cover.invoices.map((invoice) => [
        { text: [invoice.facility_name, invoice.group_name].filter(Boolean).join(" · ") },
        cell(invoice.number),
        cell(period(invoice.period_start, invoice.period_end)),
        cell(day(invoice.due_date)),
        cell(money(invoice.total), "right"),
      ]),
    ),
    below(
      [
        ...(letterhead.remit_to === null ? [] : [label("Remit to"), { text: letterhead.remit_to }]),
        ...(parts === 1 ? [] : [note(`${title} in ${parts} parts.`)]),
      ],
      sums([{ name: "Total", amount: money(total), isTotal: true }]),
    ),
    ...subtotals("By facility", "Facility", cover.facilities),
    ...subtotals("By order", "Purchase order", cover.orders),
    ...subtotals("By department", "Department", cover.departments),
  ];
}

function subtotals(name: string, what: string, parts: readonly SumOnPaper[]): Block[] {
  if (parts.length === 0) return [];
  return [
    named(
      name,
      rows(
        [{ name: what, width: "*" }, { name: "Amount", width: 90, isNumber: true }],
        parts.map(({ name, amount }) => [{ text: name ?? "None" }, cell(money(amount), "right")]),
      ),
    ),
  ];
}
