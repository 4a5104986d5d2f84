-- Areas of work that are closed through a day: of the days up to it they take corrections alone. The books, which
-- close_books closes for good, are another matter: what comes late to them is listed by late_to_closed_books.
create table public.closed_areas (
    area text primary key
        constraint area_is_known check (area in ('time', 'billing', 'cash', 'payroll')),
    through date constraint through_is_finite check (isfinite(through)),
    reason text
        constraint opening_reason_is_short check (private.require_line('reason', reason, 2000)),
    changed_by uuid,
    changed_at timestamptz,
    created_at timestamptz not null default now()
);
comment on table public.closed_areas is
$$Days through which time, billing, cash and payroll are closed, a row each. Up to that day an area takes corrections alone.

close_area closes through a later day, open_area opens days again. Whoever did it, when and why is in the audit log.$$;
comment on column public.closed_areas.area is 'time, billing, cash or payroll.';
comment on column public.closed_areas.through is 'The last closed day; null = none is closed.';
comment on column public.closed_areas.reason is 'The reason why days were opened again; null once it was closed through a later day.';
comment on column public.closed_areas.changed_by is 'The user who closed or opened it last; null where no person did.';
comment on column public.closed_areas.changed_at is 'Time of that; null = it was never closed.';

insert into public.closed_areas (area) values ('time'), ('billing'), ('cash'), ('payroll');

alter table public.closed_areas enable row level security;
revoke all on public.closed_areas from public, anon, authenticated, service_role;
grant select on public.closed_areas to authenticated, service_role;
create policy staff_read on public.closed_areas for select to authenticated
    using ((select private.is_staff()));

create trigger areas_stay
    before delete on public.closed_areas
    for each row execute function private.refuse_write(
        'area_kept', 'Each area of work has its row.', 'Leave it. An admin opens the area again.');

-- The owner's sessions and the jobs pass: they lock, and upgrade.
create function private.area_closed_through(area text)
returns date
language sql
stable
set search_path = ''
as $$
    select closed.through
      from public.closed_areas as closed
     where closed.area = area_closed_through.area and private.caller() in ('authenticated', 'service_role');
$$;
comment on function private.area_closed_through is
    'The last day through which an area is closed to whoever calls; null where nothing is.';

