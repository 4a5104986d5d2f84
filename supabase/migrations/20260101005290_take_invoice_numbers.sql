-- Invoice numbers run from 1 in each year of issue, whatever the prefix. A sequence would leave a gap for each
-- transaction that fails; a row is taken back with it.
create table private.last_invoice_numbers (
    year int primary key,
    last_number int not null,
    created_at timestamptz not null default now()
);
comment on table private.last_invoice_numbers is 'The highest invoice number of each year of issue.';
revoke all on private.last_invoice_numbers from public, anon, authenticated, service_role;

create function private.take_invoice_numbers(year int, count int)
returns text[]
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_last int;
begin
    -- The first of a year follow those that came from elsewhere.
    if not exists (
        select from private.last_invoice_numbers as counter where counter.year = take_invoice_numbers.year) then
        insert into private.last_invoice_numbers (year, last_number)
        select take_invoice_numbers.year, coalesce(max(substring(invoice.number from '\d+$')::int), 0)
          from public.invoices as invoice
         where invoice.number ~ format('^[A-Z0-9]{1,10}-%s-\d{1,9}$', take_invoice_numbers.year)
            on conflict on constraint last_invoice_numbers_pkey do nothing; -- somebody else was first
    end if;

    update private.last_invoice_numbers as counter
       set last_number = counter.last_number + take_invoice_numbers.count
     where counter.year = take_invoice_numbers.year
    returning counter.last_number into v_last;

    return array(
        select format('%s-%s-%s', settings.invoice_number_prefix, take_invoice_numbers.year,
                      to_char(taken.number, 'FM999000000'))
          from public.organization_settings as settings
         cross join generate_series(v_last - take_invoice_numbers.count + 1, v_last) as taken (number)
         order by taken.number);
end;
$$;
comment on function private.take_invoice_numbers(int, int) is
$$The next invoice numbers of a year of issue, in order.

count: how many; all are used, or the transaction fails. Others wait for the year's next ones until it ends: it is
the last lock that a procedure takes.$$;
revoke execute on function private.take_invoice_numbers(int, int) from public, anon, authenticated, service_role;
