-- The audit log is written once and never changed, by nobody.

-- Security definer: whoever tries need not be allowed to call private.refuse.
create function private.keep_audit_log()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'audit_log_is_append_only',
        format('The audit log is append-only: %s is refused to everyone.', lower(tg_op)),
        'Leave the row as it is; record a correction as a change of its own.');
    return null;
end;
$$;
comment on function private.keep_audit_log is 'Trigger: refuses to change or remove what the audit log holds.';

create trigger audit_log_is_append_only
    before update or delete or truncate on public.audit_log
    for each statement execute function private.keep_audit_log();
-- Replication roles do not switch it off.
alter table public.audit_log enable always trigger audit_log_is_append_only;

-- What a procedure leaves behind for each row whose state it changed. The actor is the signed-in user, also
-- where the procedure runs as somebody else; null where no person acted.
create function private.audit(procedure text, table_name text, row_id uuid, old jsonb, new jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
    insert into public.audit_log (actor, procedure, table_name, row_id, old, new)
    values (private.user_id(), audit.procedure, audit.table_name, audit.row_id, audit.old, audit.new);
$$;
comment on function private.audit is
$$Records a change in the audit log: by which procedure, of which row, what it was before and is after.

old: null for a row that was made. new: null for one that is gone.$$;

revoke execute on function private.keep_audit_log, private.audit from public, anon, authenticated, service_role;
