import type postgres from "postgres";
import { VERSION } from "../../supabase/functions/_shared/version.ts";
import { accessToken, createUser } from "../support/access/users.ts";
import { rateHit } from "../support/assignments/rate_hits.ts";
import { createInvoice } from "../support/billing/billed_time.ts";
import { draft } from "../support/billing/drafts.ts";
import { dispute, send } from "../support/billing/invoices.ts";
import { plan, planPattern } from "../support/time/plans.ts";
import { Firm } from "../support/firm.ts";
import { leaveOfCode } from "../support/leave/leave.ts";
import { draftOf, payGroup, periodInThePast } from "../support/payroll/batches.ts";
import { addKind, requireKind } from "../support/people/credentials.ts";
import { invite, newcomer } from "../support/people/invitations.ts";
import {
  creditOf,
  post,
  receive,
  reconcile,
  writeOff,
  writeOffsOf,
} from "../support/receivables/receipts.ts";
import { setAside } from "../support/time/set_aside.ts";
import { EXAMPLES_OF_FILES } from "./api_example_files.ts";
import { EXAMPLES_OF_THE_OUTBOX } from "./api_example_outbox.ts";
import {
  billableFacility,
  contractorWithBonus,
  draftBatch,
  draftWithBonus,
  employeeWithoutBreak,
  type Examples,
  overpaidContractor,
} from "./api_example_rows.ts";

/** A payment that the bank reports, and that names an invoice, or one that is not here. Gives its id. */
async function reportedPayment(sql: postgres.Sql, invoice: string | null = null): Promise<string> {
  const reference = crypto.randomUUID();
  await sql`
    select public.import_rows('remittances', jsonb_build_array(jsonb_build_object(
               'bank_reference', ${reference}::text, 'received_on', '2026-03-10', 'amount', '10.00',
               'invoice_amount', '10.00', 'invoice_number',
               coalesce((select number from public.invoices where id = ${invoice}), 'unknown'))), false)`;
  const [told] = await sql<[{ id: string }]>`
    select id from public.remittances where bank_reference = ${reference}`;
  return told.id;
}

/**
 * Per procedure what its example in docs/api.md is about. Called anew for each example, on the
 * project that the HTTP tests speak to, as its owner: makes the rows.
 */
