/**
 * Forbidden states of the firm's hours and money, whoever did what beside whom: each finds ids. `{today}` stands for
 * the day: ask neverQueries, which fills it in.
 */
export const NEVER: Readonly<Record<string, string>> = {
  "an entry is billed more or less than once": `
    select entry.id from time_entries as entry join invoice_lines as line on line.time_entry_id = entry.id
     where line.released_at is null
     group by entry.id
    having sum(coalesce(line.hours, line.quantity)) filter (where line.premium_rule_id is null)
               is distinct from coalesce(entry.quantity, entry.hours)
         or bool_or(line.premium_rule_id is null
                    and (coalesce(line.code, 'regular') <> entry.code or (line.kind = 'code') = entry.is_worked))
         or count(distinct line.invoice_id) > 1
         or min(line.part) <> 1 or max(line.part) <> count(*)
         or count(distinct (line.kind, line.premium_rule_id)) <> count(*)`,
  "the list of unbilled time is not the approved time that no live line bills": `
    select coalesce(entry.id, listed.time_entry_id) as id
      from (select id, assignment_id, work_date, case when is_worked then hours else 0 end as hours, code,
                   case when not is_worked then coalesce(quantity, hours) end as quantity
              from time_entries as entry
             where entry.is_payable
               and not exists (select from private.rates_of_coded_time as coded
                                where coded.time_entry_id = entry.id and coded.bill_rate = 0)
               and not exists (select from invoice_lines where time_entry_id = entry.id and released_at is null)) as entry
      full join private.unbilled_entries as listed on listed.time_entry_id = entry.id
     where (entry.id, entry.assignment_id, entry.work_date, entry.hours, entry.code, entry.quantity)
           is distinct from (listed.time_entry_id, listed.assignment_id, listed.work_date, listed.hours, listed.code,
                             listed.quantity)`,
  "an entry is billed or paid that nobody approved": `
    select entry.id from time_entries as entry
     where not entry.is_payable
       and (exists (select from invoice_lines where time_entry_id = entry.id and released_at is null)
            or exists (select from payroll_item_lines as line
                         join payroll_items as item on item.id = line.payroll_item_id
                         join payroll_batches as batch on batch.id = item.payroll_batch_id
                        where line.time_entry_id = entry.id and line.released_at is null and batch.status <> 'closed'))`,
  // What a closed batch paid and nobody approves any more is still due to be taken back, or was.
  "a paid week that changed is forgotten": `
    select due.contractor_id as id
      from (select array_agg(contractor_id) as contractors, array_agg(week_start) as weeks
              from (select distinct item.contractor_id, line.week_start
                      from payroll_items as item
                      join payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
                      join payroll_item_lines as line on line.payroll_item_id = item.id
                where line.week_start >= date '{today}' - 35) as paid) as paid
     cross join lateral private.due_lines(paid.contractors, paid.weeks) as due
     where not exists (select from private.due_marks as mark
                        where mark.contractor_id = due.contractor_id
                          and mark.day between due.week_start and due.week_start + 6)
       and not exists (select from private.unmarked_guaranteed_weeks() as unmarked
                        where unmarked.contractor_id = due.contractor_id and unmarked.week_start = due.week_start)`,
  // Of a week that no batch paid there is no line to begin from, and of one without time no entry.
  "hours that were promised are neither paid nor due": `
    select promised.guarantee_id as id
      from (select array_agg(contractor_id) as contractors, array_agg(week_start) as weeks
              from private.guaranteed_weeks(date '{today}' - 35)) as over
     cross join lateral private.guarantees_of_weeks(over.contractors, over.weeks, 'pay') as promised
     where not exists (select from payroll_item_lines as line
                         join payroll_items as item on item.id = line.payroll_item_id
                         join payroll_batches as batch on batch.id = item.payroll_batch_id
                        where line.guarantee_id = promised.guarantee_id and line.week_start = promised.week_start
                          and batch.status = 'closed')
       and not exists (select from private.due_marks as mark
                        where mark.contractor_id = promised.contractor_id
                          and mark.day between promised.week_start and promised.week_start + 6)
       and not exists (select from private.unmarked_guaranteed_weeks() as unmarked
                        where unmarked.contractor_id = promised.contractor_id
                          and unmarked.week_start = promised.week_start)`,
  // Sent time and guarantees that would come to another amount today are billed by differences, or their week is compared.
  "a billed week that changed is forgotten": `
    select changed.contractor_id as id
      from (select array_agg(contractor_id) as contractors, array_agg(week_start) as weeks
              from (select distinct assignment.contractor_id, private.workweek_start(entry.work_date) as week_start
                      from invoice_lines as line
                      join time_entries as entry on entry.id = line.time_entry_id
                      join assignments as assignment on assignment.id = entry.assignment_id
                     where entry.work_date >= date '{today}' - 35
                    union
                    select line.contractor_id, line.week_start from invoice_lines as line
                     where line.week_start >= date '{today}' - 35 and line.contractor_id is not null) as billed) as billed
     cross join lateral private.differences_of_weeks(billed.contractors, billed.weeks) as changed
     where not exists (select from private.weeks_to_compare as compared
                        where compared.contractor_id = changed.contractor_id and compared.week_start = changed.week_start)`,
  // A batch that forgot a contractor's whole week has no line to begin from.
  "approved time of a closed period is neither paid nor due": `
    select entry.id from payroll_periods as period
      join time_entries as entry on entry.work_date between period.period_start and period.period_end
      join assignments as assignment on assignment.id = entry.assignment_id
     where period.status = 'closed' and entry.is_payable
       and (entry.is_worked
            or (select coded.pay_rate from private.rates_of_coded_time as coded where coded.time_entry_id = entry.id) > 0)
       and not exists (select from payroll_item_lines as line
                         join payroll_items as item on item.id = line.payroll_item_id
                         join payroll_batches as batch on batch.id = item.payroll_batch_id
                        where line.time_entry_id = entry.id and line.released_at is null and batch.status = 'closed')
       and not exists (select from private.due_marks as mark
                        where mark.contractor_id = assignment.contractor_id
                          and mark.day - private.workweek_start(entry.work_date) between 0 and 6)`,
  "an entry is paid twice": `
    select time_entry_id as id from payroll_item_lines
     where released_at is null and time_entry_id is not null
     group by time_entry_id, premium_rule_id, kind = 'mileage_excess' having count(*) > 1`,
  "a batch pays somebody whom it is not for": `
    select item.id from payroll_items as item join payroll_batches as batch on batch.id = item.payroll_batch_id
     where batch.contractor_ids is not null and item.contractor_id <> all (batch.contractor_ids)`,
  "two open batches pay a week of somebody": `
    select item.contractor_id as id from payroll_item_lines as line
      join payroll_items as item on item.id = line.payroll_item_id
      join payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status in ('draft', 'in_review', 'approved')
     where line.kind not in ('overpayment', 'carried', 'recovery')
     group by item.contractor_id, line.week_start having count(distinct batch.id) > 1`,
  "hours that were promised are paid or billed twice": `
    select guarantee_id as id from payroll_item_lines
     where released_at is null and guarantee_id is not null
     group by guarantee_id, week_start having count(*) > 1
    union all
    select guarantee_id from invoice_lines
     where released_at is null and guarantee_id is not null
     group by guarantee_id, week_start having count(*) > 1`,
  "a premium is paid or billed of more hours than its time": `
    select added.time_entry_id as id
      from (select payroll_item_id as of, time_entry_id, premium_rule_id, hours, quantity from payroll_item_lines
             where kind in ('straight', 'differential')
            union all
            select invoice_id, time_entry_id, premium_rule_id, hours, quantity from invoice_lines
             where time_entry_id is not null) as added
      join lateral (
           select sum(of_time.hours) as hours
             from (select hours from payroll_item_lines
                    where payroll_item_id = added.of and time_entry_id = added.time_entry_id and kind = 'straight'
                   union all
                   select hours from invoice_lines
                    where invoice_id = added.of and time_entry_id = added.time_entry_id and premium_rule_id is null) as of_time
           ) as worked on true
     where added.premium_rule_id is not null and added.quantity > worked.hours`,
  "an invoice is not the sum of its lines": `
    select invoice.id from invoices as invoice join invoice_lines as line on line.invoice_id = invoice.id
     group by invoice.id having invoice.total <> sum(line.amount)`,
  "gross profit has other sums than the lines of sent invoices and closed batches": `
    select coalesce(kept.id, line.id) as id
      from (select invoice_id as id, coalesce(assignment_id, invoice_id) as of, week_start, hours, amount
              from private.billed_sums) as kept
      full join (select part.invoice_id as id, coalesce(part.assignment_of_time, part.invoice_id) as of,
                        private.workweek_start(part.work_date) as week_start, sum(part.hours) as hours,
                        sum(part.amount) as amount
                   from private.billed_parts as part
                  where part.work_date is not null
                    and part.invoice_id in (select invoice_id from private.billed_sums)
                  group by 1, 2, 3) as line
        on line.id = kept.id and line.of = kept.of and line.week_start = kept.week_start
     where (kept.hours, kept.amount) is distinct from (line.hours, line.amount)
    union all
    select coalesce(kept.id, line.id)
      from (select payroll_batch_id as id, coalesce(assignment_id, payroll_batch_id) as of, employment_type, week_start,
                   part, amount
              from private.paid_sums
             cross join lateral (values ('wages', wages), ('premiums', premiums), ('stipends', stipends),
                                        ('codes', codes), ('reimbursements', reimbursements)) as of (part, amount)
             where amount <> 0) as kept
      full join (select part.payroll_batch_id as id, coalesce(part.assignment_id, part.payroll_batch_id) as of,
                        part.employment_type, part.week_start,
                        private.part_of_pay(part.kind, part.is_reimbursement) as part, sum(part.amount) as amount
                   from private.paid_parts as part
                  where part.payroll_batch_id in (select payroll_batch_id from private.paid_sums)
                  group by 1, 2, 3, 4, 5
                 having sum(part.amount) <> 0) as line
        on line.id = kept.id and line.of = kept.of and line.employment_type = kept.employment_type
       and line.week_start = kept.week_start and line.part = kept.part
     where kept.amount is distinct from line.amount`,
  "time stays on a void invoice": `
    select line.id from invoice_lines as line
      join invoices as invoice on invoice.id = line.invoice_id and invoice.status = 'void'
     where line.time_entry_id is not null and line.released_at is null`,
  "a draft bills at another rate than its day's": `
    select line.id from invoice_lines as line
      join invoices as invoice on invoice.id = line.invoice_id and invoice.status = 'draft'
      join time_entries as entry on entry.id = line.time_entry_id
      join private.rates_of_days as rate
        on rate.assignment_id = entry.assignment_id
       and entry.work_date between rate.effective_from and rate.effective_to
      left join private.rates_of_coded_time as coded on coded.time_entry_id = entry.id
     where line.premium_rule_id is null
       and line.rate <> case when entry.code = 'regular' then rate.bill_rate else coded.bill_rate end`,
  "a payroll item is not the sum of its lines": `
    select item.id from payroll_items as item join payroll_item_lines as line on line.payroll_item_id = item.id
     group by item.id having item.gross_pay <> sum(line.amount)`,
  "a batch is not the sum of its items": `
    select batch.id from payroll_batches as batch join payroll_items as item on item.payroll_batch_id = batch.id
     group by batch.id having batch.gross_total <> sum(item.gross_pay)`,
  "an invoice was paid otherwise than its payments say": `
    select invoice.id from invoices as invoice
      left join payments as payment on payment.invoice_id = invoice.id and payment.reversed_at is null
     group by invoice.id
    having invoice.amount_paid <> coalesce(sum(payment.amount) filter (where payment.component = 'principal'), 0)
        or invoice.interest_paid <> coalesce(sum(payment.amount) filter (where payment.component = 'interest'), 0)`,
  "interest stands on an invoice of its own, and where it accrued, or on neither": `
    select invoice.id from invoices as invoice
     cross join lateral (select coalesce(sum(amount), 0) as amount from invoice_lines
                          where invoice_id = invoice.id and released_at is null) as billed
     cross join lateral (select coalesce(sum(amount), 0) as amount from payments
                          where interest_invoice_id = invoice.id and reversed_at is null) as taken
     where invoice.kind = 'interest' and billed.amount <> taken.amount`,
  "a check is not its payments and its credit": `
    select received.id from checks as received
     where received.status = 'reconciled'
       and received.amount <> (
           select coalesce(sum(payment.amount), 0) from payments as payment
             join check_reconciliations as made on made.id = payment.check_reconciliation_id
            where made.check_id = received.id and payment.reversed_at is null and payment.source <> 'discount')
         + (select coalesce(sum(amount), 0) from facility_credits
             where check_id = received.id and reversed_at is null)`,
  "a line is credited beyond what it billed": `
    select line.id from invoice_lines as line join credit_note_lines as credited on credited.invoice_line_id = line.id
     group by line.id
    having sum(credited.amount) not between least(line.amount, 0) and greatest(line.amount, 0)`,
  "lines are disputed that their invoice does not say, or more of it than they are": `
    select invoice.id from invoices as invoice
     where invoice.disputed_amount is distinct from (
           select sum(line.amount) from disputed_lines as line where line.invoice_id = invoice.id)`,
  "a day has more than 24 hours": `
    select assignment.contractor_id as id from time_entries as entry
      join assignments as assignment on assignment.id = entry.assignment_id
     where entry.is_worked
     group by assignment.contractor_id, entry.work_date having sum(entry.hours) > 24`,
  "a number is missing or there twice": `
    select left(number, 8) as id from (select number from invoices union all select number from credit_notes) as document
     where number ~ '^INV-\\d{4}-\\d{6}$'
     group by left(number, 8) having count(*) <> max(right(number, 6)::int) or count(*) <> count(distinct number)`,
  "the books are not told of an invoice from its sending to its end": `
    select invoice.id from invoices as invoice
     cross join lateral (
           select array_agg(told.kind order by told.place) as kinds
             from private.outbox as told join webhooks as webhook on webhook.id = told.webhook_id
            where told.subject_id = invoice.id and webhook.description is not null
              and told.kind <> 'invoice.credited') as told
     where invoice.number like 'INV-%'
       and (told.kinds[1] = 'invoice.sent'
            and ((invoice.status = 'void') = ('invoice.voided' = any (told.kinds)))
            and (invoice.status <> 'void' or told.kinds[cardinality(told.kinds)] = 'invoice.voided')
            and (invoice.status <> 'paid' or 'invoice.paid' = any (told.kinds))) is not true`,
  "a credit is not what is left of it": `
    select credit.id from facility_credits as credit
     where credit.reversed_at is null
       and credit.remaining <> credit.amount
         - (select coalesce(sum(payment.amount), 0) from payments as payment
              join check_reconciliations as made on made.id = payment.check_reconciliation_id
             where made.facility_credit_id = credit.id and payment.reversed_at is null
               and payment.source <> 'discount')
         - (select coalesce(sum(amount), 0) from refunds where facility_credit_id = credit.id)
         - (select coalesce(sum(payment.amount), 0) from payments as payment
             where payment.credit_note_id = credit.credit_note_id and payment.moved_at is not null)
         + coalesce((select discount_taken_back from credit_notes where id = credit.credit_note_id), 0)`,
  "more of a discount is taken than is given of what is not credited": `
    select invoice.id from invoices as invoice
     cross join lateral (
           select coalesce(sum(amount), 0) as amount from payments
            where invoice_id = invoice.id and source = 'discount' and reversed_at is null) as taken
     cross join lateral (
           select coalesce(sum(amount), 0) as amount, count(*) as notes
             from credit_notes where invoice_id = invoice.id) as credited
     where taken.amount > 0
       and taken.amount > coalesce(invoice.discount, 0) * greatest(invoice.total - credited.amount, 0) / invoice.total
                          + 0.01 * (1 + credited.notes)`,
  "a run failed": "select id from job_runs where status not in ('running', 'succeeded')",
};

/** One of NEVER, as it is asked on a day, `YYYY-MM-DD` as the firm's clock says. */
export function askedOn(today: string, query: string): string {
  return query.replaceAll("{today}", today);
}

/** All of NEVER by what must never be, as they are asked on a day, `YYYY-MM-DD` as the firm's clock says. */
export function neverQueries(today: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(NEVER).map(([name, query]) => [name, askedOn(today, query)]),
  );
}
