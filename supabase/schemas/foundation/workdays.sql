-- The hour at which the firm's workdays begin: midnight, until organization_settings.workday_starts_at says another from a
-- workweek on. A workday is 24 consecutive hours that begin at the same time each day (California Labor Code 500), and the
-- workweek begins with one. Each change is kept, so that late time of an earlier week is divided as that week was. Rows
-- are only written by the trigger.
create table private.workday_starts (
    effective_from date primary key,
    starts_at time not null
);
comment on table private.workday_starts is
    'The changes of organization_settings.workday_starts_at, by the workweek from which each holds. Before the first, workdays begin at midnight.';

alter table private.workday_starts enable row level security;
revoke all on private.workday_starts from public, anon, authenticated, service_role;

-- Security definer: whoever asks need not be allowed to read the table.
create function private.workday_starts_at(day date)
returns time
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    return coalesce(
        (select change.starts_at
           from private.workday_starts as change
          where change.effective_from <= workday_starts_at.day
          order by change.effective_from desc
          limit 1),
        time '00:00');
end;
$$;
comment on function private.workday_starts_at is 'The time of the clock at which a workday begins.';

-- Security definer: see private.clock.
create function private.newest_workday(out starts_at time, out starts_from date, out started_at time)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    select settings.workday_starts_at, settings.workday_starts_from,
           private.workday_starts_at(settings.workday_starts_from - 1)
      into newest_workday.starts_at, newest_workday.starts_from, newest_workday.started_at
      from public.organization_settings as settings;
end;
$$;
comment on function private.newest_workday is
    'The newest change of the workday: its hour, from which workweek on, and the hour before. The view me asks it with its reader''s rights.';

revoke execute on function private.workday_starts_at, private.newest_workday
    from public, anon, authenticated, service_role;
grant execute on function private.newest_workday to authenticated, service_role;
