-- The days and hours behind an invoice, and who approved them, as the function documents prints them.

-- An entry that was corrected since says so, and not the times of today beside the hours of then. Shifts are told by the
-- clock of the facility.
create function private.time_on_paper(invoice public.invoices)
returns table (
    contractor_id uuid, contractor_name text, work_date date, week_start date, started_at text, ended_at text,
    break_minutes int, regular_hours numeric, overtime_hours numeric, doubletime_hours numeric, hours numeric,
    approved_by text, approved_on date, is_corrected boolean, place bigint, code text, code_title text, quantity numeric,
    unit text, break_started_at text)
language sql
stable
set search_path = ''
as $$
    with day as (
        select min(line.contractor_id::text)::uuid as contractor_id, line.contractor_name, line.work_date, line.week_start,
               billed.time_entry_id,
               coalesce(sum(line.hours) filter (where line.kind = 'regular'), 0.00) as regular_hours,
               coalesce(sum(line.hours) filter (where line.kind = 'overtime'), 0.00) as overtime_hours,
               coalesce(sum(line.hours) filter (where line.kind = 'doubletime'), 0.00) as doubletime_hours,
               coalesce(sum(line.hours), 0.00) as hours,
               min(line.place) as place, billed.code, sum(billed.quantity) as quantity,
               min(line.started_at) as started_at, min(line.ended_at) as ended_at,
               min(line.break_minutes) as break_minutes, min(line.break_started_at) as break_started_at,
               min(line.code_title) as code_title
          from private.lines_on_paper(time_on_paper.invoice.id, null) as line
          join public.invoice_lines as billed on billed.id = line.line_id
         where line.kind in ('regular', 'overtime', 'doubletime', 'code')
         group by line.contractor_name, line.work_date, line.week_start, billed.time_entry_id, billed.code
    ), approver as materialized (
        select acted.user_id,
               coalesce(private.name_for_facility(acted.user_id, time_on_paper.invoice.facility_id), 'the staffing firm')
                   as name
          from (select distinct entry.approved_by
                  from day
                  join public.time_entries as entry on entry.id = day.time_entry_id
                 where entry.approved_by is not null) as acted (user_id)
    )
    select day.contractor_id, day.contractor_name, day.work_date, day.week_start,
           case when sent.has_times then day.started_at
                when now.is_as_billed then to_char(entry.started_at at time zone place.timezone, 'HH24:MI') end,
           case when sent.has_times then day.ended_at
                when now.is_as_billed then to_char(entry.ended_at at time zone place.timezone, 'HH24:MI') end,
           case when sent.has_times then day.break_minutes when now.is_as_billed then entry.break_minutes end,
           day.regular_hours, day.overtime_hours, day.doubletime_hours, day.hours,
           approver.name, (entry.approved_at at time zone place.timezone)::date,
           not now.is_as_billed, row_number() over (order by day.place, entry.started_at, day.time_entry_id),
           code.name, day.code_title, day.quantity, code.unit,
           case when sent.has_times then day.break_started_at
                when now.is_as_billed then to_char(entry.break_started_at at time zone place.timezone, 'HH24:MI') end
      from day
      left join public.time_entries as entry on entry.id = day.time_entry_id
      left join public.time_codes as code on code.name = day.code
     cross join lateral (
           select (coalesce(entry.quantity, entry.hours), entry.work_date)
                  = (coalesce(day.quantity, day.hours), day.work_date)) as now (is_as_billed)
     cross join (select coalesce(facility.timezone, settings.operating_timezone) as timezone
                   from public.organization_settings as settings
                  cross join public.facilities as facility
                  where facility.id = time_on_paper.invoice.facility_id) as place
     cross join lateral (
           select time_on_paper.invoice.sent_at is not null and day.started_at is not null) as sent (has_times)
      left join approver on approver.user_id = entry.approved_by;
$$;
comment on function private.time_on_paper is
    'The time that an invoice bills, entry by entry, with the hours that it bills of each; is_corrected: it is another by now, or gone. code: null = regular; quantity: of a code whose hours are not worked, its hours or its units.';

