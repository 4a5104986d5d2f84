-- Row level security for tables that somebody forgot it on: at once for a table that is being created, by
-- procedure for those that were there before.

-- Security definer: the tables belong to the owner of this function, not to the caller.
create function private.rls_auto_enable()
returns setof text
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_table record;
begin
    perform private.require_role('admin');

    for v_table in
        select class.relname,
               pg_catalog.pg_has_role(class.relowner, 'usage') as is_ours,
               exists (select from pg_catalog.pg_depend as dependency
                        where dependency.classid = 'pg_catalog.pg_class'::regclass
                          and dependency.objid = class.oid
                          and dependency.deptype = 'e') as is_of_extension
          from pg_catalog.pg_class as class
         where class.relnamespace = 'public'::regnamespace
           and class.relkind in ('r', 'p')
           and not class.relrowsecurity
         order by class.relname
    loop
        if v_table.is_of_extension or not v_table.is_ours then
            raise notice 'left alone: % (%)', v_table.relname,
                case when v_table.is_of_extension then 'belongs to an extension' else 'has another owner' end;
        else
            execute format('alter table public.%I enable row level security', v_table.relname);
            perform private.audit(
                'rls_auto_enable', v_table.relname, null,
                '{"row_security": false}', '{"row_security": true}');
            return next v_table.relname;
        end if;
    end loop;
end;
$$;
comment on function private.rls_auto_enable is 'The logic of public.rls_auto_enable.';

create function public.rls_auto_enable()
returns setof text language sql volatile set search_path = ''
as $$ select private.rls_auto_enable(); $$;
comment on function public.rls_auto_enable is
$$Turns on row level security for every table in public that lacks it.

Who: admin.

Result: the names of the tables it turned it on for, in alphabetical order; none when there was nothing to
do. Tables of extensions and of other owners are left alone and named in a notice. Tables that are created
later get it at once, by an event trigger.

Errors: role_required.$$;

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
comment on function private.enable_rls_on_new_tables is
    'Event trigger: turns on row level security for tables created in public.';

do $$
begin
    create event trigger ensure_rls on ddl_command_end
        when tag in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO')
        execute function private.enable_rls_on_new_tables();
exception when insufficient_privilege then
    raise warning 'event trigger ensure_rls was not created: this PostgreSQL lets only superusers create them. '
        'Call rls_auto_enable after creating tables.';
when duplicate_object then
    raise warning 'event trigger ensure_rls was not created: one of the owner''s has its name, and stays.';
end;
$$;

revoke execute on function
    private.rls_auto_enable, public.rls_auto_enable, private.enable_rls_on_new_tables
    from public, anon, authenticated, service_role;
grant execute on function private.rls_auto_enable, public.rls_auto_enable to authenticated, service_role;
