-- Recoveries from pay of what was overpaid before: by the arrangement, and never more than the law of where most of
-- this pay was worked lets (state_rules). docs/overtime.md has the sources.

-- The pay day on which too much was paid of a week, in wages or of a code that repays expenses: that of the newest
-- closed batch that paid of it before one found out.
create function private.overpaid_on(contractor_id uuid, week_start date, code text)
returns date
language sql
stable
set search_path = ''
as $$
    with line as (
        select line.kind, line.amount, line.created_at, batch.id as batch_id,
               coalesce(batch.pay_date, period.pay_date) as pay_date
          from public.payroll_items as item
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
          join public.payroll_periods as period on period.id = batch.payroll_period_id
          join public.payroll_item_lines as line
            on line.payroll_item_id = item.id and line.week_start = overpaid_on.week_start
         where item.contractor_id = overpaid_on.contractor_id
           and case when line.pay_kind = 'reimbursement' then line.code end is not distinct from overpaid_on.code
    ), found as (
        select min(line.created_at) as at, min(line.pay_date) as pay_date from line where line.kind = 'overpayment'
    )
    select coalesce(max(paid.pay_date), (select found.pay_date from found))
      from (select line.pay_date
              from line, found
             where line.kind not in ('overpayment', 'carried', 'recovery') and line.created_at < found.at
             group by line.batch_id, line.pay_date
            having sum(line.amount) > 0) as paid;
$$;
comment on function private.overpaid_on is
$$The pay day on which a contractor's week was paid too much.

code: one that repays expenses; null = wages.$$;

-- By the state in which most of the hours of this pay were worked; of several alike, each has its say.
create function private.cap_of_recovery(
    item public.payroll_items, arrangement public.recovery_arrangements, pay_date date, period_end date, asked numeric)
returns table (cap numeric, weeks int)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_part record;
    v_room numeric;
    v_least numeric;
begin
    if item.employment_type <> 'w2' then -- no wages: what was agreed
        return query select case when arrangement.agreed_on <= pay_date then item.gross_pay else 0 end, null::int;
        return;
    end if;
    select part.* into v_part from private.gross_wages(array[item.id]) as part;
    v_room := least(item.gross_pay, v_part.gross_wages + v_part.deductions);
    select coalesce(round(sum(line.hours * wage.amount), 2), 0)
      into v_least
      from public.payroll_item_lines as line
      join public.time_entries as entry on entry.id = line.time_entry_id
      join public.assignments as assignment on assignment.id = entry.assignment_id
     cross join lateral private.minimum_wage_on(assignment.facility_id, entry.work_date) as wage
     where line.payroll_item_id = item.id;
    return query
    with worked as (
        select facility.work_state, rank() over (order by sum(line.hours) desc) as place
          from public.payroll_item_lines as line
          join public.time_entries as entry on entry.id = line.time_entry_id
          join public.assignments as assignment on assignment.id = entry.assignment_id
          join public.facilities as facility on facility.id = assignment.facility_id
         where line.payroll_item_id = item.id and line.kind = 'straight'
         group by facility.work_state
    ), law as (
        select coalesce(law.recovery_asks, 'agreement') as asks, law.recovery_share as share,
               law.recovery_weeks as weeks, coalesce(law.recovery_spares_final_pay, false) as spares_final_pay
          from worked
          left join public.state_rules as law on law.state = worked.work_state
         where worked.place = 1
    )
    select coalesce(min(case
               when law.asks = 'agreement' and (arrangement.agreed_on <= pay_date) is not true then 0
               when law.spares_final_pay and not exists (
                        select from public.assignments as going_on
                         where going_on.contractor_id = item.contractor_id
                           and (going_on.end_date is null or going_on.end_date > period_end)) then 0
               when law.asks = 'notice' and not arrangement.is_clerical_error then 0
               -- 12 NYCRR 195-5.1 (d)(1): all from the very next pay, three days after the notice; (d)(2): a share, three weeks
               -- after it, and not below the minimum wage.
               when law.asks = 'notice' and arrangement.next_pay_in_full and asked <= v_room
                    and arrangement.notice_on <= pay_date - 3
                    and not exists (
                        select from public.payroll_items as other
                          join public.payroll_batches as batch
                            on batch.id = other.payroll_batch_id and batch.status <> 'discarded'
                          join public.payroll_periods as period on period.id = batch.payroll_period_id
                         where other.contractor_id = item.contractor_id and other.id <> item.id and other.gross_pay > 0
                           and coalesce(batch.pay_date, period.pay_date) > arrangement.notice_on
                           and coalesce(batch.pay_date, period.pay_date) <= cap_of_recovery.pay_date)
                   then asked
               when law.asks = 'notice' and (arrangement.notice_on <= pay_date - 21) is not true then 0
               else greatest(least(v_room - v_least,
                                   coalesce(trunc(v_part.gross_wages * law.share, 2), v_room)), 0)
           end), 0), min(law.weeks)
      from law;
