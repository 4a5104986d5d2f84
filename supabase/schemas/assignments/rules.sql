-- A contractor may have two assignments at a facility on one day, such as some shifts as charge nurse, if people can tell
-- which of the two an hour is of: by the department, the cost center or the order that stand on the invoice. Hours are of
-- one assignment each, so each has one rate. Not a constraint: direct sessions of the owner load placements as they were.
-- Asked once the contractor is held.
create function private.refuse_overlap(placed public.assignments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_other public.assignments;
begin
    select other.*
      into v_other
      from public.assignments as other
     where other.contractor_id = (refuse_overlap.placed).contractor_id
       and other.facility_id = (refuse_overlap.placed).facility_id
       and other.id <> (refuse_overlap.placed).id
       and other.department is not distinct from (refuse_overlap.placed).department
       and other.cost_centre is not distinct from (refuse_overlap.placed).cost_centre
       and other.purchase_order_id is not distinct from (refuse_overlap.placed).purchase_order_id
       and other.start_date <= coalesce((refuse_overlap.placed).end_date, 'infinity')
       and coalesce(other.end_date, 'infinity') >= (refuse_overlap.placed).start_date
     order by other.start_date, other.id
     limit 1;
    if found then
        perform private.refuse(
            409, 'assignment_overlaps',
            format('The contractor has another assignment at the facility, from %s to %s (%s), and nothing tells the two apart.',
                   v_other.start_date, coalesce(v_other.end_date::text, 'further notice'), v_other.id),
            'Choose days outside of it, or give one of the two another department, cost center or order.');
    end if;
end;
$$;
comment on function private.refuse_overlap is
    'Raises when another assignment of the contractor at the same facility shares a day with this one, and has its department, cost center and order.';

-- The one rule for who comes by the API: by a procedure, an import or the secret key.
-- Security definer: the rule locks contractors and reads assignments, which the writer may not.
create function private.guard_new_assignments()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform
       from public.contractors as contractor
      where contractor.id in (select placed.contractor_id from written as placed)
      order by contractor.id
        for no key update;
    perform private.refuse_overlap(assignment)
       from written as placed
       join public.assignments as assignment on assignment.id = placed.id;
    return null;
end;
$$;
comment on function private.guard_new_assignments is
    'Trigger: a contractor''s assignments at a facility are told apart on each day, those of one statement too.';

create trigger new_assignments_are_told_apart
    after insert on public.assignments referencing new table as written
    for each statement when (current_setting('role') <> 'none')
    execute function private.guard_new_assignments();

-- An assignment's dates may not leave its time outside, nor its contractor or facility change once there is
-- time; nor may it grow onto another one of its contractor's at its facility.
-- Security definer: the rule locks contractors and reads time, which the writer may not.
create function private.guard_assignment_dates()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_outside record;
begin
    -- The same lock as in check_time_entry_days: nobody enters time meanwhile.
    perform
       from public.contractors as contractor
      where contractor.id in (old.contractor_id, new.contractor_id)
      order by contractor.id
        for no key update;

    select count(*) as entries, min(entry.work_date) as first_day, max(entry.work_date) as last_day
      into v_outside
      from public.time_entries as entry
     where entry.assignment_id = new.id
       and (entry.work_date < new.start_date or entry.work_date > new.end_date
            or (old.contractor_id, old.facility_id) <> (new.contractor_id, new.facility_id));
    if v_outside.entries > 0 then
        perform private.refuse(
            409, 'assignment_has_time_outside',
            format('%s of the assignment would lie outside of it, %s.',
                   private.counted(v_outside.entries, 'time entry', 'time entries'),
                   case when v_outside.first_day = v_outside.last_day then format('on %s', v_outside.first_day)
                        else format('from %s to %s', v_outside.first_day, v_outside.last_day) end),
            'Move or delete that time first, or choose other dates.');
    end if;

    -- Ending one of two that overlap must remain possible.
    if (old.department, old.cost_centre, old.purchase_order_id)
            is distinct from (new.department, new.cost_centre, new.purchase_order_id)
        or new.start_date < old.start_date
        or coalesce(new.end_date, 'infinity') > coalesce(old.end_date, 'infinity')
        or (old.contractor_id, old.facility_id) <> (new.contractor_id, new.facility_id) then
        perform private.refuse_overlap(new);
    end if;
    return new;
end;
$$;
comment on function private.guard_assignment_dates is
    'Trigger: an assignment keeps its time inside its dates, with the contractor and facility it was worked by and at, and does not grow onto another.';

create trigger assignments_keep_their_time_inside
    before update of start_date, end_date, contractor_id, facility_id, department, cost_centre, purchase_order_id
    on public.assignments
    for each row when (
        old.start_date is distinct from new.start_date or old.end_date is distinct from new.end_date
        or old.contractor_id is distinct from new.contractor_id
        or old.facility_id is distinct from new.facility_id
        or old.department is distinct from new.department or old.cost_centre is distinct from new.cost_centre
        or old.purchase_order_id is distinct from new.purchase_order_id)
    execute function private.guard_assignment_dates();

-- Adjustments and stipends that a payroll batch names explain what was paid: they stay.
-- Security definer: the rule reads payroll lines, which the writer may not see.
create function private.refuse_removal_of_what_was_paid()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.payroll_item_lines as line
                where old.id in (line.payroll_adjustment_id, line.assignment_stipend_id)) then
        perform private.refuse(
            409, 'in_payroll_batch',
            private.told_of_row(
                format('The %s is in a payroll batch and can no longer be deleted.', tg_argv[0]), to_jsonb(old)),
            tg_argv[1]);
    end if;
    return old;
end;
$$;
comment on function private.refuse_removal_of_what_was_paid is
    'Trigger, with what it is (stipend from {effective_from} on) and a hint as its arguments: refuses to delete what a payroll batch names.';

create trigger stipends_in_batches_are_kept
    before delete on public.assignment_stipends
    for each row execute function private.refuse_removal_of_what_was_paid(
        '{kind} stipend from {effective_from} on', 'Set its last day instead.');

-- The pay of past weeks follows the rule.
-- Security definer: the rule reads time, which the writer may not see.
create function private.guard_overtime_rule()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.time_entries as entry
                where entry.assignment_id = new.id and entry.is_payable) then
        perform private.refuse(
            409, 'overtime_rule_in_use',
            format('The assignment has approved time under the rule %s, and its pay depends on the rule.',
                   old.overtime_rule),
            'End the assignment, and make another one under the other rule.');
    end if;
    return new;
end;
$$;
comment on function private.guard_overtime_rule is
    'Trigger: an assignment with approved time keeps its overtime rule, whoever writes.';

create trigger overtime_rule_stays_once_time_is_approved
    before update on public.assignments
    for each row when (old.overtime_rule is distinct from new.overtime_rule)
    execute function private.guard_overtime_rule();

revoke execute on function
    private.refuse_overlap, private.guard_new_assignments, private.guard_assignment_dates, private.refuse_removal_of_what_was_paid,
    private.guard_overtime_rule
    from public, anon, authenticated, service_role;
