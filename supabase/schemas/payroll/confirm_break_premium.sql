-- The placement at which a break was missed, which says whether the state has premiums for it, and which.
create function private.place_of_break_premium(
    contractor public.contractors, work_date date, assignment_id uuid, decided public.break_premiums)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
    v_worked record;
begin
    if contractor.employment_type <> 'w2' then
        perform private.refuse(
            409, 'break_premium_not_of_employee',
            format('%s %s is not employed, and has no meal or rest premiums.', contractor.first_name, contractor.last_name),
            'Choose somebody who is paid as W-2.');
    end if;
    select assignment.id as assignment_id, facility.name as facility_name, facility.work_state, law.name as state,
           law.break_premium_source is not null as has_premiums
      into v_worked
      from public.assignments as assignment
      join public.time_entries as entry
        on entry.assignment_id = assignment.id
       and entry.work_date = place_of_break_premium.work_date
       and entry.is_payable
      join public.facilities as facility on facility.id = assignment.facility_id
      left join public.state_rules as law on law.state = facility.work_state
     where assignment.contractor_id = contractor.id
       and (place_of_break_premium.assignment_id is null or assignment.id = place_of_break_premium.assignment_id)
     group by assignment.id, facility.id, law.state
     order by has_premiums desc, assignment.id = decided.assignment_id desc nulls last, sum(entry.hours) desc, assignment.id
     limit 1;
    if not found then
        perform private.refuse(
            409, 'break_premium_without_time',
            format('%s %s has no approved time on %s%s.', contractor.first_name, contractor.last_name,
                   place_of_break_premium.work_date,
                   case when place_of_break_premium.assignment_id is not null then ' at that placement' else '' end),
            'Approve the time first, or choose another day or placement.');
    end if;
    if not v_worked.has_premiums then
        perform private.refuse(
            409, 'break_premium_not_of_state',
            case when v_worked.work_state is null
                 then format('The facility %s has no work state, and few states have meal and rest premiums.', v_worked.facility_name)
                 else format('%s, where %s is, has no meal and rest premiums.',
                             coalesce(v_worked.state, v_worked.work_state), v_worked.facility_name) end,
            case when v_worked.work_state is null then 'Enter the facility''s work state.'
                 else 'Choose a placement in a state that has them.' end);
    end if;
    if v_worked.assignment_id <> decided.assignment_id
        and exists (
            select from public.payroll_item_lines as line
              join public.payroll_items as item on item.id = line.payroll_item_id
              join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
             where line.break_premium_id = decided.id) then
        perform private.refuse(
            409, 'break_premium_was_paid',
            format('The %s premium of %s was paid for another placement, and stays with it.', decided.kind,
                   decided.work_date),
            'Leave it there. What is due for this placement, enter as a bonus that is not in the regular rate.');
    end if;
    return v_worked.assignment_id;
end;
$$;
comment on function private.place_of_break_premium is
$$The assignment that a premium for a missed break is of; raises 409 where there can be none.

assignment_id: the one that is asked for; null = as decided before, else that of most hours on the day in a state that has
such premiums. decided: what was decided before; null = nothing.$$;

-- The contractor is held: of two who decide about one day the second sees what the first did.
create function private.decide_break_premium(
    contractor_id uuid, work_date date, kind text, assignment_id uuid, reason text, is_due boolean)
returns public.break_premiums
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_contractor public.contractors;
    v_decided public.break_premiums;
    v_assignment_id uuid;
    v_due_at timestamptz;
    v_not_due_at timestamptz;
    v_premium public.break_premiums;
