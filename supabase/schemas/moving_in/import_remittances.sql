-- Money that a bank says came in: checks, and what they are proposed to pay.
create function private.remittances_to_import(rows jsonb)
returns table (
    line int, bank_reference text, id uuid, received_on date, amount numeric, method text, check_number text,
    facility_number text, payer text, invoice_number text, invoice_amount numeric, deduction numeric,
    deduction_reason text, remark text, line_id uuid, is_here boolean)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.bank_reference, remittance.id, row.received_on, row.amount, coalesce(row.method, 'check'),
           row.check_number, row.facility_number, row.payer, row.invoice_number, row.invoice_amount, row.deduction,
           row.deduction_reason, row.remark, line.id,
           remittance.id is not null and (row.invoice_number is null or line.id is not null)
      from jsonb_to_recordset(remittances_to_import.rows) as row (
           line int, bank_reference text, received_on date, amount numeric(12, 2), method text, check_number text,
           facility_number text, payer text, invoice_number text, invoice_amount numeric(12, 2),
           deduction numeric(12, 2), deduction_reason text, remark text)
      left join public.remittances as remittance on remittance.bank_reference = row.bank_reference
      left join public.remittance_lines as line
        on line.remittance_id = remittance.id and line.invoice_number = row.invoice_number;
$$;
comment on function private.remittances_to_import is
    'The rows of a file of remittances; id, line_id: the payment and the line of it that are here already, is_here: the whole row is.';

create function private.remittances_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select told.*, first_value(told.line) over same as first_line,
               row_number() over (partition by told.bank_reference, told.invoice_number order by told.line) as nth
          from private.remittances_to_import(remittances_errors.rows) as told
        window same as (partition by told.bank_reference order by told.line)
    )
    select row.line, told.name, told.message
      from row
     cross join lateral (values
           ('received_on', row.received_on > (private.clock()).business_date,
            format('%s has not come yet.', row.received_on)),
           ('invoice_number', row.nth > 1 and row.bank_reference is not null,
            case when row.invoice_number is null then 'Another line is of this payment: name the invoice of each.'
                 else 'Another line is of this payment and invoice.' end),
           ('invoice_number',
            row.invoice_number is null
            and (row.invoice_amount is not null or row.deduction is not null or row.deduction_reason is not null),
            'It says what is paid of an invoice, and not of which.')) as told (name, is_wrong, message)
     where told.is_wrong
     union all
    -- Each line of a payment says the same of it.
    select row.line, compared.name, format('Line %s is of the same payment, and says something else.', first.line)
      from row
      join row as first on first.line = row.first_line and first.bank_reference = row.bank_reference
     cross join lateral (values
           ('received_on', row.received_on::text, first.received_on::text),
           ('amount', row.amount::text, first.amount::text),
           ('method', row.method, first.method),
           ('check_number', row.check_number, first.check_number),
           ('facility_number', row.facility_number, first.facility_number)) as compared (name, given, here)
     where row.line > first.line
       and compared.given is distinct from compared.here
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.remittances as remittance on remittance.id = row.id
     cross join lateral (values
           ('received_on', row.received_on::text, remittance.received_on::text),
           ('amount', row.amount::text, remittance.amount::text),
           ('method', row.method, remittance.method),
           ('check_number', row.check_number, remittance.check_number),
           ('facility_number', row.facility_number, remittance.facility_number)) as compared (name, given, here)
     where compared.given is distinct from compared.here
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.remittance_lines as line on line.id = row.line_id
     cross join lateral (values
           ('invoice_amount', row.invoice_amount::text, line.amount::text),
           ('deduction', row.deduction::text, line.deduction::text)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$$;
comment on function private.remittances_errors is 'Errors in the rows of a file of remittances.';

create function private.insert_remittances(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted constant int := (
        select count(*) filter (where not row.is_here) from private.remittances_to_import(insert_remittances.rows) as row);
    -- Payments of which this file says something new.
    v_ids uuid[];
begin
    -- Checks that get further lines, before anything else is locked.
    perform private.hold_check(held.check_id)
       from (select distinct received.id as check_id
               from private.remittances_to_import(insert_remittances.rows) as row
               join public.remittances as remittance on remittance.id = row.id
               join public.checks as received on received.id = remittance.check_id and received.status = 'received'
              where not row.is_here
              order by received.id) as held;

    insert into public.remittances (
           bank_reference, received_on, amount, method, check_number, facility_number, payer, remark)
    select distinct on (row.bank_reference) row.bank_reference, row.received_on, row.amount, row.method,
           row.check_number, row.facility_number, row.payer, row.remark
      from private.remittances_to_import(insert_remittances.rows) as row
     where row.id is null
     order by row.bank_reference, row.payer, row.remark;
    with added as (
        insert into public.remittance_lines (remittance_id, invoice_number, amount, deduction, deduction_reason)
        select row.id, row.invoice_number, row.invoice_amount, row.deduction, row.deduction_reason
          from private.remittances_to_import(insert_remittances.rows) as row
         where row.line_id is null and row.invoice_number is not null
        returning remittance_id)
    select array_agg(told.id)
      into v_ids
      from (select added.remittance_id as id from added
             union
            select row.id
              from private.remittances_to_import(insert_remittances.rows) as row
              join public.remittances as remittance on remittance.id = row.id
             where remittance.check_id is null and remittance.set_aside_at is null
               and remittance.matched_by is null) as told; -- else somebody removed its check, and says whose it is

    perform private.enter_remittances(
                array_agg(found.remittance_id), array_agg(found.facility_id), array_agg(found.matched_by))
       from private.payers_of_remittances(array(
                select remittance.id
                  from public.remittances as remittance
                 where remittance.id = any (v_ids)
                   and remittance.check_id is null and remittance.set_aside_at is null
                   and remittance.matched_by is null)) as found
     having count(*) > 0;
    perform private.name_invoices(v_ids);
    perform private.propose_remitted(array(
        select received.id
          from public.checks as received
         where received.status = 'received'
           and received.id in (select remittance.check_id from public.remittances as remittance
                                where remittance.id = any (v_ids))));
    return v_inserted;
end;
$$;
comment on function private.insert_remittances is
$$Enters the payments of a file that are not here yet, in which nothing is wrong, and proposes what they pay; how many
rows were new.

A payment that was left without a facility is looked at once more with each file that names it, but for one whose check
somebody removed.$$;

revoke execute on function
    private.remittances_to_import, private.remittances_errors, private.insert_remittances
    from public, anon, authenticated, service_role;
