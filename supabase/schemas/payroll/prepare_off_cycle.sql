-- Pay of some people on a day of its own: who leaves, who was forgotten.
-- Security definer: batches are written by procedures alone.
create function private.prepare_off_cycle(payroll_period_id uuid, contractor_ids uuid[], pay_date date, reason text)
returns public.payroll_batches
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_ids constant uuid[] := array(
        select distinct given.id from unnest(prepare_off_cycle.contractor_ids) as given (id) order by given.id);
    v_period public.payroll_periods;
    v_open public.payroll_batches;
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
    v_drafts public.payroll_batches[] := '{}';
    v_draft_ids uuid[];
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object(
        'payroll_period_id', prepare_off_cycle.payroll_period_id,
        'contractor_ids', case when cardinality(v_ids) > 0 and array_position(v_ids, null) is null then 'given' end,
        'pay_date', prepare_off_cycle.pay_date));
    perform private.require_finite_dates(jsonb_build_object('pay_date', prepare_off_cycle.pay_date));
    perform private.require_plausible_days(jsonb_build_object('pay_date', prepare_off_cycle.pay_date));
    perform private.require_reason(prepare_off_cycle.reason);
    perform private.require_contractor(given.id)
       from unnest(v_ids) as given (id)
      where not exists (select from public.contractors as contractor where contractor.id = given.id)
      limit 1;

    perform private.hold_rates();
    v_period := private.hold_payroll_period(prepare_off_cycle.payroll_period_id);
    if prepare_off_cycle.pay_date < v_period.period_start then
        perform private.refuse(
            400, 'pay_date_before_period',
            format('The pay date %s is before the period, which begins on %s.', prepare_off_cycle.pay_date,
                   v_period.period_start),
            'Give a later pay date, or choose the period of the work.');
    end if;
    for v_open in select * from private.hold_open_batches_of(v_ids) loop
        if v_open.status <> 'draft' then
            perform private.refuse_payroll_batch(v_open);
        elsif (v_open.payroll_period_id, v_open.kind, v_open.pay_date, v_open.reason, v_open.contractor_ids)
            = (v_period.id, 'off_cycle', prepare_off_cycle.pay_date, prepare_off_cycle.reason, v_ids) then
            v_before := v_open;
        else
            v_drafts := v_drafts || v_open;
        end if;
    end loop;
    v_draft_ids := array(select draft.id from unnest(v_drafts) as draft);

    v_batch := v_before;
    if v_batch.id is null then
        insert into public.payroll_batches (
            payroll_period_id, prepared_at, prepared_by, kind, pay_date, reason, contractor_ids)
        values (v_period.id, (private.clock()).at, private.user_id(), 'off_cycle', prepare_off_cycle.pay_date,
                prepare_off_cycle.reason, v_ids)
        returning * into v_batch;
    end if;
    perform private.hold_approvals();
    -- Whoever prepared a batch meanwhile was not seen above, and nobody does from here on.
    if exists (
        select from public.payroll_batches as batch
          join public.payroll_items as item on item.payroll_batch_id = batch.id
         where batch.status in ('draft', 'in_review', 'approved')
           and item.contractor_id = any (v_ids)
           and batch.id <> all (v_draft_ids || v_batch.id)) then
        perform private.refuse_while_paying();
    end if;
    delete from public.payroll_items as item
     where item.payroll_batch_id = any (v_draft_ids) and item.contractor_id = any (v_ids);
    perform private.rebuild_payroll_draft(v_batch.id);
    -- What is due to them of later weeks stays with the draft of those.
    perform private.rebuild_payroll_drafts_of('prepare_off_cycle', v_drafts, v_ids);
    return private.finish_payroll_draft('prepare_off_cycle', v_before, v_batch.id);
exception when numeric_value_out_of_range then
    perform private.refuse(
        409, 'pay_too_large',
        'The pay of a contractor would reach 10,000,000,000.00, or their hours 100,000.',
        'Correct the pay rates, the stipends or the adjustments.');
end;
$$;
comment on function private.prepare_off_cycle is 'The logic of public.prepare_off_cycle.';

create function public.prepare_off_cycle(payroll_period_id uuid, contractor_ids uuid[], pay_date date, reason text)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.prepare_off_cycle(payroll_period_id, contractor_ids, pay_date, reason); $$;
comment on function public.prepare_off_cycle is
$$Makes a draft batch of what is due to some people by now and up to the end of a period, paid on a day of its own.

It pays what is approved by now, up to the week of each one's latest approved time, or of what is payable by today: of a
week that is not over, the next batch pays the difference, and adjustments of weeks ahead wait. The people are taken out
of open drafts, and a draft that then pays nobody is discarded; where a batch in review or approved has one of them, it is refused. They may be of any pay group, and the
period may be closed. The batch is reviewed, approved, closed, handed over or discarded as others are. Once it is
discarded, the next batch of their group pays them. state_rules.pay_deadline says until when a state's law wants pay.

Who: payroll.

Arguments:
payroll_period_id: the period whose workweeks, and those before, are paid.
contractor_ids: the people.
pay_date: the day on which they are paid, no earlier than the first of the period.
reason: why, in a few words.

Result: the draft. Again with the same people, day and reason, while it is a draft: the same draft, built anew, and
discarded where nothing is left to pay in it.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, reason_missing, text_not_one_line, text_too_long,
contractor_not_found, payroll_period_not_found, pay_date_before_period, payroll_batch_under_review, nothing_to_pay,
pay_too_large, payroll_in_progress, rates_held.

Example: {"payroll_period_id": "$payroll_period_id", "contractor_ids": ["$contractor_id"], "pay_date": "2031-03-12", "reason": "Her last day."}$$;

revoke execute on function private.prepare_off_cycle, public.prepare_off_cycle
    from public, anon, authenticated, service_role;
grant execute on function private.prepare_off_cycle, public.prepare_off_cycle to authenticated, service_role;
