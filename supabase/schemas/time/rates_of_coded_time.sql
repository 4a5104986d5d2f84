-- The rate of time that is not regular is decided here, and nowhere else: as private.rates_of_days, of codes.

-- The rates are looked up row by row, so that a condition on the entry reaches their keys.
create view private.rates_of_coded_time with (security_invoker = true) as
    select entry.id as time_entry_id,
           entry.assignment_id,
           entry.work_date,
           entry.code,
           code.title,
           code.unit,
           code.is_reimbursement,
           code.in_regular_rate,
           code.premium_is_creditable,
           coalesce(own.bill_rate, listed.bill_rate, round(hour.bill_rate * code.bill_multiplier, 2) + code.bill_amount)
               as bill_rate,
           paid.rate as pay_rate,
           hour.pay_rate as hourly_pay_rate,
           coalesce(entry.quantity, entry.hours) as quantity,
           hour.bill_rate as hourly_bill_rate,
           case when num_nonnulls(own.bill_rate, listed.bill_rate) = 0 then code.bill_multiplier end as bill_multiplier,
           case when num_nonnulls(own.bill_rate, listed.bill_rate) = 0 then code.bill_amount end as bill_amount,
           case when num_nonnulls(own.pay_rate, listed.pay_rate) = 0 then code.pay_multiplier end as pay_multiplier,
           case when num_nonnulls(own.pay_rate, listed.pay_rate) = 0 then code.pay_amount end as pay_amount,
           mile.amount as repaid_pay_rate,
           round(paid.rate - mile.amount, greatest(2, min_scale(paid.rate - mile.amount))) as excess_pay_rate,
           case when own.pay_rate is not null then own.reason is null
                when listed.pay_rate is not null then listed.reason is null
                else true end as excess_is_in_regular_rate
      from public.time_entries as entry
      join public.time_codes as code on code.name = entry.code
      join public.assignments as assignment on assignment.id = entry.assignment_id
      left join lateral (
           select rate.bill_rate, rate.pay_rate
             from public.assignment_rates as rate
            where rate.assignment_id = entry.assignment_id and rate.effective_from <= entry.work_date
            order by rate.effective_from desc
            limit 1) as hour on true
      left join lateral (
           select rate.bill_rate, rate.pay_rate, rate.reason
             from public.assignment_code_rates as rate
            where rate.assignment_id = entry.assignment_id
              and rate.code = entry.code
              and rate.effective_from <= entry.work_date
            order by rate.effective_from desc
            limit 1) as own on true
      left join lateral (
           select rate.bill_rate, rate.pay_rate, rate.reason
             from public.facility_code_rates as rate
            where rate.facility_id = assignment.facility_id
              and rate.code = entry.code
              and rate.effective_from <= entry.work_date
            order by rate.effective_from desc
            limit 1) as listed on true
     cross join lateral (
           select coalesce(own.pay_rate, listed.pay_rate,
                           round(hour.pay_rate * code.pay_multiplier, 2) + code.pay_amount)) as paid (rate)
      left join lateral ( -- of a mile that repays more than the Internal Revenue Service's rate: that
           select rate.amount
             from public.mileage_rates as rate
            where code.is_reimbursement and code.unit = 'mile' and rate.effective_from <= entry.work_date
            order by rate.effective_from desc
            limit 1) as mile on mile.amount < paid.rate
     where entry.code <> 'regular';
comment on view private.rates_of_coded_time is
    'Time that is not regular, with what a unit of its code bills and pays on its day: by the rate of the assignment for the code, that of the facility''s price list, or what the code makes of the rate of an hour. quantity: its hours, or its units. bill_multiplier, bill_amount, pay_multiplier, pay_amount: null where the rate is its own, and does not follow that of an hour. repaid_pay_rate, excess_pay_rate: of a mile that repays more than the Internal Revenue Service''s rate, that rate, and what is beyond it, a wage; else null.';

revoke all on private.rates_of_coded_time from public, anon, authenticated, service_role;
grant select on private.rates_of_coded_time to authenticated, service_role;

-- As the view has it, of a day of which there is no time.
create function private.rate_of_code(assignment_id uuid, code text, day date)
returns table (
    bill_rate numeric, pay_rate numeric, hourly_bill_rate numeric, hourly_pay_rate numeric, bill_multiplier numeric,
    bill_amount numeric, pay_multiplier numeric, pay_amount numeric)
language sql
stable
set search_path = ''
as $$
    select coalesce(own.bill_rate, listed.bill_rate,
                    round(hour.bill_rate * code.bill_multiplier, 2) + code.bill_amount),
           coalesce(own.pay_rate, listed.pay_rate,
                    round(hour.pay_rate * code.pay_multiplier, 2) + code.pay_amount),
           hour.bill_rate,
           hour.pay_rate,
           case when num_nonnulls(own.bill_rate, listed.bill_rate) = 0 then code.bill_multiplier end,
           case when num_nonnulls(own.bill_rate, listed.bill_rate) = 0 then code.bill_amount end,
           case when num_nonnulls(own.pay_rate, listed.pay_rate) = 0 then code.pay_multiplier end,
           case when num_nonnulls(own.pay_rate, listed.pay_rate) = 0 then code.pay_amount end
      from public.assignments as assignment
      join public.time_codes as code on code.name = rate_of_code.code
      left join lateral (
           select rate.bill_rate, rate.pay_rate
             from public.assignment_rates as rate
            where rate.assignment_id = assignment.id and rate.effective_from <= rate_of_code.day
            order by rate.effective_from desc
            limit 1) as hour on true
      left join lateral (
           select rate.bill_rate, rate.pay_rate
             from public.assignment_code_rates as rate
            where rate.assignment_id = assignment.id
              and rate.code = rate_of_code.code
              and rate.effective_from <= rate_of_code.day
            order by rate.effective_from desc
            limit 1) as own on true
      left join lateral (
           select rate.bill_rate, rate.pay_rate
             from public.facility_code_rates as rate
            where rate.facility_id = assignment.facility_id
              and rate.code = rate_of_code.code
              and rate.effective_from <= rate_of_code.day
            order by rate.effective_from desc
            limit 1) as listed on true
     where assignment.id = rate_of_code.assignment_id;
$$;
comment on function private.rate_of_code is
$$An hour of a code of an assignment: what it bills and pays on a day, as private.rates_of_coded_time has it of time;
null where it has no rate. Multipliers and amounts: as there.$$;

revoke execute on function private.rate_of_code from public, anon, authenticated, service_role;
