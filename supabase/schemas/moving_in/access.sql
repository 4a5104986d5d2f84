-- Staff read mappings of files, and payroll, who imports the client's time, writes them.

-- import_mappings

revoke all on public.import_mappings from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.import_mappings to service_role;
grant select on public.import_mappings to authenticated;
grant insert (name, kind, columns, constants, replacements, source),
      update (name, kind, columns, constants, replacements, source), delete
    on public.import_mappings to authenticated;

create policy staff_read on public.import_mappings for select to authenticated
    using ((select private.is_staff()));
create policy payroll_adds on public.import_mappings for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.import_mappings for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.import_mappings for delete to authenticated
    using ((select private.has_role('payroll')));
create trigger only_payroll_writes before insert or update or delete on public.import_mappings
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('payroll');
