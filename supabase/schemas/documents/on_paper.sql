-- Parts that several documents share. A document is one jsonb, read in one statement by whoever may read it: one picture of the
-- books, and never cut at max_rows. Money and hours in it are text with their decimals, days are YYYY-MM-DD.

create function private.letterhead_on_paper(letterhead_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
    select jsonb_build_object(
               'legal_name', kept.legal_name, 'address', kept.address, 'remit_to', kept.remit_to,
               'tax_number', kept.tax_number, 'logo', kept.logo, 'phone', kept.phone)
      from public.organization_settings as settings
      left join public.letterheads as kept
        on kept.id = coalesce(letterhead_on_paper.letterhead_id, settings.letterhead_id);
$$;
comment on function private.letterhead_on_paper is 'A letterhead as documents have it; null = today''s, of nulls where there is none.';

create function private.refuse_unknown_invoice(invoice_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        404, 'invoice_not_found',
        format('There is no invoice %s.', refuse_unknown_invoice.invoice_id),
        'Look it up in the list of invoices.');
end;
$$;
comment on function private.refuse_unknown_invoice is
    'Raises 404, also where there is one that the caller may not read.';

create function private.invoice_to_read(invoice_id uuid)
returns public.invoices
language plpgsql
stable
set search_path = ''
as $$
declare
    v_invoice public.invoices;
begin
    perform private.require_arguments(jsonb_build_object('invoice_id', invoice_to_read.invoice_id));
    select invoice.*
      into v_invoice
      from public.invoices as invoice
     where invoice.id = invoice_to_read.invoice_id
       and (private.is_staff_or_server()
            or invoice.id = any (private.contact_invoice_ids()));
    if not found then
        perform private.refuse_unknown_invoice(invoice_to_read.invoice_id);
    end if;
    return v_invoice;
end;
$$;
comment on function private.invoice_to_read is
    'The invoice, for staff, servers and contacts of its facility, or of who is billed for it, once it was sent. Raises 404 for everybody else.';

-- The contractor's name is the line's description; of a difference it is in it.
create function private.lines_on_paper(invoice_id uuid, credit_note_id uuid)
returns table (
    line_id uuid, kind text, contractor_id uuid, contractor_name text, description text, work_date date, week_start date,
    hours numeric, rate numeric, multiplier numeric, amount numeric, department text, cost_centre text, purchase_order text,
    place bigint, code text, code_title text, quantity numeric, unit text, title text, requisition text,
    worker_number text, started_at text, ended_at text, break_minutes int, break_started_at text)
language sql
stable
set search_path = ''
as $$
    select named.id, named.kind, named.contractor_id, named.contractor_name, named.description, named.work_date,
           named.week_start, named.hours, named.rate, named.multiplier, named.amount, named.department,
           named.cost_centre, named.purchase_order,
           row_number() over (
               order by case named.kind when 'adjustment' then 1 when 'fee' then 2 when 'tax' then 3 else 0 end,
                        named.contractor_name, named.contractor_id, named.department,
                        named.cost_centre, named.purchase_order, named.title, named.requisition, named.week_start,
                        named.kind = 'difference', named.work_date,
                        array_position(array['regular', 'overtime', 'doubletime', 'differential', 'code',
                                             'guarantee'], named.kind),
                        named.code nulls first, named.description, named.created_at, named.id),
           named.code, named.code_title, named.quantity, named.unit, named.title, named.requisition,
           named.worker_number, named.started_at, named.ended_at, named.break_minutes, named.break_started_at
      from (select line.id, line.code,
                   coalesce(paper.names ->> line.code, code.title,
                            paper.names ->> line.premium_rule_id::text, rule.title) as code_title,
                   shown.quantity, said.title, said.requisition, said.worker_number,
                   case when shown.work_date is not null then said.started_at end as started_at,
                   case when shown.work_date is not null then said.ended_at end as ended_at,
                   said.break_minutes, said.break_started_at,
                   case line.kind when 'code' then code.unit when 'differential' then 'hour' when 'guarantee' then 'hour' end as unit,
                   shown.kind, shown.description, shown.work_date, shown.hours, shown.rate,
                   case when shown.hours is not null then line.multiplier end as multiplier,
                   coalesce(credited.amount, line.amount) as amount, line.created_at, line.department, line.cost_centre,
                   purchase_order.number as purchase_order,
                   coalesce(line.contractor_id, assignment.contractor_id) as contractor_id,
                   named.contractor_name, calendar.week_start
              from public.organization_settings as settings
             cross join public.invoice_lines as line
              left join public.time_entries as entry on entry.id = line.time_entry_id
              left join public.assignments as assignment on assignment.id = entry.assignment_id
              left join public.contractors as contractor on contractor.id = line.contractor_id
              left join public.purchase_orders as purchase_order on purchase_order.id = line.purchase_order_id
              left join public.time_codes as code on code.name = line.code
              left join public.premium_rules as rule on rule.id = line.premium_rule_id
              left join public.credit_note_lines as credited
                on credited.invoice_line_id = line.id and credited.credit_note_id = lines_on_paper.credit_note_id
              left join private.invoice_papers as paper on paper.invoice_id = lines_on_paper.invoice_id
              left join private.lines_as_sent(lines_on_paper.invoice_id) as said on said.line_id = line.id
             cross join lateral (
                   select coalesce(paper.names ->> line.contractor_id::text,
                                   contractor.first_name || ' ' || contractor.last_name)) as whose (name)
             cross join lateral (
                   select case line.kind
                              when 'adjustment' then null
                              when 'interest' then null
                              when 'fee' then null
                              when 'tax' then null
                              when 'difference' then whose.name
                              when 'guarantee' then whose.name
                              else line.description end) as named (contractor_name)
             cross join lateral (
                   select coalesce(line.week_start,
                                   line.work_date - (extract(isodow from line.work_date)::int - settings.workweek_starts_on + 7) % 7)
                   ) as calendar (week_start)
             cross join lateral (
                   select case when credited.is_difference then 'difference' else line.kind end as kind,
                          case when credited.is_difference
                               then format('%s, week of %s: difference from what was billed',
                                           named.contractor_name, calendar.week_start)
                               when credited.amount <> line.amount
                               then format('%s, in part of %s', line.description, line.amount)
                               else line.description end as description,
                          case when credited.is_difference is not true then line.work_date end as work_date,
                          case when credited.is_difference is not true and line.hours is not null
                               then case when credited.amount <> line.amount then credited.hours else line.hours end
                               end as hours,
                          case when credited.is_difference is not true and line.quantity is not null
                               then case when credited.amount <> line.amount then credited.hours else line.quantity end
                               end as quantity,
                          case when credited.is_difference is not true
                                    and (credited.amount is null or credited.amount = line.amount
                                         or credited.hours is not null)
                               then line.rate end as rate) as shown
             where line.invoice_id = lines_on_paper.invoice_id
               and (lines_on_paper.credit_note_id is null or credited.credit_note_id is not null)) as named;
$$;
comment on function private.lines_on_paper is
    'The lines of an invoice, or those that a credit note takes back, with as much as it does, in the order of documents; week_start: their workweek; code_title: of a differential the title of its premium; unit: of what quantity counts. Of what was sent all is as it was then.';

-- A PDF of more lines takes longer than the platform gives a function.
create function private.summed_lines_on_paper(invoice_id uuid, credit_note_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_most constant int := 1500;
    v_lines int;
    v_weeks int;
    v_rows int; -- null where nobody is named
begin
    select count(*), count(distinct (line.contractor_id, line.contractor_name, line.week_start))
      into v_lines, v_weeks
      from private.lines_on_paper(summed_lines_on_paper.invoice_id, summed_lines_on_paper.credit_note_id) as line;
    v_rows := case when v_lines <= v_most then v_lines when v_weeks <= v_most then v_weeks end;
    return (
        with line as materialized (
            select * from private.lines_on_paper(
                summed_lines_on_paper.invoice_id, summed_lines_on_paper.credit_note_id)
        ), row (place, content) as (
            select line.place,
                   jsonb_build_object(
                       'kind', line.kind, 'description', line.description, 'work_date', line.work_date,
                       'hours', line.hours::text, 'rate', line.rate::text, 'multiplier', line.multiplier::text,
                       'amount', line.amount::text, 'department', line.department, 'cost_centre', line.cost_centre,
                       'purchase_order', line.purchase_order, 'code_title', line.code_title,
                       'quantity', line.quantity::text, 'unit', line.unit, 'title', line.title,
                       'requisition', line.requisition, 'worker_number', line.worker_number,
                       'started_at', line.started_at, 'ended_at', line.ended_at)
              from line
             where v_lines <= v_most
             union all
            select min(line.place),
                   jsonb_build_object(
                       'contractor_name', case when v_weeks <= v_most then min(line.contractor_name) end,
                       'week_start', line.week_start,
                       'regular_hours', coalesce(sum(line.hours) filter (where line.kind = 'regular'), 0.00)::text,
                       'overtime_hours', coalesce(sum(line.hours) filter (where line.kind = 'overtime'), 0.00)::text,
                       'doubletime_hours', coalesce(sum(line.hours) filter (where line.kind = 'doubletime'), 0.00)::text,
                       'amount', sum(line.amount)::text)
              from line
             where v_lines > v_most
             group by line.week_start,
                      case when v_weeks <= v_most then (line.contractor_id, line.contractor_name)::text end
        ), person as ( -- their lines stand together, before those of nobody
            select line.contractor_name,
                   sum(case when v_lines <= v_most then count(*) else count(distinct line.week_start) end)
                       over (order by max(line.place)) as place,
                   sum(line.hours) as hours, sum(line.amount) as amount
              from line
             where line.contractor_name is not null
             group by line.contractor_name, line.contractor_id
        )
        select jsonb_build_object(
                   'lines', v_lines,
                   'shown', case when v_lines <= v_most then 'lines'
                                 when v_weeks <= v_most then 'contractors_and_weeks'
                                 else 'weeks' end,
                   'rows', coalesce((select jsonb_agg(row.content order by row.place) from row), '[]'),
                   'people', coalesce((
                       select jsonb_agg(
                                  jsonb_build_object(
                                      'contractor_name', person.contractor_name, 'through', person.place,
                                      'hours', coalesce(person.hours, 0.00)::text, 'amount', person.amount::text)
                                  order by person.place)
                         from person
                       having count(*) > 1 and count(*) < v_rows and v_rows + count(*) <= v_most), '[]'),
                   'classes', coalesce((
                       select jsonb_agg(
                                  jsonb_build_object(
                                      'kind', class.kind, 'hours', class.hours::text, 'amount', class.amount::text,
                                      'code_title', class.code_title, 'quantity', class.quantity::text,
                                      'unit', class.unit)
                                  order by array_position(
                                      array['regular', 'overtime', 'doubletime', 'differential', 'code', 'guarantee', 'difference',
                                            'adjustment', 'fee', 'tax'],
                                      class.kind), class.code)
                         from (select line.kind, sum(line.hours) as hours, sum(line.amount) as amount,
                                      case line.kind when 'code' then line.code when 'differential' then line.code_title
                                      end as code,
                                      min(line.code_title) filter (where line.kind in ('code', 'differential'))
                                          as code_title,
                                      sum(line.quantity) as quantity, min(line.unit) as unit
                                 from line
                                group by line.kind,
                                         case line.kind when 'code' then line.code
                                                        when 'differential' then line.code_title end
                              ) as class), '[]')));
end;
$$;
comment on function private.summed_lines_on_paper is
$$Lines as a document shows them: each, or above 1,500 of them summed by contractor and workweek, or where that is still
too much by workweek; and the sums by class, of what is not worked by code, of differentials by premium. Of several people, of
whom somebody has several rows, the sum of each person too, behind the row with the number through, as long as rows and sums
are within 1,500.$$;

revoke execute on function
    private.letterhead_on_paper, private.refuse_unknown_invoice, private.invoice_to_read, private.lines_on_paper,
    private.summed_lines_on_paper
    from public, anon, authenticated, service_role;
