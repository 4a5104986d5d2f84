/** The messages that failed, which somebody decides about. */
export const TO_DECIDE = `/mail/outbox?filter=${
  encodeURIComponent(JSON.stringify({ status: "failed" }))
}`;

const invoicePage = (invoice: string) => `/billing/invoices/${invoice}`;

/** Pages of the rows that messages are about, or of the lists that these are on, by the kind of message. */
export const PAGES: Readonly<Record<string, (id: string) => string>> = {
  renewal_alert: () => "/people/renewals",
  overdue_reminder: (facility) => `/cash/aging/${facility}`,
  invoice: invoicePage,
  time_to_approve: () => "/time/approve",
  invitation: () => "/people/invitations",
  "invoice.sent": invoicePage,
  "invoice.paid": invoicePage,
  "invoice.credited": invoicePage,
  "invoice.voided": invoicePage,
  "payroll_batch.closed": (batch) => `/payroll/batches/${batch}`,
  "contractor.hired": () => "/people/contractors",
  "assignment.ended": (assignment) => `/people/assignments/${assignment}`,
};

/** The page of what a message is about; the outbox for a kind that this console does not know. */
export function subjectOf(kind: string, id: string): string {
  return PAGES[kind]?.(id) ?? "/mail/outbox";
}

/** True if a kind of message is an event, which webhooks are told of; all others are mail. */
export function isEvent(kind: string): boolean {
  return kind.includes(".");
}