begin
    perform private.require_arguments(jsonb_build_object(
        'contractor_id', decide_break_premium.contractor_id, 'work_date', decide_break_premium.work_date,
        'kind', decide_break_premium.kind));
    perform private.require_finite_dates(jsonb_build_object('work_date', decide_break_premium.work_date));
    if decide_break_premium.kind not in ('meal', 'rest') then
        perform private.refuse(
            400, 'break_kind_unknown',
            format('There is no premium for a period of kind %L.', decide_break_premium.kind),
            'Say whether a meal or a rest period was missed.');
    end if;

    perform from public.contractors as contractor
      where contractor.id = decide_break_premium.contractor_id
        for no key update;
    v_contractor := private.require_contractor(decide_break_premium.contractor_id);
    select premium.* into v_decided
      from public.break_premiums as premium
     where premium.contractor_id = v_contractor.id
       and premium.work_date = decide_break_premium.work_date
       and premium.kind = decide_break_premium.kind;
    if v_decided.id is not null
        and (v_decided.confirmed_at is not null) = decide_break_premium.is_due
        and coalesce(decide_break_premium.assignment_id, v_decided.assignment_id) = v_decided.assignment_id then
        return v_decided;
    end if;
    if v_contractor.user_id = private.user_id() then
        perform private.refuse(
            403, 'own_break_premium_decided',
            format('The %s period of %s is the decider''s own.', decide_break_premium.kind, decide_break_premium.work_date),
            'Have somebody else with the role payroll decide.');
    end if;
    -- What was confirmed is taken back whatever became of the day since.
    v_assignment_id := case
        when v_decided.id is not null and not decide_break_premium.is_due then v_decided.assignment_id
        else private.place_of_break_premium(
                 v_contractor, decide_break_premium.work_date, decide_break_premium.assignment_id, v_decided) end;

    if decide_break_premium.is_due then
        v_due_at := (private.clock()).at;
    else
        v_not_due_at := (private.clock()).at;
    end if;
    insert into public.break_premiums as premium (
        contractor_id, work_date, kind, assignment_id, reason, confirmed_at, confirmed_by, dismissed_at, dismissed_by)
    values (
        v_contractor.id, decide_break_premium.work_date, decide_break_premium.kind, v_assignment_id,
        decide_break_premium.reason, v_due_at, case when v_due_at is not null then private.user_id() end,
        v_not_due_at, case when v_not_due_at is not null then private.user_id() end)
    on conflict on constraint one_break_premium_of_a_kind_a_workday do update
       set assignment_id = excluded.assignment_id, reason = excluded.reason,
           confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by,
           dismissed_at = excluded.dismissed_at, dismissed_by = excluded.dismissed_by
    returning premium.* into v_premium;
    return v_premium;
end;
$$;
comment on function private.decide_break_premium is
    'Confirms or dismisses a premium for a missed meal or rest period, in place of what was decided before.';

-- Security definer: decisions are written by procedures alone.
create function private.confirm_break_premium(
    contractor_id uuid, work_date date, kind text, assignment_id uuid, reason text)
returns public.break_premiums
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    if confirm_break_premium.reason is not null then
        perform private.require_reason(confirm_break_premium.reason);
    end if;
    return private.decide_break_premium(
        confirm_break_premium.contractor_id, confirm_break_premium.work_date, confirm_break_premium.kind,
        confirm_break_premium.assignment_id, confirm_break_premium.reason, true);
end;
$$;
comment on function private.confirm_break_premium is 'The logic of public.confirm_break_premium.';

create function public.confirm_break_premium(
    contractor_id uuid, work_date date, kind text, assignment_id uuid default null, reason text default null)
returns public.break_premiums language sql volatile set search_path = ''
as $$ select private.confirm_break_premium(contractor_id, work_date, kind, assignment_id, reason); $$;
comment on function public.confirm_break_premium is
$$Confirms that a meal or rest period was not provided, so that an hour at the week's regular rate is paid.

The next batch of the week pays it as wages; it is in no regular rate and counts no hours. Of a week that was paid already
it comes late, as a line of its own. A premium that was dismissed before is confirmed by it. At most one of each kind is due
for a workday (California Labor Code 226.7; docs/overtime.md).

Who: payroll.

Arguments:
contractor_id: who missed it; somebody who is paid as W-2.
work_date: the workday, on which there is approved time.
kind: one of meal, rest.
assignment_id: the placement at which it was missed; null = as decided before, else the one of most hours that day in a state
    that has such premiums.
reason: a remark, in a few words; null = none.

Result: the premium, confirmed. Again: the same, and nothing changes, unless another placement is named.

Errors: role_required, argument_missing, date_not_finite, reason_missing, text_not_one_line, text_too_long,
break_kind_unknown, contractor_not_found, own_break_premium_decided, break_premium_not_of_employee,
break_premium_without_time, break_premium_not_of_state, break_premium_was_paid.

Example: {"contractor_id": "$employee_id", "work_date": "2026-03-02", "kind": "rest", "reason": "No relief came."}$$;

revoke execute on function
    private.place_of_break_premium, private.decide_break_premium, private.confirm_break_premium,
    public.confirm_break_premium
    from public, anon, authenticated, service_role;
grant execute on function private.confirm_break_premium, public.confirm_break_premium to authenticated, service_role;
