-- Approved time that is corrected or set aside takes the drafts along that bill and pay it. Nobody makes, fills or sends
-- one meanwhile: whoever bills waits for billing's lock, whoever prepares payroll for the rates.

-- The first locks of whoever changes approved time.
create function private.hold_time_and_drafts()
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    perform private.hold_billing();
    perform private.change_rates();
    perform private.hold_time();
end;
$$;
comment on function private.hold_time_and_drafts is
    'Locks billing, the rates and time exclusively, in this order: nobody bills, prepares payroll or changes time until the transaction ends. Raises 409 when a wait is long.';

-- Other time of the week on a draft may come to another class, or to another difference.
create function private.hold_draft_invoices_of_time(time_entry_ids uuid[])
returns uuid[]
language plpgsql
volatile
set search_path = ''
set lock_timeout = '1s' -- who changes time holds that of all others meanwhile
as $$
declare
    v_invoice_ids constant uuid[] := array(
        with week as (
            select distinct assignment.contractor_id, private.workweek_start(entry.work_date) as start
              from public.time_entries as entry
              join public.assignments as assignment on assignment.id = entry.assignment_id
             where entry.id = any (hold_draft_invoices_of_time.time_entry_ids)
               and exists (
                   select from public.invoice_lines as line
                    where line.time_entry_id = entry.id and line.released_at is null
                   offset 0) -- see private.classified_time
        ), line as (
            select line.invoice_id
              from week
              join public.assignments as assignment on assignment.contractor_id = week.contractor_id
              join public.time_entries as entry
                on entry.assignment_id = assignment.id and entry.work_date between week.start and week.start + 6
             cross join lateral (
                   select line.invoice_id
                     from public.invoice_lines as line
                    where line.time_entry_id = entry.id
                   offset 0) as line
             union
            select line.invoice_id
              from week
              join public.invoice_lines as line
                on line.contractor_id = week.contractor_id and line.week_start = week.start
        )
        select invoice.id
          from line
          join public.invoices as invoice on invoice.id = line.invoice_id
         where invoice.status = 'draft');
begin
    perform
       from public.invoices as invoice
      where invoice.id = any (v_invoice_ids)
      order by invoice.id
        for update;
    -- One that was sent meanwhile is no draft any more.
    return array(
        select invoice.id
          from public.invoices as invoice
         where invoice.id = any (v_invoice_ids) and invoice.status = 'draft'
         order by invoice.id);
exception when lock_not_available then
    perform private.refuse_while_billing();
end;
$$;
comment on function private.hold_draft_invoices_of_time is
    'Locks the draft invoices that bill the workweeks of time entries, where one of those is on an invoice, for update; gives their ids, sorted.';

-- A draft that people look at or have approved must not change under them. Pay of a workweek depends on all of its time.
create function private.hold_draft_batches_of_time(time_entry_ids uuid[])
returns uuid[]
language plpgsql
volatile
set search_path = ''
set lock_timeout = '1s' -- see above
as $$
declare
    v_batch record;
    v_draft_ids uuid[] := '{}';
begin
    for v_batch in
        select batch.id, batch.status, period.period_start, period.period_end
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.status in ('draft', 'in_review', 'approved')
           and batch.id = any (array(
               select item.payroll_batch_id
                 from public.time_entries as entry
                 join public.assignments as assignment on assignment.id = entry.assignment_id
                 join public.payroll_items as item on item.contractor_id = assignment.contractor_id
                 join public.payroll_item_lines as line
                   on line.payroll_item_id = item.id and line.week_start = private.workweek_start(entry.work_date)
                where entry.id = any (hold_draft_batches_of_time.time_entry_ids)))
         order by batch.id
           for no key update of batch
    loop
        if v_batch.status <> 'draft' then
            perform private.refuse(
                409, 'payroll_batch_under_review',
                format('The payroll batch of %s to %s is %s and pays a week of the time.',
                       v_batch.period_start, v_batch.period_end, replace(v_batch.status, '_', ' ')),
                'Discard the batch and prepare it again afterwards, or come back once the batch is closed. The next '
                'one then pays the difference.');
        end if;
        v_draft_ids := v_draft_ids || v_batch.id;
    end loop;
    return v_draft_ids;
exception when lock_not_available then -- one is being closed, or discarded
    perform private.refuse_while_paying();
end;
$$;
comment on function private.hold_draft_batches_of_time is
    'Locks the draft payroll batches that pay the workweeks of time entries, for no key update; gives their ids, sorted. Raises when one is in review or approved.';

create function private.rebuild_drafts_of_time(
    procedure text, time_entry_ids uuid[], invoice_ids uuid[], payroll_batch_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_contractor_ids constant uuid[] := array(
        select distinct assignment.contractor_id
          from public.time_entries as entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
         where entry.id = any (rebuild_drafts_of_time.time_entry_ids));
    v_before constant public.payroll_batches[] := array(
        select batch
          from public.payroll_batches as batch
         where batch.id = any (rebuild_drafts_of_time.payroll_batch_ids)
         order by batch.id);
begin
    perform private.bill_draft(rebuild_drafts_of_time.procedure, invoice.id, to_jsonb(invoice))
       from public.invoices as invoice
      where invoice.id = any (rebuild_drafts_of_time.invoice_ids)
      order by invoice.id;

    begin
        perform private.rebuild_payroll_drafts_of(rebuild_drafts_of_time.procedure, v_before, v_contractor_ids);
    exception when numeric_value_out_of_range then
        perform private.refuse(
            409, 'pay_too_large',
            'The pay of a contractor would reach 10,000,000,000.00, or their hours 100,000.',
            'Correct the pay rates, the stipends or the adjustments.');
    end;
end;
$$;
comment on function private.rebuild_drafts_of_time is
$$Brings the drafts up to date that bill and pay time entries which a procedure has changed, as its caller holds them.
Records each invoice that changed, and each batch whose total did. A batch that pays nobody then is discarded.$$;

revoke execute on function
    private.hold_time_and_drafts, private.hold_draft_invoices_of_time, private.hold_draft_batches_of_time,
    private.rebuild_drafts_of_time
    from public, anon, authenticated, service_role;
