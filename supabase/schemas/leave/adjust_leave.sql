-- Leave by hand: what an agreement gives, or a mistake took.

create function private.require_leave_plan(leave_plan_id uuid)
returns public.leave_plans
language plpgsql
stable
set search_path = ''
as $$
declare
    v_plan public.leave_plans;
begin
    select plan.* into v_plan from public.leave_plans as plan where plan.id = require_leave_plan.leave_plan_id;
    if not found then
        perform private.refuse(
            404, 'leave_plan_not_found',
            format('There is no leave plan %s.', require_leave_plan.leave_plan_id),
            'Look it up among the leave plans.');
    elsif v_plan.in_use_from is null then
        perform private.refuse(
            409, 'leave_plan_not_in_use',
            format('%s is not in use.', v_plan.name),
            'Have an admin say from which day it is used.');
    end if;
    return v_plan;
end;
$$;
comment on function private.require_leave_plan is 'Gives the leave plan; raises where there is none, or it is not in use.';

-- Held until the transaction ends, so that nobody takes at once what is taken away here.
create function private.hold_contractor_of_leave(contractor_id uuid)
returns public.contractors
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
declare
    v_contractor public.contractors;
begin
    perform private.require_contractor(hold_contractor_of_leave.contractor_id);
    begin
        select contractor.* into v_contractor
          from public.contractors as contractor
         where contractor.id = hold_contractor_of_leave.contractor_id
           for no key update;
    exception when lock_not_available then
        perform private.refuse_while_time_is_held();
    end;
    if v_contractor.employment_type <> 'w2' then
        perform private.refuse(
            409, 'leave_of_employees_only',
            format('%s %s is no employee, and has no leave.', v_contractor.first_name, v_contractor.last_name),
            'Choose somebody whose employment is W-2.');
    end if;
    return v_contractor;
end;
$$;
comment on function private.hold_contractor_of_leave is
    'Locks an employee for no key update; raises where there is no such contractor, or they are none.';

create function private.leave_available(contractor_id uuid, leave_plan_id uuid)
returns numeric
language sql
stable
set search_path = ''
as $$
    select coalesce((
               select sum(booked.hours)
                 from public.leave_ledger as booked
                where booked.contractor_id = leave_available.contractor_id
                  and booked.leave_plan_id = leave_available.leave_plan_id), 0)
           - coalesce((
               select sum(leave.hours)
                 from private.leave_of_time as leave
                where leave.contractor_id = leave_available.contractor_id
                  and leave.leave_plan_id = leave_available.leave_plan_id
                  and not leave.is_payable), 0);
$$;
comment on function private.leave_available is 'The balance of a contractor''s leave by a plan, less what waits for approval.';

-- Security definer: the ledger is written by procedures alone.
create function private.adjust_leave(
    contractor_id uuid, leave_plan_id uuid, day date, hours numeric, reason text, request_id uuid)
returns public.leave_ledger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_id constant uuid := private.id_by_time();
    v_contractor public.contractors;
    v_plan public.leave_plans;
    v_repeated_id uuid;
    v_available numeric;
    v_row public.leave_ledger;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object(
        'contractor_id', adjust_leave.contractor_id, 'leave_plan_id', adjust_leave.leave_plan_id,
        'day', adjust_leave.day, 'hours', adjust_leave.hours));
    perform private.require_finite_dates(jsonb_build_object('day', adjust_leave.day));
    perform private.require_plausible_days(jsonb_build_object('day', adjust_leave.day));
    -- NaN is greater than every number.
    if (abs(adjust_leave.hours) between 0.0001 and 9999 and adjust_leave.hours = round(adjust_leave.hours, 4)) is not true then
        perform private.refuse(
            400, 'leave_hours_out_of_range',
            format('Leave is not adjusted by %s hours.', adjust_leave.hours),
            'Give hours above or below zero, at most 9999, with at most four decimals.');
    end if;
    perform private.require_reason(adjust_leave.reason);
    v_repeated_id := private.row_of_request(
        adjust_leave.request_id, 'adjust_leave',
        jsonb_build_object('contractor_id', adjust_leave.contractor_id, 'leave_plan_id', adjust_leave.leave_plan_id,
                           'day', adjust_leave.day, 'hours', adjust_leave.hours, 'reason', adjust_leave.reason),
        v_id);
    if v_repeated_id is not null then
        select booked.* into v_row from public.leave_ledger as booked where booked.id = v_repeated_id;
        return v_row;
    end if;

    v_plan := private.require_leave_plan(adjust_leave.leave_plan_id);
    v_contractor := private.hold_contractor_of_leave(adjust_leave.contractor_id);
    v_available := private.leave_available(v_contractor.id, v_plan.id);
    if adjust_leave.hours < 0 and v_available + adjust_leave.hours < 0 and not v_plan.may_go_below_zero then
        perform private.refuse(
            409, 'leave_not_enough',
            format('Of leave by %s, %s %s has no more than %s hours that nobody asks for.', v_plan.name,
                   v_contractor.first_name, v_contractor.last_name,
                   greatest(floor(v_available * 100) / 100, 0)),
            'Correct the hours.');
    end if;
    insert into public.leave_ledger (id, contractor_id, leave_plan_id, day, kind, hours, reason)
    values (v_id, v_contractor.id, v_plan.id, adjust_leave.day, 'adjusted', adjust_leave.hours, adjust_leave.reason)
    returning * into v_row;
    return v_row;
end;
$$;
comment on function private.adjust_leave is 'The logic of public.adjust_leave.';

create function public.adjust_leave(
    contractor_id uuid, leave_plan_id uuid, day date, hours numeric, reason text, request_id uuid default null)
returns public.leave_ledger language sql volatile set search_path = ''
as $$ select private.adjust_leave(contractor_id, leave_plan_id, day, hours, reason, request_id); $$;
comment on function public.adjust_leave is
$$Gives an employee hours of leave, or takes some, by hand.

The hours count on the day, for its calendar year. No cap holds for them. What waits for approval is not taken.

Who: payroll.

Arguments:
contractor_id: whose leave.
leave_plan_id: the plan, in use.
day: the day on which the hours count.
hours: above zero to give, below it to take.
reason: why, in a few words.
request_id: an id of the caller's for this call; null names none. With it a call may be made again.

Result: the row of the ledger. Again with the same request_id: the same, and nothing more is written.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, leave_hours_out_of_range, reason_missing,
text_not_one_line, text_too_long, request_id_reused, leave_plan_not_found, leave_plan_not_in_use, contractor_not_found,
leave_of_employees_only, leave_not_enough, time_entry_in_progress.

Example: {"contractor_id": "$leave_contractor_id", "leave_plan_id": "$leave_plan_id", "day": "2026-03-02", "hours": 4,
  "reason": "Agreed at hiring."}$$;

revoke execute on function
    private.require_leave_plan, private.hold_contractor_of_leave, private.leave_available, private.adjust_leave,
    public.adjust_leave
    from public, anon, authenticated, service_role;
grant execute on function private.adjust_leave, public.adjust_leave to authenticated, service_role;
