-- Work that needs doing now, all of it in one call: an app's first screen. Each number is read from what is left to do, by a
-- partial index or by days; none reads all time or all invoices.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.board()
returns table (
    item text, number int, amount numeric, oldest_on date, job text, last_run_at timestamptz, last_run_status text)
language plpgsql
stable
security definer
set search_path = ''
set jit = off
set work_mem = '64MB' -- the unbilled time of a large firm is added up in memory
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_now constant timestamptz := (private.clock()).at;
begin
    perform private.require_staff();

    return query
    select named.item, count(waiting.work_date)::int, null::numeric, min(waiting.work_date), null, null::timestamptz, null
      from unnest(array['time_to_submit', 'time_to_approve', 'locked_time_to_settle']) with ordinality as named (item, place)
      left join (
           select entry.work_date,
                  case entry.status when 'draft' then 1 when 'locked' then 3 else 2 end as place
             from public.time_entries as entry
            where not entry.is_payable
              and entry.set_aside_at is null
              and entry.work_date <= v_today) as waiting on waiting.place = named.place
     group by named.item, named.place
     order by named.place;

    return query
    with time as materialized (
        select unbilled.* from private.unbilled_of_13_weeks(v_today) as unbilled
    ), rate as materialized ( -- once per assignment, not once per entry
        select known.*
          from private.rates_of_days as known
         where known.assignment_id in (select time.assignment_id from time)
    )
    select 'unbilled_time', count(*)::int, coalesce(sum(priced.amount), 0.00), min(priced.work_date), null,
           null::timestamptz, null
      from (select time.work_date, round(time.hours * rate.bill_rate, 2) as amount
              from time
              join rate on rate.assignment_id = time.assignment_id
                       and time.work_date between rate.effective_from and rate.effective_to
             where time.code = 'regular'
             union all
            select time.work_date, round(coalesce(time.quantity, time.hours) * coded.bill_rate, 2)
              from time
              join private.rates_of_coded_time as coded on coded.time_entry_id = time.time_entry_id
             where time.code <> 'regular') as priced;

    return query
    select 'billed_too_much', count(*)::int, coalesce(sum(difference.amount), 0.00), min(difference.week_start),
           null, null::timestamptz, null
      from private.unbilled_differences() as difference
     where difference.amount < 0;

    return query
    select 'draft_invoices', count(*)::int, coalesce(sum(invoice.total), 0.00), min(invoice.period_start),
           null, null::timestamptz, null
      from public.invoices as invoice
     where invoice.status = 'draft';

    return query
    select named.item, count(received.amount)::int, coalesce(sum(received.amount), 0.00), min(received.received_on),
           null, null::timestamptz, null
      from (values ('checks_to_reconcile', false), ('reconciliations_to_confirm', true)) as named (item, is_proposed)
      left join (
           select receipt.amount, receipt.received_on,
                  exists (select from public.check_reconciliations as reconciliation
                           where reconciliation.check_id = receipt.id
                             and reconciliation.status <> 'returned') as is_proposed
             from public.checks as receipt
            where receipt.status = 'received') as received on received.is_proposed = named.is_proposed
     group by named.item, named.is_proposed
     order by named.is_proposed;

    return query
    select 'overdue_invoices', count(*)::int, coalesce(sum(invoice.balance), 0.00), min(invoice.due_date),
           null, null::timestamptz, null
      from public.invoices as invoice
     where invoice.status in ('sent', 'partially_paid') and invoice.due_date < v_today;

    return query
    select 'orders_nearly_used', count(*)::int, coalesce(sum(usage.remaining), 0.00), null::date,
           null, null::timestamptz, null
      from public.purchase_order_usage as usage
     where usage.is_nearly_used and (usage.ends_on is null or usage.ends_on >= v_today);

    if private.caller() in ('service_role', 'owner') or private.has_role('payroll') then
        return query
        select 'open_payroll_batches', count(*)::int, coalesce(sum(batch.gross_total), 0.00), min(period.period_start),
               null, null::timestamptz, null
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.status in ('draft', 'in_review', 'approved');

        return query
        select 'overpayments_to_arrange', count(*)::int, coalesce(sum(overpaid.unarranged), 0.00), min(overpaid.week_start),
               null, null::timestamptz, null
          from public.overpayments as overpaid
         where overpaid.unarranged > 0;
    end if;

    return query
    select 'approvals_to_give', count(*)::int, null::numeric,
           (min(approval.requested_at) at time zone private.operating_timezone())::date, null, null::timestamptz, null
      from public.approvals as approval
     where approval.status = 'waiting' and approval.expires_at > v_now
       and (approval.kind not in ('arrange_recovery', 'settle_overpayment')
            or private.caller() in ('service_role', 'owner') or private.has_role('payroll'));

    return query
    select 'renewals_within_30_days', count(*)::int, null::numeric, min(renewal.renewal_date), null, null::timestamptz, null
      from public.contract_renewals as renewal
     where renewal.status = 'upcoming' and renewal.renewal_date <= v_today + 30;

    if exists (select from public.credential_kinds) then
        return query
        select 'credentials_missing', count(*)::int, null::numeric, min(needed.start_date), null, null::timestamptz, null
          from private.required_credentials() as needed
         where not needed.is_valid;

        return query
        select 'credentials_within_60_days', count(*)::int, null::numeric, min(due.expires_on), null, null::timestamptz, null
          from private.credentials_due() as due
         where due.bucket <> 'expired';
    end if;

    return query
    select 'pay_below_minimum_wage', count(*)::int, null::numeric, min(low.below_from), null, null::timestamptz, null
      from public.pay_below_minimum_wage as low;

    return query
    select 'messages_to_decide', count(*)::int, null::numeric,
           (min(message.failed_at) at time zone private.operating_timezone())::date, null, null::timestamptz, null
      from private.outbox as message
     where message.status = 'failed'
       and (message.kind <> 'credential_alert' or private.reads_credentials());

    return query
    select 'messages_held_up', count(*)::int, null::numeric,
           (min(message.written_at) at time zone private.operating_timezone())::date, null, null::timestamptz, null
      from private.outbox as message
     where message.status = 'waiting'
       and message.next_try_at is null
       and (message.webhook_id, message.subject_id) in (
           select failed.webhook_id, failed.subject_id from private.outbox as failed where failed.status = 'failed');

    return query
    select 'job', (not health.is_ok)::int, null::numeric, null::date, health.job, health.last_run_at,
           health.last_run_status
      from public.job_health as health
     order by health.job;