-- Security definer: contacts have no policy on settings, contractors and assignments.
create function private.timesheet_document(invoice_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_most constant int := 1500; -- as private.summed_lines_on_paper
    v_invoice constant public.invoices := private.invoice_to_read(timesheet_document.invoice_id);
begin
    return (
        with entry as materialized (
            select * from private.time_on_paper(v_invoice)
        ), size as (
            select counted.entries, counted.weeks, -- rows: null where nobody is named
                   case when counted.entries <= v_most then counted.entries
                        when counted.weeks <= v_most then counted.weeks end as rows
              from (select count(*) as entries,
                           count(distinct (entry.contractor_id, entry.contractor_name, entry.week_start)) as weeks
                      from entry) as counted
        ), row (place, content) as (
            select entry.place,
                   jsonb_build_object(
                       'contractor_name', entry.contractor_name, 'work_date', entry.work_date,
                       'started_at', entry.started_at, 'ended_at', entry.ended_at, 'break_minutes', entry.break_minutes,
                       'break_started_at', entry.break_started_at,
                       'regular_hours', entry.regular_hours::text, 'overtime_hours', entry.overtime_hours::text,
                       'doubletime_hours', entry.doubletime_hours::text, 'hours', entry.hours::text,
                       'approved_by', entry.approved_by, 'approved_on', entry.approved_on,
                       'is_corrected', coalesce(entry.is_corrected, true),
                       'code_title', entry.code_title, 'quantity', entry.quantity::text,
                       'unit', case when entry.quantity is not null then entry.unit end)
              from entry
             where (select size.entries from size) <= v_most
             union all
            select min(entry.place),
                   jsonb_build_object(
                       'contractor_name', case when (select size.weeks from size) <= v_most
                                               then min(entry.contractor_name) end,
                       'week_start', entry.week_start, 'days', count(distinct (entry.contractor_id, entry.work_date)),
                       'regular_hours', sum(entry.regular_hours)::text, 'overtime_hours', sum(entry.overtime_hours)::text,
                       'doubletime_hours', sum(entry.doubletime_hours)::text, 'hours', sum(entry.hours)::text,
                       'approved_by', case when (select size.weeks from size) <= v_most
                                           then string_agg(distinct entry.approved_by, ', ') end)
              from entry
             where (select size.entries from size) > v_most
             group by entry.week_start,
                      case when (select size.weeks from size) <= v_most
                           then (entry.contractor_id, entry.contractor_name)::text end
        ), person as ( -- their rows stand together
            select entry.contractor_name,
                   sum(case when (select size.entries from size) <= v_most then count(*)
                            else count(distinct entry.week_start) end)
                       over (order by max(entry.place)) as place, sum(entry.regular_hours) as regular_hours,
                   sum(entry.overtime_hours) as overtime_hours, sum(entry.doubletime_hours) as doubletime_hours,
                   sum(entry.hours) as hours
              from entry
             group by entry.contractor_name, entry.contractor_id
        )
        select jsonb_build_object(
                   'document', 'timesheet',
                   'letterhead', private.letterhead_on_paper(v_invoice.letterhead_id),
                   'facility_name', coalesce(v_invoice.facility_name, facility.name),
                   'number', v_invoice.number, 'status', v_invoice.status,
                   'period_start', v_invoice.period_start, 'period_end', v_invoice.period_end,
                   'timezone', coalesce((select paper.timezone from private.invoice_papers as paper
                                          where paper.invoice_id = v_invoice.id),
                                        facility.timezone, settings.operating_timezone),
                   'entries', (select size.entries from size),
                   'shown', (select case when size.entries <= v_most then 'entries'
                                         when size.weeks <= v_most then 'contractors_and_weeks'
                                         else 'weeks' end
                               from size),
                   'rows', coalesce((select jsonb_agg(row.content order by row.place) from row), '[]'),
                   'people', coalesce((
                       select jsonb_agg(
                                  jsonb_build_object(
                                      'contractor_name', person.contractor_name, 'through', person.place,
                                      'regular_hours', person.regular_hours::text,
                                      'overtime_hours', person.overtime_hours::text,
                                      'doubletime_hours', person.doubletime_hours::text, 'hours', person.hours::text)
                                  order by person.place)
                         from person
                        cross join size
                       having count(*) > 1 and count(*) < min(size.rows)
                          and min(size.rows) + count(*) <= v_most), '[]'),
                   'hours', (select jsonb_build_object(
                                        'regular', coalesce(sum(entry.regular_hours), 0.00)::text,
                                        'overtime', coalesce(sum(entry.overtime_hours), 0.00)::text,
                                        'doubletime', coalesce(sum(entry.doubletime_hours), 0.00)::text,
                                        'all', coalesce(sum(entry.hours), 0.00)::text)
                               from entry),
                   'not_worked', coalesce((
                       select jsonb_agg(jsonb_build_object(
                                  'code_title', other.code_title, 'unit', other.unit, 'quantity', other.quantity::text)
                                  order by other.code)
                         from (select entry.code, entry.code_title, entry.unit, sum(entry.quantity) as quantity
                                 from entry
                                where entry.quantity is not null
                                group by entry.code, entry.code_title, entry.unit) as other), '[]'))
          from public.organization_settings as settings
         cross join public.facilities as facility
         where facility.id = v_invoice.facility_id);
end;
$$;
comment on function private.timesheet_document is 'The logic of public.timesheet_document.';

create function public.timesheet_document(invoice_id uuid)
returns jsonb language sql stable set search_path = ''
as $$ select private.timesheet_document(invoice_id); $$;
comment on function public.timesheet_document is
$$Content of an invoice's time sheet, which GET /functions/v1/documents/timesheet/<invoice id> prints.

A row for each entry that the invoice bills, with the hours that it bills of it, who approved it and on which day; of
shifts also from when to when, by the clock of the facility. What was corrected since says so. Contacts read the names of
their facility's own approvers; others are the staffing firm. Above 1,500 entries they are summed by contractor and
workweek. Of several people, of whom somebody has several rows, people has the sums of each, behind the row with the
number through. The times of shifts are those as the invoice was sent. What is not worked, hours of such codes and units, is summed by code, in no hours. The shape
is TimesheetDocument in database.types.ts.

May be called with GET.

Who: active staff, whatever their role; a facility's contacts, of its sent invoices.

Arguments:
invoice_id: the invoice, in whatever state.

Result: one object; hours are text with two decimals.

Errors: argument_missing, invoice_not_found.

Example: {"invoice_id": "$invoice_id"}$$;

revoke execute on function private.time_on_paper, private.timesheet_document, public.timesheet_document
    from public, anon, authenticated, service_role;
grant execute on function private.timesheet_document, public.timesheet_document to authenticated, service_role;
