-- The audit log is written once and never changed, but where somebody is erased from it (erase_person).
-- audit_log_months.sql has its partitions.

-- Opens the log and the notes to the transaction that erases somebody. Nobody has rights on it, and the row goes again with
-- what it was for, so neither a setting nor a key opens them.
create table private.erasing (
    transaction xid8 primary key
);
comment on table private.erasing is 'Transactions that are erasing somebody, for as long as they do.';

alter table private.erasing enable row level security;
revoke all on private.erasing from public, anon, authenticated, service_role;

-- Security definer: guards ask, whoever writes.
create function private.is_erasing()
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    return exists (select from private.erasing as one where one.transaction = pg_current_xact_id_if_assigned());
end;
$$;
comment on function private.is_erasing is 'True while this transaction erases somebody.';

-- Security definer: whoever tries need not be allowed to call private.refuse.
create function private.keep_audit_log()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'UPDATE' and private.is_erasing() then
        return null;
    end if;
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

-- In one statement: one for each of a week's invoices is a fifth of what billing them takes. The log has of a changed row
-- what changed: whole rows made it the largest table there was. A row that was made, or is gone, is there whole. In
-- log_changes and log_changes_of_submitted_time the same stands inline.
create function private.audit_each(procedure text, table_name text, row_ids uuid[], old jsonb[], new jsonb[])
returns void
language plpgsql -- whose plan is kept: procedures log a row or two in each call
volatile
set search_path = ''
as $$
begin
    insert into public.audit_log (actor, procedure, table_name, row_id, old, new, caller)
    select acting.user_id, audit_each.procedure, audit_each.table_name, change.row_id,
           case when change.is_whole then change.old else coalesce(part.old, '{}') end,
           case when change.is_whole then change.new else coalesce(part.new, '{}') end,
           acting.caller
      from (select given.row_id, given.old, given.new, num_nulls(given.old, given.new) > 0 as is_whole
              from unnest(audit_each.row_ids, audit_each.old, audit_each.new) as given (row_id, old, new)) as change
     cross join lateral (
           select jsonb_object_agg(field.name, change.old -> field.name) as old,
                  jsonb_object_agg(field.name, change.new -> field.name) as new
             from jsonb_object_keys(change.old || change.new) as field (name)
            where change.old -> field.name is distinct from change.new -> field.name) as part
     cross join (select private.user_id(), private.caller() offset 0) as acting (user_id, caller); -- once
end;
$$;
comment on function private.audit_each is 'As private.audit, of many rows, by position; it does nothing of none.';

-- Entry of the audit log for each row that a procedure changed, of tables that log_changes does not watch. The actor
-- is the signed-in user, also where the procedure runs as somebody else; null where no person acted.
create function private.audit(procedure text, table_name text, row_id uuid, old jsonb, new jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    perform private.audit_each(
        audit.procedure, audit.table_name, array[audit.row_id], array[audit.old], array[audit.new]);
end;
$$;
comment on function private.audit is
$$Records a change in the audit log: by which procedure, of which row, and what changed of it.

old: the whole row; null for one that was made. new: as well; null for one that is gone.$$;

-- The call stack says which procedure is running: a write of its own later in the transaction has none beneath it, and
-- nobody can forge it, since a client's only statement is the call itself. A setting that require_role wrote would
-- outlive the call, and one in the `set` clause of each procedure takes a superuser. Some 30 µs a statement.
create function private.running_procedure()
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_stack text;
begin
    get diagnostics v_stack = pg_context;
    -- Innermost first. Triggers and helpers are in it too; procedures are those that public has by the same name.
    return (
        select frame.names[1]
          from regexp_matches(v_stack, '\mprivate\.(\w+)\(', 'g') with ordinality as frame (names, depth)
         where exists (select from pg_catalog.pg_proc as procedure
                        where procedure.proname = frame.names[1]
                          and procedure.pronamespace = 'public'::regnamespace)
         order by frame.depth desc
         limit 1);
end;
$$;
comment on function private.running_procedure is 'The procedure that the running statement is part of, if any.';

-- One statement however many rows were written: who, by what means and by which procedure is asked once. `offset 0`
-- has each row made into JSON once, and no full join is ever a nested loop, whatever the kept plan was made for.
-- Security definer: whoever writes the table may not write the log.
create function private.log_changes()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_actor constant uuid := private.user_id();
    v_caller constant text := private.caller();
    v_procedure constant text := coalesce(private.running_procedure(), lower(tg_op));
begin
    if tg_op = 'INSERT' then
        insert into public.audit_log (actor, procedure, table_name, row_id, new, caller)
        select v_actor, v_procedure, tg_table_name, coalesce(made.new ->> 'id', made.new ->> 'assignment_id')::uuid,
               made.new, v_caller
          from (select to_jsonb(new_row) from new_rows as new_row offset 0) as made (new);
    elsif tg_op = 'DELETE' then
        insert into public.audit_log (actor, procedure, table_name, row_id, old, caller)
        select v_actor, v_procedure, tg_table_name, coalesce(gone.old ->> 'id', gone.old ->> 'assignment_id')::uuid,
               gone.old, v_caller
          from (select to_jsonb(old_row) from old_rows as old_row offset 0) as gone (old);
    else
        -- A row whose key changed is one that is gone, and one that was made: both are whole. Of others the columns that
        -- changed, and the key: where it is not id, row_id does not name the row.
        insert into public.audit_log (actor, procedure, table_name, row_id, old, new, caller)
        select v_actor, v_procedure, tg_table_name,
               coalesce(after.new ->> 'id', after.new ->> 'assignment_id',
                        before.old ->> 'id', before.old ->> 'assignment_id')::uuid,
               coalesce(part.old, before.old), coalesce(part.new, after.new), v_caller
          from (select to_jsonb(old_row) from old_rows as old_row offset 0) as before (old)
          full join (select to_jsonb(new_row) from new_rows as new_row offset 0) as after (new)
            on concat_ws(' ', before.old ->> tg_argv[0], before.old ->> tg_argv[1], before.old ->> tg_argv[2])
               = concat_ws(' ', after.new ->> tg_argv[0], after.new ->> tg_argv[1], after.new ->> tg_argv[2])
         cross join lateral (
               select jsonb_object_agg(field.name, before.old -> field.name) as old,
                      jsonb_object_agg(field.name, field.value) as new
                 from jsonb_each(after.new) as field (name, value)
                where before.old is not null
                  and (field.value is distinct from before.old -> field.name
                       or field.name <> 'id' and field.name in (tg_argv[0], tg_argv[1], tg_argv[2]))) as part
         where before.old is distinct from after.new;
    end if;
    return null;
end;
$$;
comment on function private.log_changes is
$$Trigger, for insert, update and delete each: records in the audit log every row that a statement changed.

Its arguments are the columns of the primary key, at most three.$$;

revoke execute on function
    private.is_erasing, private.keep_audit_log, private.audit_each, private.audit,
    private.running_procedure, private.log_changes
    from public, anon, authenticated, service_role;
