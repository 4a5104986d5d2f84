-- Approved time that no invoice of those days bills: what it comes to today.
create function private.accrued_revenue(on_day date)
returns table (account text, amount numeric, facility_id uuid, contractor_id uuid)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_timezone constant text := private.operating_timezone();
    v_entry_ids uuid[];
    v_contractor_ids uuid[];
    v_week_starts date[];
begin
    select array_agg(entry.id) into v_entry_ids
      from public.time_entries as entry
     where entry.is_payable
       and entry.work_date <= accrued_revenue.on_day
       and not exists (
           select from public.invoice_lines as line
            where line.time_entry_id = entry.id and line.released_at is null);
    select array_agg(week.contractor_id), array_agg(week.start)
      into v_contractor_ids, v_week_starts
      from (select distinct assignment.contractor_id, private.workweek_start(entry.work_date)
              from unnest(v_entry_ids) as unbilled (id)
              join public.time_entries as entry on entry.id = unbilled.id
              join public.assignments as assignment on assignment.id = entry.assignment_id
           ) as week (contractor_id, start);
    return query
    with standing as ( -- time that an invoice billed on the day, whatever became of it
        select line.time_entry_id
          from public.invoices as invoice
          join public.invoice_lines as line on line.invoice_id = invoice.id
          left join public.credit_note_lines as credited on credited.invoice_line_id = line.id
          left join public.credit_notes as note
            on note.id = credited.credit_note_id and note.counts_on <= accrued_revenue.on_day
         where invoice.sent_at is not null
           and invoice.issue_date <= accrued_revenue.on_day
           and line.released_at is not null
           and (invoice.voided_at is null
                or (invoice.voided_at at time zone v_timezone)::date > accrued_revenue.on_day)
           and note.id is null
    ), worked as (
        select line.time_entry_id, line.kind, line.amount
          from public.invoices as invoice
          join public.invoice_lines as line on line.invoice_id = invoice.id
         where (invoice.issue_date is null or invoice.issue_date > accrued_revenue.on_day)
           and line.time_entry_id is not null
           and line.released_at is null
           and line.work_date <= accrued_revenue.on_day
         union all
        select priced.time_entry_id, priced.kind, priced.amount
          from private.priced_time(v_contractor_ids, v_week_starts, v_entry_ids) as priced
         where priced.time_entry_id = any (v_entry_ids)
    )
    select 'revenue_' || worked.kind, sum(worked.amount), assignment.facility_id, assignment.contractor_id
      from worked
      join public.time_entries as entry on entry.id = worked.time_entry_id
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where worked.time_entry_id not in (
           select standing.time_entry_id from standing where standing.time_entry_id is not null)
     group by worked.kind, assignment.facility_id, assignment.contractor_id;
end;
$$;
comment on function private.accrued_revenue is
    'What approved time up to a day comes to that no invoice issued by then bills: on later invoices and drafts by their lines, else at today''s rates.';

revoke execute on function private.accrued_revenue from public, anon, authenticated, service_role;
