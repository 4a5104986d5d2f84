-- Sums of what invoices bill and batches pay of some days, by as little as is asked for.

-- Rates of burden by employment, state and nth of the days on which one begins: few, whatever is paid.
create function private.burdens(first_days date[])
returns table (employment_type text, state text, nth int, rate numeric)
language sql
stable
parallel safe
set search_path = ''
as $$
    select employment.type, state.name, period.nth, newest.rate
      from (select distinct burden.employment_type as type from public.burden_rates as burden) as employment
     cross join (select coalesce(facility.work_state, '') as name from public.facilities as facility
                  union
                 select '') as state
     cross join generate_series(1, cardinality(burdens.first_days)) as period (nth)
     cross join lateral (
           select burden.rate
             from public.burden_rates as burden
            where burden.employment_type = employment.type
              and burden.effective_from <= burdens.first_days[period.nth]
              and (burden.state is null or burden.state = state.name)
            order by burden.state nulls last, burden.effective_from desc
            limit 1) as newest;
$$;
comment on function private.burdens is
$$Burden of each employment and state ('' = not known) from each of some days on.

first_days: the days on which rates begin, in order.$$;

-- Whole workweeks by private.billed_sums and private.paid_sums; by lines what has no sums there, and the days of a
-- week that the span splits. All functions of ours that these two queries call say that they may stand beside workers.
create function private.profit_parts(
    from_day date, to_day date, by_assignment boolean, by_week boolean, collects boolean)
