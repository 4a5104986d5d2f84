-- Parts of an invoice's document that are kept nowhere else once it is sent: a reprint is the document as it was sent.
create table private.invoice_papers (
    invoice_id uuid primary key references public.invoices (id),
    service_address text,
    timezone text,
    names jsonb,
    lines jsonb,
    created_at timestamptz not null default now(),
    constraint paper_keeps_something check (num_nonnulls(service_address, timezone, names, lines) > 0)
);
comment on table private.invoice_papers is
$$Parts of a sent invoice's document that its own columns, its lines and its letterhead do not keep. An invoice that has
nothing of it has no row. Rows are written once, as the invoice is sent.$$;
comment on column private.invoice_papers.service_address is
    'Address of the facility where the work was; null of invoices that are not billed to a program.';
comment on column private.invoice_papers.timezone is 'Clock by which the times of lines are told; null without times.';
comment on column private.invoice_papers.names is
    'Titles of codes and premiums, and names of contractors of differences and guarantees, by their name or id.';
comment on column private.invoice_papers.lines is
    'Details of lines, as private.lines_of_today has them: an array of objects, of lines that have any.';

-- Job title, requisition, the client's worker number and, of shifts, the times, of lines as they are today.
create function private.lines_of_today(invoice_ids uuid[])
returns table (
    invoice_id uuid, line_id uuid, title text, requisition text, worker_number text, started_at text, ended_at text,
    break_minutes int, break_started_at text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many drafts there are
set work_mem = '64MB' -- the lines of a thousand invoices are joined in memory
rows 1500
as $$
begin
    return query
    with line as materialized (
        select billed.invoice_id, billed.id, coalesce(entry.assignment_id, promised.assignment_id) as assignment_id,
               entry.started_at, entry.ended_at, entry.break_minutes, entry.break_started_at,
               case when entry.started_at is not null
                    then coalesce(facility.timezone, settings.operating_timezone) end as timezone
          from public.organization_settings as settings
         cross join public.invoices as invoice
          join public.facilities as facility on facility.id = invoice.facility_id
          join public.invoice_lines as billed on billed.invoice_id = invoice.id
          left join public.time_entries as entry on entry.id = billed.time_entry_id
          left join public.guarantees as promised on promised.id = billed.guarantee_id
         where invoice.id = any (lines_of_today.invoice_ids)
    ), placed as materialized (
        select assignment.id, assignment.title, assignment.requisition, client.worker_number
          from (select distinct line.assignment_id from line where line.assignment_id is not null) as named
          join public.assignments as assignment on assignment.id = named.assignment_id
          left join lateral (
               select said.worker_number
                 from public.client_time as said
                where said.assignment_id = assignment.id
                order by said.work_date desc, said.received_at desc, said.id
                limit 1) as client on true
         where num_nonnulls(assignment.title, assignment.requisition, client.worker_number) > 0
    )
    select line.invoice_id, line.id, placed.title, placed.requisition, placed.worker_number,
           to_char(line.started_at at time zone line.timezone, 'HH24:MI'),
           to_char(line.ended_at at time zone line.timezone, 'HH24:MI'), line.break_minutes,
           to_char(line.break_started_at at time zone line.timezone, 'HH24:MI')
      from line
      left join placed on placed.id = line.assignment_id
     where placed.id is not null or line.started_at is not null;
end;
$$;
comment on function private.lines_of_today is
    'Details of lines of invoices that stand on documents and in no column of the line; lines without any are left out. Times are told by the clock of the facility.';

create function private.lines_as_sent(invoice_id uuid)
returns table (
    line_id uuid, title text, requisition text, worker_number text, started_at text, ended_at text, break_minutes int,
    break_started_at text)
language sql
stable
set search_path = ''
rows 1500
as $$
    select kept.*
      from private.invoice_papers as paper
     cross join lateral jsonb_to_recordset(paper.lines) as kept (
           line_id uuid, title text, requisition text, worker_number text, started_at text, ended_at text,
           break_minutes int, break_started_at text)
     where paper.invoice_id = lines_as_sent.invoice_id
     union all
    select today.line_id, today.title, today.requisition, today.worker_number, today.started_at, today.ended_at,
           today.break_minutes, today.break_started_at
      from public.invoices as invoice
     cross join lateral private.lines_of_today(array[invoice.id]) as today
     where invoice.id = lines_as_sent.invoice_id and invoice.sent_at is null;
$$;
comment on function private.lines_as_sent is
    'Details of the lines of an invoice as it was sent, of a draft those of today. What was sent before they were kept has none.';

-- Address of the facility where the work is: invoices of a program go elsewhere.
create function private.service_address(invoice public.invoices)
returns text
language sql
stable
set search_path = ''
as $$
    select case when invoice.sent_at is not null
                then (select paper.service_address from private.invoice_papers as paper
                       where paper.invoice_id = invoice.id)
                else (select facility.billing_address from public.facilities as facility
                       where facility.id = invoice.facility_id and facility.bill_to_facility_id is not null) end;
$$;
comment on function private.service_address is
    'Address that stands on an invoice as that of the work: as it was sent, of a draft today''s; null where the facility is billed itself.';

create function private.keep_papers(invoice_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
    with name as (
        select line.invoice_id, known.key, known.name
          from public.invoice_lines as line
          left join public.time_codes as code on code.name = line.code
          left join public.premium_rules as rule on rule.id = line.premium_rule_id
          left join public.contractors as contractor on contractor.id = line.contractor_id
         cross join lateral (values
               (line.code, code.title),
               (line.premium_rule_id::text, rule.title),
               (line.contractor_id::text, contractor.first_name || ' ' || contractor.last_name)) as known (key, name)
         where line.invoice_id = any (keep_papers.invoice_ids)
           and num_nonnulls(line.code, line.premium_rule_id::text, line.contractor_id::text) > 0
           and known.name is not null
    ), names as (
        select name.invoice_id, jsonb_object_agg(name.key, name.name) as names from name group by name.invoice_id
    ), lines as (
        select line.invoice_id, jsonb_agg(jsonb_strip_nulls(to_jsonb(line) - 'invoice_id')) as lines,
               count(line.started_at) > 0 as have_times
          from private.lines_of_today(keep_papers.invoice_ids) as line
         group by line.invoice_id
    )
    insert into private.invoice_papers (invoice_id, service_address, timezone, names, lines)
    select invoice.id, kept.service_address, kept.timezone, names.names, lines.lines
      from public.organization_settings as settings
     cross join public.invoices as invoice
      join public.facilities as facility on facility.id = invoice.facility_id
      left join names on names.invoice_id = invoice.id
      left join lines on lines.invoice_id = invoice.id
     cross join lateral (
           select case when invoice.bill_to_facility_id is not null then facility.billing_address end,
                  case when lines.have_times then coalesce(facility.timezone, settings.operating_timezone) end
           ) as kept (service_address, timezone)
     where invoice.id = any (keep_papers.invoice_ids)
       and num_nonnulls(kept.service_address, kept.timezone, names.names, lines.lines) > 0;
$$;
comment on function private.keep_papers is
    'Keeps what else stands on the documents of invoices that the caller has just sent; those that have nothing of it get no row.';

revoke execute on function
    private.lines_of_today, private.lines_as_sent, private.service_address, private.keep_papers
    from public, anon, authenticated, service_role;
