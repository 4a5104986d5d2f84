-- The partitions of the audit log, a month each, in private: nobody has a right on them, and what is read and written is
-- the log. A partition has none of the parent's triggers of kind ALWAYS, so each has its own. They are made by the
-- calendar, so they are no part of the schema that versions are compared by.

create function private.name_of_log_month(month date)
returns text
language sql
immutable
set search_path = ''
as $$ select 'audit_log_' || to_char(name_of_log_month.month, 'YYYY_MM'); $$;
comment on function private.name_of_log_month is 'The name of a month''s partition of the audit log, in private.';

-- A partition says its days itself. That of older changes begins nowhere, and the default one has no days.
create function private.log_months()
returns table (name text, first_day date, next_day date)
language sql
stable
set search_path = ''
set timezone = 'UTC'
as $$
    select class.relname::text,
           (regexp_match(bound.text, 'FROM \(''([^'']+)''\)'))[1]::timestamptz::date,
           (regexp_match(bound.text, 'TO \(''([^'']+)''\)'))[1]::timestamptz::date
      from pg_catalog.pg_inherits as part
      join pg_catalog.pg_class as class on class.oid = part.inhrelid
     cross join lateral (select pg_catalog.pg_get_expr(class.relpartbound, class.oid)) as bound (text)
     where part.inhparent = 'public.audit_log'::regclass and bound.text <> 'DEFAULT'
     order by 3;
$$;
comment on function private.log_months is
$$The partitions of the audit log with their days, in order, but for the default one.

first_day: null of the partition with the changes from before there were partitions. next_day: the first day after it.$$;

create function private.close_log_partition(name text, description text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    execute format('revoke all on private.%I from public, anon, authenticated, service_role', close_log_partition.name);
    execute format('create trigger audit_log_is_append_only before update or delete or truncate on private.%I
                        for each statement execute function private.keep_audit_log()', close_log_partition.name);
    -- Replication roles do not switch it off.
    execute format('alter table private.%I enable always trigger audit_log_is_append_only', close_log_partition.name);
    execute format('comment on table private.%I is %L', close_log_partition.name, close_log_partition.description);
end;
$$;
comment on function private.close_log_partition is
    'Takes all rights on a new partition of the audit log, and has it refuse what the log refuses.';

create function private.add_log_month(month date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    execute format('create table private.%I partition of public.audit_log for values from (%L) to (%L)',
                   private.name_of_log_month(add_log_month.month),
                   add_log_month.month || ' 00:00:00+00',
                   (add_log_month.month + interval '1 month')::date || ' 00:00:00+00');
    perform private.close_log_partition(
        private.name_of_log_month(add_log_month.month),
        'Changes of ' || to_char(add_log_month.month, 'FMMonth YYYY') || ', a partition of audit_log.');
end;
$$;
comment on function private.add_log_month is 'Makes the partition of a month of the audit log. month: its first day.';

create function private.add_default_log_partition()
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    create table private.audit_log_default partition of public.audit_log default;
    perform private.close_log_partition(
        'audit_log_default', 'Changes of months that have no partition of audit_log: empty, unless months are missing.');
end;
$$;
comment on function private.add_default_log_partition is 'Makes the partition that takes what no month takes.';

-- A month whose changes are in the default partition already cannot be made beside it.
create function private.rescue_default_log_partition()
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_month date;
    v_rows int;
begin
    alter table public.audit_log detach partition private.audit_log_default;
    for v_month in
        select distinct date_trunc('month', entry.at at time zone 'UTC')::date
          from private.audit_log_default as entry
         where not exists (
               select from private.log_months() as made
                where (entry.at at time zone 'UTC')::date >= coalesce(made.first_day, '-infinity')
                  and (entry.at at time zone 'UTC')::date < made.next_day)
         order by 1
    loop
        perform private.add_log_month(v_month);
    end loop;
    insert into public.audit_log (id, at, actor, procedure, table_name, row_id, old, new, created_at, caller)
    select entry.id, entry.at, entry.actor, entry.procedure, entry.table_name, entry.row_id, entry.old, entry.new,
           entry.created_at, entry.caller
      from private.audit_log_default as entry;
    get diagnostics v_rows = row_count;
    drop table private.audit_log_default;
    perform private.add_default_log_partition();
    return v_rows;
end;
$$;
comment on function private.rescue_default_log_partition is
    'Moves what is in the default partition of the audit log into partitions of its months. Gives how many rows.';

-- Months that archives took away are not made again: they are before the first.
create function private.missing_log_months(today date)
returns setof date
language sql
stable
set search_path = ''
set timezone = 'UTC'
as $$
    select month::date
      from (select min(made.next_day) as first_day from private.log_months() as made) as former
     cross join lateral generate_series(
               former.first_day, date_trunc('month', missing_log_months.today) + interval '24 months',
               interval '1 month') as month
     where not exists (select from private.log_months() as made where made.first_day = month::date)
     order by month;
$$;
comment on function private.missing_log_months is
    'Months up to 24 after a day''s that have no partition of the audit log, in order.';

-- All who write the log wait for this, so it gives up soon, and the job tries again.
create function private.add_log_months(today date)
returns int
language plpgsql
volatile
set search_path = ''
set lock_timeout = '500ms'
as $$
declare
    v_next date;
    v_made int := 0;
begin
    if exists (select from private.audit_log_default) then
        lock table only public.audit_log in access exclusive mode;
        perform private.rescue_default_log_partition();
    end if;
    if exists (select from private.missing_log_months(add_log_months.today)) then
        -- As making one does: of two runs at once the second sees what the first made.
        lock table only public.audit_log in share update exclusive mode;
    end if;
    for v_next in select missing.month from private.missing_log_months(add_log_months.today) as missing (month) loop
        perform private.add_log_month(v_next);
        v_made := v_made + 1;
    end loop;
    return v_made;
end;
$$;
comment on function private.add_log_months is
$$Makes the partitions of the audit log that are missing up to 24 months after a day's. Gives how many.

What stands in the default partition goes into those of its months. Again: nothing. It waits half a second for whoever
reads or writes the log, and then fails with lock_not_available: try again.$$;

-- Changes that are older than the partitions have one of their own: in a database that is upgraded the former table.
do $$
begin
    execute format(
        'create table private.audit_log_first partition of public.audit_log for values from (minvalue) to (%L)',
        (date_trunc('month', now() at time zone 'UTC') + interval '1 month')::date || ' 00:00:00+00');
    perform private.close_log_partition(
        'audit_log_first', 'Changes up to the month in which audit_log got its partitions, one of them.');
    perform private.add_default_log_partition();
    perform private.add_log_months((now() at time zone 'UTC')::date);
end;
$$;

revoke execute on function
    private.name_of_log_month, private.log_months, private.close_log_partition, private.add_log_month,
    private.add_default_log_partition, private.rescue_default_log_partition, private.missing_log_months,
    private.add_log_months
    from public, anon, authenticated, service_role;
