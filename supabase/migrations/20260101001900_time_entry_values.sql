-- An assignment, day or hours that no time entry can have is refused here in words, before a constraint
-- refuses it in its own. The condition stands in the trigger: entries that are as they should be, and those
-- that lock-ended locks, pass without a function call.
--
-- Security definer: whoever writes the row need not be allowed to call private.refuse.
create function private.refuse_time_entry_values()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if new.assignment_id is null or new.work_date is null or new.hours is null then
        perform private.refuse(
            400, 'time_entry_incomplete',
            'A time entry has an assignment, a day and hours; one of them is null.',
            'Send assignment_id, work_date and hours.');
    elsif not isfinite(new.work_date) then
        perform private.refuse(
            400, 'work_date_not_finite',
            format('A time entry is of a calendar day, not of %s.', new.work_date),
            'Send the day as YYYY-MM-DD.');
    else
        perform private.refuse(
            400, 'hours_out_of_range',
            format('A time entry does not have %s hours, as that of %s would.', new.hours, new.work_date),
            'Send 0.01 to 24 hours; they are rounded to the hundredth.');
    end if;
    return null;
end;
$$;
comment on function private.refuse_time_entry_values() is
    'Trigger: refuses the row, saying which of its values no time entry can have.';
revoke execute on function private.refuse_time_entry_values() from public, anon, authenticated, service_role;

create trigger time_entries_hold_possible_values
    before insert or update of assignment_id, work_date, hours on public.time_entries
    for each row when ((new.assignment_id is not null and isfinite(new.work_date)
                        and new.hours > 0 and new.hours <= 24) is not true)
    execute function private.refuse_time_entry_values();
