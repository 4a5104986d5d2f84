-- The person paid does not approve it. Nor does the person who entered it, if the firm asks for a second approver.
create function private.check_approver_of_adjustment(adjustment public.payroll_adjustments)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if exists (select from public.contractors as contractor
                where contractor.id = adjustment.contractor_id and contractor.user_id = adjustment.approved_by) then
        perform private.refuse(
            403, 'own_adjustment_approved',
            format('The %s of %s, payable on %s, is the approver''s own pay.',
                   adjustment.kind, adjustment.amount, adjustment.payable_on),
            'Have somebody else with the role payroll approve it.');
    end if;
    if adjustment.approved_by = adjustment.entered_by
        and (private.asks_two_people()
             or (select settings.require_second_approver from public.organization_settings as settings)) then
        perform private.refuse(
            403, 'second_approver_required',
            format('The %s of %s, payable on %s, was entered or last changed by the person who approves it.',
                   adjustment.kind, adjustment.amount, adjustment.payable_on),
            'Have somebody else with the role payroll approve it. The firm asks for a second person.');
    end if;
end;
$$;
comment on function private.check_approver_of_adjustment is
    'Raises 403 when a payroll adjustment is approved by who gets it, or by who entered it and may not.';

-- A bonus that was promised is in the regular rate (29 CFR 778.208 to 778.210), a discretionary one is not (778.211):
-- so a bonus is in it unless it is said otherwise, and why.
create function private.check_regular_rate_of_adjustment(adjustment public.payroll_adjustments)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if adjustment.kind = 'bonus' and not adjustment.in_regular_rate and coalesce(adjustment.reason, '') !~ '\S' then
        perform private.refuse(
            400, 'bonus_left_out_without_reason',
            format('The bonus of %s, payable on %s, is left out of the regular rate, and no reason is given.',
                   adjustment.amount, adjustment.payable_on),
            'Count the bonus in the regular rate, so that overtime is paid on it too, or give the reason to leave '
            'it out (29 CFR 778.208 to 778.211).');
    end if;
end;
$$;
comment on function private.check_regular_rate_of_adjustment is
    'Raises 400 when a bonus is left out of the regular rate without a reason.';

-- Of several states the one that asks for more decides. A state that is not known may be one that does.
create function private.flat_sum_divisor_of_days(contractor_id uuid, from_day date, to_day date)
returns text
language sql
stable
set search_path = ''
as $$
    select case when bool_and(coalesce(law.flat_sum_divisor, 'regular_hours') = 'all_hours') then 'all_hours'
                else 'regular_hours' end
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
      left join public.state_rules as law on law.state = facility.work_state
     where assignment.contractor_id = flat_sum_divisor_of_days.contractor_id
       and assignment.start_date <= flat_sum_divisor_of_days.to_day
       and coalesce(assignment.end_date, 'infinity') >= flat_sum_divisor_of_days.from_day;
$$;
comment on function private.flat_sum_divisor_of_days is
    'The hours that a flat sum which was earned over days is divided by, by the states in which the contractor is placed then: one of state_rules.flat_sum_divisor.';

-- An approval holds for what was approved, and names who gave it and when. It is kept while a batch pays it.
-- Security definer: whoever approves need not be allowed to ask who they are.
create function private.guard_adjustment_approval()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_is_entered constant boolean := tg_op = 'INSERT'
        or (old.contractor_id, old.payable_on, old.kind, old.amount, old.in_regular_rate, old.reason,
            old.is_flat_sum, old.earned_from, old.earned_to, old.flat_sum_divisor)
           is distinct from
           (new.contractor_id, new.payable_on, new.kind, new.amount, new.in_regular_rate, new.reason,
            new.is_flat_sum, new.earned_from, new.earned_to, new.flat_sum_divisor);
