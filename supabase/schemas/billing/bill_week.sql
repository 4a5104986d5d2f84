-- The invoices of a week, of many facilities in a handful of statements.

-- In one order for all facilities, before any is billed: two who lock several never deadlock.
create function private.hold_drafts_of_periods(periods private.period_to_bill[])
returns void
language sql
volatile
set search_path = ''
as $$
    select
      from public.invoices as draft
     where (draft.facility_id, draft.group_key, draft.period_start, draft.period_end) in (
           select period.facility_id, period.group_key, period.period_start, period.period_end
             from unnest(hold_drafts_of_periods.periods) as period)
       and draft.status = 'draft'
     order by draft.id
       for update;
$$;
comment on function private.hold_drafts_of_periods is
    'Locks the drafts of exactly these periods for update, so that nobody sends or voids them meanwhile.';

create function private.bill_periods(periods private.period_to_bill[])
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_drafts constant public.invoices[] := array(
        select distinct on (draft.facility_id, draft.group_key) draft
          from unnest(bill_periods.periods) as period
          join public.invoices as draft
            on draft.facility_id = period.facility_id
           and draft.group_key = period.group_key
           and draft.period_start = period.period_start
           and draft.period_end = period.period_end
         where draft.status = 'draft'
         order by draft.facility_id, draft.group_key, draft.created_at, draft.id);
    v_draft_ids uuid[];
    v_free private.period_to_bill[]; -- those without a draft
    v_blocked private.period_to_bill[]; -- of these, where another invoice is in the way: few
    v_new_ids uuid[];
    v_obstacles jsonb;
begin
    select coalesce(array_agg(draft.id), '{}') into v_draft_ids from unnest(v_drafts) as draft;
    v_free := array(
        select period
          from unnest(bill_periods.periods) as period
         where (period.facility_id, period.group_key) not in (
               select draft.facility_id, draft.group_key from unnest(v_drafts) as draft));
    v_blocked := array(
        select period
          from unnest(v_free) as period
         where (private.invoice_in_the_way(
                    period.facility_id, period.group_key, period.period_start, period.period_end)).id is not null);

    -- Only their time is looked at.
    with obstacle as materialized (
        select period.*, other.number, other.period_start as other_start, other.period_end as other_end
          from unnest(v_blocked) as period
         cross join lateral private.invoice_in_the_way(
               period.facility_id, period.group_key, period.period_start, period.period_end) as other
    )
    select coalesce(jsonb_object_agg(obstacle.facility_id || obstacle.group_key, case
               when obstacle.number is null
               then format('A draft from %s to %s overlaps the %s.', obstacle.other_start, obstacle.other_end, named.days)
               else format('Invoice %s from %s to %s covers the %s or a part of it.',
                           obstacle.number, obstacle.other_start, obstacle.other_end, named.days) end), '{}')
      into v_obstacles
      from obstacle
     cross join lateral (
           select case obstacle.period_end - obstacle.period_start when 6 then 'week' else 'cycle' end) as named (days)
     where exists (
           select from public.unbilled_time as time
            where time.facility_id = obstacle.facility_id
              and time.group_key = obstacle.group_key
              and time.work_date between obstacle.period_start and obstacle.period_end);

    with named as materialized ( -- all at once: of one group by itself it would be looked up in all assignments
        select assignment.facility_id, assignment.group_key, min(assignment.group_name) as name
          from private.grouped_assignments as assignment
         where assignment.facility_id in (select period.facility_id from unnest(bill_periods.periods) as period)
           and assignment.group_key <> ''
         group by assignment.facility_id, assignment.group_key
    ), made as (
        insert into public.invoices (facility_id, group_key, group_name, kind, period_start, period_end)
        select period.facility_id, period.group_key, named.name, 'weekly', period.period_start, period.period_end
          from unnest(v_free) as period
          left join named on named.facility_id = period.facility_id and named.group_key = period.group_key
         where (period.facility_id, period.group_key) not in (
               select blocked.facility_id, blocked.group_key from unnest(v_blocked) as blocked)
           and (period.group_key = '' or named.name is not null)
        returning id)
    select coalesce(array_agg(made.id), '{}') into v_new_ids from made;

    perform private.bill_time(v_draft_ids || v_new_ids);
    perform private.charge_drafts(v_draft_ids); -- those that are new have their fees with their lines

    -- Where there was nothing to bill.
    delete from public.invoices as invoice
     where invoice.id = any (v_new_ids)
       and not exists (select from public.invoice_lines as line where line.invoice_id = invoice.id);

    perform private.audit_each(
                'weekly_billing_run', 'invoices', array_agg(change.id order by change.id),
                array_agg(change.old order by change.id), array_agg(change.new order by change.id))
       from (select invoice.id, to_jsonb(draft) as old, to_jsonb(invoice) as new
               from public.invoices as invoice
               left join unnest(v_drafts) as draft on draft.id = invoice.id
              where invoice.id = any (v_draft_ids || v_new_ids)) as change
      where change.new is distinct from change.old;

    return (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'facility_id', facility.id,
                   'facility', facility.name,
                   'group_key', period.group_key,
                   'group_name', coalesce(invoice.group_name, private.group_name(facility.id, period.group_key)),
                   'period_start', period.period_start,
                   'period_end', period.period_end,
                   'outcome', case when obstacle.reason is not null then 'skipped'
                                   when invoice.id = any (v_new_ids) then 'created' else 'existing' end,
                   'reason', obstacle.reason,
                   'invoice_id', invoice.id,
                   'entries', coalesce(billed.entries, 0),
                   'amount', coalesce(invoice.total, 0.00)::text,
                   'regular_hours', coalesce(billed.regular_hours, 0.00)::text,
                   'overtime_hours', coalesce(billed.overtime_hours, 0.00)::text,
                   'doubletime_hours', coalesce(billed.doubletime_hours, 0.00)::text)), '[]')
          from unnest(bill_periods.periods) as period
          join public.facilities as facility on facility.id = period.facility_id
         cross join lateral (
               select v_obstacles ->> (period.facility_id || period.group_key)) as obstacle (reason)
          left join public.invoices as invoice
            on invoice.facility_id = period.facility_id
           and invoice.group_key = period.group_key
           and invoice.id = any (v_draft_ids || v_new_ids)
          left join lateral (
               select count(distinct line.time_entry_id) as entries,
                      sum(line.hours) filter (where line.kind = 'regular') as regular_hours,
                      sum(line.hours) filter (where line.kind = 'overtime') as overtime_hours,
                      sum(line.hours) filter (where line.kind = 'doubletime') as doubletime_hours
                 from public.invoice_lines as line
                where line.invoice_id = invoice.id) as billed on true
         where invoice.id is not null or obstacle.reason is not null);
