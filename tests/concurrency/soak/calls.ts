/** The calls of the soak: who makes each, about which rows, how often. */

/** Whoever calls: people by their role, the secret key, or the schedule. */
export type Who =
  | "contractor"
  | "contact"
  | "billing"
  | "payroll"
  | "recruiting"
  | "service"
  | "schedule";

/** A kind of call. In its texts `{ids}` stands for the rows that it found, `{id}` for the first, `{n}` for a number. */
export interface Kind {
  readonly name: string;
  readonly who: Who;
  /** How often, beside the others. */
  readonly weight: number;
  /** The ids of the rows that it may be about, so many of which it takes; none is needed where it is left out. */
  readonly about?: string;
  readonly rows?: number;
  /** What is called; of the schedule, the job. */
  readonly call: string;
}

const DAY = "date '2026-03-02' + {n} % 21";
const WEEK = "date '2026-03-02' + 7 * ({n} % 3)";

const TIME: readonly Kind[] = [
  {
    name: "enter a day",
    who: "contractor",
    weight: 14,
    about: "select id from assignments where contractor_id = '{contractor}'",
    call:
      `insert into time_entries (assignment_id, work_date, hours) values ('{id}', ${DAY}, 1 + {n} % 8)`,
  },
  {
    name: "enter three days",
    who: "contractor",
    weight: 4,
    about: "select id from assignments where contractor_id = '{contractor}'",
    call: `insert into time_entries (assignment_id, work_date, hours)
           select '{id}', date '2026-03-02' + {n} % 18 + day, 2 from generate_series(0, 2) as day`,
  },
  {
    name: "enter a day of everybody",
    who: "service",
    weight: 2,
    call: `insert into time_entries (assignment_id, work_date, hours)
           select id, ${DAY}, 1 from assignments
            where end_date is null or end_date > '2026-03-22' order by md5(id || '{n}')`,
  },
  {
    name: "submit",
    who: "contractor",
    weight: 9,
    call: `update time_entries set status = 'submitted'
            where status = 'draft' and set_aside_at is null and work_date < '2026-03-20'`,
  },
  {
    name: "approve one",
    who: "contact",
    weight: 9,
    about: "select id from time_entries where status = 'submitted' and set_aside_at is null",
    call: "update time_entries set status = 'approved' where id = '{id}'",
  },
  {
    name: "approve all",
    who: "contact",
    weight: 4,
    call:
      "update time_entries set status = 'approved' where status = 'submitted' and set_aside_at is null",
  },
  {
    name: "approve a week",
    who: "payroll",
    weight: 3,
    call:
      `update time_entries set status = 'approved' where status = 'submitted' and set_aside_at is null
              and work_date >= ${WEEK}`,
  },
  {
    name: "send submitted back",
    who: "contact",
    weight: 4,
    about: "select id from time_entries where status = 'submitted' and set_aside_at is null",
    rows: 3,
    call: "update time_entries set status = 'draft' where id in ({ids})",
  },
  {
    name: "send approved back",
    who: "billing",
    weight: 6,
    about: `select id from time_entries as entry where status = 'approved'
               and not exists (select from invoice_lines where time_entry_id = entry.id and released_at is null)`,
    rows: 3,
    call: "update time_entries set status = 'draft' where id in ({ids})",
  },
  {
    name: "correct drafts",
    who: "recruiting",
    weight: 3,
    call:
      `update time_entries set hours = 1 + {n} % 4 where status = 'draft' and set_aside_at is null and work_date > ${DAY}`,
  },
  {
    name: "note",
    who: "payroll",
    weight: 3,
    call:
      `update time_entries set notes = '{n}' where status <> 'locked' and set_aside_at is null and work_date <= ${DAY}`,
  },
  {
    name: "delete drafts",
    who: "contractor",
    weight: 2,
    call:
      `delete from time_entries where status = 'draft' and set_aside_at is null and work_date = ${DAY}`,
  },
  {
    name: "set aside",
    who: "payroll",
    weight: 2,
    about: "select id from time_entries where not is_payable and set_aside_at is null",
    rows: 3,
    call: "select from set_aside_time(array[{ids}]::uuid[], 'Entered twice.')",
  },
  {
    name: "take back",
    who: "payroll",
    weight: 2,
    about: "select id from time_entries where set_aside_at is not null",
    rows: 3,
    call: "select from take_back_set_aside_time(array[{ids}]::uuid[])",
  },
  {
    name: "move ends",
    who: "recruiting",
    weight: 2,
    about: "select id from assignments where coalesce(end_date, 'infinity') > '2026-06-01'",
    rows: 4,
    call: "update assignments set end_date = date '2026-12-01' + {n} % 30 where id in ({ids})",
  },
  { name: "lock-ended", who: "schedule", weight: 3, call: "lock-ended" },
];

