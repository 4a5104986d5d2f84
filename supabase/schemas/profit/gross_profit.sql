-- Gross profit: what work of some days brings before the firm's own costs. docs/profit.md says what counts on which
-- day.

-- Rates of burden by employment, state and nth of the days on which one begins: few, whatever is paid.
create function private.burdens(first_days date[])
returns table (employment_type text, state text, nth int, rate numeric)
language sql
stable
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
    'Burden of each employment and state ('''' = not known) from each of some days on, the days on which rates begin, in order.';

create type private.summed_pay as (
    assignment_id uuid, facility_id uuid, week_start date, employment_type text, kind text, pay_kind text, nth int,
    amount numeric, is_estimated boolean);
comment on type private.summed_pay is
    'Pay of one kind, summed. nth: of which of the days on which rates of burden begin, 0 = before the first.';

-- One pass over the lines of invoices and one over those of batches, summed by as little as is asked for. Nothing in
-- these two queries calls functions of ours, so that they may run in parallel.
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
    v_has_fees constant boolean := exists (select from public.facility_fees);
    v_first_days constant date[] := array(
        select distinct burden.effective_from from public.burden_rates as burden order by burden.effective_from);
    v_pay private.summed_pay[];
begin
    return query
    with charged as materialized ( -- fees of an invoice, less what was credited of them
        select line.invoice_id, sum(line.amount - coalesce(credited.amount, 0)) as amount
          from public.invoice_lines as line
          left join (select taken.invoice_line_id, sum(taken.amount) as amount
                       from public.credit_note_lines as taken
                      group by taken.invoice_line_id) as credited
            on credited.invoice_line_id = line.id
         where v_has_fees and line.fee_id is not null
         group by line.invoice_id
    ), fee as materialized ( -- all lines of an invoice bear its fees alike
        select charged.invoice_id, charged.amount / nullif(sum(line.amount), 0) as share
          from charged
          join public.invoice_lines as line
            on line.invoice_id = charged.invoice_id and line.kind not in ('interest', 'fee', 'tax')
         group by charged.invoice_id, charged.amount
    ), received as materialized ( -- money, and neither credits nor what was written off
        select payment.invoice_id, sum(payment.amount) as amount
          from public.payments as payment
         where profit_parts.collects
           and payment.source = 'reconciliation'
           and payment.component in ('principal', 'write_off')
           and payment.reversed_at is null
         group by payment.invoice_id
    ), collected as materialized (
        select received.invoice_id,
               least(1, received.amount / nullif(invoice.total - coalesce(credited.amount, 0), 0)) as share
          from received
          join public.invoices as invoice on invoice.id = received.invoice_id
          left join (select note.invoice_id, sum(note.amount) as amount
                       from public.credit_notes as note
                      group by note.invoice_id) as credited on credited.invoice_id = received.invoice_id
    ), summed as ( -- by invoice where that is asked for
        select case when profit_parts.by_assignment then part.assignment_id end as assignment_id, part.facility_id,
               case when profit_parts.by_week
                    then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end as week_start,
               case when v_has_fees or profit_parts.collects then part.invoice_id end as invoice_id,
               sum(part.hours) as hours, sum(part.amount) as amount,
               sum(part.amount) filter (where part.is_estimated) as unbilled
          from private.billed_parts as part
         where part.day between profit_parts.from_day and profit_parts.to_day
         group by 1, 2, 3, 4
    )
    select summed.assignment_id, summed.facility_id, summed.week_start, sum(summed.hours), sum(summed.amount),
           sum(summed.unbilled), sum((summed.amount - coalesce(summed.unbilled, 0)) * collected.share),
           -sum(summed.amount * fee.share), null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
           null::numeric, null::numeric
      from summed
      left join fee on fee.invoice_id = summed.invoice_id
      left join collected on collected.invoice_id = summed.invoice_id
     group by summed.assignment_id, summed.facility_id, summed.week_start;

    return query -- few are credited
    select case when profit_parts.by_assignment then part.assignment_id end, part.facility_id,
           case when profit_parts.by_week then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end,
           null::numeric, -taken.amount, null::numeric,
           case when profit_parts.collects then -taken.amount * coalesce(received.share, 0) end,
           null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
           null::numeric
      from public.credit_note_lines as taken
      join private.billed_parts as part on part.invoice_line_id = taken.invoice_line_id
      left join lateral (
           select least(1, sum(payment.amount) / nullif((
                      select invoice.total - sum(note.amount)
                        from public.invoices as invoice
                        join public.credit_notes as note on note.invoice_id = invoice.id
                       where invoice.id = part.invoice_id
                       group by invoice.total), 0)) as share
             from public.payments as payment
            where profit_parts.collects
              and payment.invoice_id = part.invoice_id
              and payment.source = 'reconciliation'
              and payment.component in ('principal', 'write_off')
              and payment.reversed_at is null) as received on true
     where part.day between profit_parts.from_day and profit_parts.to_day;

    return query
    with unbilled as (
        select part.* from private.unbilled_parts(profit_parts.from_day, profit_parts.to_day) as part
    )
    select case when profit_parts.by_assignment then unbilled.assignment_id end, unbilled.facility_id,
           case when profit_parts.by_week then unbilled.day - ((unbilled.day - v_any_week) % 7 + 7) % 7 end,
           sum(unbilled.hours), sum(unbilled.amount), sum(unbilled.amount), null::numeric, null::numeric, null::numeric,
           null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric
      from unbilled
     group by 1, 2, 3;

    -- Into a variable first: beside a function of ours the query would not run in parallel.
    v_pay := array(
    with line as (
        select part.assignment_id, part.employment_type, part.kind, part.pay_kind, part.week_start + 6 as day,
               part.amount
          from private.paid_parts as part
         where part.week_start between profit_parts.from_day - 6 and profit_parts.to_day
           -- Time is looked at of the weeks alone that a first or last day splits.
           and case when part.week_start >= profit_parts.from_day and part.week_start + 6 <= profit_parts.to_day
                    then true
                    else coalesce(
                             (select entry.work_date
                                from public.time_entries as entry
                               where entry.id = part.time_entry_id),
                             part.week_start + 6) between profit_parts.from_day and profit_parts.to_day end
    ), paid as ( -- summed by the few kinds first
        select case when profit_parts.by_assignment then line.assignment_id end as assignment_id,
               assignment.facility_id,
               case when profit_parts.by_week then line.day - ((line.day - v_any_week) % 7 + 7) % 7 end as week_start,
               line.employment_type, line.kind, line.pay_kind, width_bucket(line.day, v_first_days) as nth,
               sum(line.amount) as amount
          from line
          left join public.assignments as assignment on assignment.id = line.assignment_id
         group by 1, 2, 3, 4, 5, 6, 7
    )
    select row(paid.assignment_id, paid.facility_id, paid.week_start, paid.employment_type, paid.kind, paid.pay_kind,
               paid.nth, paid.amount, false)::private.summed_pay
      from paid);
    return query
    select * from private.parts_of_pay(v_pay, v_first_days);

    return query
    select * from private.parts_of_pay(array(
               select row(case when profit_parts.by_assignment then part.assignment_id end, assignment.facility_id,
                          case when profit_parts.by_week then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end,
                          part.employment_type, part.kind, part.pay_kind,
                          width_bucket(part.week_start + 6, v_first_days), sum(part.amount), true)::private.summed_pay
                 from private.unpaid_parts(profit_parts.from_day, profit_parts.to_day) as part
                 left join public.assignments as assignment on assignment.id = part.assignment_id
                group by case when profit_parts.by_assignment then part.assignment_id end, assignment.facility_id,
                         case when profit_parts.by_week then part.day - ((part.day - v_any_week) % 7 + 7) % 7 end,
                         part.employment_type, part.kind, part.pay_kind,
                         width_bucket(part.week_start + 6, v_first_days)), v_first_days);

    return query -- an overpayment that the firm lets go is pay after all, as in the journal
    select null::uuid, null::uuid,
           case when profit_parts.by_week
                then settlement.week_start + 6 - ((settlement.week_start + 6 - v_any_week) % 7 + 7) % 7 end,
           null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, sum(settlement.amount),
           null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric
      from public.overpayment_settlements as settlement
     where settlement.kind <> 'check'
       and settlement.taken_back_on is null
       and settlement.week_start + 6 between profit_parts.from_day and profit_parts.to_day
     group by 3;
end;
$$;
comment on function private.profit_parts is
$$Sums of gross profit, in several rows of a key, whose columns add up. Null is nothing. Fees and burden are not
rounded yet.

by_assignment, by_week: whether these are told apart; else they are null.
collects: whether to look at what was paid of invoices; else collected says nothing.$$;

-- Reimbursements bear no burden.
create function private.parts_of_pay(pay private.summed_pay[], first_days date[])
returns table (
    assignment_id uuid, facility_id uuid, week_start date, hours numeric, billed numeric, unbilled numeric,
    collected numeric, fees numeric, wages numeric, premiums numeric, stipends numeric, codes numeric,
    reimbursements numeric, unpaid numeric, burden numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
begin
    return query
    with rated as materialized (
        select burden.* from private.burdens(parts_of_pay.first_days) as burden
    ), line as (
        select paid.*, private.part_of_pay(paid.kind, paid.pay_kind) as part from unnest(parts_of_pay.pay) as paid
    )
    select line.assignment_id, line.facility_id, line.week_start, null::numeric, null::numeric, null::numeric,
           null::numeric, null::numeric,
           sum(line.amount) filter (where line.part = 'wages'),
           sum(line.amount) filter (where line.part = 'premiums'),
           sum(line.amount) filter (where line.part = 'stipends'),
           sum(line.amount) filter (where line.part = 'codes'),
           sum(line.amount) filter (where line.part = 'reimbursements'),
           sum(line.amount) filter (where line.is_estimated),
           sum(line.amount * rated.rate) filter (where line.part <> 'reimbursements')
      from line
      left join public.facilities as facility on facility.id = line.facility_id
      left join rated
        on rated.employment_type = line.employment_type
       and rated.state = coalesce(facility.work_state, '')
       and rated.nth = line.nth
     group by line.assignment_id, line.facility_id, line.week_start;
end;
$$;
comment on function private.parts_of_pay is
    'Pay that was summed by kind, in the columns of profit_parts, with its burden. first_days: the days on which rates of burden begin; nth of the pay counts among them, 0 = before the first.';

-- Readers of the books see all commissions, others of the staff their own.
create function private.sees_commissions()
returns boolean
language sql
stable
set search_path = ''
as $$
    select private.caller() <> 'authenticated' or (private.has_role('billing') and private.has_role('payroll'));
$$;
comment on function private.sees_commissions is 'True if the caller is a server, an admin, or staff with both roles, billing and payroll.';

create function private.profit_by_recruiter(from_day date, to_day date)
returns table (
    row_id uuid, name text, hours numeric, billed numeric, unbilled numeric, fees numeric, wages numeric,
    premiums numeric, stipends numeric, codes numeric, reimbursements numeric, unpaid numeric, burden numeric,
    collected numeric, collected_profit numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
begin
    return query
    with week as materialized (
        select part.assignment_id, part.week_start, coalesce(sum(part.hours), 0) as hours,
               coalesce(sum(part.billed), 0) as billed, coalesce(sum(part.unbilled), 0) as unbilled,
               coalesce(sum(part.fees), 0) as fees, coalesce(sum(part.wages), 0) as wages,
               coalesce(sum(part.premiums), 0) as premiums, coalesce(sum(part.stipends), 0) as stipends,
               coalesce(sum(part.codes), 0) as codes, coalesce(sum(part.reimbursements), 0) as reimbursements,
               coalesce(sum(part.unpaid), 0) as unpaid, coalesce(sum(part.burden), 0) as burden,
               coalesce(sum(part.collected), 0) as collected
          from private.profit_parts(profit_by_recruiter.from_day, profit_by_recruiter.to_day, true, true, true) as part
         group by part.assignment_id, part.week_start
    ), division as materialized (
        select turn.assignment_id, turn.effective_from,
               lead(turn.effective_from, 1, 'infinity') over (
                   partition by turn.assignment_id order by turn.effective_from) as until_day
          from (select distinct recruiter.assignment_id, recruiter.effective_from
                  from public.assignment_recruiters as recruiter) as turn
    ), share as materialized ( -- what is left is nobody's
        select recruiter.assignment_id, recruiter.effective_from, recruiter.staff_member_id, recruiter.share
          from public.assignment_recruiters as recruiter
         where recruiter.share > 0
         union all
        select recruiter.assignment_id, recruiter.effective_from, null, 1 - sum(recruiter.share)
          from public.assignment_recruiters as recruiter
         group by recruiter.assignment_id, recruiter.effective_from
        having sum(recruiter.share) < 1
    ), shared as (
        select share.staff_member_id, coalesce(share.share, 1) as share, week.*,
               least(1, greatest(0, week.collected / nullif(week.billed, 0))) as collected_share
          from week
          left join division
            on division.assignment_id = week.assignment_id
           and week.week_start + 6 >= division.effective_from
           and week.week_start + 6 < division.until_day
          left join share
            on share.assignment_id = division.assignment_id and share.effective_from = division.effective_from
    )
    select shared.staff_member_id, member.name, sum(shared.share * shared.hours), sum(shared.share * shared.billed),
           sum(shared.share * shared.unbilled), sum(shared.share * shared.fees), sum(shared.share * shared.wages),
           sum(shared.share * shared.premiums), sum(shared.share * shared.stipends), sum(shared.share * shared.codes),
           sum(shared.share * shared.reimbursements), sum(shared.share * shared.unpaid),
           sum(shared.share * shared.burden),
           sum(shared.share * shared.collected),
           sum(shared.share * coalesce(shared.collected_share, 0)
               * (shared.billed - shared.fees - shared.wages - shared.premiums - shared.stipends - shared.codes
                  - shared.reimbursements - shared.burden))
      from shared
      left join public.staff_members as member on member.id = shared.staff_member_id
     group by shared.staff_member_id, member.id;
end;
$$;
comment on function private.profit_by_recruiter is
    'Gross profit by recruiter, not rounded. collected_profit: of each assignment and week the share of what it bills that was collected.';

create function private.profit_by(from_day date, to_day date, by text)
returns table (
    row_id uuid, name text, day date, hours numeric, billed numeric, unbilled numeric, fees numeric, wages numeric,
    premiums numeric, stipends numeric, codes numeric, reimbursements numeric, unpaid numeric, burden numeric)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
begin
    return query
    with part as (
        select case profit_by.by when 'assignment' then parted.assignment_id
                                 when 'facility' then parted.facility_id
                                 when 'customer' then coalesce(facility.bill_to_facility_id, facility.id) end as row_id,
               parted.*
          from private.profit_parts(
                   profit_by.from_day, profit_by.to_day, profit_by.by = 'assignment', profit_by.by = 'week', false)
               as parted
          left join public.facilities as facility on facility.id = parted.facility_id
    ), summed as (
        select part.row_id, part.week_start, sum(part.hours) as hours, sum(part.billed) as billed,
               sum(part.unbilled) as unbilled, sum(part.fees) as fees, sum(part.wages) as wages,
               sum(part.premiums) as premiums, sum(part.stipends) as stipends, sum(part.codes) as codes,
               sum(part.reimbursements) as reimbursements, sum(part.unpaid) as unpaid, sum(part.burden) as burden
          from part
         group by part.row_id, part.week_start
    )
    select summed.row_id,
           case when profit_by.by = 'assignment'
                then contractor.first_name || ' ' || contractor.last_name || ' at ' || place.name
                else named.name end,
           summed.week_start, summed.hours, summed.billed, summed.unbilled, summed.fees, summed.wages, summed.premiums,
           summed.stipends, summed.codes, summed.reimbursements, summed.unpaid, summed.burden
      from summed
      left join public.facilities as named on named.id = summed.row_id
      left join public.assignments as assignment on assignment.id = summed.row_id
      left join public.contractors as contractor on contractor.id = assignment.contractor_id
      left join public.facilities as place on place.id = assignment.facility_id;
end;
$$;
comment on function private.profit_by is
    'Gross profit by assignment, facility, customer or week, not rounded. Null is nothing.';

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
    v_first_days constant date[] := array(
        select distinct burden.effective_from from public.burden_rates as burden order by burden.effective_from);
begin
    return query
    with bare as (
        select part.invoice_line_id, part.invoice_id, part.assignment_id, part.facility_id, part.day, part.kind,
               part.hours, part.amount - coalesce(credited.amount, 0) as amount, part.amount as gross, part.is_estimated
          from private.billed_parts as part
          left join (select taken.invoice_line_id, sum(taken.amount) as amount
                       from public.credit_note_lines as taken
                      group by taken.invoice_line_id) as credited on credited.invoice_line_id = part.invoice_line_id
         where part.day between profit_lines.from_day and profit_lines.to_day
    ), fee as materialized (
        select charged.invoice_id, charged.amount / nullif(sum(line.amount), 0) as share
          from (select line.invoice_id, sum(line.amount - coalesce(credited.amount, 0)) as amount
                  from public.invoice_lines as line
                  left join (select taken.invoice_line_id, sum(taken.amount) as amount
                               from public.credit_note_lines as taken
                              group by taken.invoice_line_id) as credited on credited.invoice_line_id = line.id
                 where line.fee_id is not null
                 group by line.invoice_id) as charged
          join public.invoice_lines as line
            on line.invoice_id = charged.invoice_id and line.kind not in ('interest', 'fee', 'tax')
         group by charged.invoice_id, charged.amount
    )
    select bare.invoice_line_id, bare.assignment_id, bare.facility_id, null::uuid, bare.day, bare.kind, bare.hours,
           bare.amount, bare.is_estimated, -bare.gross * fee.share, null::text, null::numeric, null::numeric
      from bare
      left join fee on fee.invoice_id = bare.invoice_id;

    return query
    select null::uuid, part.assignment_id, part.facility_id, null::uuid, part.day, part.kind, part.hours,
           part.amount, true, null::numeric, null::text, null::numeric, null::numeric
      from private.unbilled_parts(profit_lines.from_day, profit_lines.to_day) as part;

    return query
    with rated as materialized (
        select burden.* from private.burdens(v_first_days) as burden
    ), line as (
        select part.payroll_line_id, part.assignment_id, part.contractor_id, part.employment_type,
               coalesce(entry.work_date, part.week_start + 6) as day, part.week_start + 6 as last_day, part.kind,
               part.pay_kind, part.amount, false as is_estimated
          from private.paid_parts as part
          left join public.time_entries as entry on entry.id = part.time_entry_id
         where part.week_start between profit_lines.from_day - 6 and profit_lines.to_day
           and coalesce(entry.work_date, part.week_start + 6) between profit_lines.from_day and profit_lines.to_day
         union all
        select null, part.assignment_id, part.contractor_id, part.employment_type, part.day, part.week_start + 6,
               part.kind, part.pay_kind, part.amount, true
          from private.unpaid_parts(profit_lines.from_day, profit_lines.to_day) as part
         union all
        select settlement.id, null, settlement.contractor_id, settlement.employment_type, settlement.week_start + 6,
               null, 'settlement', null, settlement.amount, false
          from public.overpayment_settlements as settlement
         where settlement.kind <> 'check'
           and settlement.taken_back_on is null
           and settlement.week_start + 6 between profit_lines.from_day and profit_lines.to_day
    )
    select line.payroll_line_id, line.assignment_id, assignment.facility_id, line.contractor_id, line.day, line.kind,
           null::numeric, null::numeric, line.is_estimated, null::numeric,
           private.part_of_pay(line.kind, line.pay_kind), line.amount,
           case when line.pay_kind is distinct from 'reimbursement' then line.amount * rated.rate end
      from line
      left join public.assignments as assignment on assignment.id = line.assignment_id
      left join public.facilities as facility on facility.id = assignment.facility_id
      left join rated
        on rated.employment_type = line.employment_type
       and rated.state = coalesce(facility.work_state, '')
       and rated.nth = width_bucket(line.last_day, v_first_days);
end;
$$;
comment on function private.profit_lines is
    'Gross profit line by line, of invoices, of batches, and of what is not billed or paid yet (row_id null). Fees and burden are not rounded.';

-- Security definer: whoever may read the report need not pass the policies row by row.
create function private.gross_profit(from_day date, to_day date, by text)
returns table (
    row_id uuid, name text, day date, part text, hours numeric, billed numeric, fees numeric, wages numeric,
    premiums numeric, stipends numeric, codes numeric, reimbursements numeric, profit_before_burden numeric,
    burden numeric, profit numeric, profit_share numeric, unbilled numeric, unpaid numeric, collected numeric,
    collected_profit numeric, commission_rate numeric, commission numeric, commission_collected numeric,
    place int)
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object(
        'from_day', gross_profit.from_day, 'to_day', gross_profit.to_day, 'by', gross_profit.by));
    perform private.require_finite_dates(jsonb_build_object(
        'from_day', gross_profit.from_day, 'to_day', gross_profit.to_day));
    perform private.require_plausible_days(jsonb_build_object(
        'from_day', gross_profit.from_day, 'to_day', gross_profit.to_day));
    if gross_profit.by not in ('line', 'assignment', 'facility', 'customer', 'recruiter', 'week') then
        perform private.refuse(
            400, 'profit_by_unknown', format('There is no gross profit by %L.', gross_profit.by),
            'Give line, assignment, facility, customer, recruiter or week.');
    elsif gross_profit.to_day < gross_profit.from_day then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The report would end on %s, before it starts on %s.', gross_profit.to_day, gross_profit.from_day),
            'Choose a last day on or after the first one.');
    end if;

    if gross_profit.by = 'line' then
        perform private.require_reader_of_books(); -- it has what each person is paid
        return query
        select line.row_id, called.name, line.day, line.part,
               coalesce(line.hours, 0.00), coalesce(line.billed, 0.00), line.fee,
               case when line.pay_part = 'wages' then line.pay else 0.00 end,
               case when line.pay_part = 'premiums' then line.pay else 0.00 end,
               case when line.pay_part = 'stipends' then line.pay else 0.00 end,
               case when line.pay_part = 'codes' then line.pay else 0.00 end,
               case when line.pay_part = 'reimbursements' then line.pay else 0.00 end,
               worth.amount, round(coalesce(line.burden, 0), 2), worth.amount - round(coalesce(line.burden, 0), 2),
               null::numeric,
               case when line.is_estimated then coalesce(line.billed, 0.00) else 0.00 end,
               case when line.is_estimated then coalesce(line.pay, 0.00) else 0.00 end,
               null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
               (row_number() over (order by line.day, called.name, line.part, line.row_id))::int
          from (select parted.*, -- cent by cent, as below
                       round(sum(coalesce(parted.fees, 0)) over run, 2)
                       - coalesce(round(sum(coalesce(parted.fees, 0)) over former, 2), 0.00) as fee
                  from private.profit_lines(gross_profit.from_day, gross_profit.to_day) as parted
                window run as (order by parted.day, parted.row_id, parted.part rows unbounded preceding),
                       former as (order by parted.day, parted.row_id, parted.part
                                  rows between unbounded preceding and 1 preceding)) as line
         cross join lateral (
               select coalesce(line.billed, 0.00) - line.fee - coalesce(line.pay, 0.00)) as worth (amount)
          left join public.assignments as assignment on assignment.id = line.assignment_id
          left join public.contractors as person on person.id = coalesce(line.contractor_id, assignment.contractor_id)
          left join public.facilities as facility on facility.id = line.facility_id
         cross join lateral (
               select nullif(concat_ws(' at ', person.first_name || ' ' || person.last_name, facility.name), '')
               ) as called (name)
         order by line.day, called.name, line.part, line.row_id;
        return;
    elsif gross_profit.by = 'recruiter' then
        return query
        select shared.row_id, shared.name, null::date, null::text, round(shared.hours, 2), round(shared.billed, 2),
               round(shared.fees, 2), round(shared.wages, 2), round(shared.premiums, 2), round(shared.stipends, 2),
               round(shared.codes, 2), round(shared.reimbursements, 2), worth.before_burden, round(shared.burden, 2),
               worth.profit, round(worth.profit / nullif(round(shared.billed, 2) - round(shared.fees, 2), 0), 4),
               round(shared.unbilled, 2), round(shared.unpaid, 2), round(shared.collected, 2),
               round(shared.collected_profit, 2), commission.rate, round(worth.profit * commission.rate, 2),
               round(shared.collected_profit * commission.rate, 2),
               (row_number() over (order by shared.name, shared.row_id))::int
          from private.profit_by_recruiter(gross_profit.from_day, gross_profit.to_day) as shared
         cross join lateral (
               select round(shared.billed, 2) - round(shared.fees, 2) - round(shared.wages, 2)
                      - round(shared.premiums, 2) - round(shared.stipends, 2) - round(shared.codes, 2)
                      - round(shared.reimbursements, 2)) as gross (amount)
         cross join lateral (
               select gross.amount, gross.amount - round(shared.burden, 2)) as worth (before_burden, profit)
          left join public.recruiter_commissions as commission on commission.staff_member_id = shared.row_id
         where private.sees_commissions()
            or shared.row_id = (select member.id
                                  from public.staff_members as member
                                 where member.user_id = private.user_id())
         order by shared.name, shared.row_id;
        return;
    end if;

    return query
    with summed as (
        select whole.row_id, whole.name, whole.day, coalesce(whole.hours, 0.00) as hours,
               coalesce(whole.billed, 0.00) as billed,
               -- Cent by cent: the rows add up to what invoices have.
               round(sum(coalesce(whole.fees, 0)) over run, 2)
                   - coalesce(round(sum(coalesce(whole.fees, 0)) over former, 2), 0.00) as fees,
               coalesce(whole.wages, 0.00) as wages, coalesce(whole.premiums, 0.00) as premiums,
               coalesce(whole.stipends, 0.00) as stipends, coalesce(whole.codes, 0.00) as codes,
               coalesce(whole.reimbursements, 0.00) as reimbursements, round(coalesce(whole.burden, 0), 2) as burden,
               coalesce(whole.unbilled, 0.00) as unbilled, coalesce(whole.unpaid, 0.00) as unpaid
          from private.profit_by(gross_profit.from_day, gross_profit.to_day, gross_profit.by) as whole
        window run as (order by whole.day, whole.name, whole.row_id rows unbounded preceding),
               former as (order by whole.day, whole.name, whole.row_id
                          rows between unbounded preceding and 1 preceding)
    )
    select summed.row_id, summed.name, summed.day, null::text, summed.hours, summed.billed, summed.fees, summed.wages,
           summed.premiums, summed.stipends, summed.codes, summed.reimbursements, gross.amount, summed.burden,
           gross.amount - summed.burden,
           round((gross.amount - summed.burden) / nullif(summed.billed - summed.fees, 0), 4), summed.unbilled,
           summed.unpaid, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
           (row_number() over (order by summed.day, summed.name, summed.row_id))::int
      from summed
     cross join lateral (
           select summed.billed - summed.fees - summed.wages - summed.premiums - summed.stipends - summed.codes
                  - summed.reimbursements) as gross (amount)
     order by summed.day, summed.name, summed.row_id;
end;
$$;
comment on function private.gross_profit is 'The logic of public.gross_profit.';

create function public.gross_profit(from_day date, to_day date, by text default 'facility')
returns table (
    row_id uuid, name text, day date, part text, hours numeric, billed numeric, fees numeric, wages numeric,
    premiums numeric, stipends numeric, codes numeric, reimbursements numeric, profit_before_burden numeric,
    burden numeric, profit numeric, profit_share numeric, unbilled numeric, unpaid numeric, collected numeric,
    collected_profit numeric, commission_rate numeric, commission numeric, commission_collected numeric,
    place int)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.gross_profit(from_day, to_day, by); $$;
comment on function public.gross_profit is
$$Gross profit of the work of some days: what invoices bill, less fees, pay and burden.

A line counts on the day of its work, what is of a whole workweek on its last day, and what billing adds by hand on the
last day of its invoice. Approved time on no invoice counts at today's rates (unbilled), and pay that is due and not
paid as it would be paid (unpaid): estimates, until it is billed and paid. Time that is not approved counts nothing.
Interest, taxes, discounts and what is written off are none of it. docs/profit.md says more.

Of what is billed and paid, profit_before_burden is the journal's revenue less wages, premiums, stipends, reimbursements
and contractors' cost. Lines that name no assignment, such as bonuses, have a row without a name. By
recruiter, staff with both roles, billing and payroll, and admins see all, others their own row.

May be called with GET.

Pages: order=place. Or call gross_profit_file, which is never cut.

Who: active staff, whatever their role; staff with both roles, billing and payroll (by line); admins (by line).

Arguments:
from_day: the first day of work.
to_day: the last day.
by: one of line, assignment, facility, customer, recruiter, week. A customer is who is billed today.

Result: a row for each of by that has any. row_id: the assignment, facility, customer or staff member; by line that of
the invoice or the batch, null where it is not there yet; by week null. name: what people call it. day: by week its
first day, by line the day; else null. part: by line its kind, else null. hours: worked and billed, or to be billed.
codes: units, guarantees and hours that are not worked. burden: by burden_rates. profit: profit_before_burden less
burden. profit_share: of what is billed after fees, 0.3 is 30 %. unbilled, unpaid: how much of what is billed, and of
pay, is estimated. By recruiter alone: collected is what was paid in money of what is billed; collected_profit the
profit of each assignment and week in the share of it that was collected; commission_rate that of
recruiter_commissions; commission and commission_collected these shares of profit and collected_profit. What is
collected alone pays. place: the row's number.

Errors: staff_only, role_required, argument_missing, date_not_finite, day_out_of_range, profit_by_unknown,
period_ends_before_start.

Example: {"from_day": "2026-03-01", "to_day": "2026-03-31", "by": "assignment"}$$;

revoke execute on function
    private.burdens, private.profit_parts, private.parts_of_pay, private.sees_commissions, private.profit_by_recruiter,
    private.profit_by, private.profit_lines, private.gross_profit, public.gross_profit
    from public, anon, authenticated, service_role;
grant execute on function private.gross_profit, public.gross_profit to authenticated, service_role;