end;
$$;
comment on function private.cap_of_recovery is
$$The most that may be taken of somebody's pay in a batch, and within how many weeks before the notice it must have been
overpaid; null is no such limit. Pay without hours gives nothing.

item: as it is without recoveries. asked: what is left of the arrangement.$$;

create function private.take_recoveries(payroll_batch_id uuid, contractor_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
    v_paid record;
    v_asked numeric;
    v_cap numeric;
    v_weeks int;
    v_taken numeric;
begin
    for v_paid in
        select item, arrangement, coalesce(batch.pay_date, period.pay_date) as pay_date, period.period_end
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
          join public.recovery_arrangements as arrangement
            on arrangement.ended_at is null and arrangement.starts_on <= coalesce(batch.pay_date, period.pay_date)
          join public.payroll_items as item
            on item.payroll_batch_id = batch.id and item.contractor_id = arrangement.contractor_id
         where batch.id = take_recoveries.payroll_batch_id
           and item.gross_pay > 0
           and (take_recoveries.contractor_ids is null or item.contractor_id = any (take_recoveries.contractor_ids))
         order by item.contractor_id
    loop
        select (v_paid.arrangement).amount + coalesce(sum(line.amount), 0),
               (v_paid.arrangement).per_pay_day
                   + coalesce(sum(line.amount) filter (
                       where coalesce(batch.pay_date, period.pay_date) = v_paid.pay_date), 0)
          into v_asked, v_cap
          from public.payroll_item_lines as line
          join public.payroll_items as item on item.id = line.payroll_item_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status <> 'discarded'
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where line.recovery_arrangement_id = (v_paid.arrangement).id;
        select least(v_asked, v_cap, most.cap), most.weeks
          into v_asked, v_weeks
          from private.cap_of_recovery(
                   v_paid.item, v_paid.arrangement, v_paid.pay_date, v_paid.period_end, v_asked) as most;
        continue when v_asked <= 0;
        with open as (
            select part.week_start, part.code, part.free,
                   private.overpaid_on(part.contractor_id, part.week_start, part.code) as paid_on
              from private.open_overpayments(array[(v_paid.item).contractor_id]) as part
        ), taken as (
            select open.week_start, open.code, open.paid_on,
                   least(open.free, v_asked - sum(open.free) over oldest + open.free) as amount
              from open
             where v_weeks is null
                or open.paid_on between (v_paid.arrangement).notice_on - 7 * v_weeks and (v_paid.arrangement).notice_on
            window oldest as (order by open.week_start, open.code nulls first)
        ), written as (
            insert into public.payroll_item_lines (
                payroll_item_id, week_start, kind, pay_kind, amount, recovery_arrangement_id, code)
            select (v_paid.item).id, taken.week_start, 'recovery',
                   case when taken.code is not null then 'reimbursement'
                        when extract(year from taken.paid_on) < extract(year from v_paid.pay_date) then 'prior_year'
                   end,
                   -taken.amount, (v_paid.arrangement).id, taken.code
              from taken
             where taken.amount > 0
            returning amount
        )
        select coalesce(sum(written.amount), 0) into v_taken from written;
        update public.payroll_items as item
           set overpayment_pay = item.overpayment_pay + v_taken, gross_pay = item.gross_pay + v_taken
         where item.id = (v_paid.item).id and v_taken <> 0;
    end loop;
end;
$$;
comment on function private.take_recoveries is
$$Takes back of what was overpaid before, the oldest week first, what arrangements and the law let of the pay of a
draft: within a week wages first, then what repaid expenses, by its code, as a reimbursement that is taken back.

payroll_batch_id: a draft that was just built. contractor_ids: whose items; null = everybody's.$$;

revoke execute on function
    private.overpaid_on, private.cap_of_recovery, private.take_recoveries
    from public, anon, authenticated, service_role;