end;
$$;
comment on function private.bill_periods is
$$A draft of kind weekly for each of the periods, or the period's draft that is there, brought up to date.

Result: an object per period with facility_id, facility, group_key, group_name, period_start, period_end, outcome
(created, existing or skipped), reason, invoice_id, entries, amount and the hours of each class. The caller has called
private.bill_alone and private.hold_drafts_of_periods.$$;

-- Every facility's cycle in one call.

-- One that cannot be billed must not keep the others from it. All together, because that is fast; where that fails, each
-- half by itself, until the one is alone. What is refused (PTxyz), and data that do not fit (classes 22 and 23), are its
-- own. A deadlock, a full disk or an internal error is not: the run fails with it.
create function private.bill_each_period(periods private.period_to_bill[])
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_half constant int := cardinality(bill_each_period.periods) / 2;
begin
    return private.bill_periods(bill_each_period.periods);
exception when others then
    if sqlstate !~ '^(PT[0-9]{3}|2[23]...)$' then
        raise;
    end if;
    if v_half = 0 then
        return (
            select jsonb_agg(jsonb_build_object(
                       'facility_id', facility.id, 'facility', facility.name, 'group_key', period.group_key,
                       'group_name', private.group_name(facility.id, period.group_key),
                       'period_start', period.period_start, 'period_end', period.period_end, 'outcome', 'skipped',
                       'reason', sqlerrm, 'invoice_id', null, 'entries', 0, 'amount', '0.00',
                       'regular_hours', '0.00', 'overtime_hours', '0.00', 'doubletime_hours', '0.00'))
              from unnest(bill_each_period.periods) as period
              join public.facilities as facility on facility.id = period.facility_id);
    end if;
    return private.bill_each_period(bill_each_period.periods[:v_half])
        || private.bill_each_period(bill_each_period.periods[v_half + 1:]);
end;
$$;
comment on function private.bill_each_period is
    'private.bill_periods for the periods; one that is refused, or whose data do not fit, is skipped with the error as its reason. Other errors come out.';

revoke execute on function
    private.hold_drafts_of_periods, private.bill_periods, private.bill_each_period
    from public, anon, authenticated, service_role;
