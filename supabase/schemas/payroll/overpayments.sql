-- Overpayments by person and week, from the ledger.
create function private.overpayments()
returns table (
    contractor_id uuid, contractor_name text, week_start date, overpaid numeric, recovered numeric, settled numeric,
    open numeric, held numeric, recovery_arrangement_id uuid, unarranged numeric, reimbursements numeric)
language sql
stable
security definer -- whoever may read all of this need not pass the policies row by row
set search_path = ''
as $$
    with arranged as ( -- what is left of it, which takes the oldest week first
        select arrangement.id, arrangement.contractor_id,
               arrangement.amount + coalesce(sum(line.amount) filter (where line.released_at is null), 0) as amount
          from public.recovery_arrangements as arrangement
          left join public.payroll_item_lines as line on line.recovery_arrangement_id = arrangement.id
         where arrangement.ended_at is null
         group by arrangement.id
    )
    select ledger.contractor_id, contractor.first_name || ' ' || contractor.last_name, ledger.week_start,
           ledger.overpaid, ledger.recovered, ledger.settled, ledger.free + ledger.held, ledger.held, arranged.id,
           greatest(least(ledger.free,
                          sum(greatest(ledger.free, 0)) over oldest - coalesce(arranged.amount, 0)), 0.00),
           ledger.reimbursements
      from private.overpayment_ledger() as ledger
      join public.contractors as contractor on contractor.id = ledger.contractor_id
      left join arranged on arranged.contractor_id = ledger.contractor_id
     where ledger.overpaid > 0
       and (select private.caller() in ('service_role', 'owner') or private.has_role('payroll'))
    window oldest as (partition by ledger.contractor_id order by ledger.week_start);
$$;
comment on function private.overpayments is 'The logic of the view overpayments.';

create view public.overpayments with (security_invoker = true) as
    select * from private.overpayments();
comment on view public.overpayments is
$$Workweeks of which closed batches found that more was paid than they come to, by contractor. Payroll sees it.

overpaid: by how much. recovered: what closed batches took back from pay. settled: what was paid back by check, waived or
written off. open: the rest. held: of that, what an open batch is about to take. recovery_arrangement_id: the arrangement
of the contractor that counts; null = nobody arranged anything. unarranged: of open, what neither an open batch nor the
arrangement takes. reimbursements: of open, what was overpaid of codes that repay expenses; the rest is wages.

Pages: order=contractor_id,week_start.$$;

create trigger overpayments_are_read_only
    instead of insert or update or delete on public.overpayments
    for each row execute function private.refuse_view_write();

revoke all on public.overpayments from public, anon, authenticated, service_role;
grant select on public.overpayments to authenticated, service_role;

revoke execute on function private.overpayments from public, anon, authenticated, service_role;
grant execute on function private.overpayments to authenticated, service_role;
