-- Workweeks to compare with what was sent of them. bill_time adds those that it bills a part of and other
-- invoices another; here is what else changes a week that is billed. Rows of drafts count like sent ones: nobody who
-- sends looks at other invoices.

-- The weeks that go on having something on a live invoice are to be compared: a difference, or time that may now come
-- to more or less.
create function private.compare_weeks(contractor_ids uuid[], days date[], except_invoice_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
    with week as (
        select distinct day.contractor_id, calendar.week_start as start
          from unnest(compare_weeks.contractor_ids, compare_weeks.days) as day (contractor_id, day)
          join (select one.day, private.workweek_start(one.day) as week_start
                  from (select distinct unnest(compare_weeks.days)) as one (day)
                offset 0) as calendar -- once per day, not once per entry
            on calendar.day = day.day
    )
    insert into private.weeks_to_compare (contractor_id, week_start)
    select week.contractor_id, week.start
      from week
     where exists (
           select from public.assignments as assignment
             join public.time_entries as entry
               on entry.assignment_id = assignment.id
              and entry.work_date between week.start and week.start + 6
             join public.invoice_lines as line on line.time_entry_id = entry.id
            where assignment.contractor_id = week.contractor_id
              and line.released_at is null
              and line.invoice_id <> all (compare_weeks.except_invoice_ids))
        or exists (
           select from public.invoice_lines as line
            where line.contractor_id = week.contractor_id
              and line.week_start = week.start
              and line.released_at is null
              and line.invoice_id <> all (compare_weeks.except_invoice_ids));
$$;
comment on function private.compare_weeks is
$$Adds the workweeks of contractors' days to those that are compared, where something of them is on a live invoice.

contractor_ids, days: by position. except_invoice_ids: invoices that do not count.$$;

-- Lines that are gone, with a draft or because its days moved, and those of a void invoice or of a credit note. A draft
-- is brought up to date by itself; what a credit note leaves of an invoice is compared.
-- Security definer: whoever deletes a draft may not write here.
create function private.compare_weeks_of_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.compare_weeks(
               array_agg(coalesce(line.contractor_id, assignment.contractor_id)),
               array_agg(concerned.day),
               coalesce(array_agg(distinct invoice.id) filter (where invoice.id is not null), '{}'))
       from before_rows as line
       left join public.invoices as invoice on invoice.id = line.invoice_id and invoice.status = 'draft'
       left join public.time_entries as entry on entry.id = line.time_entry_id
       left join public.assignments as assignment on assignment.id = entry.assignment_id
      cross join lateral (
            select coalesce(line.week_start, entry.work_date)
             union all
            select entry.work_date + 1 where entry.started_at is not null) as concerned (day) -- it may go on
      where line.released_at is null
        and coalesce(line.contractor_id, assignment.contractor_id) is not null
        and not exists (
            select from public.invoice_lines as now
             where now.id = line.id and now.released_at is null)
     having count(*) > 0;
    return null;
end;
$$;
comment on function private.compare_weeks_of_lines is
    'Trigger: weeks of which lines are gone or released are compared, where other live invoices bill them too.';

create trigger weeks_of_removed_lines_are_compared
    after delete on public.invoice_lines
    referencing old table as before_rows
    for each statement execute function private.compare_weeks_of_lines();

create trigger weeks_of_released_lines_are_compared
    after update on public.invoice_lines
    referencing old table as before_rows
    for each statement execute function private.compare_weeks_of_lines();

-- A rate holds from its day to the next one's.
-- Security definer: whoever writes rates may not write here.
create function private.compare_weeks_of_rates()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.compare_weeks(array_agg(assignment.contractor_id), array_agg(entry.work_date), '{}')
       from rates as rate
       join public.assignments as assignment on assignment.id = rate.assignment_id
       join public.time_entries as entry
         on entry.assignment_id = rate.assignment_id
        and entry.work_date >= rate.effective_from
        and entry.work_date < coalesce((
            select min(later.effective_from)
              from public.assignment_rates as later
             where later.assignment_id = rate.assignment_id
               and later.effective_from > rate.effective_from), 'infinity')
      where exists (
            select from public.invoice_lines as line
             where line.time_entry_id = entry.id and line.released_at is null
            offset 0) -- see private.classified_time
     having count(*) > 0;
    return null;
end;
$$;
comment on function private.compare_weeks_of_rates is
    'Trigger: weeks that live invoices bill on the days of these rates are compared.';

create trigger weeks_of_new_rates_are_compared
    after insert on public.assignment_rates
    referencing new table as rates
    for each statement execute function private.compare_weeks_of_rates();

create trigger weeks_of_former_rates_are_compared
    after update on public.assignment_rates
    referencing old table as rates
    for each statement execute function private.compare_weeks_of_rates();

create trigger weeks_of_changed_rates_are_compared
    after update on public.assignment_rates
    referencing new table as rates
    for each statement execute function private.compare_weeks_of_rates();

create trigger weeks_of_removed_rates_are_compared
    after delete on public.assignment_rates
    referencing old table as rates
    for each statement execute function private.compare_weeks_of_rates();

-- Terms hold from their week to the next ones', the first for all weeks before them.
-- Security definer: whoever writes bill terms may not write here.
create function private.compare_weeks_of_bill_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.compare_weeks(array_agg(assignment.contractor_id), array_agg(entry.work_date), '{}')
       from terms_rows as terms
       join public.assignments as assignment on assignment.id = terms.assignment_id
       join public.time_entries as entry
         on entry.assignment_id = terms.assignment_id
        and (entry.work_date >= terms.effective_from
             or not exists (
                select from public.assignment_bill_terms as earlier
                 where earlier.assignment_id = terms.assignment_id
                   and earlier.effective_from < terms.effective_from))
        and entry.work_date < coalesce((
            select min(later.effective_from)
              from public.assignment_bill_terms as later
             where later.assignment_id = terms.assignment_id
               and later.effective_from > terms.effective_from), 'infinity')
      where exists (
            select from public.invoice_lines as line
             where line.time_entry_id = entry.id and line.released_at is null
            offset 0) -- see private.classified_time
     having count(*) > 0;
    return null;
end;
$$;
comment on function private.compare_weeks_of_bill_terms is
    'Trigger: weeks that live invoices bill by these bill terms, or did, are compared.';

create trigger weeks_of_new_bill_terms_are_compared
    after insert on public.assignment_bill_terms
    referencing new table as terms_rows
    for each statement when (pg_trigger_depth() = 0) -- of new assignments nothing is billed
    execute function private.compare_weeks_of_bill_terms();

create trigger weeks_of_former_bill_terms_are_compared
    after update on public.assignment_bill_terms
    referencing old table as terms_rows
    for each statement execute function private.compare_weeks_of_bill_terms();

create trigger weeks_of_changed_bill_terms_are_compared
    after update on public.assignment_bill_terms
    referencing new table as terms_rows
    for each statement execute function private.compare_weeks_of_bill_terms();

create trigger weeks_of_removed_bill_terms_are_compared
    after delete on public.assignment_bill_terms
    referencing old table as terms_rows
    for each statement execute function private.compare_weeks_of_bill_terms();

revoke execute on function
    private.compare_weeks, private.compare_weeks_of_lines, private.compare_weeks_of_rates,
    private.compare_weeks_of_bill_terms
    from public, anon, authenticated, service_role;
