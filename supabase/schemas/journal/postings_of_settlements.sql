-- Postings of overpayments that are settled otherwise than from pay, on the day on which they are, and the opposite on the
-- day on which a settlement is taken back. What is given up of codes that repay expenses is a reimbursement after all.
create function private.postings_of_settlements(
    from_day date, to_day date, document_ids uuid[], by_contractor boolean)
returns table (
    posted_on date, document_id uuid, document text, account text, amount numeric, facility_id uuid, contractor_id uuid,
    memo text)
language sql
stable
set search_path = ''
as $$
    select moment.day, settlement.id,
           format('OVP-%s-%s', to_char(settlement.settled_on, 'YYYY-MM-DD'), left(settlement.id::text, 8)), side.account,
           moment.sign * side.amount, null::uuid,
           case when postings_of_settlements.by_contractor then settlement.contractor_id end,
           format('Overpayment of the week of %s %s%s', settlement.week_start,
                  case settlement.kind when 'check' then 'paid back' when 'waived' then 'waived' else 'written off' end,
                  case when moment.sign < 0 then ', taken back' end)
      from public.overpayment_settlements as settlement
     cross join lateral (
           select case when settlement.kind = 'check' then 0
                       else private.sum_by_code(settlement.reimbursements_by_code) end) as repaid (amount)
     cross join lateral (values
           (case when settlement.kind = 'check' then 'cash'
                 when settlement.employment_type = 'w2' then 'wages'
                 else 'contractor_cost' end, settlement.amount - repaid.amount),
           ('reimbursements', repaid.amount),
           ('employee_receivables', -settlement.amount)) as side (account, amount)
     cross join lateral (values (settlement.settled_on, 1), (settlement.taken_back_on, -1)) as moment (day, sign)
     where side.amount <> 0
       and moment.day between postings_of_settlements.from_day and postings_of_settlements.to_day
       and (postings_of_settlements.document_ids is null
            or settlement.id = any (postings_of_settlements.document_ids));
$$;
comment on function private.postings_of_settlements is
    'Postings of overpayments that were settled, with the columns and arguments of postings_of_payroll.';

revoke execute on function private.postings_of_settlements from public, anon, authenticated, service_role;
