import type { CreditNoteDocument } from "../database.types.ts";
import { about, below, head, label, sums } from "./blocks.ts";
import { classSums, linesTable } from "./lines.ts";
import type { Sheet } from "./pdf.ts";
import { day, isNought, money } from "./text.ts";

/** A credit note as a sheet. */
export function creditNoteSheet(document: CreditNoteDocument, logo: string | null): Sheet {
  const { letterhead, number, bill_to, content } = document;
  const title = `Credit note ${number}`;
  return {
    title,
    author: letterhead.legal_name ?? "",
    footer: [title, letterhead.legal_name].filter(Boolean).join(" · "),
    mark: null,
    content: [
      head({ letterhead, title: "Credit note", number, logo }),
      about({
        who: "Credited to",
        billTo: bill_to,
        serviceAddress: document.service_address,
        facts: [
          ["Issued", day(document.issued_on)],
          ["Counts from", day(document.counts_on)],
          ["For invoice", document.invoice_number],
          ["Invoice of", day(document.invoice_issue_date)],
          ["Purchase order", bill_to.purchase_order],
          ["Tax number", letterhead.tax_number],
        ],
      }),
      ...linesTable(content, { department: null, purchase_order: bill_to.purchase_order }),
      below(
        [label("Why"), { text: document.reason }],
        sums([
          ...classSums(content),
          { name: "Credited", amount: money(document.amount), isTotal: true },
          ...(document.discount_taken_back === null ? [] : [{
            name: "Discount taken back",
            amount: money(document.discount_taken_back),
          }]),
          {
            name: `Off invoice ${document.invoice_number ?? ""}`,
            amount: money(document.lessens_invoice),
          },
          ...(isNought(document.left_as_credit)
            ? []
            : [{ name: "Left as a credit", amount: money(document.left_as_credit) }]),
        ]),
      ),
    ],
  };
}
