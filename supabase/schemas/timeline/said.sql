-- The same words for the page of the audit log, as the names of actors are. In PL/pgSQL, which keeps its plan for a page.
-- Security definer: mails and names are behind the words. A row of the log is read by admins alone.
create function private.said(entry public.audit_log)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    if not private.is_admin_or_server() then
        return null;
    end if;
    return private.said_of_change(entry, false, true);
end;
$$;
comment on function private.said is 'The logic of public.said.';

create function public.said(public.audit_log)
returns text language sql stable set search_path = ''
as $$ select private.said($1); $$;
comment on function public.said(public.audit_log) is
    'Column of audit_log: the change in a sentence, for admins.';

revoke execute on function
    private.said, public.said
    from public, anon, authenticated, service_role;
grant execute on function private.said, public.said to authenticated, service_role;
