-- The drafts that a rate hit touches, held against being sent or advanced meanwhile: the invoices if it
-- changes the bill rate, the payroll batches if it changes the pay rate.

create function private.hold_draft_invoices_of_rate_hit(hit public.rate_hits)
returns uuid[]
language sql
volatile
set search_path = ''
as $$
    select array(
        select invoice.id
          from public.invoices as invoice
         where hit.bill_rate_change <> 0
           and invoice.status = 'draft'
           and invoice.id in (
               select line.invoice_id
                 from public.time_entries as entry
                 join public.invoice_lines as line on line.time_entry_id = entry.id
                where entry.assignment_id = hit.assignment_id and entry.work_date >= hit.effective_on)
         order by invoice.id
           for no key update);
$$;
comment on function private.hold_draft_invoices_of_rate_hit(public.rate_hits) is
    'The draft invoices with time that a rate hit reaches, by id; locked.';
revoke execute on function private.hold_draft_invoices_of_rate_hit(public.rate_hits)
    from public, anon, authenticated, service_role;

-- Pay of a workweek depends on all of its time (premium, regular rate): a batch is touched that pays the
-- contractor for a workweek with time that the hit reaches. What people look at or have approved must not
-- change under them.
create function private.hold_draft_batches_of_rate_hit(hit public.rate_hits)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_batch record;
    v_draft_ids uuid[] := '{}';
begin
    if hit.pay_rate_change = 0 then
        return v_draft_ids;
    end if;
    for v_batch in
        select batch.id, batch.status, period.period_start, period.period_end
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.status in ('draft', 'in_review', 'approved')
           and batch.id in (
               select item.payroll_batch_id
                 from public.assignments as assignment
                 join public.payroll_items as item on item.contractor_id = assignment.contractor_id
                 join public.payroll_item_lines as line on line.payroll_item_id = item.id
                where assignment.id = hit.assignment_id
                  and line.week_start in (
                      select private.workweek_start(entry.work_date)
                        from public.time_entries as entry
                       where entry.assignment_id = hit.assignment_id
                         and entry.work_date >= hit.effective_on
                         and entry.approved_at is not null))
         order by batch.id
           for no key update of batch
    loop
        if v_batch.status <> 'draft' then
            perform private.refuse(
                409, 'payroll_batch_under_review',
                format('The payroll batch of %s to %s is %s and pays time that the rate hit reaches.',
                       v_batch.period_start, v_batch.period_end, replace(v_batch.status, '_', ' ')),
                'Discard the batch and prepare it anew after the hit, or apply the hit once the batch is closed.');
        end if;
        v_draft_ids := v_draft_ids || v_batch.id;
    end loop;
    return v_draft_ids;
end;
$$;
comment on function private.hold_draft_batches_of_rate_hit(public.rate_hits) is
    'The draft payroll batches that a rate hit touches, by id; locked. Raises when it touches one in review or approved.';
revoke execute on function private.hold_draft_batches_of_rate_hit(public.rate_hits)
    from public, anon, authenticated, service_role;
