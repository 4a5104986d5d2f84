import type { Row } from "../../api/rows.ts";
import { day, daysBetween } from "../../ui/format.ts";
import { words } from "../../words.ts";

/** An invoice, as its page shows it. */
export type InvoiceRow = Row<"invoices"> & { facilities: { name: string } };

/** Due day of an invoice, and how long it is overdue if money is open. */
export function dueText(
  { due_date: due, balance }: Pick<InvoiceRow, "due_date" | "balance">,
  today: string,
): string {
  const late = due === null || balance <= 0 ? 0 : daysBetween(due, today);
  return late > 0 ? words.billing.invoice.overdue(day(due), late) : day(due);
}
