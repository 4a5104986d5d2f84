import { changeOf, lineOf, type Mutant } from "./bodies.ts";

/** A place of the tree that may be changed so without any call having another answer. */
interface Equivalent {
  /** The function or view. */
  readonly body: string;
  /** The line in which the change begins. */
  readonly line: string;
  /** The change, as a run tells it. */
  readonly change: string;
}

/** Mutants that no test can tell from the tree, by the reason. */
export const EQUIVALENT: Readonly<Record<string, readonly Equivalent[]>> = {
  "The condition finds by an index, or the sooner, what another condition decides.": [
    {
      body: "private.classified_time",
      line: "and pooled.pool in (",
      change:
        "`and pooled.pool in ( select limited.pool from pooled as limited where limited.in_a_row_until is not null)` → `nothing`",
    },
    {
      body: "public.purchase_order_usage",
      line: "where purchase_order.facility_id in (billed.id, billed.bill_to_facility_id)",
      change: "`purchase_order.facility_id in (billed.id, billed.bill_to_facility_id)` → `true`",
    },
    {
      body: "private.classified_time",
      line: "where assignment.contractor_id = any (classified_time.contractor_ids)",
      change: "`assignment.contractor_id = any (classified_time.contractor_ids)` → `true`",
    },
    {
      body: "private.write_overdue_reminders",
      line: "and invoice.due_date < write_overdue_reminders.today",
      change: "`and invoice.due_date < write_overdue_reminders.today` → `nothing`",
    },
    {
      body: "private.tell_of_assignment",
      line: "where untold.kind = 'assignment.ended' and untold.subject_id = new.id",
      change: "`untold.kind = 'assignment.ended'` → `true`",
    },
    {
      body: "private.stipends_of_time",
      line: "and earlier.work_date between entry.work_date - 1 and entry.work_date",
      change: "`and earlier.work_date between entry.work_date - 1 and entry.work_date` → `nothing`",
    },
    {
      body: "private.guard_contractor_email",
      line: "where lower(other.email) = lower(new.email) and other.id <> new.id);",
      change: "`and other.id <> new.id` → `nothing`",
    },
    {
      body: "private.open_invoices_to_import",
      line: "amount numeric(12, 2), description text, moved_on date, late boolean)",
      change: "`12` → `13`",
    },
  ],
  "A mark, a week or a group too many is looked at in vain.": [
    {
      body: "private.bonuses_earned_in",
      line: "and adjustment.earned_from <= week.start + 6",
      change: "`6` → `7`",
    },
    {
      body: "private.compare_weeks",
      line: "and entry.work_date between week.start and week.start + 6",
      change: "`and entry.work_date between week.start and week.start + 6` → `nothing`",
    },
    {
      body: "private.compare_weeks_of_lines",
      line:
        "select entry.work_date + 1 where entry.started_at is not null) as concerned (day) -- it may go on",
      change: "`entry.started_at is not null` → `true`",
    },
    {
      body: "private.mark_adjustments",
      line: "where former.earned_from is not null));",
      change: "`former.earned_from is not null` → `true`",
    },
    {
      body: "private.compare_weeks",
      line: "and line.invoice_id <> all (compare_weeks.except_invoice_ids))",
      change: "`and` → `or`",
    },
    {
      body: "private.compare_weeks_of_lines",
      line: "and coalesce(line.contractor_id, assignment.contractor_id) is not null",
      change: "`and` → `or`",
    },
    {
      body: "private.compare_weeks_of_bill_terms",
      line: "and earlier.effective_from < terms.effective_from))",
      change: "`and` → `or`",
    },
    {
      body: "private.periods_of_week",
      line: "and coalesce(assignment.end_date, 'infinity') >= cycle.period_start",
      change: "`and` → `or`",
    },
  ],
  "A row that comes twice counts once.": [
    {
      body: "private.guard_payroll_lines",
      line: "select distinct item.payroll_batch_id",
      change: "`distinct` → `nothing`",
    },
    {
      body: "private.forget_paid_weeks",
      line: "select distinct concerned.contractor_id, concerned.week_start",
      change: "`distinct` → `nothing`",
    },
  ],
  "There is one row at most, or they come in that order anyhow.": [
    {
      body: "private.drop_invitation_mail",
      line: "order by message.id",
      change: "`order by message.id` → `nothing`",
    },
    {
      body: "private.check_days_of_grid",
      line: "order by day.key",
      change: "`order by day.key` → `nothing`",
    },
    {
      body: "private.postings_of_interest",
      line: "over (order by ended.day) as amount",
      change: "`order by ended.day` → `nothing`",
    },
  ],
  "Nobody reads the order, or it is one of ids, which say nothing.": [
    {
      body: "private.bill_differences",
      line:
        "order by due.week_start, contractor.last_name, contractor.id, due.purchase_order_id, due.department,",
      change:
        "`order by due.week_start, contractor.last_name, contractor.id, due.purchase_order_id, due.department, due.cost_centre, due.code` → `nothing`",
    },
    {
      body: "private.refuse_payments",
      line: "'; ' order by invoice.id)",
      change: "`order by invoice.id` → `nothing`",
    },
    {
      body: "private.reprice_draft_batches",
      line: "order by batch.id);",
      change: "`order by batch.id` → `nothing`",
    },
  ],
  "The case in which they differ is never there.": [
    {
      body: "private.reverse_reconciliations",
      line: "and payment.reversed_at is null;",
      change: "`and payment.reversed_at is null` → `nothing`",
    },
    {
      body: "private.check_credit_note_adds_up",
      line: "where reconciliation.facility_credit_id = credit.id and payment.reversed_at is null",
      change: "`and payment.reversed_at is null` → `nothing`",
    },
    {
      body: "private.check_applied_rate_hit",
      line: "and rate.effective_from >= new.effective_on",
      change: "`and rate.effective_from >= new.effective_on` → `nothing`",
    },
    {
      body: "private.regular_rates_of_weeks",
      line: "+ coalesce(paid.per_hour * 1.5 * week.overtime_hours, 0), 50), 2) as overtime,",
      change: "`50` → `51`",
    },
    {
      body: "private.marked_weeks",
      line: "where tied.tied_week_start < marked_weeks.period_end",
      change: "`<` → `<=`",
    },
    {
      body: "private.guard_invoice_line_changes",
      line: "and line.released_at is not null",
      change: "`and line.released_at is not null` → `nothing`",
    },
  ],
};

/** True if a mutant is known to be the same as the tree. */
export function isEquivalent(mutant: Mutant): boolean {
  const [line, change] = [lineOf(mutant), changeOf(mutant)];
  return Object.values(EQUIVALENT).flat().some((known) =>
    known.body === mutant.body.name && known.line === line && known.change === change
  );
}
