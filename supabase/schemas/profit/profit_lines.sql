-- A row for each line of an invoice and of a batch, and for what is not there yet.
create function private.profit_lines(from_day date, to_day date)
returns table (
    row_id uuid, assignment_id uuid, facility_id uuid, contractor_id uuid, day date, part text, hours numeric,
    billed numeric, is_estimated boolean, fees numeric, pay_part text, pay numeric, burden numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
#variable_conflict use_column
declare
    v_has_fees constant boolean := exists (select from public.facility_fees);
    v_charged_ids uuid[];
    v_first_days constant date[] := array(
        select distinct burden.effective_from from public.burden_rates as burden order by burden.effective_from);
begin
    if v_has_fees then -- a year of lines is not kept for the sake of it
        select array_agg(named.invoice_id)
          into v_charged_ids
          from (select part.invoice_id
                  from private.billed_parts as part
                 where part.day between profit_lines.from_day and profit_lines.to_day
                 union
                select invoice.id
                  from public.invoices as invoice
                 where invoice.period_end between profit_lines.from_day and profit_lines.to_day) as named;
    end if;
    return query
    with fee as materialized ( -- of these invoices alone, one by one
        select charged.*
          from unnest(v_charged_ids) as named (invoice_id)
         cross join lateral (
               select shared.* from private.fee_shares as shared where shared.invoice_id = named.invoice_id
               offset 0) as charged
    ), bare as (
        select part.invoice_line_id, part.invoice_id, part.assignment_id, part.facility_id, part.day, part.kind,
               part.hours, part.amount - coalesce(credited.amount, 0) as amount, part.amount as gross, part.is_estimated
          from private.billed_parts as part
          left join (select taken.invoice_line_id, sum(taken.amount) as amount
                       from public.credit_note_lines as taken
                      group by taken.invoice_line_id) as credited on credited.invoice_line_id = part.invoice_line_id
         where part.day between profit_lines.from_day and profit_lines.to_day
    )
    select bare.invoice_line_id, bare.assignment_id, bare.facility_id, null::uuid, bare.day, bare.kind, bare.hours,
           bare.amount, bare.is_estimated,
           -case when fee.is_of_what_is_left then bare.amount else bare.gross end * fee.share,
           null::text, null::numeric, null::numeric
      from bare
      left join fee on fee.invoice_id = bare.invoice_id
     union all
    select line.id, null, fee.facility_id, null, fee.period_end, line.kind, null, null, fee.is_estimated,
           coalesce(credited.amount, 0.00) - line.amount, null, null, null
      from fee
      join public.invoice_lines as line on line.invoice_id = fee.invoice_id and line.fee_id is not null
     cross join lateral (
           select sum(taken.amount) as amount
             from public.credit_note_lines as taken
            where taken.invoice_line_id = line.id) as credited
     where fee.share is null
       and fee.period_end between profit_lines.from_day and profit_lines.to_day;

    return query
    select null::uuid, part.assignment_id, part.facility_id, null::uuid, part.day, part.kind, part.hours,
           part.amount, true, part.fees, null::text, null::numeric, null::numeric
      from private.unbilled_parts(profit_lines.from_day, profit_lines.to_day) as part;

    return query
    with rated as materialized (
        select burden.* from private.burdens(v_first_days) as burden
    ), line as materialized (
        select part.payroll_line_id, part.assignment_id, part.contractor_id, part.employment_type,
               part.day, part.week_start + 6 as last_day, part.kind, part.is_reimbursement, part.amount,
               false as is_estimated, null::text as state
          from private.paid_parts as part
         where part.week_start between profit_lines.from_day - 6 and profit_lines.to_day
           and part.day between profit_lines.from_day and profit_lines.to_day
         union all
        select null, part.assignment_id, part.contractor_id, part.employment_type, part.day, part.week_start + 6,
               part.kind, part.is_reimbursement, part.amount, true, null
          from private.unpaid_parts(profit_lines.from_day, profit_lines.to_day) as part
         union all
        select part.settlement_id, null, part.contractor_id, part.employment_type, part.day, part.day, part.kind,
               part.is_reimbursement, part.amount, false, part.state
          from private.settled_parts as part
         where part.day between profit_lines.from_day and profit_lines.to_day
    ), kind as materialized ( -- named once each
        select known.kind, known.is_reimbursement, private.part_of_pay(known.kind, known.is_reimbursement) as part
          from (select distinct line.kind, line.is_reimbursement from line) as known
    )
    select line.payroll_line_id, line.assignment_id, assignment.facility_id, line.contractor_id, line.day, line.kind,
           null::numeric, null::numeric, line.is_estimated, null::numeric,
           kind.part, line.amount,
           case when not line.is_reimbursement then line.amount * rated.rate end
      from line
      join kind on kind.kind = line.kind and kind.is_reimbursement = line.is_reimbursement
      left join public.assignments as assignment on assignment.id = line.assignment_id
      left join public.facilities as facility on facility.id = assignment.facility_id
      left join rated
        on rated.employment_type = line.employment_type
       and rated.state = coalesce(line.state, facility.work_state, '')
       and rated.nth = width_bucket(line.last_day, v_first_days);
end;
$$;
comment on function private.profit_lines is
$$Gross profit line by line, of invoices, of batches, and of what is not billed or paid yet (row_id null).

Fees and burden are not rounded.$$;

revoke execute on function private.profit_lines from public, anon, authenticated, service_role;
