-- Gross profit by recruiter, and by assignment, facility, customer or week.

-- Readers of the books see all commissions, others of the staff their own.
create function private.sees_commissions()
returns boolean
language sql
stable
set search_path = ''
as $$
    select private.caller() <> 'authenticated' or (private.has_role('billing') and private.has_role('payroll'));
$$;
comment on function private.sees_commissions is
    'True if the caller is a server, an admin, or staff with both roles, billing and payroll.';

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
    with part as materialized (
        select parted.*
          from private.profit_parts(profit_by_recruiter.from_day, profit_by_recruiter.to_day, true, true, true) as parted
    ), week as (
        select part.assignment_id, part.week_start, sum(part.collected) as collected, sum(part.billed) as billed,
               sum(coalesce(part.billed, 0)
                   - (coalesce(part.fees, 0) + coalesce(part.wages, 0) + coalesce(part.premiums, 0)
                      + coalesce(part.stipends, 0) + coalesce(part.codes, 0) + coalesce(part.reimbursements, 0)
                      + coalesce(part.burden, 0))) as profit
          from part
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
    ), divided as ( -- a share of a sum is the sum of shares
        select worth.assignment_id, division.effective_from, coalesce(sum(worth.hours), 0) as hours,
               coalesce(sum(worth.billed), 0) as billed, coalesce(sum(worth.unbilled), 0) as unbilled,
               coalesce(sum(worth.fees), 0) as fees, coalesce(sum(worth.wages), 0) as wages,
               coalesce(sum(worth.premiums), 0) as premiums, coalesce(sum(worth.stipends), 0) as stipends,
               coalesce(sum(worth.codes), 0) as codes, coalesce(sum(worth.reimbursements), 0) as reimbursements,
               coalesce(sum(worth.unpaid), 0) as unpaid, coalesce(sum(worth.burden), 0) as burden,
               coalesce(sum(worth.collected), 0) as collected, coalesce(sum(worth.collected_profit), 0) as collected_profit
          from (select part.*, null::numeric as collected_profit from part
                 union all
                select week.assignment_id, null, week.week_start, null, null, null, null, null, null, null, null, null,
                       null, null, null,
                       week.profit * least(1, greatest(0, week.collected / nullif(week.billed, 0)))
                  from week
                 where week.collected <> 0) as worth
          left join division
            on division.assignment_id = worth.assignment_id
           and worth.week_start + 6 >= division.effective_from
           and worth.week_start + 6 < division.until_day
         group by worth.assignment_id, division.effective_from
    ), shared as (
        select share.staff_member_id, coalesce(share.share, 1) as share, divided.*
          from divided
          left join share
            on share.assignment_id = divided.assignment_id and share.effective_from = divided.effective_from
    )
    select shared.staff_member_id,
           case when member.id is not null -- a row without a name is nobody's
                then coalesce(member.name, member.email, 'Staff member') end,
           sum(shared.share * shared.hours), sum(shared.share * shared.billed),
           sum(shared.share * shared.unbilled), sum(shared.share * shared.fees), sum(shared.share * shared.wages),
           sum(shared.share * shared.premiums), sum(shared.share * shared.stipends), sum(shared.share * shared.codes),
           sum(shared.share * shared.reimbursements), sum(shared.share * shared.unpaid),
           sum(shared.share * shared.burden), sum(shared.share * shared.collected),
           sum(shared.share * shared.collected_profit)
      from shared
      left join public.staff_members as member on member.id = shared.staff_member_id
     group by shared.staff_member_id, member.id;
end;
$$;
comment on function private.profit_by_recruiter is
$$Gross profit by recruiter, not rounded.

collected_profit: of each assignment and week the share of what it bills that was collected.$$;

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

revoke execute on function
    private.sees_commissions, private.profit_by_recruiter, private.profit_by
    from public, anon, authenticated, service_role;