export const EXAMPLES: Examples = {
  ...EXAMPLES_OF_FILES,
  ...EXAMPLES_OF_THE_OUTBOX,
  accept_invitation: async (sql) => {
    const contact = await newcomer(sql, "facility_contact");
    const user = crypto.randomUUID();
    await createUser(sql, user);
    return {
      values: { code: await invite(sql, contact), ACCESS_TOKEN: await accessToken(user) },
      shows: { ...contact },
    };
  },
  advance_payroll_batch_status: async (sql) => {
    const id = await draftBatch(sql);
    return { values: { payroll_batch_id: id }, shows: { id, status: "in_review" } };
  },
  apply_rate_hit: async (sql) => {
    const id = await rateHit(sql, await (await Firm.create(sql)).assignment(), "2026-02-01");
    return { values: { rate_hit_id: id }, shows: { id, status: "applied" } };
  },
  ar_aging_as_of: async (sql) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoice("2026-04-01");
    return { values: {}, shows: { facility_id: firm.facilityId, current: 1000 } };
  },
  ar_history: async (sql) => {
    await (await Firm.create(sql)).sentInvoice("2026-04-01");
    return { values: {}, shows: { as_of: "2026-03-31" } };
  },
  search: async (sql) => {
    await sql`
      insert into public.contractors (first_name, last_name, email)
      values ('Luis', 'Silva', ${`${crypto.randomUUID()}@example.org`})`;
    return { values: {}, shows: { kind: "contractor" } };
  },
  overdue_invoices: async (sql) => {
    await (await Firm.create(sql)).sentInvoice("2020-04-01");
    return { values: {}, shows: { balance: 1000, is_disputed: false } };
  },
  timeline: async (sql) => {
    const firm = await Firm.create(sql);
    const id = await firm.sentInvoice("2026-04-01");
    await sql`insert into public.notes (about, about_id, text) values ('invoice', ${id}, 'They pay.')`;
    return { values: { sent_invoice_id: id }, shows: { source: "note" } };
  },
  adjust_leave: async (sql) => {
    const { contractorId, planId } = await leaveOfCode(sql);
    return {
      values: { leave_contractor_id: contractorId, leave_plan_id: planId },
      shows: { contractor_id: contractorId, leave_plan_id: planId, kind: "adjusted", hours: 4 },
    };
  },
  pay_out_leave: async (sql) => {
    const { contractorId, planId } = await leaveOfCode(sql);
    return {
      values: { leave_contractor_id: contractorId, paid_out_leave_plan_id: planId },
      shows: { contractor_id: contractorId, leave_plan_id: planId, kind: "paid_out", hours: -10 },
    };
  },
  board: () => Promise.resolve({ values: {}, shows: { item: "time_to_submit" } }),
  arrange_recovery: async (sql) => {
    const id = await overpaidContractor(sql);
    return {
      values: { overpaid_contractor_id: id },
      shows: { contractor_id: id, amount: 200, per_pay_day: 50 },
    };
  },
  backfill_invoice: async (sql) => {
    const facility_id = await billableFacility(sql);
    return {
      values: { billable_facility_id: facility_id },
      shows: { facility_id, kind: "backfill", status: "draft", total: 800 },
    };
  },
  close_and_lock_payroll_batch: async (sql) => {
    const id = await draftBatch(sql);
    for (const status of ["in_review", "approved"]) {
      await sql`update public.payroll_batches set status = ${status} where id = ${id}`;
    }
    return { values: { approved_batch_id: id }, shows: { id, status: "closed" } };
  },
  close_payroll_period: async (sql) => {
    const { id } = await periodInThePast(sql);
    return { values: { empty_period_id: id }, shows: { id, status: "closed" } };
  },
  confirm_check_reconciliation: async (sql) => {
    const firm = await Firm.create(sql);
    const lines = { [await firm.sentInvoice("2026-04-01")]: "100.00" };
    const check = await receive(firm, "100.00");
    const id = await reconcile(sql, { check }, lines);
    return { values: { check_reconciliation_id: id }, shows: { id, status: "confirmed" } };
  },
  correct_time_entry: async (sql) => {
    const firm = await Firm.create(sql);
    const id = await firm.entry(await firm.assignment(), "approved", "2026-03-02", "8");
    return {
      values: { approved_entry_id: id },
      shows: { id, hours: 4, status: "approved", correction_reason: "Left at noon." },
    };
  },
  create_facility_invoice: async (sql) => {
    const facility_id = await billableFacility(sql);
    return {
      values: { billable_facility_id: facility_id },
      shows: { facility_id, kind: "manual", status: "draft", total: 800 },
    };
  },
  credit_invoice: async (sql) => {
    const firm = await Firm.create(sql);
    const id = await draft(firm, ["100.00"]);
    await send(sql, [id], "2026-03-02");
    return { values: { invoice_id: id }, shows: { invoice_id: id, amount: 100, reinstates: true } };
  },
  gross_profit: async (sql) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", "2026-03-02", "8");
    return { values: {}, shows: { row_id: assignment, billed: 800, unbilled: 800, fees: 0 } };
  },
  gross_profit_file: () => Promise.resolve({ values: {}, shows: {} }),
  weekly_flash: () =>
    Promise.resolve({ values: {}, shows: { week: "2026-03-02", place: 1, figure: "heads" } }),
  cash_ahead: () => Promise.resolve({ values: {}, shows: {} }),
  tax_report: async (sql) => {
    const firm = await Firm.create(sql);
    const jurisdiction = `WY ${crypto.randomUUID()}`;
    await sql`
      insert into public.sales_taxes (name, jurisdiction, rate, effective_from)
      values ('County tax', ${jurisdiction}, 0.06, '2026-01-01')`;
    await sql`
      insert into public.facility_taxes (facility_id, jurisdictions)
      values (${firm.facilityId}, array[${jurisdiction}])`;
    await send(sql, [await draft(firm, ["100.00"])], "2026-03-02");
    return { values: {}, shows: { jurisdiction, name: "County tax", base: 100, amount: 6 } };
  },
  discard_payroll_batch: async (sql) => {
    const id = await draftBatch(sql);
    return {
      values: { payroll_batch_id: id },
      shows: { id, status: "discarded", discard_reason: "A bonus was missing." },
    };
  },
  dispute_invoice: async (sql) => {
    const id = await (await Firm.create(sql)).sentInvoice("2026-04-01");
    return {
      values: { sent_invoice_id: id },
      shows: { id, status: "sent", dispute_reason: "Two shifts of March 4 are not ours." },
    };
  },
  plan_shift: async (sql) => {
    const assignment_id = await (await Firm.create(sql)).assignment();
    return {
      values: { assignment_id },
      shows: { assignment_id, work_date: "2026-03-09", hours: 5, next_day_hours: 7 },
    };
  },
  plan_shifts: async (sql) => {
    const assignment_id = await (await Firm.create(sql)).assignment();
    return {
      values: { assignment_id },
      shows: { assignment_id, work_date: "2026-03-11", hours: 8 },
    };
  },
  plan_as_last_week: async (sql) => {
    const firm = await Firm.create(sql);
    const assignment_id = await firm.assignment();
    await planPattern(sql, assignment_id);
    return {
      values: { facility_id: firm.facilityId },
      shows: { assignment_id, outcome: "planned" },
    };
  },
  cancel_planned_shift: async (sql) => {
    const id = await plannedShift(sql);
    return {
      values: { planned_shift_id: id },
      shows: { id, reason: "Census is low.", cancelled_for: "facility", is_within_notice: false },
    };
  },
  enter_planned_shifts: async (sql) => {
    const assignment_id = await (await Firm.create(sql)).assignment();
    await plan(sql, assignment_id, "2026-03-02 08:00 MST", "2026-03-02 16:00 MST");
    return {
      values: { assignment_id },
      shows: { assignment_id, work_date: "2026-03-02", hours: 8 },
    };
  },
  week_plan: async (sql) => {
    const id = await plannedShift(sql);
    return { values: {}, shows: { planned_shift_id: id, kind: "shift", hours: 8 } };
  },
  enter_shift: async (sql) => {
    const assignment_id = await (await Firm.create(sql)).assignment();
    return {
      values: { assignment_id },
      shows: {
        assignment_id,
        work_date: "2026-03-02",
        hours: 5,
        break_minutes: 0,
        status: "draft",
      },
    };
  },
  facility_statement: async (sql) => {
    const firm = await Firm.create(sql);
    const invoice_id = await firm.sentInvoice("2026-04-01");
    return {
      values: { facility_id: firm.facilityId },
      shows: { invoice_id, kind: "invoice", amount: 1000, balance: 1000 },
    };
  },
  customer_aging_as_of: async (sql) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoice("2026-03-01");
    return {
      values: {},
      shows: { customer_id: firm.facilityId, balance: 1000, net: 1000 },
    };
  },
  customer_statement: async (sql) => {
    const firm = await Firm.create(sql);
    const invoice_id = await firm.sentInvoice("2026-04-01");
    return {
      values: { facility_id: firm.facilityId },
      shows: { invoice_id, kind: "invoice", facility_name: "Mercy Hospital", balance: 1000 },
    };
  },
  hire_candidate: async (sql) => {
    const firm = await Firm.create(sql);
    const { facilityId: facility_id } = firm;
    return {
      values: { candidate_id: await firm.candidate(), facility_id },
      shows: { facility_id, start_date: "2026-03-02", end_date: "2026-08-30" },
    };
  },
  hours_by_state: () => Promise.resolve({ values: {}, shows: { status: "pending_approval" } }),
  payroll_batch_review: async (sql) => {
    const { contractor_id, payroll_batch_id } = await draftWithBonus(sql);
    return {
      values: { payroll_batch_id },
      shows: { contractor_id, hours: 0, gross_pay: 250, gross_pay_before: 0 },
    };
  },
  invoice_interest: async (sql) => {
    // At once: its interest is final when others see it, so that no job of another test computes it.
    const firm = await sql.begin(async (all) => {
      const firm = await Firm.create(all as unknown as postgres.Sql);
      const id = await firm.sentInvoice("2026-04-01");
      await firm.pay(id, "2026-05-01", "1000.00");
      await all`
        update public.invoices set accrued_interest = 14.79, interest_computed_on = '2026-05-02'
         where id = ${id}`;
      return firm;
    });
    return {
      values: { late_facility_id: firm.facilityId },
      shows: {
        facility_id: firm.facilityId,
        kind: "interest",
        status: "sent",
        period_end: "2026-05-01",
        total: 14.79,
      },
    };
  },
  invite: async (sql) => {
    const { id } = await newcomer(sql, "facility_contact");
    return { values: { facility_contact_id: id }, shows: {} };
  },
  payroll_period_obstacles: async (sql) => {
    const { id: payroll_period_id, periodStart } = await periodInThePast(sql);
    const payroll_batch_id = await draftOf(sql, periodStart);
    return {
      values: { payroll_period_id },
      shows: { kind: "open_batch", payroll_batch_id, status: "draft" },
    };
  },
  make_payroll_periods: async (sql) => {
    const pay_group_id = await payGroup(sql, `Weekly ${crypto.randomUUID()}`, [1, "2026-03-02", 5]);
    return { values: { pay_group_id }, shows: { pay_group_id, status: "open" } };
  },
  prepare_off_cycle: async (sql) => {
    const { id: payroll_period_id, periodStart } = await periodInThePast(sql);
    const contractor_id = await contractorWithBonus(sql, periodStart);
    return {
      values: { payroll_period_id, contractor_id },
      shows: { payroll_period_id, kind: "off_cycle", pay_date: "2031-03-12", gross_total: 250 },
    };
  },
  prepare_payroll_draft: async (sql) => {
    const { id: payroll_period_id, periodStart } = await periodInThePast(sql);
    await contractorWithBonus(sql, periodStart);
    return {
      values: { payroll_period_id },
      shows: { payroll_period_id, status: "draft", gross_total: 250 },
    };
  },
  propose_check_reconciliation: async (sql) => {
    const check_id = await receive(await Firm.create(sql), "1200.00");
    return { values: { check_id }, shows: { check_id, status: "proposed" } };
  },
  rate_hit_reach: async (sql) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", "2026-03-02", "8");
    await createInvoice(sql, firm.facilityId);
    return {
      values: { rate_hit_id: await rateHit(sql, assignment, "2026-02-01") },
      shows: { target: "draft_invoices", documents: 1, entries: 1, amount: 800 },
    };
  },
  recompute_draft_invoice: async (sql) => {
    const { id } = await createInvoice(sql, await billableFacility(sql));
    return { values: { draft_invoice_id: id }, shows: { id, status: "draft", total: 800 } };
  },
  return_check: async (sql) => {
    const id = await receive(await Firm.create(sql), "100.00");
    return {
      values: { check_id: id },
      shows: { id, status: "returned", return_reason: "No funds." },
    };
  },
  save_week: async (sql) => {
    const assignment_id = await (await Firm.create(sql)).assignment();
    return {
      values: { assignment_id },
      shows: { assignment_id, work_date: "2026-03-03", hours: 7.5, status: "submitted" },
    };
  },
  send_invoices: async (sql) => {
    const id = await draft(await Firm.create(sql));
    return { values: { draft_id: id }, shows: { id, status: "sent", total: 100 } };
  },
  set_aside_time: async (sql) => {
    const firm = await Firm.create(sql);
    const id = await firm.entry(await firm.assignment(), "locked");
    return {
      values: { time_entry_id: id },
      shows: { id, status: "locked", set_aside_reason: "The shift was entered twice." },
    };
  },
  settle_dispute: async (sql) => {
    const id = await (await Firm.create(sql)).sentInvoice("2026-04-01");
    await dispute(sql, id);
    return { values: { disputed_invoice_id: id }, shows: { id, status: "sent" } };
  },
  confirm_break_premium: async (sql) => {
    const id = await employeeWithoutBreak(sql);
    return { values: { employee_id: id }, shows: { contractor_id: id, kind: "rest" } };
  },
  dismiss_break_premium: async (sql) => {
    const id = await employeeWithoutBreak(sql);
    return { values: { employee_id: id }, shows: { contractor_id: id, kind: "meal" } };
  },
  proposed_break_premiums: async (sql) => {
    const id = await employeeWithoutBreak(sql);
    return { values: {}, shows: { contractor_id: id, hours: 12, break_minutes: 0 } };
  },
  regular_rate_of_week: async (sql) => {
    const id = await employeeWithoutBreak(sql);
    return { values: { employee_id: id }, shows: { kind: "straight", hours: 12, standing: "in" } };
  },
  settle_overpayment: async (sql) => {
    const id = await overpaidContractor(sql);
    return {
      values: { overpaid_contractor_id: id },
      shows: { contractor_id: id, kind: "waived", amount: 200 },
    };
  },
  take_back_settlement: async (sql) => {
    const [{ id }] = await sql<[{ id: string }]>`
      select id from public.settle_overpayment(
             ${await overpaidContractor(sql)}, '2026-03-02', 'waived', 'Our own mistake.')`;
    return { values: { overpayment_settlement_id: id }, shows: { id, kind: "waived" } };
  },
  take_back_set_aside_time: async (sql) => {
    const firm = await Firm.create(sql);
    const id = await firm.entry(await firm.assignment(), "draft");
    await setAside(sql, [id]);
    return { values: { set_aside_entry_id: id }, shows: { id, status: "draft" } };
  },
  take_client_time: async (sql) => {
    const { line, entry } = await clientLine(sql);
    return {
      values: { client_time_id: line },
      shows: { id: line, time_entry_id: entry, hours: 6 },
    };
  },
  dispute_client_time: async (sql) => {
    const { line } = await clientLine(sql);
    return {
      values: { client_time_id: line },
      shows: { id: line, dispute_reason: "The badge shows eight hours." },
    };
  },
  missing_credentials: async (sql) => {
    const firm = await Firm.create(sql);
    const { facilityId: facility_id } = firm;
    const kind = await addKind(sql, `License ${crypto.randomUUID()}`);
    await requireKind(sql, kind, { facility_id });
    return {
      values: { candidate_id: await firm.candidate(), facility_id },
      shows: { credential_kind_id: kind, required_by: "facility" },
    };
  },
  time_without_credentials: async (sql) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved", "2026-03-02", "8");
    const kind = await addKind(sql, `License ${crypto.randomUUID()}`);
    await requireKind(sql, kind, { facility_id: firm.facilityId });
    return { values: {}, shows: { work_date: "2026-03-02", is_approved: true } };
  },
  time_variances: async (sql) => {
    await clientLine(sql);
    return { values: {}, shows: { work_date: "2026-03-02" } };
  },
  erase_person: async (sql) => {
    const { id } = await newcomer(sql, "contractor");
    await sql`update public.contractors set is_active = false where id = ${id}`;
    return {
      values: { former_contractor_id: id },
      shows: { kind: "contractor", person_id: id, reason: "By letter of March 2." },
    };
  },
  person_export: async (sql) => {
    const { kind, id } = await newcomer(sql, "contractor");
    return { values: { contractor_id: id }, shows: { kind, id } };
  },
  sign_out_everywhere: async (sql) => {
    const user = crypto.randomUUID();
    await createUser(sql, user);
    return { values: { ACCESS_TOKEN: await accessToken(user) }, shows: { sessions_ended: true } };
  },
  unlink: async (sql) => {
    const { kind, id } = await newcomer(sql, "contractor");
    await sql`update public.contractors set user_id = ${crypto.randomUUID()} where id = ${id}`;
    return { values: { linked_contractor_id: id }, shows: { kind, id } };
  },
  void_invoice: async (sql) => {
    const id = await draft(await Firm.create(sql));
    return {
      values: { invoice_id: id },
      shows: { id, status: "void", void_reason: "Billed to the wrong facility." },
    };
  },
  refund_credit: async (sql) => {
    const firm = await Firm.create(sql);
    const credit = await creditOf(sql, await post(firm, "25.00", {}));
    return {
      values: { facility_credit_id: credit },
      shows: { facility_id: firm.facilityId, amount: 10, method: "check" },
    };
  },
  assign_remittance: async (sql) => {
    const { facilityId } = await Firm.create(sql);
    const remittance_id = await reportedPayment(sql);
    return {
      values: { remittance_id, facility_id: facilityId },
      shows: { id: remittance_id, matched_by: "person" },
    };
  },
  set_aside_remittance: async (sql) => {
    const remittance_id = await reportedPayment(sql);
    return {
      values: { remittance_id },
      shows: { id: remittance_id, set_aside_reason: "Interest of the bank." },
    };
  },
  settle_short_payment: async (sql) => {
    const firm = await Firm.create(sql);
    const remittance_id = await reportedPayment(sql, await firm.sentInvoice("2026-04-01"));
    const [line] = await sql<[{ id: string }]>`
      select id from public.remittance_lines where remittance_id = ${remittance_id}`;
    return {
      values: { remittance_line_id: line.id },
      shows: { id: line.id, settled_as: "owed" },
    };
  },
  reverse_write_off: async (sql) => {
    const id = await (await Firm.create(sql)).sentInvoice("2026-04-01");
    await writeOff(sql, id, "12.50");
    const [payment_id = ""] = await writeOffsOf(sql, id);
    return {
      values: { payment_id },
      shows: {
        id: payment_id,
        invoice_id: id,
        amount: 12.5,
        reversal_reason: "The wrong invoice.",
      },
    };
  },
  waive_interest: async (sql) => {
    const firm = await Firm.create(sql);
    const id = await firm.sentInvoice("2026-04-01");
    await firm.pay(id, "2026-05-01", "1000.00"); // its interest is final: no job of another test computes it
    await sql`
      update public.invoices set accrued_interest = 14.79, interest_computed_on = '2026-05-02'
       where id = ${id}`;
    return {
      values: { late_invoice_id: id },
      shows: { id, status: "paid", interest_paid: 1.5, interest_balance: 13.29 },
    };
  },
  weekly_billing_run: () =>
    Promise.resolve({
      values: {},
      shows: { week_start: "2026-03-02", week_end: "2026-03-08", dry_run: true },
    }),
  withdraw_invitation: async (sql) => {
    const contact = await newcomer(sql, "facility_contact");
    await invite(sql, contact);
    return { values: { invited_contact_id: contact.id }, shows: { ...contact } };
  },
  // Its answer is a text: letter by letter.
  version: () => Promise.resolve({ values: {}, shows: Object.fromEntries([...VERSION].entries()) }),
  approve: async (sql) => {
    const id = await requested(sql);
    return { values: { approval_id: id }, shows: { id, status: "approved" } };
  },
  change_mail: () => Promise.resolve({ values: {}, shows: { provider: "none" } }),
  change_remit_to: () =>
    Promise.resolve({
      values: {},
      shows: { remit_to: "Demo Care Staffing LLC\nPO Box 4410, Denver, CO 80201" },
    }),
  close_area: () => Promise.resolve({ values: {}, shows: { area: "time", through: "2020-02-29" } }),
  open_area: async (sql) => {
    await sql`select close_area('time', '2020-02-29')`;
    return { values: {}, shows: { area: "time" } };
  },
  decline_approval: async (sql) => {
    const id = await requested(sql);
    return { values: { approval_id: id }, shows: { id, status: "declined" } };
  },
  request_approval: async (sql) => {
    const id = await (await Firm.create(sql)).sentInvoice("2026-04-01");
    return { values: { invoice_id: id }, shows: { kind: "write_off_invoice", status: "waiting" } };
  },
  write_off_invoice: async (sql) => {
    const id = await (await Firm.create(sql)).sentInvoice("2026-04-01");
    return {
      values: { invoice_id: id },
      shows: { id, status: "partially_paid", amount_paid: 12.5, balance: 987.5 },
    };
  },
};

