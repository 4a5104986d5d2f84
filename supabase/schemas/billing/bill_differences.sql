-- Sent lines keep their amounts. The change in their workweek's total is billed by lines of kind difference, one a
-- group of a facility, contractor, week, order, department, cost centre and code, so that in the end a week costs the
-- same in whatever order it was approved, billed and repriced.

-- As long as the line lives: freed time is billed anew, and compared with that.
create function private.difference_credited(invoice_line_id uuid)
returns numeric
language sql
stable
set search_path = ''
as $$
    select coalesce(sum(credited.amount), 0.00)
      from public.credit_note_lines as credited
     where credited.invoice_line_id = difference_credited.invoice_line_id and credited.is_difference;
$$;
comment on function private.difference_credited is
    'Amount that credit notes took back of a line because its week was billed too much.';

create function private.differences_of_weeks(
    contractor_ids uuid[], week_starts date[], except_invoice_id uuid default null)
returns table (
    facility_id uuid, group_key text, contractor_id uuid, week_start date, purchase_order_id uuid, department text,
    cost_centre text, billed_amount numeric, due_amount numeric, code text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many weeks there are
as $$
declare
    -- A constant of the plan: few firms credit differences.
    v_are_credited constant boolean := exists (
        select from public.credit_note_lines as credited where credited.is_difference);
begin
    return query
    with due as materialized (
        select time.time_entry_id, time.contractor_id, time.week_start, sum(time.amount) as amount,
               min(time.code) as code -- a premium of its hours is a row without one
          from private.priced_time(
                   differences_of_weeks.contractor_ids, differences_of_weeks.week_starts, '{}') as time
         group by time.time_entry_id, time.contractor_id, time.week_start
    ), line_of_week as materialized ( -- differences and guarantees
        select line.id, line.invoice_id, line.kind, line.contractor_id, line.week_start, line.purchase_order_id,
               line.department, line.cost_centre, line.code, line.amount, line.guarantee_id
          from unnest(differences_of_weeks.contractor_ids, differences_of_weeks.week_starts)
               as week (contractor_id, start)
          join public.invoice_lines as line on line.contractor_id = week.contractor_id and line.week_start = week.start
         where line.released_at is null
    ), promised as materialized ( -- in few weeks a guarantee was billed
        select promise.*
          from (select array_agg(guaranteed.contractor_id) as contractor_ids, array_agg(guaranteed.week_start) as starts
                  from (select distinct line.contractor_id, line.week_start
                          from line_of_week as line
                         where line.kind = 'guarantee') as guaranteed) as week
         cross join lateral private.guarantees_of_weeks(week.contractor_ids, week.starts, 'bill') as promise
    ), part as (
        select line.invoice_id, due.contractor_id, due.week_start, line.purchase_order_id, line.department,
               line.cost_centre, due.code, sum(line.amount) as billed, due.amount as due, true as is_time
          from due
         cross join lateral (
               select line.invoice_id, line.purchase_order_id, line.department, line.cost_centre,
                      case when v_are_credited then line.amount - private.difference_credited(line.id)
                           else line.amount end as amount
                 from public.invoice_lines as line
                where line.time_entry_id = due.time_entry_id and line.released_at is null
               offset 0) as line -- see private.classified_time
         group by line.invoice_id, due.time_entry_id, due.contractor_id, due.week_start, line.purchase_order_id,
                  line.department, line.cost_centre, due.code, due.amount
         union all
        select line.invoice_id, line.contractor_id, line.week_start, line.purchase_order_id, line.department,
               line.cost_centre, line.code,
               case when v_are_credited then line.amount - private.difference_credited(line.id) else line.amount end,
               coalesce(promised.amount, 0.00), line.kind = 'guarantee'
          from line_of_week as line
          left join promised
            on promised.guarantee_id = line.guarantee_id and promised.week_start = line.week_start
         where line.kind = 'guarantee'
            or line.invoice_id is distinct from differences_of_weeks.except_invoice_id
    )
    select invoice.facility_id, invoice.group_key, part.contractor_id, part.week_start, part.purchase_order_id,
           part.department, part.cost_centre, sum(part.billed), sum(part.due), part.code
      from part
     cross join lateral (
           select billed.facility_id, billed.group_key, billed.status
             from public.invoices as billed
            where billed.id = part.invoice_id
           offset 0) as invoice -- by the key: without statistics all invoices would be hashed
     where invoice.status <> 'draft' or not part.is_time -- time on drafts is not sent, nor is a guarantee
     group by invoice.facility_id, invoice.group_key, part.contractor_id, part.week_start, part.purchase_order_id,
              part.department, part.cost_centre, part.code
    having sum(part.billed) <> sum(part.due);
end;
$$;
comment on function private.differences_of_weeks is
$$Weeks in which the sent time of contractors would come to another amount today than was billed of it, per
facility and the group of its invoices, order, department, cost centre and code: its lines, those of guarantees, and all
live differences, less what credit notes took back of these lines as a difference. code: null of regular time and of
guarantees; premiums have that of the hours that they are for.

contractor_ids, week_starts: the workweeks, by position, each once. except_invoice_id: differences on this invoice do
not count.$$;

create function private.forget_equal_weeks(contractor_ids uuid[], week_starts date[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    -- One statement, one view of the data: what somebody adds meanwhile is not seen, and stays.
    delete from private.weeks_to_compare as week
     where (week.contractor_id, week.week_start) in (
           select * from unnest(forget_equal_weeks.contractor_ids, forget_equal_weeks.week_starts))
       and (week.contractor_id, week.week_start) not in (
           select difference.contractor_id, difference.week_start
             from private.differences_of_weeks(
                      forget_equal_weeks.contractor_ids, forget_equal_weeks.week_starts) as difference)
       and not exists (
           select from public.assignments as assignment
             join public.time_entries as entry
               on entry.assignment_id = assignment.id
              and entry.work_date between week.week_start and week.week_start + 6
             join public.invoice_lines as line on line.time_entry_id = entry.id
             join public.invoices as invoice on invoice.id = line.invoice_id
            where assignment.contractor_id = week.contractor_id
              and invoice.status = 'draft')
       and not exists (
           select from public.invoice_lines as line
             join public.invoices as invoice on invoice.id = line.invoice_id
            where line.contractor_id = week.contractor_id
              and line.week_start = week.week_start
              and invoice.status = 'draft');
end;
$$;
comment on function private.forget_equal_weeks is
$$Takes workweeks out of those that are compared of which nothing differs and nothing is on a draft, which may yet be
sent as it is.

contractor_ids, week_starts: the workweeks, by position, each once.$$;

create function private.bill_differences(invoice_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_draft constant public.invoices := (
        select draft from public.invoices as draft where draft.id = bill_differences.invoice_id);
    v_weeks record;
begin
    select array_agg(week.contractor_id) as contractor_ids, array_agg(week.week_start) as starts
      into v_weeks
      from (select distinct week.contractor_id, week.week_start
              from private.weeks_to_compare as week
             where week.week_start + 6 <= v_draft.period_end
               and week.contractor_id in (
                   select assignment.contractor_id
                     from public.assignments as assignment
                    where assignment.facility_id = v_draft.facility_id)) as week;

    with difference as materialized (
        select compared.contractor_id, compared.week_start, compared.purchase_order_id, compared.department,
               compared.cost_centre, compared.code, compared.due_amount - compared.billed_amount as amount
          from private.differences_of_weeks(v_weeks.contractor_ids, v_weeks.starts, v_draft.id) as compared
         where compared.facility_id = v_draft.facility_id and compared.group_key = v_draft.group_key
    ), funds as (
        select greatest(0, coalesce(sum(part.amount), 0)) as amount
          from (select line.amount
                  from public.invoice_lines as line
                 where line.invoice_id = v_draft.id and line.kind not in ('difference', 'fee', 'tax')
                 union all
                select difference.amount from difference where difference.amount > 0) as part
    ), due as materialized (
        select difference.*
          from difference
         where difference.amount > 0
         union all
        -- Below zero no invoice is sent: the oldest first, as far as it goes.
        select credit.contractor_id, credit.week_start, credit.purchase_order_id, credit.department, credit.cost_centre,
               credit.code, greatest(credit.amount, credit.through + credit.amount - funds.amount)
          from (select difference.*,
                       - sum(difference.amount) over (
                           order by difference.week_start, difference.contractor_id, difference.purchase_order_id,
                                    difference.department, difference.cost_centre, difference.code
                           rows unbounded preceding) as through
                  from difference
                 where difference.amount < 0) as credit
         cross join funds
         where credit.through + credit.amount < funds.amount
    ), gone as (
        delete from public.invoice_lines as line
         where line.invoice_id = v_draft.id
           and line.kind = 'difference'
           and not exists (
               select from due
                where (due.contractor_id, due.week_start, due.amount)
                    = (line.contractor_id, line.week_start, line.amount)
                  and (due.purchase_order_id, due.department, due.cost_centre, due.code)
                      is not distinct from (line.purchase_order_id, line.department, line.cost_centre, line.code))
        returning line.id
    )
    insert into public.invoice_lines (invoice_id, kind, description, multiplier, amount, contractor_id, week_start,
                                      purchase_order_id, department, cost_centre, code)
    select v_draft.id, 'difference',
           format('%s %s, week of %s: difference from what was billed',
                  contractor.first_name, contractor.last_name, due.week_start),
           null, due.amount, due.contractor_id, due.week_start, due.purchase_order_id, due.department, due.cost_centre,
           due.code
      from due
      join public.contractors as contractor on contractor.id = due.contractor_id
     where not exists (
           select from public.invoice_lines as line
            where (line.invoice_id, line.contractor_id, line.week_start, line.amount)
                = (v_draft.id, due.contractor_id, due.week_start, due.amount)
              and (line.purchase_order_id, line.department, line.cost_centre, line.code)
                  is not distinct from (due.purchase_order_id, due.department, due.cost_centre, due.code))
       and (select count(*) from gone) is not null -- first: a line must be gone before another takes its place
     order by due.week_start, contractor.last_name, contractor.id, due.purchase_order_id, due.department,
              due.cost_centre, due.code;

    update public.invoices as invoice
       set period_start = billed.first_day
      from (select min(coalesce(
                       line.work_date, line.week_start + case line.kind when 'guarantee' then 6 else 0 end)) as first_day
              from public.invoice_lines as line
             where line.invoice_id = v_draft.id and line.kind <> 'adjustment') as billed
     where invoice.id = v_draft.id and billed.first_day <> invoice.period_start;

    perform private.forget_equal_weeks(v_weeks.contractor_ids, v_weeks.starts);
exception when numeric_value_out_of_range then
    perform private.refuse_amount();
end;
$$;
comment on function private.bill_differences is
$$Brings the differences of a backfill up to date: of the workweeks that end in its days or before, what was sent of its
group would come to today, less what was billed. Lines that are right stay as they are. Those below zero come onto it
as far as its total stays zero or more. Its days begin with the first one that it bills, of time or of a week. Raises
409 when an amount would be too large.

invoice_id: a draft of kind backfill, whose time is up to date. The caller has called private.bill_alone and holds it.$$;

revoke execute on function
    private.difference_credited, private.differences_of_weeks, private.forget_equal_weeks, private.bill_differences
    from public, anon, authenticated, service_role;
