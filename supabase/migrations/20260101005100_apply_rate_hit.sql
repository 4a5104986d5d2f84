-- A change of rates takes effect: from its day on, in every later rate, and in the drafts that bill or pay
-- the time it reaches.
-- Security definer: rates, invoices and payroll are written by procedures alone.
create function private.apply_rate_hit(rate_hit_id uuid, allow_retroactive boolean)
returns public.rate_hits
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_hit public.rate_hits;
    v_applied public.rate_hits;
    v_invoice_ids uuid[];
    v_batch_ids uuid[];
begin
    perform private.require_role('billing', 'payroll');
    perform private.require_arguments(jsonb_build_object('rate_hit_id', apply_rate_hit.rate_hit_id));

    perform private.change_rates();
    select * into v_hit from public.rate_hits as hit where hit.id = apply_rate_hit.rate_hit_id for update;
    if not found then
        perform private.refuse(
            404, 'rate_hit_not_found',
            format('There is no rate hit %s.', apply_rate_hit.rate_hit_id),
            'Look up the id in rate_hits.');
    elsif v_hit.status = 'applied' then
        return v_hit;
    elsif v_hit.status = 'cancelled' then
        perform private.refuse(
            409, 'rate_hit_cancelled',
            format('The rate hit of %s was cancelled.', v_hit.effective_on),
            'Enter another rate hit if the rates are to change after all.');
    end if;

    -- Nobody enters time of the contractor meanwhile.
    perform
       from public.contractors as contractor
       join public.assignments as assignment on assignment.contractor_id = contractor.id
      where assignment.id = v_hit.assignment_id
        for no key update of contractor;
    perform private.check_rate_hit(v_hit);
    v_invoice_ids := private.hold_draft_invoices_of_rate_hit(v_hit);
    v_batch_ids := private.hold_draft_batches_of_rate_hit(v_hit);
    if apply_rate_hit.allow_retroactive is not true then
        perform private.check_rate_hit_reach(v_hit);
    end if;

    begin
        -- The rate in force on the day begins anew on it; then all from the day on move.
        insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate, rate_hit_id)
        select rate.assignment_id, v_hit.effective_on, rate.bill_rate, rate.pay_rate, v_hit.id
          from private.rates_of_days as rate
         where rate.assignment_id = v_hit.assignment_id
           and v_hit.effective_on between rate.effective_from and rate.effective_to
            on conflict (assignment_id, effective_from) do update set rate_hit_id = excluded.rate_hit_id;

        update public.assignment_rates as rate
           set bill_rate = rate.bill_rate + v_hit.bill_rate_change,
               pay_rate = rate.pay_rate + v_hit.pay_rate_change
         where rate.assignment_id = v_hit.assignment_id and rate.effective_from >= v_hit.effective_on;

        -- Batches pay the difference of a closed week for hits that are applied.
        update public.rate_hits as hit
           set status = 'applied', applied_by = private.user_id()
         where hit.id = v_hit.id
        returning * into v_applied;

        perform private.reprice_draft_invoices(v_hit, v_invoice_ids);
        perform private.reprice_draft_batches(v_batch_ids);
    exception when numeric_value_out_of_range then
        perform private.refuse(
            409, 'rate_too_large',
            format('With a change of %s and %s, a rate or an amount on a draft would be too large.',
                   v_hit.bill_rate_change, v_hit.pay_rate_change),
            'Correct the changes of the rate hit: they are money per hour.');
    end;

    perform private.audit('apply_rate_hit', 'rate_hits', v_hit.id, to_jsonb(v_hit), to_jsonb(v_applied));
    return v_applied;
end;
$$;
comment on function private.apply_rate_hit(uuid, boolean) is 'The logic of public.apply_rate_hit.';

create function public.apply_rate_hit(rate_hit_id uuid, allow_retroactive boolean default false)
returns public.rate_hits
language sql
volatile
set search_path = ''
as $$ select private.apply_rate_hit(apply_rate_hit.rate_hit_id, apply_rate_hit.allow_retroactive); $$;
comment on function public.apply_rate_hit(uuid, boolean) is
$$Writes the dated rate that a rate hit asks for.

The rate in force on the hit's day changes from that day on, and every later rate moves by the same change; a
second hit on a day adds to the first. Draft invoices and draft payroll batches with time that it reaches are
brought up to date. What is on sent invoices and in closed batches keeps its amounts: payroll pays the
difference in the next batch, and no invoice bills it.

Who: billing, payroll.

Arguments:
rate_hit_id: the rate hit, pending.
allow_retroactive: whether the day may reach time that is already on a sent invoice or in a closed batch.

Result: the rate hit, applied. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, rate_hit_not_found, rate_hit_cancelled, rate_hit_before_first_rate,
rate_not_positive, rate_too_large, payroll_batch_under_review, rate_hit_reaches_billed_or_paid_time.

Example: {"rate_hit_id": "$rate_hit_id"}$$;

-- The spec's path segment for the same procedure.
create function public.applyratehit(rate_hit_id uuid, allow_retroactive boolean default false)
returns public.rate_hits
language sql
volatile
set search_path = ''
as $$ select private.apply_rate_hit(applyratehit.rate_hit_id, applyratehit.allow_retroactive); $$;
comment on function public.applyratehit(uuid, boolean) is 'apply_rate_hit under its path segment.';

revoke execute on function
    private.apply_rate_hit(uuid, boolean), public.apply_rate_hit(uuid, boolean), public.applyratehit(uuid, boolean)
    from public, anon, authenticated, service_role;
grant execute on function
    private.apply_rate_hit(uuid, boolean), public.apply_rate_hit(uuid, boolean), public.applyratehit(uuid, boolean)
    to authenticated, service_role;
