import type { Refusal } from "./refusal.ts";

/** Help beside a refusal: a page to open, a choice of the form that lets it pass, or another try. */
export type Remedy =
  & { readonly words: string }
  & (
    | { readonly opens: string | ((refusal: Refusal) => string | null) }
    | { readonly allows: string }
    | { readonly again: true }
  );

const row = (base: string) => ({ id }: Refusal) => id === null ? null : `${base}/${id}`;
/** Number as invoices have it: prefix, year and running number. */
const NUMBER = /\b[A-Z0-9]{1,10}-\d{4}-\d{6,}\b/;
const invoiceByNumber = ({ message, hint }: Refusal) => {
  const [number] = NUMBER.exec(message) ?? NUMBER.exec(hint ?? "") ?? [];
  return number === undefined
    ? null
    : `/billing/invoices?filter=${encodeURIComponent(JSON.stringify({ "number@ilike": number }))}`;
};
const invoice = (refusal: Refusal) => row("/billing/invoices")(refusal) ?? invoiceByNumber(refusal);
const TRY_AGAIN: readonly Remedy[] = [{ words: "Try again", again: true }];
const SHOW_BATCHES: readonly Remedy[] = [{ words: "Show the batches", opens: "/payroll/periods" }];
const SHOW_INVOICE: readonly Remedy[] = [{ words: "Show the invoice", opens: invoice }];
const ALLOW_MARGIN: Remedy = { words: "Allow this margin", allows: "allow_negative_margin" };

/** Remedies by the slug of a refusal, the best first. Tests hold that slugs and pages are there. */
export const REMEDIES: Readonly<Record<string, readonly Remedy[]>> = {
  account_numbers_missing: [{ words: "Enter the account numbers", opens: "/books/accounts" }],
  assignment_overlaps: [{ words: "Open the other assignment", opens: row("/people/assignments") }],
  billing_in_progress: TRY_AGAIN,
  books_being_closed: TRY_AGAIN,
  books_closed: [{ words: "Enter it on the first open day", allows: "late" }],
  check_already_entered: [
    { words: "Show the check already entered", opens: row("/cash/checks") },
    { words: "This is another one", allows: "entered_again" },
  ],
  import_in_progress: TRY_AGAIN,
  in_payroll_batch: SHOW_BATCHES,
  invoice_has_payments: [{ words: "Show the checks", opens: "/cash/checks" }],
  invoices_not_sendable: [{ words: "Show the drafts", opens: "/billing/drafts" }],
  mail_has_a_sender: [{ words: "Open the mail settings", opens: "/mail/settings" }],
  no_interest_to_bill: [{ words: "Show what is owed", opens: "/cash/aging" }],
  nothing_to_bill: [
    { words: "Show time to approve", opens: "/time/approve" },
    { words: "Show what is not billed", opens: "/billing/unbilled" },
  ],
  nothing_to_pay: [{ words: "Show time to approve", opens: "/time/approve" }],
  order_exceeded: [
    { words: "Send it over the order", allows: "allow_over_order" },
    { words: "Show the orders", opens: "/billing/orders" },
  ],
  pay_exceeds_bill: [ALLOW_MARGIN],
  payroll_adjustment_on_live_batch: SHOW_BATCHES,
  payroll_batch_outdated: SHOW_BATCHES,
  payroll_batch_under_review: SHOW_BATCHES,
  payroll_file_changed: [{ words: "Hand the corrected file over", allows: "corrected" }],
  payroll_file_incomplete: [
    { words: "Enter the earning codes", opens: "/payroll/codes" },
    { words: "Enter the payroll numbers", opens: "/people/contractors" },
  ],
  payroll_file_not_taken: [
    { words: "Open the payroll profiles", opens: "/payroll/profiles" },
    { words: "Enter the payroll numbers", opens: "/people/contractors" },
  ],
  payroll_in_progress: TRY_AGAIN,
  payroll_period_not_finished: [
    { words: "Show the batches", opens: "/payroll/periods" },
    { words: "Show time without an approval", opens: "/time/locked" },
  ],
  period_already_invoiced: [
    { words: "Bill late time", opens: "/billing/unbilled" },
    ...SHOW_INVOICE,
  ],
  period_overlaps_draft: [{ words: "Open that draft", opens: row("/billing/invoices") }],
  plan_in_progress: TRY_AGAIN,
  purchase_order_used: [{ words: "Show the orders", opens: "/billing/orders" }],
  rate_billed_by_draft: [{ words: "Show the drafts", opens: "/billing/drafts" }],
  rate_hit_reaches_billed_or_paid_time: [
    { words: "Let it reach back", allows: "allow_retroactive" },
  ],
  rates_held: TRY_AGAIN,
  time_entry_in_progress: TRY_AGAIN,
  time_entry_locked: [
    { words: "Correct it among all time", opens: "/time/all" },
    { words: "Show time without an approval", opens: "/time/locked" },
  ],
  time_entry_on_live_batch: SHOW_BATCHES,
  // Its page credits lines, and voids it.
  time_entry_on_live_invoice: SHOW_INVOICE,
  time_entry_set_aside: [{ words: "Show what is set aside", opens: "/time/locked" }],
  webhook_exists: [{ words: "Show the webhooks", opens: "/mail/webhooks" }],
};

/** A remedy that can be taken here: an address to open, or something to do. */
export interface Offer {
  readonly words: string;
  readonly opens?: string;
  /** Name of the choice that lets it pass; null: the same again. */
  readonly allows?: string | null;
}

/** Remedies of a refusal, as far as they are of use where it is shown. */
export function offersOf(
  refusal: Refusal,
  canAllow: (field: string) => boolean,
  canTryAgain: boolean,
  mayOpen: (path: string) => boolean = () => true,
): Offer[] {
  return (REMEDIES[refusal.slug ?? ""] ?? []).flatMap((remedy): Offer[] => {
    const { words } = remedy;
    if ("allows" in remedy) {
      return canAllow(remedy.allows) ? [{ words, allows: remedy.allows }] : [];
    }
    if ("again" in remedy) return canTryAgain ? [{ words, allows: null }] : [];
    const opens = typeof remedy.opens === "string" ? remedy.opens : remedy.opens(refusal);
    return opens === null || !mayOpen(opens) ? [] : [{ words, opens }];
  });
}