/** A line of the client's system with 6 hours of a day of which 8 were entered here. */
async function clientLine(sql: Firm["sql"]): Promise<{ line: string; entry: string }> {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  const entry = await firm.entry(assignment, "submitted", "2026-03-02", "8");
  const [line] = await sql<[{ id: string }]>`
    insert into public.client_time (system, line_id, assignment_id, work_date, hours, received_at)
    values ('Mercy''s program', ${crypto.randomUUID()}, ${assignment}, '2026-03-02', 6, now()) returning id`;
  return { line: line.id, entry };
}

/** A request that waits, of a write-off. */
async function requested(sql: postgres.Sql): Promise<string> {
  const invoice = await (await Firm.create(sql)).sentInvoice("2026-04-01");
  const [{ id }] = await sql<[{ id: string }]>`
    select id from public.request_approval('write_off_invoice', jsonb_build_object(
           'invoice_id', ${invoice}::text, 'amount', 12.5, 'reason', 'Disputed hours.'), 'They closed down.')`;
  return id;
}

/** A shift that is planned on March 9. Gives its id. */
async function plannedShift(sql: postgres.Sql): Promise<string> {
  const assignment = await (await Firm.create(sql)).assignment();
  return (await plan(sql, assignment, "2026-03-09 08:00 MDT", "2026-03-09 16:00 MDT")).id;
}
