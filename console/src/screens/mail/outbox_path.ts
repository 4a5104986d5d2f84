import type { Database } from "../../../../supabase/functions/_shared/database.types.ts";
import type { MailKind } from "../../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";

/** The messages that failed, which somebody decides about. */
export const TO_DECIDE = `/mail/outbox?filter=${
  encodeURIComponent(JSON.stringify({ status: "failed" }))
}`;

/** The path of the page of a row, or of the list that it is on. */
type Page = (id: string) => string;

const invoicePage = (invoice: string) => `/billing/invoices/${invoice}`;
const batchPage = (batch: string) => `/payroll/batches/${batch}`;

/** Pages of what mail is about. */
const OF_MAIL: Readonly<Record<MailKind, Page>> = {
  renewal_alert: () => "/people/renewals",
  credential_alert: () => "/people/credentials",
  overdue_reminder: (facility) => `/cash/aging/${facility}`,
  invoice: invoicePage,
  invoice_bundle: (bundle) => `/billing/bundles/${bundle}`,
  invoice_credited: invoicePage,
  invoice_voided: invoicePage,
  time_to_approve: () => "/time/approve",
  earnings_statement: batchPage,
  invitation: () => "/people/invitations",
  weekly_flash: () => "/profit/week",
};

type Event = Database["public"]["Tables"]["webhooks"]["Row"]["events"][number];

/** Pages of what events are about. */
const OF_EVENTS: Readonly<Record<Event, Page>> = {
  "invoice.sent": invoicePage,
  "invoice.paid": invoicePage,
  "invoice.credited": invoicePage,
  "invoice.voided": invoicePage,
  "payroll_batch.closed": batchPage,
  "payroll_batch.handed_over": batchPage,
  "contractor.hired": () => "/people/contractors",
  "assignment.ended": (assignment) => `/people/assignments/${assignment}`,
};

/** Pages of what messages are about, by their kind. */
export const PAGES: Readonly<Record<string, Page>> = { ...OF_MAIL, ...OF_EVENTS };

/** The page of what a message is about; the outbox for a kind that this console does not know. */
export function subjectOf(kind: string, id: string): string {
  return PAGES[kind]?.(id) ?? "/mail/outbox";
}

/** True if a kind of message is an event, which webhooks are told of; all others are mail. */
export function isEvent(kind: string): boolean {
  return kind.includes(".");
}
