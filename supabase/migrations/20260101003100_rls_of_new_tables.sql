-- A table that is created in public gets row level security with the statement that creates it. If that
-- fails, somebody's DDL must not fail with it: it is logged, and rls_auto_enable does it later.
-- Security definer: whoever creates a table need not be allowed anything here.
create function private.enable_rls_on_new_tables()
returns event_trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_table record;
begin
    for v_table in
        select command.object_identity as name
          from pg_catalog.pg_event_trigger_ddl_commands() as command
         where command.schema_name = 'public' and command.object_type = 'table'
           and not command.in_extension
    loop
        begin
            execute format('alter table %s enable row level security', v_table.name);
        exception when others then
            raise log 'row level security is still off on %: %', v_table.name, sqlerrm;
        end;
    end loop;
end;
$$;
comment on function private.enable_rls_on_new_tables() is
    'Event trigger: turns on row level security for tables created in public.';
revoke execute on function private.enable_rls_on_new_tables() from public, anon, authenticated, service_role;

do $$
begin
    create event trigger ensure_rls on ddl_command_end
        when tag in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO')
        execute function private.enable_rls_on_new_tables();
exception when insufficient_privilege then
    raise warning 'event trigger ensure_rls was not created: this PostgreSQL lets only superusers create them. '
        'Call rls_auto_enable after creating tables.';
end;
$$;
