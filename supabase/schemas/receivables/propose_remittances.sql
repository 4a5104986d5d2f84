-- Lines of a reconciliation as the payer told them.

-- Amounts are what the payer says, at most what the invoice owes: where two payments name one invoice, both propose to
-- pay it, in whatever order they came, and confirming refuses what is over.
create function private.remitted_lines(check_ids uuid[])
returns table (check_id uuid, invoice_id uuid, component text, amount numeric)
language sql
stable
set search_path = ''
as $$
    with named as ( -- a payer may name an invoice twice, in two ways: both count
        select remittance.check_id, remittance.id as remittance_id, remittance.amount as received, line.invoice_id,
               sum(line.amount) as amount, sum(count(*)) over (partition by remittance.check_id) as lines
          from public.remittances as remittance
          join public.remittance_lines as line on line.remittance_id = remittance.id
         where remittance.check_id = any (remitted_lines.check_ids)
         group by remittance.id, line.invoice_id
    ), told as materialized ( -- of what two files say of one check the larger
        select distinct on (named.check_id, named.invoice_id) named.check_id, named.invoice_id,
               -- All of it, where it names one invoice and no amount.
               case when named.amount is null and named.lines = 1 then named.received else named.amount end as amount
          from named
         order by named.check_id, named.invoice_id, named.amount desc nulls last
    ), owed as materialized (
        select told.check_id, invoice.id as invoice_id, invoice.due_date, invoice.number, part.principal, part.discount,
               least(invoice.interest_balance,
                     case when told.amount is null then invoice.interest_balance
                          else told.amount - invoice.balance end) as interest
          from told
          join public.checks as received on received.id = told.check_id
          join public.invoices as invoice on invoice.id = told.invoice_id
         cross join lateral (
               select case when invoice.discount_until >= received.received_on
                           then private.discount_left(invoice) else 0.00 end) as offered (discount)
         cross join lateral (
               select case when told.amount = invoice.balance - offered.discount
                           then offered.discount else 0.00 end) as given (discount)
         cross join lateral (
               select least(coalesce(told.amount, invoice.balance), invoice.balance) as principal, given.discount) as part
         where (told.amount > 0) is not false
           and invoice.status in ('sent', 'partially_paid', 'paid')
           -- Lines that somebody has put into it stay as they are.
           and not exists (
               select from public.check_reconciliation_lines as line
                 join public.check_reconciliations as reconciliation
                   on reconciliation.id = line.check_reconciliation_id and reconciliation.status = 'proposed'
                where reconciliation.check_id = told.check_id and line.invoice_id = invoice.id)
    ), part as (
        select owed.check_id, owed.invoice_id, paid.component, paid.amount, owed.discount,
               sum(paid.amount) over (
                   partition by owed.check_id
                   order by paid.component = 'interest', owed.due_date, owed.number, owed.invoice_id)
               - paid.amount as before
          from owed
         cross join lateral (values ('principal', owed.principal), ('interest', owed.interest))
               as paid (component, amount)
         where paid.amount > 0
    )
    select part.check_id, part.invoice_id, line.component, line.amount
      from part
      join public.checks as received on received.id = part.check_id
     cross join lateral (
           select received.amount - coalesce(sum(line.amount) filter (where line.component <> 'discount'), 0.00)
             from public.check_reconciliations as reconciliation
             left join public.check_reconciliation_lines as line on line.check_reconciliation_id = reconciliation.id
            where reconciliation.check_id = part.check_id and reconciliation.status = 'proposed') as free (amount)
     cross join lateral (values
           (part.component, least(part.amount, free.amount - part.before)),
           ('discount', case when part.component = 'principal' and part.before + part.amount <= free.amount
                             then part.discount else 0.00 end)) as line (component, amount)
     where line.amount > 0;
$$;
comment on function private.remitted_lines is
$$Lines that the payers of checks tell, of invoices that are not in a check's proposal yet, as far as the check reaches.

An amount above the invoice's balance pays interest; one that is less by the discount that is given on that day takes it.$$;

-- Several payments of one amount and no number: the oldest invoices first, as people would.
create function private.lines_to_the_cent(facility_id uuid, received numeric, received_on date)
returns table (invoice_id uuid, component text, amount numeric)
language sql
stable
set search_path = ''
as $$
    with line as materialized (
        select *
          from private.lines_to_propose(
                   lines_to_the_cent.facility_id, lines_to_the_cent.received, lines_to_the_cent.received_on)
    ), paid as (
        select line.invoice_id,
               coalesce(sum(line.amount) filter (where line.component <> 'interest'), 0) as principal,
               coalesce(sum(line.amount) filter (where line.component = 'interest'), 0) as interest
          from line
         group by line.invoice_id
    )
    select line.invoice_id, line.component, line.amount
      from line
     where (select sum(line.amount) filter (where line.component <> 'discount') from line) = lines_to_the_cent.received
       and not exists (
           select
             from paid
             join private.unclaimed_balances(lines_to_the_cent.facility_id, lines_to_the_cent.received_on) as open
               on open.invoice_id = paid.invoice_id
            where paid.principal <> open.principal or paid.interest not in (0, open.interest));
