-- 0.9.0
set local lock_timeout = '5s';
set local check_function_bodies = off;

-- supabase/schemas/foundation/schemas.sql

-- Three schemas: public is what clients see over HTTP, private holds the logic and is never exposed,
-- extensions holds PostgreSQL's own additions (Supabase's habit).
create schema if not exists extensions;

-- Exclusion constraints compare uuids for equality beside ranges; that takes GiST operators for scalars.
create extension if not exists btree_gist with schema extensions;

create schema if not exists private;

comment on schema private is
    'The logic behind the procedures and the rules they share. Not exposed over HTTP.';

revoke all on schema private from public, anon, authenticated;

grant usage on schema private to authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;


-- supabase/schemas/foundation/refusals.sql

-- Every refusal of the project is raised here, so that each has the same shape for programs and people.
-- PostgREST answers SQLSTATE PTxyz with status xyz.
create function private.refuse(status int, slug text, message text, hint text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    raise exception using
        errcode = 'PT' || refuse.status,
        message = refuse.message,
        detail = refuse.slug,
        hint = refuse.hint;
end;
$$;
comment on function private.refuse is
$$Raises one of the project's errors.

status: the HTTP status, 400 malformed, 403 not allowed, 404 not found, 409 wrong state or conflict.
slug: the stable name that programs test; each stands in docs/errors.md.
message: one sentence for a person. hint: what to do.$$;

-- What is past its first state is not deleted. The condition stands in each trigger.
-- Security definer: whoever tries need not be allowed to call private.refuse.
create function private.refuse_removal()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.refuse(
        409, tg_argv[0],
        format('A row of %s that is %s can no longer be deleted.', tg_table_name, old.status),
        tg_argv[1]);
    return null;
end;
$$;
comment on function private.refuse_removal is
    'Trigger, with a slug and a hint as its arguments: refuses to delete the row.';

-- Money that was posted stays as it was posted: a check, a reconciliation, a payment or a credit is not rewritten or
-- deleted, it is returned or reversed. What is not posted yet is billing's to change.

-- Security definer: whoever tries need not be allowed to call private.refuse.
create function private.refuse_write()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.refuse(409, tg_argv[0], tg_argv[1], tg_argv[2]);
    return null;
end;
$$;
comment on function private.refuse_write is
    'Trigger, with a slug, a message and a hint as its arguments: refuses to write the row.';

revoke execute on function
    private.refuse, private.refuse_removal, private.refuse_write
    from public, anon, authenticated, service_role;


-- supabase/schemas/foundation/callers.sql

-- Who is asking. The database role of a request is PostgREST's choice, after it has checked the token; the
-- claims say which user it is. Roles within the firm come from tables that only admins write, never from
-- metadata that a user can edit.
--
-- All in PL/pgSQL, which keeps its plans for the session: policies ask these questions in every statement.

-- 'authenticated', 'service_role', 'owner' (a direct session of whoever owns this schema, such as a
-- migration, a job or an operator) or 'nobody'. Inside security definer functions too, the setting role
-- still names the caller's.
create function private.caller()
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
    return (
        select case
            when acting.as_role in ('authenticated', 'service_role') then acting.as_role
            when pg_catalog.pg_has_role(acting.as_role, schema.nspowner, 'member') then 'owner'
            else 'nobody'
        end
          from (select coalesce(nullif(current_setting('role', true), 'none'), session_user)::name) as acting (as_role)
          join pg_catalog.pg_namespace as schema on schema.nspname = 'private');
end;
$$;
comment on function private.caller is
    'What kind of caller: authenticated (a signed-in user), service_role, owner (a direct session), or nobody.';

create function private.user_id()
returns uuid
language plpgsql
stable
security definer -- private.caller is not for clients
set search_path = ''
as $$
declare
    v_sub text;
begin
    if private.caller() <> 'authenticated' then
        return null;
    end if;
    v_sub := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub';
    return case when v_sub ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then v_sub::uuid end;
exception when invalid_text_representation then
    return null; -- claims that cannot be read are nobody's
end;
$$;
comment on function private.user_id is
    'The signed-in user; null for everyone else, the service role and direct sessions included.';

create function private.is_staff()
returns boolean
language plpgsql
stable
security definer -- reads staff_members for people who may not
set search_path = ''
as $$
begin
    return (
        select exists (
            select from public.staff_members as member
             where member.user_id = private.user_id() and member.is_active));
end;
$$;
comment on function private.is_staff is 'Whether the signed-in user is active staff, in whatever role.';

create function private.has_role(variadic roles text[])
returns boolean
language plpgsql
stable
security definer -- reads staff_members for people who may not
set search_path = ''
as $$
begin
    return (
        select exists (
            select from public.staff_members as member
             where member.user_id = private.user_id()
               and member.is_active
               and member.roles && array_append(has_role.roles, 'admin')));
end;
$$;
comment on function private.has_role is
    'Whether the signed-in user is active staff in one of the roles, or an admin.';

-- What staff of every role read and nobody else, though the tables behind it show others some of it.
create function private.is_staff_or_server()
returns boolean
language plpgsql
stable
parallel restricted -- asked once a statement, it must not keep the rest of it from running in parallel
security definer -- private.caller is not for clients
set search_path = ''
as $$
begin
    return private.caller() in ('service_role', 'owner') or private.is_staff();
end;
$$;
comment on function private.is_staff_or_server is
    'Whether the caller is active staff, in whatever role, the service role or a direct session.';

-- The first line of every procedure.
create function private.require_role(variadic roles text[])
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if private.caller() in ('service_role', 'owner') or private.has_role(variadic require_role.roles) then
        return;
    end if;
    perform private.refuse(
        403, 'role_required',
        format('This takes the role %s.', array_to_string(array_append(array_remove(require_role.roles, 'admin'), 'admin'), ' or ')),
        'Ask an admin of the firm for the role, or call with the secret key.');
end;
$$;
comment on function private.require_role is
    'Raises 403 unless the caller is the service role, a direct session, or active staff in one of the roles or admin.';

-- The first line of every report.
create function private.require_staff()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not private.is_staff_or_server() then
        perform private.refuse(
            403, 'staff_only',
            'Only active staff of the firm may read this.',
            'Ask an admin of the firm to be made staff, or call with the secret key.');
    end if;
end;
$$;
comment on function private.require_staff is
    'Raises 403 unless the caller is active staff, the service role or a direct session.';

-- Large tables are read by staff in whole and by others in part. "is staff or owns the row" would make the
-- planner read the whole table for everyone; "the id lies in the range that staff read" can use an index.
create function private.staff_reads_ids_from()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
begin
    return (
        select case when private.is_staff() then '00000000-0000-0000-0000-000000000000'::uuid end);
end;
$$;
comment on function private.staff_reads_ids_from is
    'The lowest id for active staff, else null: "id >= this" holds for every row or none, and can use an index.';

revoke execute on function
    private.caller, private.user_id, private.is_staff, private.has_role, private.is_staff_or_server,
    private.require_role, private.require_staff, private.staff_reads_ids_from
    from public, anon, authenticated, service_role;
grant execute on function
    private.user_id, private.is_staff, private.has_role, private.staff_reads_ids_from
    to authenticated;
grant execute on function private.is_staff_or_server to authenticated, service_role;


-- supabase/schemas/foundation/arguments.sql

-- What procedures ask of their arguments before they lock anything. Each names the argument it refuses.
create function private.require_arguments(arguments jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_missing constant text := (
        select string_agg(argument.key, ', ' order by argument.key)
          from jsonb_each_text(require_arguments.arguments) as argument
         where argument.value is null);
begin
    if v_missing is not null then
        perform private.refuse(
            400, 'argument_missing',
            format('These arguments are missing: %s.', v_missing),
            'Give each of them a value other than null.');
    end if;
end;
$$;
comment on function private.require_arguments is
    'Raises 400 and names the arguments, given as {"name": value}, that are null.';

create function private.require_finite_dates(arguments jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_infinite constant text := (
        select string_agg(argument.key, ', ' order by argument.key)
          from jsonb_each_text(require_finite_dates.arguments) as argument
         where argument.value in ('infinity', '-infinity'));
begin
    if v_infinite is not null then
        perform private.refuse(
            400, 'date_not_finite',
            format('These arguments are not calendar days: %s.', v_infinite),
            'Give a day as YYYY-MM-DD; leave out what has no end.');
    end if;
end;
$$;
comment on function private.require_finite_dates is
    'Raises 400 and names the arguments, given as {"name": date}, that are infinite. Null passes.';

create function private.require_rate(argument text, rate numeric)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    -- NaN is greater than every number; null makes the condition null.
    if (require_rate.rate > 0 and require_rate.rate < 100000000
        and require_rate.rate = round(require_rate.rate, 2)) is not true then
        perform private.refuse(
            400, 'rate_not_valid',
            format('The %s %s is not money per hour.',
                   require_rate.argument, coalesce(require_rate.rate::text, 'null')),
            'Give an amount above 0 and below 100000000, with at most two decimals.');
    end if;
end;
$$;
comment on function private.require_rate is
    'Raises 400 and names the argument unless it is money per hour, as assignment_rates holds it.';

create function private.require_reason(reason text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if (require_reason.reason ~ '\S') is not true then
        perform private.refuse(
            400, 'reason_missing',
            'The reason is missing or blank.',
            'Say in a few words why: it is kept with the row.');
    end if;
end;
$$;
comment on function private.require_reason is 'Raises 400 when a reason is null or blank.';

create function private.require_amount(argument text, amount numeric)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    -- NaN is greater than every number; null makes the condition null.
    if (require_amount.amount > 0 and require_amount.amount < 10000000000
        and require_amount.amount = round(require_amount.amount, 2)) is not true then
        perform private.refuse(
            400, 'amount_not_valid',
            format('The %s %s is not money.', require_amount.argument, coalesce(require_amount.amount::text, 'null')),
            'Give an amount above 0 and below 10000000000, with at most two decimals.');
    end if;
end;
$$;
comment on function private.require_amount is
    'Raises 400 and names the argument unless it is money above zero, as invoices and payments hold it.';

create function private.require_facility(facility_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not exists (
        select from public.facilities as facility where facility.id = require_facility.facility_id) then
        perform private.refuse(
            404, 'facility_not_found',
            format('There is no facility %s.', require_facility.facility_id),
            'Look the id up in facilities.');
    end if;
end;
$$;
comment on function private.require_facility is 'Raises 404 when there is no such facility.';

revoke execute on function
    private.require_arguments, private.require_finite_dates, private.require_rate, private.require_reason,
    private.require_amount, private.require_facility
    from public, anon, authenticated, service_role;


-- supabase/schemas/foundation/tables.sql

-- What one firm decides for itself. One row, always there.
create table public.organization_settings (
    singleton boolean primary key default true
        constraint organization_settings_is_one_row check (singleton),
    operating_timezone text not null default 'America/Denver'
        constraint operating_timezone_is_known
        check (now() at time zone operating_timezone is not null),
    workweek_starts_on smallint not null default 1
        constraint workweek_starts_on_is_an_iso_weekday check (workweek_starts_on between 1 and 7),
    invoice_number_prefix text not null default 'INV'
        constraint invoice_number_prefix_is_short check (invoice_number_prefix ~ '^[A-Z0-9]{1,10}$'),
    require_second_approver boolean not null default false,
    created_at timestamptz not null default now()
);
comment on table public.organization_settings is 'The firm''s settings: one row.';
comment on column public.organization_settings.operating_timezone is
    'IANA name. Business dates (issue dates, the default billing week) are days in it.';
comment on column public.organization_settings.workweek_starts_on is
    'ISO weekday, 1 = Monday. Fixed once a payroll period or an invoice exists.';
comment on column public.organization_settings.require_second_approver is
    'A payroll batch is approved by somebody other than those who prepared it.';

alter table public.organization_settings enable row level security;

insert into public.organization_settings default values;

-- Who changed what, before and after.
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
comment on table public.audit_log is 'What procedures changed, before and after, one row for each candidate, contractor, assignment, rate hit, invoice, check, credit, reconciliation, payroll batch or payroll period. Not in it: what follows from that (lines, payments, rates, renewals, locked time), and what people write directly.';
comment on column public.audit_log.actor is 'The signed-in user; null where no person acted.';

create index audit_log_by_row on public.audit_log (table_name, row_id, at);

alter table public.audit_log enable row level security;


-- supabase/schemas/foundation/clock.sql

-- The one clock. Tests set it with the setting app.clock (for a session, a transaction or a database);
-- nothing else sets it, and no HTTP request can.
-- Security definer: whoever asks the time need not be allowed to read the settings.
create function private.clock(out at timestamptz, out today date, out business_date date)
language sql
stable
parallel safe -- the views that add up many rows ask it
security definer
set search_path = ''
as $$
    select instant.at,
           (instant.at at time zone 'UTC')::date,
           (instant.at at time zone settings.operating_timezone)::date
      from (select coalesce(nullif(current_setting('app.clock', true), '')::timestamptz, now())) as instant (at)
      cross join public.organization_settings as settings;
$$;
comment on function private.clock is
$$What time it is: the instant, today (the UTC date, which the jobs use) and the business date
(the date in the operating timezone, which procedures stamp). Views ask it too, with their reader's rights.$$;

-- The first day of the workweek that a day belongs to.
-- Security definer: see private.clock.
create function private.workweek_start(day date)
returns date
language sql
stable
security definer
set search_path = ''
as $$
    select day - (extract(isodow from day)::int - settings.workweek_starts_on + 7) % 7
      from public.organization_settings as settings;
$$;
comment on function private.workweek_start is
    'The first day of the workweek that the day belongs to. Views ask it too, with their reader''s rights.';

-- Workweeks keep their first day: what was billed and paid by week stays comparable.

-- Security definer: the rule reads invoices and payroll periods, which the writer may not see.
create function private.guard_workweek_start()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.payroll_periods) or exists (select from public.invoices) then
        perform private.refuse(
            409, 'workweek_start_is_fixed',
            'The first day of the workweek no longer changes: there is a payroll period or an invoice.',
            'Leave workweek_starts_on as it is.');
    end if;
    return new;
end;
$$;
comment on function private.guard_workweek_start is
    'Trigger: the workweek keeps its first day once a payroll period or an invoice exists.';

create trigger workweek_start_is_fixed
    before update of workweek_starts_on on public.organization_settings
    for each row when (old.workweek_starts_on <> new.workweek_starts_on)
    execute function private.guard_workweek_start();

-- States carry a timestamp each, in the column <state>_at. Whoever sets a state need not know the time.
-- Security definer: whoever writes the row need not be allowed to ask the clock.
create function private.stamp_state()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if to_jsonb(new) -> (new.status || '_at') = 'null'::jsonb then
        new := jsonb_populate_record(
            new, jsonb_build_object(new.status || '_at', (private.clock()).at));
    end if;
    return new;
end;
$$;
comment on function private.stamp_state is
    'Trigger: fills the timestamp column of a row''s new state when the writer left it empty.';

revoke execute on function
    private.clock, private.workweek_start, private.guard_workweek_start, private.stamp_state
    from public, anon, authenticated, service_role;
grant execute on function private.clock, private.workweek_start to authenticated, service_role;


-- supabase/schemas/foundation/audit.sql

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


-- supabase/schemas/foundation/rls_auto_enable.sql

-- Row level security for tables that somebody forgot it on: at once for a table that is being created, by
-- procedure for those that were there before.

-- Supabase's dashboard may have made both of these; ours take their place.
drop event trigger if exists ensure_rls;

drop function if exists public.rls_auto_enable();

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
end;
$$;

revoke execute on function
    private.rls_auto_enable, public.rls_auto_enable, private.enable_rls_on_new_tables
    from public, anon, authenticated, service_role;
grant execute on function private.rls_auto_enable, public.rls_auto_enable to authenticated, service_role;


-- supabase/schemas/foundation/access.sql

-- Settings: staff read them, admins change them. The audit log: admins read it, nobody writes it but private.audit.
-- Every (select …) in a policy is asked once a statement, not once a row.

-- organization_settings

revoke all on public.organization_settings from public, anon, authenticated, service_role;
grant select, update on public.organization_settings to service_role;
grant select on public.organization_settings to authenticated;
grant update (operating_timezone, workweek_starts_on, invoice_number_prefix, require_second_approver)
    on public.organization_settings to authenticated;

create policy staff_read on public.organization_settings for select to authenticated
    using ((select private.is_staff()));
create policy admins_change on public.organization_settings for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));

-- audit_log

revoke all on public.audit_log from public, anon, authenticated, service_role;
grant select on public.audit_log to service_role;
grant select on public.audit_log to authenticated;

create policy admins_read on public.audit_log for select to authenticated
    using ((select private.has_role('admin')));


-- supabase/schemas/people/tables.sql

-- Who works in the firm, who wants to be placed, and who is.
create table public.staff_members (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null
        constraint staff_member_has_one_user unique,
    roles text[] not null default '{viewer}'
        constraint staff_roles_are_known
        check (roles <@ array['admin', 'billing', 'payroll', 'recruiting', 'viewer']),
    is_active boolean not null default true,
    created_at timestamptz not null default now()
);
comment on table public.staff_members is 'Staff of the firm and what they may do.';
comment on column public.staff_members.user_id is
    'The signed-in user (auth.users.id). No foreign key: the auth schema belongs to another service.';

alter table public.staff_members enable row level security;

create table public.candidates (
    id uuid primary key default gen_random_uuid(),
    first_name text not null,
    last_name text not null,
    -- It tells whether somebody was a contractor before.
    email text not null
        constraint candidate_email_is_not_blank check (btrim(email) <> ''),
    phone text,
    specialty text,
    status text not null default 'applied'
        constraint candidate_status_is_known
        check (status in ('applied', 'screening', 'offered', 'hired', 'withdrawn', 'rejected')),
    hired_at timestamptz,
    created_at timestamptz not null default now(),
    constraint candidate_hired_at_tells_of_hiring check (hired_at is not null or status <> 'hired')
);
comment on table public.candidates is 'People who want to be placed.';

create trigger candidate_state_is_stamped
    before insert or update of status on public.candidates
    for each row when (new.status = 'hired')
    execute function private.stamp_state();

alter table public.candidates enable row level security;

create table public.contractors (
    id uuid primary key default gen_random_uuid(),
    candidate_id uuid references public.candidates (id)
        constraint contractor_of_one_candidate unique,
    first_name text not null,
    last_name text not null,
    email text not null,
    employment_type text not null default 'w2'
        constraint employment_type_is_known check (employment_type in ('w2', '1099')),
    user_id uuid
        constraint contractor_has_one_user unique,
    is_active boolean not null default true,
    created_at timestamptz not null default now()
);
comment on table public.contractors is 'People whom the firm places at facilities and pays.';
comment on column public.contractors.employment_type is 'w2 (overtime applies) or 1099 (it does not).';
comment on column public.contractors.user_id is 'The contractor''s sign-in, once there is one.';

create unique index contractor_email_is_unique on public.contractors (lower(email));

alter table public.contractors enable row level security;

-- Where contractors work, and who speaks for the place.
create table public.facilities (
    id uuid primary key default gen_random_uuid(),
    name text not null
        constraint facility_name_is_not_blank check (btrim(name) <> ''),
    billing_email text,
    payment_terms_days int not null default 30
        constraint payment_terms_are_within_a_year check (payment_terms_days between 0 and 365),
    is_active boolean not null default true,
    created_at timestamptz not null default now()
);
comment on table public.facilities is 'Places that contractors work at and that are invoiced.';
comment on column public.facilities.payment_terms_days is 'Days from issue date to due date.';

alter table public.facilities enable row level security;

create table public.facility_contacts (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    user_id uuid not null,
    created_at timestamptz not null default now(),
    constraint facility_contact_is_named_once unique (facility_id, user_id)
);
comment on table public.facility_contacts is 'Users who see a facility''s invoices and time and approve the time.';

create index facility_contacts_by_user on public.facility_contacts (user_id);

alter table public.facility_contacts enable row level security;


-- supabase/schemas/people/own_rows.sql

-- Which rows are the signed-in contractor's or facility contact's own: the policies ask.
create function private.own_contractor_id()
returns uuid
language plpgsql
stable
security definer -- reads contractors without their policies, which ask this
set search_path = ''
as $$
begin
    return (
        select contractor.id
          from public.contractors as contractor
         where contractor.user_id = private.user_id() and contractor.is_active);
end;
$$;
comment on function private.own_contractor_id is 'The contractor who is signed in; null for anyone else.';

create function private.own_assignment_ids()
returns uuid[]
language plpgsql
stable
security definer -- contractors have no policy on assignments
set search_path = ''
as $$
begin
    return (
        select array(
            select assignment.id
              from public.assignments as assignment
             where assignment.contractor_id = private.own_contractor_id()));
end;
$$;
comment on function private.own_assignment_ids is 'The assignments of the contractor who is signed in.';

create function private.contact_facility_ids()
returns uuid[]
language plpgsql
stable
security definer -- reads facility_contacts without its policies
set search_path = ''
as $$
begin
    return (
        select array(
            select contact.facility_id
              from public.facility_contacts as contact
             where contact.user_id = private.user_id()));
end;
$$;
comment on function private.contact_facility_ids is 'The facilities that the signed-in user is a contact of.';

create function private.contact_assignment_ids()
returns uuid[]
language plpgsql
stable
security definer -- facility contacts have no policy on assignments
set search_path = ''
as $$
begin
    return (
        select array(
            select assignment.id
              from public.assignments as assignment
             where assignment.facility_id = any (private.contact_facility_ids())));
end;
$$;
comment on function private.contact_assignment_ids is
    'The assignments at the facilities that the signed-in user is a contact of.';

create function private.contact_invoice_ids()
returns uuid[]
language plpgsql
stable
security definer -- spares invoice_lines a second round of the policies of invoices
set search_path = ''
as $$
begin
    return (
        select array(
            select invoice.id
              from public.invoices as invoice
             where invoice.facility_id = any (private.contact_facility_ids())
               and invoice.sent_at is not null));
end;
$$;
comment on function private.contact_invoice_ids is
    'The sent invoices of the facilities that the signed-in user is a contact of.';

revoke execute on function
    private.own_contractor_id, private.own_assignment_ids, private.contact_facility_ids,
    private.contact_assignment_ids, private.contact_invoice_ids
    from public, anon, authenticated, service_role;
grant execute on function
    private.own_contractor_id, private.own_assignment_ids, private.contact_facility_ids,
    private.contact_assignment_ids, private.contact_invoice_ids
    to authenticated;


-- supabase/schemas/people/take_up_contractor.sql

-- Who a candidate is as a contractor: whoever was hired as this candidate, else whoever has the e-mail, in
-- whatever case.
create function private.lock_contractor_of(candidate public.candidates)
returns public.contractors
language sql
volatile
set search_path = ''
as $$
    select contractor.*
      from public.contractors as contractor
     where contractor.candidate_id = (lock_contractor_of.candidate).id
        or lower(contractor.email) = lower(btrim((lock_contractor_of.candidate).email))
     order by contractor.candidate_id = (lock_contractor_of.candidate).id desc nulls last
     limit 1
       for no key update;
$$;
comment on function private.lock_contractor_of is
    'Locks the contractor that a candidate already is, for no key update; null where there is none.';

create function private.take_up_contractor(candidate public.candidates, employment_type text)
returns public.contractors
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before public.contractors;
    v_after public.contractors;
begin
    -- Another candidate with this e-mail may be hired at this moment: then there is a contractor after all.
    loop
        v_before := private.lock_contractor_of(take_up_contractor.candidate);
        exit when v_before.id is not null;
        insert into public.contractors (candidate_id, first_name, last_name, email, employment_type)
        values ((take_up_contractor.candidate).id, (take_up_contractor.candidate).first_name,
                (take_up_contractor.candidate).last_name, btrim((take_up_contractor.candidate).email),
                take_up_contractor.employment_type)
        on conflict do nothing
        returning * into v_after;
        if found then
            perform private.audit('hire_candidate', 'contractors', v_after.id, null, to_jsonb(v_after));
            return v_after;
        end if;
    end loop;

    if v_before.employment_type <> take_up_contractor.employment_type
        and exists (select from public.time_entries as entry
                      join public.assignments as assignment on assignment.id = entry.assignment_id
                     where assignment.contractor_id = v_before.id and entry.is_payable) then
        perform private.refuse(
            409, 'contractor_employed_otherwise',
            format('The contractor has approved time as %s and cannot become %s: overtime and pay of past weeks depend on it.',
                   v_before.employment_type, take_up_contractor.employment_type),
            format('Pass the employment_type %s.', v_before.employment_type));
    end if;

    update public.contractors as contractor
       set candidate_id = (take_up_contractor.candidate).id,
           employment_type = take_up_contractor.employment_type,
           is_active = true
     where contractor.id = v_before.id
       and (contractor.candidate_id, contractor.employment_type, contractor.is_active)
           is distinct from ((take_up_contractor.candidate).id, take_up_contractor.employment_type, true)
    returning * into v_after;
    if not found then
        return v_before;
    end if;
    perform private.audit('hire_candidate', 'contractors', v_after.id, to_jsonb(v_before), to_jsonb(v_after));
    return v_after;
end;
$$;
comment on function private.take_up_contractor is
    'Makes the contractor of a candidate, or takes the former one up again under their own name and e-mail.';

revoke execute on function
    private.lock_contractor_of, private.take_up_contractor
    from public, anon, authenticated, service_role;


-- supabase/schemas/people/access.sql

-- Active staff read everyone. Admins write staff; recruiting candidates until hire_candidate hires them; billing
-- facilities and their contacts. Contractors and contacts see themselves and their own facilities.

-- staff_members

revoke all on public.staff_members from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.staff_members to service_role;
grant select on public.staff_members to authenticated;
grant insert (user_id, roles, is_active), update (user_id, roles, is_active), delete
    on public.staff_members to authenticated;

create policy staff_read on public.staff_members for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.staff_members for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.staff_members for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.staff_members for delete to authenticated
    using ((select private.has_role('admin')));

-- candidates

revoke all on public.candidates from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.candidates to service_role;
grant select on public.candidates to authenticated;
grant insert (first_name, last_name, email, phone, specialty, status),
      update (first_name, last_name, email, phone, specialty, status), delete
    on public.candidates to authenticated;

create policy staff_read on public.candidates for select to authenticated
    using ((select private.is_staff()));
create policy recruiting_adds on public.candidates for insert to authenticated
    with check ((select private.has_role('recruiting')) and status <> 'hired');
create policy recruiting_changes on public.candidates for update to authenticated
    using ((select private.has_role('recruiting')) and status <> 'hired')
    with check ((select private.has_role('recruiting')) and status <> 'hired');
create policy recruiting_removes on public.candidates for delete to authenticated
    using ((select private.has_role('recruiting')) and status <> 'hired');

-- contractors

revoke all on public.contractors from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.contractors to service_role;
grant select on public.contractors to authenticated;

create policy staff_and_oneself_read on public.contractors for select to authenticated
    using ((select private.is_staff()) or id = (select private.own_contractor_id()));

-- facilities

revoke all on public.facilities from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facilities to service_role;
grant select on public.facilities to authenticated;
grant insert (name, billing_email, payment_terms_days, is_active),
      update (name, billing_email, payment_terms_days, is_active), delete
    on public.facilities to authenticated;

create policy staff_and_contacts_read on public.facilities for select to authenticated
    using ((select private.is_staff()) or id = any ((select private.contact_facility_ids())::uuid[]));
create policy billing_adds on public.facilities for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.facilities for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facilities for delete to authenticated
    using ((select private.has_role('billing')));

-- facility_contacts

revoke all on public.facility_contacts from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facility_contacts to service_role;
grant select on public.facility_contacts to authenticated;
grant insert (facility_id, user_id), delete on public.facility_contacts to authenticated;

create policy staff_and_contacts_read on public.facility_contacts for select to authenticated
    using ((select private.is_staff()) or user_id = (select private.user_id()));
create policy billing_adds on public.facility_contacts for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facility_contacts for delete to authenticated
    using ((select private.has_role('billing')));


-- supabase/schemas/assignments/tables.sql

-- A contractor placed at a facility, what an hour costs and pays from which day on, and stipends.
create table public.assignments (
    id uuid primary key default gen_random_uuid(),
    contractor_id uuid not null references public.contractors (id),
    facility_id uuid not null references public.facilities (id),
    start_date date not null constraint start_date_is_finite check (isfinite(start_date)),
    end_date date constraint end_date_is_finite check (isfinite(end_date)),
    overtime_rule text not null default 'colorado'
        constraint overtime_rule_is_known
        check (overtime_rule in ('none', 'flsa', 'california', 'colorado')),
    bill_overtime_multiplier numeric(5, 3) not null default 1.5
        constraint bill_overtime_multiplier_is_at_least_one check (bill_overtime_multiplier >= 1)
        constraint bill_overtime_multiplier_is_finite check (bill_overtime_multiplier <> 'NaN'),
    bill_doubletime_multiplier numeric(5, 3) not null default 2.0
        constraint bill_doubletime_multiplier_is_at_least_one check (bill_doubletime_multiplier >= 1)
        constraint bill_doubletime_multiplier_is_finite check (bill_doubletime_multiplier <> 'NaN'),
    created_at timestamptz not null default now(),
    constraint assignment_ends_after_it_starts check (end_date >= start_date)
);
comment on table public.assignments is 'A contractor placed at a facility.';
comment on column public.assignments.end_date is 'The last day, included; null = open-ended.';

create index assignments_by_contractor on public.assignments (contractor_id);
create index assignments_by_facility on public.assignments (facility_id);
-- lock-ended walks ended assignments in the order of their end, and surveys them in the order of their id
-- without looking at the rows.
create index assignments_by_end on public.assignments (end_date, id) where end_date is not null;
create index assignments_with_an_end on public.assignments (id, end_date) where end_date is not null;

alter table public.assignments enable row level security;

create table public.rate_hits (
    id uuid primary key default gen_random_uuid(),
    assignment_id uuid not null references public.assignments (id),
    effective_on date not null constraint effective_on_is_finite check (isfinite(effective_on)),
    bill_rate_change numeric(10, 2) not null default 0
        constraint bill_rate_change_is_finite check (bill_rate_change <> 'NaN'),
    pay_rate_change numeric(10, 2) not null default 0
        constraint pay_rate_change_is_finite check (pay_rate_change <> 'NaN'),
    reason text,
    status text not null default 'pending'
        constraint rate_hit_status_is_known check (status in ('pending', 'applied', 'cancelled')),
    applied_at timestamptz,
    applied_by uuid,
    cancelled_at timestamptz,
    created_at timestamptz not null default now(),
    constraint rate_hit_changes_a_rate check (bill_rate_change <> 0 or pay_rate_change <> 0),
    constraint rate_hit_applied_at_tells_of_applying check ((applied_at is not null) = (status = 'applied')),
    constraint rate_hit_cancelled_at_tells_of_cancelling
        check ((cancelled_at is not null) = (status = 'cancelled'))
);
comment on table public.rate_hits is 'Dated, signed changes of an assignment''s rates.';

create index rate_hits_by_assignment on public.rate_hits (assignment_id);

create trigger rate_hit_state_is_stamped
    before insert or update of status on public.rate_hits
    for each row when (new.status <> 'pending')
    execute function private.stamp_state();

alter table public.rate_hits enable row level security;

create table public.assignment_rates (
    assignment_id uuid not null references public.assignments (id),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    bill_rate numeric(10, 2) not null
        constraint bill_rate_is_positive check (bill_rate > 0)
        constraint bill_rate_is_finite check (bill_rate <> 'NaN'),
    pay_rate numeric(10, 2) not null
        constraint pay_rate_is_positive check (pay_rate > 0)
        constraint pay_rate_is_finite check (pay_rate <> 'NaN'),
    rate_hit_id uuid references public.rate_hits (id),
    created_at timestamptz not null default now(),
    primary key (assignment_id, effective_from)
);
comment on table public.assignment_rates is
    'Money per hour, dated: the rate of a day is the newest with effective_from on or before it.';

create index assignment_rates_by_rate_hit on public.assignment_rates (rate_hit_id);

alter table public.assignment_rates enable row level security;

create table public.assignment_stipends (
    id uuid primary key default gen_random_uuid(),
    assignment_id uuid not null references public.assignments (id),
    weekly_amount numeric(12, 2) not null
        constraint stipend_is_positive check (weekly_amount > 0)
        constraint weekly_amount_is_finite check (weekly_amount <> 'NaN'),
    kind text not null
        constraint stipend_kind_is_known check (kind in ('reimbursement', 'hours_driven')),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    effective_to date constraint effective_to_is_finite check (isfinite(effective_to)),
    created_at timestamptz not null default now(),
    constraint stipend_ends_after_it_starts check (effective_to >= effective_from)
);
comment on table public.assignment_stipends is 'Money per workweek beside the hourly pay.';
comment on column public.assignment_stipends.kind is
    'hours_driven counts in the regular rate (29 CFR 778.224); a true reimbursement does not (778.217).';

create index assignment_stipends_by_assignment on public.assignment_stipends (assignment_id);

alter table public.assignment_stipends enable row level security;


-- supabase/schemas/assignments/rules.sql

-- A contractor is placed at a facility once at a time. Not a constraint: server programs may load placements
-- that overlap, and then end them. Asked by those who place or extend, once they hold the contractor.
create function private.refuse_overlap(placed public.assignments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_other public.assignments;
begin
    select other.*
      into v_other
      from public.assignments as other
     where other.contractor_id = (refuse_overlap.placed).contractor_id
       and other.facility_id = (refuse_overlap.placed).facility_id
       and other.id <> (refuse_overlap.placed).id
       and other.start_date <= coalesce((refuse_overlap.placed).end_date, 'infinity')
       and coalesce(other.end_date, 'infinity') >= (refuse_overlap.placed).start_date
     order by other.start_date, other.id
     limit 1;
    if found then
        perform private.refuse(
            409, 'assignment_overlaps',
            format('The contractor has another assignment at the facility, from %s to %s (%s).',
                   v_other.start_date, coalesce(v_other.end_date::text, 'further notice'), v_other.id),
            'Choose days outside of it, or change its end first.');
    end if;
end;
$$;
comment on function private.refuse_overlap is
    'Raises when another assignment of the contractor at the same facility shares a day with this one.';

-- An assignment's dates may not leave its time outside, nor its contractor or facility change once there is
-- time; nor may it grow onto another one of its contractor's at its facility.
-- Security definer: the rule locks contractors and reads time, which the writer may not.
create function private.guard_assignment_dates()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_outside int;
begin
    -- The same lock as in check_time_entry_days: nobody enters time meanwhile.
    perform
       from public.contractors as contractor
      where contractor.id in (old.contractor_id, new.contractor_id)
      order by contractor.id
        for no key update;

    select count(*)
      into v_outside
      from public.time_entries as entry
     where entry.assignment_id = new.id
       and (entry.work_date < new.start_date or entry.work_date > new.end_date
            or (old.contractor_id, old.facility_id) <> (new.contractor_id, new.facility_id));
    if v_outside > 0 then
        perform private.refuse(
            409, 'assignment_has_time_outside',
            format('%s time entries of the assignment would lie outside of it.', v_outside),
            'Move or delete that time first, or choose other dates.');
    end if;

    -- Ending one of two that overlap must remain possible.
    if new.start_date < old.start_date
        or coalesce(new.end_date, 'infinity') > coalesce(old.end_date, 'infinity')
        or (old.contractor_id, old.facility_id) <> (new.contractor_id, new.facility_id) then
        perform private.refuse_overlap(new);
    end if;
    return new;
end;
$$;
comment on function private.guard_assignment_dates is
    'Trigger: an assignment keeps its time inside its dates, with the contractor and facility it was worked by and at, and does not grow onto another.';

create trigger assignments_keep_their_time_inside
    before update of start_date, end_date, contractor_id, facility_id on public.assignments
    for each row when (
        old.start_date is distinct from new.start_date or old.end_date is distinct from new.end_date
        or old.contractor_id is distinct from new.contractor_id
        or old.facility_id is distinct from new.facility_id)
    execute function private.guard_assignment_dates();

-- A rate stays while it is the only one that some time has.
-- Security definer: the rule locks contractors and reads time, which the writer may not.
create function private.guard_assignment_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- The same lock as in check_time_entry_days: nobody enters time meanwhile.
    perform
       from public.contractors as contractor
       join public.assignments as assignment on assignment.contractor_id = contractor.id
      where assignment.id = old.assignment_id
        for no key update of contractor;

    if exists (
        select from public.time_entries as entry
         where entry.assignment_id = old.assignment_id
           and not exists (select from public.assignment_rates as rate
                            where rate.assignment_id = entry.assignment_id
                              and rate.effective_from <= entry.work_date)) then
        perform private.refuse(
            409, 'assignment_rate_in_use',
            format('There is time that only the rate of %s covers.', old.effective_from),
            'Leave the rate as it is, or enter an earlier one first.');
    end if;
    return null;
end;
$$;
comment on function private.guard_assignment_rate is
    'Trigger: a rate is not taken from under the time that it is the only one for.';

create trigger assignment_rates_cover_their_time
    after delete or update of assignment_id, effective_from on public.assignment_rates
    for each row execute function private.guard_assignment_rate();

-- The legal moves of a rate hit, whoever makes them and by whatever statement: pending → applied, by
-- apply_rate_hit alone, or pending → cancelled. After that it stays as it is.
-- Security definer: the rule reads rates, which the writer may not see.
create function private.guard_rate_hit_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if old.status <> 'pending' then
        perform private.refuse(
            409, 'rate_hit_not_pending',
            format('The rate hit of %s is %s and no longer changes.', old.effective_on, old.status),
            'Enter another rate hit; to take back an applied one, give it the opposite changes.');
    end if;
    -- apply_rate_hit has written the rate when it comes to the state.
    if new.status = 'applied'
        and not exists (select from public.assignment_rates as rate where rate.rate_hit_id = new.id) then
        perform private.refuse(
            409, 'rate_hit_move_not_legal',
            format('Setting the status of the rate hit of %s does not apply it.', new.effective_on),
            'Call apply_rate_hit.');
    end if;
    return new;
end;
$$;
comment on function private.guard_rate_hit_move is
    'Trigger: refuses to change a rate hit that is no longer pending, and to mark one as applied whose rate is not there.';

create trigger rate_hit_moves_are_legal
    before update on public.rate_hits
    for each row when (old is distinct from new)
    execute function private.guard_rate_hit_move();

create trigger rate_hits_are_deleted_while_pending
    before delete on public.rate_hits
    for each row when (old.status <> 'pending')
    execute function private.refuse_removal(
        'rate_hit_not_pending', 'Leave it; to take back an applied hit, enter one with the opposite changes.');

-- Adjustments and stipends that a payroll batch names explain what was paid: they stay.
-- Security definer: the rule reads payroll lines, which the writer may not see.
create function private.refuse_removal_of_what_was_paid()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.payroll_item_lines as line
                where old.id in (line.payroll_adjustment_id, line.assignment_stipend_id)) then
        perform private.refuse(
            409, 'in_payroll_batch',
            format('The row of %s is in a payroll batch and can no longer be deleted.', tg_table_name),
            tg_argv[0]);
    end if;
    return old;
end;
$$;
comment on function private.refuse_removal_of_what_was_paid is
    'Trigger, with a hint as its argument: refuses to delete what a payroll batch names.';

create trigger stipends_in_batches_are_kept
    before delete on public.assignment_stipends
    for each row execute function private.refuse_removal_of_what_was_paid(
        'Set its last day, effective_to.');

revoke execute on function
    private.refuse_overlap, private.guard_assignment_dates, private.guard_assignment_rate,
    private.guard_rate_hit_move, private.refuse_removal_of_what_was_paid
    from public, anon, authenticated, service_role;


-- supabase/schemas/assignments/rates_of_days.sql

-- Which rate a day has is said here, and nowhere else.

-- The end of a rate is looked up row by row, so that a condition on the assignment, a join's included, reaches
-- the index of assignment_rates.
create view private.rates_of_days with (security_invoker = true) as
    select rate.assignment_id,
           rate.effective_from,
           coalesce(next_rate.effective_from - 1, 'infinity') as effective_to,
           rate.bill_rate,
           rate.pay_rate
      from public.assignment_rates as rate
      left join lateral (
           select later.effective_from
             from public.assignment_rates as later
            where later.assignment_id = rate.assignment_id and later.effective_from > rate.effective_from
            order by later.effective_from
            limit 1) as next_rate on true;
comment on view private.rates_of_days is
    'The rates of an assignment with the days on which they hold: the rate of a day has it between effective_from and effective_to.';

-- Whoever writes drafts reads rates first; a rate that changes in between would be missed by the drafts, and
-- the drafts by the change. So the two exclude each other for the length of a transaction. Only billing's lock
-- comes before it.
create function private.hold_rates()
returns void
language sql
volatile
set search_path = ''
as $$
    select pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('private.rates_of_days', 0));
$$;
comment on function private.hold_rates is
    'Locks the rates shared: they stay as they are until the transaction ends. For procedures that write drafts, which do not wait for each other here.';

create function private.change_rates()
returns void
language sql
volatile
set search_path = ''
as $$
    select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.rates_of_days', 0));
$$;
comment on function private.change_rates is
    'Locks the rates exclusively: waits for those who hold them, and keeps others out until the transaction ends. For procedures that change rates.';

revoke all on private.rates_of_days from public, anon, authenticated, service_role;
grant select on private.rates_of_days to authenticated, service_role;

revoke execute on function private.hold_rates, private.change_rates from public, anon, authenticated, service_role;


-- supabase/schemas/assignments/hire_candidate.sql

-- From a candidate to a working contractor, in one step.

-- What is wrong with a hire whoever it is about.
create function private.check_hire(
    start_date date, bill_rate numeric, pay_rate numeric, end_date date, overtime_rule text,
    employment_type text, renewal_date date, allow_negative_margin boolean)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.require_finite_dates(jsonb_build_object(
        'start_date', check_hire.start_date, 'end_date', check_hire.end_date,
        'renewal_date', check_hire.renewal_date));
    if check_hire.end_date < check_hire.start_date then
        perform private.refuse(
            400, 'assignment_ends_before_start',
            format('The assignment would end on %s, before it starts on %s.', check_hire.end_date, check_hire.start_date),
            'Give an end_date on or after the start_date, or none.');
    end if;
    if check_hire.renewal_date < check_hire.start_date then
        perform private.refuse(
            400, 'renewal_before_start',
            format('The contract would come up for renewal on %s, before it starts on %s.',
                   check_hire.renewal_date, check_hire.start_date),
            'Give a renewal_date on or after the start_date, or none.');
    end if;

    perform private.require_rate('bill_rate', check_hire.bill_rate);
    perform private.require_rate('pay_rate', check_hire.pay_rate);
    if check_hire.pay_rate > check_hire.bill_rate and check_hire.allow_negative_margin is not true then
        perform private.refuse(
            400, 'pay_exceeds_bill',
            format('An hour would pay %s and bill only %s.', check_hire.pay_rate, check_hire.bill_rate),
            'Correct the rates, or pass allow_negative_margin to place them at a loss.');
    end if;

    if (check_hire.overtime_rule in ('none', 'flsa', 'california', 'colorado')) is not true then
        perform private.refuse(
            400, 'overtime_rule_unknown',
            format('There is no overtime rule %s.', coalesce(check_hire.overtime_rule, 'null')),
            'Give none, flsa, california or colorado.');
    end if;
    if (check_hire.employment_type in ('w2', '1099')) is not true then
        perform private.refuse(
            400, 'employment_type_unknown',
            format('There is no employment type %s.', coalesce(check_hire.employment_type, 'null')),
            'Give w2 or 1099.');
    end if;
end;
$$;
comment on function private.check_hire is 'Raises 400 for arguments of hire_candidate that no assignment can have.';

-- Security definer: recruiting writes neither contractors nor assignments nor rates.
create function private.hire_candidate(
    candidate_id uuid, facility_id uuid, start_date date, bill_rate numeric, pay_rate numeric, end_date date,
    overtime_rule text, employment_type text, renewal_date date, allow_negative_margin boolean)
returns public.assignments
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_candidate public.candidates;
    v_hired public.candidates;
    v_facility public.facilities;
    v_contractor public.contractors;
    v_assignment public.assignments;
begin
    perform private.require_role('recruiting');
    perform private.require_arguments(jsonb_build_object(
        'candidate_id', hire_candidate.candidate_id, 'facility_id', hire_candidate.facility_id,
        'start_date', hire_candidate.start_date));
    perform private.check_hire(
        hire_candidate.start_date, hire_candidate.bill_rate, hire_candidate.pay_rate, hire_candidate.end_date,
        hire_candidate.overtime_rule, hire_candidate.employment_type, hire_candidate.renewal_date,
        hire_candidate.allow_negative_margin);

    select candidate.*
      into v_candidate
      from public.candidates as candidate
     where candidate.id = hire_candidate.candidate_id
       for update;
    if not found then
        perform private.refuse(
            404, 'candidate_not_found',
            format('There is no candidate %s.', hire_candidate.candidate_id),
            'Look the id up in candidates.');
    end if;
    -- Nobody closes the facility meanwhile.
    select facility.*
      into v_facility
      from public.facilities as facility
     where facility.id = hire_candidate.facility_id
       for share;
    if not found then
        perform private.refuse(
            404, 'facility_not_found',
            format('There is no facility %s.', hire_candidate.facility_id),
            'Look the id up in facilities.');
    end if;

    -- Whoever was hired for this place and day has been placed already. Someone else's record with the same
    -- e-mail was not: theirs overlaps.
    if v_candidate.hired_at is not null then
        v_contractor := private.lock_contractor_of(v_candidate);
        select assignment.*
          into v_assignment
          from public.assignments as assignment
         where assignment.contractor_id = v_contractor.id
           and assignment.facility_id = hire_candidate.facility_id
           and assignment.start_date = hire_candidate.start_date
         order by assignment.created_at, assignment.id
         limit 1;
        if found then
            return v_assignment;
        end if;
    end if;

    if v_candidate.status in ('withdrawn', 'rejected') then
        perform private.refuse(
            409, 'candidate_not_available',
            format('The candidate %s %s is %s.', v_candidate.first_name, v_candidate.last_name, v_candidate.status),
            'Move them back to screening or offered first, if they are to be placed after all.');
    end if;
    if not v_facility.is_active then
        perform private.refuse(
            409, 'facility_inactive',
            format('The facility %s is inactive.', v_facility.name),
            'Make it active again first, or choose another one.');
    end if;

    v_contractor := private.take_up_contractor(v_candidate, hire_candidate.employment_type);

    insert into public.assignments (contractor_id, facility_id, start_date, end_date, overtime_rule)
    values (v_contractor.id, v_facility.id, hire_candidate.start_date, hire_candidate.end_date,
            hire_candidate.overtime_rule)
    returning * into v_assignment;
    perform private.refuse_overlap(v_assignment);
    perform private.audit('hire_candidate', 'assignments', v_assignment.id, null, to_jsonb(v_assignment));
    insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
    values (v_assignment.id, v_assignment.start_date, hire_candidate.bill_rate, hire_candidate.pay_rate);
    insert into public.contract_renewals (assignment_id, renewal_date)
    select v_assignment.id, renewal.day
      from coalesce(hire_candidate.renewal_date, hire_candidate.end_date) as renewal (day)
     where renewal.day is not null;

    update public.candidates as candidate
       set status = 'hired'
     where candidate.id = v_candidate.id and candidate.status <> 'hired'
    returning * into v_hired;
    if found then
        perform private.audit(
            'hire_candidate', 'candidates', v_hired.id, to_jsonb(v_candidate), to_jsonb(v_hired));
    end if;
    return v_assignment;
end;
$$;
comment on function private.hire_candidate is 'The logic of public.hire_candidate.';

create function public.hire_candidate(
    candidate_id uuid, facility_id uuid, start_date date, bill_rate numeric, pay_rate numeric,
    end_date date default null, overtime_rule text default 'colorado', employment_type text default 'w2',
    renewal_date date default null, allow_negative_margin boolean default false)
returns public.assignments language sql volatile set search_path = ''
as $$
    select private.hire_candidate(
        candidate_id, facility_id, start_date,
        bill_rate, pay_rate, end_date, overtime_rule,
        employment_type, renewal_date, allow_negative_margin);
$$;
comment on function public.hire_candidate is
$$Places a candidate at a facility: hired, a contractor, with an assignment, its first rate and its renewal.

A former contractor with the candidate's e-mail, in whatever case, is taken up again: active, with the name and
e-mail they have. Whoever is hired already can be placed again, at another facility or on other days.

Who: recruiting.

Arguments:
candidate_id: the candidate, neither withdrawn nor rejected.
facility_id: the facility, active.
start_date: the first day of the assignment, and of the rate.
bill_rate: what the facility is invoiced for an hour.
pay_rate: what the contractor is paid for an hour, at most the bill rate.
end_date: the last day, included; null is open-ended.
overtime_rule: none, flsa, california or colorado.
employment_type: w2 (overtime applies) or 1099 (it does not). It changes that of a former contractor, but not
    once they have approved time.
renewal_date: the day on which the contract comes up for renewal; null is the end_date, and without either
    there is no renewal.
allow_negative_margin: whether pay may exceed bill.

Result: the assignment. Again with the same facility and start: that assignment as it is now, and nothing
changes, whatever the other arguments say, so long as they are valid.

Errors: role_required, argument_missing, date_not_finite, assignment_ends_before_start, renewal_before_start,
rate_not_valid, pay_exceeds_bill, overtime_rule_unknown, employment_type_unknown, candidate_not_found,
facility_not_found, candidate_not_available, facility_inactive, contractor_employed_otherwise,
assignment_overlaps.

Example: {"candidate_id": "$candidate_id", "facility_id": "$facility_id", "start_date": "2026-03-02",
"bill_rate": 95.5, "pay_rate": 62, "end_date": "2026-08-30"}$$;

revoke execute on function
    private.check_hire, private.hire_candidate, public.hire_candidate
    from public, anon, authenticated, service_role;
grant execute on function private.hire_candidate, public.hire_candidate to authenticated, service_role;


-- supabase/schemas/assignments/drafts_of_rate_hit.sql

-- The drafts that a rate hit touches, held against being sent or advanced meanwhile: the invoices if it
-- changes the bill rate, the payroll batches if it changes the pay rate.
create function private.hold_draft_invoices_of_rate_hit(hit public.rate_hits)
returns uuid[]
language sql
volatile
set search_path = ''
as $$
    select array(
        select invoice.id
          from public.invoices as invoice
         where hit.bill_rate_change <> 0
           and invoice.status = 'draft'
           and invoice.id in (
               select line.invoice_id
                 from public.time_entries as entry
                 join public.invoice_lines as line on line.time_entry_id = entry.id
                where entry.assignment_id = hit.assignment_id and entry.work_date >= hit.effective_on)
         order by invoice.id
           for no key update);
$$;
comment on function private.hold_draft_invoices_of_rate_hit is
    'Locks the draft invoices with time that a rate hit reaches, for no key update; gives their ids, sorted.';

-- Pay of a workweek depends on all of its time (premium, regular rate): a batch is touched that pays the
-- contractor for a workweek with time that the hit reaches. What people look at or have approved must not
-- change under them.
create function private.hold_draft_batches_of_rate_hit(hit public.rate_hits)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_batch record;
    v_draft_ids uuid[] := '{}';
begin
    if hit.pay_rate_change = 0 then
        return v_draft_ids;
    end if;
    for v_batch in
        select batch.id, batch.status, period.period_start, period.period_end
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.status in ('draft', 'in_review', 'approved')
           and batch.id in (
               select item.payroll_batch_id
                 from public.assignments as assignment
                 join public.payroll_items as item on item.contractor_id = assignment.contractor_id
                 join public.payroll_item_lines as line on line.payroll_item_id = item.id
                where assignment.id = hit.assignment_id
                  and line.week_start in (
                      select private.workweek_start(entry.work_date)
                        from public.time_entries as entry
                       where entry.assignment_id = hit.assignment_id
                         and entry.work_date >= hit.effective_on
                         and entry.is_payable))
         order by batch.id
           for no key update of batch
    loop
        if v_batch.status <> 'draft' then
            perform private.refuse(
                409, 'payroll_batch_under_review',
                format('The payroll batch of %s to %s is %s and pays time that the rate hit reaches.',
                       v_batch.period_start, v_batch.period_end, replace(v_batch.status, '_', ' ')),
                'Discard the batch and prepare it anew after the hit, or apply the hit once the batch is closed.');
        end if;
        v_draft_ids := v_draft_ids || v_batch.id;
    end loop;
    return v_draft_ids;
end;
$$;
comment on function private.hold_draft_batches_of_rate_hit is
    'Locks the draft payroll batches that a rate hit touches, for no key update; gives their ids, sorted. Raises when it touches one in review or approved.';

-- The time that an applied rate hit reaches gets the bill rate of its day, and the drafts their totals.
create function private.reprice_draft_invoices(hit public.rate_hits, invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant public.invoices[] := array(
        select invoice
          from public.invoices as invoice
         where invoice.id = any (reprice_draft_invoices.invoice_ids));
begin
    update public.invoice_lines as line
       set rate = rate.bill_rate,
           amount = round(line.hours * rate.bill_rate * line.multiplier, 2)
      from public.time_entries as entry
      join private.rates_of_days as rate
        on rate.assignment_id = entry.assignment_id
       and entry.work_date between rate.effective_from and rate.effective_to
     where line.invoice_id = any (reprice_draft_invoices.invoice_ids)
       and entry.id = line.time_entry_id
       and entry.assignment_id = hit.assignment_id
       and entry.work_date >= hit.effective_on;

    perform private.total_invoices(reprice_draft_invoices.invoice_ids);

    perform private.audit_invoices('apply_rate_hit', v_before);
end;
$$;
comment on function private.reprice_draft_invoices is
$$Sets the lines of the time that a rate hit reaches to the bill rates of their days, and the totals of
their invoices. Records each invoice whose total changed.

hit: applied, in the rates. invoice_ids: the drafts it touches, which the caller holds.$$;

-- The draft batches that an applied rate hit touches pay at the new rates.
create function private.reprice_draft_batches(batch_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant public.payroll_batches[] := array(
        select batch
          from public.payroll_batches as batch
         where batch.id = any (reprice_draft_batches.batch_ids)
         order by batch.id);
begin
    perform private.rebuild_payroll_draft(before.id) from unnest(v_before) as before;

    perform private.audit('apply_rate_hit', 'payroll_batches', batch.id, to_jsonb(before), to_jsonb(batch))
       from unnest(v_before) as before
       join public.payroll_batches as batch on batch.id = before.id
      where batch.gross_total <> before.gross_total
      order by batch.id;
end;
$$;
comment on function private.reprice_draft_batches is
$$Rebuilds the draft batches that a rate hit touches, which is applied. Records each whose total changed.

batch_ids: the drafts, which the caller holds.$$;

revoke execute on function
    private.hold_draft_invoices_of_rate_hit, private.hold_draft_batches_of_rate_hit,
    private.reprice_draft_invoices, private.reprice_draft_batches
    from public, anon, authenticated, service_role;


-- supabase/schemas/assignments/apply_rate_hit.sql

-- What a rate hit must not do, asked before anything changes.
create function private.check_rate_hit(hit public.rate_hits)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_first_day date;
    v_bad record;
begin
    select min(rate.effective_from)
      into v_first_day
      from private.rates_of_days as rate
     where rate.assignment_id = hit.assignment_id;
    if (v_first_day <= hit.effective_on) is not true then
        perform private.refuse(
            409, 'rate_hit_before_first_rate',
            format('The assignment has no rate on %s that a rate hit could change.', hit.effective_on),
            coalesce('Move the hit to ' || v_first_day || ', where the first rate begins, or later.',
                     'Enter the first rate of the assignment.'));
    end if;

    -- The rate in force on the day and every later one.
    select greatest(rate.effective_from, hit.effective_on) as day, changed.name, changed.rate
      into v_bad
      from private.rates_of_days as rate
     cross join lateral (values ('bill', rate.bill_rate + hit.bill_rate_change),
                                ('pay', rate.pay_rate + hit.pay_rate_change)) as changed (name, rate)
     where rate.assignment_id = hit.assignment_id
       and rate.effective_to >= hit.effective_on
       and changed.rate <= 0
     order by rate.effective_from, changed.name
     limit 1;
    if found then
        perform private.refuse(
            409, 'rate_not_positive',
            format('The %s rate would be %s from %s on.', v_bad.name, v_bad.rate, v_bad.day),
            'Change the rate by less: a rate hit moves every later rate by the same change.');
    end if;
end;
$$;
comment on function private.check_rate_hit is
    'Raises when a rate hit comes before the first rate of its assignment, or would take a rate to zero or below.';

-- Invoices that were sent and batches that were closed keep their amounts. So nobody should reach back to
-- their time by mistake; the caller holds the drafts, so that none is sent or closed meanwhile.
create function private.check_rate_hit_reach(hit public.rate_hits)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_reached record;
begin
    select count(*) filter (where exists (
               select from public.invoice_lines as line
                 join public.invoices as invoice on invoice.id = line.invoice_id
                where line.time_entry_id = entry.id
                  and invoice.status in ('sent', 'partially_paid', 'paid'))) as billed,
           count(*) filter (where exists (
               select from public.payroll_item_lines as line
                 join public.payroll_items as item on item.id = line.payroll_item_id
                 join public.payroll_batches as batch on batch.id = item.payroll_batch_id
                where line.time_entry_id = entry.id
                  and batch.status = 'closed')) as paid
      into v_reached
      from public.time_entries as entry
     where entry.assignment_id = hit.assignment_id and entry.work_date >= hit.effective_on;

    if v_reached.billed > 0 or v_reached.paid > 0 then
        perform private.refuse(
            409, 'rate_hit_reaches_billed_or_paid_time',
            format('The rate hit of %s reaches time entries that are done with: %s on sent invoices, %s in closed payroll batches.',
                   hit.effective_on, v_reached.billed, v_reached.paid),
            'Choose a later day, or call with allow_retroactive: sent and closed amounts stay as they are, '
            'the next payroll batch pays the difference, and no invoice bills it.');
    end if;
end;
$$;
comment on function private.check_rate_hit_reach is
    'Raises when a rate hit reaches time that is on a sent invoice or in a closed payroll batch, and counts both.';

-- A change of rates takes effect: from its day on, in every later rate, and in the drafts that bill or pay
-- the time it reaches.
-- Security definer: rates, invoices and payroll are written by procedures alone.
create function private.apply_rate_hit(rate_hit_id uuid, allow_retroactive boolean)
returns public.rate_hits
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_hit public.rate_hits;
    v_applied public.rate_hits;
    v_invoice_ids uuid[];
    v_batch_ids uuid[];
begin
    perform private.require_role('billing', 'payroll');
    perform private.require_arguments(jsonb_build_object('rate_hit_id', apply_rate_hit.rate_hit_id));

    perform private.change_rates();
    select * into v_hit from public.rate_hits as hit where hit.id = apply_rate_hit.rate_hit_id for update;
    if not found then
        perform private.refuse(
            404, 'rate_hit_not_found',
            format('There is no rate hit %s.', apply_rate_hit.rate_hit_id),
            'Look up the id in rate_hits.');
    elsif v_hit.status = 'applied' then
        return v_hit;
    elsif v_hit.status = 'cancelled' then
        perform private.refuse(
            409, 'rate_hit_cancelled',
            format('The rate hit of %s was cancelled.', v_hit.effective_on),
            'Enter another rate hit if the rates are to change after all.');
    end if;

    -- Nobody enters time of the contractor meanwhile.
    perform
       from public.contractors as contractor
       join public.assignments as assignment on assignment.contractor_id = contractor.id
      where assignment.id = v_hit.assignment_id
        for no key update of contractor;
    perform private.check_rate_hit(v_hit);
    v_invoice_ids := private.hold_draft_invoices_of_rate_hit(v_hit);
    v_batch_ids := private.hold_draft_batches_of_rate_hit(v_hit);
    if apply_rate_hit.allow_retroactive is not true then
        perform private.check_rate_hit_reach(v_hit);
    end if;

    begin
        -- The rate in force on the day begins anew on it; then all from the day on move.
        insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate, rate_hit_id)
        select rate.assignment_id, v_hit.effective_on, rate.bill_rate, rate.pay_rate, v_hit.id
          from private.rates_of_days as rate
         where rate.assignment_id = v_hit.assignment_id
           and v_hit.effective_on between rate.effective_from and rate.effective_to
            on conflict (assignment_id, effective_from) do update set rate_hit_id = excluded.rate_hit_id;

        update public.assignment_rates as rate
           set bill_rate = rate.bill_rate + v_hit.bill_rate_change,
               pay_rate = rate.pay_rate + v_hit.pay_rate_change
         where rate.assignment_id = v_hit.assignment_id and rate.effective_from >= v_hit.effective_on;

        -- Batches pay the difference of a closed week for hits that are applied.
        update public.rate_hits as hit
           set status = 'applied', applied_by = private.user_id()
         where hit.id = v_hit.id
        returning * into v_applied;

        perform private.reprice_draft_invoices(v_hit, v_invoice_ids);
        perform private.reprice_draft_batches(v_batch_ids);
    exception when numeric_value_out_of_range then
        perform private.refuse(
            409, 'rate_too_large',
            format('With a change of %s and %s, a rate or an amount on a draft would be too large.',
                   v_hit.bill_rate_change, v_hit.pay_rate_change),
            'Correct the changes of the rate hit: they are money per hour.');
    end;

    perform private.audit('apply_rate_hit', 'rate_hits', v_hit.id, to_jsonb(v_hit), to_jsonb(v_applied));
    return v_applied;
end;
$$;
comment on function private.apply_rate_hit is 'The logic of public.apply_rate_hit.';

create function public.apply_rate_hit(rate_hit_id uuid, allow_retroactive boolean default false)
returns public.rate_hits language sql volatile set search_path = ''
as $$ select private.apply_rate_hit(rate_hit_id, allow_retroactive); $$;
comment on function public.apply_rate_hit is
$$Writes the dated rate that a rate hit asks for.

The rate in force on the hit's day changes from that day on, and every later rate moves by the same change; a
second hit on a day adds to the first. Draft invoices and draft payroll batches with time that it reaches are
brought up to date. What is on sent invoices and in closed batches keeps its amounts: payroll pays the
difference in the next batch, and no invoice bills it.

Who: billing, payroll.

Arguments:
rate_hit_id: the rate hit, pending.
allow_retroactive: whether the day may reach time that is already on a sent invoice or in a closed batch.

Result: the rate hit, applied. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, rate_hit_not_found, rate_hit_cancelled, rate_hit_before_first_rate,
rate_not_positive, rate_too_large, payroll_batch_under_review, rate_hit_reaches_billed_or_paid_time.

Example: {"rate_hit_id": "$rate_hit_id"}$$;

revoke execute on function
    private.check_rate_hit, private.check_rate_hit_reach, private.apply_rate_hit, public.apply_rate_hit
    from public, anon, authenticated, service_role;
grant execute on function private.apply_rate_hit, public.apply_rate_hit to authenticated, service_role;


-- supabase/schemas/assignments/my_assignments.sql

-- What contractors see of their assignments, never bill rates or margins: they have no policy on assignments,
-- assignment_rates and rate_hits. A view runs with its reader's rights and asks a function that answers for the
-- contractor who is signed in, and nobody else.

create function private.my_assignments()
returns table (
    assignment_id uuid, facility_id uuid, facility_name text, start_date date, end_date date, overtime_rule text)
language sql
stable
security definer -- contractors have no policy on assignments
set search_path = ''
as $$
    select assignment.id, facility.id, facility.name, assignment.start_date, assignment.end_date,
           assignment.overtime_rule
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
     where assignment.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_assignments is 'The logic of the view my_assignments.';

create function private.my_pay_rates()
returns table (assignment_id uuid, effective_from date, pay_rate numeric)
language sql
stable
security definer -- contractors have no policy on assignment_rates, which hold bill rates
set search_path = ''
as $$
    select rate.assignment_id, rate.effective_from, rate.pay_rate
      from public.assignment_rates as rate
     where rate.assignment_id = any (private.own_assignment_ids());
$$;
comment on function private.my_pay_rates is 'The logic of the view my_pay_rates.';

create view public.my_assignments with (security_invoker = true) as
    select * from private.my_assignments();
comment on view public.my_assignments is 'The assignments of the contractor who is signed in.';

create view public.my_pay_rates with (security_invoker = true) as
    select * from private.my_pay_rates();
comment on view public.my_pay_rates is 'What an hour of the signed-in contractor''s assignments pays, dated.';

revoke all on public.my_assignments from public, anon, authenticated, service_role;
grant select on public.my_assignments to authenticated, service_role;

revoke all on public.my_pay_rates from public, anon, authenticated, service_role;
grant select on public.my_pay_rates to authenticated, service_role;

revoke execute on function
    private.my_assignments, private.my_pay_rates
    from public, anon, authenticated, service_role;
grant execute on function private.my_assignments, private.my_pay_rates to authenticated, service_role;


-- supabase/schemas/assignments/access.sql

-- Staff read them; contractors, who must not see bill rates, have no policy here and read my_assignments and
-- my_pay_rates. Recruiting ends an assignment, billing and payroll enter rate hits, payroll writes stipends.

-- assignments

revoke all on public.assignments from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.assignments to service_role;
grant select on public.assignments to authenticated;
grant update (end_date) on public.assignments to authenticated;

create policy staff_read on public.assignments for select to authenticated
    using ((select private.is_staff()));
create policy recruiting_ends on public.assignments for update to authenticated
    using ((select private.has_role('recruiting')))
    with check ((select private.has_role('recruiting')));

-- rate_hits

revoke all on public.rate_hits from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.rate_hits to service_role;
grant select on public.rate_hits to authenticated;
grant insert (assignment_id, effective_on, bill_rate_change, pay_rate_change, reason),
      update (effective_on, bill_rate_change, pay_rate_change, reason, status), delete
    on public.rate_hits to authenticated;

create policy staff_read on public.rate_hits for select to authenticated
    using ((select private.is_staff()));
create policy billing_and_payroll_add on public.rate_hits for insert to authenticated
    with check ((select private.has_role('billing', 'payroll')) and status = 'pending');
create policy billing_and_payroll_change on public.rate_hits for update to authenticated
    using ((select private.has_role('billing', 'payroll')) and status = 'pending')
    with check ((select private.has_role('billing', 'payroll')) and status in ('pending', 'cancelled'));
create policy billing_and_payroll_remove on public.rate_hits for delete to authenticated
    using ((select private.has_role('billing', 'payroll')) and status = 'pending');

-- assignment_rates

revoke all on public.assignment_rates from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.assignment_rates to service_role;
grant select on public.assignment_rates to authenticated;

create policy staff_read on public.assignment_rates for select to authenticated
    using ((select private.is_staff()));

-- assignment_stipends

revoke all on public.assignment_stipends from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.assignment_stipends to service_role;
grant select on public.assignment_stipends to authenticated;
grant insert (assignment_id, weekly_amount, kind, effective_from, effective_to),
      update (weekly_amount, kind, effective_from, effective_to), delete
    on public.assignment_stipends to authenticated;

create policy staff_read on public.assignment_stipends for select to authenticated
    using ((select private.is_staff()));
create policy payroll_adds on public.assignment_stipends for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.assignment_stipends for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.assignment_stipends for delete to authenticated
    using ((select private.has_role('payroll')));


-- supabase/schemas/time/tables.sql

-- Hours worked. Which moves are legal stands in time_entry_moves.sql, which days are in time_entry_days.sql.
create table public.time_entries (
    id uuid primary key default gen_random_uuid(),
    assignment_id uuid not null
        constraint time_entry_is_of_a_known_assignment references public.assignments (id),
    work_date date not null constraint work_date_is_finite check (isfinite(work_date)),
    hours numeric(5, 2) not null
        constraint hours_fit_a_day check (hours > 0 and hours <= 24)
        constraint hours_is_finite check (hours <> 'NaN'),
    status text not null default 'draft'
        constraint time_entry_status_is_known
        check (status in ('draft', 'submitted', 'pending_approval', 'approved', 'locked')),
    submitted_at timestamptz,
    approved_at timestamptz,
    approved_by uuid,
    locked_at timestamptz,
    is_payable boolean not null generated always as (approved_at is not null) stored,
    notes text,
    created_at timestamptz not null default now(),
    constraint submitted_at_tells_of_submission check (
        case status
            when 'draft' then submitted_at is null
            when 'locked' then true
            else submitted_at is not null
        end),
    constraint approved_at_tells_of_approval check (
        case status
            when 'approved' then approved_at is not null
            when 'locked' then true
            else approved_at is null
        end),
    constraint approver_needs_an_approval check (approved_by is null or approved_at is not null),
    constraint locked_at_tells_of_locking check ((locked_at is not null) = (status = 'locked'))
);
comment on table public.time_entries is 'Hours that a contractor worked on a day of an assignment.';
comment on column public.time_entries.approved_at is 'Kept when the entry is locked.';
comment on column public.time_entries.is_payable is
    'Whether the time is billable and payable: it is approved, or was approved when it was locked.';

create index time_entries_by_assignment_and_day on public.time_entries (assignment_id, work_date);
-- What may still change. lock-ended probes it per ended assignment, so its cost follows what is open.
create index time_entries_not_locked on public.time_entries (assignment_id, status) where status <> 'locked';
-- The time of some weeks, of all assignments. Entries lie in the table about as their days follow each other.
create index time_entries_by_day on public.time_entries using brin (work_date);

alter table public.time_entries enable row level security;


-- supabase/schemas/time/approvals.sql

-- Whoever fills a payroll draft holds approved time and adjustments in one order, whoever takes their approval back
-- in another: they go in turns, or each would wait for what the other holds.
create function private.hold_approvals()
returns void
language sql
volatile
set search_path = ''
as $$
    select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.hold_approvals', 0));
$$;
comment on function private.hold_approvals is
    'Locks approvals exclusively: what is approved stays so until the transaction ends. For those who fill payroll drafts, one at a time.';

create function private.take_back_approval()
returns void
language sql
volatile
set search_path = ''
as $$
    select pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('private.hold_approvals', 0));
$$;
comment on function private.take_back_approval is
    'Locks approvals shared: waits for whoever fills a payroll draft, and keeps others from it until the transaction ends. For triggers, before they look whether a batch pays the row; they do not wait for each other here.';

-- Raises when one of the time entries is not approved: it may have been sent back a moment ago.
create function private.check_time_is_approved(time_entry_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_entry record;
begin
    select entry.work_date, entry.status
      into v_entry
      from public.time_entries as entry
     where entry.id = any (check_time_is_approved.time_entry_ids)
       and not entry.is_payable
     limit 1;
    if found then
        perform private.refuse(
            409, 'time_entry_not_approved',
            format('The time entry of %s is %s: only approved time is billed and paid.',
                   v_entry.work_date, v_entry.status),
            'Approve the entry first.');
    end if;
end;
$$;
comment on function private.check_time_is_approved is
    'Raises when one of the time entries is not approved, and so neither billable nor payable.';

revoke execute on function
    private.hold_approvals, private.take_back_approval, private.check_time_is_approved
    from public, anon, authenticated, service_role;


-- supabase/schemas/time/time_entry_days.sql

-- An assignment, day or hours that no time entry can have is refused here in words, before a constraint
-- refuses it in its own. The condition stands in the trigger: entries that are as they should be, and those
-- that lock-ended locks, pass without a function call.
--
-- Security definer: whoever writes the row need not be allowed to call private.refuse.
create function private.refuse_time_entry_values()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if new.assignment_id is null or new.work_date is null or new.hours is null then
        perform private.refuse(
            400, 'time_entry_incomplete',
            'A time entry has an assignment, a day and hours; one of them is null.',
            'Send assignment_id, work_date and hours.');
    elsif not isfinite(new.work_date) then
        perform private.refuse(
            400, 'work_date_not_finite',
            format('A time entry belongs to a calendar day, not to %s.', new.work_date),
            'Send the day as YYYY-MM-DD.');
    else
        perform private.refuse(
            400, 'hours_out_of_range',
            format('A time entry cannot have %s hours, as the one of %s would.', new.hours, new.work_date),
            'Send 0.01 to 24 hours; they are rounded to the hundredth.');
    end if;
    return null;
end;
$$;
comment on function private.refuse_time_entry_values is
    'Trigger: refuses the row, saying which of its values no time entry can have.';

create trigger time_entries_hold_possible_values
    before insert or update of assignment_id, work_date, hours on public.time_entries
    for each row when ((new.assignment_id is not null and isfinite(new.work_date)
                        and new.hours > 0 and new.hours <= 24) is not true)
    execute function private.refuse_time_entry_values();

-- A time entry's day lies inside its assignment and has a rate, and a contractor's day has 24 hours,
-- over all of their assignments and whoever writes at the same time.

-- Checks all time of the given assignments on the given days (pairs by position).
-- Locks the contractors first: two writers of one contractor's time go one after the other.
create function private.check_time_entry_days(assignment_ids uuid[], work_dates date[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_bad record;
begin
    perform
       from public.contractors as contractor
      where contractor.id in (select assignment.contractor_id
                                from public.assignments as assignment
                               where assignment.id = any (check_time_entry_days.assignment_ids))
      order by contractor.id
        for no key update;

    select written.work_date, assignment.start_date, assignment.end_date
      into v_bad
      from unnest(check_time_entry_days.assignment_ids, check_time_entry_days.work_dates)
           as written (assignment_id, work_date)
      join public.assignments as assignment on assignment.id = written.assignment_id
     where written.work_date < assignment.start_date or written.work_date > assignment.end_date
     limit 1;
    if found then
        perform private.refuse(
            409, 'work_date_outside_assignment',
            format('%s is outside the assignment, which runs from %s to %s.',
                   v_bad.work_date, v_bad.start_date, coalesce(v_bad.end_date::text, 'further notice')),
            'Correct the day, or change the assignment''s dates first.');
    end if;

    select written.work_date
      into v_bad
      from unnest(check_time_entry_days.assignment_ids, check_time_entry_days.work_dates)
           as written (assignment_id, work_date)
     where not exists (select from public.assignment_rates as rate
                        where rate.assignment_id = written.assignment_id
                          and rate.effective_from <= written.work_date)
     limit 1;
    if found then
        perform private.refuse(
            409, 'work_date_without_rate',
            format('The assignment has no rate on %s.', v_bad.work_date),
            'Enter a rate that is in force on that day first.');
    end if;

    select day.work_date, sum(entry.hours) as hours
      into v_bad
      from (select distinct assignment.contractor_id, written.work_date
              from unnest(check_time_entry_days.assignment_ids, check_time_entry_days.work_dates)
                   as written (assignment_id, work_date)
              join public.assignments as assignment on assignment.id = written.assignment_id) as day
      join public.assignments as sibling on sibling.contractor_id = day.contractor_id
      join public.time_entries as entry
        on entry.assignment_id = sibling.id and entry.work_date = day.work_date
     group by day.contractor_id, day.work_date
    having sum(entry.hours) > 24
     limit 1;
    if found then
        perform private.refuse(
            409, 'hours_exceed_day',
            format('The contractor would have %s hours on %s.', v_bad.hours, v_bad.work_date),
            'A day has 24 hours, over all of a contractor''s assignments.');
    end if;
end;
$$;
comment on function private.check_time_entry_days is
    'Raises when time of the given assignments and days lies outside its assignment, has no rate, or exceeds 24 hours a day.';

-- Security definer: the rule reads time and rates that the writer may not see.
create function private.guard_new_time_entries()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_time_entry_days(array_agg(written.assignment_id), array_agg(written.work_date))
       from written;
    return null;
end;
$$;
comment on function private.guard_new_time_entries is
    'Trigger: one check of the days of all entries that a statement inserts.';

create trigger new_time_entries_fit_their_days
    after insert on public.time_entries
    referencing new table as written
    for each statement execute function private.guard_new_time_entries();

-- Security definer: see above.
create function private.guard_moved_time_entry()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_time_entry_days(array[new.assignment_id], array[new.work_date]);
    return null;
end;
$$;
comment on function private.guard_moved_time_entry is
    'Trigger: checks the day of an entry whose assignment, day or hours changed.';

create trigger moved_time_entries_fit_their_days
    after update of assignment_id, work_date, hours on public.time_entries
    for each row when (
        old.assignment_id is distinct from new.assignment_id
        or old.work_date is distinct from new.work_date or old.hours is distinct from new.hours)
    execute function private.guard_moved_time_entry();

revoke execute on function
    private.refuse_time_entry_values, private.check_time_entry_days, private.guard_new_time_entries,
    private.guard_moved_time_entry
    from public, anon, authenticated, service_role;


-- supabase/schemas/time/time_entry_moves.sql

-- The legal moves of a time entry, whoever makes them and by whatever statement:
--
--   draft → submitted → approved                   submitted → pending_approval → approved
--   submitted, pending_approval → draft            approved → draft, while on no live invoice or batch
--   draft, submitted, approved → locked            locked without approval → pending_approval
--
-- Security definer: the rule reads invoices and payroll, which the writer may not see.
create function private.guard_time_entry_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    if (new.status in ('draft', 'submitted', 'pending_approval', 'approved', 'locked')) is not true then
        perform private.refuse(
            400, 'time_entry_status_unknown',
            format('A time entry cannot be %L.', new.status),
            'The states are draft, submitted, pending_approval, approved and locked.');
    end if;

    if tg_op = 'UPDATE' then
        perform private.check_time_entry_move(old, new);
        -- The way back starts over.
        if new.status = 'draft' then
            new.submitted_at := null;
            -- Whoever sends back may write a draft and see it until the statement is through: the policies
            -- of time_entries ask for it.
            if old.status <> 'draft' then
                perform set_config('app.sent_back_entry', new.id::text, true);
            end if;
        end if;
        if new.status in ('draft', 'submitted', 'pending_approval') then
            new.approved_at := null;
            new.approved_by := null;
            new.locked_at := null;
        end if;
    end if;

    -- Each state carries its instant; whoever sets the state need not know the time.
    if new.status in ('submitted', 'pending_approval', 'approved') then
        new.submitted_at := coalesce(new.submitted_at, v_now);
    end if;
    if new.status = 'approved' then
        new.approved_at := coalesce(new.approved_at, v_now);
        if tg_op = 'INSERT' or old.status <> 'approved' then
            new.approved_by := coalesce(private.user_id(), new.approved_by);
        end if;
    elsif new.status = 'locked' then
        new.locked_at := coalesce(new.locked_at, v_now);
    end if;
    return new;
end;
$$;
comment on function private.guard_time_entry_move is
    'Trigger: refuses illegal moves and changes of a time entry and stamps its states.';

create trigger time_entry_states_are_stamped
    before insert on public.time_entries
    for each row when (new.status is distinct from 'draft')
    execute function private.guard_time_entry_move();

-- Locking exactly as lock-ended does it is legal by the condition itself: hundreds of thousands of rows
-- a run pass without a function call.
create trigger time_entry_moves_are_legal
    before update on public.time_entries
    for each row when (not (
        old.status in ('draft', 'submitted', 'approved') and new.status = 'locked' and new.locked_at is not null
        and (old.id is not distinct from new.id
            and old.assignment_id is not distinct from new.assignment_id
            and old.work_date is not distinct from new.work_date
            and old.hours is not distinct from new.hours
            and old.submitted_at is not distinct from new.submitted_at
            and old.approved_at is not distinct from new.approved_at
            and old.approved_by is not distinct from new.approved_by
            and old.notes is not distinct from new.notes
            and old.created_at is not distinct from new.created_at)))
    execute function private.guard_time_entry_move();

create function private.check_time_entry_move(before public.time_entries, after public.time_entries)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    if before.status = 'locked'
        and (after.status, before.approved_at is null) is distinct from ('pending_approval', true) then
        perform private.refuse(
            409, 'time_entry_locked',
            format('The time entry of %s is locked and no longer changes.', before.work_date),
            'Unapproved locked time can go to pending_approval; approved time is final.');
    end if;

    if before.status <> after.status and (before.status, after.status) not in (
        ('draft', 'submitted'), ('submitted', 'approved'),
        ('submitted', 'pending_approval'), ('pending_approval', 'approved'),
        ('submitted', 'draft'), ('pending_approval', 'draft'), ('approved', 'draft'),
        ('draft', 'locked'), ('submitted', 'locked'), ('approved', 'locked'),
        ('locked', 'pending_approval')) then
        perform private.refuse(
            409, 'time_entry_move_not_legal',
            format('The time entry of %s cannot go from %s to %s.',
                   before.work_date, before.status, after.status),
            'A draft is submitted; submitted time is approved, or first put to pending_approval; '
            'all of these go back to draft.');
    end if;

    if (before.status <> 'draft' or after.status = 'locked')
        and (before.assignment_id, before.work_date, before.hours)
            is distinct from (after.assignment_id, after.work_date, after.hours) then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time entry of %s is %s: its hours, day and assignment change only in draft.',
                   before.work_date, before.status),
            'Send the entry back to draft first.');
    end if;

    if before.status <> 'draft' and before.notes is distinct from after.notes
        and private.caller() = 'authenticated' and not private.is_staff() then
        perform private.refuse(
            409, 'time_entry_not_draft',
            format('The time entry of %s is %s: its notes change only in draft.',
                   before.work_date, before.status),
            'Approve the entry or send it back as it is.');
    end if;

    -- An approval is given by the move to approved and kept from then on: locking neither gives nor takes it.
    if after.status in ('approved', 'locked') and (after.status = 'locked' or before.status = 'approved')
        and (before.approved_at, before.approved_by) is distinct from (after.approved_at, after.approved_by) then
        perform private.refuse(
            409, 'time_entry_approval_is_kept',
            format('The approval of the time entry of %s does not change.', before.work_date),
            'Send the entry back to draft and approve it anew.');
    end if;

    if before.status = 'approved' and after.status = 'draft' then
        perform private.take_back_approval();
        -- Waits for whoever is putting the entry on an invoice at this moment.
        perform from public.time_entries as entry where entry.id = before.id for update;
        if exists (select from public.invoice_lines as line
                    where line.time_entry_id = before.id and line.released_at is null) then
            perform private.refuse(
                409, 'time_entry_on_live_invoice',
                format('The time entry of %s is on an invoice.', before.work_date),
                'Void the invoice, then correct the time.');
        end if;
        if exists (select from public.payroll_item_lines as line
                    where line.time_entry_id = before.id and line.released_at is null) then
            perform private.refuse(
                409, 'time_entry_on_live_batch',
                format('The time entry of %s is in a payroll batch.', before.work_date),
                'Discard the batch, then correct the time.');
        end if;
    end if;
end;
$$;
comment on function private.check_time_entry_move is
    'Raises when a time entry may not change from one row to the other.';

create trigger time_entries_are_deleted_as_drafts
    before delete on public.time_entries
    for each row when (old.status <> 'draft')
    execute function private.refuse_removal(
        'time_entry_not_draft', 'Send the entry back to draft first; a locked one stays.');

-- guard_time_entry_move says which entry it is letting go back to draft, row by row.
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
    'Whether the running transaction is sending this time entry back to draft.';

revoke execute on function
    private.guard_time_entry_move, private.check_time_entry_move, private.is_being_sent_back
    from public, anon, authenticated, service_role;
grant execute on function private.is_being_sent_back to authenticated;


-- supabase/schemas/time/classified_time.sql

-- Regular hours, overtime and doubletime of a contractor's workweek, for billing and payroll alike.
--
-- One pass over all payable time of the week, whichever assignments it is on, in the order of work_date,
-- created_at, id; an entry is split where a limit falls into it.
--
--   1. The day. The rule of an entry's assignment says from which hour of the contractor's day on it is overtime:
--        california  over 8 overtime, over 12 doubletime; on the seventh day worked of the workweek the first 8
--                    are overtime and the rest doubletime (Labor Code 510)
--        colorado    over 12 overtime (COMPS Order 1.8.1)
--        flsa        none
--   2. The week. What the day leaves is regular until the week's regular hours reach 40, then overtime
--      (29 CFR 778.110). No hour counts twice, so colorado comes to the greater of the two counts.
--
-- Hours under the rule none, and those of 1099 contractors, are regular and count toward nothing.
--
-- Billing puts time on live invoices first, in the classes it was billed in. Of a day's limits, billed regular
-- hours take from the regular ones and all billed hours from those before doubletime. So a day and a week come to
-- the same hours in whatever order their entries are billed.
--
-- Inside, hours are hundredths in integers, and a week is its place in the arguments: narrow rows, and arithmetic
-- at a third of the price of numeric.
create function private.classified_time(
    contractor_ids uuid[], week_starts date[], rebuilt_invoice_ids uuid[] default null)
returns table (
    time_entry_id uuid, assignment_id uuid, contractor_id uuid, week_start date, work_date date,
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric, counts_toward_overtime boolean)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set work_mem = '64MB' -- a firm's year is sorted in memory
set jit = off -- compiling takes longer than a week's work
set enable_mergejoin = off -- sorting the time once is enough
as $$
declare
    v_billing constant boolean := classified_time.rebuilt_invoice_ids is not null; -- folded into the plan
    v_first constant date := (select min(week.start) from unnest(classified_time.week_starts) as week (start));
    v_last constant date := (select max(week.start) + 6 from unnest(classified_time.week_starts) as week (start));
begin
    return query
    with ruled as (
        select assignment.id, assignment.contractor_id,
               assignment.overtime_rule <> 'none' and contractor.employment_type <> '1099' as counts,
               case assignment.overtime_rule when 'california' then 800 when 'colorado' then 1200 else 2400 end
                   as regular_until,
               case assignment.overtime_rule when 'california' then 1200 else 2400 end as overtime_until,
               assignment.overtime_rule = 'california' as has_seventh_day
          from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
         where assignment.contractor_id = any (classified_time.contractor_ids)
        offset 0 -- once per assignment, not once per entry
    ), entry as (
        select entry.id, entry.assignment_id, ruled.contractor_id, week.nth::int as week, week.start as week_start,
               entry.work_date, entry.created_at, entry.hours as all_hours, (entry.hours * 100)::int as hours,
               ruled.counts, ruled.regular_until, ruled.overtime_until,
               ruled.has_seventh_day and entry.work_date = week.start + 6 as may_be_seventh_day,
               billed.hours is null as is_open,
               billed.regular as billed_regular, billed.before_doubletime as billed_before_doubletime
          from ruled
          join public.time_entries as entry on entry.assignment_id = ruled.id
          join unnest(classified_time.contractor_ids, classified_time.week_starts)
               with ordinality as week (contractor_id, start, nth)
            on week.contractor_id = ruled.contractor_id
           and week.start = entry.work_date - (entry.work_date - v_first) % 7
          left join lateral (
               select (sum(line.hours) * 100)::int as hours,
                      (sum(line.hours) filter (where line.kind = 'regular') * 100)::int as regular,
                      (sum(line.hours) filter (where line.kind <> 'doubletime') * 100)::int as before_doubletime
                 from (select line.* from public.invoice_lines as line where line.time_entry_id = entry.id
                       offset 0) as line -- not by the index of the exclusion constraint, which is slow to search
                where line.released_at is null
                  and line.invoice_id <> all (classified_time.rebuilt_invoice_ids)
               ) as billed on v_billing
         where entry.work_date between v_first and v_last
           and entry.is_payable
        offset 0
    ), day as (
        select entry.*,
               row_number() over so_far as nth_of_day,
               (sum(entry.hours) filter (where entry.is_open) over so_far)::int as open_through,
               case when v_billing then coalesce(sum(entry.billed_regular) over so_far, 0)::int else 0 end
                   as day_billed_regular,
               case when v_billing then coalesce(sum(entry.billed_before_doubletime) over so_far, 0)::int else 0 end
                   as day_billed_before_doubletime,
               case when v_billing
                    then coalesce(sum(entry.billed_regular) over (partition by entry.week, entry.counts), 0)::int
                    else 0 end as week_billed_regular
          from entry
        window so_far as (partition by entry.week, entry.counts, entry.work_date
                          order by entry.is_open, entry.created_at, entry.id
                          rows unbounded preceding)
    ), ordinary as ( -- as on a day that is not the seventh
        select day.*,
               case when day.is_open then greatest(0, least(
                   day.hours,
                   least(day.regular_until - day.day_billed_regular,
                         day.overtime_until - day.day_billed_before_doubletime) - day.open_through + day.hours))
               end as regular_of_day
          from day
    ), week as (
        select ordinary.*,
               count(*) filter (where ordinary.nth_of_day = 1) over so_far = 7 as is_seventh_day,
               coalesce(sum(ordinary.regular_of_day) filter (where not ordinary.may_be_seventh_day) over so_far, 0)::int
                   as regular_through,
               coalesce(sum(ordinary.regular_of_day) filter (where ordinary.may_be_seventh_day) over so_far, 0)::int
                   as regular_through_unless_seventh
          from ordinary
        window so_far as (partition by ordinary.week, ordinary.counts
                          order by ordinary.work_date, ordinary.is_open, ordinary.created_at, ordinary.id
                          rows unbounded preceding)
    ), class as (
        select week.*,
               case when week.may_be_seventh_day and week.is_seventh_day then 0
                    else greatest(0, least(
                        week.regular_of_day,
                        4000 - week.week_billed_regular - week.regular_through + week.regular_of_day
                            - case when week.is_seventh_day then 0 else week.regular_through_unless_seventh end))
               end as regular,
               greatest(0, least(
                   week.hours,
                   week.open_through + week.day_billed_before_doubletime
                       - case when week.may_be_seventh_day and week.is_seventh_day then 800
                              else week.overtime_until end)) as doubletime
          from week
         where week.is_open
    )
    select class.id, class.assignment_id, class.contractor_id, class.week_start, class.work_date,
           case when class.counts and class.regular <> class.hours then class.regular * 0.01 else class.all_hours end,
           case when class.counts and class.regular <> class.hours
                then (class.hours - class.regular - class.doubletime) * 0.01 else 0.00 end,
           case when class.counts and class.doubletime <> 0 then class.doubletime * 0.01 else 0.00 end,
           class.counts
      from class;
end;
$$;
comment on function private.classified_time is
$$The payable time of contractors' workweeks in its classes: per entry its regular, overtime and doubletime hours.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.
rebuilt_invoice_ids: null for payroll, which classifies all time anew. For billing, the invoices whose lines are
about to be made ({} for new ones): time on other live invoices comes first, in its stored classes, and is not
returned.
counts_toward_overtime: false under the rule none and for 1099 contractors.$$;

revoke execute on function private.classified_time from public, anon, authenticated, service_role;


-- supabase/schemas/time/missing_time.sql

-- Who was placed in the last complete workweek and has no time in it at all: somebody forgot to write it down.
-- Time is looked up per assignment, so the cost follows the assignments of the week, not the time there is.
create view public.missing_time with (security_invoker = true) as
    select assignment.id as assignment_id,
           contractor.id as contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           facility.id as facility_id,
           facility.name as facility_name,
           week.week_start,
           week.week_end,
           greatest(assignment.start_date, week.week_start) as first_day,
           least(assignment.end_date, week.week_end) as last_day
      from (select this_week.week_start - 7, this_week.week_start - 1
              from private.clock() as clock
             cross join private.workweek_start(clock.business_date) as this_week (week_start)
           ) as week (week_start, week_end)
      join public.assignments as assignment
        on assignment.start_date <= week.week_end
       and (assignment.end_date is null or assignment.end_date >= week.week_start)
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where not exists (
           select from public.time_entries as entry
            where entry.assignment_id = assignment.id
              and entry.work_date between week.week_start and week.week_end
           offset 0); -- keeps the planner from reading all time into one join
comment on view public.missing_time is
$$Assignments in force on any day of the last complete workweek without a time entry in it.

first_day, last_day: the days of that week on which the assignment was in force.$$;

revoke all on public.missing_time from public, anon, authenticated, service_role;
grant select on public.missing_time to authenticated, service_role;


-- supabase/schemas/time/access.sql

-- Time is written by the contractor who worked it (drafts, until submitted) and by staff on their behalf,
-- approved or sent back by staff and by the facility's contacts. What moves are legal at all is
-- guard_time_entry_move's to say.

-- time_entries

revoke all on public.time_entries from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.time_entries to service_role;
grant select on public.time_entries to authenticated;
grant insert (assignment_id, work_date, hours, status, notes),
      update (assignment_id, work_date, hours, status, notes), delete
    on public.time_entries to authenticated;

-- Each arm can use the index by assignment: a contractor's own thousand rows cost a thousand rows.
-- Contacts never see drafts; the one they are sending back stays visible to the statement that does it,
-- because PostgreSQL checks the new row of an update against this policy too.
create policy staff_contractors_and_contacts_read on public.time_entries for select to authenticated
    using (
        assignment_id between (select private.staff_reads_ids_from()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        or assignment_id = any ((select private.own_assignment_ids())::uuid[])
        or (assignment_id = any ((select private.contact_assignment_ids())::uuid[])
            and (status <> 'draft' or private.is_being_sent_back(id))));
create policy staff_and_contractors_add on public.time_entries for insert to authenticated
    with check (
        status = 'draft'
        and ((select private.has_role('billing', 'payroll', 'recruiting'))
             or assignment_id = any ((select private.own_assignment_ids())::uuid[])));
create policy staff_contractors_and_contacts_change on public.time_entries for update to authenticated
    using (
        case status
            when 'draft' then
                (select private.has_role('billing', 'payroll', 'recruiting'))
                or assignment_id = any ((select private.own_assignment_ids())::uuid[])
            when 'approved' then (select private.has_role('billing', 'payroll', 'recruiting'))
            when 'locked' then (select private.has_role('payroll'))
            else
                (select private.has_role('billing', 'payroll', 'recruiting'))
                or assignment_id = any ((select private.contact_assignment_ids())::uuid[])
        end)
    with check (
        case
            when (select private.has_role('billing', 'payroll', 'recruiting')) then status <> 'locked'
            when status = 'submitted' then assignment_id = any ((select private.own_assignment_ids())::uuid[])
            when status = 'draft' then
                assignment_id = any ((select private.own_assignment_ids())::uuid[])
                or (assignment_id = any ((select private.contact_assignment_ids())::uuid[])
                    and private.is_being_sent_back(id))
            when status = 'approved' then assignment_id = any ((select private.contact_assignment_ids())::uuid[])
            else false
        end);
create policy staff_and_contractors_remove on public.time_entries for delete to authenticated
    using (
        status = 'draft'
        and ((select private.has_role('billing', 'payroll', 'recruiting'))
             or assignment_id = any ((select private.own_assignment_ids())::uuid[])));


-- supabase/schemas/billing/tables.sql

-- What facilities owe, what it is made of, and the runs that bill it.
create table public.invoices (
    id uuid primary key default gen_random_uuid(),
    number text
        constraint invoice_number_is_unique unique,
    facility_id uuid not null references public.facilities (id),
    kind text not null default 'manual'
        constraint invoice_kind_is_known check (kind in ('weekly', 'manual', 'backfill')),
    period_start date not null constraint period_start_is_finite check (isfinite(period_start)),
    period_end date not null constraint period_end_is_finite check (isfinite(period_end)),
    status text not null default 'draft'
        constraint invoice_status_is_known
        check (status in ('draft', 'sent', 'partially_paid', 'paid', 'void')),
    issue_date date constraint issue_date_is_finite check (isfinite(issue_date)),
    due_date date constraint due_date_is_finite check (isfinite(due_date)),
    total numeric(12, 2) not null default 0 constraint total_is_finite check (total <> 'NaN'),
    amount_paid numeric(12, 2) not null default 0
        constraint amount_paid_is_not_negative check (amount_paid >= 0)
        constraint amount_paid_is_finite check (amount_paid <> 'NaN'),
    balance numeric(12, 2) not null generated always as (total - amount_paid) stored,
    accrued_interest numeric(12, 2) not null default 0
        constraint accrued_interest_is_not_negative check (accrued_interest >= 0)
        constraint accrued_interest_is_finite check (accrued_interest <> 'NaN'),
    interest_paid numeric(12, 2) not null default 0
        constraint interest_paid_is_not_negative check (interest_paid >= 0)
        constraint interest_paid_is_finite check (interest_paid <> 'NaN'),
    interest_balance numeric(12, 2) not null generated always as (accrued_interest - interest_paid) stored,
    interest_computed_on date
        constraint interest_computed_on_is_finite check (isfinite(interest_computed_on)),
    interest_breakdown jsonb,
    principal_paid_on date constraint principal_paid_on_is_finite check (isfinite(principal_paid_on)),
    bears_interest boolean not null generated always as (
        status in ('sent', 'partially_paid')
        or (status = 'paid' and principal_paid_on > due_date
            and (interest_computed_on is null or interest_computed_on < principal_paid_on)) is true) stored,
    sent_at timestamptz,
    paid_at timestamptz,
    voided_at timestamptz,
    void_reason text,
    created_at timestamptz not null default now(),
    constraint invoice_period_ends_after_it_starts check (period_end >= period_start),
    constraint invoice_is_due_after_its_issue check (due_date >= issue_date),
    constraint sent_at_tells_of_sending check (
        case status
            when 'draft' then sent_at is null
            when 'void' then true
            else sent_at is not null
        end),
    constraint invoice_has_a_number_once_sent check ((number is not null) = (sent_at is not null)),
    constraint sent_invoice_has_its_dates check (sent_at is null or (issue_date is not null and due_date is not null)),
    constraint sent_total_is_not_negative
        check (sent_at is null or total >= 0),
    constraint paid_at_tells_of_payment check ((paid_at is not null) = (status = 'paid')),
    constraint voided_at_tells_of_voiding check ((voided_at is not null) = (status = 'void')),
    constraint invoice_status_follows_payments check (
        case status
            when 'paid' then total = amount_paid
            when 'partially_paid' then amount_paid > 0 and amount_paid < total
            else amount_paid = 0
        end),
    constraint only_sent_invoices_bear_interest check (
        status not in ('draft', 'void') or (accrued_interest = 0 and interest_paid = 0))
);
comment on table public.invoices is 'What a facility owes for the time of a period. Money in the firm''s currency.';
comment on column public.invoices.number is 'Given when sent, without gaps or reuse; null until then.';
comment on column public.invoices.total is 'The sum of the lines.';
comment on column public.invoices.amount_paid is 'Principal paid, by payments in force.';
comment on column public.invoices.balance is 'Principal still owed: total less amount_paid.';
comment on column public.invoices.accrued_interest is
    'Late-payment interest and fee up to interest_computed_on: set by accrue-interest, never incremented.';
comment on column public.invoices.interest_computed_on is
    'The day up to which interest was last computed; null = to be computed at the next run.';
comment on column public.invoices.interest_breakdown is
    'The computation explained: interest, fee, the day accrued through, and the segments. Money as text.';
comment on column public.invoices.bears_interest is
    'Whether accrue-interest computes it once it is overdue. An invoice paid in time never is, one paid late until its final interest stands.';
comment on column public.invoices.principal_paid_on is
    'The day of the latest principal payment in force, kept by the payments; null without one.';

create index invoices_by_facility on public.invoices (facility_id, period_start);
-- What accrue-interest may have to compute, computed longest ago first.
create index invoices_bearing_interest
    on public.invoices (interest_computed_on nulls first, due_date, id) where bears_interest;
-- The few of all paid invoices on which interest is still owed, or too much of it was paid, for ar_aging.
create index invoices_paid_but_for_interest
    on public.invoices (facility_id)
    where status = 'paid' and interest_balance <> 0;

alter table public.invoices enable row level security;

create table public.invoice_lines (
    id uuid primary key default gen_random_uuid(),
    invoice_id uuid not null references public.invoices (id) on delete cascade,
    time_entry_id uuid references public.time_entries (id),
    kind text not null
        constraint invoice_line_kind_is_known
        check (kind in ('regular', 'overtime', 'doubletime', 'adjustment')),
    description text not null default '',
    work_date date constraint work_date_is_finite check (isfinite(work_date)),
    hours numeric(5, 2) constraint hours_is_finite check (hours <> 'NaN'),
    rate numeric(10, 2) constraint rate_is_finite check (rate <> 'NaN'),
    multiplier numeric(5, 3) default 1 constraint multiplier_is_finite check (multiplier <> 'NaN'),
    amount numeric(12, 2) not null constraint amount_is_finite check (amount <> 'NaN'),
    released_at timestamptz,
    created_at timestamptz not null default now(),
    constraint adjustment_line_is_described check (kind <> 'adjustment' or btrim(description) <> ''),
    constraint adjustment_lines_have_no_time_entry check ((kind = 'adjustment') = (time_entry_id is null)),
    -- numeric round() rounds halves away from zero: half-up for hours, which are positive.
    constraint time_line_is_hours_times_rate check (
        time_entry_id is null
        or (work_date is not null and hours > 0 and rate > 0 and multiplier >= 1
            and amount = round(hours * rate * multiplier, 2)) is true),
    constraint time_entry_on_one_live_invoice
        exclude using gist (time_entry_id with =, invoice_id with <>)
        where (time_entry_id is not null and released_at is null)
);
comment on table public.invoice_lines is 'What an invoice''s total is made of.';
comment on column public.invoice_lines.rate is 'The bill rate of the work date.';
comment on column public.invoice_lines.released_at is
    'Set when the invoice is voided: the line''s time may be billed again. Null = live.';

create index invoice_lines_by_invoice on public.invoice_lines (invoice_id);
create index invoice_lines_by_time_entry on public.invoice_lines (time_entry_id);
-- What some weeks' lines are; see time_entries_by_day.
create index invoice_lines_by_day on public.invoice_lines using brin (work_date);

alter table public.invoice_lines enable row level security;

create table public.billing_runs (
    id uuid primary key default gen_random_uuid(),
    week_start date not null constraint week_start_is_finite check (isfinite(week_start)),
    week_end date not null constraint week_end_is_finite check (isfinite(week_end)),
    dry_run boolean not null default false,
    invoices_created int not null default 0,
    invoices_existing int not null default 0,
    facilities_skipped int not null default 0,
    entries_billed int not null default 0,
    amount numeric(15, 2) not null default 0 -- of many invoices, each of which may fill numeric(12, 2)
        constraint amount_is_finite check (amount <> 'NaN'),
    late_entries int not null default 0,
    details jsonb not null default '[]',
    created_at timestamptz not null default now(),
    constraint billing_run_covers_a_week check (week_end = week_start + 6)
);
comment on table public.billing_runs is 'One row per call of weekly_billing_run.';
comment on column public.billing_runs.late_entries is
    'Billable, unbilled entries of the 13 weeks up to week_end that this run did not bill.';
comment on column public.billing_runs.details is 'Per facility: the outcome and its reason.';

alter table public.billing_runs enable row level security;

-- Invoice numbers run from 1 in each year of issue, whatever the prefix. A sequence would leave a gap for each
-- transaction that fails; a row is taken back with it.
create table private.last_invoice_numbers (
    year int primary key,
    last_number int not null,
    created_at timestamptz not null default now()
);
comment on table private.last_invoice_numbers is 'The highest invoice number of each year of issue.';


-- supabase/schemas/billing/invoice_rules.sql

-- The legal moves of an invoice, and what no longer changes once it is sent:
--
--   draft → sent → partially_paid → paid, and back as payments are reversed
--   draft, sent → void
--
-- Security definer: whoever writes need not be allowed to call private.refuse and private.clock.
create function private.guard_invoice_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    if tg_op = 'UPDATE' then
        if old.status <> new.status and (old.status, new.status) not in (
            ('draft', 'sent'), ('draft', 'void'), ('sent', 'void'),
            ('sent', 'partially_paid'), ('sent', 'paid'), ('partially_paid', 'paid'),
            ('paid', 'partially_paid'), ('paid', 'sent'), ('partially_paid', 'sent')) then
            perform private.refuse(
                409, 'invoice_move_not_legal',
                format('Invoice %s cannot go from %s to %s.',
                       coalesce(old.number, '(draft)'), old.status, new.status),
                'Drafts are sent or voided, sent invoices are paid or voided; a void invoice stays void.');
        end if;
        if old.status <> 'draft'
            and (old.id, old.number, old.facility_id, old.kind, old.period_start, old.period_end,
                 old.issue_date, old.due_date, old.total, old.sent_at, old.created_at)
                is distinct from
                (new.id, new.number, new.facility_id, new.kind, new.period_start, new.period_end,
                 new.issue_date, new.due_date, new.total, new.sent_at, new.created_at) then
            perform private.refuse(
                409, 'invoice_not_draft',
                format('Invoice %s is %s: what it bills no longer changes.',
                       coalesce(old.number, '(draft)'), old.status),
                'Void it and create another, or bill the difference on a new invoice.');
        end if;
    end if;

    -- Each state carries its instant; whoever sets the state need not know the time.
    if new.status in ('sent', 'partially_paid', 'paid') or new.number is not null then
        new.sent_at := coalesce(new.sent_at, v_now);
        new.issue_date := coalesce(new.issue_date, new.due_date);
    end if;
    new.paid_at := case when new.status = 'paid' then coalesce(new.paid_at, v_now) end;
    new.voided_at := case when new.status = 'void' then coalesce(new.voided_at, v_now) end;
    return new;
end;
$$;
comment on function private.guard_invoice_move is
    'Trigger: refuses illegal moves and changes of an invoice and stamps its states.';

create trigger invoice_states_are_stamped
    before insert on public.invoices
    for each row when (new.status <> 'draft')
    execute function private.guard_invoice_move();

-- Payments and interest change a sent invoice without touching what it bills: no function call for them.
create trigger invoice_moves_are_legal
    before update on public.invoices
    for each row when (
        old.status <> new.status
        or (old.id is distinct from new.id or old.number is distinct from new.number
            or old.facility_id is distinct from new.facility_id or old.kind is distinct from new.kind
            or old.period_start is distinct from new.period_start
            or old.period_end is distinct from new.period_end
            or old.issue_date is distinct from new.issue_date
            or old.due_date is distinct from new.due_date or old.total is distinct from new.total
            or old.sent_at is distinct from new.sent_at or old.paid_at is distinct from new.paid_at
            or old.voided_at is distinct from new.voided_at
            or old.created_at is distinct from new.created_at))
    execute function private.guard_invoice_move();

create trigger invoices_are_deleted_as_drafts
    before delete on public.invoices
    for each row when (old.status <> 'draft')
    execute function private.refuse_removal('invoice_not_draft', 'Void the invoice instead; its number is kept.');

-- Security definer: whoever tries need not be allowed to call private.refuse.
create function private.refuse_paid_amounts()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'paid_amounts_follow_payments',
        format('The paid amounts of invoice %s are not written by hand.', coalesce(new.number, '(draft)')),
        'Send the invoice, and record the payments: its paid amounts and its state follow them.');
    return null;
end;
$$;
comment on function private.refuse_paid_amounts is
    'Trigger: refuses paid amounts that come from anything but payments.';

-- Without a payment no invoice owes less than its total, imported ones neither.
create trigger new_invoices_are_unpaid
    before insert on public.invoices
    for each row when (new.amount_paid <> 0 or new.interest_paid <> 0 or new.principal_paid_on is not null)
    execute function private.refuse_paid_amounts();

-- At depth 0 the statement is somebody's own, not that of private.settle_invoices.
create trigger paid_amounts_follow_payments
    before update on public.invoices
    for each row when (
        pg_trigger_depth() = 0
        and (old.amount_paid is distinct from new.amount_paid
            or old.interest_paid is distinct from new.interest_paid
            or old.principal_paid_on is distinct from new.principal_paid_on))
    execute function private.refuse_paid_amounts();

revoke execute on function
    private.guard_invoice_move, private.refuse_paid_amounts
    from public, anon, authenticated, service_role;


-- supabase/schemas/billing/invoice_line_rules.sql

-- The lines of an invoice change only while it is a draft; voiding releases them, nothing else. Lines of
-- invoices and of payroll batches take approved time only.

-- Raises when one of the invoices is not a draft. Locks them, so that nobody sends them meanwhile.
create function private.check_invoices_are_drafts(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_invoice record;
begin
    for v_invoice in
        select invoice.number, invoice.status
          from public.invoices as invoice
         where invoice.id = any (check_invoices_are_drafts.invoice_ids)
         order by invoice.id
           for no key update
    loop
        if v_invoice.status <> 'draft' then
            perform private.refuse(
                409, 'invoice_not_draft',
                format('Invoice %s is %s: its lines no longer change.',
                       coalesce(v_invoice.number, '(draft)'), v_invoice.status),
                'Void it and create another, or bill the difference on a new invoice.');
        end if;
    end loop;
end;
$$;
comment on function private.check_invoices_are_drafts is
    'Raises when one of the invoices is not a draft; locks them for no key update, so that nobody sends them meanwhile.';

-- Security definer: the rule reads and locks invoices, which the writer may not.
create function private.guard_invoice_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_invoices_are_drafts(array_agg(distinct touched.invoice_id)) from touched;
    if tg_op = 'INSERT' then
        perform private.check_time_is_approved(array_agg(touched.time_entry_id)) from touched;
    end if;
    return null;
end;
$$;
comment on function private.guard_invoice_lines is 'Trigger: lines are added to and removed from drafts only.';

create trigger new_invoice_lines_are_on_drafts
    after insert on public.invoice_lines
    referencing new table as touched
    for each statement execute function private.guard_invoice_lines();

create trigger removed_invoice_lines_were_on_drafts
    after delete on public.invoice_lines
    referencing old table as touched
    for each statement execute function private.guard_invoice_lines();

-- Security definer: see above.
create function private.guard_invoice_line_change()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_released constant boolean := old.released_at is null and new.released_at is not null;
begin
    new.released_at := old.released_at;
    if v_released and new is not distinct from old
        and exists (select from public.invoices as invoice
                     where invoice.id = old.invoice_id and invoice.status = 'void') then
        new.released_at := (private.clock()).at;
        return new;
    end if;
    perform private.check_invoices_are_drafts(array[old.invoice_id, new.invoice_id]);
    return new;
end;
$$;
comment on function private.guard_invoice_line_change is
    'Trigger: a line changes on a draft; on a void invoice it is released once, and nothing else.';

create trigger invoice_lines_change_on_drafts
    before update on public.invoice_lines
    for each row execute function private.guard_invoice_line_change();

-- Adjustments are written to drafts directly, by billing staff; the draft's total follows at once. Those who write the
-- lines of time set the totals themselves.
-- Security definer: the total is not the writer's to set.
create function private.count_adjustments()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_adjusted constant uuid[] := array(
        select distinct touched.invoice_id from touched where touched.kind = 'adjustment');
begin
    if v_adjusted <> '{}' then
        perform private.total_invoices(array(
            select invoice.id
              from public.invoices as invoice
             where invoice.id = any (v_adjusted) and invoice.status = 'draft'));
    end if;
    return null;
exception when numeric_value_out_of_range then
    perform private.refuse_amount();
end;
$$;
comment on function private.count_adjustments is
    'Trigger: brings the totals of the drafts up to date whose adjustment lines a statement wrote.';

-- Their names come after those of the triggers that refuse lines of sent invoices and hold the drafts.
create trigger total_counts_new_adjustments
    after insert on public.invoice_lines
    referencing new table as touched
    for each statement execute function private.count_adjustments();

create trigger total_counts_changed_adjustments
    after update on public.invoice_lines
    referencing new table as touched
    for each statement execute function private.count_adjustments();

create trigger total_counts_removed_adjustments
    after delete on public.invoice_lines
    referencing old table as touched
    for each statement execute function private.count_adjustments();

revoke execute on function
    private.check_invoices_are_drafts, private.guard_invoice_lines, private.guard_invoice_line_change,
    private.count_adjustments
    from public, anon, authenticated, service_role;


-- supabase/schemas/billing/invoices.sql

-- How a procedure takes the invoices that it is about.
create function private.hold_invoices(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_held int;
begin
    -- In one order, so that two who lock several never deadlock.
    perform
       from public.invoices as invoice
      where invoice.id = any (hold_invoices.invoice_ids)
      order by invoice.id
        for update;
    get diagnostics v_held = row_count;

    if v_held < (select count(distinct wanted.id) from unnest(hold_invoices.invoice_ids) as wanted (id)) then
        perform private.refuse(
            404, 'invoice_not_found',
            format('There is no invoice %s.', string_agg(wanted.id::text, ', ' order by wanted.position)),
            'Look the id up in invoices.')
           from unnest(hold_invoices.invoice_ids) with ordinality as wanted (id, position)
          where not exists (select from public.invoices as invoice where invoice.id = wanted.id);
    end if;
end;
$$;
comment on function private.hold_invoices is
    'Locks invoices for update, and so waits for lines and payments that others are adding; raises 404 and names the ids that do not exist.';

create function private.total_invoices(invoice_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
    update public.invoices as invoice
       set total = summed.total
      from (select billed.id, coalesce(sum(line.amount), 0) as total
              from unnest(total_invoices.invoice_ids) as billed (id)
              left join public.invoice_lines as line on line.invoice_id = billed.id
             group by billed.id) as summed
     where invoice.id = summed.id and invoice.total <> summed.total;
$$;
comment on function private.total_invoices is
$$Sets the total of each of the invoices to the sum of its lines, adjustments included.

invoice_ids: drafts, which the caller holds. Those whose total is right are not written.$$;

create function private.refuse_amount()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        409, 'amount_too_large',
        'A line or the total of the invoice would reach 10,000,000,000.00.',
        'Correct the bill rates or the adjustments, or bill fewer days.');
end;
$$;
comment on function private.refuse_amount is 'Raises 409 for an amount that no invoice can have.';

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
comment on function private.audit_invoices is
    'Records in the audit log what a procedure changed of invoices, given as they were before.';

revoke execute on function
    private.hold_invoices, private.total_invoices, private.refuse_amount, private.audit_invoices
    from public, anon, authenticated, service_role;


-- supabase/schemas/billing/bill_time.sql

-- What every billing procedure does: the lines of drafts are made from today's hours and rates.

-- Two who bill at once would each give a contractor's week its forty regular hours. They go one after the other;
-- it is the first lock of whoever bills, the rates are the second.
create function private.bill_alone()
returns void
language sql
volatile
set search_path = ''
as $$
    select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.bill_time', 0));
    select private.hold_rates();
$$;
comment on function private.bill_alone is
    'Waits for others who bill, keeps them out until the transaction ends, then locks the rates shared (private.hold_rates).';

-- Time that a draft has already stays with it: whoever sends it back meanwhile is refused, because it is on a live
-- invoice. Other time is held; what somebody is sending back at this moment is left out, since it is about to be a
-- draft.
create function private.hold_time_to_bill(invoice_ids uuid[])
returns table (invoice_id uuid, time_entry_id uuid, contractor_id uuid, work_date date)
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many drafts there are, and of which days
as $$
#variable_conflict use_column
declare
    v_first_day date;
    v_last_day date;
begin
    select min(invoice.period_start), max(invoice.period_end)
      into v_first_day, v_last_day
      from public.invoices as invoice
     where invoice.id = any (hold_time_to_bill.invoice_ids);

    return query
    with draft as (
        select invoice.id, invoice.facility_id, invoice.period_start as first_day, invoice.period_end as last_day
          from public.invoices as invoice
         where invoice.id = any (hold_time_to_bill.invoice_ids)
    ), new_time as (
        select draft.id as invoice_id, entry.id as time_entry_id, assignment.contractor_id, entry.work_date
          from draft
          join public.assignments as assignment
            on assignment.facility_id = draft.facility_id
           and assignment.start_date <= draft.last_day
           and coalesce(assignment.end_date, 'infinity') >= draft.first_day
          join public.time_entries as entry
            on entry.assignment_id = assignment.id
           and entry.work_date between draft.first_day and draft.last_day
           and entry.work_date between v_first_day and v_last_day -- known to the plan
         where entry.is_payable
           and not exists (
               select from (select line.released_at from public.invoice_lines as line
                             where line.time_entry_id = entry.id
                            offset 0) as line -- see private.classified_time
                where line.released_at is null)
           for key share of entry skip locked
    )
    select new_time.* from new_time
     union all
    select distinct draft.id, entry.id, assignment.contractor_id, entry.work_date
      from draft
      join public.invoice_lines as line on line.invoice_id = draft.id
      join public.time_entries as entry on entry.id = line.time_entry_id
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where line.work_date between v_first_day and v_last_day
       and entry.work_date between draft.first_day and draft.last_day;
end;
$$;
comment on function private.hold_time_to_bill is
$$The time that drafts are to bill: billable, on the facility's assignments, in the draft's period, and on no other
live invoice.

invoice_ids: drafts that the caller holds, with no two of one facility and overlapping periods.$$;

create function private.bill_time(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
set work_mem = '64MB' -- a week of a large firm is joined and compared in memory
as $$
declare
    v_billed_on uuid[];
    v_entry_ids uuid[];
    v_contractor_ids uuid[];
    v_work_dates date[];
    v_weeks record;
begin
    select coalesce(array_agg(time.invoice_id), '{}'), coalesce(array_agg(time.time_entry_id), '{}'),
           coalesce(array_agg(time.contractor_id), '{}'), coalesce(array_agg(time.work_date), '{}')
      into v_billed_on, v_entry_ids, v_contractor_ids, v_work_dates
      from private.hold_time_to_bill(bill_time.invoice_ids) as time;

    select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as starts
      into v_weeks
      from (select distinct time.contractor_id, calendar.week_start
              from unnest(v_contractor_ids, v_work_dates) as time (contractor_id, work_date)
              join (select day.work_date, private.workweek_start(day.work_date) as week_start
                      from (select distinct unnest(v_work_dates)) as day (work_date)
                    offset 0) as calendar -- once per day, not once per entry
                on calendar.work_date = time.work_date) as week (contractor_id, start);

    with due as materialized (
        select held.invoice_id, time.time_entry_id, time.work_date, class.kind, class.hours, rate.bill_rate as rate,
               class.multiplier, contractor.first_name || ' ' || contractor.last_name as description
          from private.classified_time(v_weeks.contractor_ids, v_weeks.starts, bill_time.invoice_ids) as time
          join unnest(v_billed_on, v_entry_ids) as held (invoice_id, time_entry_id)
            on held.time_entry_id = time.time_entry_id
          join public.assignments as assignment on assignment.id = time.assignment_id
          join public.contractors as contractor on contractor.id = time.contractor_id
          join private.rates_of_days as rate
            on rate.assignment_id = time.assignment_id
           and time.work_date between rate.effective_from and rate.effective_to
         cross join lateral (values
               ('regular', time.regular_hours, 1),
               ('overtime', time.overtime_hours, assignment.bill_overtime_multiplier),
               ('doubletime', time.doubletime_hours, assignment.bill_doubletime_multiplier)
               ) as class (kind, hours, multiplier)
         where class.hours > 0
    ), gone as (
        delete from public.invoice_lines as line
         where line.invoice_id = any (bill_time.invoice_ids)
           and line.time_entry_id is not null
           and not exists (
               select from due
                where (due.invoice_id, due.time_entry_id, due.kind, due.hours, due.rate, due.multiplier)
                    = (line.invoice_id, line.time_entry_id, line.kind, line.hours, line.rate, line.multiplier))
    )
    insert into public.invoice_lines
           (invoice_id, time_entry_id, kind, description, work_date, hours, rate, multiplier, amount)
    select due.invoice_id, due.time_entry_id, due.kind, due.description, due.work_date, due.hours, due.rate,
           due.multiplier, round(due.hours * due.rate * due.multiplier, 2)
      from due
     where not exists (
           select from public.invoice_lines as line
            where line.invoice_id = any (bill_time.invoice_ids)
              and (due.invoice_id, due.time_entry_id, due.kind, due.hours, due.rate, due.multiplier)
                = (line.invoice_id, line.time_entry_id, line.kind, line.hours, line.rate, line.multiplier))
     order by due.time_entry_id; -- side by side in the indexes: what was billed before costs next to nothing

    perform private.total_invoices(bill_time.invoice_ids);
exception when numeric_value_out_of_range then
    perform private.refuse_amount();
end;
$$;
comment on function private.bill_time is
$$Brings drafts up to date: a line for every billable hour that no other live invoice has, in its class and at the
bill rate of its day, each rounded half-up to the cent; the totals. Lines that are right
stay as they are, and so do adjustments. Raises 409 when an amount would be too large.

invoice_ids: see private.hold_time_to_bill. The caller has called private.bill_alone.$$;

revoke execute on function
    private.bill_alone, private.hold_time_to_bill, private.bill_time
    from public, anon, authenticated, service_role;


-- supabase/schemas/billing/draft_invoices.sql

-- A period is invoiced once: what comes late goes on a backfill.
create function private.invoice_in_the_way(facility_id uuid, period_start date, period_end date)
returns public.invoices
language sql
stable
set search_path = ''
as $$
    select invoice.*
      from public.invoices as invoice
     where invoice.facility_id = invoice_in_the_way.facility_id
       and invoice.period_start <= invoice_in_the_way.period_end
       and invoice.period_end >= invoice_in_the_way.period_start
       and (invoice.status = 'draft'
            or (invoice.status in ('sent', 'partially_paid', 'paid') and invoice.kind <> 'backfill'))
     order by invoice.status = 'draft', invoice.period_start, invoice.id
     limit 1;
$$;
comment on function private.invoice_in_the_way is
    'The invoice whose period forbids a new one of these days at the facility: sent and no backfill, else a draft. Null when there is none.';

-- Raises what stands in the way, in words.
create function private.refuse_invoice_in_the_way(facility_id uuid, period_start date, period_end date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_other constant public.invoices := private.invoice_in_the_way(
        refuse_invoice_in_the_way.facility_id, refuse_invoice_in_the_way.period_start,
        refuse_invoice_in_the_way.period_end);
begin
    if v_other.status = 'draft' then
        perform private.refuse(
            409, 'period_overlaps_draft',
            format('There is a draft of kind %s of the facility from %s to %s (%s).',
                   v_other.kind, v_other.period_start, v_other.period_end, v_other.id),
            'Send or void that draft first, or choose days beside it.');
    elsif v_other.id is not null then
        perform private.refuse(
            409, 'period_already_invoiced',
            format('Invoice %s of the facility covers %s to %s.',
                   v_other.number, v_other.period_start, v_other.period_end),
            'Bill time that came late with backfill_invoice.');
    end if;
end;
$$;
comment on function private.refuse_invoice_in_the_way is
    'Raises 409 when another invoice forbids a new one of these days at the facility.';

-- One draft at a time, for the procedures that bill a facility.

-- Brings a draft up to date and records it for the procedure that does, if anything changed.
create function private.bill_draft(procedure text, invoice_id uuid, old jsonb)
returns public.invoices
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_invoice public.invoices;
begin
    perform private.bill_time(array[bill_draft.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = bill_draft.invoice_id;
    if to_jsonb(v_invoice) is distinct from bill_draft.old then
        perform private.audit(
            bill_draft.procedure, 'invoices', v_invoice.id, bill_draft.old, to_jsonb(v_invoice));
    end if;
    return v_invoice;
end;
$$;
comment on function private.bill_draft is
$$Brings a draft up to date and records the change.

old: the draft before; null for one that was just made. The caller has called private.bill_alone and holds the
draft.$$;

-- Drafts without time are not made.
create function private.require_billed_time(invoice public.invoices)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not exists (
        select from public.invoice_lines as line
         where line.invoice_id = require_billed_time.invoice.id and line.time_entry_id is not null) then
        perform private.refuse(
            409, 'nothing_to_bill',
            format('The facility has no approved time %s%s that is not on another invoice.',
                   case when require_billed_time.invoice.kind = 'backfill' then 'up to '
                        else format('from %s to ', require_billed_time.invoice.period_start) end,
                   require_billed_time.invoice.period_end),
            'Approve the time first; the view unbilled_time shows what can be billed.');
    end if;
end;
$$;
comment on function private.require_billed_time is
    'Raises 409 when a draft that was just brought up to date bills no time.';

create function private.new_draft(
    procedure text, facility_id uuid, kind text, period_start date, period_end date)
returns public.invoices
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_invoice public.invoices;
begin
    insert into public.invoices (facility_id, kind, period_start, period_end)
    values (new_draft.facility_id, new_draft.kind, new_draft.period_start, new_draft.period_end)
    returning * into v_invoice;
    v_invoice := private.bill_draft(new_draft.procedure, v_invoice.id, null);
    perform private.require_billed_time(v_invoice);
    return v_invoice;
end;
$$;
comment on function private.new_draft is
    'Makes a draft of all billable time of its period; raises 409 when there is none. The caller has called private.bill_alone.';

revoke execute on function
    private.invoice_in_the_way, private.refuse_invoice_in_the_way, private.bill_draft,
    private.require_billed_time, private.new_draft
    from public, anon, authenticated, service_role;


-- supabase/schemas/billing/create_facility_invoice.sql

-- An invoice for a facility's time of some days.
-- Security definer: invoices are written by procedures alone.
create function private.create_facility_invoice(facility_id uuid, period_start date, period_end date)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_draft public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'facility_id', create_facility_invoice.facility_id,
        'period_start', create_facility_invoice.period_start,
        'period_end', create_facility_invoice.period_end));
    perform private.require_finite_dates(jsonb_build_object(
        'period_start', create_facility_invoice.period_start, 'period_end', create_facility_invoice.period_end));
    if create_facility_invoice.period_end < create_facility_invoice.period_start then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The period would end on %s, before it starts on %s.',
                   create_facility_invoice.period_end, create_facility_invoice.period_start),
            'Give a period_end on or after the period_start.');
    end if;
    perform private.require_facility(create_facility_invoice.facility_id);

    perform private.bill_alone();
    select invoice.*
      into v_draft
      from public.invoices as invoice
     where invoice.facility_id = create_facility_invoice.facility_id
       and invoice.period_start = create_facility_invoice.period_start
       and invoice.period_end = create_facility_invoice.period_end
       and invoice.status = 'draft'
     order by invoice.created_at, invoice.id
     limit 1
       for update;
    if found then
        return private.bill_draft('create_facility_invoice', v_draft.id, to_jsonb(v_draft));
    end if;

    perform private.refuse_invoice_in_the_way(
        create_facility_invoice.facility_id, create_facility_invoice.period_start,
        create_facility_invoice.period_end);
    return private.new_draft(
        'create_facility_invoice', create_facility_invoice.facility_id, 'manual',
        create_facility_invoice.period_start, create_facility_invoice.period_end);
end;
$$;
comment on function private.create_facility_invoice is 'The logic of public.create_facility_invoice.';

create function public.create_facility_invoice(facility_id uuid, period_start date, period_end date)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.create_facility_invoice(facility_id, period_start, period_end); $$;
comment on function public.create_facility_invoice is
$$Makes a draft invoice with a line for every billable, unbilled hour of a facility in a period.

Time is billable once it is approved. Each entry has a line for each class of its hours, at the bill rate of its
day, rounded half-up to the cent.

Who: billing.

Arguments:
facility_id: the facility.
period_start: the first day.
period_end: the last day, included.

Result: the draft. A draft of the same facility and days, of whatever kind: that draft, brought up to date.

Errors: role_required, argument_missing, date_not_finite, period_ends_before_start, facility_not_found,
period_overlaps_draft, period_already_invoiced, nothing_to_bill, amount_too_large.

Example: {"facility_id": "$billable_facility_id", "period_start": "2026-03-02", "period_end": "2026-03-08"}$$;

revoke execute on function
    private.create_facility_invoice, public.create_facility_invoice
    from public, anon, authenticated, service_role;
grant execute on function
    private.create_facility_invoice, public.create_facility_invoice
    to authenticated, service_role;


-- supabase/schemas/billing/recompute_draft_invoice.sql

-- A draft follows the hours and rates of today.
-- Security definer: invoices are written by procedures alone.
create function private.recompute_draft_invoice(invoice_id uuid)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', recompute_draft_invoice.invoice_id));

    perform private.bill_alone();
    perform private.hold_invoices(array[recompute_draft_invoice.invoice_id]);
    select invoice.*
      into v_invoice
      from public.invoices as invoice
     where invoice.id = recompute_draft_invoice.invoice_id;
    if v_invoice.status <> 'draft' then
        perform private.refuse(
            409, 'invoice_not_draft',
            format('Invoice %s is %s: what it bills no longer changes.',
                   coalesce(v_invoice.number, v_invoice.id::text), v_invoice.status),
            'Void it and create another, or bill what came late with backfill_invoice.');
    end if;
    return private.bill_draft('recompute_draft_invoice', v_invoice.id, to_jsonb(v_invoice));
end;
$$;
comment on function private.recompute_draft_invoice is 'The logic of public.recompute_draft_invoice.';

create function public.recompute_draft_invoice(invoice_id uuid)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.recompute_draft_invoice(invoice_id); $$;
comment on function public.recompute_draft_invoice is
$$Rebuilds a draft's lines from today's hours and rates.

Time of its period that was approved meanwhile comes onto it. Lines that are right stay as they are, and so do
adjustment lines; the total is the sum of all.

Who: billing.

Arguments:
invoice_id: the draft.

Result: the draft. Again: the same, and nothing changes.

Errors: role_required, argument_missing, invoice_not_found, invoice_not_draft, amount_too_large.

Example: {"invoice_id": "$draft_invoice_id"}$$;

revoke execute on function
    private.recompute_draft_invoice, public.recompute_draft_invoice
    from public, anon, authenticated, service_role;
grant execute on function
    private.recompute_draft_invoice, public.recompute_draft_invoice
    to authenticated, service_role;


-- supabase/schemas/billing/backfill_invoice.sql

-- What came late, of whatever day.
-- Security definer: invoices are written by procedures alone.
create function private.backfill_invoice(facility_id uuid, through_date date)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_through_date constant date := coalesce(
        backfill_invoice.through_date, private.workweek_start((private.clock()).business_date) - 1);
    v_draft public.invoices;
    v_first_day date;
    v_backfill public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('facility_id', backfill_invoice.facility_id));
    perform private.require_finite_dates(jsonb_build_object('through_date', v_through_date));
    perform private.require_facility(backfill_invoice.facility_id);

    perform private.bill_alone();
    select invoice.*
      into v_draft
      from public.invoices as invoice
     where invoice.facility_id = backfill_invoice.facility_id
       and invoice.kind = 'backfill'
       and invoice.status = 'draft'
     order by invoice.created_at, invoice.id
     limit 1
       for update;
    -- From the first day that no other live invoice has.
    select min(late.work_date)
      into v_first_day
      from (select time.work_date
              from public.unbilled_time as time
             where time.facility_id = backfill_invoice.facility_id
             union all
            select line.work_date
              from public.invoice_lines as line
             where line.invoice_id = v_draft.id and line.time_entry_id is not null) as late
     where late.work_date <= v_through_date;
    v_first_day := coalesce(v_first_day, v_through_date);
    if v_draft.id is null then
        return private.new_draft(
            'backfill_invoice', backfill_invoice.facility_id, 'backfill', v_first_day, v_through_date);
    end if;

    update public.invoices as invoice
       set period_start = v_first_day, period_end = v_through_date
     where invoice.id = v_draft.id
       and (invoice.period_start, invoice.period_end) <> (v_first_day, v_through_date);
    v_backfill := private.bill_draft('backfill_invoice', v_draft.id, to_jsonb(v_draft));
    perform private.require_billed_time(v_backfill); -- an earlier day may leave it none
    return v_backfill;
end;
$$;
comment on function private.backfill_invoice is 'The logic of public.backfill_invoice.';

create function public.backfill_invoice(facility_id uuid, through_date date default null)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.backfill_invoice(facility_id, through_date); $$;
comment on function public.backfill_invoice is
$$Makes a draft of all of a facility's billable time up to a day that no live invoice has.

For time that was approved after its week was invoiced. Its period begins on the first day that it bills;
only this procedure moves it.

Who: billing.

Arguments:
facility_id: the facility.
through_date: the last day, included; null is the day before the current workweek of the operating timezone.

Result: the draft. A draft of kind backfill of the facility: that draft, brought up to date and up to that day.

Errors: role_required, argument_missing, date_not_finite, facility_not_found, nothing_to_bill, amount_too_large.

Example: {"facility_id": "$billable_facility_id"}$$;

revoke execute on function
    private.backfill_invoice, public.backfill_invoice
    from public, anon, authenticated, service_role;
grant execute on function private.backfill_invoice, public.backfill_invoice to authenticated, service_role;


-- supabase/schemas/billing/send_invoices.sql

-- From drafts to numbered invoices that are owed.

create function private.take_invoice_numbers(year int, count int)
returns text[]
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_last int;
begin
    -- The first of a year follow those that came from elsewhere.
    if not exists (
        select from private.last_invoice_numbers as counter where counter.year = take_invoice_numbers.year) then
        insert into private.last_invoice_numbers (year, last_number)
        select take_invoice_numbers.year, coalesce(max(substring(invoice.number from '\d+$')::int), 0)
          from public.invoices as invoice
         where invoice.number ~ format('^[A-Z0-9]{1,10}-%s-\d{1,9}$', take_invoice_numbers.year)
            on conflict on constraint last_invoice_numbers_pkey do nothing; -- somebody else was first
    end if;

    update private.last_invoice_numbers as counter
       set last_number = counter.last_number + take_invoice_numbers.count
     where counter.year = take_invoice_numbers.year
    returning counter.last_number into v_last;

    return array(
        select format('%s-%s-%s', settings.invoice_number_prefix, take_invoice_numbers.year,
                      to_char(taken.number, 'FM999000000'))
          from public.organization_settings as settings
         cross join generate_series(v_last - take_invoice_numbers.count + 1, v_last) as taken (number)
         order by taken.number);
end;
$$;
comment on function private.take_invoice_numbers is
$$The next invoice numbers of a year of issue, in order.

count: how many; all are used, or the transaction fails. Others wait for the year's next ones until it ends: it is
the last lock that a procedure takes.$$;

-- From drafts to numbered invoices that are owed.
create function private.check_invoices_sendable(invoice_ids uuid[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_not_sendable constant text := (
        select string_agg(
                   format('%s, %s to %s (%s): %s', facility.name, invoice.period_start, invoice.period_end,
                          invoice.id, hindrance.reason),
                   '; ' order by array_position(check_invoices_sendable.invoice_ids, invoice.id))
          from public.invoices as invoice
          join public.facilities as facility on facility.id = invoice.facility_id
         cross join lateral (
               select count(*) as lines, sum(line.amount) as total
                 from public.invoice_lines as line
                where line.invoice_id = invoice.id) as billed
         cross join lateral (
               select case when invoice.status = 'void' then 'it is void'
                           when billed.lines = 0 then 'it has no lines'
                           when billed.total < 0 then format('its total is %s', billed.total)
                      end) as hindrance (reason)
         where invoice.id = any (check_invoices_sendable.invoice_ids)
           and invoice.status in ('draft', 'void')
           and hindrance.reason is not null);
begin
    if v_not_sendable is not null then
        perform private.refuse(
            409, 'invoices_not_sendable',
            format('These invoices cannot be sent: %s.', v_not_sendable),
            'Nothing was sent. Correct or void these drafts, and send the others without them.');
    end if;
end;
$$;
comment on function private.check_invoices_sendable is
    'Raises 409 and names the invoices that cannot be sent, each with its reason. What was sent already passes.';

create function private.send_drafts(invoice_ids uuid[], issue_date date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant public.invoices[] := array(
        select invoice
          from public.invoices as invoice
         where invoice.id = any (send_drafts.invoice_ids));
    v_numbers text[];
begin
    -- Lines of time that a server program wrote by itself may not be in the total.
    perform private.total_invoices(send_drafts.invoice_ids);
    v_numbers := private.take_invoice_numbers(
        extract(year from send_drafts.issue_date)::int, cardinality(send_drafts.invoice_ids));

    update public.invoices as invoice
       set status = 'sent',
           number = given.number,
           issue_date = send_drafts.issue_date,
           due_date = send_drafts.issue_date + facility.payment_terms_days
      from unnest(send_drafts.invoice_ids, v_numbers) as given (invoice_id, number),
           public.facilities as facility
     where invoice.id = given.invoice_id and facility.id = invoice.facility_id;

    perform private.audit_invoices('send_invoices', v_before);
end;
$$;
comment on function private.send_drafts is
    'Sends drafts that can be sent, which the caller holds: they get their totals, the next numbers in their order, and their dates.';

-- Security definer: invoices are written by procedures alone.
create function private.send_invoices(invoice_ids uuid[], issue_date date)
returns setof public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_issue_date constant date := coalesce(send_invoices.issue_date, (private.clock()).business_date);
    v_invoice_ids constant uuid[] := array(
        select wanted.id
          from unnest(send_invoices.invoice_ids) with ordinality as wanted (id, position)
         group by wanted.id
         order by min(wanted.position));
    v_draft_ids uuid[];
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_ids', send_invoices.invoice_ids));
    perform private.require_arguments(jsonb_object_agg(format('invoice_ids[%s]', wanted.position), wanted.id))
       from unnest(send_invoices.invoice_ids) with ordinality as wanted (id, position);
    perform private.require_finite_dates(jsonb_build_object('issue_date', v_issue_date));
    if cardinality(v_invoice_ids) > 1000 then
        perform private.refuse(
            400, 'too_many_invoices',
            format('These are %s invoices; at most 1000 are sent at once.', cardinality(v_invoice_ids)),
            'Send them in several calls.');
    end if;

    perform private.hold_invoices(v_invoice_ids);
    perform private.check_invoices_sendable(v_invoice_ids);

    v_draft_ids := array(
        select invoice.id
          from public.invoices as invoice
         where invoice.id = any (v_invoice_ids) and invoice.status = 'draft'
         order by array_position(v_invoice_ids, invoice.id));
    if cardinality(v_draft_ids) > 0 then
        perform private.send_drafts(v_draft_ids, v_issue_date);
    end if;

    return query
        select invoice.*
          from public.invoices as invoice
         where invoice.id = any (v_invoice_ids)
         order by array_position(v_invoice_ids, invoice.id);
end;
$$;
comment on function private.send_invoices is 'The logic of public.send_invoices.';

create function public.send_invoices(invoice_ids uuid[], issue_date date default null)
returns setof public.invoices language sql volatile set search_path = ''
as $$ select * from private.send_invoices(invoice_ids, issue_date); $$;
comment on function public.send_invoices is
$$Sends draft invoices, all or none: each gets its number, its issue date and its due date.

Numbers run from 1 in each year of issue, without gaps, in the order of the ids. The total of a draft is set to the
sum of its lines, and it is due the facility's payment terms after its issue. From then on what it bills no longer
changes. No e-mail is sent: hand the invoice to the facility yourself.

Who: billing.

Arguments:
invoice_ids: the drafts, at most 1000, each with a line and a total of zero or more.
issue_date: the day they are issued; null is today in the operating timezone.

Result: the invoices in the order of their ids, each once. Those that were sent already are there as they are,
whatever the issue_date.

Errors: role_required, argument_missing, date_not_finite, too_many_invoices, invoice_not_found,
invoices_not_sendable.

Example: {"invoice_ids": ["$draft_id"]}$$;

revoke execute on function
    private.take_invoice_numbers, private.check_invoices_sendable, private.send_drafts, private.send_invoices,
    public.send_invoices
    from public, anon, authenticated, service_role;
grant execute on function private.send_invoices, public.send_invoices to authenticated, service_role;


-- supabase/schemas/billing/void_invoice.sql

-- The way back from a wrong invoice.
-- Security definer: invoices and their lines are written by procedures alone.
create function private.void_invoice(invoice_id uuid, reason text)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice public.invoices;
    v_void public.invoices;
    v_paid numeric;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', void_invoice.invoice_id));
    perform private.require_reason(void_invoice.reason);

    perform private.hold_invoices(array[void_invoice.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = void_invoice.invoice_id;
    if v_invoice.status = 'void' then
        return v_invoice;
    end if;

    select sum(payment.amount)
      into v_paid
      from public.payments as payment
     where payment.invoice_id = v_invoice.id and payment.reversed_at is null;
    if v_paid is not null then
        perform private.refuse(
            409, 'invoice_has_payments',
            format('Invoice %s has payments of %s in force.', v_invoice.number, v_paid),
            'First return the check that paid it, with return_check; a write-off cannot be taken back.');
    end if;

    update public.invoices as invoice
       set status = 'void',
           void_reason = void_invoice.reason,
           accrued_interest = 0,
           interest_breakdown = null,
           interest_computed_on = null
     where invoice.id = v_invoice.id
    returning * into v_void;
    update public.invoice_lines as line
       set released_at = (private.clock()).at
     where line.invoice_id = v_invoice.id;
    perform private.audit('void_invoice', 'invoices', v_invoice.id, to_jsonb(v_invoice), to_jsonb(v_void));
    return v_void;
end;
$$;
comment on function private.void_invoice is 'The logic of public.void_invoice.';

create function public.void_invoice(invoice_id uuid, reason text)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.void_invoice(invoice_id, reason); $$;
comment on function public.void_invoice is
$$Voids an invoice that is wrong: nothing is owed on it, and its time is free to be billed again or corrected.

A draft or a sent invoice without payments in force. Its number, dates, lines and total are kept, its accrued
interest becomes 0.

Who: billing.

Arguments:
invoice_id: the invoice.
reason: why, in a few words.

Result: the invoice, void. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, invoice_not_found, invoice_has_payments.

Example: {"invoice_id": "$invoice_id", "reason": "Billed to the wrong facility."}$$;

revoke execute on function private.void_invoice, public.void_invoice from public, anon, authenticated, service_role;
grant execute on function private.void_invoice, public.void_invoice to authenticated, service_role;


-- supabase/schemas/billing/bill_week.sql

-- The invoices of a week, many facilities in a handful of statements.

-- Facilities where somebody is placed in the week. Whether there is anything to bill is found out by billing.
create function private.facilities_of_week(week_start date)
returns setof uuid
language sql
stable
set search_path = ''
as $$
    select distinct assignment.facility_id
      from public.assignments as assignment
     where assignment.start_date <= facilities_of_week.week_start + 6
       and coalesce(assignment.end_date, 'infinity') >= facilities_of_week.week_start;
$$;
comment on function private.facilities_of_week is 'The facilities with an assignment on a day of the week.';

-- In one order for all facilities, before any is billed: two who lock several never deadlock.
create function private.hold_drafts_of_week(facility_ids uuid[], week_start date)
returns void
language sql
volatile
set search_path = ''
as $$
    select
      from public.invoices as draft
     where draft.facility_id = any (hold_drafts_of_week.facility_ids)
       and draft.period_start = hold_drafts_of_week.week_start
       and draft.period_end = hold_drafts_of_week.week_start + 6
       and draft.status = 'draft'
     order by draft.id
       for update;
$$;
comment on function private.hold_drafts_of_week is
    'Locks the week''s drafts of the facilities for update, so that nobody sends or voids them meanwhile.';

create function private.bill_week(facility_ids uuid[], week_start date)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_week_end constant date := bill_week.week_start + 6;
    v_drafts constant public.invoices[] := array(
        select distinct on (draft.facility_id) draft
          from public.invoices as draft
         where draft.facility_id = any (bill_week.facility_ids)
           and draft.period_start = bill_week.week_start
           and draft.period_end = v_week_end
           and draft.status = 'draft'
         order by draft.facility_id, draft.created_at, draft.id);
    v_draft_ids uuid[];
    v_new_ids uuid[];
    v_obstacles jsonb;
begin
    select coalesce(array_agg(draft.id), '{}') into v_draft_ids from unnest(v_drafts) as draft;

    -- Few have one; only their time is looked at.
    with obstacle as materialized (
        select other.*
          from unnest(bill_week.facility_ids) as facility (id)
         cross join lateral private.invoice_in_the_way(facility.id, bill_week.week_start, v_week_end) as other
         where other.id is not null
           and facility.id not in (select draft.facility_id from unnest(v_drafts) as draft)
    )
    select coalesce(jsonb_object_agg(obstacle.facility_id, case
               when obstacle.number is null
               then format('A draft from %s to %s overlaps the week.', obstacle.period_start, obstacle.period_end)
               else format('Invoice %s from %s to %s covers the week or a part of it.',
                           obstacle.number, obstacle.period_start, obstacle.period_end) end), '{}')
      into v_obstacles
      from obstacle
     where exists (
           select from public.unbilled_time as time
            where time.facility_id = obstacle.facility_id
              and time.work_date between bill_week.week_start and v_week_end);

    with made as (
        insert into public.invoices (facility_id, kind, period_start, period_end)
        select facility.id, 'weekly', bill_week.week_start, v_week_end
          from unnest(bill_week.facility_ids) as facility (id)
         where facility.id not in (select draft.facility_id from unnest(v_drafts) as draft)
           and (private.invoice_in_the_way(facility.id, bill_week.week_start, v_week_end)).id is null
        returning id)
    select coalesce(array_agg(made.id), '{}') into v_new_ids from made;

    perform private.bill_time(v_draft_ids || v_new_ids);

    -- Where there was nothing to bill.
    delete from public.invoices as invoice
     where invoice.id = any (v_new_ids)
       and not exists (select from public.invoice_lines as line where line.invoice_id = invoice.id);

    perform private.audit('weekly_billing_run', 'invoices', invoice.id, to_jsonb(draft), to_jsonb(invoice))
       from public.invoices as invoice
       left join unnest(v_drafts) as draft on draft.id = invoice.id
      where invoice.id = any (v_draft_ids || v_new_ids)
        and to_jsonb(invoice) is distinct from to_jsonb(draft)
      order by invoice.id;

    return (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'facility_id', facility.id,
                   'facility', facility.name,
                   'outcome', case when v_obstacles ? facility.id::text then 'skipped'
                                   when invoice.id = any (v_new_ids) then 'created' else 'existing' end,
                   'reason', v_obstacles ->> facility.id::text,
                   'invoice_id', invoice.id,
                   'entries', coalesce(billed.entries, 0),
                   'amount', coalesce(invoice.total, 0.00)::text)), '[]')
          from public.facilities as facility
          left join public.invoices as invoice
            on invoice.facility_id = facility.id and invoice.id = any (v_draft_ids || v_new_ids)
          left join lateral (
               select count(distinct line.time_entry_id) as entries
                 from public.invoice_lines as line
                where line.invoice_id = invoice.id) as billed on true
         where facility.id = any (bill_week.facility_ids)
           and (invoice.id is not null or v_obstacles ? facility.id::text));
end;
$$;
comment on function private.bill_week is
$$A draft of kind weekly for each of the facilities, or the week's draft that is there, brought up to date.

Result: an object per facility with facility_id, facility, outcome (created, existing or skipped), reason,
invoice_id, entries and amount. The caller has called private.bill_alone and private.hold_drafts_of_week.$$;

-- Every facility's week in one call.

-- One facility that cannot be billed must not keep the others from it. All together, because that is fast; where
-- that fails, each half by itself, until the one is alone.
create function private.bill_week_of_each(facility_ids uuid[], week_start date)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_half constant int := cardinality(bill_week_of_each.facility_ids) / 2;
begin
    return private.bill_week(bill_week_of_each.facility_ids, bill_week_of_each.week_start);
exception when others then
    if v_half = 0 then
        return (
            select jsonb_agg(jsonb_build_object(
                       'facility_id', facility.id, 'facility', facility.name, 'outcome', 'skipped',
                       'reason', sqlerrm, 'invoice_id', null, 'entries', 0, 'amount', '0.00'))
              from public.facilities as facility
             where facility.id = any (bill_week_of_each.facility_ids));
    end if;
    return private.bill_week_of_each(bill_week_of_each.facility_ids[:v_half], bill_week_of_each.week_start)
        || private.bill_week_of_each(bill_week_of_each.facility_ids[v_half + 1:], bill_week_of_each.week_start);
end;
$$;
comment on function private.bill_week_of_each is
    'private.bill_week for the facilities; one that fails is skipped, with the error as its reason.';

revoke execute on function
    private.facilities_of_week, private.hold_drafts_of_week, private.bill_week, private.bill_week_of_each
    from public, anon, authenticated, service_role;


-- supabase/schemas/billing/weekly_billing_run.sql

-- Every facility's week in one call.

-- A line has the day of its entry: of either no more than these weeks are read.
create function private.count_late_entries(week_end date)
returns bigint
language sql
stable
set search_path = ''
set work_mem = '64MB' -- thirteen weeks of a large firm are compared in memory
set enable_nestloop = off -- in one pass, though statistics know nothing yet of the week that was just billed
as $$
    select count(*)
      from public.time_entries as entry
     where entry.work_date between count_late_entries.week_end - 90 and count_late_entries.week_end
       and entry.is_payable
       and not exists (
           select from public.invoice_lines as line
            where line.time_entry_id = entry.id
              and line.released_at is null
              and line.work_date between count_late_entries.week_end - 90 and count_late_entries.week_end);
$$;
comment on function private.count_late_entries is
    'How much billable time of the 13 weeks up to a week''s end is on no live invoice: entries of public.unbilled_time.';

-- Security definer: invoices are written by procedures alone.
create function private.weekly_billing_run(week_start date, dry_run boolean)
returns public.billing_runs
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_week_start constant date := coalesce(
        weekly_billing_run.week_start, private.workweek_start((private.clock()).business_date) - 7);
    v_dry_run constant boolean := weekly_billing_run.dry_run is true;
    v_facility_ids uuid[];
    v_outcomes jsonb;
    v_late_entries int;
    v_run public.billing_runs;
begin
    perform private.require_role('billing');
    perform private.require_finite_dates(jsonb_build_object('week_start', v_week_start));
    if v_week_start <> private.workweek_start(v_week_start) then
        perform private.refuse(
            400, 'week_start_not_first_day',
            format('No workweek starts on %s.', v_week_start),
            format('Give %s, or another first day of a workweek.', private.workweek_start(v_week_start)));
    end if;

    perform private.bill_alone();
    v_facility_ids := array(select private.facilities_of_week(v_week_start));
    perform private.hold_drafts_of_week(v_facility_ids, v_week_start);
    begin
        v_outcomes := private.bill_week_of_each(v_facility_ids, v_week_start);
        v_late_entries := private.count_late_entries(v_week_start + 6);
        if v_dry_run then
            raise exception 'only tried' using errcode = 'DRYRN';
        end if;
    exception when sqlstate 'DRYRN' then
        null; -- all that was done is undone; what came of it is known
    end;

    insert into public.billing_runs (
        week_start, week_end, dry_run, invoices_created, invoices_existing, facilities_skipped, entries_billed,
        amount, late_entries, details)
    select v_week_start, v_week_start + 6, v_dry_run,
           count(*) filter (where outcome.outcome = 'created'),
           count(*) filter (where outcome.outcome = 'existing'),
           count(*) filter (where outcome.outcome = 'skipped'),
           coalesce(sum(outcome.entries), 0),
           coalesce(sum(outcome.amount), 0),
           v_late_entries,
           coalesce(jsonb_agg(
               case when v_dry_run and outcome.outcome = 'created' then outcome.detail - 'invoice_id'
                    else outcome.detail end
               order by outcome.facility, outcome.facility_id), '[]')
      from (select detail, detail ->> 'outcome' as outcome, (detail ->> 'entries')::int as entries,
                   (detail ->> 'amount')::numeric as amount, detail ->> 'facility' as facility,
                   detail ->> 'facility_id' as facility_id
              from jsonb_array_elements(v_outcomes) as detail) as outcome
    returning * into v_run;
    return v_run;
end;
$$;
comment on function private.weekly_billing_run is 'The logic of public.weekly_billing_run.';

create function public.weekly_billing_run(week_start date default null, dry_run boolean default false)
returns public.billing_runs language sql volatile set search_path = ''
set statement_timeout = '60s' -- PostgREST applies it in place of the role's 8 s
as $$ select private.weekly_billing_run(week_start, dry_run); $$;
comment on function public.weekly_billing_run is
$$Makes a draft invoice of kind weekly for every facility with billable time in a workweek.

Drafts of exactly that week are brought up to date. A facility that cannot be billed, because another invoice of
its own overlaps the week or for any other reason, is skipped and listed with the reason; the others are billed.
Two runs at once, or a run again, never bill an hour twice. It may take up to a minute: PostgREST applies the
function's own statement_timeout.

Who: billing.

Arguments:
week_start: the first day of the workweek; null is the last complete workweek of the operating timezone.
dry_run: whether to report the same and leave nothing but the run's own row.

Result: the run's row. invoices_created and invoices_existing count the drafts of the week; entries_billed and
amount are what is on them; late_entries counts billable entries of the 13 weeks up to the week's end that no
live invoice has, for backfill_invoice; details has an object per facility.

Errors: role_required, date_not_finite, week_start_not_first_day.

Example: {"week_start": "2026-03-02", "dry_run": true}$$;

revoke execute on function
    private.count_late_entries, private.weekly_billing_run, public.weekly_billing_run
    from public, anon, authenticated, service_role;
grant execute on function private.weekly_billing_run, public.weekly_billing_run to authenticated, service_role;


-- supabase/schemas/billing/views.sql

-- Approved time that nobody has invoiced yet: late approvals show here, oldest first.
create view public.unbilled_time with (security_invoker = true) as
    select entry.id as time_entry_id,
           entry.assignment_id,
           assignment.contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           assignment.facility_id,
           facility.name as facility_name,
           entry.work_date,
           entry.hours,
           entry.approved_at
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where entry.is_payable
       and not exists (
           select from public.invoice_lines as line
            where line.time_entry_id = entry.id and line.released_at is null)
     order by entry.work_date, entry.approved_at, entry.id;
comment on view public.unbilled_time is
    'Billable time that is on no live invoice, oldest first: what the next invoices, or backfill_invoice, will bill.';

-- What an assignment brings: per hour as agreed, and so far on what was invoiced. Time is added up per assignment, so
-- that the cost follows the assignments that are asked for.
create view public.assignment_margin with (security_invoker = true) as
    select assignment.id as assignment_id,
           assignment.contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           assignment.facility_id,
           facility.name as facility_name,
           assignment.start_date,
           assignment.end_date,
           rate.bill_rate,
           rate.pay_rate,
           rate.bill_rate - rate.pay_rate as margin_per_hour,
           round((rate.bill_rate - rate.pay_rate) / rate.bill_rate, 4) as margin_share,
           billed.hours as billed_hours,
           billed.amount as billed_amount,
           billed.straight_pay,
           billed.amount - billed.straight_pay as billed_margin
      from private.clock() as clock
     cross join public.assignments as assignment
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
      join private.rates_of_days as rate
        on rate.assignment_id = assignment.id
       and greatest(assignment.start_date, least(clock.business_date, assignment.end_date))
           between rate.effective_from and rate.effective_to
     cross join lateral (
           select coalesce(sum(line.hours), 0.00) as hours,
                  coalesce(sum(line.amount), 0.00) as amount,
                  round(coalesce(sum(line.hours * paid.pay_rate), 0), 2) as straight_pay
             from public.time_entries as entry
             join public.invoice_lines as line on line.time_entry_id = entry.id and line.released_at is null
             join private.rates_of_days as paid
               on paid.assignment_id = entry.assignment_id
              and entry.work_date between paid.effective_from and paid.effective_to
            where entry.assignment_id = assignment.id) as billed;
comment on view public.assignment_margin is
$$Margins by assignment: of an hour, and of the time on live invoices.

bill_rate, pay_rate: those in force on the business date; of an assignment that has ended or is yet to begin, on its
last or first day. An assignment without a rate on that day is not shown. margin_share: of the bill rate, 0.3684 is
36.84 %.

billed_hours, billed_amount: time on drafts and sent invoices, void ones not, without adjustments. straight_pay:
those hours at the pay rates of their days, before overtime premiums, stipends and adjustments of pay.$$;

revoke all on public.unbilled_time from public, anon, authenticated, service_role;
grant select on public.unbilled_time to authenticated, service_role;

revoke all on public.assignment_margin from public, anon, authenticated, service_role;
grant select on public.assignment_margin to authenticated, service_role;


-- supabase/schemas/billing/access.sql

-- Staff read all; a facility's contacts its invoices once they were sent, never a draft. Billing writes adjustment
-- lines on drafts; all else is a procedure's.

-- invoices

revoke all on public.invoices from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.invoices to service_role;
grant select on public.invoices to authenticated;

create policy staff_and_contacts_read on public.invoices for select to authenticated
    using (
        facility_id between (select private.staff_reads_ids_from()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        or (facility_id = any ((select private.contact_facility_ids())::uuid[]) and sent_at is not null));

-- invoice_lines

revoke all on public.invoice_lines from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.invoice_lines to service_role;
-- Billing adds adjustments to drafts; the guard of invoice_lines refuses any other invoice.
grant select on public.invoice_lines to authenticated;
grant insert (invoice_id, kind, description, amount), update (description, amount), delete
    on public.invoice_lines to authenticated;

create policy staff_and_contacts_read on public.invoice_lines for select to authenticated
    using (
        invoice_id between (select private.staff_reads_ids_from()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        or invoice_id = any ((select private.contact_invoice_ids())::uuid[]));
create policy billing_adds_adjustments on public.invoice_lines for insert to authenticated
    with check ((select private.has_role('billing')) and kind = 'adjustment');
create policy billing_changes_adjustments on public.invoice_lines for update to authenticated
    using ((select private.has_role('billing')) and kind = 'adjustment')
    with check ((select private.has_role('billing')) and kind = 'adjustment');
create policy billing_removes_adjustments on public.invoice_lines for delete to authenticated
    using ((select private.has_role('billing')) and kind = 'adjustment');

-- billing_runs

revoke all on public.billing_runs from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.billing_runs to service_role;
grant select on public.billing_runs to authenticated;

create policy staff_read on public.billing_runs for select to authenticated
    using ((select private.is_staff()));

-- last_invoice_numbers

revoke all on private.last_invoice_numbers from public, anon, authenticated, service_role;


-- supabase/schemas/receivables/tables.sql

-- Money that facilities pay, and the invoices it lands on.
create table public.checks (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    check_number text,
    method text not null default 'check'
        constraint check_method_is_known check (method in ('check', 'ach', 'wire')),
    amount numeric(12, 2) not null
        constraint check_amount_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    received_on date not null constraint received_on_is_finite check (isfinite(received_on)),
    status text not null default 'received'
        constraint check_status_is_known check (status in ('received', 'reconciled', 'returned')),
    reconciled_at timestamptz,
    returned_at timestamptz,
    return_reason text,
    created_at timestamptz not null default now(),
    constraint check_reconciled_at_tells_of_reconciling
        check (case status when 'received' then reconciled_at is null
                           when 'reconciled' then reconciled_at is not null
                           else true end),
    constraint check_returned_at_tells_of_return check ((returned_at is not null) = (status = 'returned'))
);
comment on table public.checks is 'Money received from a facility: a check, an ACH transfer or a wire.';

create index checks_by_facility on public.checks (facility_id);

create trigger check_state_is_stamped
    before insert or update of status on public.checks
    for each row when (new.status <> 'received')
    execute function private.stamp_state();

alter table public.checks enable row level security;

create table public.facility_credits (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    check_id uuid not null references public.checks (id),
    amount numeric(12, 2) not null
        constraint credit_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    remaining numeric(12, 2) not null
        constraint credit_remaining_is_within_it check (remaining >= 0)
        constraint remaining_is_finite check (remaining <> 'NaN'),
    reversed_at timestamptz,
    created_at timestamptz not null default now(),
    constraint credit_remaining_is_at_most_its_amount check (remaining <= amount),
    constraint reversed_credit_has_nothing_left check (reversed_at is null or remaining = 0)
);
comment on table public.facility_credits is 'What a check left over, to be spent on later invoices.';

create index facility_credits_by_facility on public.facility_credits (facility_id);
create unique index check_leaves_one_credit on public.facility_credits (check_id) where reversed_at is null;
create index facility_credits_by_check on public.facility_credits (check_id);

alter table public.facility_credits enable row level security;

create table public.check_reconciliations (
    id uuid primary key default gen_random_uuid(),
    check_id uuid references public.checks (id),
    facility_credit_id uuid references public.facility_credits (id),
    status text not null default 'proposed'
        constraint reconciliation_status_is_known check (status in ('proposed', 'confirmed', 'returned')),
    confirmed_at timestamptz,
    confirmed_by uuid,
    returned_at timestamptz,
    created_at timestamptz not null default now(),
    constraint reconciliation_spends_a_check_or_a_credit check (num_nonnulls(check_id, facility_credit_id) = 1),
    constraint reconciliation_confirmed_at_tells_of_confirming
        check (case status when 'proposed' then confirmed_at is null
                           when 'confirmed' then confirmed_at is not null
                           else true end),
    constraint reconciliation_returned_at_tells_of_return
        check ((returned_at is not null) = (status = 'returned'))
);
comment on table public.check_reconciliations is 'How a check, or a credit left from one, is spread over invoices.';

create index check_reconciliations_by_check on public.check_reconciliations (check_id);
create index check_reconciliations_by_credit on public.check_reconciliations (facility_credit_id);
create unique index check_has_one_live_reconciliation
    on public.check_reconciliations (check_id) where status <> 'returned';

create trigger reconciliation_state_is_stamped
    before insert or update of status on public.check_reconciliations
    for each row when (new.status <> 'proposed')
    execute function private.stamp_state();

alter table public.check_reconciliations enable row level security;

create table public.check_reconciliation_lines (
    id uuid primary key default gen_random_uuid(),
    check_reconciliation_id uuid not null references public.check_reconciliations (id) on delete cascade,
    invoice_id uuid not null references public.invoices (id),
    component text not null default 'principal'
        constraint reconciliation_component_is_known check (component in ('principal', 'interest')),
    amount numeric(12, 2) not null
        constraint reconciliation_line_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    created_at timestamptz not null default now(),
    constraint reconciliation_names_an_invoice_once unique (check_reconciliation_id, invoice_id, component)
);
comment on table public.check_reconciliation_lines is 'A reconciliation''s share for one invoice.';

create index check_reconciliation_lines_by_invoice on public.check_reconciliation_lines (invoice_id);

alter table public.check_reconciliation_lines enable row level security;

create table public.payments (
    id uuid primary key default gen_random_uuid(),
    invoice_id uuid not null references public.invoices (id),
    check_reconciliation_id uuid references public.check_reconciliations (id),
    source text not null default 'reconciliation'
        constraint payment_source_is_known check (source in ('reconciliation', 'write_off')),
    paid_on date not null constraint paid_on_is_finite check (isfinite(paid_on)),
    component text not null default 'principal'
        constraint payment_component_is_known check (component in ('principal', 'interest')),
    amount numeric(12, 2) not null
        constraint payment_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    reason text,
    reversed_at timestamptz,
    created_at timestamptz not null default now(),
    constraint write_off_names_no_reconciliation check (source <> 'write_off' or check_reconciliation_id is null),
    constraint write_off_has_a_reason check (source <> 'write_off' or (reason ~ '\S') is true)
);
comment on table public.payments is 'What was paid, or written off, on an invoice. In force until reversed.';
comment on column public.payments.paid_on is 'The day the money was received: interest on it ends with this day.';

create index payments_by_invoice on public.payments (invoice_id);
create index payments_by_reconciliation on public.payments (check_reconciliation_id);

alter table public.payments enable row level security;


-- supabase/schemas/receivables/payment_rules.sql

-- What is paid on an invoice is what its payments in force say, whoever records or reverses them. So nothing else
-- writes amount_paid, interest_paid, principal_paid_on and the states that follow from them.
create function private.refuse_payments(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_unpayable constant text := (
        select string_agg(
                   format('%s is %s', coalesce(invoice.number, invoice.id::text), invoice.status),
                   '; ' order by invoice.id)
          from public.invoices as invoice
         where invoice.id = any (refuse_payments.invoice_ids) and invoice.status in ('draft', 'void'));
    v_overpaid constant text := (
        select string_agg(
                   format('%s of %s on invoice %s', paid.principal, invoice.total, invoice.number),
                   '; ' order by invoice.id)
          from public.invoices as invoice
         cross join lateral (
               select sum(payment.amount) as principal
                 from public.payments as payment
                where payment.invoice_id = invoice.id
                  and payment.component = 'principal' and payment.reversed_at is null) as paid
         where invoice.id = any (refuse_payments.invoice_ids) and paid.principal > invoice.total);
begin
    if v_unpayable is not null then
        perform private.refuse(
            409, 'invoice_not_sent',
            format('Only sent invoices are owed: %s.', v_unpayable),
            'Send a draft first; nothing more is owed on a void invoice.');
    end if;
    perform private.refuse(
        409, 'payment_over_balance',
        format('The payments of principal would add up to %s.', v_overpaid),
        'Pay at most what is open; what a check leaves over is kept as a credit of the facility.');
end;
$$;
comment on function private.refuse_payments is
    'Raises 409 for payments of invoices that are drafts, void, or paid beyond their total, and names them.';

-- Interest that was computed becomes wrong with a payment: the invoice is due for the next run of accrue-interest at
-- once. One paid late is computed a last time and keeps that interest, unless a payment of it comes to light that is
-- older than the last of the principal and so may have lessened what was capitalised. One paid in time bears none.
-- Security definer: whoever records a payment need not be allowed to write invoices.
create function private.settle_invoices()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice_ids constant uuid[] := array(select distinct payment.invoice_id from touched as payment);
    v_settled int;
begin
    -- In one order, and before the payments are added up: those of others are there by then.
    perform from public.invoices as invoice
      where invoice.id = any (v_invoice_ids) order by invoice.id for no key update;

    update public.invoices as invoice
       set amount_paid = paid.principal,
           interest_paid = paid.interest,
           principal_paid_on = paid.principal_on,
           status = case when paid.principal = invoice.total then 'paid'
                         when paid.principal > 0 then 'partially_paid'
                         else 'sent' end,
           accrued_interest = case when paid.principal < invoice.total or paid.principal_on > invoice.due_date
                                   then invoice.accrued_interest else 0 end,
           interest_breakdown = case when paid.principal < invoice.total or paid.principal_on > invoice.due_date
                                     then invoice.interest_breakdown end,
           interest_computed_on = case when paid.principal = invoice.total
                                           and not news.principal and news.paid_on >= paid.principal_on
                                       then invoice.interest_computed_on end
      from (select payment.invoice_id,
                   bool_or(payment.component = 'principal') as principal,
                   min(payment.paid_on) as paid_on
              from touched as payment
             group by payment.invoice_id) as news
     cross join lateral (
           select coalesce(sum(payment.amount) filter (where payment.component = 'principal'), 0) as principal,
                  coalesce(sum(payment.amount) filter (where payment.component = 'interest'), 0) as interest,
                  max(payment.paid_on) filter (where payment.component = 'principal') as principal_on
             from public.payments as payment
            where payment.invoice_id = news.invoice_id and payment.reversed_at is null) as paid
     where invoice.id = news.invoice_id
       and invoice.status not in ('draft', 'void')
       and paid.principal <= invoice.total;
    get diagnostics v_settled = row_count;
    if v_settled < cardinality(v_invoice_ids) then
        perform private.refuse_payments(v_invoice_ids);
    end if;
    return null;
end;
$$;
comment on function private.settle_invoices is
    'Trigger: sets what is paid on the invoices of payments that were recorded or reversed, and makes their interest due again.';

create trigger new_payments_settle_invoices
    after insert on public.payments
    referencing new table as touched
    for each statement execute function private.settle_invoices();

create trigger reversed_payments_settle_invoices
    after update on public.payments
    referencing new table as touched
    for each statement execute function private.settle_invoices();

create trigger payments_are_only_reversed
    before update on public.payments
    for each row when (
        (old.reversed_at is not null and old is distinct from new)
        or (old.id is distinct from new.id or old.invoice_id is distinct from new.invoice_id
            or old.check_reconciliation_id is distinct from new.check_reconciliation_id
            or old.source is distinct from new.source or old.paid_on is distinct from new.paid_on
            or old.component is distinct from new.component or old.amount is distinct from new.amount
            or old.reason is distinct from new.reason or old.created_at is distinct from new.created_at))
    execute function private.refuse_write(
        'payment_is_kept', 'A payment does not change once it is recorded.',
        'Return its check with return_check, and record it anew.');

create trigger payments_are_not_deleted
    before delete on public.payments
    for each row execute function private.refuse_write(
        'payment_is_kept', 'A payment is not deleted.', 'Return its check with return_check.');

revoke execute on function
    private.refuse_payments, private.settle_invoices
    from public, anon, authenticated, service_role;


-- supabase/schemas/receivables/check_rules.sql

-- Money that was posted stays as it was posted: a check or a credit is not rewritten or deleted, it is returned or
-- spent. What is not posted yet is billing's to change.
create trigger checks_change_until_they_are_reconciled
    before update on public.checks
    for each row when (
        old.status <> 'received'
        and ((old.id is distinct from new.id or old.facility_id is distinct from new.facility_id
            or old.check_number is distinct from new.check_number
            or old.method is distinct from new.method or old.amount is distinct from new.amount
            or old.received_on is distinct from new.received_on
            or old.created_at is distinct from new.created_at)
             or new.status not in (old.status, 'returned')))
    execute function private.refuse_write(
        'check_not_received', 'A check that is reconciled or returned does not change.',
        'Return it with return_check, and enter what came instead as another one.');

create trigger checks_are_deleted_until_they_are_reconciled
    before delete on public.checks
    for each row when (old.status <> 'received')
    execute function private.refuse_removal('check_not_received', 'Return it with return_check.');

create trigger credits_are_only_spent_and_reversed
    before update on public.facility_credits
    for each row when (
        (old.reversed_at is not null and old is distinct from new)
        or (old.id is distinct from new.id or old.facility_id is distinct from new.facility_id
            or old.check_id is distinct from new.check_id or old.amount is distinct from new.amount
            or old.created_at is distinct from new.created_at))
    execute function private.refuse_write(
        'credit_is_kept', 'A credit changes only by being spent or by being returned with its check.',
        'Spend it by a reconciliation of its own, or return its check with return_check.');

create trigger credits_are_not_deleted
    before delete on public.facility_credits
    for each row execute function private.refuse_write(
        'credit_is_kept', 'A credit is not deleted.', 'Return its check with return_check.');

-- The legal moves of a reconciliation, whoever makes them: proposed → confirmed once its lines are posted as payments,
-- and → returned once none of its payments is in force. Its lines change while it is proposed.

-- Security definer: the rule reads payments, and whoever writes need not be allowed to call private.refuse.
create function private.guard_reconciliation_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_posted constant numeric := (
        select coalesce(sum(payment.amount), 0)
          from public.payments as payment
         where payment.check_reconciliation_id = new.id and payment.reversed_at is null);
    v_proposed constant numeric := (
        select coalesce(sum(line.amount), 0)
          from public.check_reconciliation_lines as line
         where line.check_reconciliation_id = new.id);
begin
    if tg_op = 'UPDATE' and (old.check_id, old.facility_credit_id)
                            is distinct from (new.check_id, new.facility_credit_id) then
        perform private.refuse(
            409, 'reconciliation_source_is_fixed',
            'A reconciliation cannot move to another check or credit.',
            'Delete it while it is proposed, and make a new one for the other.');
    end if;
    if tg_op = 'UPDATE' and (
        (old.status = 'proposed' and new.status = 'confirmed' and v_posted = v_proposed)
        or (old.status in ('proposed', 'confirmed') and new.status = 'returned' and v_posted = 0)) then
        return new;
    end if;
    perform private.refuse(
        409, 'reconciliation_move_not_legal',
        format('Setting the status of a reconciliation does not make it %s.', new.status),
        'Enter it as proposed; call confirm_check_reconciliation, or return_check for its check.');
    return null;
end;
$$;
comment on function private.guard_reconciliation_move is
    'Trigger: refuses states of a reconciliation that its payments do not bear out, and another check or credit.';

create trigger reconciliations_begin_as_proposals
    before insert on public.check_reconciliations
    for each row when (new.status <> 'proposed')
    execute function private.guard_reconciliation_move();

create trigger reconciliation_moves_are_legal
    before update on public.check_reconciliations
    for each row when (
        (old.check_id is distinct from new.check_id
            or old.facility_credit_id is distinct from new.facility_credit_id
            or old.status is distinct from new.status))
    execute function private.guard_reconciliation_move();

create trigger reconciliations_are_deleted_while_proposed
    before delete on public.check_reconciliations
    for each row when (old.status <> 'proposed')
    execute function private.refuse_removal('reconciliation_not_proposed', 'Return its check with return_check.');

-- Security definer: the rule holds reconciliations, which the writer may not.
create function private.guard_reconciliation_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_status text;
begin
    -- Whoever confirms it at this moment is waited for, and waits for whoever writes its lines.
    for v_status in
        select reconciliation.status
          from public.check_reconciliations as reconciliation
         where reconciliation.id in (select line.check_reconciliation_id from touched as line)
         order by reconciliation.id
           for key share
    loop
        if v_status <> 'proposed' then
            perform private.refuse(
                409, 'reconciliation_not_proposed',
                format('The reconciliation is %s: its lines no longer change.', v_status),
                'Return its check with return_check, and propose another.');
        end if;
    end loop;
    return null;
end;
$$;
comment on function private.guard_reconciliation_lines is
    'Trigger: lines of a reconciliation are written while it is proposed.';

create trigger new_reconciliation_lines_are_proposed
    after insert on public.check_reconciliation_lines
    referencing new table as touched
    for each statement execute function private.guard_reconciliation_lines();

create trigger changed_reconciliation_lines_are_proposed
    after update on public.check_reconciliation_lines
    referencing new table as touched
    for each statement execute function private.guard_reconciliation_lines();

create trigger changed_reconciliation_lines_were_proposed
    after update on public.check_reconciliation_lines
    referencing old table as touched
    for each statement execute function private.guard_reconciliation_lines();

create trigger removed_reconciliation_lines_were_proposed
    after delete on public.check_reconciliation_lines
    referencing old table as touched
    for each statement execute function private.guard_reconciliation_lines();

revoke execute on function
    private.guard_reconciliation_move, private.guard_reconciliation_lines
    from public, anon, authenticated, service_role;


-- supabase/schemas/receivables/hold_check.sql

-- How a procedure takes a check and all that was made of it: the check first, so that whatever is done with its money
-- goes one after the other; its invoices come after these, by private.hold_invoices.
create function private.hold_check(check_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_credit_ids uuid[];
begin
    perform from public.checks as held where held.id = hold_check.check_id for update;
    if not found then
        perform private.refuse(
            404, 'check_not_found',
            format('There is no check %s.', hold_check.check_id),
            'Look the id up in checks.');
    end if;
    v_credit_ids := array(
        select credit.id
          from public.facility_credits as credit
         where credit.check_id = hold_check.check_id
         order by credit.id
           for update);
    -- Lines that others are adding are waited for.
    perform
       from public.check_reconciliations as reconciliation
      where reconciliation.check_id = hold_check.check_id
         or reconciliation.facility_credit_id = any (v_credit_ids)
      order by reconciliation.id
        for update;
end;
$$;
comment on function private.hold_check is
    'Locks a check, the credits that it left and the reconciliations of both, for update; raises 404 when there is no such check.';

create function private.hold_reconciliation(check_reconciliation_id uuid)
returns public.check_reconciliations
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_check_id uuid;
    v_reconciliation public.check_reconciliations;
begin
    -- Which check or credit it spends never changes.
    select coalesce(reconciliation.check_id, credit.check_id)
      into v_check_id
      from public.check_reconciliations as reconciliation
      left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id
     where reconciliation.id = hold_reconciliation.check_reconciliation_id;
    if found then
        perform private.hold_check(v_check_id);
    end if;
    select reconciliation.*
      into v_reconciliation
      from public.check_reconciliations as reconciliation
     where reconciliation.id = hold_reconciliation.check_reconciliation_id;
    if not found then -- or somebody deleted it while it was waited for
        perform private.refuse(
            404, 'check_reconciliation_not_found',
            format('There is no reconciliation %s.', hold_reconciliation.check_reconciliation_id),
            'Look the id up in check_reconciliations.');
    end if;
    return v_reconciliation;
end;
$$;
comment on function private.hold_reconciliation is
    'Locks a reconciliation with its check by private.hold_check and returns it; raises 404 when it does not exist.';

revoke execute on function
    private.hold_check, private.hold_reconciliation
    from public, anon, authenticated, service_role;


-- supabase/schemas/receivables/propose_check_reconciliation.sql

-- Which open amounts a check pays, when it pays several of them to the cent.
--
-- Meet in the middle: each subset of the first twelve amounts is matched with one of the next twelve that adds what the
-- target lacks. There are 4096 a half at most, and of those with the same sum only the best is matched, so that many
-- equal amounts do not make many pairs. Matched by a window: for a join the planner, who cannot know how many subsets
-- there will be, takes a nested loop over 4096 × 4096.
create function private.positions_summing_to(amounts numeric[], target numeric)
returns int[]
language sql
immutable
set search_path = ''
as $$
    with recursive item (amount, position, half) as (
        select open.amount, open.position::int, (row_number() over (order by open.position) - 1) / 12
          from unnest(positions_summing_to.amounts) with ordinality as open (amount, position)
         where open.amount > 0 and open.amount <= positions_summing_to.target
         order by open.position
         limit 24
    ),
    subset (half, positions, last_position, total) as (
        select half, array[]::int[], 0, 0::numeric
          from generate_series(0, 1) as half
        union all
        select subset.half, subset.positions || item.position, item.position, subset.total + item.amount
          from subset
          join item
            on item.half = subset.half
           and item.position > subset.last_position
           and subset.total + item.amount <= positions_summing_to.target
    ),
    best as (
        select distinct on (subset.half, subset.total)
               subset.half, subset.positions,
               case subset.half when 0 then subset.total
                                else positions_summing_to.target - subset.total end as meets_at
          from subset
         order by subset.half, subset.total, cardinality(subset.positions), subset.positions
    ),
    pair as (
        select best.positions as earlier,
               lead(best.positions) over (partition by best.meets_at order by best.half) as later
          from best
    )
    select pair.earlier || pair.later
      from pair
     where pair.later is not null
     order by cardinality(pair.earlier || pair.later), pair.earlier || pair.later
     limit 1;
$$;
comment on function private.positions_summing_to is
$$The positions, ascending from 1, of the amounts that add up to the target; null when none do.

The fewest, then the first ones. Of the amounts above 0 and at most the target, the first 24 are looked at.$$;

-- What is left to propose: proposals that others look over are taken for paid.
create function private.unclaimed_balances(facility_id uuid)
returns table (invoice_id uuid, "position" int, principal numeric, interest numeric)
language sql
stable
set search_path = ''
as $$
    select invoice.id,
           row_number() over (order by invoice.due_date, invoice.number)::int,
           greatest(invoice.balance - claimed.principal, 0),
           greatest(invoice.interest_balance - claimed.interest, 0)
      from public.invoices as invoice
     cross join lateral (
           select coalesce(sum(line.amount) filter (where line.component = 'principal'), 0) as principal,
                  coalesce(sum(line.amount) filter (where line.component = 'interest'), 0) as interest
             from public.check_reconciliation_lines as line
             join public.check_reconciliations as reconciliation
               on reconciliation.id = line.check_reconciliation_id and reconciliation.status = 'proposed'
            where line.invoice_id = invoice.id) as claimed
     where invoice.facility_id = unclaimed_balances.facility_id
       and invoice.status in ('sent', 'partially_paid', 'paid')
       and (invoice.balance > 0 or invoice.interest_balance > 0);
$$;
comment on function private.unclaimed_balances is
$$What a facility owes on its open invoices beyond the lines of proposed reconciliations, of checks and of credits.

position: 1 is the oldest by due date, then by number. principal, interest: 0 or more.$$;

create function private.lines_to_propose(facility_id uuid, received numeric)
returns table (invoice_id uuid, component text, amount numeric)
language sql
stable
set search_path = ''
as $$
    with invoice as materialized (
        select * from private.unclaimed_balances(lines_to_propose.facility_id)
    ),
    chosen (positions) as (
        select coalesce( -- once one is found, the searches after it are not made
            (select array[invoice.position]
               from invoice
              where lines_to_propose.received in (invoice.principal, invoice.principal + invoice.interest)
              order by invoice.principal <> lines_to_propose.received, invoice.position
              limit 1),
            (select private.positions_summing_to(
                        array_agg(invoice.principal order by invoice.position), lines_to_propose.received)
               from invoice),
            (select private.positions_summing_to(
                        array_agg(invoice.principal + invoice.interest order by invoice.position),
                        lines_to_propose.received)
               from invoice
             having sum(invoice.interest) > 0)) -- otherwise it was tried
    ),
    -- Of those chosen, else of all, the principal is paid first, then the interest, the oldest first.
    part as (
        select invoice.invoice_id, owed.component, owed.amount,
               sum(owed.amount) over (order by owed.component = 'interest', invoice.position) - owed.amount as before
          from chosen
          join invoice on chosen.positions is null or invoice.position = any (chosen.positions)
         cross join lateral (
               values ('principal', invoice.principal), ('interest', invoice.interest)) as owed (component, amount)
         where owed.amount > 0
    )
    select part.invoice_id, part.component, least(part.amount, lines_to_propose.received - part.before)
      from part
     where part.before < lines_to_propose.received;
$$;
comment on function private.lines_to_propose is
$$The lines that pay what was received from a facility: one invoice to the cent, else several to the cent, else all,
the oldest first.$$;

-- A first guess at what a check pays, for people to look over.
-- Security definer: whoever proposes need not be allowed to lock the check's facility.
create function private.propose_check_reconciliation(check_id uuid)
returns public.check_reconciliations
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_check public.checks;
    v_reconciliation public.check_reconciliations;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('check_id', propose_check_reconciliation.check_id));

    perform private.hold_check(propose_check_reconciliation.check_id);
    select received.*
      into v_check
      from public.checks as received
     where received.id = propose_check_reconciliation.check_id;
    if v_check.status = 'returned' then
        perform private.refuse(
            409, 'check_returned',
            format('Check %s of %s was returned: it pays nothing.',
                   coalesce(v_check.check_number, v_check.id::text), v_check.amount),
            'Enter what came instead as another check.');
    end if;

    select reconciliation.* into v_reconciliation
      from public.check_reconciliations as reconciliation
     where reconciliation.check_id = v_check.id and reconciliation.status <> 'returned';
    if v_reconciliation.id is not null then
        return v_reconciliation;
    end if;

    -- The proposals of a facility go one after the other, so that each sees what those before it claim.
    perform from public.facilities as facility where facility.id = v_check.facility_id for no key update;
    insert into public.check_reconciliations (check_id) values (v_check.id) returning * into v_reconciliation;
    -- In the order in which others lock invoices: the foreign key locks them too.
    insert into public.check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
    select v_reconciliation.id, line.invoice_id, line.component, line.amount
      from private.lines_to_propose(v_check.facility_id, v_check.amount) as line
     order by line.invoice_id;
    perform private.audit(
        'propose_check_reconciliation', 'check_reconciliations', v_reconciliation.id,
        null, to_jsonb(v_reconciliation));
    return v_reconciliation;
end;
$$;
comment on function private.propose_check_reconciliation is 'The logic of public.propose_check_reconciliation.';

create function public.propose_check_reconciliation(check_id uuid)
returns public.check_reconciliations language sql volatile set search_path = ''
as $$ select private.propose_check_reconciliation(check_id); $$;
comment on function public.propose_check_reconciliation is
$$Proposes which open invoices of its facility a check pays, for confirm_check_reconciliation to post.

If the check is for exactly what one invoice owes, its principal or its principal and interest, it pays that one; else
if several add up to it exactly, the fewest of them, of the 24 oldest that can be part of the sum; else the principal of
the oldest by due date, then interest in the same order. What other proposals claim is not proposed again. What the
invoices leave of the check is on no line: confirming keeps it as the facility's credit. The lines can be edited until
then.

Who: billing.

Arguments:
check_id: the check, ACH transfer or wire.

Result: the reconciliation, proposed; its lines are in check_reconciliation_lines. Again: the one that the check has,
proposed or confirmed, with its lines as they were edited.

Errors: role_required, argument_missing, check_not_found, check_returned.

Example: {"check_id": "$check_id"}$$;

revoke execute on function
    private.positions_summing_to, private.unclaimed_balances, private.lines_to_propose,
    private.propose_check_reconciliation, public.propose_check_reconciliation
    from public, anon, authenticated, service_role;
grant execute on function
    private.propose_check_reconciliation, public.propose_check_reconciliation
    to authenticated, service_role;


-- supabase/schemas/receivables/confirm_check_reconciliation.sql

-- Money that came in lands on invoices.
create function private.check_proposed_lines(check_reconciliation_id uuid, facility_id uuid, available numeric)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_lines record;
begin
    select coalesce(sum(line.amount), 0) as amount,
           array_agg(invoice.id) filter (where invoice.status in ('draft', 'void')) as not_sent,
           string_agg(coalesce(invoice.number, invoice.id::text), ', ' order by invoice.id)
               filter (where invoice.facility_id <> check_proposed_lines.facility_id) as foreign_ones,
           string_agg(
               format('%s of %s on invoice %s, which owes %s', line.amount, line.component, invoice.number, owed.amount),
               '; ' order by invoice.id, line.component desc) filter (where line.amount > owed.amount) as excessive
      into v_lines
      from public.check_reconciliation_lines as line
      join public.invoices as invoice on invoice.id = line.invoice_id
     cross join lateral (
           select case line.component when 'principal' then invoice.balance
                                      else greatest(invoice.interest_balance, 0.00) end as amount) as owed
     where line.check_reconciliation_id = check_proposed_lines.check_reconciliation_id;

    if v_lines.foreign_ones is not null then
        perform private.refuse(
            409, 'invoice_of_other_facility',
            format('These invoices are not of the facility that paid: %s.', v_lines.foreign_ones),
            'Take their lines out of the reconciliation, or correct the facility of the check.');
    end if;
    if v_lines.not_sent is not null then
        perform private.refuse_payments(v_lines.not_sent);
    end if;
    if v_lines.excessive is not null then
        perform private.refuse(
            409, 'lines_over_owed',
            format('More than is owed: %s.', v_lines.excessive),
            'Lower the lines to what is owed; what a check leaves over is kept as a credit of the facility.');
    end if;
    if v_lines.amount > check_proposed_lines.available then
        perform private.refuse(
            409, 'lines_over_check',
            format('The lines add up to %s, and there is only %s.', v_lines.amount, check_proposed_lines.available),
            'Lower the lines to the amount of the check, or to what remains of the credit.');
    end if;
end;
$$;
comment on function private.check_proposed_lines is
$$Raises 409 unless the lines of a reconciliation can be posted as they are.

check_reconciliation_id: whose invoices the caller holds. facility_id: the one that paid. available: the check, or what
remains of the credit.$$;

create function private.post_reconciliation(
    reconciliation public.check_reconciliations, received public.checks, credit public.facility_credits)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_spent numeric;
    v_check public.checks;
    v_credit public.facility_credits;
begin
    with posted as (
        insert into public.payments (invoice_id, check_reconciliation_id, paid_on, component, amount)
        select line.invoice_id, line.check_reconciliation_id,
               case when credit.id is null then received.received_on
                    else greatest(received.received_on, invoice.issue_date) end,
               line.component, line.amount
          from public.check_reconciliation_lines as line
          join public.invoices as invoice on invoice.id = line.invoice_id
         where line.check_reconciliation_id = reconciliation.id
        returning amount)
    select coalesce(sum(posted.amount), 0) into v_spent from posted;

    if credit.id is not null then
        update public.facility_credits as spent
           set remaining = spent.remaining - v_spent
         where spent.id = credit.id
        returning * into v_credit;
        perform private.audit(
            'confirm_check_reconciliation', 'facility_credits', credit.id, to_jsonb(credit), to_jsonb(v_credit));
        return;
    end if;
    update public.checks as paid
       set status = 'reconciled'
     where paid.id = received.id
    returning * into v_check;
    perform private.audit(
        'confirm_check_reconciliation', 'checks', received.id, to_jsonb(received), to_jsonb(v_check));
    if v_spent < received.amount then
        insert into public.facility_credits (facility_id, check_id, amount, remaining)
        values (received.facility_id, received.id, received.amount - v_spent, received.amount - v_spent)
        returning * into v_credit;
        perform private.audit(
            'confirm_check_reconciliation', 'facility_credits', v_credit.id, null, to_jsonb(v_credit));
    end if;
end;
$$;
comment on function private.post_reconciliation is
$$Posts the lines of a reconciliation as payments; the rest of the check is kept as a credit, or the credit lessened.

The caller holds all of them and has checked the lines. received: the check, or the one that left the credit. credit:
the one that is spent, else null.$$;

-- Security definer: receipts and invoices are written by procedures alone.
create function private.confirm_check_reconciliation(check_reconciliation_id uuid)
returns public.check_reconciliations
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_reconciliation public.check_reconciliations;
    v_confirmed public.check_reconciliations;
    v_check public.checks;
    v_credit public.facility_credits;
    v_invoice_ids uuid[];
    v_before public.invoices[];
begin
    perform private.require_role('billing');
    perform private.require_arguments(
        jsonb_build_object('check_reconciliation_id', confirm_check_reconciliation.check_reconciliation_id));

    v_reconciliation := private.hold_reconciliation(confirm_check_reconciliation.check_reconciliation_id);
    if v_reconciliation.status = 'confirmed' then
        return v_reconciliation;
    end if;
    select credit.*
      into v_credit
      from public.facility_credits as credit
     where credit.id = v_reconciliation.facility_credit_id;
    select received.*
      into v_check
      from public.checks as received
     where received.id = coalesce(v_reconciliation.check_id, v_credit.check_id);
    if 'returned' in (v_reconciliation.status, v_check.status) then
        perform private.refuse(
            409, 'check_returned',
            format('Check %s was returned: there is no money to reconcile.',
                   coalesce(v_check.check_number, v_check.id::text)),
            'Enter what came instead as another check, and reconcile that.');
    end if;

    v_invoice_ids := array(
        select line.invoice_id
          from public.check_reconciliation_lines as line
         where line.check_reconciliation_id = v_reconciliation.id);
    perform private.hold_invoices(v_invoice_ids);
    perform private.check_proposed_lines(
        v_reconciliation.id,
        coalesce(v_credit.facility_id, v_check.facility_id),
        coalesce(v_credit.remaining, v_check.amount));

    v_before := array(select invoice from public.invoices as invoice where invoice.id = any (v_invoice_ids));
    perform private.post_reconciliation(v_reconciliation, v_check, v_credit);
    perform private.audit_invoices('confirm_check_reconciliation', v_before);
    update public.check_reconciliations as reconciliation
       set status = 'confirmed', confirmed_by = private.user_id()
     where reconciliation.id = v_reconciliation.id
    returning * into v_confirmed;
    perform private.audit(
        'confirm_check_reconciliation', 'check_reconciliations', v_confirmed.id,
        to_jsonb(v_reconciliation), to_jsonb(v_confirmed));
    return v_confirmed;
end;
$$;
comment on function private.confirm_check_reconciliation is 'The logic of public.confirm_check_reconciliation.';

create function public.confirm_check_reconciliation(check_reconciliation_id uuid)
returns public.check_reconciliations language sql volatile set search_path = ''
as $$ select private.confirm_check_reconciliation(check_reconciliation_id); $$;
comment on function public.confirm_check_reconciliation is
$$Posts what a reconciliation proposes: its lines become payments, and its invoices partially paid or paid.

Payments are dated the day the check was received; from a credit, the day of its check, or of the invoice's issue if
that is later. What the lines leave of a check is kept as a credit of the facility, the whole of it when there are
none; a later reconciliation that names the credit spends it. The invoices are due for accrue-interest at once.

Who: billing.

Arguments:
check_reconciliation_id: the reconciliation, proposed.

Result: the reconciliation, confirmed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, check_reconciliation_not_found, check_returned, invoice_of_other_facility,
invoice_not_sent, lines_over_owed, lines_over_check.

Example: {"check_reconciliation_id": "$check_reconciliation_id"}$$;

revoke execute on function
    private.check_proposed_lines, private.post_reconciliation, private.confirm_check_reconciliation,
    public.confirm_check_reconciliation
    from public, anon, authenticated, service_role;
grant execute on function
    private.confirm_check_reconciliation, public.confirm_check_reconciliation
    to authenticated, service_role;


-- supabase/schemas/receivables/return_check.sql

-- A check that bounced: its money never came.
create function private.reverse_reconciliations(check_reconciliation_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant public.check_reconciliations[] := array(
        select reconciliation
          from public.check_reconciliations as reconciliation
         where reconciliation.id = any (reverse_reconciliations.check_reconciliation_ids));
    v_invoice_ids constant uuid[] := array(
        select distinct payment.invoice_id
          from public.payments as payment
         where payment.check_reconciliation_id = any (reverse_reconciliations.check_reconciliation_ids)
           and payment.reversed_at is null);
    v_invoices public.invoices[];
begin
    perform private.hold_invoices(v_invoice_ids);
    v_invoices := array(select invoice from public.invoices as invoice where invoice.id = any (v_invoice_ids));

    update public.payments as payment
       set reversed_at = (private.clock()).at
     where payment.check_reconciliation_id = any (reverse_reconciliations.check_reconciliation_ids)
       and payment.reversed_at is null;
    perform private.audit_invoices('return_check', v_invoices);

    update public.check_reconciliations as reconciliation
       set status = 'returned'
     where reconciliation.id = any (reverse_reconciliations.check_reconciliation_ids);
    perform private.audit(
                'return_check', 'check_reconciliations', reconciliation.id, to_jsonb(before), to_jsonb(reconciliation))
       from unnest(v_before) as before
       join public.check_reconciliations as reconciliation on reconciliation.id = before.id
      order by reconciliation.id;
end;
$$;
comment on function private.reverse_reconciliations is
    'Reverses what live reconciliations, which the caller holds, have posted; they become returned.';

-- Security definer: receipts and invoices are written by procedures alone.
create function private.return_check(check_id uuid, reason text)
returns public.checks
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_check public.checks;
    v_returned public.checks;
    v_credit public.facility_credits;
    v_reversed public.facility_credits;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('check_id', return_check.check_id));
    perform private.require_reason(return_check.reason);

    perform private.hold_check(return_check.check_id);
    select received.* into v_check from public.checks as received where received.id = return_check.check_id;
    if v_check.status = 'returned' then
        return v_check;
    end if;
    select credit.*
      into v_credit
      from public.facility_credits as credit
     where credit.check_id = v_check.id and credit.reversed_at is null;

    perform private.reverse_reconciliations(array(
        select reconciliation.id
          from public.check_reconciliations as reconciliation
         where (reconciliation.check_id = v_check.id or reconciliation.facility_credit_id = v_credit.id)
           and reconciliation.status <> 'returned'));
    if v_credit.id is not null then
        update public.facility_credits as credit
           set remaining = 0, reversed_at = (private.clock()).at
         where credit.id = v_credit.id
        returning * into v_reversed;
        perform private.audit(
            'return_check', 'facility_credits', v_credit.id, to_jsonb(v_credit), to_jsonb(v_reversed));
    end if;
    update public.checks as received
       set status = 'returned', return_reason = return_check.reason
     where received.id = v_check.id
    returning * into v_returned;
    perform private.audit('return_check', 'checks', v_check.id, to_jsonb(v_check), to_jsonb(v_returned));
    return v_returned;
end;
$$;
comment on function private.return_check is 'The logic of public.return_check.';

create function public.return_check(check_id uuid, reason text)
returns public.checks language sql volatile set search_path = ''
as $$ select private.return_check(check_id, reason); $$;
comment on function public.return_check is
$$Takes back a check that bounced, or a transfer that was recalled: its money never came.

Its payments are reversed, so is the credit that it left and what was paid from that credit, and its reconciliations
become returned. The invoices go back to what their other payments say, and are due for accrue-interest at once.
Payments of other checks and write-offs stay.

Who: billing.

Arguments:
check_id: the check, received or reconciled.
reason: why, in a few words.

Result: the check, returned. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, check_not_found.

Example: {"check_id": "$check_id", "reason": "No funds."}$$;

revoke execute on function
    private.reverse_reconciliations, private.return_check, public.return_check
    from public, anon, authenticated, service_role;
grant execute on function private.return_check, public.return_check to authenticated, service_role;


-- supabase/schemas/receivables/write_off_invoice.sql

-- Money that will not come: disputed, short-paid, or not worth the letter.
-- Security definer: payments are written by procedures alone.
create function private.write_off_invoice(invoice_id uuid, amount numeric, reason text)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice public.invoices;
    v_result public.invoices;
    v_interest_owed numeric;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'invoice_id', write_off_invoice.invoice_id, 'amount', write_off_invoice.amount));
    perform private.require_amount('amount', write_off_invoice.amount);
    perform private.require_reason(write_off_invoice.reason);

    perform private.hold_invoices(array[write_off_invoice.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = write_off_invoice.invoice_id;
    if v_invoice.status in ('draft', 'void') then
        perform private.refuse_payments(array[v_invoice.id]);
    end if;
    -- The same once more is a call repeated.
    if exists (
        select from public.payments as payment
         where payment.invoice_id = v_invoice.id
           and payment.source = 'write_off' and payment.reversed_at is null
           and payment.reason = write_off_invoice.reason
         group by payment.created_at
        having sum(payment.amount) = write_off_invoice.amount) then
        return v_invoice;
    end if;
    v_interest_owed := greatest(v_invoice.interest_balance, 0.00);
    if write_off_invoice.amount > v_invoice.balance + v_interest_owed then
        perform private.refuse(
            409, 'write_off_over_owed',
            format('Invoice %s owes %s of principal and %s of interest, less than %s.',
                   v_invoice.number, v_invoice.balance, v_interest_owed, write_off_invoice.amount),
            'Write off at most what is owed.');
    end if;

    insert into public.payments (invoice_id, source, paid_on, component, amount, reason)
    select v_invoice.id, 'write_off', clock.business_date, part.component, part.amount, write_off_invoice.reason
      from private.clock() as clock
     cross join lateral (values
           ('principal', least(write_off_invoice.amount, v_invoice.balance)),
           ('interest', write_off_invoice.amount - v_invoice.balance)) as part (component, amount)
     where part.amount > 0;
    perform private.audit_invoices('write_off_invoice', array[v_invoice]);
    select invoice.* into v_result from public.invoices as invoice where invoice.id = v_invoice.id;
    return v_result;
end;
$$;
comment on function private.write_off_invoice is 'The logic of public.write_off_invoice.';

create function public.write_off_invoice(invoice_id uuid, amount numeric, reason text)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.write_off_invoice(invoice_id, amount, reason); $$;
comment on function public.write_off_invoice is
$$Gives up what a facility will not pay of an invoice, so that interest on it ends with this day.

It is posted as a payment of source write_off, dated today in the operating timezone: of principal as far as that is
open, then of interest, as it was last computed. An invoice whose principal is paid or written off is paid.

Who: billing.

Arguments:
invoice_id: the invoice, sent, partially paid or paid.
amount: how much, above zero and at most what is owed.
reason: why, in a few words; it is kept with the payment.

Result: the invoice. Again with the same amount and reason: the same, and nothing more is written off.

Errors: role_required, argument_missing, amount_not_valid, reason_missing, invoice_not_found, invoice_not_sent,
write_off_over_owed.

Example: {"invoice_id": "$invoice_id", "amount": 12.50, "reason": "Disputed hours."}$$;

revoke execute on function
    private.write_off_invoice, public.write_off_invoice
    from public, anon, authenticated, service_role;
grant execute on function private.write_off_invoice, public.write_off_invoice to authenticated, service_role;


-- supabase/schemas/receivables/ar_aging.sql

-- Who owes what since when. Facility contacts would see their invoices but not the credits and so a sum that is wrong:
-- they and contractors see nothing. Rows are added up per table before anything is joined, invoices once: what a sum
-- costs follows the invoices that are open.
create view public.ar_aging with (security_invoker = true) as
    select facility.id as facility_id,
           facility.name as facility_name,
           aged.current,
           aged.days_1_30,
           aged.days_31_60,
           aged.days_61_90,
           aged.days_91_plus,
           total.balance,
           total.interest,
           total.unapplied_credits,
           total.balance + total.interest - total.unapplied_credits as net
      from public.facilities as facility
      left join (
           select invoice.facility_id,
                  sum(invoice.balance) filter (where invoice.days <= 0) as current,
                  sum(invoice.balance) filter (where invoice.days between 1 and 30) as days_1_30,
                  sum(invoice.balance) filter (where invoice.days between 31 and 60) as days_31_60,
                  sum(invoice.balance) filter (where invoice.days between 61 and 90) as days_61_90,
                  sum(invoice.balance) filter (where invoice.days > 90) as days_91_plus,
                  sum(invoice.interest_balance) as interest
             from (select sent.facility_id, sent.balance, sent.interest_balance,
                          (select clock.business_date from private.clock() as clock) - sent.due_date as days
                     from public.invoices as sent
                    where sent.status in ('sent', 'partially_paid')) as invoice
            group by invoice.facility_id) as open on open.facility_id = facility.id
      left join (
           select invoice.facility_id, sum(invoice.interest_balance) as interest
             from public.invoices as invoice
            where invoice.status = 'paid' and invoice.interest_balance <> 0
            group by invoice.facility_id) as paid on paid.facility_id = facility.id
      left join (
           select credit.facility_id, sum(credit.remaining) as remaining
             from public.facility_credits as credit
            where credit.remaining > 0
            group by credit.facility_id) as credit on credit.facility_id = facility.id
     cross join lateral (
           select coalesce(open.current, 0.00) as current,
                  coalesce(open.days_1_30, 0.00) as days_1_30,
                  coalesce(open.days_31_60, 0.00) as days_31_60,
                  coalesce(open.days_61_90, 0.00) as days_61_90,
                  coalesce(open.days_91_plus, 0.00) as days_91_plus) as aged
     cross join lateral (
           select aged.current + aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.days_91_plus as balance,
                  coalesce(open.interest, 0.00) + coalesce(paid.interest, 0.00) as interest,
                  coalesce(credit.remaining, 0.00) as unapplied_credits) as total
     where (select private.is_staff_or_server())
       and (total.balance <> 0 or total.interest <> 0 or total.unapplied_credits <> 0)
     order by facility.name, facility.id;
comment on view public.ar_aging is
$$What each facility owes, by how long it is overdue on the business date; those that owe nothing and are owed nothing
are left out. Staff see it, facility contacts and contractors see nothing.

current: principal that is not past its due date. days_1_30 to days_91_plus: principal that is so many days past it.
balance: the sum of the five. Drafts and void invoices never count.

interest: late-payment interest accrued and not paid, also of paid invoices; negative where more was paid than is owed
today. unapplied_credits: what checks left over and no invoice has used. net: balance + interest − unapplied_credits.$$;

-- What stood open at the end of a day, by the days that invoices and receipts bear and the days on which invoices were
-- voided and checks returned.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.ar_aging_as_of(as_of date)
returns setof public.ar_aging
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_timezone constant text := (
        select settings.operating_timezone from public.organization_settings as settings);
    v_interest_day date;
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    perform private.require_finite_dates(jsonb_build_object('as_of', ar_aging_as_of.as_of));
    v_interest_day := private.interest_day(ar_aging_as_of.as_of);

    return query
    with invoice as not materialized (
        select sent.id,
               sent.facility_id,
               ar_aging_as_of.as_of - sent.due_date as days,
               sent.total,
               -- Asked only where it may be another than what stands, or none: it costs as much as all the rest.
               case when v_interest_day = 'infinity' then sent.accrued_interest
                    when sent.accrued_interest > 0 and sent.due_date < v_interest_day then private.interest_through(
                        sent.due_date, sent.accrued_interest, sent.interest_breakdown, v_interest_day)
               end as interest
          from public.invoices as sent
         where sent.sent_at is not null
           and sent.issue_date <= ar_aging_as_of.as_of
           and (sent.voided_at is null
                or (sent.voided_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
    ), entry as (
        select invoice.facility_id, invoice.days, invoice.total as balance, invoice.interest, null::numeric as unapplied
          from invoice
         union all
        -- What is on an invoice is no longer unapplied; the rest of each check is.
        select invoice.facility_id,
               invoice.days,
               case payment.component when 'principal' then -payment.amount end,
               case payment.component when 'interest' then -payment.amount end,
               case when payment.check_reconciliation_id is not null then -payment.amount end
          from public.payments as payment
          join invoice on invoice.id = payment.invoice_id
         where payment.paid_on <= ar_aging_as_of.as_of
           and (payment.reversed_at is null
                or (payment.reversed_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
         union all
        select received.facility_id, null, null, null, received.amount
          from public.checks as received
         where received.reconciled_at is not null
           and received.received_on <= ar_aging_as_of.as_of
           and (received.returned_at is null
                or (received.returned_at at time zone v_timezone)::date > ar_aging_as_of.as_of)
    ), aged as (
        select entry.facility_id,
               coalesce(sum(entry.balance) filter (where entry.days <= 0), 0.00) as current,
               coalesce(sum(entry.balance) filter (where entry.days between 1 and 30), 0.00) as days_1_30,
               coalesce(sum(entry.balance) filter (where entry.days between 31 and 60), 0.00) as days_31_60,
               coalesce(sum(entry.balance) filter (where entry.days between 61 and 90), 0.00) as days_61_90,
               coalesce(sum(entry.balance) filter (where entry.days > 90), 0.00) as days_91_plus,
               coalesce(sum(entry.interest), 0.00) as interest,
               coalesce(sum(entry.unapplied), 0.00) as unapplied_credits
          from entry
         group by entry.facility_id
    )
    select facility.id, facility.name,
           aged.current, aged.days_1_30, aged.days_31_60, aged.days_61_90, aged.days_91_plus,
           total.balance, aged.interest, aged.unapplied_credits,
           total.balance + aged.interest - aged.unapplied_credits
      from aged
      join public.facilities as facility on facility.id = aged.facility_id
     cross join lateral (
           select aged.current + aged.days_1_30 + aged.days_31_60 + aged.days_61_90 + aged.days_91_plus
           ) as total (balance)
     where total.balance <> 0 or aged.interest <> 0 or aged.unapplied_credits <> 0
     order by facility.name, facility.id;
end;
$$;
comment on function private.ar_aging_as_of is 'The logic of public.ar_aging_as_of.';

create function public.ar_aging_as_of(as_of date)
returns setof public.ar_aging language sql stable set search_path = ''
as $$ select * from private.ar_aging_as_of(as_of); $$;
comment on function public.ar_aging_as_of is
$$What each facility owed at the end of a day, by how long it was overdue then: ar_aging as of that day.

An invoice counts from its issue date until the day on which it was voided, a payment from the day on which the money
was received until the day on which its check was returned, a check from its receipt once it is reconciled. So what was
received, returned or voided later changes nothing, and what is entered later with an earlier day does. Days on which
something was voided or returned are those of the operating timezone.

Interest of a past day is what had accrued by then of the interest that stands today, by its breakdown, less what was
paid of it by then. As of the business date all equals ar_aging, unless issue dates or receipts lie ahead.

May be called with GET.

Who: active staff, whatever their role.

Arguments:
as_of: the day.

Result: a row for each facility that owed anything or was owed anything, by name, with the columns of ar_aging.

Errors: staff_only, argument_missing, date_not_finite.

Example: {"as_of": "2026-03-31"}$$;

revoke all on public.ar_aging from public, anon, authenticated, service_role;
grant select on public.ar_aging to authenticated, service_role;

revoke execute on function
    private.ar_aging_as_of, public.ar_aging_as_of
    from public, anon, authenticated, service_role;
grant execute on function private.ar_aging_as_of, public.ar_aging_as_of to authenticated, service_role;


-- supabase/schemas/receivables/facility_statement.sql

-- All that ever moved what a facility owes, but interest, which private.interest_through dates. The sum of the amounts
-- up to a day is what ar_aging_as_of nets for it, interest aside.
--
-- What was undone before its own day never counted and is left out: an invoice voided before its issue date, a check
-- dated ahead and returned before.
create function private.facility_events(facility_id uuid)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, details jsonb,
    source_id uuid)
language sql
stable
set search_path = ''
as $$
    with invoice as (
        select sent.*, (sent.voided_at at time zone settings.operating_timezone)::date as voided_on
          from public.organization_settings as settings
         cross join public.invoices as sent
         where sent.facility_id = facility_events.facility_id and sent.sent_at is not null
    ), credit as (
        select kept.id, kept.amount, received.received_on,
               (kept.reversed_at at time zone settings.operating_timezone)::date as reversed_on,
               received.check_number, received.return_reason,
               concat_ws(' ', received.method, received.check_number) as check_name,
               jsonb_build_object(
                   'check_id', received.id, 'check_number', received.check_number, 'method', received.method,
                   'facility_credit_id', kept.id) as details
          from public.organization_settings as settings
         cross join public.facility_credits as kept
          join public.checks as received on received.id = kept.check_id
         where kept.facility_id = facility_events.facility_id
    ), payment as (
        select paid.id, paid.invoice_id, paid.source, paid.component, paid.amount,
               days.counted_on, days.reversed_on,
               invoice.number, received.check_number, reconciliation.facility_credit_id,
               concat_ws(' ', received.method, received.check_number) as check_name,
               format('%s of invoice %s', initcap(paid.component), invoice.number) as subject,
               received.return_reason,
               jsonb_build_object('component', paid.component) || case
                   when paid.source = 'write_off' then jsonb_build_object('reason', paid.reason)
                   else jsonb_build_object(
                       'check_id', received.id, 'check_number', received.check_number, 'method', received.method,
                       'facility_credit_id', reconciliation.facility_credit_id)
               end as details
          from public.organization_settings as settings
         cross join invoice
          join public.payments as paid on paid.invoice_id = invoice.id
          left join public.check_reconciliations as reconciliation on reconciliation.id = paid.check_reconciliation_id
          left join public.facility_credits as kept on kept.id = reconciliation.facility_credit_id
          left join public.checks as received on received.id = coalesce(reconciliation.check_id, kept.check_id)
         -- Without a check there is no money that could be unapplied until the invoice is issued.
         cross join lateral (
               select case when paid.check_reconciliation_id is null then greatest(paid.paid_on, invoice.issue_date)
                           else paid.paid_on end,
                      (paid.reversed_at at time zone settings.operating_timezone)::date) as days (counted_on, reversed_on)
         where days.reversed_on is null or days.reversed_on >= days.counted_on
    )
    select invoice.issue_date, 'invoice', invoice.number, invoice.id,
           format('Invoice %s for %s to %s, due %s',
                  invoice.number, invoice.period_start, invoice.period_end, invoice.due_date),
           invoice.total,
           jsonb_build_object(
               'kind', invoice.kind, 'period_start', invoice.period_start, 'period_end', invoice.period_end,
               'due_date', invoice.due_date),
           invoice.id
      from invoice
     where invoice.voided_on is null or invoice.voided_on >= invoice.issue_date
     union all
    select invoice.voided_on, 'invoice_voided', invoice.number, invoice.id,
           format('Invoice %s voided', invoice.number), -invoice.total,
           jsonb_build_object('reason', invoice.void_reason), invoice.id
      from invoice
     where invoice.voided_on >= invoice.issue_date
     union all
    select payment.counted_on, 'payment', payment.check_number, payment.invoice_id,
           concat_ws(' by ', payment.subject || ' paid', nullif(payment.check_name, '')),
           -payment.amount, payment.details, payment.id
      from payment
     where payment.source <> 'write_off'
     union all
    select payment.counted_on, 'write_off', payment.number, payment.invoice_id,
           payment.subject || ' written off', -payment.amount, payment.details, payment.id
      from payment
     where payment.source = 'write_off'
     union all
    select payment.reversed_on, 'payment_returned', payment.check_number, payment.invoice_id,
           concat_ws(' by ', payment.subject || ' no longer paid', nullif(payment.check_name, '')),
           payment.amount, payment.details || jsonb_build_object('reason', payment.return_reason), payment.id
      from payment
     where payment.reversed_on is not null
     union all
    select credit.received_on, 'credit', credit.check_number, null,
           'Left over from ' || credit.check_name, -credit.amount, credit.details, credit.id
      from credit
     where credit.reversed_on is null or credit.reversed_on >= credit.received_on
     union all
    select payment.counted_on, 'credit_spent', payment.check_number, payment.invoice_id,
           format('Spent on invoice %s, left over from %s', payment.number, payment.check_name),
           payment.amount, payment.details, payment.id
      from payment
     where payment.facility_credit_id is not null
     union all
    select credit.reversed_on, 'credit_returned', credit.check_number, null,
           'Unspent of what was left over from ' || credit.check_name,
           credit.amount - spent.amount, credit.details || jsonb_build_object('reason', credit.return_reason), credit.id
      from credit
     cross join lateral (
           select coalesce(sum(payment.amount), 0) as amount
             from payment
            where payment.facility_credit_id = credit.id) as spent
     where credit.reversed_on >= credit.received_on and credit.amount > spent.amount;
$$;
comment on function private.facility_events is
$$What moved the balance of a facility, each with its day and its signed amount: the rows of facility_statement without
opening balance and interest.

source_id: the invoice, payment or credit that the row tells of.$$;

-- What a facility is sent when it asks what it owes and why.
-- Security definer: whoever may read all of this need not pass the policies row by row.
create function private.facility_statement(facility_id uuid, from_date date, to_date date)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, balance numeric,
    details jsonb)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    -- Within a day what is owed comes before what is received, and what is undone comes last.
    v_kinds constant text[] := array[
        'opening_balance', 'invoice', 'interest', 'payment', 'credit', 'credit_spent', 'write_off', 'payment_returned',
        'credit_returned', 'invoice_voided'];
    v_before date;
    v_through date;
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object(
        'facility_id', facility_statement.facility_id,
        'from_date', facility_statement.from_date, 'to_date', facility_statement.to_date));
    perform private.require_finite_dates(jsonb_build_object(
        'from_date', facility_statement.from_date, 'to_date', facility_statement.to_date));
    if facility_statement.to_date < facility_statement.from_date then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The statement would end on %s, before it starts on %s.',
                   facility_statement.to_date, facility_statement.from_date),
            'Give a to_date on or after the from_date.');
    end if;
    perform private.require_facility(facility_statement.facility_id);
    v_before := private.interest_day(facility_statement.from_date - 1);
    v_through := private.interest_day(facility_statement.to_date);

    return query
    with interest as (
        select invoice.id, invoice.number, invoice.interest_breakdown,
               coalesce((invoice.interest_breakdown ->> 'accruedThrough')::date, invoice.due_date + 1) as accrued_through,
               private.interest_through(
                   invoice.due_date, invoice.accrued_interest, invoice.interest_breakdown, v_before) as before,
               private.interest_through(
                   invoice.due_date, invoice.accrued_interest, invoice.interest_breakdown, v_through) as through
          from public.invoices as invoice
         where invoice.facility_id = facility_statement.facility_id and invoice.accrued_interest > 0
    ), event as (
        select * from private.facility_events(facility_statement.facility_id)
    ), entry as (
        select facility_statement.from_date as occurred_on,
               'opening_balance' as kind,
               null as reference,
               null::uuid as invoice_id,
               'Balance before ' || facility_statement.from_date as description,
               (select coalesce(sum(event.amount), 0.00) from event
                 where event.occurred_on < facility_statement.from_date)
               + (select coalesce(sum(interest.before), 0.00) from interest) as amount,
               '{}'::jsonb as details,
               null::uuid as source_id
         union all
        select * from event
         where event.occurred_on between facility_statement.from_date and facility_statement.to_date
         union all
        select least(facility_statement.to_date, interest.accrued_through), 'interest', interest.number, interest.id,
               format('Interest on invoice %s', interest.number), interest.through - interest.before,
               coalesce(interest.interest_breakdown, '{}'), interest.id
          from interest
         where interest.through > interest.before
    ), line as (
        select entry.*, array_position(v_kinds, entry.kind) as place from entry
    )
    select line.occurred_on, line.kind, line.reference, line.invoice_id, line.description, line.amount,
           sum(line.amount) over (so_far rows unbounded preceding),
           line.details
      from line
    window so_far as (order by line.occurred_on, line.place, line.reference, line.description, line.source_id)
     order by line.occurred_on, line.place, line.reference, line.description, line.source_id;
end;
$$;
comment on function private.facility_statement is 'The logic of public.facility_statement.';

create function public.facility_statement(facility_id uuid, from_date date, to_date date)
returns table (
    occurred_on date, kind text, reference text, invoice_id uuid, description text, amount numeric, balance numeric,
    details jsonb) language sql stable set search_path = ''
as $$
    select * from private.facility_statement(
        facility_id, from_date, to_date);
$$;
comment on function public.facility_statement is
$$Tells day by day what a facility was billed, paid and charged in a period, with a running balance.

The rows by kind, whose amount is positive where the facility owes more and negative where it owes less:
opening_balance (all before the period), invoice (on its issue date), interest (one row an invoice: what accrued within
the period, on the last day it did, with the breakdown as details), payment (on the day the money was received), credit
(what a check left over), credit_spent (on the day of the payment that was made from it, and as much), write_off,
payment_returned and credit_returned (on the day the check was returned), invoice_voided.

The balance of the last row is the net of ar_aging_as_of on the last day. Money that was received but not reconciled
does not appear. What is entered later with an earlier day appears on that day.

May be called with GET. The API cuts an answer at its most rows (1000): take shorter periods, or read it by ranges.

Who: active staff, whatever their role.

Arguments:
facility_id: the facility.
from_date: the first day.
to_date: the last day.

Result: a row for the opening balance, then one for each of these, by day. reference: the number of the invoice; of money
that was received, of the check. details: what else there is to say, by kind.

Errors: staff_only, argument_missing, date_not_finite, period_ends_before_start, facility_not_found.

Example: {"facility_id": "$facility_id", "from_date": "2026-03-01", "to_date": "2026-03-31"}$$;

revoke execute on function
    private.facility_events, private.facility_statement, public.facility_statement
    from public, anon, authenticated, service_role;
grant execute on function private.facility_statement, public.facility_statement to authenticated, service_role;


-- supabase/schemas/receivables/access.sql

-- Staff read; billing enters checks and spreads them until they are confirmed. Payments and credits are written by
-- procedures.

-- checks

revoke all on public.checks from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.checks to service_role;
grant select on public.checks to authenticated;
grant insert (facility_id, check_number, method, amount, received_on),
      update (facility_id, check_number, method, amount, received_on), delete
    on public.checks to authenticated;

create policy staff_read on public.checks for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.checks for insert to authenticated
    with check ((select private.has_role('billing')) and status = 'received');
create policy billing_changes on public.checks for update to authenticated
    using ((select private.has_role('billing')) and status = 'received')
    with check ((select private.has_role('billing')) and status = 'received');
create policy billing_removes on public.checks for delete to authenticated
    using ((select private.has_role('billing')) and status = 'received');

-- facility_credits

revoke all on public.facility_credits from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facility_credits to service_role;
grant select on public.facility_credits to authenticated;

create policy staff_read on public.facility_credits for select to authenticated
    using ((select private.is_staff()));

-- check_reconciliations

revoke all on public.check_reconciliations from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.check_reconciliations to service_role;
grant select on public.check_reconciliations to authenticated;
grant insert (check_id, facility_credit_id), update (check_id, facility_credit_id), delete
    on public.check_reconciliations to authenticated;

create policy staff_read on public.check_reconciliations for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.check_reconciliations for insert to authenticated
    with check ((select private.has_role('billing')) and status = 'proposed');
create policy billing_changes on public.check_reconciliations for update to authenticated
    using ((select private.has_role('billing')) and status = 'proposed')
    with check ((select private.has_role('billing')) and status = 'proposed');
create policy billing_removes on public.check_reconciliations for delete to authenticated
    using ((select private.has_role('billing')) and status = 'proposed');

-- check_reconciliation_lines

revoke all on public.check_reconciliation_lines from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.check_reconciliation_lines to service_role;
grant select on public.check_reconciliation_lines to authenticated;
grant insert (check_reconciliation_id, invoice_id, component, amount),
      update (invoice_id, component, amount), delete
    on public.check_reconciliation_lines to authenticated;

create policy staff_read on public.check_reconciliation_lines for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.check_reconciliation_lines for insert to authenticated
    with check ((select private.has_role('billing')) and exists (
        select from public.check_reconciliations as reconciliation
         where reconciliation.id = check_reconciliation_id and reconciliation.status = 'proposed'));
create policy billing_changes on public.check_reconciliation_lines for update to authenticated
    using ((select private.has_role('billing')) and exists (
        select from public.check_reconciliations as reconciliation
         where reconciliation.id = check_reconciliation_id and reconciliation.status = 'proposed'))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.check_reconciliation_lines for delete to authenticated
    using ((select private.has_role('billing')) and exists (
        select from public.check_reconciliations as reconciliation
         where reconciliation.id = check_reconciliation_id and reconciliation.status = 'proposed'));

-- payments

revoke all on public.payments from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.payments to service_role;
grant select on public.payments to authenticated;

create policy staff_read on public.payments for select to authenticated
    using ((select private.is_staff()));


-- supabase/schemas/interest/tables.sql

-- What a late payment costs at a facility.
create table public.facility_interest_terms (
    id uuid primary key default gen_random_uuid(),
    facility_id uuid not null references public.facilities (id),
    effective_from date not null constraint effective_from_is_finite check (isfinite(effective_from)),
    annual_rate numeric(9, 6) not null
        -- 18 for 18 % is a mistake that compounds beyond all money.
        constraint annual_rate_is_a_share check (annual_rate >= 0 and annual_rate <= 10)
        constraint annual_rate_is_finite check (annual_rate <> 'NaN'),
    day_count text not null default 'actual/365'
        constraint day_count_is_known
        check (day_count in ('actual/365', 'actual/360', 'actual/actual', '30/360')),
    compounding text not null default 'none'
        constraint compounding_is_known check (compounding in ('none', 'every_30_days', 'annual')),
    rate_basis text not null default 'floating'
        constraint rate_basis_is_known check (rate_basis in ('floating', 'fixed_at_start')),
    grace_days int not null default 0
        constraint grace_days_are_not_negative check (grace_days >= 0),
    accrue_from text not null default 'due_date'
        constraint accrue_from_is_known check (accrue_from in ('due_date', 'grace_end')),
    fixed_fee numeric(12, 2) not null default 0
        constraint fixed_fee_is_not_negative check (fixed_fee >= 0)
        constraint fixed_fee_is_finite check (fixed_fee <> 'NaN'),
    waive_below numeric(12, 2) not null default 0
        constraint waive_below_is_not_negative check (waive_below >= 0)
        constraint waive_below_is_finite check (waive_below <> 'NaN'),
    maximum_days int
        constraint maximum_days_are_not_negative check (maximum_days >= 0),
    maximum_fraction numeric(9, 6)
        constraint maximum_fraction_is_not_negative check (maximum_fraction >= 0)
        constraint maximum_fraction_is_finite check (maximum_fraction <> 'NaN'),
    created_at timestamptz not null default now(),
    constraint interest_terms_of_a_day_are_one unique (facility_id, effective_from)
);
comment on table public.facility_interest_terms is
    'The interest a facility owes on late invoices, dated: the terms of a day are the newest with effective_from on or before it.';
comment on column public.facility_interest_terms.annual_rate is '0.18 = 18 % a year.';
comment on column public.facility_interest_terms.rate_basis is
    'floating: each day has the rate in force on it; fixed_at_start: the rate of the first day of accrual holds throughout.';
comment on column public.facility_interest_terms.accrue_from is
    'Once the grace days are past: whether interest counts from the due date or from the end of grace.';
comment on column public.facility_interest_terms.fixed_fee is 'Owed once interest is owed.';
comment on column public.facility_interest_terms.waive_below is 'Interest below this is not owed.';
comment on column public.facility_interest_terms.maximum_days is 'Most days that accrue; null = no limit.';
comment on column public.facility_interest_terms.maximum_fraction is
    'Most interest, without the fee, as a share of the invoice total; null = no limit.';

alter table public.facility_interest_terms enable row level security;


-- supabase/schemas/interest/terms_rules.sql

-- Interest that was computed becomes wrong when the terms change: the invoices concerned are then due for the next run
-- of accrue-interest at once. Payments do the same: private.settle_invoices.

-- Only invoices with principal open: one paid late keeps the interest it had.
-- Security definer: whoever changes terms need not be allowed to write interest.
create function private.interest_due_again_by_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_facility_ids constant uuid[] := array[old.facility_id, new.facility_id];
begin
    perform from public.invoices as invoice
      where invoice.facility_id = any (v_facility_ids)
        and invoice.status in ('sent', 'partially_paid')
      order by invoice.id for no key update;

    update public.invoices as invoice
       set interest_computed_on = null
     where invoice.facility_id = any (v_facility_ids)
       and invoice.status in ('sent', 'partially_paid')
       and invoice.interest_computed_on is not null;
    return null;
end;
$$;
comment on function private.interest_due_again_by_terms is
    'Trigger: a change of a facility''s terms makes its unpaid invoices due for accrual again.';

create trigger changed_terms_make_interest_due_again
    after insert or update or delete on public.facility_interest_terms
    for each row execute function private.interest_due_again_by_terms();

revoke execute on function private.interest_due_again_by_terms from public, anon, authenticated, service_role;


-- supabase/schemas/interest/interest_through.sql

-- What of an invoice's interest belongs to the days up to one. The job sets the interest as a whole; which days it
-- accrued on stands in its breakdown. In PL/pgSQL without a query of its own: reports ask it for each invoice.
create function private.interest_through(due_date date, accrued_interest numeric, interest_breakdown jsonb, day date)
returns numeric
language plpgsql
stable
parallel safe
set search_path = ''
as $$
declare
    v_segments constant jsonb := interest_through.interest_breakdown -> 'segments';
    v_segment jsonb;
    v_from date;
    v_to date;
    v_accrued numeric := 0;
begin
    if interest_through.day <= interest_through.due_date then
        return 0.00;
    end if;
    for v_place in 0 .. coalesce(jsonb_array_length(v_segments), 0) - 1 loop
        v_segment := v_segments -> v_place;
        v_to := (v_segment ->> 'to')::date;
        if v_to > interest_through.day then
            v_from := (v_segment ->> 'from')::date;
            v_accrued := v_accrued + (v_segment ->> 'interest')::numeric
                * (interest_through.day - v_from + 1) / (v_to - v_from + 1);
            -- Not above 0: no day has borne interest yet, perhaps the first segment lies ahead.
            return case when v_accrued > 0
                then least(
                    round(v_accrued, 2) + (interest_through.interest_breakdown ->> 'fee')::numeric,
                    interest_through.accrued_interest)
                else 0.00 end;
        end if;
        v_accrued := v_accrued + (v_segment ->> 'interest')::numeric;
    end loop;
    return interest_through.accrued_interest;
end;
$$;
comment on function private.interest_through is
$$Of the interest that stands on an invoice now, what had accrued by the end of a day.

From the last day that accrued on: all of it. Before: the interest of the segments that were over, and of the running
one its share by days, rounded to the cent; with the first day that bears any comes the fee; never more than stands on
the invoice, which a cap may have lessened. Up to the due date: nothing. Interest without segments, such as imported one,
counts whole from the day after the due date.$$;

create function private.interest_day(day date)
returns date
language sql
stable
set search_path = ''
as $$
    select case when interest_day.day < clock.business_date then interest_day.day else 'infinity' end
      from private.clock() as clock;
$$;
comment on function private.interest_day is
$$The day for which reports ask private.interest_through: a past day as it is, else infinity.

All interest that stands belongs to the business date: accrue-interest reckons in UTC, and so a day ahead in the evening.$$;

revoke execute on function
    private.interest_through, private.interest_day
    from public, anon, authenticated, service_role;


-- supabase/schemas/interest/access.sql

-- Staff read the terms; billing writes them.

-- facility_interest_terms

revoke all on public.facility_interest_terms from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facility_interest_terms to service_role;
grant select on public.facility_interest_terms to authenticated;
grant insert (facility_id, effective_from, annual_rate, day_count, compounding, rate_basis, grace_days,
              accrue_from, fixed_fee, waive_below, maximum_days, maximum_fraction),
      update (effective_from, annual_rate, day_count, compounding, rate_basis, grace_days,
              accrue_from, fixed_fee, waive_below, maximum_days, maximum_fraction), delete
    on public.facility_interest_terms to authenticated;

create policy staff_read on public.facility_interest_terms for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.facility_interest_terms for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.facility_interest_terms for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facility_interest_terms for delete to authenticated
    using ((select private.has_role('billing')));


-- supabase/schemas/payroll/tables.sql

-- What contractors are paid, period by period, batch by batch.
create table public.payroll_periods (
    id uuid primary key default gen_random_uuid(),
    period_start date not null constraint period_start_is_finite check (isfinite(period_start)),
    period_end date not null constraint period_end_is_finite check (isfinite(period_end)),
    pay_date date not null constraint pay_date_is_finite check (isfinite(pay_date)),
    status text not null default 'open'
        constraint payroll_period_status_is_known check (status in ('open', 'closed')),
    closed_at timestamptz,
    created_at timestamptz not null default now(),
    constraint payroll_period_ends_after_it_starts check (period_end > period_start),
    constraint payroll_periods_never_overlap
        exclude using gist (daterange(period_start, period_end, '[]') with &&),
    constraint payroll_period_closed_at_tells_of_closing check ((closed_at is not null) = (status = 'closed'))
);
comment on table public.payroll_periods is 'Whole workweeks that are paid together.';

create trigger payroll_period_state_is_stamped
    before insert or update of status on public.payroll_periods
    for each row when (new.status = 'closed')
    execute function private.stamp_state();

alter table public.payroll_periods enable row level security;

create table public.payroll_batches (
    id uuid primary key default gen_random_uuid(),
    payroll_period_id uuid not null references public.payroll_periods (id),
    status text not null default 'draft'
        constraint payroll_batch_status_is_known
        check (status in ('draft', 'in_review', 'approved', 'closed', 'discarded')),
    prepared_at timestamptz not null default now(),
    prepared_by uuid,
    preparer_ids uuid[] not null default '{}',
    in_review_at timestamptz,
    in_review_by uuid,
    approved_at timestamptz,
    approved_by uuid,
    closed_at timestamptz,
    closed_by uuid,
    discarded_at timestamptz,
    discarded_by uuid,
    discard_reason text,
    gross_total numeric(12, 2) not null default 0
        constraint gross_total_is_finite check (gross_total <> 'NaN'),
    created_at timestamptz not null default now(),
    constraint payroll_batch_in_review_at_tells_of_review check (
        case status when 'draft' then in_review_at is null
                    when 'discarded' then true
                    else in_review_at is not null end),
    constraint payroll_batch_approved_at_tells_of_approval check (
        case when status in ('draft', 'in_review') then approved_at is null
             when status = 'discarded' then true
             else approved_at is not null end),
    constraint payroll_batch_closed_at_tells_of_closing check ((closed_at is not null) = (status = 'closed')),
    constraint payroll_batch_discarded_at_tells_of_discarding
        check ((discarded_at is not null) = (status = 'discarded'))
);
comment on table public.payroll_batches is 'One payment run over a payroll period.';
comment on column public.payroll_batches.preparer_ids is
    'All who prepared or rebuilt it, apply_rate_hit included: none of them is its second approver.';

create index payroll_batches_by_period on public.payroll_batches (payroll_period_id);
create unique index payroll_period_has_one_open_batch
    on public.payroll_batches (payroll_period_id) where status in ('draft', 'in_review', 'approved');

alter table public.payroll_batches enable row level security;

create table public.payroll_items (
    id uuid primary key default gen_random_uuid(),
    payroll_batch_id uuid not null references public.payroll_batches (id) on delete cascade,
    contractor_id uuid not null references public.contractors (id),
    regular_hours numeric(7, 2) not null default 0
        constraint regular_hours_is_finite check (regular_hours <> 'NaN'),
    overtime_hours numeric(7, 2) not null default 0
        constraint overtime_hours_is_finite check (overtime_hours <> 'NaN'),
    doubletime_hours numeric(7, 2) not null default 0
        constraint doubletime_hours_is_finite check (doubletime_hours <> 'NaN'),
    straight_pay numeric(12, 2) not null default 0
        constraint straight_pay_is_finite check (straight_pay <> 'NaN'),
    premium_pay numeric(12, 2) not null default 0
        constraint premium_pay_is_finite check (premium_pay <> 'NaN'),
    stipend_pay numeric(12, 2) not null default 0
        constraint stipend_pay_is_finite check (stipend_pay <> 'NaN'),
    adjustment_pay numeric(12, 2) not null default 0
        constraint adjustment_pay_is_finite check (adjustment_pay <> 'NaN'),
    gross_pay numeric(12, 2) not null default 0 constraint gross_pay_is_finite check (gross_pay <> 'NaN'),
    created_at timestamptz not null default now(),
    constraint contractor_is_paid_once_a_batch unique (payroll_batch_id, contractor_id),
    constraint gross_pay_is_the_sum_of_its_parts
        check (gross_pay = straight_pay + premium_pay + stipend_pay + adjustment_pay)
);
comment on table public.payroll_items is
    'What one contractor gets in a batch. Hours and pay may be negative where a correction takes back.';

create index payroll_items_by_contractor on public.payroll_items (contractor_id);

alter table public.payroll_items enable row level security;

create table public.payroll_adjustments (
    id uuid primary key default gen_random_uuid(),
    contractor_id uuid not null references public.contractors (id),
    payable_on date not null constraint payable_on_is_finite check (isfinite(payable_on)),
    kind text not null
        constraint payroll_adjustment_kind_is_known check (kind in ('bonus', 'reimbursement', 'deduction')),
    amount numeric(12, 2) not null
        constraint payroll_adjustment_is_positive check (amount > 0)
        constraint amount_is_finite check (amount <> 'NaN'),
    in_regular_rate boolean not null default false,
    reason text,
    approved_at timestamptz,
    approved_by uuid,
    created_at timestamptz not null default now(),
    constraint only_bonuses_are_in_the_regular_rate check (not in_regular_rate or kind = 'bonus')
);
comment on table public.payroll_adjustments is
    'One-off pay. A deduction lessens pay: its amount is positive all the same.';

create index payroll_adjustments_by_contractor on public.payroll_adjustments (contractor_id, payable_on);

alter table public.payroll_adjustments enable row level security;

create table public.payroll_item_lines (
    id uuid primary key default gen_random_uuid(),
    payroll_item_id uuid not null references public.payroll_items (id) on delete cascade,
    time_entry_id uuid references public.time_entries (id),
    payroll_adjustment_id uuid references public.payroll_adjustments (id),
    assignment_stipend_id uuid references public.assignment_stipends (id),
    week_start date not null constraint week_start_is_finite check (isfinite(week_start)),
    kind text not null
        constraint payroll_line_kind_is_known check (kind in (
            'straight', 'overtime_premium', 'doubletime_premium', 'stipend', 'adjustment', 'difference')),
    hours numeric(7, 2) constraint hours_is_finite check (hours <> 'NaN'),
    overtime_hours numeric(7, 2) constraint overtime_hours_is_finite check (overtime_hours <> 'NaN'),
    doubletime_hours numeric(7, 2) constraint doubletime_hours_is_finite check (doubletime_hours <> 'NaN'),
    rate numeric(10, 2) constraint rate_is_finite check (rate <> 'NaN'),
    amount numeric(12, 2) not null constraint amount_is_finite check (amount <> 'NaN'),
    released_at timestamptz,
    created_at timestamptz not null default now(),
    constraint only_straight_lines_name_an_entry check (time_entry_id is null or kind = 'straight'),
    constraint only_adjustment_lines_name_an_adjustment
        check (payroll_adjustment_id is null or kind = 'adjustment'),
    constraint only_stipend_lines_name_a_stipend check (assignment_stipend_id is null or kind = 'stipend'),
    constraint only_differences_move_hours
        check (kind = 'difference' or num_nonnulls(overtime_hours, doubletime_hours) = 0)
);
comment on table public.payroll_item_lines is 'What an item''s pay is made of, per workweek.';
comment on column public.payroll_item_lines.overtime_hours is
    'Of a difference: how the overtime hours of a week that other batches paid have changed since. In a week that is paid for the first time, the overtime_premium line has them.';
comment on column public.payroll_item_lines.doubletime_hours is 'As overtime_hours, of doubletime.';
comment on column public.payroll_item_lines.released_at is
    'Set when the batch is discarded: the line''s time is payable again. Null = live.';

create index payroll_item_lines_by_item on public.payroll_item_lines (payroll_item_id);
create index payroll_item_lines_by_time_entry on public.payroll_item_lines (time_entry_id);
create index payroll_item_lines_by_adjustment on public.payroll_item_lines (payroll_adjustment_id);
create index payroll_item_lines_by_stipend on public.payroll_item_lines (assignment_stipend_id);
-- What other batches have paid of the weeks that a draft pays.
create index payroll_item_lines_by_week on public.payroll_item_lines (week_start) where released_at is null;
create unique index time_entry_in_one_live_batch
    on public.payroll_item_lines (time_entry_id) where time_entry_id is not null and released_at is null;
create unique index payroll_adjustment_in_one_live_batch
    on public.payroll_item_lines (payroll_adjustment_id)
    where payroll_adjustment_id is not null and released_at is null;
create unique index stipend_of_a_week_in_one_live_batch
    on public.payroll_item_lines (assignment_stipend_id, week_start)
    where assignment_stipend_id is not null and released_at is null;

alter table public.payroll_item_lines enable row level security;


-- supabase/schemas/payroll/batch_rules.sql

-- Security definer: the rule asks for the workweek and reads batches, which the writer may not.
create function private.guard_payroll_period()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if new.period_start <> private.workweek_start(new.period_start)
        or new.period_end + 1 <> private.workweek_start(new.period_end + 1) then
        perform private.refuse(
            400, 'payroll_period_not_whole_weeks',
            format('%s to %s is not made of whole workweeks.', new.period_start, new.period_end),
            format('Start on %s, or another first day of a workweek, and end on a last day.',
                   private.workweek_start(new.period_start)));
    end if;
    if tg_op = 'UPDATE'
        and (old.period_start, old.period_end, old.pay_date)
            is distinct from (new.period_start, new.period_end, new.pay_date)
        and exists (
        select from public.payroll_batches as batch
         where batch.payroll_period_id = old.id and batch.status <> 'discarded') then
        perform private.refuse(
            409, 'payroll_period_has_batch',
            format('The period from %s to %s has a payroll batch: its days no longer change.',
                   old.period_start, old.period_end),
            'Discard the batch first; a closed one stays.');
    end if;
    return new;
end;
$$;
comment on function private.guard_payroll_period is
    'Trigger: a payroll period consists of whole workweeks, and keeps its days once it has a batch.';

create trigger payroll_period_is_whole_weeks
    before insert or update of period_start, period_end, pay_date on public.payroll_periods
    for each row execute function private.guard_payroll_period();

create trigger closed_payroll_periods_stay
    before update on public.payroll_periods
    for each row when (old.status = 'closed' and old is distinct from new)
    execute function private.refuse_write(
        'payroll_period_closed', 'A closed payroll period does not change.',
        'A batch of the next period pays what came late.');

-- A batch has been through the states before its own; whoever enters one need not know when.
-- Security definer: whoever writes the row need not be allowed to ask the clock.
create function private.stamp_payroll_batch()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    if new.status in ('in_review', 'approved', 'closed') then
        new.in_review_at := coalesce(new.in_review_at, v_now);
    end if;
    if new.status in ('approved', 'closed') then
        new.approved_at := coalesce(new.approved_at, v_now);
    end if;
    if new.status = 'closed' then
        new.closed_at := coalesce(new.closed_at, v_now);
    elsif new.status = 'discarded' then
        new.discarded_at := coalesce(new.discarded_at, v_now);
    end if;
    return new;
end;
$$;
comment on function private.stamp_payroll_batch is
    'Trigger: fills the instants of a batch''s state and of those before it.';

create trigger payroll_batch_state_is_stamped
    before insert or update of status on public.payroll_batches
    for each row when (new.status <> 'draft')
    execute function private.stamp_payroll_batch();

-- The legal moves of payroll batches and periods, and what stays once they are closed, whoever writes:
--
--   draft → in_review → approved → closed              draft, in_review, approved → discarded
--
-- What a batch pays is written while it is a draft; discarding releases its lines, nothing else does.
create function private.refuse_payroll_batch(batch public.payroll_batches)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_name constant text := (
        select format('The payroll batch of %s to %s', period.period_start, period.period_end)
          from public.payroll_periods as period
         where period.id = batch.payroll_period_id);
begin
    if batch.status = 'closed' then
        perform private.refuse(
            409, 'payroll_batch_closed',
            format('%s is closed: what it pays no longer changes.', v_name),
            'Correct the time or the rate; the next batch pays the difference.');
    elsif batch.status = 'discarded' then
        perform private.refuse(
            409, 'payroll_batch_discarded',
            format('%s is discarded.', v_name),
            'Prepare another with prepare_payroll_draft.');
    end if;
    perform private.refuse(
        409, 'payroll_batch_under_review',
        format('%s is %s: a batch does not change while people review it, or once they have approved it.',
               v_name, replace(batch.status, '_', ' ')),
        'Close the batch, or discard it and prepare it anew.');
end;
$$;
comment on function private.refuse_payroll_batch is
    'Raises 409 for a batch that is no draft, with the slug of its state.';

-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.guard_payroll_batch_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if old.status in ('closed', 'discarded') then
        perform private.refuse_payroll_batch(old);
    end if;
    if old.status <> new.status and (old.status, new.status) not in (
        ('draft', 'in_review'), ('in_review', 'approved'), ('approved', 'closed'),
        ('draft', 'discarded'), ('in_review', 'discarded'), ('approved', 'discarded')) then
        perform private.refuse(
            409, 'payroll_batch_move_not_legal',
            format('A payroll batch cannot go from %s to %s.', old.status, new.status),
            'A draft is reviewed, approved, then closed; until then it may be discarded and prepared anew.');
    end if;
    return new;
end;
$$;
comment on function private.guard_payroll_batch_move is
    'Trigger: refuses illegal moves of a payroll batch, and changes of one that is closed or discarded.';

create trigger payroll_batch_moves_are_legal
    before update on public.payroll_batches
    for each row when (
        old.status <> new.status or (old.status in ('closed', 'discarded') and old is distinct from new))
    execute function private.guard_payroll_batch_move();

create trigger payroll_batches_are_deleted_as_drafts
    before delete on public.payroll_batches
    for each row when (old.status <> 'draft')
    execute function private.refuse_removal('payroll_batch_not_draft', 'Discard it; a closed one stays.');

revoke execute on function
    private.guard_payroll_period, private.stamp_payroll_batch, private.refuse_payroll_batch,
    private.guard_payroll_batch_move
    from public, anon, authenticated, service_role;


-- supabase/schemas/payroll/item_rules.sql

-- Raises when one of the batches is not a draft. Locks them, so that nobody advances them meanwhile.
create function private.check_batches_are_drafts(payroll_batch_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_batch public.payroll_batches;
begin
    for v_batch in
        select batch.*
          from public.payroll_batches as batch
         where batch.id = any (check_batches_are_drafts.payroll_batch_ids)
         order by batch.id
           for share
    loop
        if v_batch.status <> 'draft' then
            perform private.refuse_payroll_batch(v_batch);
        end if;
    end loop;
end;
$$;
comment on function private.check_batches_are_drafts is
    'Raises when one of the batches is not a draft; locks them for share, so that nobody advances them meanwhile.';

-- Security definer: the rule reads and holds batches, which the writer may not.
create function private.guard_payroll_items()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_batches_are_drafts(array(select distinct item.payroll_batch_id from touched as item));
    return null;
end;
$$;
comment on function private.guard_payroll_items is 'Trigger: the items of a batch are written while it is a draft.';

create trigger new_payroll_items_are_in_drafts
    after insert on public.payroll_items
    referencing new table as touched
    for each statement execute function private.guard_payroll_items();

create trigger changed_payroll_items_are_in_drafts
    after update on public.payroll_items
    referencing new table as touched
    for each statement execute function private.guard_payroll_items();

create trigger changed_payroll_items_were_in_drafts
    after update on public.payroll_items
    referencing old table as touched
    for each statement execute function private.guard_payroll_items();

create trigger removed_payroll_items_were_in_drafts
    after delete on public.payroll_items
    referencing old table as touched
    for each statement execute function private.guard_payroll_items();

-- Lines that go with their item find no batch here: their item's trigger has asked.
-- Security definer: see above.
create function private.guard_payroll_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_batches_are_drafts(array(
        select distinct item.payroll_batch_id
          from public.payroll_items as item
         where item.id in (select line.payroll_item_id from touched as line)));
    return null;
end;
$$;
comment on function private.guard_payroll_lines is 'Trigger: the lines of a batch are written while it is a draft.';

create trigger new_payroll_lines_are_in_drafts
    after insert on public.payroll_item_lines
    referencing new table as touched
    for each statement execute function private.guard_payroll_lines();

create trigger removed_payroll_lines_were_in_drafts
    after delete on public.payroll_item_lines
    referencing old table as touched
    for each statement execute function private.guard_payroll_lines();

-- Security definer: see above.
create function private.guard_payroll_line_changes()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- Released once, by a batch that is discarded; anything else is for drafts.
    perform private.check_batches_are_drafts(array(
        select distinct item.payroll_batch_id
          from after_rows as line
          join before_rows as before on before.id = line.id
          join public.payroll_items as item on item.id in (line.payroll_item_id, before.payroll_item_id)
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
         where not (batch.status = 'discarded'
                    and before.released_at is null
                    and to_jsonb(line) - 'released_at' = to_jsonb(before) - 'released_at')));
    if exists (
        select from after_rows as line
          join public.payroll_items as item on item.id = line.payroll_item_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
         where line.released_at is not null and batch.status <> 'discarded') then
        perform private.refuse(
            409, 'payroll_batch_not_discarded',
            'A line of a payroll batch is released when its batch is discarded, not by itself.',
            'Call discard_payroll_batch.');
    end if;
    return null;
end;
$$;
comment on function private.guard_payroll_line_changes is
    'Trigger: the lines of a batch change while it is a draft; of a discarded one they are released once.';

create trigger payroll_lines_change_in_drafts
    after update on public.payroll_item_lines
    referencing old table as before_rows new table as after_rows
    for each statement execute function private.guard_payroll_line_changes();

-- Security definer: the rule reads time and adjustments, which the writer may not.
create function private.guard_payroll_item_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_adjustment record;
begin
    perform private.check_time_is_approved(array_agg(touched.time_entry_id)) from touched;
    select adjustment.kind, adjustment.amount, adjustment.payable_on
      into v_adjustment
      from touched
      join public.payroll_adjustments as adjustment on adjustment.id = touched.payroll_adjustment_id
     where adjustment.approved_at is null
     limit 1;
    if found then
        perform private.refuse(
            409, 'payroll_adjustment_not_approved',
            format('The %s of %s, payable on %s, is not approved: only approved adjustments are paid.',
                   v_adjustment.kind, v_adjustment.amount, v_adjustment.payable_on),
            'Approve the adjustment first.');
    end if;
    return null;
end;
$$;
comment on function private.guard_payroll_item_lines is
    'Trigger: only approved time and approved adjustments are paid.';

create trigger payroll_item_lines_pay_what_is_approved
    after insert on public.payroll_item_lines
    referencing new table as touched
    for each statement execute function private.guard_payroll_item_lines();

revoke execute on function
    private.check_batches_are_drafts, private.guard_payroll_items, private.guard_payroll_lines,
    private.guard_payroll_line_changes, private.guard_payroll_item_lines
    from public, anon, authenticated, service_role;


-- supabase/schemas/payroll/adjustment_rules.sql

-- An approval holds for what was approved, and names who gave it and when. It is kept while a batch pays it.
-- Security definer: whoever approves need not be allowed to ask who they are.
create function private.guard_adjustment_approval()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'UPDATE' and new.approved_at is not distinct from old.approved_at then
        if (old.contractor_id, old.payable_on, old.kind, old.amount, old.in_regular_rate, old.reason)
            is distinct from
            (new.contractor_id, new.payable_on, new.kind, new.amount, new.in_regular_rate, new.reason) then
            new.approved_at := null;
        end if;
    elsif new.approved_at is not null and private.user_id() is not null then
        new.approved_at := (private.clock()).at;
        new.approved_by := private.user_id();
    end if;
    if new.approved_at is null then
        new.approved_by := null;
    end if;
    if tg_op = 'UPDATE' and new.approved_at is distinct from old.approved_at then
        perform private.take_back_approval();
        -- Waits for whoever writes a line for the adjustment directly.
        perform from public.payroll_adjustments as adjustment where adjustment.id = old.id for update;
        if exists (select from public.payroll_item_lines as line
                    where line.payroll_adjustment_id = old.id and line.released_at is null) then
            perform private.refuse(
                409, 'payroll_adjustment_on_live_batch',
                format('The %s of %s, payable on %s, is in a payroll batch.', old.kind, old.amount, old.payable_on),
                'Discard the batch, then correct the adjustment; what was paid is corrected by another one.');
        end if;
    end if;
    return new;
end;
$$;
comment on function private.guard_adjustment_approval is
    'Trigger: an approved payroll adjustment names who approved it; changing it takes the approval away, which is refused while a batch pays it.';

create trigger adjustment_approval_is_for_what_was_approved
    before insert or update on public.payroll_adjustments
    for each row execute function private.guard_adjustment_approval();

create trigger payroll_adjustments_in_batches_are_kept
    before delete on public.payroll_adjustments
    for each row execute function private.refuse_removal_of_what_was_paid(
        'Discard the batch if it is open and take the approval away; what was paid is corrected by another adjustment.');

revoke execute on function private.guard_adjustment_approval from public, anon, authenticated, service_role;


-- supabase/schemas/payroll/hold_payroll.sql

-- How a procedure takes the payroll batch that it is about.
create function private.hold_payroll_batch(payroll_batch_id uuid)
returns public.payroll_batches
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_batch public.payroll_batches;
begin
    select batch.*
      into v_batch
      from public.payroll_batches as batch
     where batch.id = hold_payroll_batch.payroll_batch_id
       for update;
    if not found then
        perform private.refuse(
            404, 'payroll_batch_not_found',
            format('There is no payroll batch %s.', hold_payroll_batch.payroll_batch_id),
            'Look the id up in payroll_batches.');
    end if;
    return v_batch;
end;
$$;
comment on function private.hold_payroll_batch is
    'Locks a payroll batch for update and returns it; raises 404 when it does not exist.';

create function private.hold_payroll_period(payroll_period_id uuid)
returns public.payroll_periods
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_period public.payroll_periods;
begin
    select period.*
      into v_period
      from public.payroll_periods as period
     where period.id = hold_payroll_period.payroll_period_id
       for update;
    if not found then
        perform private.refuse(
            404, 'payroll_period_not_found',
            format('There is no payroll period %s.', hold_payroll_period.payroll_period_id),
            'Look the id up in payroll_periods.');
    end if;
    return v_period;
end;
$$;
comment on function private.hold_payroll_period is
    'Locks a payroll period for update and returns it; raises 404 when it does not exist.';

revoke execute on function
    private.hold_payroll_batch, private.hold_payroll_period
    from public, anon, authenticated, service_role;


-- supabase/schemas/payroll/pay_of_weeks.sql

-- What contractors' whole workweeks come to at today's hours and rates, line by line.
--
--   stipends     whole, once for a week with payable time of the assignment on a day they are in force
--   adjustments  approved, payable in the week; a deduction is negative
--   straight     each entry at the pay rate of its day
--   premium      half the regular rate for each hour of overtime, all of it for each hour of doubletime
--
-- The regular rate is what was paid for time that counts toward overtime, with the stipends for hours driven and
-- the bonuses that belong to it, over the hours of that time (29 CFR 778.109 and following). It is not rounded:
-- a week is, once. Each line is rounded too, and the cents that this leaves are on the last line of the week's time.
create function private.pay_of_weeks(contractor_ids uuid[], week_starts date[])
returns table (
    contractor_id uuid, week_start date, kind text, time_entry_id uuid, payroll_adjustment_id uuid,
    assignment_stipend_id uuid, hours numeric, rate numeric, amount numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set work_mem = '64MB' -- a period is sorted in memory
set jit = off -- compiling takes longer than a week's work
as $$
begin
    return query
    with day_rate as materialized ( -- once per assignment, not once per entry
        select rate.assignment_id, rate.effective_from, rate.effective_to, rate.pay_rate
          from public.assignments as assignment
          join private.rates_of_days as rate on rate.assignment_id = assignment.id
         where assignment.contractor_id = any (pay_of_weeks.contractor_ids)
    ), entry as materialized (
        select classified.*, entry.created_at, entry.hours, day_rate.pay_rate,
               entry.hours * day_rate.pay_rate as straight
          from private.classified_time(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as classified
          join public.time_entries as entry on entry.id = classified.time_entry_id
          join day_rate
            on day_rate.assignment_id = classified.assignment_id
           and classified.work_date between day_rate.effective_from and day_rate.effective_to
    ), extra as (
        select distinct entry.contractor_id, entry.week_start, 'stipend' as kind, null::uuid as payroll_adjustment_id,
               stipend.id as assignment_stipend_id, stipend.weekly_amount as amount,
               stipend.kind = 'hours_driven' and entry.counts_toward_overtime as is_in_regular_rate
          from entry
          join public.assignment_stipends as stipend
            on stipend.assignment_id = entry.assignment_id
           and entry.work_date between stipend.effective_from and coalesce(stipend.effective_to, 'infinity')
         union all
        select week.contractor_id, week.start, 'adjustment', adjustment.id, null,
               case adjustment.kind when 'deduction' then -adjustment.amount else adjustment.amount end,
               adjustment.in_regular_rate
          from unnest(pay_of_weeks.contractor_ids, pay_of_weeks.week_starts) as week (contractor_id, start)
          join public.payroll_adjustments as adjustment
            on adjustment.contractor_id = week.contractor_id
           and adjustment.payable_on between week.start and week.start + 6
         where adjustment.approved_at is not null
    ), worked as (
        select entry.contractor_id, entry.week_start,
               sum(entry.straight) as straight,
               sum(round(entry.straight, 2)) as rounded_straight,
               sum(entry.straight) filter (where entry.counts_toward_overtime) as counted_straight,
               sum(entry.hours) filter (where entry.counts_toward_overtime) as counted_hours,
               sum(entry.overtime_hours) as overtime_hours,
               sum(entry.doubletime_hours) as doubletime_hours
          from entry
         group by entry.contractor_id, entry.week_start
    ), week as ( -- where nothing counts toward overtime, what is divided by no hours is null, and so is the premium
        select worked.*, premium.overtime, premium.doubletime,
               round(worked.straight + coalesce(premium.exact, 0), 2)
                   - worked.rounded_straight - coalesce(premium.overtime + premium.doubletime, 0) as leftover
          from worked
          left join (
               select extra.contractor_id, extra.week_start, sum(extra.amount) as amount
                 from extra
                where extra.is_in_regular_rate
                group by extra.contractor_id, extra.week_start) as added
            on added.contractor_id = worked.contractor_id and added.week_start = worked.week_start
         cross join lateral (select worked.counted_straight + coalesce(added.amount, 0) as amount) as regular
         cross join lateral (
               -- Multiplied first, so that half a cent is not lost in the division.
               select (worked.overtime_hours / 2 + worked.doubletime_hours) * regular.amount
                          / worked.counted_hours as exact,
                      round(worked.overtime_hours * regular.amount / (2 * worked.counted_hours), 2) as overtime,
                      round(worked.doubletime_hours * regular.amount / worked.counted_hours, 2) as doubletime
               ) as premium
    ), line as (
        select entry.contractor_id, entry.week_start, 1 as place, 'straight' as kind, entry.time_entry_id,
               entry.work_date, entry.created_at, entry.hours, entry.pay_rate as rate,
               round(entry.straight, 2) as amount
          from entry
         union all
        select week.contractor_id, week.week_start, premium.place, premium.kind, null,
               null, null, premium.hours, null, premium.amount
          from week
         cross join lateral (values
               (2, 'overtime_premium', week.overtime_hours, week.overtime),
               (3, 'doubletime_premium', week.doubletime_hours, week.doubletime)
               ) as premium (place, kind, hours, amount)
         where premium.hours > 0
    )
    select extra.contractor_id, extra.week_start, extra.kind, null::uuid, extra.payroll_adjustment_id,
           extra.assignment_stipend_id, null::numeric, null::numeric, extra.amount
      from extra
     union all
    select line.contractor_id, line.week_start, line.kind, line.time_entry_id, null, null, line.hours, line.rate,
           case when lead(1) over in_order is null then line.amount + week.leftover else line.amount end
      from line
      join week on week.contractor_id = line.contractor_id and week.week_start = line.week_start
    window in_order as (partition by line.contractor_id, line.week_start
                        order by line.place, line.work_date, line.created_at, line.time_entry_id);
end;
$$;
comment on function private.pay_of_weeks is
$$What contractors' whole workweeks come to at today's hours and rates, whatever was paid of them: their lines as a
payroll batch has them, which add up to the week's pay.

contractor_ids, week_starts: the workweeks, by position; each week_start is the first day of a workweek.$$;

revoke execute on function private.pay_of_weeks from public, anon, authenticated, service_role;


-- supabase/schemas/payroll/rebuild_payroll_draft.sql

-- What is paid, or about to be, in batches of whatever state but discarded.
create view private.live_payroll_lines as
    select item.contractor_id, line.week_start, line.amount,
           coalesce(line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id) as source_id,
           case line.kind when 'overtime_premium' then line.hours else coalesce(line.overtime_hours, 0) end
               as overtime_hours,
           case line.kind when 'doubletime_premium' then line.hours else coalesce(line.doubletime_hours, 0) end
               as doubletime_hours,
           batch.closed_at, period.period_end
      from public.payroll_item_lines as line
      join public.payroll_items as item on item.id = line.payroll_item_id
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where line.released_at is null;
comment on view private.live_payroll_lines is
    'The lines of payroll batches, without those of discarded ones: what each pays, what for, and the hours it makes overtime and doubletime.';

-- A week that an open batch pays is left to it: it may still be discarded and its time sent back, and then nobody
-- would know that another batch has counted on it.
--
-- A week is looked at again when time or an adjustment came late, or when its rates changed after it was paid. To
-- look in vain does no harm: the week then comes to what was paid. So the instants of applying a hit and of closing
-- a batch, which are those at which their transactions began, are compared with an hour to spare.
create function private.weeks_to_pay(period_end date)
returns table (contractor_id uuid, week_start date)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
begin
    return query
    select distinct due.contractor_id, week.start
      from (select assignment.contractor_id, entry.work_date
              from public.time_entries as entry
              join public.assignments as assignment on assignment.id = entry.assignment_id
             where entry.is_payable
               and not exists (
                   select from public.payroll_item_lines as line
                    where line.time_entry_id = entry.id and line.released_at is null)
             union all
            select adjustment.contractor_id, adjustment.payable_on
              from public.payroll_adjustments as adjustment
             where adjustment.approved_at is not null
               and not exists (
                   select from public.payroll_item_lines as line
                    where line.payroll_adjustment_id = adjustment.id and line.released_at is null)
             union all
            select paid.contractor_id, paid.week_start
              from public.rate_hits as hit
              join public.assignments as assignment on assignment.id = hit.assignment_id
              join private.live_payroll_lines as paid on paid.contractor_id = assignment.contractor_id
             where hit.status = 'applied'
               and hit.pay_rate_change <> 0
               and hit.effective_on <= paid.week_start + 6
               and hit.effective_on <= paid.period_end -- batches before need not be looked at
               and paid.closed_at < hit.applied_at + interval '1 hour'
               and not exists ( -- a batch that knew the hit
                   select from private.live_payroll_lines as later
                    where later.contractor_id = paid.contractor_id
                      and later.week_start = paid.week_start
                      and later.closed_at >= hit.applied_at + interval '1 hour')
           ) as due (contractor_id, day)
     cross join lateral (
           select weeks_to_pay.period_end - 6 - (weeks_to_pay.period_end - due.day) / 7 * 7) as week (start)
     where due.day <= weeks_to_pay.period_end
       and not exists (
           select from private.live_payroll_lines as open
            where open.contractor_id = due.contractor_id
              and open.week_start = week.start
              and open.closed_at is null);
end;
$$;
comment on function private.weeks_to_pay is
$$The contractors' workweeks that closed batches have not paid, or not at today's hours and rates, and that no open
batch pays.

period_end: the last day of a workweek; later weeks are left out.$$;

-- A draft batch pays whole workweeks at today's hours and rates, less what closed batches have paid of them. Where
-- they paid nothing, it has the week's lines; else the lines of what came late, and what else has changed in one
-- line, the difference.
create function private.rebuild_payroll_draft(payroll_batch_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
set work_mem = '64MB' -- a period is sorted in memory
set jit = off -- compiling takes longer than a period's work
as $$
declare
    v_contractor_ids uuid[];
    v_week_starts date[];
begin
    -- One at a time: two drafts must not both find that nobody pays a difference.
    perform private.hold_approvals();

    delete from public.payroll_items as item
     where item.payroll_batch_id = rebuild_payroll_draft.payroll_batch_id;

    select array_agg(due.contractor_id), array_agg(due.week_start)
      into v_contractor_ids, v_week_starts
      from public.payroll_batches as batch
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     cross join lateral private.weeks_to_pay(period.period_end) as due
     where batch.id = rebuild_payroll_draft.payroll_batch_id;

    with paid as materialized (
        select line.contractor_id, line.week_start, sum(line.amount) as amount,
               sum(line.overtime_hours) as overtime_hours, sum(line.doubletime_hours) as doubletime_hours,
               array_remove(array_agg(line.source_id), null) as source_ids
          from private.live_payroll_lines as line
          join unnest(v_contractor_ids, v_week_starts) as due (contractor_id, week_start)
            on due.contractor_id = line.contractor_id and due.week_start = line.week_start
         where line.week_start = any (v_week_starts) -- for the index by week
         group by line.contractor_id, line.week_start
    ), whole as materialized (
        select line.*,
               case line.kind when 'overtime_premium' then line.hours else 0 end as overtime_hours,
               case line.kind when 'doubletime_premium' then line.hours else 0 end as doubletime_hours,
               paid.contractor_id is null
                   or (line.kind in ('straight', 'stipend', 'adjustment')
                       and coalesce(line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id)
                           <> all (paid.source_ids)) as is_new
          from private.pay_of_weeks(v_contractor_ids, v_week_starts) as line
          left join paid on paid.contractor_id = line.contractor_id and paid.week_start = line.week_start
    ), difference as (
        select paid.contractor_id, paid.week_start,
               coalesce(sum(line.amount), 0) - paid.amount as amount,
               coalesce(sum(line.overtime_hours), 0) - paid.overtime_hours as overtime_hours,
               coalesce(sum(line.doubletime_hours), 0) - paid.doubletime_hours as doubletime_hours
          from paid
          left join whole as line
            on line.contractor_id = paid.contractor_id
           and line.week_start = paid.week_start
           and not line.is_new
         group by paid.contractor_id, paid.week_start, paid.amount, paid.overtime_hours, paid.doubletime_hours
    ), line as materialized (
        select whole.contractor_id, whole.week_start, whole.kind, whole.time_entry_id, whole.payroll_adjustment_id,
               whole.assignment_stipend_id, whole.hours, whole.overtime_hours, whole.doubletime_hours, whole.rate,
               whole.amount
          from whole
         where whole.is_new
         union all
        select difference.contractor_id, difference.week_start, 'difference', null, null,
               null, null, difference.overtime_hours, difference.doubletime_hours, null,
               difference.amount
          from difference
         where (difference.amount, difference.overtime_hours, difference.doubletime_hours) <> (0, 0, 0)
    ), pay as (
        select line.contractor_id,
               coalesce(sum(line.hours) filter (where line.kind = 'straight'), 0) as hours,
               sum(line.overtime_hours) as overtime_hours,
               sum(line.doubletime_hours) as doubletime_hours,
               coalesce(sum(line.amount) filter (where line.kind = 'straight'), 0) as straight,
               coalesce(sum(line.amount) filter (where line.kind = 'stipend'), 0) as stipend,
               coalesce(sum(line.amount) filter (where line.kind = 'adjustment'), 0) as adjustment,
               sum(line.amount) as gross
          from line
         group by line.contractor_id
    ), item as (
        insert into public.payroll_items (
            payroll_batch_id, contractor_id, regular_hours, overtime_hours, doubletime_hours,
            straight_pay, premium_pay, stipend_pay, adjustment_pay, gross_pay)
        select rebuild_payroll_draft.payroll_batch_id, pay.contractor_id,
               pay.hours - pay.overtime_hours - pay.doubletime_hours, pay.overtime_hours, pay.doubletime_hours,
               pay.straight, pay.gross - pay.straight - pay.stipend - pay.adjustment, pay.stipend, pay.adjustment,
               pay.gross
          from pay
        returning id, contractor_id
    )
    insert into public.payroll_item_lines (
        payroll_item_id, time_entry_id, payroll_adjustment_id, assignment_stipend_id, week_start, kind, hours,
        overtime_hours, doubletime_hours, rate, amount)
    select item.id, line.time_entry_id, line.payroll_adjustment_id, line.assignment_stipend_id, line.week_start,
           line.kind, line.hours, moved.overtime_hours, moved.doubletime_hours, line.rate, line.amount
      from line
      join item on item.contractor_id = line.contractor_id
      left join lateral (
           select line.overtime_hours, line.doubletime_hours where line.kind = 'difference') as moved on true;

    update public.payroll_batches as batch
       set gross_total = summed.gross_total, preparer_ids = known.preparer_ids
      from (select coalesce(sum(item.gross_pay), 0) as gross_total
              from public.payroll_items as item
             where item.payroll_batch_id = rebuild_payroll_draft.payroll_batch_id) as summed,
           (select array(
                       select known.id from (
                           select unnest(draft.preparer_ids) union select private.user_id()) as known (id)
                        where known.id is not null order by known.id) as preparer_ids
              from public.payroll_batches as draft
             where draft.id = rebuild_payroll_draft.payroll_batch_id) as known
     where batch.id = rebuild_payroll_draft.payroll_batch_id
       and (batch.gross_total, batch.preparer_ids) is distinct from (summed.gross_total, known.preparer_ids);
end;
$$;
comment on function private.rebuild_payroll_draft is
$$Fills a draft payroll batch anew from today's hours and rates: all that is payable and unpaid up to the end of its
period, but for the weeks that another open batch pays.

payroll_batch_id: a draft, which the caller holds, as it does the rates.$$;

revoke all on private.live_payroll_lines from public, anon, authenticated, service_role;

revoke execute on function
    private.weeks_to_pay, private.rebuild_payroll_draft
    from public, anon, authenticated, service_role;


-- supabase/schemas/payroll/prepare_payroll_draft.sql

-- What a period owes its contractors, as a draft that people look at.
-- Security definer: batches are written by procedures alone.
create function private.prepare_payroll_draft(payroll_period_id uuid)
returns public.payroll_batches
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_period public.payroll_periods;
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_period_id', prepare_payroll_draft.payroll_period_id));

    perform private.hold_rates();
    v_period := private.hold_payroll_period(prepare_payroll_draft.payroll_period_id);
    if v_period.status = 'closed' then
        perform private.refuse(
            409, 'payroll_period_closed',
            format('The payroll period of %s to %s is closed.', v_period.period_start, v_period.period_end),
            'Prepare the next period: it pays what came late as well.');
    end if;
    select batch.*
      into v_before
      from public.payroll_batches as batch
     where batch.payroll_period_id = v_period.id and batch.status in ('draft', 'in_review', 'approved')
       for update;
    if v_before.status <> 'draft' then
        perform private.refuse_payroll_batch(v_before);
    end if;

    v_batch := v_before;
    if v_batch.id is null then
        insert into public.payroll_batches (payroll_period_id, prepared_at, prepared_by)
        values (v_period.id, (private.clock()).at, private.user_id())
        returning * into v_batch;
    end if;
    perform private.rebuild_payroll_draft(v_batch.id);
    if not exists (select from public.payroll_items as item where item.payroll_batch_id = v_batch.id) then
        perform private.refuse(
            409, 'nothing_to_pay',
            format('Up to %s there is nothing payable that is not in a batch already.', v_period.period_end),
            'Approve the time of the period first; what came late for a week that another open batch pays waits for that '
            'batch to be closed or discarded.');
    end if;

    select batch.* into v_batch from public.payroll_batches as batch where batch.id = v_batch.id;
    if v_batch is distinct from v_before then
        perform private.audit(
            'prepare_payroll_draft', 'payroll_batches', v_batch.id,
            case when v_before.id is not null then to_jsonb(v_before) end, to_jsonb(v_batch));
    end if;
    return v_batch;
exception when numeric_value_out_of_range then
    perform private.refuse(
        409, 'pay_too_large',
        'The pay of a contractor would reach 10,000,000,000.00, or their hours 100,000.',
        'Correct the pay rates, the stipends or the adjustments.');
end;
$$;
comment on function private.prepare_payroll_draft is 'The logic of public.prepare_payroll_draft.';

create function public.prepare_payroll_draft(payroll_period_id uuid)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s' -- thousands of contractors; PostgREST applies it in place of the role's
as $$ select private.prepare_payroll_draft(payroll_period_id); $$;
comment on function public.prepare_payroll_draft is
$$Makes a draft payroll batch over all that is payable and unpaid up to the end of a period.

Each contractor's workweeks at today's hours and rates, with stipends and approved adjustments, less what closed
batches have paid of them: late time and retroactive rates are paid as the difference of the whole week. After a
closed batch of the period it is a further one, with what came late. A week that an open batch of another period pays
waits until that is closed or discarded.

Who: payroll.

Arguments:
payroll_period_id: the period, open.

Result: the draft. Again: the same draft, built anew.

Errors: role_required, argument_missing, payroll_period_not_found, payroll_period_closed, payroll_batch_under_review,
nothing_to_pay, pay_too_large.

Example: {"payroll_period_id": "$payroll_period_id"}$$;

revoke execute on function
    private.prepare_payroll_draft, public.prepare_payroll_draft
    from public, anon, authenticated, service_role;
grant execute on function
    private.prepare_payroll_draft, public.prepare_payroll_draft
    to authenticated, service_role;


-- supabase/schemas/payroll/advance_payroll_batch_status.sql

-- Two looks at a batch before it is paid.
create function private.require_second_approver(batch public.payroll_batches)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_user_id constant uuid := private.user_id();
begin
    if not (select settings.require_second_approver from public.organization_settings as settings) then
        return;
    end if;
    if v_user_id is null or v_user_id = any (batch.preparer_ids) then
        perform private.refuse(
            403, 'second_approver_required',
            case when v_user_id is null then 'Only a person who is signed in approves a payroll batch.'
                 else 'Nobody approves a payroll batch that they prepared or rebuilt.' end,
            'Have it approved by somebody else with the role payroll or admin.');
    end if;
end;
$$;
comment on function private.require_second_approver is
    'Raises 403 where the firm asks for a second approver and the caller is not one.';

-- Security definer: batches are written by procedures alone.
create function private.advance_payroll_batch_status(payroll_batch_id uuid, expected_status text)
returns public.payroll_batches
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_steps constant text[] := '{draft,in_review,approved}';
    v_expected_step constant int := array_position(v_steps, advance_payroll_batch_status.expected_status);
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_batch_id', advance_payroll_batch_status.payroll_batch_id));
    if advance_payroll_batch_status.expected_status not in ('draft', 'in_review') then
        perform private.refuse(
            400, 'expected_status_unknown',
            format('A batch cannot advance from %L.', advance_payroll_batch_status.expected_status),
            'Expect draft or in_review, or leave expected_status out.');
    end if;

    v_before := private.hold_payroll_batch(advance_payroll_batch_status.payroll_batch_id);
    if v_before.status = v_steps[v_expected_step + 1] then
        return v_before;
    end if;
    if v_before.status not in ('draft', 'in_review') then
        perform private.refuse_payroll_batch(v_before);
    end if;
    if v_before.status <> advance_payroll_batch_status.expected_status then
        perform private.refuse(
            409, 'payroll_batch_status_unexpected',
            format('The payroll batch is %s, not %s.', v_before.status, advance_payroll_batch_status.expected_status),
            'Look at the batch as it is now, then call again.');
    end if;

    if v_before.status = 'in_review' then
        perform private.require_second_approver(v_before);
        update public.payroll_batches as batch
           set status = 'approved', approved_by = private.user_id()
         where batch.id = v_before.id
        returning * into v_batch;
    else
        update public.payroll_batches as batch
           set status = 'in_review', in_review_by = private.user_id()
         where batch.id = v_before.id
        returning * into v_batch;
    end if;
    perform private.audit(
        'advance_payroll_batch_status', 'payroll_batches', v_batch.id, to_jsonb(v_before), to_jsonb(v_batch));
    return v_batch;
end;
$$;
comment on function private.advance_payroll_batch_status is 'The logic of public.advance_payroll_batch_status.';

create function public.advance_payroll_batch_status(payroll_batch_id uuid, expected_status text default null)
returns public.payroll_batches language sql volatile set search_path = ''
as $$ select private.advance_payroll_batch_status(payroll_batch_id, expected_status); $$;
comment on function public.advance_payroll_batch_status is
$$Takes a payroll batch one step on: a draft into review, one in review to approved.

It does not close an approved one: close_and_lock_payroll_batch does.

With organization_settings.require_second_approver, whoever approves has neither prepared nor rebuilt it, and is a
person who is signed in.

Who: payroll.

Arguments:
payroll_batch_id: the batch, a draft or in review.
expected_status: the status that the caller saw, draft or in_review. It makes a double click harmless: a batch that
    is exactly one step on is returned as it is, and anything else is refused. Without it each call is a step.

Result: the batch.

Errors: role_required, argument_missing, expected_status_unknown, payroll_batch_not_found,
payroll_batch_status_unexpected, payroll_batch_under_review, payroll_batch_closed, payroll_batch_discarded,
second_approver_required.

Example: {"payroll_batch_id": "$payroll_batch_id", "expected_status": "draft"}$$;

revoke execute on function
    private.require_second_approver, private.advance_payroll_batch_status, public.advance_payroll_batch_status
    from public, anon, authenticated, service_role;
grant execute on function
    private.advance_payroll_batch_status, public.advance_payroll_batch_status
    to authenticated, service_role;


-- supabase/schemas/payroll/close_and_lock_payroll_batch.sql

-- From an approved batch to pay that stands.
-- Security definer: batches and their time are written by procedures alone.
create function private.close_and_lock_payroll_batch(payroll_batch_id uuid)
returns public.payroll_batches
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_batch_id', close_and_lock_payroll_batch.payroll_batch_id));

    v_before := private.hold_payroll_batch(close_and_lock_payroll_batch.payroll_batch_id);
    if v_before.status = 'closed' then
        return v_before;
    elsif v_before.status = 'discarded' then
        perform private.refuse_payroll_batch(v_before);
    elsif v_before.status <> 'approved' then
        perform private.refuse(
            409, 'payroll_batch_not_approved',
            format('The payroll batch is %s, not approved.', replace(v_before.status, '_', ' ')),
            'Have it reviewed and approved first, with advance_payroll_batch_status.');
    end if;

    update public.payroll_batches as batch
       set status = 'closed', closed_by = private.user_id()
     where batch.id = v_before.id
    returning * into v_batch;

    -- What lock-ended is locking at this moment is waited for, and is locked by then.
    update public.time_entries as entry
       set status = 'locked', locked_at = v_batch.closed_at
     where entry.id in (
           select line.time_entry_id
             from public.payroll_items as item
             join public.payroll_item_lines as line on line.payroll_item_id = item.id
            where item.payroll_batch_id = v_batch.id)
       and entry.status = 'approved';

    perform private.audit(
        'close_and_lock_payroll_batch', 'payroll_batches', v_batch.id, to_jsonb(v_before), to_jsonb(v_batch));
    return v_batch;
end;
$$;
comment on function private.close_and_lock_payroll_batch is 'The logic of public.close_and_lock_payroll_batch.';

create function public.close_and_lock_payroll_batch(payroll_batch_id uuid)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s' -- thousands of contractors; PostgREST applies it in place of the role's
as $$ select private.close_and_lock_payroll_batch(payroll_batch_id); $$;
comment on function public.close_and_lock_payroll_batch is
$$Closes an approved payroll batch: it is what was paid, and its time is locked.

Nothing in it changes afterwards. What comes late, and what later corrections change, is paid by the next batch as a
difference. payroll_export hands it to a payroll provider.

Who: payroll.

Arguments:
payroll_batch_id: the batch, approved.

Result: the batch, closed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, payroll_batch_not_found, payroll_batch_not_approved, payroll_batch_discarded.

Example: {"payroll_batch_id": "$approved_batch_id"}$$;

revoke execute on function
    private.close_and_lock_payroll_batch, public.close_and_lock_payroll_batch
    from public, anon, authenticated, service_role;
grant execute on function
    private.close_and_lock_payroll_batch, public.close_and_lock_payroll_batch
    to authenticated, service_role;


-- supabase/schemas/payroll/discard_payroll_batch.sql

-- The way back from a batch that is wrong, until it is closed.
-- Security definer: batches are written by procedures alone.
create function private.discard_payroll_batch(payroll_batch_id uuid, reason text)
returns public.payroll_batches
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_before public.payroll_batches;
    v_batch public.payroll_batches;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_batch_id', discard_payroll_batch.payroll_batch_id));

    v_before := private.hold_payroll_batch(discard_payroll_batch.payroll_batch_id);
    if v_before.status = 'discarded' then
        return v_before;
    elsif v_before.status = 'closed' then
        perform private.refuse_payroll_batch(v_before);
    end if;

    update public.payroll_batches as batch
       set status = 'discarded',
           discarded_by = private.user_id(),
           discard_reason = discard_payroll_batch.reason
     where batch.id = v_before.id
    returning * into v_batch;
    update public.payroll_item_lines as line
       set released_at = v_batch.discarded_at
      from public.payroll_items as item
     where item.payroll_batch_id = v_batch.id and line.payroll_item_id = item.id;
    perform private.audit(
        'discard_payroll_batch', 'payroll_batches', v_batch.id, to_jsonb(v_before), to_jsonb(v_batch));
    return v_batch;
end;
$$;
comment on function private.discard_payroll_batch is 'The logic of public.discard_payroll_batch.';

create function public.discard_payroll_batch(payroll_batch_id uuid, reason text default null)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s' -- thousands of contractors; PostgREST applies it in place of the role's
as $$ select private.discard_payroll_batch(payroll_batch_id, reason); $$;
comment on function public.discard_payroll_batch is
$$Discards a payroll batch that is not closed: all its time, stipends and adjustments are payable again.

It stays as a record of what it would have paid.

Who: payroll.

Arguments:
payroll_batch_id: the batch: a draft, in review, or approved.
reason: why, in a few words; it may be left out.

Result: the batch, discarded. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, payroll_batch_not_found, payroll_batch_closed.

Example: {"payroll_batch_id": "$payroll_batch_id", "reason": "A bonus was missing."}$$;

revoke execute on function
    private.discard_payroll_batch, public.discard_payroll_batch
    from public, anon, authenticated, service_role;
grant execute on function
    private.discard_payroll_batch, public.discard_payroll_batch
    to authenticated, service_role;


-- supabase/schemas/payroll/close_payroll_period.sql

-- A period is done when everybody is paid for it.
create function private.check_payroll_period_is_finished(period public.payroll_periods)
returns void
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
    v_open_batches constant bigint := (
        select count(*)
          from public.payroll_batches as batch
         where batch.payroll_period_id = period.id and batch.status in ('draft', 'in_review', 'approved'));
    v_unpaid constant bigint := (
        select count(*)
          from public.time_entries as entry
         where entry.work_date <= period.period_end
           and entry.is_payable
           and not exists (
               select from public.payroll_item_lines as line
                 join public.payroll_items as item on item.id = line.payroll_item_id
                 join public.payroll_batches as batch on batch.id = item.payroll_batch_id
                where line.time_entry_id = entry.id and line.released_at is null and batch.status = 'closed'));
    v_unapproved constant bigint := (
        select count(*)
          from public.time_entries as entry
         where entry.work_date between period.period_start and period.period_end
           and entry.status in ('submitted', 'pending_approval'));
begin
    if v_open_batches + v_unpaid + v_unapproved > 0 then
        perform private.refuse(
            409, 'payroll_period_not_finished',
            format('The payroll period of %s to %s is not finished: %s open batches, %s payable entries up to its end unpaid, '
                   '%s entries submitted or pending approval.',
                   period.period_start, period.period_end, v_open_batches, v_unpaid, v_unapproved),
            'Close or discard the batch, prepare another for what is unpaid, approve what waits or send it back.');
    end if;
end;
$$;
comment on function private.check_payroll_period_is_finished is
    'Raises 409, and counts, what is still open, unpaid or unapproved of a period.';

-- Security definer: periods are closed by the procedure alone.
create function private.close_payroll_period(payroll_period_id uuid)
returns public.payroll_periods
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_before public.payroll_periods;
    v_period public.payroll_periods;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(
        jsonb_build_object('payroll_period_id', close_payroll_period.payroll_period_id));

    v_before := private.hold_payroll_period(close_payroll_period.payroll_period_id);
    if v_before.status = 'closed' then
        return v_before;
    end if;
    perform private.check_payroll_period_is_finished(v_before);

    update public.payroll_periods as period
       set status = 'closed'
     where period.id = v_before.id
    returning * into v_period;
    perform private.audit(
        'close_payroll_period', 'payroll_periods', v_period.id, to_jsonb(v_before), to_jsonb(v_period));
    return v_period;
end;
$$;
comment on function private.close_payroll_period is 'The logic of public.close_payroll_period.';

create function public.close_payroll_period(payroll_period_id uuid)
returns public.payroll_periods language sql volatile set search_path = ''
as $$ select private.close_payroll_period(payroll_period_id); $$;
comment on function public.close_payroll_period is
$$Closes a payroll period in which everybody is paid.

It is refused, with a count of each, while there are open batches, payable time up to its end that no closed batch paid,
or time in it that is submitted or pending approval. A batch of a later period pays time of its weeks that comes late. Drafts of time do not keep a period open.

Who: payroll.

Arguments:
payroll_period_id: the period.

Result: the period, closed. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, payroll_period_not_found, payroll_period_not_finished.

Example: {"payroll_period_id": "$empty_period_id"}$$;

revoke execute on function
    private.check_payroll_period_is_finished, private.close_payroll_period, public.close_payroll_period
    from public, anon, authenticated, service_role;
grant execute on function private.close_payroll_period, public.close_payroll_period to authenticated, service_role;


-- supabase/schemas/payroll/payroll_export.sql

-- What a payroll provider is handed: one row per contractor, in one order. PostgREST answers it as text/csv too.
-- Security definer: it answers the roles of payroll alone, in words.
create function private.payroll_export(payroll_batch_id uuid)
returns table (
    contractor_id uuid, last_name text, first_name text, email text, employment_type text,
    period_start date, period_end date, pay_date date, batch_status text,
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric,
    straight_pay numeric, overtime_premium numeric, doubletime_premium numeric, differences numeric,
    hours_driven_stipends numeric, reimbursement_stipends numeric,
    bonuses numeric, reimbursements numeric, deductions numeric, gross_pay numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object('payroll_batch_id', payroll_export.payroll_batch_id));
    if not exists (select from public.payroll_batches as batch where batch.id = payroll_export.payroll_batch_id) then
        perform private.refuse(
            404, 'payroll_batch_not_found',
            format('There is no payroll batch %s.', payroll_export.payroll_batch_id),
            'Look the id up in payroll_batches.');
    end if;
    return query
        select contractor.id, contractor.last_name, contractor.first_name, contractor.email, contractor.employment_type,
               period.period_start, period.period_end, period.pay_date, batch.status,
               item.regular_hours, item.overtime_hours, item.doubletime_hours,
               item.straight_pay, line.overtime_premium, line.doubletime_premium, line.differences,
               line.hours_driven_stipends, item.stipend_pay - line.hours_driven_stipends,
               line.bonuses, line.reimbursements, line.deductions, item.gross_pay
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
          join public.payroll_items as item on item.payroll_batch_id = batch.id
          join public.contractors as contractor on contractor.id = item.contractor_id
         cross join lateral (
               select coalesce(sum(line.amount) filter (where line.kind = 'overtime_premium'), 0.00) as overtime_premium,
                      coalesce(sum(line.amount) filter (where line.kind = 'doubletime_premium'), 0.00) as doubletime_premium,
                      coalesce(sum(line.amount) filter (where line.kind = 'difference'), 0.00) as differences,
                      coalesce(sum(line.amount) filter (where stipend.kind = 'hours_driven'), 0.00) as hours_driven_stipends,
                      coalesce(sum(line.amount) filter (where adjustment.kind = 'bonus'), 0.00) as bonuses,
                      coalesce(sum(line.amount) filter (where adjustment.kind = 'reimbursement'), 0.00) as reimbursements,
                      coalesce(sum(line.amount) filter (where adjustment.kind = 'deduction'), 0.00) as deductions
                 from public.payroll_item_lines as line
                 left join public.assignment_stipends as stipend on stipend.id = line.assignment_stipend_id
                 left join public.payroll_adjustments as adjustment on adjustment.id = line.payroll_adjustment_id
                where line.payroll_item_id = item.id) as line
         where batch.id = payroll_export.payroll_batch_id
         order by contractor.last_name, contractor.first_name, contractor.id;
end;
$$;
comment on function private.payroll_export is 'The logic of public.payroll_export.';

create function public.payroll_export(payroll_batch_id uuid)
returns table (
    contractor_id uuid, last_name text, first_name text, email text, employment_type text,
    period_start date, period_end date, pay_date date, batch_status text,
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric,
    straight_pay numeric, overtime_premium numeric, doubletime_premium numeric, differences numeric,
    hours_driven_stipends numeric, reimbursement_stipends numeric,
    bonuses numeric, reimbursements numeric, deductions numeric, gross_pay numeric) language sql stable set search_path = ''
as $$ select * from private.payroll_export(payroll_batch_id); $$;
comment on function public.payroll_export is
$$What a payroll batch pays, for a payroll provider: one row per contractor, with hours and pay by class.

Rows are in the order of last name, first name and id, and the columns stay as they are, so that it can be asked for
as text/csv. Straight pay, premiums, differences, stipends and adjustments add up to gross_pay; deductions are negative.
Hours and pay may be negative where a correction takes back. Hand on closed batches only: batch_status says which they are.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: the rows; none for a batch that pays nobody.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}$$;

revoke execute on function
    private.payroll_export, public.payroll_export
    from public, anon, authenticated, service_role;
grant execute on function private.payroll_export, public.payroll_export to authenticated, service_role;


-- supabase/schemas/payroll/my_pay.sql

-- What contractors see of payroll: their own pay; see my_assignments.sql.

create function private.my_pay()
returns table (
    payroll_item_id uuid, period_start date, period_end date, pay_date date,
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric,
    straight_pay numeric, premium_pay numeric, stipend_pay numeric, adjustment_pay numeric, gross_pay numeric)
language sql
stable
security definer -- contractors have no policy on payroll tables
set search_path = ''
as $$
    select item.id, period.period_start, period.period_end, period.pay_date,
           item.regular_hours, item.overtime_hours, item.doubletime_hours,
           item.straight_pay, item.premium_pay, item.stipend_pay, item.adjustment_pay, item.gross_pay
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where item.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_pay is 'The logic of the view my_pay.';

create view public.my_pay with (security_invoker = true) as
    select * from private.my_pay();
comment on view public.my_pay is 'What the signed-in contractor was paid, by closed payroll batch.';

revoke all on public.my_pay from public, anon, authenticated, service_role;
grant select on public.my_pay to authenticated, service_role;

revoke execute on function private.my_pay from public, anon, authenticated, service_role;
grant execute on function private.my_pay to authenticated, service_role;


-- supabase/schemas/payroll/access.sql

-- Payroll alone reads. It writes periods until they close, and adjustments; batches are written by procedures.

-- payroll_periods

revoke all on public.payroll_periods from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.payroll_periods to service_role;
grant select on public.payroll_periods to authenticated;
grant insert (period_start, period_end, pay_date), update (period_start, period_end, pay_date), delete
    on public.payroll_periods to authenticated;

create policy payroll_reads on public.payroll_periods for select to authenticated
    using ((select private.has_role('payroll')));
create policy payroll_adds on public.payroll_periods for insert to authenticated
    with check ((select private.has_role('payroll')) and status = 'open');
create policy payroll_changes on public.payroll_periods for update to authenticated
    using ((select private.has_role('payroll')) and status = 'open')
    with check ((select private.has_role('payroll')) and status = 'open');
create policy payroll_removes on public.payroll_periods for delete to authenticated
    using ((select private.has_role('payroll')) and status = 'open');

-- payroll_batches

revoke all on public.payroll_batches from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.payroll_batches to service_role;
grant select on public.payroll_batches to authenticated;

create policy payroll_reads on public.payroll_batches for select to authenticated
    using ((select private.has_role('payroll')));

-- payroll_items

revoke all on public.payroll_items from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.payroll_items to service_role;
grant select on public.payroll_items to authenticated;

create policy payroll_reads on public.payroll_items for select to authenticated
    using ((select private.has_role('payroll')));

-- payroll_adjustments

revoke all on public.payroll_adjustments from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.payroll_adjustments to service_role;
grant select on public.payroll_adjustments to authenticated;
grant insert (contractor_id, payable_on, kind, amount, in_regular_rate, reason, approved_at),
      update (payable_on, kind, amount, in_regular_rate, reason, approved_at), delete
    on public.payroll_adjustments to authenticated;

create policy payroll_reads on public.payroll_adjustments for select to authenticated
    using ((select private.has_role('payroll')));
create policy payroll_adds on public.payroll_adjustments for insert to authenticated
    with check ((select private.has_role('payroll')));
create policy payroll_changes on public.payroll_adjustments for update to authenticated
    using ((select private.has_role('payroll')))
    with check ((select private.has_role('payroll')));
create policy payroll_removes on public.payroll_adjustments for delete to authenticated
    using ((select private.has_role('payroll')));

-- payroll_item_lines

revoke all on public.payroll_item_lines from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.payroll_item_lines to service_role;
grant select on public.payroll_item_lines to authenticated;

create policy payroll_reads on public.payroll_item_lines for select to authenticated
    using ((select private.has_role('payroll')));


-- supabase/schemas/renewals/tables.sql

-- Contracts that come up for renewal, and the days on which somebody should look at them.
-- Data only: nothing is e-mailed.
create table public.contract_renewals (
    id uuid primary key default gen_random_uuid(),
    assignment_id uuid not null references public.assignments (id),
    renewal_date date not null constraint renewal_date_is_finite check (isfinite(renewal_date)),
    status text not null default 'upcoming'
        constraint renewal_status_is_known check (status in ('upcoming', 'renewed', 'declined', 'lapsed')),
    renewed_at timestamptz,
    declined_at timestamptz,
    lapsed_at timestamptz,
    created_at timestamptz not null default now(),
    constraint renewed_at_tells_of_renewal check ((renewed_at is not null) = (status = 'renewed')),
    constraint declined_at_tells_of_declining check ((declined_at is not null) = (status = 'declined')),
    constraint lapsed_at_tells_of_lapse check ((lapsed_at is not null) = (status = 'lapsed'))
);
comment on table public.contract_renewals is 'The day an assignment''s contract comes up for renewal.';

create index contract_renewals_by_assignment on public.contract_renewals (assignment_id);
create unique index assignment_comes_up_once_a_day
    on public.contract_renewals (assignment_id, renewal_date) where status = 'upcoming';

alter table public.contract_renewals enable row level security;

create table public.contract_alerts (
    id uuid primary key default gen_random_uuid(),
    contract_renewal_id uuid not null references public.contract_renewals (id) on delete cascade,
    days_before int not null
        constraint alert_days_are_known check (days_before in (90, 60, 30)),
    due_on date not null constraint due_on_is_finite check (isfinite(due_on)),
    acknowledged_at timestamptz,
    created_at timestamptz not null default now(),
    constraint renewal_has_one_alert_per_distance unique (contract_renewal_id, days_before)
);
comment on table public.contract_alerts is 'Reminders 90, 60 and 30 days before a renewal.';

alter table public.contract_alerts enable row level security;


-- supabase/schemas/renewals/renewal_rules.sql

-- A renewal carries the instant of its state and of no other: what was entered by mistake can be entered anew.
-- Security definer: whoever writes the row need not be allowed to ask the clock.
create function private.stamp_renewal()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_now constant timestamptz := (private.clock()).at;
begin
    new.renewed_at := case when new.status = 'renewed' then coalesce(new.renewed_at, v_now) end;
    new.declined_at := case when new.status = 'declined' then coalesce(new.declined_at, v_now) end;
    new.lapsed_at := case when new.status = 'lapsed' then coalesce(new.lapsed_at, v_now) end;
    return new;
end;
$$;
comment on function private.stamp_renewal is 'Trigger: a renewal carries the instant of its state.';

create trigger renewal_state_is_stamped
    before insert or update of status on public.contract_renewals
    for each row execute function private.stamp_renewal();

-- The legal moves of a renewal, and what does not change:
--
--   upcoming → renewed, declined, lapsed        and back, where that was entered by mistake
--
-- Its day moves while it is upcoming, and never lies before its assignment.

-- Security definer: whoever writes need not be allowed to lock the assignment or to call private.refuse.
create function private.guard_renewal()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_start_date date;
begin
    if tg_op = 'UPDATE' then
        perform private.check_renewal_move(old, new);
    else
        -- Waits for whoever changes the assignment's dates. They wait for the renewals that are there: an update
        -- holds its own, and asking for the assignment too would lock in two orders.
        perform from public.assignments as assignment where assignment.id = new.assignment_id
            for no key update;
    end if;

    select assignment.start_date
      into v_start_date
      from public.assignments as assignment
     where assignment.id = new.assignment_id;
    if new.renewal_date < v_start_date then
        perform private.refuse(
            409, 'renewal_before_assignment',
            format('The renewal on %s would come before its assignment starts on %s.',
                   new.renewal_date, v_start_date),
            'Choose a day on or after the assignment''s start.');
    end if;
    return new;
end;
$$;
comment on function private.guard_renewal is
    'Trigger: refuses illegal moves and changes of a renewal, and a day before its assignment.';

create trigger renewal_moves_are_legal
    before insert or update of assignment_id, renewal_date, status on public.contract_renewals
    for each row execute function private.guard_renewal();

create function private.check_renewal_move(before public.contract_renewals, after public.contract_renewals)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    if before.assignment_id <> after.assignment_id then
        perform private.refuse(
            409, 'renewal_keeps_its_assignment',
            format('The renewal on %s belongs to its assignment.', before.renewal_date),
            'Delete it while it is upcoming, and add a renewal to the other assignment.');
    end if;

    if before.status <> after.status and 'upcoming' not in (before.status, after.status) then
        perform private.refuse(
            409, 'renewal_move_not_legal',
            format('The renewal on %s cannot go from %s to %s.',
                   before.renewal_date, before.status, after.status),
            'Set it back to upcoming first, if it was decided by mistake.');
    end if;

    if before.status <> 'upcoming' and before.renewal_date <> after.renewal_date then
        perform private.refuse(
            409, 'renewal_not_upcoming',
            format('The renewal on %s is %s: its day moves only while it is upcoming.',
                   before.renewal_date, before.status),
            'Set it back to upcoming first, if it was decided by mistake.');
    end if;
end;
$$;
comment on function private.check_renewal_move is 'Raises when a renewal may not change from one row to the other.';

create trigger renewals_are_deleted_while_upcoming
    before delete on public.contract_renewals
    for each row when (old.status <> 'upcoming')
    execute function private.refuse_removal(
        'renewal_not_upcoming', 'Set it back to upcoming first, if it was decided by mistake.');

-- Every renewal has its three alerts, however it was written: also those whose day has passed already, so
-- that they are seen. An alert is open while acknowledged_at is null; nothing but these triggers writes or
-- moves alerts, people only acknowledge them.

-- Security definer: whoever writes a renewal writes no alerts.
create function private.write_alerts()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- What was decided before it was entered has nothing open.
    insert into public.contract_alerts (contract_renewal_id, days_before, due_on, acknowledged_at)
    select new.id, days_before, new.renewal_date - days_before,
           coalesce(new.renewed_at, new.declined_at, new.lapsed_at)
      from unnest(array[90, 60, 30]) as days_before;
    return null;
end;
$$;
comment on function private.write_alerts is 'Trigger: a new renewal has alerts 90, 60 and 30 days before its day.';

create trigger renewals_have_their_alerts
    after insert on public.contract_renewals
    for each row execute function private.write_alerts();

-- Another day is reminded of anew. A decision acknowledges what is open with its own instant, so that taking
-- it back opens exactly that again.
-- Security definer: whoever writes a renewal writes no alerts.
create function private.move_alerts()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_was_decided_at constant timestamptz := coalesce(old.renewed_at, old.declined_at, old.lapsed_at);
    v_decided_at constant timestamptz := coalesce(new.renewed_at, new.declined_at, new.lapsed_at);
begin
    update public.contract_alerts as alert
       set due_on = new.renewal_date - alert.days_before,
           acknowledged_at = v_decided_at
     where alert.contract_renewal_id = new.id
       and (new.renewal_date <> old.renewal_date
            or alert.acknowledged_at is not distinct from v_was_decided_at);
    return null;
end;
$$;
comment on function private.move_alerts is 'Trigger: alerts follow their renewal''s day and its decision.';

create trigger alerts_follow_their_renewal
    after update on public.contract_renewals
    for each row when (
        old.renewal_date is distinct from new.renewal_date
        or old.renewed_at is distinct from new.renewed_at
        or old.declined_at is distinct from new.declined_at
        or old.lapsed_at is distinct from new.lapsed_at)
    execute function private.move_alerts();

revoke execute on function
    private.stamp_renewal, private.guard_renewal, private.check_renewal_move, private.write_alerts,
    private.move_alerts
    from public, anon, authenticated, service_role;


-- supabase/schemas/renewals/renewals_follow_assignments.sql

-- Security definer: whoever moves an assignment need not be allowed to lock its renewals.
create function private.guard_assignment_start()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_renewal_date date;
begin
    -- Waits for whoever moves one of them at this moment.
    perform from public.contract_renewals as renewal where renewal.assignment_id = new.id
      order by renewal.id
        for no key update;

    select min(renewal.renewal_date)
      into v_renewal_date
      from public.contract_renewals as renewal
     where renewal.assignment_id = new.id;
    if v_renewal_date < new.start_date then
        perform private.refuse(
            409, 'renewal_before_assignment',
            format('The renewal on %s would come before its assignment starts on %s.',
                   v_renewal_date, new.start_date),
            'Move or delete the renewal first, or choose another start.');
    end if;
    return new;
end;
$$;
comment on function private.guard_assignment_start is
    'Trigger: an assignment does not start after one of its renewals.';

create trigger assignments_start_before_their_renewals
    before update of start_date on public.assignments
    for each row when (old.start_date < new.start_date)
    execute function private.guard_assignment_start();

-- Recruiting renews an assignment by giving it a later end (or none), and ends it by giving it an earlier one.
-- What is upcoming follows; what was decided stays as it is.

-- Security definer: whoever may end an assignment need not be allowed to write its renewals.
create function private.move_renewals()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- Waits for whoever decides or moves one of them at this moment. New ones wait for the assignment.
    perform from public.contract_renewals as renewal where renewal.assignment_id = new.id
      order by renewal.id
        for no key update;

    if coalesce(new.end_date, 'infinity') > coalesce(old.end_date, 'infinity') then
        -- Renewed until the new end, where it comes up again.
        update public.contract_renewals as renewal
           set status = 'renewed'
         where renewal.assignment_id = new.id
           and renewal.status = 'upcoming'
           and renewal.renewal_date < coalesce(new.end_date, 'infinity');
        insert into public.contract_renewals (assignment_id, renewal_date)
        select new.id, new.end_date
         where new.end_date is not null
            on conflict (assignment_id, renewal_date) where status = 'upcoming' do nothing;
    elsif new.end_date < (private.clock()).business_date then
        -- It is over: nothing is left to be decided.
        update public.contract_renewals as renewal
           set status = 'lapsed'
         where renewal.assignment_id = new.id and renewal.status = 'upcoming';
    else
        -- The first renewal that the new end leaves no time for comes up on the end, the others never.
        update public.contract_renewals as renewal
           set renewal_date = case when place = 1 then new.end_date else renewal.renewal_date end,
               status = case when place = 1 then 'upcoming' else 'lapsed' end
          from (select following.id, row_number() over (order by following.renewal_date) as place
                  from public.contract_renewals as following
                 where following.assignment_id = new.id
                   and following.status = 'upcoming'
                   and following.renewal_date >= new.end_date) as following
         where renewal.id = following.id;
    end if;
    return null;
end;
$$;
comment on function private.move_renewals is 'Trigger: the upcoming renewals of an assignment follow its end.';

create trigger renewals_follow_the_end
    after update of end_date on public.assignments
    for each row when (old.end_date is distinct from new.end_date)
    execute function private.move_renewals();

revoke execute on function
    private.guard_assignment_start, private.move_renewals
    from public, anon, authenticated, service_role;


-- supabase/schemas/renewals/renewals_due.sql

-- What recruiting has to decide in the next 90 days, and what it should have decided. Each renewal stands in one
-- bucket; nothing falls between two.
create view public.renewals_due with (security_invoker = true) as
    select renewal.id as contract_renewal_id,
           assignment.id as assignment_id,
           contractor.id as contractor_id,
           contractor.first_name || ' ' || contractor.last_name as contractor_name,
           facility.id as facility_id,
           facility.name as facility_name,
           assignment.end_date,
           renewal.renewal_date,
           days.days_left,
           case
               when days.days_left < 0 then 'expired'
               when days.days_left <= 30 then '30'
               when days.days_left <= 60 then '60'
               else '90'
           end as bucket,
           (select count(*)::int
              from public.contract_alerts as alert
             where alert.contract_renewal_id = renewal.id
               and alert.due_on <= clock.business_date
               and alert.acknowledged_at is null) as open_alerts
      from private.clock() as clock
      join public.contract_renewals as renewal on renewal.status = 'upcoming'
     cross join lateral (select renewal.renewal_date - clock.business_date) as days (days_left)
      join public.assignments as assignment on assignment.id = renewal.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where days.days_left <= 90;
comment on view public.renewals_due is
$$Upcoming renewals within 90 days of the business date, and those whose day passed without a decision.

bucket: 90 (61 to 90 days left), 60 (31 to 60), 30 (0 to 30) or expired. open_alerts: alerts whose day has come
and that nobody acknowledged.$$;

revoke all on public.renewals_due from public, anon, authenticated, service_role;
grant select on public.renewals_due to authenticated, service_role;


-- supabase/schemas/renewals/access.sql

-- Staff read; recruiting decides and moves renewals, and acknowledges alerts.

-- contract_renewals

revoke all on public.contract_renewals from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.contract_renewals to service_role;
grant select on public.contract_renewals to authenticated;
grant insert (assignment_id, renewal_date), update (renewal_date, status), delete
    on public.contract_renewals to authenticated;

create policy staff_read on public.contract_renewals for select to authenticated
    using ((select private.is_staff()));
create policy recruiting_adds on public.contract_renewals for insert to authenticated
    with check ((select private.has_role('recruiting')) and status = 'upcoming');
create policy recruiting_changes on public.contract_renewals for update to authenticated
    using ((select private.has_role('recruiting')))
    with check ((select private.has_role('recruiting')));
create policy recruiting_removes on public.contract_renewals for delete to authenticated
    using ((select private.has_role('recruiting')) and status = 'upcoming');

-- contract_alerts

revoke all on public.contract_alerts from public, anon, authenticated, service_role;
grant select, update (acknowledged_at) on public.contract_alerts to service_role;
grant select on public.contract_alerts to authenticated;
-- Those of a decided renewal say when it was decided.
grant update (acknowledged_at) on public.contract_alerts to authenticated;

create policy staff_read on public.contract_alerts for select to authenticated
    using ((select private.is_staff()));
create policy recruiting_acknowledges on public.contract_alerts for update to authenticated
    using ((select private.has_role('recruiting')) and exists (
        select from public.contract_renewals as renewal
         where renewal.id = contract_renewal_id and renewal.status = 'upcoming'))
    with check ((select private.has_role('recruiting')));


-- supabase/schemas/jobs/tables.sql

-- The scheduled jobs by the names that paths, the command line and schedulers use.
create table private.jobs (
    name text primary key,
    created_at timestamptz not null default now()
);
comment on table private.jobs is 'The names of the scheduled jobs.';

insert into private.jobs (name) values ('lock-ended'), ('accrue-interest');

-- What ran, when, and what came of it.
create table public.job_runs (
    id uuid primary key default gen_random_uuid(),
    job text not null
        constraint job_is_known references private.jobs (name),
    today date not null constraint today_is_finite check (isfinite(today)),
    dry_run boolean not null default false,
    status text not null default 'running'
        constraint job_run_status_is_known check (status in ('running', 'succeeded', 'failed')),
    counts jsonb,
    error text,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    created_at timestamptz not null default now(),
    constraint job_run_finished_at_tells_of_its_end check ((finished_at is not null) = (status <> 'running')),
    constraint job_run_has_counts_when_it_succeeded check (counts is not null or status <> 'succeeded'),
    constraint job_run_has_an_error_when_it_failed check ((error is not null) = (status = 'failed'))
);
comment on table public.job_runs is 'One row per run of a scheduled job.';
comment on column public.job_runs.today is 'The day the run took for today (UTC unless told otherwise).';
comment on column public.job_runs.dry_run is 'The run counted what would change and changed nothing.';

create index job_runs_by_job on public.job_runs (job, started_at desc);
-- The last success, however many failures and dry runs came after it.
create index job_runs_succeeded on public.job_runs (job, finished_at desc)
    where status = 'succeeded' and not dry_run;
create index job_runs_running on public.job_runs (started_at) where status = 'running';

alter table public.job_runs enable row level security;

-- What pg_cron asked of the job endpoints, and what pg_net was answered. Neither extension need be there: whatever
-- speaks of them is dynamic SQL.
create table private.job_requests (
    job text not null
        constraint job_of_request_is_known references private.jobs (name),
    requested_at timestamptz not null default clock_timestamp(),
    request_id bigint not null,
    primary key (job, requested_at)
);
comment on table private.job_requests is 'One row per request that pg_net was given for a job; kept seven days.';
comment on column private.job_requests.request_id is 'The id of its answer in net._http_response.';


-- supabase/schemas/jobs/open_time.sql

-- What lock-ended locks is said here, and nowhere else; the job and job_health ask.
create view private.open_time with (security_invoker = true) as
    select entry.ctid as place,
           entry.assignment_id,
           entry.status,
           entry.status <> 'pending_approval' as is_to_be_locked
      from public.time_entries as entry
     where entry.status <> 'locked';
comment on view private.open_time is
$$Time that is not locked yet.

place: where the row lies, for an update in the same statement. is_to_be_locked: lock-ended locks it once its
assignment has ended: all but what waits for approval.$$;

revoke all on private.open_time from public, anon, authenticated, service_role;
-- For job_health, which runs with its reader's rights.
grant select on private.open_time to authenticated, service_role;


-- supabase/schemas/jobs/job_health.sql

create function private.can_read(schema_name text, table_name text)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
        select from pg_catalog.pg_class as class
          join pg_catalog.pg_namespace as schema on schema.oid = class.relnamespace
         where schema.nspname = can_read.schema_name and class.relname = can_read.table_name
           and pg_catalog.has_schema_privilege(schema.oid, 'usage')
           and pg_catalog.has_table_privilege(class.oid, 'select'));
$$;
comment on function private.can_read is 'Whether there is such a table or view, and the current role may read it.';

-- Security definer: staff see what came of a call, but not the tables of the extensions, which hold whole answers.
create function private.job_calls()
returns table (job text, called_at timestamptz, answer_status int, error text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    if not private.is_staff_or_server() then
        return;
    end if;

    -- A request that was just sent has no answer yet: the one before it counts until five minutes are over.
    if private.can_read('net', '_http_response') then
        return query execute $net$
            select distinct on (request.job)
                   request.job, request.requested_at, answer.status_code,
                   case
                       when answer.id is null then 'No answer: it never came, or pg_net no longer keeps it.'
                       when answer.timed_out then coalesce(answer.error_msg, 'Timed out.')
                       else answer.error_msg
                   end
              from private.job_requests as request
              left join net._http_response as answer on answer.id = request.request_id
             where answer.id is not null or request.requested_at < now() - interval '5 minutes'
             order by request.job, request.requested_at desc
        $net$;
    end if;

    -- That pg_cron succeeded says only that a request was queued. That it failed says that none was.
    if private.can_read('cron', 'job_run_details') then
        return query execute $cron$
            select cron_job.jobname::text, coalesce(run.end_time, run.start_time, now()), null::int,
                   'pg_cron: ' || split_part(run.return_message, E'\n', 1)
              from cron.job as cron_job
             cross join lateral (
                   select details.status, details.return_message, details.start_time, details.end_time
                     from cron.job_run_details as details
                    where details.jobid = cron_job.jobid
                    order by details.runid desc
                    limit 1) as run
             where cron_job.jobname in (select job.name from private.jobs as job) and run.status = 'failed'
        $cron$;
    end if;
end;
$$;
comment on function private.job_calls is
$$Per job the newest request that pg_net was given and that is settled (answered, or five minutes old), and beside it
the newest run of pg_cron if that failed. Nothing where the extensions are not there, and nothing to anyone but staff,
the service role and direct sessions.$$;

-- Whether the jobs do their work, from what they themselves left behind. A scheduler's word is never taken for it:
-- pg_cron succeeds when a request is queued, an HTTP client when anything answers.
create view public.job_health with (security_invoker = true) as
    select job.name as job,
           last.started_at as last_run_at,
           last.status as last_run_status,
           finished.error as last_error,
           success.finished_at as last_success_at,
           now() - success.finished_at as last_success_age,
           age.is_stale,
           state.is_behind,
           state.stuck_runs,
           case job.name
               -- As the job counts them: one probe of an index per ended assignment.
               when 'lock-ended' then (
                   select count(*)::int
                     from public.assignments as assignment
                    cross join lateral (
                          select from private.open_time as entry
                           where entry.assignment_id = assignment.id and entry.is_to_be_locked
                          offset 0) as entry
                    where assignment.end_date < clock.today)
               -- As whereInterestIsDue in overdue_invoices.ts says it.
               when 'accrue-interest' then (
                   select count(*)::int
                     from public.invoices as invoice
                    where invoice.bears_interest
                      and invoice.due_date < clock.today
                      and invoice.interest_computed_on is distinct from clock.today)
           end as left_over,
           call.called_at as last_call_at,
           call.answer_status as last_call_status,
           call.error as last_call_error,
           finished.error is null and not age.is_stale and not state.is_behind and state.stuck_runs = 0
               and (call.called_at is null or success.finished_at >= call.called_at) as is_ok
      from private.clock() as clock
     cross join private.jobs as job
      left join lateral (
           select run.started_at, run.status
             from public.job_runs as run
            where run.job = job.name and not run.dry_run
            order by run.started_at desc
            limit 1) as last on true
      left join lateral (
           select run.error
             from public.job_runs as run
            where run.job = job.name and not run.dry_run and run.status <> 'running'
            order by run.started_at desc
            limit 1) as finished on true
      left join lateral (
           select run.finished_at
             from public.job_runs as run
            where run.job = job.name and run.status = 'succeeded' and not run.dry_run
            order by run.finished_at desc
            limit 1) as success on true
     cross join lateral (
           select coalesce(success.finished_at < now() - interval '26 hours', true) as is_stale) as age
     cross join lateral (
           select not age.is_stale and not exists (
                      select from public.job_runs as run
                       where run.job = job.name and run.status = 'succeeded' and not run.dry_run
                         and run.finished_at >= now() - interval '26 hours'
                         and run.counts ->> 'remaining' = '0') as is_behind,
                  (select count(*)::int
                     from public.job_runs as run
                    where run.job = job.name and run.status = 'running' and not run.dry_run
                      and run.started_at < now() - interval '5 minutes') as stuck_runs) as state
      left join (
           select distinct on (call.job) call.*
             from private.job_calls() as call
            order by call.job, call.called_at desc) as call on call.job = job.name
     where (select private.is_staff_or_server())
     order by job.name;
comment on view public.job_health is
$$Whether the scheduled jobs do their work, one row per job, also for one that never ran. Dry runs count for nothing.
Staff see it, facility contacts and contractors see nothing.

last_run_at, last_run_status: the newest run, which may be running. last_error: why the newest run that ended failed;
null when it succeeded. last_success_at: when the newest success ended. last_success_age: how long ago that is.

is_stale: no success for 26 hours, a day and two hours of grace, or never. is_behind: there were successes in that time,
but each left something over. stuck_runs: runs that have been running for more than five minutes, longer than any
lasts: their process or the database went away.

left_over: what is due now, by the UTC date: for accrue-interest the invoices that the next runs scan, for lock-ended
the entries that they lock. It is above 0 after midnight, and after payments, until the next run.

last_call_at, last_call_status, last_call_error: where pg_cron and pg_net call the job, the newest call that was
answered or is five minutes old, the HTTP status of its answer, and what went wrong instead of an answer; else null.

is_ok: not is_stale, not is_behind, no stuck_runs, no last_error, and the last call, where there is one, was followed
by a success. That a scheduler succeeded, or an answer of 200, counts for nothing by itself.$$;

revoke all on public.job_health from public, anon, authenticated, service_role;
grant select on public.job_health to authenticated, service_role;

revoke execute on function private.can_read, private.job_calls from public, anon, authenticated, service_role;
grant execute on function private.job_calls to authenticated, service_role;


-- supabase/schemas/jobs/vault_secrets.sql

-- Two texts in Supabase's Vault: where the jobs are called, and the secret that they are called with. The extension
-- need not be there when the migrations are applied: whatever speaks of it is dynamic SQL.
create function private.vault_secret(name text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
    v_secret text;
begin
    execute 'select decrypted_secret from vault.decrypted_secrets where name = $1'
       into v_secret
      using vault_secret.name;
    if (v_secret ~ '\S') is not true then
        perform private.refuse(
            409, 'vault_secret_missing',
            format('Vault holds no secret named %s, or a blank one.', vault_secret.name),
            'Call private.schedule_maintenance_jobs with the base address and the secret.');
    end if;
    return v_secret;
end;
$$;
comment on function private.vault_secret is 'A secret of Vault by its name; raises 409 where there is none.';

create function private.keep_in_vault(name text, secret text, description text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_id uuid;
begin
    execute 'select id from vault.secrets where name = $1' into v_id using keep_in_vault.name;
    if v_id is null then
        execute 'select vault.create_secret($1, $2, $3)'
          using keep_in_vault.secret, keep_in_vault.name, keep_in_vault.description;
    else
        execute 'select vault.update_secret($1, $2)' using v_id, keep_in_vault.secret;
    end if;
end;
$$;
comment on function private.keep_in_vault is
    'Stores a secret in Vault under its name; one that is there is replaced.';

revoke execute on function
    private.vault_secret, private.keep_in_vault
    from public, anon, authenticated, service_role;


-- supabase/schemas/jobs/schedule_maintenance_jobs.sql

-- All that stands in cron.job is a call of this: address and secret are read from Vault each time.
create function private.request_job(job text)
returns bigint
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_address constant text := private.vault_secret('maintenance_jobs_address');
    v_secret constant text := private.vault_secret('cron_shared_secret');
    v_request_id bigint;
begin
    begin
        -- A function answers within 150 seconds or not at all.
        execute 'select net.http_post(url => $1, headers => $2, timeout_milliseconds => 150000)'
           into v_request_id
          using replace(v_address, '<job>', request_job.job),
                jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || v_secret);
    exception when others then
        -- Without the detail, which may quote the row of the queue and so the secret.
        raise exception using errcode = sqlstate, message = sqlerrm;
    end;

    insert into private.job_requests (job, request_id) values (request_job.job, v_request_id);
    return v_request_id;
end;
$$;
comment on function private.request_job is
$$Has pg_net POST to a job's endpoint and remembers the request; pg_cron calls it.

job: lock-ended or accrue-interest. Result: the id of the request, which pg_net's answer will have.

Errors: vault_secret_missing.$$;

-- The operator's one call that makes pg_cron run the jobs, through pg_net, with address and secret in Vault.
create function private.check_job_address(base_url text, job_path text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    -- Addresses are not quoted: people put secrets into them.
    -- Unencrypted only where the secret stays on the machine, or among containers, whose names have no dot.
    if check_job_address.base_url !~ concat(
        '^(https://[[:alnum:]._-]+|http://([[:alnum:]_-]+|127\.0\.0\.1|\[::1\]|host\.docker\.internal))',
        '(:\d+)?(/[^[:space:]?#<>]*)?$')
    then
        perform private.refuse(
            400, 'job_address_not_valid',
            'The base address must be https:// and a host, perhaps with a port and a path.',
            'Give one like https://abcdefghijklm.supabase.co; http:// is for localhost and for hosts without a dot.');
    end if;
    if check_job_address.job_path !~ '^/[^[:space:]?#<>]*<job>[^[:space:]?#<>]*$' then
        perform private.refuse(
            400, 'job_address_not_valid',
            'The path must begin with a slash and have <job> where the name of the job goes.',
            'Give /functions/v1/cron-<job> or, behind a proxy, /api/cron/<job>.');
    end if;
end;
$$;
comment on function private.check_job_address is
    'Raises 400 unless a base address and a path with <job> in it make the address of an endpoint.';

create function private.check_extensions_of_jobs()
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_missing constant text := (
        select string_agg(needed.extension, ', ')
          from (values ('pg_cron', 'cron.schedule(text, text, text)'),
                       ('pg_net', 'net.http_post(text, jsonb, jsonb, jsonb, integer)'),
                       ('supabase_vault', 'vault.create_secret(text, text, text, uuid)'))
               as needed (extension, signature)
         where to_regprocedure(needed.signature) is null);
begin
    if v_missing is not null then
        perform private.refuse(
            409, 'extension_missing',
            format('These extensions are missing: %s.', v_missing),
            'Create them with "create extension" or in the dashboard under Database, Extensions; '
            'where there are none, have a crontab call the jobs.');
    end if;
end;
$$;
comment on function private.check_extensions_of_jobs is
    'Raises 409 and names the extensions that scheduling takes and this database lacks.';

create function private.schedule_job(job_name text, schedule text, command text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    -- One that was paused would stay paused.
    execute 'select cron.unschedule(jobid) from cron.job where jobname = $1 and username = current_user and not active'
      using schedule_job.job_name;
    execute 'select cron.schedule($1, $2, $3)'
      using schedule_job.job_name, schedule_job.schedule, schedule_job.command;
exception when invalid_parameter_value then
    perform private.refuse(
        400, 'schedule_not_valid',
        format('The schedule %L of %s is not one that pg_cron takes.', schedule_job.schedule, schedule_job.job_name),
        'Give five fields in GMT like ''5 * * * *'' or, from pg_cron 1.5 on, a number of seconds like ''30 seconds''.');
end;
$$;
comment on function private.schedule_job is
    'Schedules a command with pg_cron, or changes it; raises 400 for a malformed schedule.';

create function private.schedule_maintenance_jobs(
    base_url text,
    cron_shared_secret text default null,
    job_path text default '/functions/v1/cron-<job>',
    lock_ended_schedule text default '5 * * * *',
    accrue_interest_schedule text default '10,25,40,55 * * * *')
returns table (job_name text, schedule text, command text)
language plpgsql
volatile
set search_path = ''
as $$
declare
    -- Blanks around it don't count, as for the functions: a secret read from a file ends in a newline.
    v_secret constant text := regexp_replace(schedule_maintenance_jobs.cron_shared_secret, '^\s+|\s+$', '', 'g');
begin
    perform private.require_arguments(jsonb_build_object(
        'base_url', schedule_maintenance_jobs.base_url,
        'job_path', schedule_maintenance_jobs.job_path,
        'lock_ended_schedule', schedule_maintenance_jobs.lock_ended_schedule,
        'accrue_interest_schedule', schedule_maintenance_jobs.accrue_interest_schedule));
    perform private.check_job_address(schedule_maintenance_jobs.base_url, schedule_maintenance_jobs.job_path);
    if v_secret ~ '^$|[[:cntrl:]]' then
        perform private.refuse(
            400, 'cron_secret_not_valid',
            'The secret is blank or has a control character in it.',
            'Give the value of CRON_SHARED_SECRET, on one line; leave it out to keep the one in Vault.');
    end if;
    perform private.check_extensions_of_jobs();

    perform private.keep_in_vault(
        'maintenance_jobs_address',
        rtrim(schedule_maintenance_jobs.base_url, '/') || schedule_maintenance_jobs.job_path,
        'Where pg_cron calls the scheduled jobs.');
    if v_secret is null then
        perform private.vault_secret('cron_shared_secret');
    else
        perform private.keep_in_vault('cron_shared_secret', v_secret, 'CRON_SHARED_SECRET of the job functions.');
    end if;

    perform private.schedule_job(
        'lock-ended', schedule_maintenance_jobs.lock_ended_schedule,
        'select private.request_job(''lock-ended'')');
    perform private.schedule_job(
        'accrue-interest', schedule_maintenance_jobs.accrue_interest_schedule,
        'select private.request_job(''accrue-interest'')');
    -- pg_cron keeps its history for ever. A run that could not connect has no times, but its place among the others.
    perform private.schedule_job(
        'purge-job-history', '30 3 * * *',
        'delete from cron.job_run_details where runid <= '
        '(select max(runid) from cron.job_run_details where end_time < now() - interval ''7 days''); '
        'delete from private.job_requests where requested_at < now() - interval ''7 days''');

    return query execute $cron$
        select job.jobname::text, job.schedule, job.command
          from cron.job as job
         where job.jobname in (select ours.name from private.jobs as ours union all select 'purge-job-history') and job.username = current_user
         order by job.jobid
    $cron$;
end;
$$;
comment on function private.schedule_maintenance_jobs is
$$Schedules both jobs with pg_cron, which has pg_net call their endpoints, and the purge of what that leaves behind. For
the operator, as the owner of this schema. Again: what changed takes effect, and nothing is there twice.

base_url: where the functions or the proxy are, such as https://abcdefghijklm.supabase.co.
cron_shared_secret: CRON_SHARED_SECRET of the functions; null keeps the one in Vault.
job_path: /functions/v1/cron-<job> or, behind a proxy, /api/cron/<job>.
lock_ended_schedule, accrue_interest_schedule: five fields in GMT. Several times a day: pg_cron neither repeats nor
    catches up on a call that failed, and a run that finds nothing to do costs little.

Result: what stands in cron.job now.

Errors: argument_missing, job_address_not_valid, cron_secret_not_valid, extension_missing, vault_secret_missing,
schedule_not_valid.$$;

-- The opposite of schedule_maintenance_jobs.
create function private.unschedule_maintenance_jobs()
returns setof text
language plpgsql
volatile
set search_path = ''
as $$
begin
    if private.can_read('cron', 'job') then
        return query execute $cron$
            with ours as materialized ( -- found before any is unscheduled: a condition might be asked of all jobs
                select jobid, jobname
                  from cron.job
                 where jobname in (select name from private.jobs union all select 'purge-job-history') and username = current_user)
            select jobname::text from ours where cron.unschedule(jobid) order by jobname
        $cron$;
    end if;
    if private.can_read('vault', 'secrets') then
        execute $vault$
            delete from vault.secrets where name in ('maintenance_jobs_address', 'cron_shared_secret')
        $vault$;
    end if;
end;
$$;
comment on function private.unschedule_maintenance_jobs is
$$Takes both jobs and the purge off pg_cron's schedule and removes address and secret from Vault. For the operator, as
the owner of this schema. What pg_cron and private.job_requests hold of earlier runs stays.

Result: the names of the jobs that were scheduled; none when there was nothing to do.$$;

revoke execute on function
    private.request_job, private.check_job_address, private.check_extensions_of_jobs, private.schedule_job,
    private.schedule_maintenance_jobs, private.unschedule_maintenance_jobs
    from public, anon, authenticated, service_role;


-- supabase/schemas/jobs/access.sql

-- Staff read what ran. What pg_net was asked is for nobody but the owner.

-- jobs

revoke all on private.jobs from public, anon, authenticated, service_role;
grant select on private.jobs to authenticated, service_role; -- for job_health, which runs with its reader's rights

-- job_runs

revoke all on public.job_runs from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.job_runs to service_role;
grant select on public.job_runs to authenticated;

create policy staff_read on public.job_runs for select to authenticated
    using ((select private.is_staff()));

-- job_requests

revoke all on private.job_requests from public, anon, authenticated, service_role;


-- supabase/schemas/path_segments.sql

-- The spec's path segments: eleven procedures answer under a second name as well. A test holds each pair equal.

create function public.advancepayrollbatch_status(payroll_batch_id uuid, expected_status text default null)
returns public.payroll_batches language sql volatile set search_path = ''
as $$ select private.advance_payroll_batch_status(payroll_batch_id, expected_status); $$;
comment on function public.advancepayrollbatch_status is 'advance_payroll_batch_status under its path segment.';

create function public.applyratehit(rate_hit_id uuid, allow_retroactive boolean default false)
returns public.rate_hits language sql volatile set search_path = ''
as $$ select private.apply_rate_hit(rate_hit_id, allow_retroactive); $$;
comment on function public.applyratehit is 'apply_rate_hit under its path segment.';

create function public.closeandlockpayrollbatch(payroll_batch_id uuid)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s' -- thousands of contractors; PostgREST applies it in place of the role's
as $$ select private.close_and_lock_payroll_batch(payroll_batch_id); $$;
comment on function public.closeandlockpayrollbatch is 'close_and_lock_payroll_batch under its path segment.';

create function public.closepayrollperiod(payroll_period_id uuid)
returns public.payroll_periods language sql volatile set search_path = ''
as $$ select private.close_payroll_period(payroll_period_id); $$;
comment on function public.closepayrollperiod is 'close_payroll_period under its path segment.';

create function public.confirmcheckreconciliation(check_reconciliation_id uuid)
returns public.check_reconciliations language sql volatile set search_path = ''
as $$ select private.confirm_check_reconciliation(check_reconciliation_id); $$;
comment on function public.confirmcheckreconciliation is 'confirm_check_reconciliation under its path segment.';

create function public.createfacilityinvoice(facility_id uuid, period_start date, period_end date)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.create_facility_invoice(facility_id, period_start, period_end); $$;
comment on function public.createfacilityinvoice is 'create_facility_invoice under its path segment.';

create function public.discardpayrollbatch(payroll_batch_id uuid, reason text default null)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s' -- thousands of contractors; PostgREST applies it in place of the role's
as $$ select private.discard_payroll_batch(payroll_batch_id, reason); $$;
comment on function public.discardpayrollbatch is 'discard_payroll_batch under its path segment.';

create function public.preparepayrolldraft(payroll_period_id uuid)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s' -- thousands of contractors; PostgREST applies it in place of the role's
as $$ select private.prepare_payroll_draft(payroll_period_id); $$;
comment on function public.preparepayrolldraft is 'prepare_payroll_draft under its path segment.';

create function public.recomputedraftinvoice(invoice_id uuid)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.recompute_draft_invoice(invoice_id); $$;
comment on function public.recomputedraftinvoice is 'recompute_draft_invoice under its path segment.';

create function public.rlsautoenable()
returns setof text language sql volatile set search_path = ''
as $$ select private.rls_auto_enable(); $$;
comment on function public.rlsautoenable is 'rls_auto_enable under its path segment.';

create function public.weeklybillingrun(week_start date default null, dry_run boolean default false)
returns public.billing_runs language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.weekly_billing_run(week_start, dry_run); $$;
comment on function public.weeklybillingrun is 'weekly_billing_run under its path segment.';

revoke execute on function
    public.advancepayrollbatch_status, public.applyratehit, public.closeandlockpayrollbatch,
    public.closepayrollperiod, public.confirmcheckreconciliation, public.createfacilityinvoice,
    public.discardpayrollbatch, public.preparepayrolldraft, public.recomputedraftinvoice, public.rlsautoenable,
    public.weeklybillingrun
    from public, anon, authenticated, service_role;
grant execute on function
    public.advancepayrollbatch_status, public.applyratehit, public.closeandlockpayrollbatch,
    public.closepayrollperiod, public.confirmcheckreconciliation, public.createfacilityinvoice,
    public.discardpayrollbatch, public.preparepayrolldraft, public.recomputedraftinvoice, public.rlsautoenable,
    public.weeklybillingrun
    to authenticated, service_role;


set local check_function_bodies = on;
select case language.lanname
           when 'sql' then pg_catalog.fmgr_sql_validator(function.oid)
           when 'plpgsql' then pg_catalog.plpgsql_validator(function.oid)
       end
  from pg_catalog.pg_proc as function
  join pg_catalog.pg_language as language on language.oid = function.prolang
 where function.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
   and language.lanname in ('sql', 'plpgsql')
 order by function.oid;
