/** The calls of procedures during which faults happen: each that writes, but for a few. */
import type postgres from "postgres";
import { leaveOfCode } from "../../tests/support/leave/leave.ts";
import { draftOf, payGroup } from "../../tests/support/payroll/batches.ts";
import { overpay } from "../../tests/support/payroll/overpaid.ts";
import { accrueOverdueInterest } from "../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";

/** A call of a procedure, which can be made again and does no more then. */
export interface ProcedureCall {
  readonly procedure: string;
  /** A query that gives its arguments, an object, before it is first called. */
  readonly args: string;
  /** Does what the call is about, before its arguments are looked up. */
  readonly first?: (sql: postgres.Sql) => Promise<unknown>;
  /** The slug that it refuses with when it is done; most answer the same again. */
  readonly saysDone?: string;
}

/** A request's id: each call has one of its own. */
const request = (nth: number) =>
  `00000000-0000-4000-8000-0000000220${String(nth).padStart(2, "0")}`;
const GRACE = "facility_id = (select id from facilities where name = 'Grace')";

const APPROVED_BATCH = "from payroll_batches where status = 'approved'";
/** Approved, in a week that is neither billed nor paid. */
const THREE_ENTRIES =
  "from (select id from time_entries where work_date = '2026-03-10' order by id limit 3) as entry";
/** Lines of the client's of three days, with less than is here. */
const CLIENT_LINES =
  `insert into client_time (system, line_id, assignment_id, work_date, code, hours, received_at)
   select 'Mercy''s program', entry.id, entry.assignment_id, entry.work_date, entry.code, entry.hours / 2, now()
     from time_entries as entry
    where entry.work_date = '2026-03-10' and entry.hours > 1 and entry.started_at is null order by entry.id limit 3`;
const OPEN_ASSIGNMENT =
  `from assignments as assignment join facilities as facility on facility.id = facility_id
            where facility.name = 'North' and end_date is null order by assignment.id limit 1`;

const planPattern = (sql: postgres.Sql) =>
  sql.unsafe(
    `select plan_shifts(assignment.id, '2026-03-09', 1, '{5,6}', '19:00', '23:30') ${OPEN_ASSIGNMENT}`,
  );

const prepareDraft = (sql: postgres.Sql) =>
  sql`select prepare_payroll_draft(id) from payroll_periods where period_start = '2026-03-09'`;
const closeBatch = (sql: postgres.Sql) =>
  sql.unsafe(`select close_and_lock_payroll_batch(id) ${APPROVED_BATCH}`);

const overpaySomebody = async (sql: postgres.Sql) => {
  const [someone] = await sql<{ id: string }[]>`select id from contractors order by id limit 1`;
  await overpay(sql, someone?.id ?? "", await draftOf(sql, "2020-01-06"), "2019-12-30");
};

// The same name in each firm, so that two of them compare.
const leaveToAdjust = (sql: postgres.Sql) => leaveOfCode(sql, "leave_to_adjust");

const OWN_LEAVE = "from leave_ledger where kind = 'opening' order by id desc limit 1";

const WORKED_DAY =
  `from time_entries as entry join assignments as assignment on assignment.id = assignment_id
                   join contractors as contractor on contractor.id = contractor_id
            where is_payable and entry.is_worked and employment_type = 'w2' order by entry.id limit 1`;
const oweBreaks = (sql: postgres.Sql) =>
  sql`update state_rules set break_premium_source = 'As in California'`;
const settleSomething = async (sql: postgres.Sql) => {
  await overpaySomebody(sql);
  await sql`
    select settled.id
      from overpayments as overpaid
     cross join lateral settle_overpayment(
           overpaid.contractor_id, overpaid.week_start, 'waived', 'Our own mistake.') as settled`;
};

/** A payment of the bank that names an invoice; of one that there is not, nobody knows whose it is. */
const report = (invoice: string) => (sql: postgres.Sql) =>
  sql`
    select import_rows('remittances', jsonb_build_array(jsonb_build_object(
               'bank_reference', 'B1', 'received_on', '2026-03-17', 'amount', '12.34',
               'invoice_number', ${invoice}::text, 'invoice_amount', '12.33')), false)`;

