-- Time that is sent back to draft says when, by whom and why until it is submitted again.

create function private.check_sent_back_reason(before public.time_entries, after public.time_entries)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if before.status <> 'draft' and after.status = 'draft' then
        if (case when after.sent_back_reason is not null then after.sent_back_reason ~ '\S'
                 else private.caller() <> 'authenticated' or private.has_role('billing', 'payroll', 'recruiting')
            end) is not true then
            perform private.refuse(
                400, 'reason_missing',
                format('The time entry of %s is sent back without a reason.', before.work_date),
                'Say what the contractor has to correct.');
        end if;
    elsif after.status in ('draft', 'locked') and (before.sent_back_at, before.sent_back_by, before.sent_back_reason)
            is distinct from (after.sent_back_at, after.sent_back_by, after.sent_back_reason)
        or after.sent_back_reason <> coalesce(before.sent_back_reason, '') then
        perform private.refuse(
            409, 'sent_back_reason_is_kept',
            format('The reason for the time entry of %s is written only when the entry is sent back.', before.work_date),
            'Give the reason while you send submitted time back to draft.');
    end if;
end;
$$;
comment on function private.check_sent_back_reason is
    'Raises when a time entry is sent back without the reason that it takes, or its reason changes otherwise.';

-- guard_time_entry_move says which entry it is letting go back to draft, or lose its approval, row by row.
create function private.is_being_sent_back(entry_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    return is_being_sent_back.entry_id::text = current_setting('app.sent_back_entry', true);
end;
$$;
comment on function private.is_being_sent_back is
    'True if the running transaction is sending this time entry back to draft, or taking its approval back.';

revoke execute on function private.check_sent_back_reason, private.is_being_sent_back
    from public, anon, authenticated, service_role;
grant execute on function private.is_being_sent_back to authenticated;
