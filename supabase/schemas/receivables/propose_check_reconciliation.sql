-- Open amounts that a check pays, if it pays several of them to the cent.
--
-- Meet in the middle: each subset of the first twelve amounts is matched with one of the next twelve that adds what the
-- target lacks. There are 4096 a half at most, and of those with the same sum only the best is matched, so that many
-- equal amounts do not make many pairs. Matched by a window: for a join the planner, who cannot know how many subsets
-- there will be, takes a nested loop over 4096 × 4096.
create function private.positions_summing_to(amounts numeric[], target numeric)
returns int[]
language sql
immutable
set search_path = ''
as $$
    with recursive item (amount, position, half) as (
        select open.amount, open.position::int, (row_number() over (order by open.position) - 1) / 12
          from unnest(positions_summing_to.amounts) with ordinality as open (amount, position)
         where open.amount > 0 and open.amount <= positions_summing_to.target
         order by open.position
         limit 24
    ),
    subset (half, positions, last_position, total) as (
        select half, array[]::int[], 0, 0::numeric
          from generate_series(0, 1) as half
        union all
        select subset.half, subset.positions || item.position, item.position, subset.total + item.amount
          from subset
          join item
            on item.half = subset.half
           and item.position > subset.last_position
           and subset.total + item.amount <= positions_summing_to.target
    ),
    best as (
        select distinct on (subset.half, subset.total)
               subset.half, subset.positions,
               case subset.half when 0 then subset.total
                                else positions_summing_to.target - subset.total end as meets_at
          from subset
         order by subset.half, subset.total, cardinality(subset.positions), subset.positions
    ),
    pair as (
        select best.positions as earlier,
               lead(best.positions) over (partition by best.meets_at order by best.half) as later
          from best
    )
    select pair.earlier || pair.later
      from pair
     where pair.later is not null
     order by cardinality(pair.earlier || pair.later), pair.earlier || pair.later
     limit 1;
$$;
comment on function private.positions_summing_to is
$$The positions, ascending from 1, of the amounts that add up to the target; null when none do.

The fewest, then the first ones. Of the amounts above 0 and at most the target, the first 24 are looked at.$$;

-- Amounts left to propose: proposals that others look over are taken for paid.
create function private.unclaimed_balances(facility_id uuid, received_on date)
returns table (invoice_id uuid, "position" int, principal numeric, interest numeric, discount numeric)
language sql
stable
set search_path = ''
as $$
    select invoice.id,
           row_number() over (order by invoice.due_date, invoice.number)::int,
           greatest(invoice.balance - claimed.principal, 0),
           greatest(invoice.interest_balance - claimed.interest, 0),
           case when given.discount < invoice.balance then given.discount else 0.00 end
      from public.invoices as invoice
     cross join lateral (
           select coalesce(sum(line.amount) filter (where line.component in ('principal', 'discount')), 0) as principal,
                  coalesce(sum(line.amount) filter (where line.component = 'interest'), 0) as interest
             from public.check_reconciliation_lines as line
             join public.check_reconciliations as reconciliation
               on reconciliation.id = line.check_reconciliation_id and reconciliation.status = 'proposed'
            where line.invoice_id = invoice.id) as claimed
     cross join lateral (
           select case when invoice.discount_until >= unclaimed_balances.received_on and claimed.principal = 0
                       then private.discount_left(invoice) else 0.00 end as discount) as given
     where (invoice.facility_id = unclaimed_balances.facility_id
            or invoice.bill_to_facility_id = unclaimed_balances.facility_id
            or (invoice.bill_to_facility_id is null
                and invoice.facility_id = any (array(
                    select billed.id
                      from public.facilities as billed
                     where billed.bill_to_facility_id = unclaimed_balances.facility_id))))
       and invoice.status in ('sent', 'partially_paid', 'paid')
       and (invoice.balance > 0 or invoice.interest_balance > 0);
$$;
comment on function private.unclaimed_balances is
$$Amounts that a facility owes on its open invoices, and on those of facilities that are billed to it, beyond the lines of
proposed reconciliations, of checks and of credits.

position: 1 is the oldest by due date, then by number. principal, interest: 0 or more. discount: what may be taken off
where all of the principal is paid by what came on a day.$$;

-- Chosen positions are below zero where the discount is taken.
create function private.lines_to_propose(facility_id uuid, received numeric, received_on date)
returns table (invoice_id uuid, component text, amount numeric)
language sql
stable
set search_path = ''
as $$
    with invoice as materialized (
        select * from private.unclaimed_balances(lines_to_propose.facility_id, lines_to_propose.received_on)
    ),
    chosen (positions) as (
        select coalesce( -- once one is found, the searches after it are not made
            (select array[invoice.position]
               from invoice
              where lines_to_propose.received in (invoice.principal, invoice.principal + invoice.interest)
              order by invoice.principal <> lines_to_propose.received, invoice.position
              limit 1),
            (select array[-invoice.position]
               from invoice
              where invoice.discount > 0 and lines_to_propose.received = invoice.principal - invoice.discount
              order by invoice.position
              limit 1),
            (select private.positions_summing_to(
                        array_agg(invoice.principal order by invoice.position), lines_to_propose.received)
               from invoice),
            (select array(select -chosen.position from unnest(summed.positions) as chosen (position))
               from (select private.positions_summing_to(
                                array_agg(invoice.principal - invoice.discount order by invoice.position),
                                lines_to_propose.received) as positions
                       from invoice
                     having sum(invoice.discount) > 0) as summed
              where summed.positions is not null),
            (select private.positions_summing_to(
                        array_agg(invoice.principal + invoice.interest order by invoice.position),
                        lines_to_propose.received)
               from invoice
             having sum(invoice.interest) > 0)) -- otherwise it was tried
    ),
    -- Of those chosen, else of all, the principal is paid first, then the interest, the oldest first.
    part as (
        select invoice.invoice_id, owed.component, owed.amount,
               sum(owed.amount) over (order by owed.component = 'interest', invoice.position) - owed.amount as before,
               taken.discount
          from chosen
          join invoice
            on chosen.positions is null or array[invoice.position, -invoice.position] && chosen.positions
         cross join lateral (
               select case when -invoice.position = any (chosen.positions) then invoice.discount
                           else 0.00 end as discount) as taken
         cross join lateral (
               values ('principal', invoice.principal - taken.discount), ('interest', invoice.interest)
               ) as owed (component, amount)
         where owed.amount > 0
    )
    select part.invoice_id, line.component, line.amount
      from part
     cross join lateral (values
           (part.component, least(part.amount, lines_to_propose.received - part.before)),
           ('discount', case part.component when 'principal' then part.discount else 0 end)) as line (component, amount)
     where part.before < lines_to_propose.received
       and line.amount > 0;
