-- Unused leave as money, where the plan says so: an adjustment of pay, which is approved as others are.

-- As private.leave_rates_of_weeks pays an hour that is taken: on the day, at the assignment that the person is on, or on the
-- last day of that which they were on last.
create function private.pay_of_leave_hour(contractor_id uuid, leave_plan_id uuid, day date)
returns numeric
language sql
stable
set search_path = ''
as $$
    select private.rate_of_leave(
               coalesce(own.pay_rate, by_code.rate), own.pay_rate is not null, earned.rate,
               case when plan.state is not null then wage.amount end)
      from public.leave_plans as plan
      join public.time_codes as code on code.name = plan.code
     cross join lateral (
           select assignment.id, assignment.facility_id, least(pay_of_leave_hour.day, assignment.end_date) as day
             from public.assignments as assignment
            where assignment.contractor_id = pay_of_leave_hour.contractor_id
              and assignment.start_date <= pay_of_leave_hour.day
            order by least(pay_of_leave_hour.day, assignment.end_date) desc, assignment.start_date desc, assignment.id
            limit 1) as last
      left join lateral (
           select rate.pay_rate
             from public.assignment_rates as rate
            where rate.assignment_id = last.id and rate.effective_from <= last.day
            order by rate.effective_from desc
            limit 1) as hour on true
     cross join lateral (
           select round(hour.pay_rate * code.pay_multiplier, 2) + code.pay_amount) as by_code (rate)
     cross join lateral (
           select coalesce(
               (select rate.pay_rate
                  from public.assignment_code_rates as rate
                 where rate.assignment_id = last.id and rate.code = code.name and rate.effective_from <= last.day
                 order by rate.effective_from desc
                 limit 1),
               (select rate.pay_rate
                  from public.facility_code_rates as rate
                 where rate.facility_id = last.facility_id and rate.code = code.name
                   and rate.effective_from <= last.day
                 order by rate.effective_from desc
                 limit 1))) as own (pay_rate)
      left join private.leave_terms_in_use as terms
        on terms.leave_plan_id = plan.id and last.day between terms.effective_from and terms.effective_to
     cross join lateral private.earned_before_leave(
                    array[pay_of_leave_hour.contractor_id], array[last.day], array[terms.pay_basis],
                    array[terms.average_days]) as earned
      left join lateral private.minimum_wage_on(last.facility_id, last.day) as wage on true
     where plan.id = pay_of_leave_hour.leave_plan_id
       and coalesce(own.pay_rate, by_code.rate) is not null;
$$;
comment on function private.pay_of_leave_hour is
    'Money that an hour of a plan''s leave pays a contractor on a day, to four decimals; null where its code has no rate then.';

-- Security definer: the ledger is written by procedures alone.
create function private.pay_out_leave(
    contractor_id uuid, leave_plan_id uuid, day date, reason text, request_id uuid)
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
    v_rate numeric;
    v_adjustment_id uuid;
    v_row public.leave_ledger;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object(
        'contractor_id', pay_out_leave.contractor_id, 'leave_plan_id', pay_out_leave.leave_plan_id,
        'day', pay_out_leave.day));
    perform private.require_finite_dates(jsonb_build_object('day', pay_out_leave.day));
    perform private.require_plausible_days(jsonb_build_object('day', pay_out_leave.day));
    perform private.require_reason(pay_out_leave.reason);
    v_repeated_id := private.row_of_request(
        pay_out_leave.request_id, 'pay_out_leave',
        jsonb_build_object('contractor_id', pay_out_leave.contractor_id, 'leave_plan_id', pay_out_leave.leave_plan_id,
                           'day', pay_out_leave.day, 'reason', pay_out_leave.reason),
        v_id);
    if v_repeated_id is not null then
        select booked.* into v_row from public.leave_ledger as booked where booked.id = v_repeated_id;
        return v_row;
    end if;

    v_plan := private.require_leave_plan(pay_out_leave.leave_plan_id);
    if not v_plan.paid_out then
        perform private.refuse(
            409, 'leave_not_paid_out',
            format('Leave by %s is not paid out.', v_plan.name),
            'Have an admin say that the plan is paid out, if it is.');
    end if;
    v_contractor := private.hold_contractor_of_leave(pay_out_leave.contractor_id);
    v_available := private.leave_available(v_contractor.id, v_plan.id);
    v_rate := private.pay_of_leave_hour(v_contractor.id, v_plan.id, pay_out_leave.day);
    if v_rate is null then
        perform private.refuse(
            409, 'code_without_rate',
            format('%s %s has no assignment with a rate to pay %s on or before %s.', v_contractor.first_name,
                   v_contractor.last_name, v_plan.code, pay_out_leave.day),
            'Choose a later day, or have payroll enter a rate of the code.');
    elsif round(v_available * v_rate, 2) <= 0 then
        perform private.refuse(
            409, 'leave_not_enough',
            format('%s %s has no leave by %s that could be paid out.', v_contractor.first_name,
                   v_contractor.last_name, v_plan.name),
            'Choose another plan or person.');
    end if;
    -- Pay for leave that was not taken is in no regular rate (29 CFR 778.219).
    insert into public.payroll_adjustments (contractor_id, payable_on, kind, amount, in_regular_rate, reason)
    values (v_contractor.id, pay_out_leave.day, 'bonus', round(v_available * v_rate, 2), false, pay_out_leave.reason)
    returning id into v_adjustment_id;
    insert into public.leave_ledger (
        id, contractor_id, leave_plan_id, day, kind, hours, payroll_adjustment_id, reason)
    values (v_id, v_contractor.id, v_plan.id, pay_out_leave.day, 'paid_out', -v_available, v_adjustment_id,
            pay_out_leave.reason)
    returning * into v_row;
    return v_row;
