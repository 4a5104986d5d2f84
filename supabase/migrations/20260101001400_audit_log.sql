-- Who changed what, before and after. Written once, never changed, by nobody.

create table public.audit_log (
    id uuid primary key default gen_random_uuid(),
    at timestamptz not null default now(),
    actor uuid,
    procedure text not null,
    table_name text not null,
    row_id uuid,
    old jsonb,
    new jsonb,
    created_at timestamptz not null default now()
);
comment on table public.audit_log is 'One row per row whose state a procedure changed.';
comment on column public.audit_log.actor is 'The signed-in user; null where no person acted.';
create index audit_log_by_row on public.audit_log (table_name, row_id, at);

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
comment on function private.keep_audit_log() is
    'Trigger: refuses to change or remove what the audit log holds.';
revoke execute on function private.keep_audit_log() from public, anon, authenticated, service_role;

create trigger audit_log_is_append_only
    before update or delete or truncate on public.audit_log
    for each statement execute function private.keep_audit_log();
-- Replication roles do not switch it off.
alter table public.audit_log enable always trigger audit_log_is_append_only;

alter table public.audit_log enable row level security;
revoke all on public.audit_log from public, anon, authenticated, service_role;
grant select on public.audit_log to service_role;
