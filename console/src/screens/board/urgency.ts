import type { Answer } from "../../api/call.ts";
import { daysBetween } from "../../ui/format.ts";

/** A kind of work that needs doing now. */
export type Item = Answer<"board">[number];
/** Its name; jobs have their own part of the page. */
export type Name = Exclude<Item["item"], "job">;
/** A number of the board. */
export interface Work {
  readonly name: Name;
  readonly of: Item;
  readonly isLate: boolean;
}

const ALWAYS = 0;
const NEVER = Infinity;

/**
 * Kinds of work, the most urgent first, and how many days old the oldest of it may be before it is late: what failed, is
 * overdue or was locked is late at once, what has time never is.
 */
const URGENCY: { readonly [N in Name]: number } = {
  messages_to_decide: ALWAYS,
  messages_held_up: ALWAYS,
  overdue_invoices: ALWAYS,
  locked_time_to_settle: ALWAYS,
  pay_below_minimum_wage: 1,
  credentials_missing: 1,
  renewals_within_30_days: 1,
  approvals_to_give: 1,
  time_to_approve: 8,
  time_to_submit: 8,
  checks_to_reconcile: 8,
  reconciliations_to_confirm: 8,
  unbilled_time: 36,
  draft_invoices: NEVER,
  open_payroll_batches: NEVER,
  overpayments_to_arrange: NEVER,
  billed_too_much: NEVER,
  credentials_within_60_days: NEVER,
  orders_nearly_used: NEVER,
};
const ORDER = Object.keys(URGENCY);

/** Work on the board in the order of urgency: what is late, what waits; what there is none of comes last. */
export function byUrgency(items: readonly Item[], today: string): readonly Work[] {
  const placeOf = ({ isLate, of }: Work) => isLate ? 0 : of.number > 0 ? 1 : 2;
  return items.flatMap((of): Work[] =>
    of.item === "job" ? [] : [{ name: of.item, of, isLate: isLate(of.item, of, today) }]
  ).toSorted((one, other) =>
    placeOf(one) - placeOf(other) || ORDER.indexOf(one.name) - ORDER.indexOf(other.name)
  );
}

function isLate(name: Name, { number, amount, oldest_on: oldest }: Item, today: string): boolean {
  if (number === 0) return false;
  // An order is over its amount.
  if (name === "orders_nearly_used") return amount !== null && amount < 0;
  const days = URGENCY[name];
  return days === ALWAYS || (oldest !== null && daysBetween(oldest, today) >= days);
}
