import type {
  ControlsReport,
  CreditNoteDocument,
  InvoiceBundleDocument,
  InvoiceDocument,
  PayBatchDocument,
  PayDocument,
  PayYearDocument,
  StatementDocument,
  TimesheetDocument,
} from "../database.types.ts";
import { boundTexts } from "./bounds.ts";
import { controlsSheet } from "./controls.ts";
import { creditNoteSheet } from "./credit_note.ts";
import { invoiceSheet } from "./invoice.ts";
import { invoiceBundleSheet } from "./invoice_bundle.ts";
import { drawableLogo } from "./logo/logo.ts";
import { paySheet } from "./pay.ts";
import { payBatchSheet } from "./pay_batch.ts";
import { payYearSheet } from "./pay_year.ts";
import { pdfOf, type Sheet } from "./pdf.ts";
import { statementSheet } from "./statement.ts";
import { timesheetSheet } from "./timesheet.ts";

/**
 * Answer of a procedure of documents; the database beside this code made it, so its shape is not
 * checked again.
 */
export type PaperDocument =
  | InvoiceDocument
  | InvoiceBundleDocument
  | CreditNoteDocument
  | StatementDocument
  | TimesheetDocument
  | PayDocument
  | PayBatchDocument
  | PayYearDocument
  | ControlsReport;

/** A PDF, and what it is called. */
export interface PrintedDocument {
  readonly fileName: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A document as PDF, its texts cut to what is printed in time. Where its logo cannot be drawn it goes without: an invoice is worth more than its
 * picture.
 *
 * @param document what invoice_document and its like answer
 * @param log takes a line for the operator
 * @param mostLetters of the longer texts together; unlimited where printing may take its time
 */
export async function printed(
  document: PaperDocument,
  log: (line: string) => void,
  mostLetters?: number,
): Promise<PrintedDocument> {
  const given = document.letterhead.logo;
  const without = (error: unknown) => {
    log(`the logo is left out: ${error instanceof Error ? error.message : error}`);
    return null;
  };
  const logo = given === null ? null : await drawableLogo(given).catch(without);
  const sheet = sheetOf(document, logo);
  boundTexts(sheet.content, mostLetters);
  return { fileName: fileNameOf(sheet), bytes: await pdfOf(sheet) };
}

function sheetOf(document: PaperDocument, logo: string | null): Sheet {
  switch (document.document) {
    case "invoice":
      return invoiceSheet(document, logo);
    case "invoice_bundle":
      return invoiceBundleSheet(document, logo);
    case "credit_note":
      return creditNoteSheet(document, logo);
    case "statement":
      return statementSheet(document, logo);
    case "timesheet":
      return timesheetSheet(document, logo);
    case "pay":
      return paySheet(document, logo);
    case "pay_batch":
      return payBatchSheet(document, logo);
    case "pay_year":
      return payYearSheet(document, logo);
    case "controls":
      return controlsSheet(document, logo);
  }
}

/** No system takes a longer name of a file. */
const MOST_OF_NAME = 120;

/** The title in letters that every system takes in a file's name. */
function fileNameOf({ title }: Sheet): string {
  const ascii = title.normalize("NFKD").replace(/[^\w .-]+/g, "").trim().replace(/\s+/g, "_")
    .slice(0, MOST_OF_NAME);
  return `${ascii === "" ? "document" : ascii}.pdf`;
}