const BILLING: readonly Kind[] = [
  {
    name: "run a week",
    who: "billing",
    weight: 4,
    call: `select from weekly_billing_run(${WEEK}, {n} % 5 = 0)`,
  },
  {
    name: "create an invoice",
    who: "billing",
    weight: 4,
    about: "select id from facilities",
    call: `select from create_facility_invoice('{id}', ${WEEK}, ${WEEK} + 6)`,
  },
  {
    name: "recompute",
    who: "billing",
    weight: 4,
    about: "select id from invoices where status = 'draft'",
    call: "select from recompute_draft_invoice('{id}')",
  },
  {
    name: "backfill",
    who: "billing",
    weight: 3,
    about: "select id from facilities",
    call: "select from backfill_invoice('{id}', '2026-03-19')",
  },
  {
    name: "send",
    who: "billing",
    weight: 4,
    about: "select id from invoices where status = 'draft'",
    rows: 3,
    call: "select from send_invoices(array[{ids}]::uuid[], '2026-03-20')",
  },
  {
    name: "void",
    who: "billing",
    weight: 3,
    about: "select id from invoices where status in ('draft', 'sent')",
    call: "select from void_invoice('{id}', 'Wrong.')",
  },
  {
    name: "add an adjustment",
    who: "billing",
    weight: 4,
    about: "select id from invoices where status = 'draft'",
    call: `insert into invoice_lines (invoice_id, kind, description, amount)
           values ('{id}', 'adjustment', 'Travel', {n} % 90 + 1)`,
  },
  {
    name: "change an adjustment",
    who: "billing",
    weight: 2,
    about:
      `select line.id from invoice_lines as line join invoices as invoice on invoice.id = invoice_id
             where line.kind = 'adjustment' and status = 'draft'`,
    call: "update invoice_lines set amount = {n} % 90 + 1 where id = '{id}'",
  },
  {
    name: "write off",
    who: "billing",
    weight: 3,
    about: "select id from invoices where status in ('sent', 'partially_paid')",
    call: "select from write_off_invoice('{id}', 1.00, 'Disputed.')",
  },
];

const RECEIPTS: readonly Kind[] = [
  {
    name: "enter a check",
    who: "billing",
    weight: 6,
    about: "select id from facilities",
    call: `insert into checks (facility_id, check_number, amount, received_on)
           values ('{id}', '{n}', 50 + {n} % 900, '2026-03-20')`,
  },
  {
    name: "propose",
    who: "billing",
    weight: 6,
    about: "select id from checks where status = 'received'",
    call: "select from propose_check_reconciliation('{id}')",
  },
  {
    name: "confirm",
    who: "billing",
    weight: 6,
    about: "select id from check_reconciliations where status = 'proposed'",
    call: "select from confirm_check_reconciliation('{id}')",
  },
  {
    name: "return a check",
    who: "billing",
    weight: 2,
    about: "select id from checks where status <> 'returned'",
    call: "select from return_check('{id}', 'No funds.')",
  },
  {
    name: "change terms",
    who: "billing",
    weight: 1,
    about: "select id from facility_interest_terms",
    call:
      "update facility_interest_terms set annual_rate = 0.1 + {n} % 10 / 100.0 where id = '{id}'",
  },
  { name: "accrue-interest", who: "schedule", weight: 3, call: "accrue-interest" },
];

const PAYROLL: readonly Kind[] = [
  {
    name: "prepare",
    who: "payroll",
    weight: 6,
    about: "select id from payroll_periods where status = 'open'",
    call: "select from prepare_payroll_draft('{id}')",
  },
  {
    name: "advance",
    who: "payroll",
    weight: 8,
    about: "select id from payroll_batches where status in ('draft', 'in_review')",
    call: "select from advance_payroll_batch_status('{id}')",
  },
  {
    name: "close a batch",
    who: "payroll",
    weight: 5,
    about: "select id from payroll_batches where status = 'approved'",
    call: "select from close_and_lock_payroll_batch('{id}')",
  },
  {
    name: "discard",
    who: "payroll",
    weight: 1,
    about: "select id from payroll_batches where status not in ('closed', 'discarded')",
    call: "select from discard_payroll_batch('{id}')",
  },
  {
    name: "close a period",
    who: "payroll",
    weight: 1,
    about: "select id from payroll_periods where status = 'open'",
    call: "select from close_payroll_period('{id}')",
  },
  {
    name: "enter an adjustment",
    who: "payroll",
    weight: 2,
    about: "select id from contractors",
    call: `insert into payroll_adjustments (contractor_id, payable_on, kind, amount)
           values ('{id}', ${DAY}, 'reimbursement', {n} % 90 + 1)`,
  },
  {
    name: "approve adjustments",
    who: "payroll",
    weight: 2,
    call: "update payroll_adjustments set approved_at = now() where approved_at is null",
  },
  {
    name: "take an approval back",
    who: "payroll",
    weight: 2,
    about: "select id from payroll_adjustments where approved_at is not null",
    call: "update payroll_adjustments set approved_at = null where id = '{id}'",
  },
  {
    name: "enter a rate hit",
    who: "billing",
    weight: 3,
    about: "select id from assignments",
    call: `insert into rate_hits (assignment_id, effective_on, bill_rate_change, pay_rate_change)
           values ('{id}', ${DAY}, 0.50, 0.25)`,
  },
  {
    name: "apply a rate hit",
    who: "payroll",
    weight: 3,
    about: "select id from rate_hits where status = 'pending'",
    call: "select from apply_rate_hit('{id}', true, true)",
  },
];

/** All kinds of calls. */
export const KINDS: readonly Kind[] = [...TIME, ...BILLING, ...RECEIPTS, ...PAYROLL];
