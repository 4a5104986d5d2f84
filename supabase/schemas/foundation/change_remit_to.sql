-- The place that facilities pay to, as one act that somebody else can approve.

-- Security definer: as every procedure, it says itself who may call it.
create function private.change_remit_to(remit_to text)
returns public.organization_settings
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_settings public.organization_settings;
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object('remit_to', nullif(btrim(change_remit_to.remit_to), '')));
    update public.organization_settings as settings
       set remit_to = btrim(change_remit_to.remit_to)
     where settings.remit_to is distinct from btrim(change_remit_to.remit_to);
    select settings.* into v_settings from public.organization_settings as settings;
    return v_settings;
end;
$$;
comment on function private.change_remit_to is 'The logic of public.change_remit_to.';

create function public.change_remit_to(remit_to text)
returns public.organization_settings language sql volatile set search_path = ''
as $$ select private.change_remit_to(remit_to); $$;
comment on function public.change_remit_to is
$$Changes where facilities pay to, as it stands on invoices and statements.

As an update of organization_settings.remit_to. Where the firm asks for two people, another place takes a second one:
request_approval asks for this procedure.

Who: admin.

Arguments:
remit_to: the payment instructions, one line or several.

Result: the settings. Again: the same, and nothing more changes.

Errors: role_required, argument_missing.

Example: {"remit_to": "Demo Care Staffing LLC\nPO Box 4410, Denver, CO 80201"}$$;

revoke execute on function private.change_remit_to, public.change_remit_to
    from public, anon, authenticated, service_role;
grant execute on function private.change_remit_to, public.change_remit_to to authenticated, service_role;