create function private.require_open_area(area text, day date, told text, remedy text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_through constant date := private.area_closed_through(require_open_area.area);
begin
    if require_open_area.day <= v_through then
        perform private.refuse(
            409, 'area_closed',
            format('%s is closed through %s, and %s.',
                   initcap(require_open_area.area), v_through, require_open_area.told),
            require_open_area.remedy);
    end if;
end;
$$;
comment on function private.require_open_area is
$$Raises 409 where an area of work is closed on a day, for people and the secret key.

told: what is dated so, as the rest of a sentence. remedy: what to do.$$;

create function private.change_closed_area(area text, through date, reason text)
returns public.closed_areas
language sql
volatile
set search_path = ''
as $$
    update public.closed_areas as closed
       set through = change_closed_area.through,
           reason = change_closed_area.reason,
           changed_by = private.user_id(),
           changed_at = (private.clock()).at
     where closed.area = change_closed_area.area
    returning closed.*;
$$;
comment on function private.change_closed_area is 'Writes through which day an area is closed, and who said so.';

create function private.closed_area(area text)
returns public.closed_areas
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_area public.closed_areas;
begin
    perform private.require_arguments(jsonb_build_object('area', closed_area.area));
    select closed.* into v_area from public.closed_areas as closed where closed.area = closed_area.area for update;
    if not found then
        perform private.refuse(
            400, 'area_unknown',
            format('There is no area %s.', closed_area.area),
            'Choose one of time, billing, cash and payroll.');
    end if;
    return v_area;
end;
$$;
comment on function private.closed_area is 'An area, locked; raises 400 where there is none of that name.';

-- Security definer, as the next one: nobody writes the table.
create function private.close_area(area text, through date)
returns public.closed_areas
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_area public.closed_areas;
    v_business_date constant date := (private.clock()).business_date;
begin
    perform private.require_role('admin');
    v_area := private.closed_area(close_area.area);
    perform private.require_arguments(jsonb_build_object('through', close_area.through));
    perform private.require_finite_dates(jsonb_build_object('through', close_area.through));
    if v_area.through = close_area.through then
        return v_area;
    elsif close_area.through < v_area.through then
        perform private.refuse(
            409, 'area_closed_later',
            format('%s is already closed through %s.', initcap(v_area.area), v_area.through),
            'Choose a later day, or open the area again and say why.');
    elsif close_area.through >= v_business_date then
        perform private.refuse(
            409, 'day_not_over',
            format('%s is not over yet: today is %s.', close_area.through, v_business_date),
            'Choose a day before today.');
    end if;
    return private.change_closed_area(close_area.area, close_area.through, null);
end;
$$;
comment on function private.close_area is 'The logic of public.close_area.';

create function public.close_area(area text, through date)
returns public.closed_areas language sql volatile set search_path = ''
as $$ select private.close_area(area, through); $$;
comment on function public.close_area is
$$Closes time, billing, cash or payroll through a day: of the days up to it the area takes corrections alone (area_closed).

time: no entry of these days is made, changed, submitted, approved, sent back or deleted, and no shift of theirs
planned or cancelled. correct_time_entry and set_aside_time go on. billing: no invoice is issued on them, not even
late. Credit notes and voids go on, and what was not billed is billed with a later day of issue. cash: no check of
these days is entered, changed or deleted, not even late, and nothing refunded. Reconciling a check that was entered,
and returning it, go on. payroll: no adjustment that is payable on them, and no period that ends on them, is made,
changed or removed, and no batch of such a period is prepared. What closed weeks come to now is paid with the next
period. Jobs and direct sessions of the owner pass.

area is as closed_areas.area.

Who: admin.

Arguments:
area: time, billing, cash or payroll.
through: the last day to close, before the business date.

Result: the area. Again with the same day: the same.

Errors: role_required, argument_missing, area_unknown, date_not_finite, area_closed_later, day_not_over.

Example: {"area": "time", "through": "2020-02-29"}$$;

create function private.open_area(area text, through date, reason text)
returns public.closed_areas
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_area public.closed_areas;
begin
    perform private.require_role('admin');
    v_area := private.closed_area(open_area.area);
    perform private.require_finite_dates(jsonb_build_object('through', open_area.through));
    perform private.require_reason(open_area.reason);
    if v_area.through is not distinct from open_area.through then
        return v_area;
    elsif v_area.through is null or open_area.through > v_area.through then
        perform private.refuse(
            409, 'area_not_closed',
            case when v_area.through is null then format('%s is not closed.', initcap(v_area.area))
                 else format('%s is closed through %s, and not through %s.',
                             initcap(v_area.area), v_area.through, open_area.through) end,
            'Choose a day before the one through which it is closed, or none to open all of it.');
    end if;
    return private.change_closed_area(open_area.area, open_area.through, open_area.reason);
end;
$$;
comment on function private.open_area is 'The logic of public.open_area.';

create function public.open_area(area text, reason text, through date default null)
returns public.closed_areas language sql volatile set search_path = ''
as $$ select private.open_area(area, through, reason); $$;
comment on function public.open_area is
$$Opens days of an area again that close_area closed. Who did, and why, is in the audit log.

The books stay closed: what is dated inside them is late, as close_books says. area is as closed_areas.area.

Who: admin.

Arguments:
area: time, billing, cash or payroll.
reason: why.
through: the day through which it stays closed; null opens all days.

Result: the area. Again: the same.

Errors: role_required, argument_missing, area_unknown, date_not_finite, reason_missing, text_not_one_line, text_too_long,
area_not_closed.

Example: {"area": "time", "reason": "The week of March 2 was entered at the wrong facility."}$$;

-- Rows of other tables, by a column with their day.
-- Security definer: whoever writes need not be allowed to ask.
create function private.guard_open_area()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_through constant date := private.area_closed_through(tg_argv[0]);
    v_day date;
begin
    if v_through is not null then
        v_day := least((to_jsonb(old) ->> tg_argv[1])::date, (to_jsonb(new) ->> tg_argv[1])::date);
        perform private.require_open_area(tg_argv[0], v_day, format(tg_argv[2], v_day), tg_argv[3]);
    end if;
    return null;
end;
$$;
comment on function private.guard_open_area is
    'Trigger, with an area, a column, the rest of a sentence with %s for its day, and what to do: refuses a row of a closed day.';

create trigger invoices_are_issued_while_billing_is_open
    after update on public.invoices
    for each row when (old.sent_at is null and new.sent_at is not null)
    execute function private.guard_open_area(
        'billing', 'issue_date', 'the invoice would be issued on %s', 'Choose a later day of issue.');
create trigger invoices_come_while_billing_is_open
    after insert on public.invoices
    for each row when (new.sent_at is not null)
    execute function private.guard_open_area(
        'billing', 'issue_date', 'the invoice would be issued on %s', 'Choose a later day of issue.');

create trigger checks_come_while_cash_is_open
    after insert on public.checks
    for each row execute function private.guard_open_area(
        'cash', 'received_on', 'the check was received on %s',
        'Correct the day, or have an admin open cash again.');
create trigger checks_change_while_cash_is_open
    after update on public.checks
    for each row when (
        old.facility_id is distinct from new.facility_id or old.amount is distinct from new.amount
        or old.received_on is distinct from new.received_on)
    execute function private.guard_open_area(
        'cash', 'received_on', 'the check was received on %s',
        'Return it instead, or have an admin open cash again.');
create trigger checks_go_while_cash_is_open
    after delete on public.checks
    for each row execute function private.guard_open_area(
        'cash', 'received_on', 'the check was received on %s',
        'Return it instead, or have an admin open cash again.');
create trigger refunds_go_while_cash_is_open
    after insert on public.refunds
    for each row execute function private.guard_open_area(
        'cash', 'refunded_on', 'the refund would be of %s', 'Refund it on a later day.');

create trigger adjustments_come_while_payroll_is_open
    after insert or delete on public.payroll_adjustments
    for each row execute function private.guard_open_area(
        'payroll', 'payable_on', 'the adjustment is payable on %s',
        'Make it payable on a later day, or have an admin open payroll again.');
create trigger adjustments_change_while_payroll_is_open
    after update on public.payroll_adjustments
    for each row when (
        old.contractor_id is distinct from new.contractor_id or old.payable_on is distinct from new.payable_on
        or old.kind is distinct from new.kind or old.amount is distinct from new.amount
        or old.in_regular_rate is distinct from new.in_regular_rate or old.is_flat_sum is distinct from new.is_flat_sum
        or old.earned_from is distinct from new.earned_from or old.earned_to is distinct from new.earned_to)
    execute function private.guard_open_area(
        'payroll', 'payable_on', 'the adjustment is payable on %s',
        'Make it payable on a later day, or have an admin open payroll again.');
create trigger periods_come_while_payroll_is_open
    after insert or delete on public.payroll_periods
    for each row execute function private.guard_open_area(
        'payroll', 'period_end', 'the period ends on %s', 'Have an admin open payroll again.');
create trigger periods_change_while_payroll_is_open
    after update on public.payroll_periods
    for each row when (
        old.period_start is distinct from new.period_start or old.period_end is distinct from new.period_end
        or old.pay_date is distinct from new.pay_date or old.pay_group_id is distinct from new.pay_group_id)
    execute function private.guard_open_area(
        'payroll', 'period_end', 'the period ends on %s', 'Have an admin open payroll again.');

-- Statement by statement, so that approving many costs one look.
-- Security definer, as the next two: whoever writes need not be allowed to ask.
create function private.guard_time_comes_open()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_through constant date := private.area_closed_through('time');
begin
    if v_through is not null then
        perform private.refuse_closed_time(min(written.work_date)) from written;
    end if;
    return null;
end;
$$;
comment on function private.guard_time_comes_open is 'Trigger: refuses time of closed days that a statement enters or deletes.';

create function private.refuse_closed_time(day date)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.require_open_area(
        'time', refuse_closed_time.day, format('the time is of %s', refuse_closed_time.day),
        'Have payroll correct it, or set it aside. Or have an admin open time again.');
end;
$$;
comment on function private.refuse_closed_time is 'Raises 409 where time of a day is closed.';

create function private.guard_time_changes_open()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_through constant date := private.area_closed_through('time');
begin
    if v_through is not null then
        perform private.refuse_closed_time(min(least(before.work_date, after.work_date)))
           from former as before
           join written as after on after.id = before.id
          where (after.corrected_at is null or after.corrected_at is not distinct from before.corrected_at)
            and after.set_aside_at is not distinct from before.set_aside_at
            and (after.status <> before.status and after.status <> 'locked'
                 or (after.assignment_id, after.work_date, after.code, after.hours, after.quantity, after.started_at,
                     after.ended_at, after.break_minutes)
                    is distinct from
                    (before.assignment_id, before.work_date, before.code, before.hours, before.quantity,
                     before.started_at, before.ended_at, before.break_minutes));
    end if;
    return null;
end;
$$;
comment on function private.guard_time_changes_open is
    'Trigger: refuses to change time of closed days, but by corrections, setting aside and locking.';

create trigger time_comes_while_it_is_open
    after insert on public.time_entries
    referencing new table as written
    for each statement execute function private.guard_time_comes_open();
create trigger time_goes_while_it_is_open
    after delete on public.time_entries
    referencing old table as written
    for each statement execute function private.guard_time_comes_open();
create trigger time_changes_while_it_is_open
    after update on public.time_entries
    referencing old table as former new table as written
    for each statement execute function private.guard_time_changes_open();

create trigger plans_come_and_go_while_time_is_open
    after insert or delete on public.planned_shifts
    for each row execute function private.guard_open_area(
        'time', 'work_date', 'the shift is of %s', 'Plan a later day, or have an admin open time again.');
create trigger plans_change_while_time_is_open
    after update on public.planned_shifts
    for each row execute function private.guard_open_area(
        'time', 'work_date', 'the shift is of %s', 'Leave it as it was, or have an admin open time again.');

-- Batches are of a period: of one that ends inside closed days none is begun, nor is one paid on them.
-- Security definer: as above.
create function private.guard_batch_of_open_period()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_end constant date := (
        select period.period_end from public.payroll_periods as period where period.id = new.payroll_period_id);
begin
    perform private.require_open_area(
        'payroll', v_end, format('the period ends on %s', v_end),
        'Prepare a later period: it pays what closed weeks come to now. Or have an admin open payroll again.');
    if new.pay_date is not null then
        perform private.require_open_area(
            'payroll', new.pay_date, format('the pay date is %s', new.pay_date),
            'Give a later pay date, or have an admin open payroll again.');
    end if;
    return null;
end;
$$;
comment on function private.guard_batch_of_open_period is
    'Trigger: refuses a new batch of a period that ends on a closed day, or that is paid on one.';

create trigger batches_begin_while_payroll_is_open
    after insert on public.payroll_batches
    for each row execute function private.guard_batch_of_open_period();

revoke execute on function
    private.area_closed_through, private.require_open_area, private.change_closed_area, private.closed_area,
    private.close_area, private.open_area, private.guard_open_area, private.guard_time_comes_open,
    private.refuse_closed_time, private.guard_time_changes_open, private.guard_batch_of_open_period,
    public.close_area, public.open_area
    from public, anon, authenticated, service_role;
grant execute on function private.close_area, private.open_area, public.close_area, public.open_area
    to authenticated, service_role;
