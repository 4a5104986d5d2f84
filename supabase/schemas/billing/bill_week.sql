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
                   'amount', coalesce(invoice.total, 0.00)::text,
                   'regular_hours', coalesce(billed.regular_hours, 0.00)::text,
                   'overtime_hours', coalesce(billed.overtime_hours, 0.00)::text,
                   'doubletime_hours', coalesce(billed.doubletime_hours, 0.00)::text)), '[]')
          from public.facilities as facility
          left join public.invoices as invoice
            on invoice.facility_id = facility.id and invoice.id = any (v_draft_ids || v_new_ids)
          left join lateral (
               select count(distinct line.time_entry_id) as entries,
                      sum(line.hours) filter (where line.kind = 'regular') as regular_hours,
                      sum(line.hours) filter (where line.kind = 'overtime') as overtime_hours,
                      sum(line.hours) filter (where line.kind = 'doubletime') as doubletime_hours
                 from public.invoice_lines as line
                where line.invoice_id = invoice.id) as billed on true
         where facility.id = any (bill_week.facility_ids)
           and (invoice.id is not null or v_obstacles ? facility.id::text));
end;
$$;
comment on function private.bill_week is
$$A draft of kind weekly for each of the facilities, or the week's draft that is there, brought up to date.

Result: an object per facility with facility_id, facility, outcome (created, existing or skipped), reason,
invoice_id, entries, amount and the hours of each class. The caller has called private.bill_alone and
private.hold_drafts_of_week.$$;

-- Every facility's week in one call.

-- One facility that cannot be billed must not keep the others from it. All together, because that is fast; where
-- that fails, each half by itself, until the one is alone. What is refused (PTxyz), and data that do not fit (classes
-- 22 and 23), are a facility's own. A deadlock, a full disk or an internal error is not: the run fails with it.
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
    if sqlstate !~ '^(PT[0-9]{3}|2[23]...)$' then
        raise;
    end if;
    if v_half = 0 then
        return (
            select jsonb_agg(jsonb_build_object(
                       'facility_id', facility.id, 'facility', facility.name, 'outcome', 'skipped',
                       'reason', sqlerrm, 'invoice_id', null, 'entries', 0, 'amount', '0.00',
                       'regular_hours', '0.00', 'overtime_hours', '0.00', 'doubletime_hours', '0.00'))
              from public.facilities as facility
             where facility.id = any (bill_week_of_each.facility_ids));
    end if;
    return private.bill_week_of_each(bill_week_of_each.facility_ids[:v_half], bill_week_of_each.week_start)
        || private.bill_week_of_each(bill_week_of_each.facility_ids[v_half + 1:], bill_week_of_each.week_start);
end;
$$;
comment on function private.bill_week_of_each is
    'private.bill_week for the facilities; one that is refused, or whose data do not fit, is skipped with the error as its reason. Other errors come out.';

revoke execute on function
    private.facilities_of_week, private.hold_drafts_of_week, private.bill_week, private.bill_week_of_each
    from public, anon, authenticated, service_role;
