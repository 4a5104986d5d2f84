-- Hours that a facility was promised to pay for, beside its time: a line for each guarantee and workweek, on the invoice whose
-- days have the week's last one.

create function private.guarantees_to_bill(periods private.period_to_bill[])
returns table (
    facility_id uuid, group_key text, contractor_id uuid, week_start date, guarantee_id uuid, assignment_id uuid,
    quantity numeric, rate numeric, amount numeric, description text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many periods there are
set work_mem = '64MB'
set jit = off
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_any_week constant date := private.workweek_start(date '2000-01-01');
begin
    if not exists (select from public.guarantees) then -- most firms have none
        return;
    end if;
    return query
    with guaranteed as materialized (
        select distinct period.facility_id, period.group_key, assignment.id as assignment_id, assignment.contractor_id,
               week.start
          from unnest(guarantees_to_bill.periods) as period
          join private.grouped_assignments as assignment
            on assignment.facility_id = period.facility_id and assignment.group_key = period.group_key
          join public.guarantees as guarantee
            on guarantee.assignment_id = assignment.id
           and guarantee.bill_hours is not null
           and guarantee.effective_from <= period.period_end
           and coalesce(guarantee.effective_to, 'infinity') >= period.period_start - 6
         cross join lateral (
               select greatest(period.period_start - 6, guarantee.effective_from - 6) as first,
                      least(period.period_end, v_today) - 6 as last) as start
         cross join lateral ( -- each first day of a workweek between these two
               select start.first + ((v_any_week - start.first) % 7 + 7) % 7 + 7 * nth
                 from generate_series(0, (start.last - start.first) / 7) as nth) as week (start)
         where week.start <= start.last
           and not exists ( -- most weeks are sent, and are priced no more
               select from public.invoice_lines as line
                 join public.invoices as invoice on invoice.id = line.invoice_id
                where line.guarantee_id = guarantee.id
                  and line.week_start = week.start
                  and line.released_at is null
                  and invoice.status <> 'draft')
    ), weeks as (
        select array_agg(week.contractor_id) as contractor_ids, array_agg(week.start) as starts
          from (select distinct guaranteed.contractor_id, guaranteed.start from guaranteed) as week
    )
    select guaranteed.facility_id, guaranteed.group_key, promised.contractor_id, promised.week_start,
           promised.guarantee_id, promised.assignment_id, promised.quantity, promised.rate, promised.amount,
           promised.description
      from weeks
     cross join lateral private.guarantees_of_weeks(weeks.contractor_ids, weeks.starts, 'bill') as promised
      join guaranteed
        on guaranteed.assignment_id = promised.assignment_id and guaranteed.start = promised.week_start;
end;
$$;
comment on function private.guarantees_to_bill is
    'Hours that guarantees promise to groups of facilities'' time for the workweeks that end in some days, but for weeks of which sent invoices bill all that is guaranteed. Who asks takes out what drafts bill.';

-- One bills at a time, so no other draft takes a guarantee meanwhile.
create function private.bill_guarantees(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_periods private.period_to_bill[];
begin
    if not exists (select from public.guarantees) then
        return;
    end if;
    v_periods := array(
        select row(draft.facility_id, draft.group_key, draft.period_start, draft.period_end)::private.period_to_bill
          from public.invoices as draft
         where draft.id = any (bill_guarantees.invoice_ids));

    with due as materialized (
        select draft.id as invoice_id, promised.guarantee_id, promised.contractor_id, promised.week_start,
               promised.quantity, promised.rate, promised.amount, assignment.department, assignment.cost_centre,
               assignment.purchase_order_id,
               format('%s %s: %s', contractor.first_name, contractor.last_name, promised.description) as description
          from private.guarantees_to_bill(v_periods) as promised
          join public.invoices as draft
            on draft.id = any (bill_guarantees.invoice_ids)
           and draft.facility_id = promised.facility_id
           and draft.group_key = promised.group_key
           and promised.week_start + 6 between draft.period_start and draft.period_end
          join public.assignments as assignment on assignment.id = promised.assignment_id
          join public.contractors as contractor on contractor.id = promised.contractor_id
         where not exists (
               select from public.invoice_lines as line
                where line.guarantee_id = promised.guarantee_id
                  and line.week_start = promised.week_start
                  and line.released_at is null
                  and line.invoice_id <> draft.id)
    ), gone as (
        delete from public.invoice_lines as line
         where line.invoice_id = any (bill_guarantees.invoice_ids)
           and line.kind = 'guarantee'
           and not exists (
               select from due
                where (due.invoice_id, due.guarantee_id, due.week_start, due.quantity, due.amount, due.description)
                    = (line.invoice_id, line.guarantee_id, line.week_start, line.quantity, line.amount, line.description)
                  and (due.rate, due.department, due.cost_centre, due.purchase_order_id)
                      is not distinct from (line.rate, line.department, line.cost_centre, line.purchase_order_id))
        returning line.id
    )
    insert into public.invoice_lines (
        invoice_id, kind, description, quantity, rate, amount, contractor_id, week_start, guarantee_id, department,
        cost_centre, purchase_order_id)
    select due.invoice_id, 'guarantee', due.description, due.quantity, due.rate, due.amount, due.contractor_id,
           due.week_start, due.guarantee_id, due.department, due.cost_centre, due.purchase_order_id
      from due
     where not exists (
           select from public.invoice_lines as line
            where (due.invoice_id, due.guarantee_id, due.week_start, due.quantity, due.amount, due.description)
                = (line.invoice_id, line.guarantee_id, line.week_start, line.quantity, line.amount, line.description)
              and (due.rate, due.department, due.cost_centre, due.purchase_order_id)
                  is not distinct from (line.rate, line.department, line.cost_centre, line.purchase_order_id))
       and (select count(*) from gone) is not null -- first: a line must be gone before another takes its place
     order by due.invoice_id, due.week_start, due.guarantee_id;
end;
$$;
comment on function private.bill_guarantees is
$$Brings the guarantees of drafts up to date: a line for each one and workweek that ends within the draft's days, if hours are
missing and no other live invoice bills them. Lines that are right stay as they are.

invoice_ids: drafts, with no two of one facility and group and overlapping periods. The caller has called private.bill_alone
and holds them.$$;

-- A week whose open time was decided after its invoice was sent, or of which only hours are missing, and that nobody billed.
create function private.first_unbilled_guarantee(facility_id uuid, group_key text, through date)
returns date
language sql
stable
set search_path = ''
as $$
    select min(promised.week_start + 6)
      from private.guarantees_to_bill(array[
               row(first_unbilled_guarantee.facility_id, first_unbilled_guarantee.group_key, date '2000-01-01',
                   first_unbilled_guarantee.through)::private.period_to_bill]) as promised
     where not exists (
           select from public.invoice_lines as line
             join public.invoices as invoice on invoice.id = line.invoice_id
            where line.guarantee_id = promised.guarantee_id
              and line.week_start = promised.week_start
              and line.released_at is null
              and not (invoice.kind = 'backfill' and invoice.status = 'draft'));
$$;
comment on function private.first_unbilled_guarantee is
    'The last day of the first workweek up to a day of which a guarantee is due to a facility''s group that no live invoice has, or none but a draft of kind backfill.';

revoke execute on function
    private.guarantees_to_bill, private.bill_guarantees, private.first_unbilled_guarantee
    from public, anon, authenticated, service_role;