returns table (
    assignment_id uuid, facility_id uuid, week_start date, hours numeric, billed numeric, unbilled numeric,
    collected numeric, fees numeric, wages numeric, premiums numeric, stipends numeric, codes numeric,
    reimbursements numeric, unpaid numeric, burden numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- what is not asked for is not in the plan
set work_mem = '64MB'
set jit = off
as $$
#variable_conflict use_column
declare
    v_any_week constant date := private.workweek_start(date '2000-01-01');
    v_by_facility constant boolean := not profit_parts.by_assignment and not profit_parts.by_week;
    v_has_fees constant boolean := exists (select from public.facility_fees);
    v_by_invoice constant boolean := v_has_fees or profit_parts.collects;
    v_first_days constant date[] := array(
        select distinct burden.effective_from from public.burden_rates as burden order by burden.effective_from);
    -- The whole workweeks of the span: none where the last day is before the first.
    v_first constant date := profit_parts.from_day + ((v_any_week - profit_parts.from_day) % 7 + 7) % 7;
    v_last constant date := profit_parts.to_day - ((profit_parts.to_day + 1 - v_any_week) % 7 + 7) % 7;
    v_bare_ids uuid[]; -- without sums
    v_split_ids uuid[]; -- with a week that the span splits
begin
    v_bare_ids := array(
        select invoice.id
          from public.invoices as invoice
         where invoice.status <> 'void'
           and invoice.kind not in ('opening', 'interest')
           and (select kept.id from private.billed_sums as kept where kept.invoice_id = invoice.id limit 1) is null);
    v_split_ids := array(
        select distinct kept.invoice_id
          from private.billed_sums as kept
         where kept.week_start between profit_parts.from_day - 6 and v_first - 1
            or kept.week_start between v_last - 5 and profit_parts.to_day);
    return query
    with received as materialized ( -- money, and neither credits nor what was written off
        select payment.invoice_id, sum(payment.amount) as amount
          from public.payments as payment
         where profit_parts.collects
           and payment.source = 'reconciliation'
           and payment.component in ('principal', 'write_off')
           and payment.reversed_at is null
         group by payment.invoice_id
    ), collected as materialized (
        select received.invoice_id,
               -- Less what notes gave back: that pays another invoice. What they paid of this one gave nothing back.
               greatest(0, least(1, (received.amount - coalesce(credited.given_back, 0))
                                    / nullif(invoice.total - coalesce(credited.amount, 0), 0))) as share
          from received
          join public.invoices as invoice on invoice.id = received.invoice_id
          left join (select note.invoice_id, sum(note.amount) as amount,
                            sum(note.amount - coalesce(paid.amount, 0)) as given_back
                       from public.credit_notes as note
                       left join (select payment.credit_note_id, sum(payment.amount) as amount
                                    from public.payments as payment
                                   where payment.credit_note_id is not null
                                   group by payment.credit_note_id) as paid on paid.credit_note_id = note.id
                      group by note.invoice_id) as credited on credited.invoice_id = received.invoice_id
    ), summed as materialized ( -- by invoice where that is asked for
        select case when profit_parts.by_assignment then kept.assignment_id end as assignment_id,
               case when v_by_facility then invoice.facility_id end as facility_id,
               case when profit_parts.by_week then kept.week_start end as week_start,
               case when v_by_invoice then kept.invoice_id end as invoice_id,
               sum(kept.hours) as hours, sum(kept.amount) as amount, null::numeric as unbilled
          from private.billed_sums as kept
          join public.invoices as invoice on invoice.id = kept.invoice_id and invoice.status <> 'void'
         where kept.week_start between v_first and v_last - 6
           and not (profit_parts.by_assignment and v_by_invoice)
         group by 1, 2, 3, 4
         union all -- as they are kept: an invoice and assignment has one, seldom more
        select kept.assignment_id, null, case when profit_parts.by_week then kept.week_start end, kept.invoice_id,
               kept.hours, kept.amount, null
          from private.billed_sums as kept
          join public.invoices as invoice on invoice.id = kept.invoice_id and invoice.status <> 'void'
         where kept.week_start between v_first and v_last - 6
           and profit_parts.by_assignment and v_by_invoice
         union all
        select case when profit_parts.by_assignment then part.assignment_of_time end,
               case when v_by_facility then part.facility_id end,
               case when profit_parts.by_week
                    then part.work_date - ((part.work_date - v_any_week) % 7 + 7) % 7 end,
               case when v_by_invoice then part.invoice_id end,
               sum(part.hours), sum(part.amount), sum(part.amount) filter (where part.is_estimated)
          from private.billed_parts as part
         where part.invoice_id = any (v_bare_ids || v_split_ids)
           and part.work_date between profit_parts.from_day and profit_parts.to_day
           and (part.work_date < v_first or part.work_date > v_last or part.invoice_id = any (v_bare_ids))
         group by 1, 2, 3, 4
         union all
        select case when profit_parts.by_assignment then part.assignment_id end,
               case when v_by_facility then part.facility_id end,
               case when profit_parts.by_week then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end,
               case when v_by_invoice then part.invoice_id end,
               sum(part.hours), sum(part.amount), sum(part.amount) filter (where part.is_estimated)
          from private.billed_parts as part
         where part.work_date is null
           and part.day between profit_parts.from_day and profit_parts.to_day
         group by 1, 2, 3, 4
    ), fee as materialized ( -- of these invoices alone, one by one
        select charged.*
          from (select summed.invoice_id from summed where v_has_fees
                 union
                select invoice.id from public.invoices as invoice
                 where v_has_fees and invoice.period_end between profit_parts.from_day and profit_parts.to_day)
               as named
         cross join lateral (
               select shared.* from private.fee_shares as shared where shared.invoice_id = named.invoice_id
               offset 0) as charged
    )
    select summed.assignment_id, summed.facility_id, summed.week_start, summed.hours, summed.amount,
           summed.unbilled * (1 + coalesce(fee.share, 0)),
           (summed.amount - coalesce(summed.unbilled, 0)) * collected.share,
           -summed.amount * fee.share, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
           null::numeric, null::numeric
      from summed
      left join fee on fee.invoice_id = summed.invoice_id
      left join collected on collected.invoice_id = summed.invoice_id
     union all -- few are credited
    select credited.assignment_id, credited.facility_id, credited.week_start, null, -credited.amount, null,
           -credited.amount * collected.share, credited.amount * fee.share, null, null, null, null, null, null, null
      from (select case when profit_parts.by_assignment then part.assignment_id end as assignment_id,
                   case when v_by_facility then part.facility_id end as facility_id,
                   case when profit_parts.by_week
                        then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end as week_start,
                   part.invoice_id, sum(taken.amount) as amount
              from public.credit_note_lines as taken
              join private.billed_parts as part on part.invoice_line_id = taken.invoice_line_id
             where part.day between profit_parts.from_day and profit_parts.to_day
             group by 1, 2, 3, 4) as credited
      left join fee on fee.invoice_id = credited.invoice_id and fee.is_of_what_is_left
      left join collected on collected.invoice_id = credited.invoice_id
     union all
    select null, case when v_by_facility then fee.facility_id end,
           case when profit_parts.by_week then fee.period_end - ((fee.period_end - v_any_week) % 7 + 7) % 7 end,
           null, null, case when fee.is_estimated then fee.amount end, null, -fee.amount,
           null, null, null, null, null, null, null
      from fee
     where fee.share is null
       and fee.period_end between profit_parts.from_day and profit_parts.to_day;

    v_bare_ids := array(
        select batch.id
          from public.payroll_batches as batch
         where batch.status = 'closed'
           and not exists (select from private.paid_sums as kept where kept.payroll_batch_id = batch.id));
    v_split_ids := array(
        select distinct kept.payroll_batch_id
          from private.paid_sums as kept
         where kept.week_start between profit_parts.from_day - 6 and profit_parts.from_day - 1
            or kept.week_start between profit_parts.to_day - 5 and profit_parts.to_day);
    return query
    with estimate as materialized ( -- each is as much work as all of the rest: workers do both at once
        select case when profit_parts.by_assignment then part.assignment_id end as assignment_id,
               case when v_by_facility then part.facility_id end as facility_id,
               case when profit_parts.by_week
                    then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end as week_start,
               null::text as state, null::text as employment_type, null::text as kind,
               null::boolean as is_reimbursement, null::int as nth, sum(part.amount) as amount, sum(part.hours) as hours,
               sum(part.fees) as fees
          from private.unbilled_parts(profit_parts.from_day, profit_parts.to_day) as part
         group by 1, 2, 3
         union all
        select case when profit_parts.by_assignment then part.assignment_id end,
               case when v_by_facility then assignment.facility_id end,
               case when profit_parts.by_week then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end,
               coalesce(facility.work_state, ''), part.employment_type, part.kind, part.is_reimbursement,
               width_bucket(part.week_start + 6, v_first_days), sum(part.amount), null, null
          from private.unpaid_parts(profit_parts.from_day, profit_parts.to_day) as part
          left join public.assignments as assignment on assignment.id = part.assignment_id
          left join public.facilities as facility on facility.id = assignment.facility_id
         group by 1, 2, 3, 4, 5, 6, 7, 8
    ), line as materialized ( -- summed by the few kinds first
        select case when profit_parts.by_assignment then part.assignment_id end as assignment_id,
               case when v_by_facility then assignment.facility_id end as facility_id,
               case when profit_parts.by_week
                    then part.week_start + 6 - ((part.week_start + 6 - v_any_week) % 7 + 7) % 7 end as week_start,
               coalesce(facility.work_state, '') as state, part.employment_type, part.kind, part.is_reimbursement,
               width_bucket(part.week_start + 6, v_first_days) as nth, sum(part.amount) as amount,
               false as is_estimated
          from private.paid_parts as part
          left join public.assignments as assignment on assignment.id = part.assignment_id
          left join public.facilities as facility on facility.id = assignment.facility_id
         where part.payroll_batch_id = any (v_bare_ids || v_split_ids)
           and part.day between profit_parts.from_day and profit_parts.to_day
           and part.week_start between profit_parts.from_day - 6 and profit_parts.to_day
           and (part.week_start < profit_parts.from_day or part.week_start > profit_parts.to_day - 6
                or part.payroll_batch_id = any (v_bare_ids))
         group by 1, 2, 3, 4, 5, 6, 7, 8
         union all
        select estimate.assignment_id, estimate.facility_id, estimate.week_start, estimate.state,
               estimate.employment_type, estimate.kind, estimate.is_reimbursement, estimate.nth, estimate.amount, true
          from estimate
         where estimate.kind is not null
         union all
        select null::uuid, null::uuid,
               case when profit_parts.by_week then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end,
               part.state, part.employment_type, part.kind, part.is_reimbursement, width_bucket(part.day, v_first_days),
               sum(part.amount), false
          from private.settled_parts as part
         where part.day between profit_parts.from_day and profit_parts.to_day
         group by 1, 2, 3, 4, 5, 6, 7, 8
    ), kind as materialized ( -- named once each
        select known.kind, known.is_reimbursement, private.part_of_pay(known.kind, known.is_reimbursement) as part
          from (select distinct line.kind, line.is_reimbursement from line) as known
    ), rated as materialized (
        select burden.* from private.burdens(v_first_days) as burden
    ), pay as (
        select case when profit_parts.by_assignment then kept.assignment_id end as assignment_id,
               case when v_by_facility then assignment.facility_id end as facility_id,
               case when profit_parts.by_week
                    then kept.week_start + 6 - ((kept.week_start + 6 - v_any_week) % 7 + 7) % 7 end as week_start,
               coalesce(facility.work_state, '') as state, kept.employment_type,
               width_bucket(kept.week_start + 6, v_first_days) as nth, sum(kept.wages) as wages,
               sum(kept.premiums) as premiums, sum(kept.stipends) as stipends, sum(kept.codes) as codes,
               sum(kept.reimbursements) as reimbursements,
               sum(kept.wages + kept.premiums + kept.stipends + kept.codes) as burdened, null::numeric as unpaid
          from private.paid_sums as kept
          left join public.assignments as assignment on assignment.id = kept.assignment_id
          left join public.facilities as facility on facility.id = assignment.facility_id
         where kept.week_start between profit_parts.from_day and profit_parts.to_day - 6
         group by 1, 2, 3, 4, 5, 6
         union all
        select line.assignment_id, line.facility_id, line.week_start, line.state, line.employment_type, line.nth,
               case when kind.part = 'wages' then line.amount end,
               case when kind.part = 'premiums' then line.amount end,
               case when kind.part = 'stipends' then line.amount end,
               case when kind.part = 'codes' then line.amount end,
               case when kind.part = 'reimbursements' then line.amount end,
               case when not line.is_reimbursement then line.amount end,
               case when line.is_estimated then line.amount end
          from line
          join kind on kind.kind = line.kind and kind.is_reimbursement = line.is_reimbursement
    )
    select pay.assignment_id, pay.facility_id, pay.week_start, null::numeric, null::numeric, null::numeric,
           null::numeric, null::numeric, pay.wages, pay.premiums, pay.stipends, pay.codes, pay.reimbursements,
           pay.unpaid, pay.burdened * rated.rate -- reimbursements bear none
      from pay
      left join rated
        on rated.employment_type = pay.employment_type
       and rated.state = pay.state
       and rated.nth = pay.nth
     union all
    select estimate.assignment_id, estimate.facility_id, estimate.week_start, estimate.hours, estimate.amount,
           estimate.amount - coalesce(estimate.fees, 0), null, estimate.fees, null, null, null, null, null, null, null
      from estimate
     where estimate.kind is null;
end;
$$;
comment on function private.profit_parts is
$$Sums of gross profit, in several rows of a key, whose columns add up. Null is nothing. Fees, burden and what is not
billed are not rounded yet.

by_assignment, by_week: whether these are told apart; else they are null. facility_id: null if either is.
collects: whether to look at what was paid of invoices; else collected says nothing.$$;

revoke execute on function private.burdens, private.profit_parts
    from public, anon, authenticated, service_role;
