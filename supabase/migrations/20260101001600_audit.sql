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
comment on function private.audit(text, text, uuid, jsonb, jsonb) is
$$Records a change in the audit log: by which procedure, of which row, what it was before and is after.

old: null for a row that was made. new: null for one that is gone.$$;
revoke execute on function private.audit(text, text, uuid, jsonb, jsonb)
    from public, anon, authenticated, service_role;

create function private.audit_invoices(procedure text, before public.invoices[])
returns void
language sql
volatile
set search_path = ''
as $$
    select private.audit(audit_invoices.procedure, 'invoices', invoice.id, to_jsonb(before), to_jsonb(invoice))
      from unnest(audit_invoices.before) as before
      join public.invoices as invoice on invoice.id = before.id
     where invoice is distinct from before
     order by invoice.number, invoice.id;
$$;
comment on function private.audit_invoices(text, public.invoices[]) is
    'Records in the audit log what a procedure changed of invoices, given as they were before.';
revoke execute on function private.audit_invoices(text, public.invoices[])
    from public, anon, authenticated, service_role;
