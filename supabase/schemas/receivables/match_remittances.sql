-- Payers of remittances, and the invoices that they name: each writes numbers in a way of their own.

-- The payer of each invoice. Matching asks here alone.
create view private.invoices_to_pay with (security_invoker = true) as
    select invoice.id, invoice.facility_id,
           coalesce(invoice.bill_to_facility_id, facility.bill_to_facility_id, facility.id) as payer_id,
           invoice.number, invoice.balance, invoice.interest_balance
      from public.invoices as invoice
      join public.facilities as facility on facility.id = invoice.facility_id
     where invoice.status in ('sent', 'partially_paid', 'paid')
       and (invoice.balance > 0 or invoice.interest_balance > 0);
comment on view private.invoices_to_pay is
    'Invoices that owe something. payer_id: who is billed for them, a program or the facility itself.';

revoke all on private.invoices_to_pay from public, anon, authenticated, service_role;

create function private.keys_of_number(number text)
returns table (exact text, plain text, joined text, last text)
language sql
immutable
set search_path = ''
as $$
    select upper(btrim(keys_of_number.number)), key.plain, nullif(ltrim(replace(grouped.text, '-', ''), '0'), ''),
           regexp_replace(key.plain, '^.*-', '')
      -- From the first digit on: what comes before is a prefix.
      from (select btrim(regexp_replace(
                       substring(upper(keys_of_number.number) from '[0-9].*$'), '[^A-Z0-9]+', '-', 'g'), '-')
           ) as grouped (text)
     cross join lateral (
           select nullif(regexp_replace(grouped.text, '(^|-)0+(?=[0-9A-Z])', '\1', 'g'), '')) as key (plain);
$$;
comment on function private.keys_of_number is
$$A number of an invoice, as it may be compared with how a payer writes it: exact, but for capitals; plain, without prefix
and leading zeros, INV-2026-000012 is 2026-12; joined, without separators, 2026000012; last, its last part, 12.$$;

create function private.invoices_of_numbers(numbers text[], payer_ids uuid[])
returns table ("position" int, invoice_id uuid, payer_id uuid)
language sql
stable
set search_path = ''
as $$
    with open as materialized (
        select invoice.id, invoice.payer_id, key.exact, key.plain, key.joined, key.last
          from private.invoices_to_pay as invoice
         cross join lateral private.keys_of_number(invoice.number) as key
    ), wanted as materialized (
        select given.position::int as position, coalesce(payer.bill_to_facility_id, payer.id) as payer_id,
               key.exact, key.plain, key.joined
          from unnest(invoices_of_numbers.numbers) with ordinality as given (number, position)
         cross join lateral private.keys_of_number(given.number) as key
          left join public.facilities as payer on payer.id = invoices_of_numbers.payer_ids[given.position]
    ), found as (
        select wanted.position, wanted.payer_id as wanted_payer_id, open.id, open.payer_id, 1 as rank
          from wanted join open on open.exact = wanted.exact
         union all
        select wanted.position, wanted.payer_id, open.id, open.payer_id, 2
          from wanted join open on open.plain = wanted.plain
         union all
        select wanted.position, wanted.payer_id, open.id, open.payer_id, 3
          from wanted join open on open.joined = wanted.joined
         union all
        -- The last part alone says something only of a payer who is known.
        select wanted.position, wanted.payer_id, open.id, open.payer_id, 4
          from wanted join open on open.last = wanted.plain and open.payer_id = wanted.payer_id
    ), ranked as (
        select found.*, min(found.rank) over (partition by found.position) as best_rank
          from found
         where found.wanted_payer_id is null or found.payer_id = found.wanted_payer_id
    )
    select ranked.position, (array_agg(ranked.id))[1], (array_agg(ranked.payer_id))[1]
      from ranked
     where ranked.rank = ranked.best_rank
     group by ranked.position
    having count(distinct ranked.id) = 1;
$$;
comment on function private.invoices_of_numbers is
$$The open invoice that each number names, if it is one: as written, else without prefix and zeros, else without
separators, else, of a payer who is known, by its last part.

payer_ids: whose invoices, number by number, with those of all that are billed together; null where anybody's.$$;

