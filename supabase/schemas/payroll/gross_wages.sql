-- Wages among what is paid: gross_pay is what the payroll provider is handed in all, and has reimbursements and
-- deductions in it.
create function private.gross_wages(payroll_item_ids uuid[])
returns table (
    payroll_item_id uuid, gross_wages numeric, wage_stipends numeric, bonuses numeric, reimbursements numeric,
    deductions numeric, recoveries numeric, codes numeric)
language sql
stable
set search_path = ''
as $$
    select line.payroll_item_id,
           coalesce(sum(line.amount) filter (
               where line.kind <> 'recovery'
                     and (line.pay_kind is null or line.pay_kind not in ('reimbursement', 'deduction'))), 0.00),
           coalesce(sum(line.amount) filter (where line.pay_kind in ('hours_driven', 'flat_sum')), 0.00),
           coalesce(sum(line.amount) filter (where line.pay_kind = 'bonus'), 0.00),
           coalesce(sum(line.amount) filter (where line.pay_kind = 'reimbursement'), 0.00),
           coalesce(sum(line.amount) filter (where line.pay_kind = 'deduction'), 0.00),
           coalesce(sum(line.amount) filter (
               where line.kind = 'recovery' and line.pay_kind is distinct from 'reimbursement'), 0.00),
           coalesce(sum(line.amount) filter (
               where line.kind in ('code', 'guarantee', 'mileage_excess') and line.pay_kind is null), 0.00)
      from public.payroll_item_lines as line
     where line.payroll_item_id = any (gross_wages.payroll_item_ids)
     group by line.payroll_item_id;
$$;
comment on function private.gross_wages is
$$Gross wages of payroll items, which a pay statement names (California Labor Code 226(a)(1)), and what else is in their
gross_pay, from their lines; none for an item without lines.

gross_wages: hours, codes that are not worked and repay nothing, guarantees and miles beyond the IRS's rate, which are among the codes, premiums, those for missed breaks too, differences as far as
they are paid and of no code that repays expenses, wage_stipends and bonuses. Reimbursements, less what is taken back of
them, deductions as far as they are taken, and recoveries of wages that were overpaid, which both are below zero, come
to the rest of gross_pay.$$;

revoke execute on function private.gross_wages from public, anon, authenticated, service_role;
