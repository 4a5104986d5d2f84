/** The messages that failed, which somebody decides about. */
export const TO_DECIDE = `/mail/outbox?filter=${
  encodeURIComponent(JSON.stringify({ status: "failed" }))
}`;

/** Where the row that a message is about has its page, or the list that it is on. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  renewal_alert: () => "/people/renewals",
  overdue_reminder: (facility) => `/cash/aging/${facility}`,
  time_to_approve: () => "/time/approve",
  invitation: () => "/people/invitations",
  "payroll_batch.closed": (batch) => `/payroll/batches/${batch}`,
  "contractor.hired": () => "/people/contractors",
  "assignment.ended": (assignment) => `/people/assignments/${assignment}`,
};

/** Where what a message is about is found. */
export function subjectOf(kind: string, id: string): string {
  return PAGES[kind]?.(id) ?? `/billing/invoices/${id}`;
}

/** Whether a kind of message is an event, which webhooks are told of; all others are mail. */
export function isEvent(kind: string): boolean {
  return kind.includes(".");
}