/** All that are called while faults happen. */
export const CALLS: readonly ProcedureCall[] = [
  {
    procedure: "weekly_billing_run",
    args: `select jsonb_build_object('week_start', '2026-03-09', 'request_id', '${request(1)}')`,
  },
  {
    procedure: "create_facility_invoice",
    args:
      `select jsonb_build_object('facility_id', id, 'period_start', '2026-03-09', 'period_end', '2026-03-15')
             from facilities where name = 'North'`,
  },
  {
    procedure: "send_invoices",
    args:
      `select jsonb_build_object('invoice_ids', jsonb_agg(id order by id), 'issue_date', '2026-03-20')
             from invoices where status = 'draft'`,
  },
  {
    procedure: "void_invoice",
    args: `select jsonb_build_object('invoice_id', id, 'reason', 'Wrong.')
             from invoices where ${GRACE} and status = 'sent'`,
  },
  {
    procedure: "credit_invoice",
    args: `select jsonb_build_object('invoice_id', id, 'reason', 'Billed twice.', 'request_id', '${
      request(2)
    }')
             from invoices where ${GRACE} and status = 'sent'`,
  },
  {
    procedure: "credit_invoice",
    args:
      `select jsonb_build_object('invoice_id', invoice.id, 'reason', 'Ten too much.', 'line_ids', jsonb_build_array(line.id),
                                 'amounts', jsonb_build_array('10'), 'request_id', '${request(5)}')
             from invoices as invoice join invoice_lines as line on line.invoice_id = invoice.id and line.amount > 10
            where ${GRACE} and status = 'sent' order by line.id limit 1`,
  },
  {
    procedure: "write_off_invoice",
    args:
      `select jsonb_build_object('invoice_id', id, 'amount', 12.34, 'reason', 'Hours.', 'request_id', '${
        request(3)
      }')
             from invoices where ${GRACE} and status = 'sent'`,
  },
  {
    procedure: "propose_check_reconciliation",
    args: `select jsonb_build_object('check_id', id) from checks where check_number = '1001'`,
  },
  {
    procedure: "confirm_check_reconciliation",
    args: `select jsonb_build_object('check_reconciliation_id', made.id)
             from check_reconciliations as made join checks on checks.id = check_id and check_number = '1002'`,
  },
  {
    procedure: "refund_credit",
    first: (sql) =>
      sql.unsafe(
        `select confirm_check_reconciliation(made.id)
           from check_reconciliations as made join checks on checks.id = check_id and check_number = '1002'`,
      ),
    args:
      `select jsonb_build_object('facility_credit_id', id, 'amount', 0.01, 'reason', 'Closed.', 'request_id', '${
        request(6)
      }')
             from facility_credits where remaining > 0 order by id limit 1`,
  },
  {
    procedure: "return_check",
    args:
      `select jsonb_build_object('check_id', id, 'reason', 'No funds.') from checks where check_number = '1002'`,
  },
  {
    procedure: "prepare_payroll_draft",
    args: `select jsonb_build_object('payroll_period_id', id)
             from payroll_periods where period_start = '2026-03-09'`,
  },
  {
    procedure: "prepare_off_cycle",
    // Nobody is taken out of a batch that is approved.
    first: async (sql) => {
      await closeBatch(sql);
      await prepareDraft(sql);
    },
    args:
      `select jsonb_build_object('payroll_period_id', period.id, 'pay_date', '2026-03-19', 'reason', 'Their last day.',
                                     'contractor_ids', (select jsonb_agg(id) from (
                                        select distinct contractor_id as id
                                          from payroll_items as item join payroll_batches as batch on batch.id = payroll_batch_id
                                         where batch.status = 'draft' order by contractor_id limit 2) as two))
             from payroll_periods as period where period_start = '2026-03-09'`,
  },
  {
    procedure: "make_payroll_periods",
    first: (sql) => payGroup(sql, "Weekly", [1, "2026-03-02", 5]),
    args: "select jsonb_build_object('pay_group_id', id) from pay_groups where name = 'Weekly'",
  },
  {
    procedure: "close_and_lock_payroll_batch",
    args: `select jsonb_build_object('payroll_batch_id', id) ${APPROVED_BATCH}`,
  },
  {
    procedure: "apply_rate_hit",
    args:
      "select jsonb_build_object('rate_hit_id', id, 'allow_retroactive', true) from rate_hits where status = 'pending'",
  },
  {
    procedure: "hire_candidate",
    args: `select jsonb_build_object('candidate_id', candidate.id, 'facility_id', facility.id,
                  'start_date', '2026-03-23', 'bill_rate', 100, 'pay_rate', 60,
                  'missing_credentials_reason', 'Its renewal is on its way.')
             from candidates as candidate cross join facilities as facility
            where candidate.status = 'offered' and facility.name = 'North'`,
  },
  {
    procedure: "save_week",
    args: `select jsonb_build_object('assignment_id', assignment.id, 'week_start', '2026-03-16',
                  'days', '{"2026-03-16": 8, "2026-03-17": 7.5, "2026-03-18": [{"code": "regular", "hours": 8},
                            {"code": "orientation", "hours": 2}, {"code": "sick", "hours": 4}]}'::jsonb,
                  'submit', true)
             ${OPEN_ASSIGNMENT}`,
  },
  {
    procedure: "advance_payroll_batch_status",
    first: prepareDraft,
    args:
      `select jsonb_build_object('payroll_batch_id', id, 'expected_status', 'draft', 'request_id', '${
        request(4)
      }')
             from payroll_batches where status = 'draft'`,
  },
  {
    procedure: "discard_payroll_batch",
    args:
      `select jsonb_build_object('payroll_batch_id', id, 'reason', 'A bonus is missing.') ${APPROVED_BATCH}`,
  },
  {
    procedure: "hand_over_payroll",
    first: async (sql) => {
      await closeBatch(sql);
      await sql`update contractors set payroll_number = left(id::text, 8)`;
      await sql`update earning_codes set code = upper(left(earning, 8))`;
      await sql`update facilities set work_state = 'CO' where work_state is null`;
    },
    args: `select jsonb_build_object('payroll_batch_id', id, 'employment', 'w2')
             from payroll_batches where status = 'closed'`,
    saysDone: "payroll_handed_over",
  },
  {
    procedure: "close_payroll_period",
    first: closeBatch,
    args: `select jsonb_build_object('payroll_period_id', id)
             from payroll_periods where period_start = '2026-03-02'`,
  },
  {
    procedure: "arrange_recovery",
    first: overpaySomebody,
    args: `select jsonb_build_object('contractor_id', contractor_id, 'starts_on', '2026-03-20',
                                     'agreed_on', '2026-03-20', 'reason', 'Paid twice.') from overpayments`,
  },
  {
    procedure: "confirm_break_premium",
    first: oweBreaks,
    args:
      `select jsonb_build_object('contractor_id', contractor_id, 'work_date', work_date, 'kind', 'meal')
             ${WORKED_DAY}`,
  },
  {
    procedure: "dismiss_break_premium",
    first: oweBreaks,
    args:
      `select jsonb_build_object('contractor_id', contractor_id, 'work_date', work_date, 'kind', 'meal',
                                     'reason', 'It was waived.') ${WORKED_DAY}`,
  },
  {
    procedure: "settle_overpayment",
    first: overpaySomebody,
    args:
      `select jsonb_build_object('contractor_id', contractor_id, 'week_start', week_start, 'kind', 'waived',
                                     'reason', 'Paid twice.', 'request_id', '${
        request(9)
      }') from overpayments`,
  },
  {
    procedure: "adjust_leave",
    first: leaveToAdjust,
    args:
      `select jsonb_build_object('contractor_id', contractor_id, 'leave_plan_id', leave_plan_id, 'day', '2026-03-02',
                                     'hours', -4, 'reason', 'A mistake.', 'request_id', '${
        request(7)
      }') ${OWN_LEAVE}`,
  },
  {
    procedure: "pay_out_leave",
    first: leaveToAdjust,
    args:
      `select jsonb_build_object('contractor_id', contractor_id, 'leave_plan_id', leave_plan_id, 'day', '2026-03-02',
                                     'reason', 'Last day.', 'request_id', '${
        request(8)
      }') ${OWN_LEAVE}`,
  },
  {
    procedure: "take_back_settlement",
    first: settleSomething,
    args:
      `select jsonb_build_object('overpayment_settlement_id', id, 'reason', 'The check bounced.')
             from overpayment_settlements`,
  },
  {
    procedure: "set_aside_time",
    args:
      `select jsonb_build_object('time_entry_ids', array_agg(id), 'reason', 'Not worked.') ${THREE_ENTRIES}`,
  },
  {
    procedure: "take_back_set_aside_time",
    first: (sql) =>
      sql.unsafe(`select set_aside_time(array_agg(id), 'Not worked.') ${THREE_ENTRIES}`),
    args: `select jsonb_build_object('time_entry_ids', array_agg(id)) ${THREE_ENTRIES}`,
  },
  {
    procedure: "correct_time_entry",
    args:
      `select jsonb_build_object('time_entry_id', min(id::text), 'reason', 'Left early.', 'hours', 2.5) ${THREE_ENTRIES}`,
  },
  {
    procedure: "take_client_time",
    first: (sql) => sql.unsafe(CLIENT_LINES),
    args:
      `select jsonb_build_object('client_time_ids', array_agg(id order by id)) from client_time`,
  },
  {
    procedure: "dispute_client_time",
    first: (sql) => sql.unsafe(CLIENT_LINES),
    args:
      `select jsonb_build_object('client_time_ids', array_agg(id order by id), 'reason', 'Not so.') from client_time`,
  },
  {
    procedure: "plan_shift",
    args:
      `select jsonb_build_object('assignment_id', assignment.id, 'starts_at', '2026-03-18 18:00-06',
                  'ends_at', '2026-03-19 04:30-06', 'break_minutes', 30) ${OPEN_ASSIGNMENT}`,
  },
  {
    procedure: "plan_shifts",
    args:
      `select jsonb_build_object('assignment_id', assignment.id, 'first_day', '2026-03-16', 'weeks', 1,
                  'days_of_week', array[1, 3], 'starts_at', '07:00', 'ends_at', '15:30') ${OPEN_ASSIGNMENT}`,
  },
  {
    procedure: "plan_as_last_week",
    first: planPattern,
    args:
      `select jsonb_build_object('week_start', '2026-03-16', 'assignment', assignment.id) ${OPEN_ASSIGNMENT}`,
  },
  {
    procedure: "cancel_planned_shift",
    first: planPattern,
    args:
      `select jsonb_build_object('planned_shift_id', min(id::text), 'reason', 'Census is low.') from planned_shifts`,
  },
  {
    procedure: "enter_planned_shifts",
    first: planPattern,
    args:
      `select jsonb_build_object('assignment_id', assignment.id, 'week_start', '2026-03-09') ${OPEN_ASSIGNMENT}`,
  },
  {
    procedure: "enter_shift",
    args:
      `select jsonb_build_object('assignment_id', assignment.id, 'started_at', '2026-03-18 18:00-06',
                  'ended_at', '2026-03-19 04:30-06', 'break_minutes', 30, 'code', 'call_back') ${OPEN_ASSIGNMENT}`,
  },
  {
    procedure: "backfill_invoice",
    args: `select jsonb_build_object('facility_id', id, 'through_date', '2026-03-15')
             from facilities where name = 'North'`,
  },
  {
    procedure: "recompute_draft_invoice",
    first: async (sql) => {
      await sql`
        select create_facility_invoice(id, '2026-03-09', '2026-03-15') from facilities where name = 'North'`;
      await sql.unsafe(`
        insert into time_entries (assignment_id, work_date, hours, status)
        select assignment.id, date '2026-03-13', 7, 'approved' ${OPEN_ASSIGNMENT}`);
    },
    args:
      "select jsonb_build_object('invoice_id', id) from invoices where status = 'draft' and period_start = '2026-03-09'",
  },
  {
    procedure: "invoice_interest",
    first: accrueOverdueInterest,
    args: `select jsonb_build_object('facility_id', id, 'through', '2026-03-19')
             from facilities where name = 'East'`,
  },
  {
    procedure: "reverse_write_off",
    first: (sql) =>
      sql.unsafe(
        `select write_off_invoice(id, 12.34, 'Hours.') from invoices where ${GRACE} and status = 'sent'`,
      ),
    args: `select jsonb_build_object('payment_id', id, 'reason', 'The wrong invoice.')
             from payments where source = 'write_off' order by id limit 1`,
  },
  {
    procedure: "waive_interest",
    first: accrueOverdueInterest,
    args:
      `select jsonb_build_object('invoice_id', id, 'amount', 0.01, 'reason', 'A courtesy.', 'request_id', '${
        request(10)
      }')
             from invoices where interest_balance > 0 order by id limit 1`,
  },
  {
    procedure: "dispute_invoice",
    args: `select jsonb_build_object('invoice_id', id, 'reason', 'Not our shift.')
             from invoices where ${GRACE} and status = 'sent'`,
  },
  {
    procedure: "dispute_invoice",
    args:
      `select jsonb_build_object('invoice_id', invoice.id, 'reason', 'Not our shift.', 'line_ids', jsonb_build_array(line.id),
                                 'amounts', jsonb_build_array('5'))
             from invoices as invoice join invoice_lines as line on line.invoice_id = invoice.id and line.amount > 5
            where ${GRACE} and status = 'sent' order by line.id limit 1`,
  },
  {
    procedure: "settle_dispute",
    first: (sql) =>
      sql.unsafe(
        `select dispute_invoice(id, 'Not our shift.') from invoices where ${GRACE} and status = 'sent'`,
      ),
    args:
      `select jsonb_build_object('invoice_id', id) from invoices where ${GRACE} and status = 'sent'`,
  },
  {
    procedure: "close_books",
    args: "select jsonb_build_object('through', '2026-03-18')",
  },
  {
    procedure: "import_rows",
    args:
      `select jsonb_build_object('kind', 'facilities', 'dry_run', false, 'rows', jsonb_agg(jsonb_build_object(
                  'external_number', 'F-' || n, 'name', 'Moved ' || n, 'annual_rate', '0.18')))
             from generate_series(1, 20) as n`,
  },
  {
    procedure: "assign_remittance",
    first: report("unknown"),
    args: `select jsonb_build_object('remittance_id', remittance.id, 'facility_id', facility.id)
             from remittances as remittance, facilities as facility where facility.name = 'East'`,
  },
  {
    procedure: "set_aside_remittance",
    first: report("unknown"),
    args: "select jsonb_build_object('remittance_id', id, 'reason', 'Interest.') from remittances",
  },
  {
    procedure: "settle_short_payment",
    first: report("OLD-1"),
    args:
      `select jsonb_build_object('remittance_line_id', id, 'outcome', 'write_off', 'amount', 0.01, 'reason', 'Hours.')
             from remittance_lines where invoice_id is not null`,
  },
  {
    procedure: "withdraw_invitation",
    args: `select jsonb_build_object('kind', 'facility_contact', 'id', id)
             from facility_contacts where email = 'lee@example.org' order by id limit 1`,
  },
  {
    procedure: "remind_invoice",
    first: (sql) =>
      sql.unsafe(`
        update facilities set billing_email = 'ap@east.example' where name = 'East';
        update mail_kinds set is_on = true where kind = 'overdue_reminder'`),
    args: "select jsonb_build_object('invoice_id', id) from invoices where number = 'OLD-1'",
  },
  {
    procedure: "drop_message",
    args:
      "select jsonb_build_object('message_id', id) from private.outbox where status = 'waiting' order by place limit 1",
  },
  {
    procedure: "send_message_again",
    first: (sql) =>
      sql`
        update private.outbox set status = 'failed', error = 'Refused.', failed_at = '2026-03-20 18:00:00+00', next_try_at = null
         where place = (select min(place) from private.outbox)`,
    args: "select jsonb_build_object('message_id', id) from private.outbox where status = 'failed'",
  },
];

/** Procedures that nothing happens to here, and why. */
export const NOT_CALLED: Readonly<Record<string, string>> = {
  accept_invitation: "it takes a person who is signed in; the soak calls it",
  approve: "it calls another procedure, to which each of these happens by itself",
  change_mail: "it writes one row of settings, by one statement",
  change_remit_to: "it writes one row of settings, by one statement",
  close_area: "it writes one row, by one statement",
  decline_approval: "it writes one row, by one statement",
  open_area: "it writes one row, by one statement",
  request_approval: "it tries another procedure, to which each of these happens by itself",
  add_webhook: "each call adds another, so two runs cannot be compared; the soak calls it",
  erase_person: "what it leaves has a number of its own each time; the soak calls it",
  invite: "each call makes another code, so two runs cannot be compared; the soak calls it",
  rls_auto_enable: "it writes nothing: all tables have row security",
  rotate_webhook_secret:
    "each call makes another secret, which nothing compares; the soak calls it",
  sign_out_everywhere: "each call writes another instant; the soak calls it",
  unlink: "it writes one id, which nothing compares; the soak calls it",
};