$$;
comment on function private.lines_to_the_cent is
    'The lines that private.lines_to_propose finds, if they pay invoices whole and nothing is left over; else none.';

create function private.propose_remitted(check_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_lines jsonb;
    v_check public.checks;
begin
    -- Invoices of all the lines first, in their order: the foreign keys lock them, check by check.
    perform
       from public.invoices as invoice
      where invoice.id in (
            select line.invoice_id from private.remitted_lines(propose_remitted.check_ids) as line
             union
            select open.id
              from private.invoices_to_pay as open
              join public.checks as received
                on received.id = any (propose_remitted.check_ids)
               and received.facility_id in (open.payer_id, open.facility_id))
      order by invoice.id
        for key share;

    v_lines := (
        select jsonb_agg(line) from private.remitted_lines(propose_remitted.check_ids) as line);
    insert into public.check_reconciliations (check_id)
    select distinct line.check_id
      from jsonb_to_recordset(v_lines) as line (check_id uuid)
     where not exists (
           select from public.check_reconciliations as live
            where live.check_id = line.check_id and live.status <> 'returned')
     order by line.check_id;
    insert into public.check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
    select reconciliation.id, line.invoice_id, line.component, line.amount
      from jsonb_to_recordset(v_lines) as line (check_id uuid, invoice_id uuid, component text, amount numeric)
      join public.check_reconciliations as reconciliation
        on reconciliation.check_id = line.check_id and reconciliation.status = 'proposed'
     order by reconciliation.id, line.invoice_id;

    -- One after the other, so that each sees what those before it claim.
    for v_check in
        select received.*
          from public.checks as received
         where received.id = any (propose_remitted.check_ids)
           and not exists (
               select from public.check_reconciliations as live
                where live.check_id = received.id and live.status <> 'returned')
           and not exists (
               select from public.remittance_lines as line
                 join public.remittances as remittance on remittance.id = line.remittance_id
                where remittance.check_id = received.id)
         order by received.received_on, (
               select min(remittance.bank_reference)
                 from public.remittances as remittance where remittance.check_id = received.id)
    loop
        v_lines := (
            select jsonb_agg(line)
              from private.lines_to_the_cent(v_check.facility_id, v_check.amount, v_check.received_on) as line);
        continue when v_lines is null;
        with made as (
            insert into public.check_reconciliations (check_id) values (v_check.id) returning id)
        insert into public.check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
        select made.id, line.invoice_id, line.component, line.amount
          from made
         cross join jsonb_to_recordset(v_lines) as line (invoice_id uuid, component text, amount numeric);
    end loop;
end;
$$;
comment on function private.propose_remitted is
$$Proposes what received checks pay by what their remittances say: the invoices that they name, else those that they pay
to the cent. Never confirmed here. The caller holds the facilities of checks that name none.$$;

-- As insert_checks: a check that was entered by hand before, or that another file of the bank has told, is that one.
create function private.enter_remittances(remittance_ids uuid[], facility_ids uuid[], matches text[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_closed_through constant date := private.books_closed_through();
begin
    perform
       from public.checks as known
      where known.id in (
            select found.check_id
              from private.checks_of_remittances(
                       enter_remittances.remittance_ids, enter_remittances.facility_ids) as found)
      order by known.id
        for key share;
    perform
       from public.facilities as facility
      where facility.id = any (enter_remittances.facility_ids)
         or facility.id in ( -- proposals of all that are billed together go one after the other
            select billed.bill_to_facility_id
              from public.facilities as billed
             where billed.id = any (enter_remittances.facility_ids))
      order by facility.id
        for no key update;

    update public.remittances as remittance
       set check_id = found.check_id, matched_by = given.matched_by
      from unnest(enter_remittances.remittance_ids, enter_remittances.facility_ids, enter_remittances.matches)
               as given (id, facility_id, matched_by)
      join private.checks_of_remittances(enter_remittances.remittance_ids, enter_remittances.facility_ids) as found
        on found.remittance_id = given.id
     where remittance.id = given.id;

    with told as materialized (
        select remittance.id as remittance_id, given.facility_id, given.matched_by,
               coalesce(payer.bill_to_facility_id, payer.id) as customer_id,
               coalesce(nullif(btrim(remittance.check_number), ''), remittance.id::text) as number,
               remittance.bank_reference, remittance.check_number, remittance.method, remittance.amount,
               remittance.received_on
          from unnest(enter_remittances.remittance_ids, enter_remittances.facility_ids, enter_remittances.matches)
                   as given (id, facility_id, matched_by)
          join public.facilities as payer on payer.id = given.facility_id
          join public.remittances as remittance on remittance.id = given.id
         where remittance.check_id is null
    ), parted as (
        select told.*,
               told.received_on - lag(told.received_on) over alike > private.days_of_one_check(told.method) as is_another
          from told
        window alike as (
               partition by told.customer_id, told.method, told.amount, told.number
               order by told.received_on, told.bank_reference)
    ), numbered as (
        select parted.*, count(*) filter (where parted.is_another) over alike as nth
          from parted
        window alike as (
               partition by parted.customer_id, parted.method, parted.amount, parted.number
               order by parted.received_on, parted.bank_reference)
    ), entered as materialized (
        select numbered.*,
               first_value(numbered.remittance_id) over (
                   partition by numbered.customer_id, numbered.method, numbered.amount, numbered.number, numbered.nth
                   order by numbered.received_on, numbered.bank_reference) as first_id
          from numbered
    ), new_check as materialized (
        select entered.*, gen_random_uuid() as id from entered where entered.first_id = entered.remittance_id
    ), inserted as (
        insert into public.checks (id, facility_id, check_number, method, amount, received_on, late, entered_again)
        select new_check.id, new_check.facility_id, new_check.check_number, new_check.method, new_check.amount,
               new_check.received_on, coalesce(new_check.received_on <= v_closed_through, false),
               -- The bank tells it apart from one that is here, by its day.
               row_number() over (
                   partition by new_check.facility_id, new_check.method, new_check.amount, new_check.number
                   order by new_check.received_on, new_check.bank_reference) > 1
               or exists (
                   select from public.checks as other
                    where other.facility_id = new_check.facility_id
                      and btrim(other.check_number) = btrim(new_check.check_number)
                      and other.check_number ~ '\S'
                      and other.method = new_check.method and other.amount = new_check.amount
                      and other.status <> 'returned')
          from new_check
         order by new_check.received_on, new_check.bank_reference)
    update public.remittances as remittance
       set check_id = new_check.id, matched_by = entered.matched_by
      from entered
      join new_check on new_check.first_id = entered.first_id
     where remittance.id = entered.remittance_id;
end;
$$;
comment on function private.enter_remittances is
$$Enters a check of each remittance, of the facility that paid it, or takes the one that is here already under its number.

matches: how each facility was found. A day in closed books makes the check late: the bank says when the money came.$$;

create function private.days_of_one_check(method text)
returns int
language sql
immutable
set search_path = ''
as $$
    -- Paper is entered by hand when it comes, and is at the bank some days later. A transfer has one day, and may have
    -- the same number each week.
    select case days_of_one_check.method when 'check' then 14 else 0 end;
$$;
comment on function private.days_of_one_check is
    'Number of days by which what is told of one check may differ, of one number and amount; more is another one.';

create function private.checks_of_remittances(remittance_ids uuid[], facility_ids uuid[])
returns table (remittance_id uuid, check_id uuid)
language sql
stable
set search_path = ''
as $$
    select distinct on (remittance.id) remittance.id, known.id
      from unnest(checks_of_remittances.remittance_ids, checks_of_remittances.facility_ids) as given (id, facility_id)
      join public.remittances as remittance on remittance.id = given.id
      join public.facilities as payer on payer.id = given.facility_id
      join public.checks as known
        on btrim(known.check_number) = btrim(remittance.check_number)
       and known.method = remittance.method
       and known.amount = remittance.amount
       and known.status <> 'returned'
       and abs(known.received_on - remittance.received_on) <= private.days_of_one_check(remittance.method)
      join public.facilities as entered on entered.id = known.facility_id
     where remittance.check_number ~ '\S'
       and coalesce(entered.bill_to_facility_id, entered.id) = coalesce(payer.bill_to_facility_id, payer.id)
     order by remittance.id, abs(known.received_on - remittance.received_on),
              known.facility_id <> payer.id, known.created_at, known.id;
$$;
comment on function private.checks_of_remittances is
$$The checks that are here already of remittances, of those that have one: of the same number, method and amount, of a
facility that is billed with the one that paid, and of a day that private.days_of_one_check allows.

facility_ids: who paid, remittance by remittance.$$;

revoke execute on function
    private.remitted_lines, private.lines_to_the_cent, private.propose_remitted, private.enter_remittances,
    private.days_of_one_check, private.checks_of_remittances
    from public, anon, authenticated, service_role;