end;
$$;
comment on function private.pay_out_leave is 'The logic of public.pay_out_leave.';

create function public.pay_out_leave(
    contractor_id uuid, leave_plan_id uuid, day date, reason text, request_id uuid default null)
returns public.leave_ledger language sql volatile set search_path = ''
as $$ select private.pay_out_leave(contractor_id, leave_plan_id, day, reason, request_id); $$;
comment on function public.pay_out_leave is
$$Pays out all leave of an employee by a plan: as a bonus that is in no regular rate, and is approved as other adjustments are.

An hour pays what it would if it were taken on the day (leave_plan_terms.pay_basis), at the assignment that the person is on;
after the last one, on its last day. What waits for approval is not paid out. If the adjustment is deleted before it is
paid, the hours are there again.

Who: payroll.

Arguments:
contractor_id: whose leave.
leave_plan_id: the plan, in use, whose leave is paid out (leave_plans.paid_out).
day: the day on which it is payable.
reason: why, in a few words; it stands on the pay.
request_id: an id of the caller's for this call; null names none. With it a call may be made again.

Result: the row of the ledger, with payroll_adjustment_id. Again with the same request_id: the same, and nothing more is written.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, reason_missing, text_not_one_line, text_too_long,
request_id_reused, leave_plan_not_found, leave_plan_not_in_use, leave_not_paid_out, contractor_not_found,
leave_of_employees_only, code_without_rate, leave_not_enough, time_entry_in_progress.

Example: {"contractor_id": "$leave_contractor_id", "leave_plan_id": "$paid_out_leave_plan_id", "day": "2026-03-06",
  "reason": "Last day was 4 March."}$$;

-- Security definer: the ledger is written by procedures alone, and whoever removes the adjustment may not read it.
create function private.give_back_leave_paid_out()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into public.leave_ledger (contractor_id, leave_plan_id, day, kind, hours, reason)
    select booked.contractor_id, booked.leave_plan_id, booked.day, 'paid_out', -booked.hours, 'The payment was removed.'
      from public.leave_ledger as booked
     where booked.payroll_adjustment_id = old.id;
    return old;
end;
$$;
comment on function private.give_back_leave_paid_out is
    'Trigger: leave is there again when the adjustment that was to pay it out is removed.';

-- By its name it comes after the one that keeps what was paid.
create trigger removed_payments_give_leave_back
    before delete on public.payroll_adjustments
    for each row execute function private.give_back_leave_paid_out();

revoke execute on function
    private.pay_of_leave_hour, private.pay_out_leave, private.give_back_leave_paid_out, public.pay_out_leave
    from public, anon, authenticated, service_role;
grant execute on function private.pay_out_leave, public.pay_out_leave to authenticated, service_role;
