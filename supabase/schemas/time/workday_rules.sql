-- Rules of a change of the hour at which workdays begin.

-- The days of shifts are written with them. So a change begins with a workweek in which there are none yet, and what is
-- there keeps its days. A change that has not begun may be put right,
-- and all are withdrawn while there are no shifts since the first.
-- Security definer: the rule reads time that the writer may not see, and writes what is nobody's to write.
create function private.guard_workday()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_first date;
    v_shift_day date;
begin
    if new.workday_starts_from is null and new.workday_starts_at <> time '00:00' then
        perform private.refuse(
            400, 'workday_without_week',
            'The workday begins at another time from a workweek on, and none is given.',
            'Give the first day of that workweek.');
    end if;
    perform private.require_finite_dates(jsonb_build_object('workday_starts_from', new.workday_starts_from));
    perform private.require_plausible_days(jsonb_build_object('workday_starts_from', new.workday_starts_from));
    if new.workday_starts_from <> private.workweek_start(new.workday_starts_from) then
        perform private.refuse(
            400, 'workday_starts_in_a_week',
            format('%s is not the first day of a workweek, which begins on %s.',
                   new.workday_starts_from, private.workweek_start(new.workday_starts_from)),
            'Give the first day of the workweek from which it holds.');
    end if;

    if private.caller() in ('authenticated', 'service_role') then
        perform private.hold_time(); -- nobody enters a shift meanwhile
    end if;
    v_first := least(
        new.workday_starts_from,
        (select min(change.effective_from)
           from private.workday_starts as change
          where new.workday_starts_from is null
             or change.effective_from > (private.clock()).business_date));
    select max(entry.work_date)
      into v_shift_day
      from public.time_entries as entry
     where entry.started_at is not null and entry.work_date >= v_first;
    if v_shift_day is not null then
        perform private.refuse(
            409, 'workday_has_shifts',
            format('There is a shift of %s, whose days follow from a workday that begins at %s.',
                   v_shift_day, to_char(private.workday_starts_at(v_shift_day), 'HH24:MI')),
            format('Let the workday begin at another time from %s on, or later.',
                   private.workweek_start(v_shift_day) + 7));
    end if;

    delete from private.workday_starts as change where change.effective_from >= v_first;
    insert into private.workday_starts (effective_from, starts_at)
    select new.workday_starts_from, new.workday_starts_at
     where new.workday_starts_from is not null;
    return new;
end;
$$;
comment on function private.guard_workday is
    'Trigger: the workday begins at another time from a workweek on that has no shifts yet, and each change is kept.';

create trigger workday_begins_when_the_firm_says
    before update on public.organization_settings
    for each row when (
        old.workday_starts_at <> new.workday_starts_at
        or old.workday_starts_from is distinct from new.workday_starts_from)
    execute function private.guard_workday();

revoke execute on function private.guard_workday from public, anon, authenticated, service_role;
