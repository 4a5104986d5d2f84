-- Money that the former books had received and not spread over invoices: checks to reconcile, or credits of a facility.
create function private.checks_to_import(rows jsonb)
returns table (
    line int, external_number text, id uuid, facility_number text, facility_id uuid, amount numeric, received_on date,
    check_number text, method text, unapplied_credit boolean, late boolean)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.external_number, received.id, row.facility_number, facility.id, row.amount, row.received_on,
           row.check_number, coalesce(row.method, 'check'), coalesce(row.unapplied_credit, false), coalesce(row.late, false)
      from jsonb_to_recordset(checks_to_import.rows) as row (
           line int, external_number text, facility_number text, amount numeric(12, 2), received_on date,
           check_number text, method text, unapplied_credit boolean, late boolean)
      left join public.checks as received on received.external_number = row.external_number
      left join public.facilities as facility on facility.external_number = row.facility_number;
$$;
comment on function private.checks_to_import is
    'The rows of a file of checks, with what stands for empty cells and whom they name; id: the check that is here already.';

create function private.checks_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.checks_to_import(checks_errors.rows))
    select row.line, 'facility_number',
           format('There is no facility with the number %s. Import facilities first.', row.facility_number)
      from row
     where row.facility_number is not null and row.facility_id is null
     union all
    select row.line, 'received_on', format('%s has not come yet.', row.received_on)
      from row
     where row.received_on > (private.clock()).business_date
     union all
    select row.line, 'received_on', private.told_of_closed_books(row.received_on)
      from row
     where row.id is null and not row.late and row.received_on <= private.books_closed_through()
     union all
    -- As private.guard_check_entry.
    select repeated.line, 'check_number',
           format('Line %s is of the same facility, method, number and amount.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.check_number is not null and row.facility_id is not null
            window same as (
                   partition by row.facility_id, row.method, row.check_number, row.amount order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, 'check_number',
           format('The facility''s %s %s over %s is here already: received on %s.',
                  other.method, other.check_number, other.amount, other.received_on)
      from row
      join public.checks as other
        on other.facility_id = row.facility_id
       and btrim(other.check_number) = row.check_number
       and other.method = row.method
       and other.amount = row.amount
     where row.id is null and other.status <> 'returned'
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.checks as received on received.id = row.id
      join public.facilities as facility on facility.id = received.facility_id
      left join public.facility_credits as credit
        on credit.check_id = received.id and credit.amount = received.amount
     cross join lateral (values
           ('facility_number', row.facility_number, facility.external_number),
           ('amount', row.amount::text, received.amount::text),
           ('received_on', row.received_on::text, received.received_on::text),
           ('check_number', row.check_number, received.check_number),
           ('method', row.method, received.method),
           ('unapplied_credit', case when row.unapplied_credit then 'yes' else 'no' end,
            case when credit.id is null then 'no' else 'yes' end)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$$;
comment on function private.checks_errors is 'Errors in the rows of a file of checks.';

-- Credits that confirm_check_reconciliation makes of checks without lines, each of the whole check.
create function private.leave_checks_as_credits(check_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    insert into public.check_reconciliations (check_id)
    select kept.id from unnest(leave_checks_as_credits.check_ids) as kept (id);
    update public.checks as received
       set status = 'reconciled'
     where received.id = any (leave_checks_as_credits.check_ids);
    insert into public.facility_credits (facility_id, check_id, amount, remaining)
    select received.facility_id, received.id, received.amount, received.amount
      from public.checks as received
     where received.id = any (leave_checks_as_credits.check_ids);
    perform private.audit_each('import_rows', 'facility_credits', array_agg(credit.id), null, array_agg(to_jsonb(credit)))
       from public.facility_credits as credit
      where credit.check_id = any (leave_checks_as_credits.check_ids);
    update public.check_reconciliations as reconciliation
       set status = 'confirmed', confirmed_by = private.user_id()
     where reconciliation.check_id = any (leave_checks_as_credits.check_ids);
end;
$$;
comment on function private.leave_checks_as_credits is
    'Reconciles checks that the caller has just inserted with no invoice: the whole of each is a credit of its facility.';

create function private.insert_checks(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    -- In one order, which the guard of each check would not keep.
    perform
       from public.facilities as facility
      where facility.external_number in (
            select row.facility_number from jsonb_to_recordset(insert_checks.rows) as row (facility_number text))
      order by facility.id
        for no key update;

    insert into public.checks (external_number, facility_id, amount, received_on, check_number, method, late)
    select row.external_number, row.facility_id, row.amount, row.received_on, row.check_number, row.method, row.late
      from private.checks_to_import(insert_checks.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;
    perform private.leave_checks_as_credits(array(
        select row.id
          from private.checks_to_import(insert_checks.rows) as row
          join public.checks as received on received.id = row.id
         where row.unapplied_credit and received.status = 'received'));
    return v_inserted;
end;
$$;
comment on function private.insert_checks is
    'Inserts the checks of a file that are not here yet, in which nothing is wrong, and the credits that they are; how many.';

revoke execute on function
    private.checks_to_import, private.checks_errors, private.leave_checks_as_credits, private.insert_checks
    from public, anon, authenticated, service_role;
