-- Locks the payroll batch that a procedure is about.
create function private.hold_payroll_batch(payroll_batch_id uuid)
returns public.payroll_batches
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
declare
    v_batch public.payroll_batches;
begin
    begin
        select batch.*
          into v_batch
          from public.payroll_batches as batch
         where batch.id = hold_payroll_batch.payroll_batch_id
           for update;
    exception when lock_not_available then
        perform private.refuse_while_paying();
    end;
    if not found then
        perform private.refuse(
            404, 'payroll_batch_not_found',
            format('There is no payroll batch %s.', hold_payroll_batch.payroll_batch_id),
            'Look it up in the list of payroll batches.');
    end if;
    return v_batch;
end;
$$;
comment on function private.hold_payroll_batch is
    'Locks a payroll batch for update and returns it; raises 404 when it does not exist, 409 when the wait is long.';

create function private.hold_payroll_period(payroll_period_id uuid)
returns public.payroll_periods
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
declare
    v_period public.payroll_periods;
begin
    begin
        select period.*
          into v_period
          from public.payroll_periods as period
         where period.id = hold_payroll_period.payroll_period_id
           for update;
    exception when lock_not_available then
        perform private.refuse_while_paying();
    end;
    if not found then
        perform private.refuse(
            404, 'payroll_period_not_found',
            format('There is no payroll period %s.', hold_payroll_period.payroll_period_id),
            'Look it up in the list of payroll periods.');
    end if;
    return v_period;
end;
$$;
comment on function private.hold_payroll_period is
    'Locks a payroll period for update and returns it; raises 404 when it does not exist, 409 when the wait is long.';

create function private.hold_open_payroll_batch(payroll_period_id uuid)
returns public.payroll_batches
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
declare
    v_batch public.payroll_batches;
begin
    select batch.*
      into v_batch
      from public.payroll_batches as batch
     where batch.payroll_period_id = hold_open_payroll_batch.payroll_period_id
       and batch.status in ('draft', 'in_review', 'approved')
       and batch.kind = 'regular'
       for update;
    return v_batch;
exception when lock_not_available then
    perform private.refuse_while_paying();
end;
$$;
comment on function private.hold_open_payroll_batch is
    'Locks the regular batch of a period that is neither closed nor discarded for update and returns it, null when there is none; raises 409 when the wait is long.';

create function private.hold_open_batches_of(contractor_ids uuid[])
returns setof public.payroll_batches
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    return query
    select batch.*
      from public.payroll_batches as batch
     where batch.status in ('draft', 'in_review', 'approved')
       and exists (select from public.payroll_items as item
                    where item.payroll_batch_id = batch.id
                      and item.contractor_id = any (hold_open_batches_of.contractor_ids))
     order by batch.id
       for update of batch;
exception when lock_not_available then
    perform private.refuse_while_paying();
end;
$$;
comment on function private.hold_open_batches_of is
    'Locks the batches that pay some contractors and are neither closed nor discarded for update and returns them; raises 409 when the wait is long.';

revoke execute on function
    private.hold_open_batches_of, private.hold_payroll_batch, private.hold_payroll_period, private.hold_open_payroll_batch
    from public, anon, authenticated, service_role;
