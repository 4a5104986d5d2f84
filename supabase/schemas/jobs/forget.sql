-- Records whose time is over go, some thousands at a time.

create function private.forget(kind text, today date, most int)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant timestamptz :=
        (forget.today - make_interval(months => private.retention_of(forget.kind))) at time zone 'UTC';
    v_rows int := 0;
begin
    case forget.kind
    when 'log' then
        -- Months go whole. Their digests stay, so that what was fetched is proved by them.
        delete from private.log_archive_parts as part
         where part.month + interval '1 month' <= v_before and private.archive_is_over(part.month);
    when 'outbox' then
        delete from private.outbox as message
         where message.id in (
               select old.id
                 from private.outbox as old
                where old.status in ('sent', 'failed', 'dropped')
                  and coalesce(old.sent_at, old.failed_at, old.dropped_at) < v_before
                  -- By the last of these it is known that there was one.
                  and not (old.kind in ('overdue_reminder', 'time_to_approve')
                           and not exists (
                               select from private.outbox as later
                                where later.kind = old.kind and later.subject_id = old.subject_id
                                  and later.written_at > old.written_at))
                limit forget.most
                  for update skip locked);
    when 'invitations' then
        delete from private.invitations as invitation
         where coalesce(invitation.accepted_at, invitation.voided_at, invitation.expires_at) < v_before;
    when 'job_runs' then
        delete from public.job_runs as run
         where run.id in (
               select old.id from public.job_runs as old
                where old.started_at < v_before and old.status <> 'running'
                order by old.started_at
                limit forget.most);
    when 'handovers' then
        delete from public.payroll_handovers as handover where handover.handed_over_at < v_before;
    when 'drafts' then
        delete from public.time_entries as entry
         where entry.id in (
               select old.id from public.time_entries as old
                where old.status = 'draft' and old.set_aside_at is null and old.sent_back_at is null
                  and old.work_date < v_before and old.created_at < v_before
                limit forget.most
                  for update skip locked);
    when 'credentials' then
        delete from public.credentials as credential
         where credential.id in (
               select old.id
                 from public.credentials as old
                where coalesce(old.expires_on, '-infinity') < v_before and old.created_at < v_before
                  and not exists (
                      select from public.assignments as assignment
                       where assignment.contractor_id = old.contractor_id
                         and coalesce(assignment.end_date, 'infinity') >= v_before)
                limit forget.most
                  for update skip locked);
    when 'plans' then
        delete from public.planned_shifts as planned
         where planned.id in (
               select old.id from public.planned_shifts as old
                where old.work_date < v_before and old.created_at < v_before and not old.is_within_notice
                  and not exists ( -- its hours are told from theirs
                      select from public.planned_shifts as late
                       where late.assignment_id = old.assignment_id
                         and late.work_date between old.work_date
                                                and old.work_date + case when old.next_day_hours > 0 then 1 else 0 end
                         and late.is_within_notice)
                limit forget.most
                  for update skip locked);
    end case;
    get diagnostics v_rows = row_count;
    return v_rows;
end;
$$;
comment on function private.forget is
$$Forgets records of a kind whose retention is over. Gives how many rows went; as many as most means that there may be more.

today: the day by which their time is over. most: the most rows of one call.$$;

-- Security definer: job_health runs with its reader's rights, who have none on partitions.
create function private.log_left_over()
returns table (months int, misplaced boolean)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    return query
    select ((select count(*) from private.log_months_to_archive(clock.today))
            + (select count(*) from private.missing_log_months(clock.today)))::int,
           exists (select from private.audit_log_default)
      from private.clock() as clock;
end;
$$;
comment on function private.log_left_over is
$$Work of the next run of maintain: months of the audit log that are to be archived or made. misplaced: whether changes
stand in the default partition.$$;

revoke execute on function private.forget, private.log_left_over from public, anon, authenticated, service_role;
grant execute on function private.log_left_over to authenticated, service_role;
