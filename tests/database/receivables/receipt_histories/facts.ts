/** Events as the books keep them: money in whole cents. */
import type { InterestTerms } from "../../../../supabase/functions/_shared/interest/compute_interest.ts";

/**
 * write_off: what was written off, and is paid after all. discount: in lines alone, what is taken
 * off the principal.
 */
export type Component = "principal" | "interest" | "write_off" | "discount";

export interface Facility {
  readonly id: string;
  readonly terms: InterestTerms[];
  /** The program that it is billed to; null: it is billed itself. */
  billTo: Facility | null;
}

export interface Invoice {
  readonly id: string;
  readonly facility: Facility;
  readonly total: number;
  /** Amount of its line, before the fee and the tax that are reckoned on it: the total, where there are none. */
  readonly gross: number;
  /** True if it was a draft, and so has lines. */
  readonly hasLines: boolean;
  /** Null while it is a draft. */
  sent: {
    readonly issued: string;
    readonly due: string;
    /** Amount that may be taken off until a day; none of what was billed elsewhere. */
    readonly discount?: { readonly amount: number; readonly until: string };
  } | null;
  /** The program that it was sent to; null while it is a draft, and of one that was sent to its facility. */
  sentTo: Facility | null;
  isVoid: boolean;
  /** A dispute of so much of its line, or of all of it; null where there is none. */
  disputed: { amount: number | null } | null;
  paidAt: string | null;
  accrued: number;
  /** True if it says how its interest came about. */
  isExplained: boolean;
  /** Of one that bills interest: its last day. */
  readonly interestThrough?: string;
  /** Time at which it was voided, or credited whole, and so its interest owed again where it accrued. */
  interestBackAt?: string;
  /** The day on which its interest was last computed; null when it is due again. */
  computedOn: string | null;
  /** State of the last computation of the interest of one that is paid late. */
  computed: { readonly on: string; readonly terms: readonly InterestTerms[] } | null;
}

export interface Check {
  readonly id: string;
  readonly facility: Facility;
  readonly number: string;
  readonly method: string;
  readonly amount: number;
  readonly receivedOn: string;
  /** Of what a credit note left, which is spent like a check's credit. */
  readonly note?: CreditNote;
  reconciledAt: string | null;
  returnedAt: string | null;
}

export interface Line {
  readonly invoice: Invoice;
  readonly component: Component;
  readonly amount: number;
}

export interface Reconciliation {
  readonly id: string;
  readonly check: Check;
  /** True if it spends the credit that the check left. */
  readonly ofCredit: boolean;
  readonly lines: readonly Line[];
  confirmedAt: string | null;
  returnedAt: string | null;
}

export interface Payment extends Line {
  /** Null for a write-off and for a credit note. */
  readonly reconciliation: Reconciliation | null;
  readonly note?: CreditNote;
  /** True if a credit that was left went back onto the note's invoice. */
  readonly isMoved?: boolean;
  /** Invoice that bills this interest. */
  readonly billedOn?: Invoice;
  readonly paidOn: string;
  /** True of a discount, which comes with a payment of the rest. */
  readonly isDiscount?: boolean;
  /** Of a write-off or a discount: the time at which it was taken back. */
  takenBackAt?: string;
}

/** For all of an invoice, or a part of it. */
export interface CreditNote {
  readonly amount: number;
  /** So much of it is of the invoice's line. */
  readonly gross: number;
  readonly id: string;
  readonly invoice: Invoice;
  readonly countsOn: string;
}

/** Out of what a check or a credit note left. */
export interface Refund {
  readonly id: string;
  readonly check: Check;
  readonly amount: number;
  readonly refundedOn: string;
}

export interface WriteOff {
  readonly requestId: string;
  readonly invoice: Invoice;
  readonly amount: number;
  readonly reason: string;
}
