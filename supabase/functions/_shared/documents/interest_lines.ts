/** Lines of an invoice of interest, a line for each invoice on which it accrued. */
import type { InterestOnPaper } from "../database.types.ts";
import { cell, note, rows } from "./blocks.ts";
import type { Block } from "./pdf.ts";
import { day, grouped, money } from "./text.ts";

/** The table of the lines; many are summed by the month in which the invoices were due. */
export function interestTable(lines: readonly InterestOnPaper[], count: number): Block[] {
  const table = rows(
    [
      { name: "Late-payment interest on", width: "*" },
      { name: "Due", width: 86 },
      { name: "Through", width: 86 },
      { name: "Amount", width: 82, isNumber: true },
    ],
    lines.map(({ original_number, due_date, invoices, through, amount }) => [
      {
        text: original_number === null
          ? `${grouped(String(invoices))} ${invoices === 1 ? "invoice" : "invoices"}`
          : `Invoice ${original_number}`,
      },
      cell(original_number === null ? month(due_date) : day(due_date)),
      cell(day(through)),
      cell(money(amount), "right"),
    ]),
  );
  if (lines.length === count) return [table];
  return [
    table,
    note(
      `${grouped(String(count))} lines, summed by the month of the due date. ` +
        "A CSV file has each of them.",
    ),
  ];
}

/** `Apr 2026` of a day in it. */
const month = (iso: string): string => day(iso).replace(/ \d+,/, "");
