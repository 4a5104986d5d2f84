-- Approved time that no invoice of those days bills: what it comes to today.

-- Unbilled time is priced all at once: planning what classifies some weeks takes longer than weeks with little in them.
create function private.price_of_unbilled_time(first_day date, last_day date)
returns table (
    time_entry_id uuid, assignment_id uuid, kind text, amount numeric, code text, work_date date, hours numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_any_week constant date := private.workweek_start(date '2000-01-01');
begin
    return query
    with unbilled as materialized (
        select listed.time_entry_id, listed.assignment_id, assignment.contractor_id, listed.work_date, listed.hours,
               calendar.week_start
          from private.unbilled_entries as listed
          join public.assignments as assignment on assignment.id = listed.assignment_id
         cross join lateral (
               select listed.work_date - ((listed.work_date - v_any_week) % 7 + 7) % 7) as calendar (week_start)
         where listed.work_date <= price_of_unbilled_time.last_day
           and (price_of_unbilled_time.first_day is null
                or listed.work_date >= price_of_unbilled_time.first_day - 7) -- hours in a row cross a week's start
    ), weeks as (
        select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as starts,
               array(select unbilled.time_entry_id from unbilled) as entry_ids
          from (select distinct unbilled.contractor_id, unbilled.week_start
                  from unbilled
                 where price_of_unbilled_time.first_day is null
                    or unbilled.week_start >= price_of_unbilled_time.first_day) as week
    )
    select unbilled.time_entry_id, unbilled.assignment_id, priced.kind, priced.amount, priced.code,
           unbilled.work_date, case when priced.part = 1 then unbilled.hours end
      from weeks
     cross join lateral private.priced_time(weeks.contractor_ids, weeks.starts, weeks.entry_ids) as priced
      join unbilled on unbilled.time_entry_id = priced.time_entry_id
     where cardinality(weeks.starts) > 0;
end;
$$;
comment on function private.price_of_unbilled_time is
$$Amount at today's rates of approved time of some days that is on no live invoice, by class and code.

first_day: the first day of a workweek, as whole weeks are classified; null = from the beginning. hours: worked, of each
entry once.$$;

-- A guarantee counts on the last day of its week. With few exceptions its invoice is that of the week.
create function private.accrued_guarantees(on_day date)
returns table (amount numeric, facility_id uuid, contractor_id uuid, invoice_id uuid, week_start date)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
    v_timezone constant text := private.operating_timezone();
begin
    return query
    with promised as (
        select line.guarantee_id, line.week_start, line.amount, invoice.facility_id, line.contractor_id,
               invoice.id as invoice_id
          from public.invoices as invoice
          join public.invoice_lines as line on line.invoice_id = invoice.id and line.kind = 'guarantee'
         where (invoice.issue_date is null or invoice.issue_date > accrued_guarantees.on_day)
           and line.released_at is null
           and line.week_start + 6 <= accrued_guarantees.on_day
         union all
        select due.guarantee_id, due.week_start, due.amount, due.facility_id, due.contractor_id, null
          from private.guarantees_to_bill(array(
                   select distinct row(assignment.facility_id, assignment.group_key, date '2000-01-01',
                                       accrued_guarantees.on_day)::private.period_to_bill
                     from public.guarantees as guarantee
                     join private.grouped_assignments as assignment on assignment.id = guarantee.assignment_id
                    where guarantee.bill_hours is not null)) as due
         where not exists (
               select from public.invoice_lines as line
                where line.guarantee_id = due.guarantee_id
                  and line.week_start = due.week_start
                  and line.released_at is null)
    )
    select promised.amount, promised.facility_id, promised.contractor_id, promised.invoice_id, promised.week_start
      from promised
     where not exists ( -- see private.accrued_work
           select from public.invoice_lines as line
             join public.invoices as invoice on invoice.id = line.invoice_id
            where line.guarantee_id = promised.guarantee_id
              and line.week_start = promised.week_start
              and line.released_at is not null
              and invoice.issue_date <= accrued_guarantees.on_day
              and invoice.sent_at is not null
              and (invoice.voided_at is null
                   or (invoice.voided_at at time zone v_timezone)::date > accrued_guarantees.on_day)
              and not exists (
                  select from public.credit_note_lines as credited
                    join public.credit_notes as note on note.id = credited.credit_note_id
                   where credited.invoice_line_id = line.id
                     and note.reinstates
                     and note.counts_on <= accrued_guarantees.on_day));
end;
$$;
comment on function private.accrued_guarantees is
    'Guarantees of weeks up to a day that no invoice issued by then bills: on later invoices and drafts by their lines, else at today''s rates.';

create function private.accrued_work(on_day date)
returns table (
    invoice_id uuid, facility_id uuid, contractor_id uuid, day date, kind text, code text, amount numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
set random_page_cost = 1.1 -- the lines of a month's later invoices by their index, those of years in one pass
as $$
declare
    v_timezone constant text := private.operating_timezone();
begin
    return query
    with worked as (
        select line.time_entry_id, entry.assignment_id, line.kind, line.amount, line.code, line.work_date,
               invoice.id as invoice_id
          from public.invoices as invoice
          join public.invoice_lines as line on line.invoice_id = invoice.id
          join public.time_entries as entry on entry.id = line.time_entry_id
         where (invoice.issue_date is null or invoice.issue_date > accrued_work.on_day)
           and line.released_at is null
           and line.work_date <= accrued_work.on_day
         union all
        select priced.time_entry_id, priced.assignment_id, priced.kind, priced.amount, priced.code, priced.work_date,
               null
          from private.price_of_unbilled_time(null, accrued_work.on_day) as priced
    )
    select worked.invoice_id, assignment.facility_id, assignment.contractor_id, worked.work_date, worked.kind,
           worked.code, worked.amount
      from worked
      join public.assignments as assignment on assignment.id = worked.assignment_id
     where not exists ( -- an invoice billed it on the day, whatever became of that since; few lines are released
           select from public.invoice_lines as line
             join public.invoices as invoice on invoice.id = line.invoice_id
            where line.time_entry_id = worked.time_entry_id
              and line.released_at is not null
              and invoice.issue_date <= accrued_work.on_day
              and invoice.sent_at is not null
              and (invoice.voided_at is null
                   or (invoice.voided_at at time zone v_timezone)::date > accrued_work.on_day)
              and not exists (
                  select from public.credit_note_lines as credited
                    join public.credit_notes as note on note.id = credited.credit_note_id
                   where credited.invoice_line_id = line.id
                     and note.reinstates
                     and note.counts_on <= accrued_work.on_day)
           offset 0) -- looked up entry by entry, whatever the statistics say
     union all
    select promised.invoice_id, promised.facility_id, promised.contractor_id, promised.week_start + 6, 'guarantee', null,
           promised.amount
      from private.accrued_guarantees(accrued_work.on_day) as promised;
end;
$$;
comment on function private.accrued_work is
$$Approved time, and guarantees, up to a day that no invoice issued by then bills: on later invoices and drafts by their
lines, else at today's rates.

invoice_id: that later invoice or draft; null where there is none.$$;

create function private.accrued_revenue(on_day date)
returns table (account text, amount numeric, facility_id uuid, contractor_id uuid)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_has_accounts constant boolean := exists (select from private.accounts_of_codes()); -- folded into the plan
begin
    return query
    select coalesce(account.revenue_account,
                    case when worked.kind in ('code', 'guarantee') then 'revenue_codes'
                         when worked.kind = 'differential' then 'revenue_differentials'
                         else 'revenue_' || worked.kind end),
           sum(worked.amount), worked.facility_id, worked.contractor_id
      from private.accrued_work(accrued_revenue.on_day) as worked
      left join private.accounts_of_codes() as account
        on v_has_accounts
       and worked.kind <> 'differential'
       and account.code = worked.code
       and accrued_revenue.on_day > account.after
       and accrued_revenue.on_day <= account.through
     group by 1, worked.facility_id, worked.contractor_id;
end;
$$;
comment on function private.accrued_revenue is 'Sums of private.accrued_work, by the account of its revenue.';

revoke execute on function
    private.price_of_unbilled_time, private.accrued_guarantees, private.accrued_work, private.accrued_revenue
    from public, anon, authenticated, service_role;
