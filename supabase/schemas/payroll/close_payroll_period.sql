-- A period is done when everybody is paid for it.
create function private.check_payroll_period_is_finished(period public.payroll_periods)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_open_batches bigint;
    v_due bigint;
    v_due_elsewhere bigint;
    v_unapproved bigint;
    v_drafts constant bigint := (
        select count(*)
          from public.time_entries as entry
          join public.assignments as assignment on assignment.id = entry.assignment_id
          join public.contractors as contractor
            on contractor.id = assignment.contractor_id and contractor.pay_group_id = period.pay_group_id
         where entry.work_date between period.period_start and period.period_end
           and entry.status = 'draft' and entry.set_aside_at is null);
    v_obstacles bigint;
begin
    select count(*),
           count(*) filter (where obstacle.kind = 'open_batch'),
           count(*) filter (where obstacle.kind = 'due_week'),
           count(*) filter (where obstacle.kind = 'due_week' and obstacle.payroll_batch_id is not null),
           count(*) filter (where obstacle.kind = 'unapproved_time')
      into v_obstacles, v_open_batches, v_due, v_due_elsewhere, v_unapproved
      from private.obstacles_of_period(period) as obstacle;
    if v_obstacles > 0 then
        perform private.refuse(
            409, 'payroll_period_not_finished',
            format('The payroll period of %s to %s is not finished: %s, %s due up to its end%s, '
                   '%s submitted, pending approval or locked without one. Drafts, which it does not wait for: %s.',
                   period.period_start, period.period_end,
                   private.counted(v_open_batches, 'open batch', 'open batches'),
                   private.counted(v_due, 'workweek', 'workweeks'),
                   case when v_due_elsewhere > 0
                        then format(', %s of them in an open batch of another period', v_due_elsewhere) else '' end,
                   private.counted(v_unapproved, 'time entry', 'time entries'),
                   v_drafts),
            'Close or discard the batch, of another period too, prepare another for what is due, and approve what waits or send it back. '
            'Put locked time to pending approval, or set it aside.');
    end if;
end;
$$;
comment on function private.check_payroll_period_is_finished is
    'Raises 409, and counts, what is still open, due or unapproved of a period.';

-- Security definer: periods are closed by the procedure alone.
create function private.close_payroll_period(payroll_period_id uuid)
returns public.payroll_periods
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_before public.payroll_periods;
    v_period public.payroll_periods;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_period_id', close_payroll_period.payroll_period_id));

    v_before := private.hold_payroll_period(close_payroll_period.payroll_period_id);
    if v_before.status = 'closed' then
        return v_before;
    end if;
    perform private.check_payroll_period_is_finished(v_before);
    perform private.forget_paid_weeks(array_agg(week.contractor_id), array_agg(week.week_start))
       from private.marked_weeks(v_before.period_end) as week
       join public.contractors as contractor
         on contractor.id = week.contractor_id and contractor.pay_group_id = v_before.pay_group_id;

    update public.payroll_periods as period
       set status = 'closed', closed_by = private.user_id()
     where period.id = v_before.id
    returning * into v_period;
    return v_period;
end;
$$;
comment on function private.close_payroll_period is 'The logic of public.close_payroll_period.';

create function public.close_payroll_period(payroll_period_id uuid)
returns public.payroll_periods language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.close_payroll_period(payroll_period_id); $$;
comment on function public.close_payroll_period is
$$Closes a payroll period in which everybody is paid.

It is refused, with a count of each, while there are open batches, workweeks up to its end that come to something else
than closed batches paid of them (in an open batch of another period too; by time, rates, stipends or adjustments), or time in it that is submitted, pending
approval or locked without an approval, unless it was set aside. A batch of a later period pays time of its weeks that
comes late. Drafts of time are counted in the words of the refusal, but do not keep a period open.

Who: payroll.

Arguments:
payroll_period_id: the period.

Result: the period, closed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, payroll_period_not_found, payroll_period_not_finished, payroll_in_progress.

Example: {"payroll_period_id": "$empty_period_id"}$$;

revoke execute on function
    private.check_payroll_period_is_finished, private.close_payroll_period, public.close_payroll_period
    from public, anon, authenticated, service_role;
grant execute on function private.close_payroll_period, public.close_payroll_period to authenticated, service_role;
