-- The code of a time entry says whether it has hours or a quantity, whether the hours are worked, who may enter it, and by
-- which rates it is billed and paid. Regular time asks nothing here: the conditions stand in the triggers.

create function private.require_unit_of_code(code public.time_codes, hours numeric, quantity numeric, work_date date)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if code.unit = 'hour' and require_unit_of_code.quantity is not null then
        perform private.refuse(
            400, 'time_code_unit_not_right',
            format('%s is counted by the hour, and the entry of %s has a quantity.',
                   code.title, require_unit_of_code.work_date),
            'Give its hours, and no quantity.');
    elsif code.unit <> 'hour' and require_unit_of_code.hours > 0 then
        perform private.refuse(
            400, 'time_code_unit_not_right',
            format('%s is counted by the %s, and the entry of %s has hours.',
                   code.title, replace(code.unit, '_', ' '), require_unit_of_code.work_date),
            'Give its quantity, and no hours. Time worked is an entry of its own.');
    elsif code.unit <> 'hour' and (require_unit_of_code.quantity between 0.01 and 999999.99) is not true then
        perform private.refuse(
            400, 'quantity_out_of_range',
            format('%s is counted by the %s, and the entry of %s %s.', code.title,
                   replace(code.unit, '_', ' '), require_unit_of_code.work_date,
                   coalesce('cannot have ' || require_unit_of_code.quantity, 'has no quantity')),
            'Give a quantity of 0.01 to 999999.99. It is rounded to the hundredth.');
    end if;
end;
$$;
comment on function private.require_unit_of_code is
    'Raises 400 unless an entry has hours, or a quantity that there can be, as the unit of its code asks.';

-- The secret key and direct sessions of the owner may enter all.
create function private.require_writer_of_code(code public.time_codes, assignment_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if private.caller() <> 'authenticated'
        or (code.entered_by && '{billing,payroll,recruiting}' and private.has_role(variadic code.entered_by))
        or ('contractor' = any (code.entered_by)
            and require_writer_of_code.assignment_id = any (private.own_assignment_ids())) then
        return;
    end if;
    perform private.refuse(
        403, 'time_code_not_entered_by_role',
        case cardinality(code.entered_by)
            when 0 then format('Nobody enters time of %s any more.', code.title)
            else format('Time of %s is entered by %s.', code.title, array_to_string(code.entered_by, ', ')) end,
        'Choose another code, or have somebody enter it who may.');
end;
$$;
comment on function private.require_writer_of_code is
    'Raises 403 where the signed-in user has none of the roles that enter time of the code; a contractor has theirs on their own assignments.';

-- Security definer: contractors do not read codes.
create function private.guard_time_entry_code()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_code public.time_codes;
begin
    new.code := coalesce(new.code, 'regular');
    select code.* into v_code from public.time_codes as code where code.name = new.code;
    if not found then
        perform private.refuse(
            400, 'time_code_unknown',
            format('There is no code %L.', new.code),
            'Give one of the codes that the firm has, or leave it out: then the time is regular.');
    end if;
    if v_code.unit <> 'hour' then
        new.hours := coalesce(new.hours, 0);
    end if;
    new.is_worked := v_code.is_worked;
    -- Time that is no draft is moved, corrected and set aside by others than those who enter it.
    if tg_op = 'INSERT' or old.status = 'draft' then
        perform private.require_writer_of_code(v_code, new.assignment_id);
    end if;
    perform private.require_unit_of_code(v_code, new.hours, new.quantity, new.work_date);
    if not v_code.is_worked
        and num_nonnulls(new.shift_id, new.shift_contractor_id, new.started_at, new.ended_at, new.break_minutes) > 0 then
        perform private.refuse(
            409, 'time_entry_without_times',
            format('%s is not worked, so the time entry of %s has no times.', v_code.title, new.work_date),
            'Give its hours or its quantity alone.');
    end if;
    return new;
end;
$$;
comment on function private.guard_time_entry_code is
    'Trigger: an entry is as its code asks, and whoever enters it may. Writes whether its hours are worked.';

-- By their names these come before those that look at the values of an entry.
create trigger time_entries_are_as_their_code_asks
    before insert on public.time_entries
    for each row when (
        new.code is distinct from 'regular' or new.quantity is not null or new.is_worked is distinct from true)
    execute function private.guard_time_entry_code();

create trigger time_entries_change_as_their_code_asks
    before update on public.time_entries
    for each row when (
        old.code is distinct from new.code
        or old.is_worked is distinct from new.is_worked
        or old.quantity is distinct from new.quantity
        or (new.code <> 'regular'
            and (old.assignment_id is distinct from new.assignment_id
                 or old.work_date is distinct from new.work_date
                 or old.hours is distinct from new.hours
                 or old.started_at is distinct from new.started_at)))
    execute function private.guard_time_entry_code();

-- Asked once the contractor is held, so that no rate goes meanwhile.
create function private.check_code_rates(time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_bad record;
begin
    select coded.code, coded.work_date, coded.bill_rate, coded.pay_rate
      into v_bad
      from private.rates_of_coded_time as coded
     where coded.time_entry_id = any (check_code_rates.time_entry_ids)
       and num_nulls(coded.bill_rate, coded.pay_rate) > 0
     order by coded.work_date
     limit 1;
    if found then
        perform private.refuse(
            409, 'code_without_rate',
            format('The assignment has no rate %s for %s on %s.',
                   case when v_bad.bill_rate is not null then 'to pay'
                        when v_bad.pay_rate is not null then 'to bill'
                        else 'to bill and pay' end,
                   v_bad.code, v_bad.work_date),
            'Have billing or payroll enter a rate of the code, at the assignment or at its facility, that is in force on '
            'that day.');
    end if;
end;
$$;
comment on function private.check_code_rates is
    'Raises 409 where one of the time entries is of a code that nothing bills or pays on its day.';

revoke execute on function
    private.require_unit_of_code, private.require_writer_of_code, private.guard_time_entry_code, private.check_code_rates
    from public, anon, authenticated, service_role;