begin
    new.in_regular_rate := coalesce(new.in_regular_rate, new.kind = 'bonus');
    if v_is_entered then
        perform private.check_regular_rate_of_adjustment(new);
        new.entered_by := coalesce(private.user_id(), new.entered_by);
    else
        new.entered_by := old.entered_by;
    end if;

    -- As the states ask when it is entered and when it is approved, unless a program says it.
    if not new.is_flat_sum then
        new.flat_sum_divisor := null;
    elsif (tg_op = 'INSERT' and new.flat_sum_divisor is null)
        or (tg_op = 'UPDATE' and new.flat_sum_divisor is not distinct from old.flat_sum_divisor
            and (v_is_entered or (old.approved_at is null and new.approved_at is not null))) then
        new.flat_sum_divisor := private.flat_sum_divisor_of_days(
            new.contractor_id,
            coalesce(new.earned_from, private.workweek_start(new.payable_on)),
            coalesce(new.earned_to, private.workweek_start(new.payable_on) + 6));
    end if;

    if tg_op = 'UPDATE' and new.approved_at is not distinct from old.approved_at then
        if v_is_entered then
            new.approved_at := null;
        end if;
    elsif new.approved_at is not null and private.user_id() is not null then
        new.approved_at := (private.clock()).at;
        new.approved_by := private.user_id();
    end if;
    if new.approved_at is null then
        new.approved_by := null;
    elsif tg_op = 'INSERT' or old.approved_at is distinct from new.approved_at
        or old.approved_by is distinct from new.approved_by then
        perform private.check_approver_of_adjustment(new);
    end if;
    if tg_op = 'UPDATE' and new.approved_at is distinct from old.approved_at then
        perform private.take_back_approval();
        -- Waits for whoever writes a line for the adjustment directly.
        perform from public.payroll_adjustments as adjustment where adjustment.id = old.id for update;
        if exists (select from public.payroll_item_lines as line
                    where line.payroll_adjustment_id = old.id and line.released_at is null) then
            perform private.refuse(
                409, 'payroll_adjustment_on_live_batch',
                format('The %s of %s, payable on %s, is in a payroll batch.', old.kind, old.amount, old.payable_on),
                'Discard the batch, then correct the adjustment. Once it was paid, another adjustment corrects it.');
        end if;
    end if;
    return new;
end;
$$;
comment on function private.guard_adjustment_approval is
    'Trigger: an approved payroll adjustment names who approved it; changing it takes the approval away, which is refused while a batch pays it. A flat sum says what it is divided by.';

create trigger adjustment_approval_is_for_what_was_approved
    before insert or update on public.payroll_adjustments
    for each row execute function private.guard_adjustment_approval();

-- A change of kind clears whether it is in the regular rate, unless the same statement says it. By their
-- names these come before the trigger above, which fills what is unsaid.
create function private.unsay_regular_rate()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
    new.in_regular_rate := case when tg_argv[0] = 'said again' then old.in_regular_rate end;
    return new;
end;
$$;
comment on function private.unsay_regular_rate is
    'Trigger: of an adjustment of another kind the regular rate is unsaid, or, where it is said again, as it was.';

create trigger a_new_kind_unsays_the_regular_rate
    before update of kind on public.payroll_adjustments
    for each row when (old.kind <> new.kind and old.in_regular_rate = new.in_regular_rate)
    execute function private.unsay_regular_rate();

create trigger a_regular_rate_said_again_stays
    before update of in_regular_rate on public.payroll_adjustments
    for each row when (new.in_regular_rate is null)
    execute function private.unsay_regular_rate('said again');

-- Each week between them is marked.
create trigger bonuses_are_earned_from_plausible_days_on
    before insert or update of earned_from on public.payroll_adjustments
    for each row when (isfinite(new.earned_from) and not private.is_plausible_day(new.earned_from))
    execute function private.refuse_day('earned_from');

create trigger bonuses_are_earned_up_to_plausible_days
    before insert or update of earned_to on public.payroll_adjustments
    for each row when (isfinite(new.earned_to) and not private.is_plausible_day(new.earned_to))
    execute function private.refuse_day('earned_to');

create trigger payroll_adjustments_in_batches_are_kept
    before delete on public.payroll_adjustments
    for each row execute function private.refuse_removal_of_what_was_paid(
        '{kind} of {amount}, payable on {payable_on},',
        'Discard the batch if it is open, and take the approval away. Once it was paid, another adjustment corrects it.');

revoke execute on function
    private.check_approver_of_adjustment, private.check_regular_rate_of_adjustment, private.flat_sum_divisor_of_days,
    private.guard_adjustment_approval, private.unsay_regular_rate
    from public, anon, authenticated, service_role;