end;
$$;
comment on function private.board is 'The logic of public.board.';

create function public.board()
returns table (
    item text, number int, amount numeric, oldest_on date, job text, last_run_at timestamptz, last_run_status text)
language sql stable set search_path = ''
as $$ select * from private.board(); $$;
comment on function public.board is
$$Work that needs doing now, in one call: a row for each kind of work, also where there is none.

item is one of time_to_submit, time_to_approve, locked_time_to_settle, unbilled_time, billed_too_much, draft_invoices,
checks_to_reconcile, reconciliations_to_confirm, overdue_invoices, orders_nearly_used, open_payroll_batches,
overpayments_to_arrange, approvals_to_give, renewals_within_30_days, credentials_missing, credentials_within_60_days,
pay_below_minimum_wage, messages_to_decide, messages_held_up, job.

number: how many; amount: the money in them; oldest_on: the oldest of their days.

time_to_submit, time_to_approve, locked_time_to_settle: what unapproved_time lists with next_step submit, approve and
take_up_or_set_aside, up to today; without money. unbilled_time: what unbilled_time lists of the last 13 weeks, at the bill
rate of each day, or that of its code, before overtime. billed_too_much: workweeks of unbilled_differences below zero, with what the
facilities are owed for them: it stays until later time takes it up, or a credit note. draft_invoices: with their totals. checks_to_reconcile: checks received that have no
reconciliation, reconciliations_to_confirm: those with a proposed one. overdue_invoices: their balances.
orders_nearly_used: orders that have not ended and of which purchase_order_usage says so, with what remains of them, below
0 where more is billed; without a day.
open_payroll_batches: those in draft, in review or approved, with their gross; only for payroll.
overpayments_to_arrange: workweeks of overpayments with something unarranged, and how much that is; only for payroll.
approvals_to_give: requests of approvals that wait and have not expired, by the day of the request; without money, since
some are about hours.
renewals_within_30_days: what renewals_due lists as 30 and expired; without money.
credentials_missing: what required_credentials lists that is not valid, by the first day of the assignment;
credentials_within_60_days: what credentials_due lists as 60, 30 and 7; without money.
pay_below_minimum_wage: the rates of pay_below_minimum_wage, by the day from which they are below; without money.

messages_to_decide: mails and calls of webhooks that failed, as outbox lists them, by the day on which they did.
messages_held_up: calls that wait behind one that failed, since it lets none about the same row pass, by the day on which
they were written.

There is a row for each scheduled job of job_health, with item job: job is one of lock-ended, accrue-interest, deliver, maintain. number is then 1 where
job_health says that it is not well, else 0; last_run_at tells of its last run, and last_run_status is as job_runs.status.

May be called with GET.

Pages: order=item,job.

Who: active staff, whatever their role.

Result: the rows, in the order of the work; open_payroll_batches and overpayments_to_arrange are left out for
whoever may not read payroll, credentials_missing and credentials_within_60_days where there is no kind of credential.

Errors: staff_only.$$;

revoke execute on function
    private.board, public.board
    from public, anon, authenticated, service_role;
grant execute on function private.board, public.board to authenticated, service_role;
