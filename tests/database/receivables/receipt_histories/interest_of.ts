/** The interest of an invoice by its payments, in whole cents. */
import {
  computeInterest,
  type InterestTerms,
} from "../../../../supabase/functions/_shared/interest/compute_interest.ts";
import type { Invoice, Payment } from "./facts.ts";

export const money = (cents: number): string => (cents / 100).toFixed(2);

/** What an invoice owes as of a day by payments of principal and of interest, whenever they were recorded. */
export function interestOf(
  invoice: Invoice,
  payments: readonly Payment[],
  interestPayments: readonly Payment[],
  terms: readonly InterestTerms[],
  asOf: string,
): number {
  const dated = (parts: readonly Payment[]) =>
    parts.map(({ paidOn, amount }) => ({ paidOn, amount: money(amount) }));
  const { total } = computeInterest({
    principal: money(invoice.total),
    dueDate: invoice.sent?.due ?? "",
    payments: dated(payments),
    interestPayments: dated(interestPayments),
    asOf,
    terms,
  });
  return Math.round(Number(total) * 100);
}
