import type {
  CreditNoteDocument,
  InvoiceBundleDocument,
  InvoiceDocument,
} from "../database.types.ts";

/** A document that goes along with a mail. */
export type MailedDocument = InvoiceDocument | InvoiceBundleDocument | CreditNoteDocument;

/** Its lines, of all its invoices together: printing takes its time by them. */
export function linesOn(document: MailedDocument): number {
  return document.document === "invoice_bundle"
    ? document.invoices.reduce((lines, { content }) => lines + content.lines, 0)
    : document.content.lines;
}
