// What the columns of type jsonb hold, and what procedures of type jsonb answer. `deno task types` copies this into
// database.types.ts; checks in the database hold the columns. Money is text with two decimals; in a segment, which
// explains and is not rounded, with up to ten.

/** `invoices.interest_breakdown`: how accrue-interest came to the interest, or why it could not. */
export type InterestBreakdown = {
  interest: string;
  fee: string;
  /** The last day counted. */
  accruedThrough: string;
  segments: {
    from: string;
    to: string;
    days: number;
    principal: string;
    rate: string;
    interest: string;
  }[];
} | { error: string };

/** `billing_runs.details`: what the run did for each facility. */
export type BillingRunDetail = {
  facility_id: string;
  facility: string;
  outcome: "created" | "existing" | "skipped";
  /** Why it was skipped; else null. */
  reason: string | null;
  invoice_id?: string | null;
  entries: number;
  amount: string;
  /** By the invoice's lines, as is overtime and doubletime. This and all below are missing in runs before 0.11.0. */
  regular_hours?: string;
  overtime_hours?: string;
  doubletime_hours?: string;
  /** Of its billable time of 13 weeks that no live invoice has; of a skipped one the week's too. */
  late_hours?: string;
  /** Its invoices of exactly the week before that are not void, drafts too. */
  last_week_amount?: string;
};

/** `job_runs.counts` of lock-ended. */
export type LockEndedCounts = {
  locked: number;
  draft: number;
  submitted: number;
  approved: number;
  /** Missing in runs of 0.9.0. */
  unapproved?: number;
  assignments: number;
  pending_approval: number;
  remaining: number;
};

/** `job_runs.counts` of accrue-interest. */
export type AccrueInterestCounts = {
  scanned: number;
  updated: number;
  unchanged: number;
  remaining: number;
};

/** What `invite` answers. The code is answered here and kept nowhere. */
export type InvitationCode = { code: string; expires_at: string };

/** What `accept_invitation`, `withdraw_invitation` and `unlink` answer: the table, in the singular, and the row. */
export type Person = {
  kind: "staff_member" | "contractor" | "facility_contact";
  id: string;
};