$$;
comment on function private.lines_to_propose is
$$The lines that pay what was received from a facility on a day: one invoice to the cent, with its discount if need be,
else several to the cent, else all, the oldest first.$$;

-- A payer may have told the bank what it pays (remittances).
create function private.lines_of_check(received public.checks)
returns table (invoice_id uuid, component text, amount numeric)
language plpgsql
stable
set search_path = ''
as $$
begin
    return query
    select line.invoice_id, line.component, line.amount
      from private.remitted_lines(array[lines_of_check.received.id]) as line;
    if not found then
        return query
        select line.invoice_id, line.component, line.amount
          from private.lines_to_propose(
                   lines_of_check.received.facility_id, lines_of_check.received.amount,
                   lines_of_check.received.received_on) as line;
    end if;
end;
$$;
comment on function private.lines_of_check is
    'The lines to propose of a check: what its remittance says, else what its amount and its day suggest.';

-- A first guess at what a check pays, for people to look over.
-- Security definer: whoever proposes need not be allowed to lock the check's facility.
create function private.propose_check_reconciliation(check_id uuid)
returns public.check_reconciliations
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_check public.checks;
    v_reconciliation public.check_reconciliations;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('check_id', propose_check_reconciliation.check_id));

    perform private.hold_check(propose_check_reconciliation.check_id);
    select received.*
      into v_check
      from public.checks as received
     where received.id = propose_check_reconciliation.check_id;
    if v_check.status = 'returned' then
        perform private.refuse(
            409, 'check_returned',
            format('Check %s of %s was returned and pays nothing.',
                   coalesce(v_check.check_number, v_check.id::text), v_check.amount),
            'Enter what came instead as another check.');
    end if;

    select reconciliation.* into v_reconciliation
      from public.check_reconciliations as reconciliation
     where reconciliation.check_id = v_check.id and reconciliation.status <> 'returned';
    if v_reconciliation.id is not null then
        return v_reconciliation;
    end if;

    -- The proposals of all that are billed together go one after the other, so that each sees what those before it claim.
    perform
       from public.facilities as facility
      where facility.id = (private.bill_to_of(v_check.facility_id)).id
        for no key update;
    insert into public.check_reconciliations (check_id) values (v_check.id) returning * into v_reconciliation;
    -- In the order in which others lock invoices: the foreign key locks them too.
    insert into public.check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
    select v_reconciliation.id, line.invoice_id, line.component, line.amount
      from private.lines_of_check(v_check) as line
     order by line.invoice_id;
    return v_reconciliation;
end;
$$;
comment on function private.propose_check_reconciliation is 'The logic of public.propose_check_reconciliation.';

create function public.propose_check_reconciliation(check_id uuid)
returns public.check_reconciliations language sql volatile set search_path = ''
as $$ select private.propose_check_reconciliation(check_id); $$;
comment on function public.propose_check_reconciliation is
$$Proposes which open invoices a check pays, for confirm_check_reconciliation to post.

They are the invoices of its facility; of a program also those of the facilities that are billed to it.

If the payer told the bank which invoices it pays (remittances), it pays these as told. Else, if the check is for exactly
what one invoice owes, its principal or its principal and interest, or its principal less the discount that it gives to
who pays by that day, it pays that one; else if several add up to it exactly, the fewest of them, of the 24 oldest that
can be part of the sum; else the principal of the oldest by due date, then interest in the same order. What other
proposals claim is not proposed again. What the invoices leave of the check is on no line: confirming keeps it as the
facility's credit. The lines can be edited until
then.

Who: billing.

Arguments:
check_id: the check, ACH transfer or wire.

Result: the reconciliation, proposed; its lines are in check_reconciliation_lines. Again: the one that the check has,
proposed or confirmed, with its lines as they were edited.

Errors: role_required, argument_missing, check_not_found, check_returned.

Example: {"check_id": "$check_id"}$$;

revoke execute on function
    private.positions_summing_to, private.unclaimed_balances, private.lines_to_propose, private.lines_of_check,
    private.propose_check_reconciliation, public.propose_check_reconciliation
    from public, anon, authenticated, service_role;
grant execute on function
    private.propose_check_reconciliation, public.propose_check_reconciliation
    to authenticated, service_role;
