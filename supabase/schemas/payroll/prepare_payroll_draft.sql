-- Prepares the pay that a period owes its contractors, as a draft that people look at.
-- Security definer: batches are written by procedures alone.
create function private.prepare_payroll_draft(payroll_period_id uuid)
returns public.payroll_batches
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_period public.payroll_periods;
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_period_id', prepare_payroll_draft.payroll_period_id));

    perform private.hold_rates();
    v_period := private.hold_payroll_period(prepare_payroll_draft.payroll_period_id);
    if v_period.status = 'closed' then
        perform private.refuse(
            409, 'payroll_period_closed',
            format('The payroll period of %s to %s is closed.', v_period.period_start, v_period.period_end),
            'Prepare the next period. It also pays what came late.');
    end if;
    v_before := private.hold_open_payroll_batch(v_period.id);
    if v_before.status <> 'draft' then
        perform private.refuse_payroll_batch(v_before);
    end if;

    v_batch := v_before;
    if v_batch.id is null then
        insert into public.payroll_batches (payroll_period_id, prepared_at, prepared_by)
        values (v_period.id, (private.clock()).at, private.user_id())
        returning * into v_batch;
    end if;
    perform private.rebuild_payroll_draft(v_batch.id);
    return private.finish_payroll_draft('prepare_payroll_draft', v_before, v_batch.id);
exception when numeric_value_out_of_range then
    perform private.refuse(
        409, 'pay_too_large',
        'The pay of a contractor would reach 10,000,000,000.00, or their hours 100,000.',
        'Correct the pay rates, the stipends or the adjustments.');
end;
$$;
comment on function private.prepare_payroll_draft is 'The logic of public.prepare_payroll_draft.';

create function public.prepare_payroll_draft(payroll_period_id uuid)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.prepare_payroll_draft(payroll_period_id); $$;
comment on function public.prepare_payroll_draft is
$$Makes a draft payroll batch over all that is due up to the end of a period to the contractors of its pay group.

Each contractor's workweeks at today's hours and rates, with stipends and approved adjustments, less what closed
batches have paid of them: whatever came late or changed since is paid, or taken back, as the difference of the whole
week. After a closed batch of the period it is a further one, with what came late. A week that an open batch of another
period pays waits until that is closed or discarded.

Who: payroll.

Arguments:
payroll_period_id: the period, open.

Result: the draft. Again: the same draft, built anew; where nothing is left to pay in it, as when its people moved to
another group, it is discarded, and status says so.

Errors: role_required, argument_missing, payroll_period_not_found, payroll_period_closed, payroll_batch_under_review,
nothing_to_pay, pay_too_large, payroll_in_progress, rates_held.

Example: {"payroll_period_id": "$payroll_period_id"}$$;

revoke execute on function
    private.prepare_payroll_draft, public.prepare_payroll_draft
    from public, anon, authenticated, service_role;
grant execute on function
    private.prepare_payroll_draft, public.prepare_payroll_draft
    to authenticated, service_role;
