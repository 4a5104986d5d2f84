-- Postings of closed payroll batches, on the day they are paid: the pay date, or the day on which the batch was closed where
-- that is later. Pay has the facility of its assignment, where the batch tells which: not what no assignment is for, nor what
-- was built before 1.0.0.
create function private.postings_of_payroll(
    from_day date, to_day date, document_ids uuid[], by_contractor boolean)
returns table (
    posted_on date, document_id uuid, document text, account text, amount numeric, facility_id uuid, contractor_id uuid,
    memo text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    -- A constant: who has no accounts of codes has none in the plan.
    v_has_accounts constant boolean := exists (select from private.accounts_of_codes());
begin
    return query
    with account as materialized (
        select of_code.code, of_code.after, of_code.through, of_code.pay_account as account
          from private.accounts_of_codes() as of_code
         where v_has_accounts and of_code.pay_account is not null
    ), batch as materialized (
        select closed.id, private.name_of_batch(closed, period) as name, private.paid_on(closed, period) as day,
               format('Pay of %s to %s', period.period_start, period.period_end) as memo
          from public.payroll_batches as closed
          join public.payroll_periods as period on period.id = closed.payroll_period_id
         where closed.status = 'closed'
           and (postings_of_payroll.document_ids is null or closed.id = any (postings_of_payroll.document_ids))
           and private.paid_on(closed, period) between postings_of_payroll.from_day and postings_of_payroll.to_day
    ), item as (
        select batch.day, batch.id, batch.name, batch.memo, paid.id as item_id, paid.employment_type, paid.gross_pay,
               case when postings_of_payroll.by_contractor then paid.contractor_id end as contractor_id
          from batch
          join public.payroll_items as paid on paid.payroll_batch_id = batch.id
    ), pay as materialized ( -- summed by the few kinds first: which account each belongs to costs more than a line
        select item.day, item.id, item.name, item.memo, item.contractor_id, item.employment_type, line.kind, line.pay_kind,
               account.account as code_account, assignment.facility_id, sum(line.amount) as amount
          from item
          join public.payroll_item_lines as line on line.payroll_item_id = item.item_id
          left join public.assignments as assignment on assignment.id = line.assignment_id
          left join account
            on v_has_accounts
           and line.kind in ('straight', 'code', 'difference')
           and account.code = line.code
           and item.day > account.after
           and item.day <= account.through
         group by item.day, item.id, item.name, item.memo, item.contractor_id, item.employment_type, line.kind,
                  line.pay_kind, account.account, assignment.facility_id
    )
    select pay.day, pay.id, pay.name,
           private.account_of_pay(pay.kind, pay.pay_kind, pay.employment_type, pay.code_account), sum(pay.amount), pay.facility_id, pay.contractor_id, pay.memo
      from pay
     group by pay.day, pay.id, pay.name, 4, pay.facility_id, pay.contractor_id, pay.memo
     union all
    select item.day, item.id, item.name, 'payroll_clearing', -sum(item.gross_pay), null, item.contractor_id, item.memo
      from item
     group by item.day, item.id, item.name, item.contractor_id, item.memo;
end;
$$;
comment on function private.postings_of_payroll is
$$Postings of payroll batches by contractor: pay by its kind against payroll_clearing, which the payroll provider's net pay
and taxes empty. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.
document_ids: of which batches; null = of all.
by_contractor: whether contractors are told apart; else contractor_id is null.$$;

create function private.paid_on(batch public.payroll_batches, period public.payroll_periods)
returns date
language sql
stable
set search_path = ''
as $$
    select greatest(coalesce(batch.pay_date, period.pay_date), (batch.closed_at at time zone private.operating_timezone())::date);
$$;
comment on function private.paid_on is 'The day on which a closed batch is in the books.';

create function private.name_of_batch(batch public.payroll_batches, period public.payroll_periods)
returns text
language sql
immutable
set search_path = ''
as $$ select format('PAY-%s-%s', to_char(coalesce(batch.pay_date, period.pay_date), 'YYYY-MM-DD'), left(batch.id::text, 8)); $$;
comment on function private.name_of_batch is 'Name of a payroll batch in the journal: its pay date and how its id begins.';

create function private.account_of_pay(kind text, pay_kind text, employment_type text, code_account text)
returns text
language sql
immutable
set search_path = ''
as $$
    select case when kind in ('overpayment', 'recovery') then 'employee_receivables'
                when pay_kind = 'deduction' then 'deductions_payable'
                when pay_kind = 'reimbursement' then coalesce(code_account, 'reimbursements')
                when employment_type <> 'w2' then 'contractor_cost'
                when kind = 'stipend' then 'stipends'
                when kind in ('overtime_premium', 'doubletime_premium') then 'premiums'
                else coalesce(code_account, 'wages') end;
$$;
comment on function private.account_of_pay is
    'To which account a line of pay belongs; code_account: that of its code, of what it repays and of wages, differences too. Bonuses, codes that repay nothing, miles beyond the IRS''s rate, guarantees, differentials, premiums for missed breaks and differences are wages; of 1099 and corp_to_corp all but reimbursements, deductions and overpayments is contractor_cost.';

revoke execute on function
    private.postings_of_payroll, private.paid_on, private.name_of_batch, private.account_of_pay
    from public, anon, authenticated, service_role;
