-- Time that is not going to be paid: time that is set aside, and time that is deleted.

-- Setting aside, and taking back, are changes of their own. The approval falls with it, which the guard writes.
create function private.check_setting_aside(before public.time_entries, after public.time_entries)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    if to_jsonb(before) - array['set_aside_at', 'set_aside_by', 'set_aside_reason', 'is_payable']
        <> to_jsonb(after) - array['set_aside_at', 'set_aside_by', 'set_aside_reason', 'is_payable'] then
        perform private.refuse(
            409, 'time_entry_set_aside',
            format('The time entry of %s cannot be set aside, or taken back, and changed in another way at once.', before.work_date),
            'Do one after the other.');
    end if;
    if after.set_aside_at is not null then
        perform private.check_time_is_not_sent(array[before.id]);
    end if;
end;
$$;
comment on function private.check_setting_aside is
    'Raises when a time entry may not be set aside, or taken back, as the two rows say.';

create trigger time_set_aside_is_not_deleted
    before delete on public.time_entries
    for each row when (old.set_aside_at is not null)
    execute function private.refuse_write(
        'time_entry_set_aside',
        'The time entry of {work_date} is set aside and is not deleted. It says why it is not paid.',
        'Have payroll take it back first.');

create trigger time_entries_are_deleted_as_drafts
    before delete on public.time_entries
    for each row when (old.status <> 'draft')
    execute function private.refuse_removal(
        'time_entry_not_draft', 'time entry of {work_date}', 'Send the entry back to draft first. A locked one stays.');

-- The record of what voided invoices and discarded batches billed and paid outlives the entry: their lines keep what they say.
create function private.is_of_deleted_time(time_entry_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    return is_of_deleted_time.time_entry_id is not null
       and not exists (
           select from public.time_entries as entry where entry.id = is_of_deleted_time.time_entry_id);
end;
$$;
comment on function private.is_of_deleted_time is 'True if there is no time entry of this id any more.';

revoke execute on function private.check_setting_aside, private.is_of_deleted_time
    from public, anon, authenticated, service_role;
