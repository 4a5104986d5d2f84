-- Fills drafts for every billing procedure: the lines of drafts are made from today's hours and rates.

-- Two who bill at once would each give a contractor's week its forty regular hours. They go one after the other;
-- it is the first lock of whoever bills, the rates are the second.
create function private.hold_billing()
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.bill_time', 0));
exception when lock_not_available then
    perform private.refuse_while_billing();
end;
$$;
comment on function private.hold_billing is
    'Waits for others who bill, and keeps them out until the transaction ends. Raises 409 when the wait is long.';

create function private.bill_alone()
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    perform private.hold_billing();
    perform private.hold_rates();
end;
$$;
comment on function private.bill_alone is
    'Waits for others who bill, keeps them out until the transaction ends, then locks the rates shared (private.hold_rates). Raises 409 when the wait is long.';

-- Time that a draft has already stays with it: whoever sends it back meanwhile is refused, because it is on a live
-- invoice. Other time is held; what somebody is sending back at this moment is left out, since it is about to be a
-- draft.
create function private.hold_time_to_bill(invoice_ids uuid[])
returns table (invoice_id uuid, time_entry_id uuid, assignment_id uuid, contractor_id uuid, work_date date)
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
        select invoice.id, invoice.facility_id, invoice.group_key, invoice.period_start as first_day,
               invoice.period_end as last_day
          from public.invoices as invoice
         where invoice.id = any (hold_time_to_bill.invoice_ids)
    ), placed as materialized ( -- by itself: joined to rows that are locked, each would look up the group's name too
        select draft.id as invoice_id, draft.first_day, draft.last_day, assignment.id as assignment_id,
               assignment.contractor_id
          from draft
          join private.grouped_assignments as assignment
            on assignment.facility_id = draft.facility_id
           and assignment.group_key = draft.group_key
           and assignment.start_date <= draft.last_day
           and coalesce(assignment.end_date, 'infinity') >= draft.first_day
    ), new_time as (
        select placed.invoice_id, entry.id as time_entry_id, placed.assignment_id, placed.contractor_id, entry.work_date
          from placed
          join public.time_entries as entry
            on entry.assignment_id = placed.assignment_id
           and entry.work_date between placed.first_day and placed.last_day
           and entry.work_date between v_first_day and v_last_day -- known to the plan
         where entry.is_payable
           and not exists (
               select from public.invoice_lines as line
                where line.time_entry_id = entry.id and line.released_at is null
               offset 0) -- see private.classified_time
           and (entry.code = 'regular'
                or not exists (
                   select from private.time_that_bills_nothing as nothing
                    where nothing.time_entry_id = entry.id
                   offset 0)) -- looked up entry by entry
           for key share of entry skip locked
    )
    select new_time.* from new_time
     union all
    select distinct draft.id, entry.id, assignment.id, assignment.contractor_id, entry.work_date
      from draft
      join public.invoice_lines as line on line.invoice_id = draft.id
      join public.time_entries as entry on entry.id = line.time_entry_id
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where line.work_date between v_first_day and v_last_day;
end;
$$;
comment on function private.hold_time_to_bill is
$$The time that drafts are to bill: billable, on the assignments of the facility's group, in the draft's period, and on no
other live invoice, but for that of codes that bill nothing; and what they bill already.

invoice_ids: drafts that the caller holds, with no two of one facility and group and overlapping periods.$$;

