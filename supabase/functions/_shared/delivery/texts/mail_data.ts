/**
 * Data of the kinds of mail, as `private.mail_data` answers it. Money and hours are text with two
 * decimals, days `YYYY-MM-DD`.
 */

/** Parts of every mail. */
interface Sent {
  /** The address that it goes to. */
  readonly to: string;
  /** The name of the firm; null where the settings have none. */
  readonly firm: string | null;
}

/** Text of a mail to somebody who uses the console. */
interface SentToPerson extends Sent {
  /** Their name, if it is known. */
  readonly name: string | null;
  /** Address at which they open the console; null where the settings do not say. */
  readonly console_url: string | null;
}

/** To recruiting: an assignment comes up for renewal. */
export interface RenewalAlert extends SentToPerson {
  readonly contractor_name: string;
  readonly facility_name: string;
  readonly renewal_date: string;
  /** From today; below zero once the day has passed. */
  readonly days_left: number;
  /** Last day of the assignment; null where it has no end. */
  readonly end_date: string | null;
}

/** To a facility: what it owes beyond its day. */
export interface OverdueReminder extends Sent {
  readonly facility_name: string;
  /** The day as of which it is told. */
  readonly as_of: string;
  /** The oldest first. */
  readonly invoices: readonly OverdueInvoice[];
  /** Rows that are too many: what is in `owed` and not in `invoices`. */
  readonly left_out: { readonly invoices: number; readonly owed: string } | null;
  /** Of all of them: balances and interest that is not paid. */
  readonly owed: string;
  /** Amount that the facility paid or was credited and that no invoice has used; not taken off `owed`. */
  readonly unapplied_credits: string;
  readonly remit_to: string | null;
}

/** An invoice in a reminder. */
export interface OverdueInvoice {
  readonly number: string;
  readonly due_date: string;
  readonly days_late: number;
  readonly total: string;
  readonly balance: string;
  readonly interest: {
    /** The fee included. */
    readonly accrued: string;
    /** Its unpaid part. */
    readonly balance: string;
    /** The last day counted; null before any is. */
    readonly through: string | null;
    readonly fee: string;
    /** Days that it accrued, and the rate a year (`0.18`); `months` where each month that began counts. */
    readonly rates: readonly {
      readonly rate: string;
      readonly days: number;
      readonly months: number | null;
    }[];
  };
}

/** To a facility: an invoice, which is attached. */
export interface InvoiceMail extends Sent {
  readonly facility_name: string;
  readonly number: string;
  readonly kind: "weekly" | "manual" | "backfill" | "interest";
  readonly period_start: string;
  readonly period_end: string;
  readonly issue_date: string;
  readonly due_date: string;
  readonly total: string;
  /** Its open amount, with interest. */
  readonly owed: string;
  /** Part of the facility's time that it bills; null = all of it, and then there is no name. */
  readonly group_by: "department" | "order" | "assignment" | null;
  readonly group_name: string | null;
  readonly purchase_order: string | null;
  readonly remit_to: string | null;
}

/** To a facility's contact: time waits for approval. */
export interface TimeToApprove extends SentToPerson {
  readonly facility_name: string;
  readonly entries: number;
  readonly hours: string;
  readonly people: number;
  readonly oldest_on: string;
  /** Order by the longest wait first. */
  readonly contractors: readonly {
    readonly name: string;
    readonly hours: string;
    readonly days: number;
    readonly oldest_on: string;
  }[];
  /** Rows that are too many: what is in `hours` and not in `contractors`. */
  readonly left_out: { readonly people: number; readonly hours: string } | null;
}

/** To somebody who is to sign in: their code. */
export interface InvitationMail extends SentToPerson {
  readonly kind: "staff_member" | "contractor" | "facility_contact";
  /** Of a facility's contact. */
  readonly facility_name: string | null;
  readonly code: string;
  /** Time at which the code expires, by the clock of `timezone`. */
  readonly expires_on: string;
  /** `HH:MM` */
  readonly expires_at: string;
  readonly timezone: string;
}

/** The data of each kind of mail. */
export interface MailData {
  readonly renewal_alert: RenewalAlert;
  readonly overdue_reminder: OverdueReminder;
  readonly invoice: InvoiceMail;
  readonly time_to_approve: TimeToApprove;
  readonly invitation: InvitationMail;
}

/** A kind of mail, as `mail_kinds` has them. */
export type MailKind = keyof MailData;
