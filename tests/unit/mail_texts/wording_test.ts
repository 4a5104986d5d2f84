// How mails put what is not as in the examples.
import { assert } from "@std/assert";
import type { MailKind } from "../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import {
  type MailData,
  mailExample,
  mailText,
} from "../../../supabase/functions/_shared/delivery/texts/mail_text.ts";

/** Subject and text of an example that is otherwise in something. */
function told<Kind extends MailKind>(kind: Kind, other: Partial<MailData[Kind]>): string {
  const { subject, text } = mailText(kind, { ...mailExample(kind), ...other });
  return `${subject}\n${text}`;
}

function assertSays(text: string, ...parts: string[]): void {
  for (const part of parts) assert(text.includes(part), `not said: ${part}\n${text}`);
}

Deno.test("mail_texts/say_of_a_renewal_when_it_was_due_and_whether_it_ends", () => {
  assertSays(told("renewal_alert", { days_left: 1 }), "Renewal in 1 day: ");
  assertSays(
    told("renewal_alert", { days_left: 0, end_date: null }),
    "Renewal today: Ben Carter",
    "comes up for renewal on Dec 23, 2026, today. It has no end date.",
  );
  assertSays(
    told("renewal_alert", { days_left: -2, end_date: "2027-03-31" }),
    "Renewal was due 2 days ago: Ben Carter",
    "came up for renewal on Dec 23, 2026, 2 days ago. It ends on Mar 31, 2027.",
  );
});

Deno.test("mail_texts/name_no_confidential_credential", () => {
  assertSays(
    told("credential_alert", { credential_kind: null, days_left: 0 }),
    "A confidential credential of Ben Carter expires today",
  );
});

Deno.test("mail_texts/are_without_names_and_addresses_that_nobody_entered", () => {
  const text = told("time_to_approve", { firm: null, name: null, console_url: null });
  assertSays(text, "\nHello,\n", "what is not right.\n");
  assert(text.endsWith("what is not right.\n"));
  const invitation = told("invitation", { firm: null, name: null, console_url: null });
  assertSays(
    invitation,
    "Your invitation to sign in\nHello,\n\nYou are invited to sign in as a contact of Mercy",
    "Sign in where you were told to, or choose a password there.",
  );
  assertSays(told("invitation", { kind: "staff_member" }), "sign in as a member of the staff.");
  assertSays(told("invitation", { kind: "contractor" }), "sign in as a contractor.");
  assert(!told("invoice", { remit_to: null }).includes("Remit to"));
});

Deno.test("mail_texts/say_of_an_invoice_what_is_still_to_be_paid", () => {
  assertSays(
    told("invoice", { owed: "40.00" }),
    "due Dec 23, 2026",
    "Total: $10,240.00",
    "$40.00 is still owed. Please pay by Dec 23, 2026.",
  );
  const paid = told("invoice", { total: "0.00", owed: "0.00" });
  assertSays(paid, "Invoice INV-2026-000221: $0.00, nothing to pay", "Nothing is to be paid.");
  assert(!paid.includes("Remit to") && !paid.includes("Due:"), paid);
});

Deno.test("mail_texts/say_of_an_invoice_which_part_it_bills", () => {
  assertSays(
    told("invoice", { group_by: "assignment", group_name: "Ben Carter" }),
    "Contractor: Ben Carter\n",
  );
  const order = told("invoice", { group_by: "order", group_name: "PO-4471" });
  assertSays(order, "Purchase order: PO-4471\n");
  assert(!order.includes("Department"), order);
  assertSays(
    told("invoice", { kind: "interest" }),
    "invoice INV-2026-000221 for Mercy Hospital, over late-payment interest.",
  );
});

Deno.test("mail_texts/say_of_overdue_invoices_one_or_many_and_what_the_facility_has_left", () => {
  const [first, second] = mailExample("overdue_reminder").invoices;
  assert(first && second);
  assertSays(
    told("overdue_reminder", { invoices: [second], owed: "9360.00", left_to_pay: "9360.00" }),
    "Reminder: 1 invoice is overdue, $9,360.00 is owed",
    "1 invoice for Mercy Hospital is overdue:",
  );
  assertSays(
    told("overdue_reminder", { left_out: { invoices: 1200, owed: "5000.00" } }),
    "Reminder: 1,202 invoices are overdue",
    "And 1,200 later invoices over $5,000.00.",
  );
  assertSays(
    told("overdue_reminder", { received: "4000.00", left_to_pay: "9944.07" }),
    "overdue, $9,944.07 is owed",
    "Owed in all: $13,944.07\nReceived, being applied: $4,000.00\nLeft to pay: $9,944.07",
  );
  assertSays(told("overdue_reminder", { unapplied_credits: "12.50" }), "We hold $12.50 of yours");
  assertSays(
    told("overdue_reminder", { unapplied_credits: "12.50", credit_notes: ["CN-1", "CN-2"] }),
    "that no invoice has used, among it credit notes CN-1, CN-2;",
  );
  assert(!told("overdue_reminder", {}).includes("We hold"));
});

Deno.test("mail_texts/say_of_interest_its_rates_its_months_and_what_of_it_is_owed", () => {
  const [, second] = mailExample("overdue_reminder").invoices;
  assert(second);
  const interest = {
    accrued: "30.00",
    balance: "10.00",
    through: "2026-11-22",
    fee: "0.00",
    rates: [{ rate: "0.12", days: 40, months: 2 }, { rate: "0.0625", days: 1, months: null }],
  };
  assertSays(
    told("overdue_reminder", { invoices: [{ ...second, interest }] }),
    "Late-payment interest $30.00 through Nov 22, 2026 (12% a year for 2 months, 6.25% a year for 1 day); " +
      "$10.00 of it is owed\n",
  );
  const unexplained = { ...interest, balance: "30.00", through: null, rates: [] };
  assertSays(
    told("overdue_reminder", { invoices: [{ ...second, interest: unexplained }] }),
    "Late-payment interest $30.00\n",
  );
});

Deno.test("mail_texts/say_of_time_how_many_others_wait", () => {
  assertSays(
    told("time_to_approve", { left_out: { people: 1, hours: "1200.00" }, people: 3 }),
    "60.00 hours of 3 people at",
    "And 1,200.00 hours of 1 other person.",
  );
});
