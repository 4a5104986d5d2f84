// A firm's first week: who writes what, under whose sign-in, from the first admin to the first pay.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type { SupabaseClient } from "@supabase/supabase-js";
import { done } from "./newcomers.ts";

const HOURS = [8, 8, 8, 8, 10];

/** A day of the last complete week, which begins on Monday. */
function lastWeek(day: number): string {
  const today = new Date(Date.now() - 86_400_000); // behind UTC in any timezone of the firm
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7 + 7 - day) * 86_400_000;
  return new Date(monday).toISOString().slice(0, 10);
}

/** A row, as far as those who follow ask for it. */
export interface Row {
  readonly id: string;
  readonly email: string;
}

/** Adds a row and answers it. */
export function add(
  client: SupabaseClient,
  table: string,
  row: Record<string, unknown>,
): Promise<Row> {
  return done(client.from(table).insert(row).select().single());
}

/** Rows of a table or view that somebody sees. */
async function see(client: SupabaseClient, from: string, columns = "*") {
  return await done(client.from(from).select(columns)) as unknown as Record<string, unknown>[];
}

/** The first of them; fails the test where there is none. */
async function first(client: SupabaseClient, from: string, columns = "*") {
  const [row] = await see(client, from, columns);
  assert(row, `${from} answers no row`);
  return row;
}

/** Somebody new of the firm: their row, invited by whoever writes it, and their own sign-in. */
export type Newcomer = (
  inviter: SupabaseClient,
  kind: "staff_member" | "contractor" | "facility_contact",
  row: Row,
) => Promise<SupabaseClient>;

/** Staff of the firm, by its admin. */
async function staffOf(admin: SupabaseClient, newcomer: Newcomer) {
  const member = async (name: string, role: string) => {
    const email = `${role}@firm.example`;
    const row = await add(admin, "staff_members", { name, email, roles: [role] });
    return await newcomer(admin, "staff_member", row);
  };
  return {
    recruiting: await member("Tom Alvarez", "recruiting"),
    billing: await member("Marcus Webb", "billing"),
    payroll: await member("Priya Nair", "payroll"),
  };
}

/** A place to work, what it owes when it pays late, and who speaks for it. */
async function facilityOf(billing: SupabaseClient, newcomer: Newcomer) {
  const facility = await add(billing, "facilities", {
    name: "Mercy Hospital",
    billing_email: "accounts@mercy.example",
  });
  await add(billing, "facility_interest_terms", {
    facility_id: facility.id,
    effective_from: lastWeek(0),
    annual_rate: 0.18,
  });
  const row = await add(billing, "facility_contacts", {
    facility_id: facility.id,
    name: "Helen Brandt",
    email: "helen@mercy.example",
  });
  return { facility, contact: await newcomer(billing, "facility_contact", row) };
}

/** A candidate whom recruiting proposes and an admin hires, since both rates are theirs to decide; corrected and invited. */
async function contractorOf(
  recruiting: SupabaseClient,
  admin: SupabaseClient,
  facilityId: string,
  newcomer: Newcomer,
) {
  const candidate = await add(recruiting, "candidates", {
    first_name: "Ada",
    last_name: "Okafr",
    email: "ada@example.org",
    status: "offered",
  });
  const placement = {
    candidate_id: candidate.id,
    facility_id: facilityId,
    start_date: lastWeek(0),
    bill_rate: 100,
    pay_rate: 60,
    overtime_rule: "flsa",
  };
  const alone = await recruiting.rpc("hire_candidate", placement);
  assertStrictEquals(alone.error?.details, "rate_of_other_role");
  const asked = await done(recruiting.rpc("request_approval", {
    procedure: "hire_candidate",
    arguments: placement,
    reason: "They begin on Monday.",
  }));
  const { result_id } = await done(admin.rpc("approve", { id: asked.id }));
  const assignment = await done(
    recruiting.from("assignments").select("contractor_id").eq("id", result_id).single(),
  );
  const corrected = await done(
    recruiting.from("contractors").update({ last_name: "Okafor" })
      .eq("id", assignment.contractor_id).select().single(),
  );
  const contractor = await newcomer(recruiting, "contractor", corrected);
  const [hired] = await see(recruiting, "candidates", "status, hired_by_name");
  assertEquals(hired, { status: "hired", hired_by_name: "Ruth Keller" });
  return contractor;
}

/** A week that the contractor enters and submits; the facility sends a day back and says why, then approves. */
async function approvedWeek(contractor: SupabaseClient, contact: SupabaseClient) {
  const placement = await first(contractor, "my_assignments");
  assertEquals(placement.facility_name, "Mercy Hospital");
  const week = await done(
    contractor.from("time_entries").insert(
      HOURS.map((hours, day) => ({
        assignment_id: placement.assignment_id,
        work_date: lastWeek(day),
        hours,
      })),
    ).select("id"),
  );
  assertStrictEquals(week.length, HOURS.length);
  const submit = async () =>
    await done(
      contractor.from("time_entries").update({ status: "submitted" }).eq("status", "draft")
        .select(),
    );
  assertStrictEquals((await submit()).length, HOURS.length);
  await done(
    contact.from("time_entries").update({ status: "draft", sent_back_reason: "The break?" })
      .eq("work_date", lastWeek(4)),
  );
  const returned = await done(
    contractor.from("my_time").select("sent_back_reason").eq("work_date", lastWeek(4)).single(),
  );
  assertEquals(returned, { sent_back_reason: "The break?" });
  assertEquals((await submit()).length, 1);
  const waiting = await see(contact, "unapproved_time", "contractor_name, hours");
  assertEquals(waiting[0], { contractor_name: "Ada Okafor", hours: 8 });
  const approved = await done(
    contact.from("time_entries").update({ status: "approved" }).eq("status", "submitted").select(),
  );
  assertStrictEquals(approved.length, HOURS.length);
  const entry = await first(contractor, "time_entries", "status");
  assertEquals(entry.status, "approved");
}

