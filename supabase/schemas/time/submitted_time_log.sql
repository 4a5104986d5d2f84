-- Changes that people and keys make to submitted time are in the audit log. Jobs and procedures are not met by the
-- condition: job_runs says how much lock-ended locked, the lines of a closed batch name the entries that it locked, and
-- the procedures that set time aside record it themselves.

-- Security definer: whoever writes time may not write the log.
create function private.log_changes_of_submitted_time()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
set enable_nestloop = off -- the plan is kept, and the next statement may change 70,000 rows
as $$
declare
    v_actor constant uuid := private.user_id();
    v_caller constant text := private.caller();
begin
    insert into public.audit_log (actor, procedure, table_name, row_id, old, new, caller)
    -- What changed is a subquery, and no join: one without nested loops would cost so much that it is compiled first.
    select v_actor, lower(tg_op), tg_table_name, change.id, change.part[1], change.part[2], v_caller
      from (select entry.id,
                   (select array[jsonb_object_agg(field.name, entry.old -> field.name),
                                 jsonb_object_agg(field.name, field.value)]
                      from jsonb_each(entry.new) as field (name, value)
                     where field.value is distinct from entry.old -> field.name) as part
              from (select before.id, to_jsonb(before), to_jsonb(after)
                      from old_rows as before
                      join new_rows as after on after.id = before.id
                     where before.status <> 'draft' and before is distinct from after
                    offset 0) as entry (id, old, new)
            offset 0) as change;
    return null;
end;
$$;
comment on function private.log_changes_of_submitted_time is
    'Trigger: records in the audit log what a statement changed of time that was submitted.';

create trigger changes_of_submitted_time_are_logged
    after update on public.time_entries
    referencing old table as old_rows new table as new_rows
    for each statement when (current_user in ('authenticated', 'service_role'))
    execute function private.log_changes_of_submitted_time();

revoke execute on function private.log_changes_of_submitted_time from public, anon, authenticated, service_role;
