-- What is left to propose: proposals that others look over are taken for paid.
create function private.unclaimed_balances(facility_id uuid)
returns table (invoice_id uuid, "position" int, principal numeric, interest numeric)
language sql
stable
set search_path = ''
as $$
    select invoice.id,
           row_number() over (order by invoice.due_date, invoice.number)::int,
           greatest(invoice.balance - claimed.principal, 0),
           greatest(invoice.interest_balance - claimed.interest, 0)
      from public.invoices as invoice
     cross join lateral (
           select coalesce(sum(line.amount) filter (where line.component = 'principal'), 0) as principal,
                  coalesce(sum(line.amount) filter (where line.component = 'interest'), 0) as interest
             from public.check_reconciliation_lines as line
             join public.check_reconciliations as reconciliation
               on reconciliation.id = line.check_reconciliation_id and reconciliation.status = 'proposed'
            where line.invoice_id = invoice.id) as claimed
     where invoice.facility_id = unclaimed_balances.facility_id
       and invoice.status in ('sent', 'partially_paid', 'paid')
       and (invoice.balance > 0 or invoice.interest_balance > 0);
$$;
comment on function private.unclaimed_balances(uuid) is
$$What a facility owes on its open invoices beyond the lines of proposed reconciliations, of checks and of credits.

position: 1 is the oldest by due date, then by number. principal, interest: 0 or more.$$;
revoke execute on function private.unclaimed_balances(uuid) from public, anon, authenticated, service_role;

create function private.lines_to_propose(facility_id uuid, received numeric)
returns table (invoice_id uuid, component text, amount numeric)
language sql
stable
set search_path = ''
as $$
    with invoice as materialized (
        select * from private.unclaimed_balances(lines_to_propose.facility_id)
    ),
    chosen (positions) as (
        select coalesce( -- once one is found, the searches after it are not made
            (select array[invoice.position]
               from invoice
              where lines_to_propose.received in (invoice.principal, invoice.principal + invoice.interest)
              order by invoice.principal <> lines_to_propose.received, invoice.position
              limit 1),
            (select private.positions_summing_to(
                        array_agg(invoice.principal order by invoice.position), lines_to_propose.received)
               from invoice),
            (select private.positions_summing_to(
                        array_agg(invoice.principal + invoice.interest order by invoice.position),
                        lines_to_propose.received)
               from invoice
             having sum(invoice.interest) > 0)) -- otherwise it was tried
    ),
    -- Of those chosen, else of all, the principal is paid first, then the interest, the oldest first.
    part as (
        select invoice.invoice_id, owed.component, owed.amount,
               sum(owed.amount) over (order by owed.component = 'interest', invoice.position) - owed.amount as before
          from chosen
          join invoice on chosen.positions is null or invoice.position = any (chosen.positions)
         cross join lateral (
               values ('principal', invoice.principal), ('interest', invoice.interest)) as owed (component, amount)
         where owed.amount > 0
    )
    select part.invoice_id, part.component, least(part.amount, lines_to_propose.received - part.before)
      from part
     where part.before < lines_to_propose.received;
$$;
comment on function private.lines_to_propose(uuid, numeric) is
$$The lines that pay what was received from a facility: one invoice to the cent, else several to the cent, else all,
the oldest first.$$;
revoke execute on function private.lines_to_propose(uuid, numeric) from public, anon, authenticated, service_role;