/** The week, billed with an adjustment and sent; the facility sees the invoice. */
async function sentInvoice(billing: SupabaseClient, contact: SupabaseClient) {
  const time = await first(billing, "time_entries", "approved_by_name");
  assertEquals(time.approved_by_name, "Helen Brandt");
  const run = await done(billing.rpc("weekly_billing_run", { week_start: lastWeek(0) }));
  assertEquals([run.invoices_created, run.amount], [1, 4_300]); // two hours over forty
  const draft = await first(billing, "invoices");
  await add(billing, "invoice_lines", {
    invoice_id: draft.id,
    kind: "adjustment",
    description: "Discount",
    amount: -100,
  });
  const [sent] = await done(billing.rpc("send_invoices", { invoice_ids: [draft.id] }));
  const [seen] = await see(contact, "invoices", "number, total, facility_name");
  assertEquals(seen, { number: sent.number, total: 4_200, facility_name: "Mercy Hospital" });
  const [billed] = await see(contact, "facility_time", "contractor_name, invoice_number");
  assertEquals(billed, { contractor_name: "Ada Okafor", invoice_number: sent.number });
  return sent.id;
}

/** A check over the whole, entered, proposed and confirmed. */
async function paidInvoice(billing: SupabaseClient, facilityId: string, invoiceId: string) {
  const check = await add(billing, "checks", {
    facility_id: facilityId,
    check_number: "4711",
    amount: 4_200,
    received_on: lastWeek(6),
  });
  const proposal = await done(
    billing.rpc("propose_check_reconciliation", { check_id: check.id }),
  );
  await done(
    billing.rpc("confirm_check_reconciliation", { check_reconciliation_id: proposal.id }),
  );
  const invoice = await done(
    billing.from("invoices").select("status, sent_by_name").eq("id", invoiceId).single(),
  );
  assertEquals(invoice, { status: "paid", sent_by_name: "Marcus Webb" });
  assertEquals(await see(billing, "ar_aging"), []);
}

/** The week's pay, from the period to the file, and what the contractor sees of it. */
async function paidWeek(payroll: SupabaseClient, contractor: SupabaseClient) {
  const period = await add(payroll, "payroll_periods", {
    period_start: lastWeek(0),
    period_end: lastWeek(6),
    pay_date: lastWeek(13),
  });
  const batch = await done(
    payroll.rpc("prepare_payroll_draft", { payroll_period_id: period.id }),
  );
  const of = { payroll_batch_id: batch.id };
  for (const expected_status of ["draft", "in_review"]) {
    await done(payroll.rpc("advance_payroll_batch_status", { ...of, expected_status }));
  }
  await done(payroll.rpc("close_and_lock_payroll_batch", of));
  assertMatch(await done(payroll.rpc("payroll_file", of)), /\nOkafor,Ada|,Okafor,Ada,/);
  await done(payroll.rpc("close_payroll_period", { payroll_period_id: period.id }));
  const [closed] = await see(payroll, "payroll_batches", "prepared_by_name, closed_by_name");
  assertEquals(closed, { prepared_by_name: "Priya Nair", closed_by_name: "Priya Nair" });
  const pay = await first(contractor, "my_pay");
  assertEquals(pay.gross_pay, 2_580); // 42 hours at 60, and half as much again for two
  const lines = await see(contractor, "my_pay_lines", "facility_name, amount");
  assertStrictEquals(
    lines.reduce((sum, line) => sum + Number(line.amount), 0),
    pay.gross_pay,
  );
}

/**
 * A firm that has an admin hires, places, bills and pays, and is paid.
 *
 * @returns the invoice, as its contact sees it.
 */
export async function firstWeek(
  admin: SupabaseClient,
  newcomer: Newcomer,
): Promise<{ readonly invoice: { readonly id: string; readonly number: string } }> {
  const { recruiting, billing, payroll } = await staffOf(admin, newcomer);
  const { facility, contact } = await facilityOf(billing, newcomer);
  const contractor = await contractorOf(recruiting, admin, facility.id, newcomer);
  await approvedWeek(contractor, contact);
  const invoiceId = await sentInvoice(billing, contact);
  await paidInvoice(billing, facility.id, invoiceId);
  await paidWeek(payroll, contractor);
  const { id, number } = await first(contact, "invoices", "id, number");
  return { invoice: { id: String(id), number: String(number) } };
}
