-- Groups and cycles: the part of a facility's time that is billed by itself, and the days it is billed over.

-- The group follows the assignment as it is today: time that is not sent yet is billed by it.
create view private.grouped_assignments with (security_invoker = true) as
    select assignment.id,
           assignment.contractor_id,
           assignment.facility_id,
           assignment.start_date,
           assignment.end_date,
           case facility.invoices_by
               when 'department' then coalesce(assignment.department, '')
               when 'order' then coalesce(assignment.purchase_order_id::text, '')
               when 'assignment' then assignment.id::text
               else ''
           end as group_key,
           case facility.invoices_by
               when 'department' then assignment.department
               when 'order' then ordered.number
               when 'assignment' then contractor.first_name || ' ' || contractor.last_name
           end as group_name
      from public.assignments as assignment
      left join public.facilities as facility on facility.id = assignment.facility_id
      left join public.purchase_orders as ordered on ordered.id = assignment.purchase_order_id
      left join public.contractors as contractor on contractor.id = assignment.contractor_id;
comment on view private.grouped_assignments is
    'Assignments with the group that facilities.invoices_by puts their time into, see invoices.group_key, and what people call it.';

create function private.group_name(facility_id uuid, group_key text)
returns text
language sql
stable
set search_path = ''
as $$
    select coalesce(
        (select min(assignment.group_name)
           from private.grouped_assignments as assignment
          where assignment.facility_id = group_name.facility_id and assignment.group_key = group_name.group_key),
        (select min(invoice.group_name)
           from public.invoices as invoice
          where invoice.facility_id = group_name.facility_id and invoice.group_key = group_name.group_key))
     where group_name.group_key <> '';
$$;
comment on function private.group_name is
    'Name of a group of a facility''s time: as its assignments are now, else as its invoices had it. Null without a group, and of an unknown one.';

create function private.require_group(facility_id uuid, group_key text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_facility constant public.facilities := (
        select facility from public.facilities as facility where facility.id = require_group.facility_id);
    v_groups text;
begin
    if require_group.group_key = '' or private.group_name(v_facility.id, require_group.group_key) is not null then
        return;
    end if;
    select string_agg(format('%L (%s)', known.group_key, known.group_name), ', ' order by known.group_name)
      into v_groups
      from (select distinct assignment.group_key, assignment.group_name
              from private.grouped_assignments as assignment
             where assignment.facility_id = v_facility.id and assignment.group_key <> ''
             order by assignment.group_name
             limit 20) as known;
    perform private.refuse(
        404, 'group_not_found',
        format('%s has no group %L: its invoices are made %s.', v_facility.name, require_group.group_key,
               case v_facility.invoices_by when 'one' then 'of all of its time' else 'by ' || v_facility.invoices_by end),
        coalesce('Give one of its groups: ' || v_groups || '.', 'Leave the group out.'));
end;
$$;
comment on function private.require_group is
    'Raises 404 for a group_key that neither an assignment of the facility nor an invoice of it has. The empty one is always there.';

-- Of weeks by the workweek, of two weeks by where the facility's begin, of months by the calendar.
create function private.last_cycles(through date)
returns table (facility_id uuid, billing_cycle text, period_start date, period_end date)
language sql
stable
set search_path = ''
as $$
    select facility.id, facility.billing_cycle, cycle.next_start - cycle.length, cycle.next_start - 1
      from public.facilities as facility
     cross join (
           select private.workweek_start(last_cycles.through + 1) as week_start,
                  date_trunc('month', last_cycles.through + 1)::date as month_start
           offset 0) as calendar -- once, not once per facility
     cross join lateral (
           select calendar.week_start, 7
            where facility.billing_cycle = 'week'
            union all
           select calendar.week_start
                  - case when (calendar.week_start - private.workweek_start(coalesce(facility.two_weeks_from, '2000-01-03')))
                              % 14 = 0 then 0 else 7 end, 14
            where facility.billing_cycle = 'two_weeks'
            union all
           select calendar.month_start, calendar.month_start - (calendar.month_start - interval '1 month')::date
            where facility.billing_cycle = 'month') as cycle (next_start, length);
$$;
comment on function private.last_cycles is
$$Of each facility the last cycle (facilities.billing_cycle) that is over by the end of a day.

through: the day.$$;

create type private.period_to_bill as (facility_id uuid, group_key text, period_start date, period_end date);
comment on type private.period_to_bill is 'The days of a group of a facility''s time that one invoice is to bill.';

create function private.periods_of_week(week_start date)
returns setof private.period_to_bill
language sql
stable
set search_path = ''
as $$
    with cycle as materialized (
        select last.*
          from private.last_cycles(periods_of_week.week_start + 6) as last
         where last.period_end >= periods_of_week.week_start
    ), grouped as (
        select cycle.facility_id, assignment.group_key
          from cycle
          join private.grouped_assignments as assignment
            on assignment.facility_id = cycle.facility_id
           and assignment.start_date <= cycle.period_end
           and coalesce(assignment.end_date, 'infinity') >= cycle.period_start
         union
        select cycle.facility_id, draft.group_key -- of groups that there are no longer, their time goes elsewhere
          from cycle
          join public.invoices as draft
            on draft.facility_id = cycle.facility_id
           and draft.status = 'draft'
           and draft.period_start >= cycle.period_start
           and draft.period_end = cycle.period_end
    ), covered as (
        select sent.facility_id, sent.group_key, max(sent.period_end) as through
          from cycle
          join public.invoices as sent
            on sent.facility_id = cycle.facility_id
           and sent.period_end >= cycle.period_start
           and sent.period_end < cycle.period_end
         where sent.status in ('sent', 'partially_paid', 'paid')
           and sent.kind not in ('backfill', 'opening', 'interest')
           and (cycle.billing_cycle <> 'week' or (sent.kind = 'weekly' and sent.period_start < cycle.period_start))
         group by sent.facility_id, sent.group_key
    )
    select cycle.facility_id, grouped.group_key, coalesce(covered.through + 1, cycle.period_start), cycle.period_end
      from cycle
      join grouped on grouped.facility_id = cycle.facility_id
      left join covered on covered.facility_id = grouped.facility_id and covered.group_key = grouped.group_key;
$$;
comment on function private.periods_of_week is
$$Cycles that the weekly run of a week bills: the cycles whose last day lies in it, of every group that has an assignment on one
of their days, or a draft. What invoices of a former cycle, or people's own, cover of a cycle's beginning is left out.
Whether there is anything to bill is found out by billing.

week_start: the first day of the workweek.$$;

revoke all on private.grouped_assignments from public, anon, authenticated, service_role;
grant select on private.grouped_assignments to authenticated, service_role;
revoke usage on type private.period_to_bill from public, anon, authenticated, service_role;

revoke execute on function
    private.group_name, private.require_group, private.last_cycles, private.periods_of_week
    from public, anon, authenticated, service_role;