create function private.free_time_of_others(invoice_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
    delete from public.invoice_lines as line
     where line.invoice_id = any (free_time_of_others.invoice_ids)
       and line.time_entry_id is not null
       and not exists (
           select from public.invoices as draft
             join public.time_entries as entry
               on entry.id = line.time_entry_id and entry.work_date between draft.period_start and draft.period_end
             join private.grouped_assignments as assignment
               on assignment.id = entry.assignment_id
              and assignment.facility_id = draft.facility_id
              and assignment.group_key = draft.group_key
            where draft.id = line.invoice_id);
$$;
comment on function private.free_time_of_others is
$$Takes the lines off drafts whose time is no longer theirs, such as what lies beyond the days of a backfill that moved, or
what belongs to another group by now.

invoice_ids: drafts that the caller holds.$$;

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
    v_assignment_ids uuid[];
    v_contractor_ids uuid[];
    v_work_dates date[];
    v_weeks record;
begin
    perform private.free_time_of_others(bill_time.invoice_ids);
    select coalesce(array_agg(time.invoice_id), '{}'), coalesce(array_agg(time.time_entry_id), '{}'),
           coalesce(array_agg(time.assignment_id), '{}'), coalesce(array_agg(time.contractor_id), '{}'),
           coalesce(array_agg(time.work_date), '{}')
      into v_billed_on, v_entry_ids, v_assignment_ids, v_contractor_ids, v_work_dates
      from private.hold_time_to_bill(bill_time.invoice_ids) as time;

    select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as starts
      into v_weeks
      from (select distinct time.contractor_id, calendar.week_start
              from unnest(v_contractor_ids, v_work_dates) as time (contractor_id, work_date)
              join (select day.work_date, private.workweek_start(day.work_date) as week_start
                      from (select distinct unnest(v_work_dates)) as day (work_date)
                    offset 0) as calendar -- once per day, not once per entry
                on calendar.work_date = time.work_date) as week (contractor_id, start);

    with priced as materialized (
        select time.*, held.invoice_id, held.assignment_id
          from private.priced_time(v_weeks.contractor_ids, v_weeks.starts, v_entry_ids) as time
          left join unnest(v_billed_on, v_entry_ids, v_assignment_ids) as held (invoice_id, time_entry_id, assignment_id)
            on held.time_entry_id = time.time_entry_id
    ), due as materialized (
        select priced.*, contractor.first_name || ' ' || contractor.last_name as description,
               assignment.department, assignment.cost_centre, assignment.purchase_order_id
          from priced
          join public.assignments as assignment on assignment.id = priced.assignment_id
          join public.contractors as contractor on contractor.id = priced.contractor_id
         where priced.invoice_id is not null
           and priced.rate > 0
    ), gone as (
        delete from public.invoice_lines as line
         where line.invoice_id = any (bill_time.invoice_ids)
           and line.time_entry_id is not null
           and not exists (
               select from due
                where (due.invoice_id, due.time_entry_id, due.part, due.work_date, due.kind,
                       coalesce(due.hours, due.quantity), due.rate, due.multiplier)
                    = (line.invoice_id, line.time_entry_id, line.part, line.work_date, line.kind,
                       coalesce(line.hours, line.quantity), line.rate, line.multiplier)
                  and (due.code, due.department, due.cost_centre, due.purchase_order_id, due.premium_rule_id)
                      is not distinct from (line.code, line.department, line.cost_centre, line.purchase_order_id,
                                            line.premium_rule_id))
        returning line.id
    ), written as (
        insert into public.invoice_lines
               (invoice_id, time_entry_id, part, kind, description, work_date, hours, code, quantity, rate, multiplier,
                amount, department, cost_centre, purchase_order_id, premium_rule_id)
        select due.invoice_id, due.time_entry_id, due.part, due.kind, due.description, due.work_date, due.hours,
               due.code, due.quantity, due.rate, due.multiplier, due.amount, due.department, due.cost_centre,
               due.purchase_order_id, due.premium_rule_id
          from due
         where not exists (
               select from public.invoice_lines as line
                where line.invoice_id = any (bill_time.invoice_ids)
                  and (due.invoice_id, due.time_entry_id, due.part, due.work_date, due.kind,
                       coalesce(due.hours, due.quantity), due.rate, due.multiplier)
                    = (line.invoice_id, line.time_entry_id, line.part, line.work_date, line.kind,
                       coalesce(line.hours, line.quantity), line.rate, line.multiplier)
                  and (due.code, due.department, due.cost_centre, due.purchase_order_id, due.premium_rule_id)
                      is not distinct from (line.code, line.department, line.cost_centre, line.purchase_order_id,
                                            line.premium_rule_id))
           and (select count(*) from gone) is not null -- first: a line must be gone before another takes its place
         order by due.invoice_id, due.time_entry_id -- together for who reads the invoice; by entry the keys are near anyway
        returning time_entry_id
    )
    -- What else of these weeks is on other invoices may come to another amount by now.
    insert into private.weeks_to_compare (contractor_id, week_start)
    select distinct other.contractor_id, other.week_start
      from priced as other
     where other.invoice_id is null
       and (other.contractor_id, other.week_start) in (
           select priced.contractor_id, priced.week_start
             from priced
             join written on written.time_entry_id = priced.time_entry_id);

    -- So may the next week, where a shift goes on into it.
    perform private.compare_weeks(
               array_agg(time.contractor_id), array_agg(time.work_date + 1), bill_time.invoice_ids)
       from unnest(v_contractor_ids, v_entry_ids, v_work_dates) as time (contractor_id, entry_id, work_date)
       join public.time_entries as entry on entry.id = time.entry_id
      where entry.started_at is not null
        and time.work_date = private.workweek_start(time.work_date) + 6
     having count(*) > 0;

    perform private.bill_guarantees(bill_time.invoice_ids);
exception when numeric_value_out_of_range then
    perform private.refuse_amount();
end;
$$;
comment on function private.bill_time is
$$Brings drafts up to date: a line for every billable hour that no other live invoice has, in its class and at the
bill rate of its day, that of its code where it has one, a line for what is not worked, one for what each premium adds, and those of guarantees, with department, cost centre and order of its assignment. Lines that are right stay as they are, and so do adjustments and differences. Weeks that other
invoices bill too are to be compared from then on. Raises 409 when an amount would be too large.

invoice_ids: see private.hold_time_to_bill. The caller has called private.bill_alone.$$;

revoke execute on function
    private.hold_billing, private.bill_alone, private.hold_time_to_bill, private.free_time_of_others, private.bill_time
    from public, anon, authenticated, service_role;
