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
           and invoice.id = any (array(
               select line.invoice_id
                 from private.invoice_lines_of_rate_hit(hit) as line
                where line.invoice_status = 'draft'
                union
               select line.invoice_id
                 from public.guarantees as guarantee
                 join public.invoice_lines as line on line.guarantee_id = guarantee.id and line.released_at is null
                where guarantee.assignment_id = hit.assignment_id and line.week_start + 6 >= hit.effective_on))
         order by invoice.id
           for no key update);
$$;
comment on function private.hold_draft_invoices_of_rate_hit is
    'Locks the draft invoices with time, or guarantees, that a rate hit reaches, for no key update; gives their ids, sorted.';

-- A draft that people look at or have approved must not change under them.
create function private.hold_draft_batches_of_rate_hit(hit public.rate_hits)
returns uuid[]
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
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
           and batch.id = any (array(select private.open_batches_of_rate_hit(hit)))
         order by batch.id
           for no key update of batch
    loop
        if v_batch.status <> 'draft' then
            perform private.refuse(
                409, 'payroll_batch_under_review',
                format('The payroll batch of %s to %s is %s and pays time, or a guarantee, that the rate hit reaches.',
                       v_batch.period_start, v_batch.period_end, replace(v_batch.status, '_', ' ')),
                'Discard the batch and prepare it again after the hit, or apply the hit once the batch is closed.');
        end if;
        v_draft_ids := v_draft_ids || v_batch.id;
    end loop;
    return v_draft_ids;
exception when lock_not_available then -- one is being closed, or discarded
    perform private.refuse_while_paying();
end;
$$;
comment on function private.hold_draft_batches_of_rate_hit is
    'Locks the draft payroll batches that a rate hit touches, for no key update; gives their ids, sorted. Raises when it touches one in review or approved.';

-- At another rate another premium may be the highest: so they are written anew, once the lines of the hours have theirs.
create function private.reprice_differentials(hit public.rate_hits, invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    if not exists (select from public.premium_rules as rule where rule.bill_multiplier is not null) then
        return;
    end if;
    delete from public.invoice_lines as line
     using public.time_entries as entry
     where line.invoice_id = any (reprice_differentials.invoice_ids)
       and line.premium_rule_id is not null
       and entry.id = line.time_entry_id
       and entry.assignment_id = hit.assignment_id
       and entry.work_date >= hit.effective_on;
    with hour as materialized (
        select line.*, max(line.part) over (partition by line.time_entry_id) as parts
          from public.invoice_lines as line
          join public.time_entries as entry on entry.id = line.time_entry_id
         where line.invoice_id = any (reprice_differentials.invoice_ids)
           and line.hours is not null
           and line.rate > 0
           and entry.assignment_id = hit.assignment_id
           and entry.work_date >= hit.effective_on
    )
    insert into public.invoice_lines
           (invoice_id, time_entry_id, part, kind, description, work_date, quantity, rate, multiplier, amount,
            department, cost_centre, purchase_order_id, premium_rule_id)
    select hour.invoice_id, hour.time_entry_id,
           hour.parts + row_number() over (partition by hour.time_entry_id order by added.premium_rule_id),
           'differential', hour.description, hour.work_date, added.quantity, added.rate, 1,
           round(added.quantity * added.rate, 2), hour.department, hour.cost_centre, hour.purchase_order_id,
           added.premium_rule_id
      from (select array_agg(first.time_entry_id) as ids, array_agg(hit.assignment_id) as assignment_ids,
                   array_agg(first.rate) as rates
              from hour as first
             where first.part = 1) as asked
     cross join lateral private.differentials_of_time(asked.ids, asked.assignment_ids, asked.rates, false) as added
      join hour on hour.time_entry_id = added.time_entry_id and hour.part = 1;
end;
$$;
comment on function private.reprice_differentials is
$$Writes anew what premiums add, on drafts, to the time that a rate hit reaches.

hit: applied, in the rates and in the lines of the hours. invoice_ids: the drafts it touches, which the caller holds.$$;

-- The time that an applied rate hit reaches gets the bill rate of its day, and the drafts their totals.
create function private.reprice_draft_invoices(hit public.rate_hits, invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant public.invoices[] := array(
        select invoice
          from public.invoices as invoice
         where invoice.id = any (reprice_draft_invoices.invoice_ids));
begin
    update public.invoice_lines as line
       set rate = rate.bill_rate,
           amount = round(coalesce(line.hours, line.quantity) * rate.bill_rate * line.multiplier, 2)
      from private.bill_rates_of_time as rate
     where line.invoice_id = any (reprice_draft_invoices.invoice_ids)
       and line.premium_rule_id is null
       and rate.time_entry_id = line.time_entry_id
       and rate.assignment_id = hit.assignment_id
       and rate.work_date >= hit.effective_on;
    perform private.bill_guarantees(reprice_draft_invoices.invoice_ids);
    perform private.reprice_differentials(hit, reprice_draft_invoices.invoice_ids);

    perform private.audit_invoices('apply_rate_hit', v_before);
end;
$$;
comment on function private.reprice_draft_invoices is
$$Sets the lines of the time that a rate hit reaches to the bill rates of their days. Records each invoice whose
total changed.

hit: applied, in the rates. invoice_ids: the drafts it touches, which the caller holds.$$;

-- The draft batches that an applied rate hit touches pay at the new rates.
create function private.reprice_draft_batches(hit public.rate_hits, batch_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant public.payroll_batches[] := array(
        select batch
          from public.payroll_batches as batch
         where batch.id = any (reprice_draft_batches.batch_ids)
         order by batch.id);
begin
    perform private.rebuild_payroll_drafts_of(
        'apply_rate_hit', v_before,
        array(select assignment.contractor_id from public.assignments as assignment
               where assignment.id = hit.assignment_id));
end;
$$;
comment on function private.reprice_draft_batches is
$$Rebuilds what the draft batches that a rate hit touches pay its contractor, and discards those that pay nobody then.
Records each that changed.

hit: applied, in the rates. batch_ids: the drafts, which the caller holds.$$;

revoke execute on function
    private.hold_draft_invoices_of_rate_hit, private.hold_draft_batches_of_rate_hit,
    private.reprice_differentials, private.reprice_draft_invoices, private.reprice_draft_batches
    from public, anon, authenticated, service_role;