-- The payer's own number comes first, then the invoices it names, then an amount that nobody else owes.
create function private.payers_of_remittances(remittance_ids uuid[])
returns table (remittance_id uuid, facility_id uuid, matched_by text)
language sql
stable
set search_path = ''
as $$
    with remittance as materialized (
        select told.* from public.remittances as told where told.id = any (payers_of_remittances.remittance_ids)
    ), by_facility as (
        select remittance.id, (array_agg(facility.id))[1] as facility_id
          from remittance
          join public.facilities as facility
            on ltrim(upper(facility.external_number), '0') = ltrim(upper(btrim(remittance.facility_number)), '0')
         group by remittance.id
        having count(*) = 1
    ), named as materialized (
        select line.remittance_id, line.invoice_number as number
          from public.remittance_lines as line
          join remittance on remittance.id = line.remittance_id
         union all
        select remittance.id, word.number
          from remittance
         cross join lateral private.numbers_in_text(remittance.remark) as word (number)
    ), numbered as (
        select named.remittance_id, named.number, row_number() over () as position from named
    ), by_invoice as (
        select numbered.remittance_id as id, (array_agg(found.payer_id))[1] as facility_id
          from private.invoices_of_numbers(
                   (select array_agg(numbered.number order by numbered.position) from numbered),
                   (select array_agg(null::uuid) from numbered)) as found
          join numbered on numbered.position = found.position
         group by numbered.remittance_id
        having count(distinct found.payer_id) = 1
    ), owed as materialized (
        select invoice.payer_id, invoice.id, sum.amount
          from private.invoices_to_pay as invoice
         cross join lateral (
               select invoice.balance
                union
               select invoice.balance + greatest(invoice.interest_balance, 0.00)) as sum (amount)
    ), by_amount as (
        select remittance.id, (array_agg(owed.payer_id))[1] as facility_id
          from remittance
          join owed on owed.amount = remittance.amount
         where not exists (select from named where named.remittance_id = remittance.id)
         group by remittance.id
        having count(distinct owed.id) = 1
    )
    select remittance.id, found.facility_id, found.matched_by
      from remittance
      left join by_facility on by_facility.id = remittance.id
      left join by_invoice on by_invoice.id = remittance.id
      left join by_amount on by_amount.id = remittance.id
     cross join lateral (
           select coalesce(by_facility.facility_id, by_invoice.facility_id, by_amount.facility_id),
                  case when by_facility.facility_id is not null then 'facility_number'
                       when by_invoice.facility_id is not null then 'invoice_number'
                       else 'amount' end) as found (facility_id, matched_by)
     where found.facility_id is not null;
$$;
comment on function private.payers_of_remittances is
    'The facility that paid each remittance, a program for its facilities, and how it is known; none of those of which it is not known.';

create function private.numbers_in_text(remark text)
returns setof text
language sql
immutable
set search_path = ''
as $$
    select distinct word.text
      from regexp_split_to_table(numbers_in_text.remark, '[][\s,;:*/|()<>=]+') as word (text)
     -- Less than four digits may mean anything, and no number has more than 40 characters.
     where char_length(regexp_replace(word.text, '[^0-9]', '', 'g')) >= 4 and char_length(word.text) <= 40;
$$;
comment on function private.numbers_in_text is 'Words of a text that may be the number of an invoice.';

-- Of one that names no invoice, the numbers in what the bank says beside it.
create function private.name_invoices(remittance_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_words constant jsonb := (
        select coalesce(jsonb_agg(jsonb_build_object(
                   'remittance_id', told.id, 'number', word.number, 'payer_id', received.facility_id)), '[]')
          from public.remittances as told
          join public.checks as received on received.id = told.check_id
         cross join lateral private.numbers_in_text(told.remark) as word (number)
         where told.id = any (name_invoices.remittance_ids)
           and not exists (select from public.remittance_lines as line where line.remittance_id = told.id));
begin
    insert into public.remittance_lines (remittance_id, invoice_number)
    select distinct on (word.remittance_id, found.invoice_id) word.remittance_id, word.number
      from (select (given.row ->> 'remittance_id')::uuid as remittance_id, given.row ->> 'number' as number,
                   given.position
              from jsonb_array_elements(v_words) with ordinality as given (row, position)) as word
      join private.invoices_of_numbers(
               array(select given.row ->> 'number'
                       from jsonb_array_elements(v_words) with ordinality as given (row, position)
                      order by given.position),
               array(select (given.row ->> 'payer_id')::uuid
                       from jsonb_array_elements(v_words) with ordinality as given (row, position)
                      order by given.position)) as found on found.position = word.position
     order by word.remittance_id, found.invoice_id, word.number;

    with line as materialized (
        select named.id, named.invoice_number, received.facility_id, row_number() over (order by named.id) as position
          from public.remittance_lines as named
          join public.remittances as told on told.id = named.remittance_id
          join public.checks as received on received.id = told.check_id
         where told.id = any (name_invoices.remittance_ids) and named.invoice_id is null)
    update public.remittance_lines as named
       set invoice_id = found.invoice_id
      from private.invoices_of_numbers(
               (select array_agg(line.invoice_number order by line.position) from line),
               (select array_agg(line.facility_id order by line.position) from line)) as found
      join line on line.position = found.position
     where named.id = line.id;
end;
$$;
comment on function private.name_invoices is
$$Says of each line of remittances which open invoice of the facility it names. The caller holds the facilities.

Of a remittance without lines, each number in what the bank says beside it becomes one, if it names an invoice.$$;

revoke execute on function
    private.keys_of_number, private.invoices_of_numbers, private.payers_of_remittances,
    private.numbers_in_text, private.name_invoices
    from public, anon, authenticated, service_role;
