-- Imports purchase orders: the orders of the former books that go on.
create function private.orders_to_import(rows jsonb)
returns table (
    line int, id uuid, facility_number text, facility_id uuid, number text, starts_on date, ends_on date, amount numeric)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, purchase_order.id, row.facility_number, facility.id, row.number, row.starts_on, row.ends_on,
           row.amount
      from jsonb_to_recordset(orders_to_import.rows) as row (
           line int, facility_number text, number text, starts_on date, ends_on date, amount numeric(12, 2))
      left join public.facilities as facility on facility.external_number = row.facility_number
      left join public.purchase_orders as purchase_order
        on purchase_order.facility_id = facility.id and purchase_order.number = row.number;
$$;
comment on function private.orders_to_import is
    'The rows of a file of orders, and whom they name; id: the order that is here already, of that facility under that number.';

create function private.orders_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.orders_to_import(orders_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join lateral (values
           ('facility_number', row.facility_number is not null and row.facility_id is null,
            format('There is no facility with the number %s. Import facilities first.', row.facility_number)),
           ('ends_on', row.ends_on < row.starts_on, format('It is before the first day, %s.', row.starts_on)))
           as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select repeated.line, 'number', format('Line %s is of the same facility and number.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.facility_number is not null and row.number is not null
            window same as (partition by row.facility_number, row.number order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.purchase_orders as purchase_order on purchase_order.id = row.id
     cross join lateral (values
           ('starts_on', row.starts_on::text, purchase_order.starts_on::text),
           ('ends_on', row.ends_on::text, purchase_order.ends_on::text),
           ('amount', row.amount::text, purchase_order.amount::text)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$$;
comment on function private.orders_errors is 'Errors in the rows of a file of orders.';

create function private.insert_orders(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    insert into public.purchase_orders (facility_id, number, starts_on, ends_on, amount)
    select row.facility_id, row.number, row.starts_on, row.ends_on, row.amount
      from private.orders_to_import(insert_orders.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$$;
comment on function private.insert_orders is
    'Inserts the orders of a file that are not here yet, in which nothing is wrong; how many.';

revoke execute on function private.orders_to_import, private.orders_errors, private.insert_orders
    from public, anon, authenticated, service_role;
