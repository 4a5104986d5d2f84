-- Facilities of the former books, with their interest terms from the day of the move on.
create function private.facilities_to_import(rows jsonb)
returns table (
    line int, external_number text, id uuid, name text, billing_email text, payment_terms_days int, timezone text,
    work_state text, billing_name text, billing_address text, purchase_order text, invoices_by text,
    billing_cycle text, two_weeks_from date, due_date_rule text, bill_overtime_rule text, bill_scope text,
    bill_overtime_multiplier numeric, bill_doubletime_multiplier numeric, annual_rate numeric, day_count text,
    compounding text, rate_basis text, grace_days int, accrue_from text, fixed_fee numeric, waive_below numeric,
    maximum_days int, maximum_fraction numeric, moved_on date, minimum_wage_jurisdictions text[],
    discount_rate numeric, discount_days int, bill_to_number text)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.external_number, facility.id, row.name, row.billing_email,
           coalesce(row.payment_terms_days, 30), row.timezone, row.work_state, row.billing_name,
           row.billing_address, row.purchase_order, coalesce(row.invoices_by, 'one'),
           coalesce(row.billing_cycle, 'week'), row.two_weeks_from, coalesce(row.due_date_rule, 'none'),
           row.bill_overtime_rule, coalesce(row.bill_scope, 'facility'),
           coalesce(row.bill_overtime_multiplier, 1.5)::numeric(5, 3),
           coalesce(row.bill_doubletime_multiplier, 2)::numeric(5, 3), row.annual_rate,
           row.day_count, row.compounding, row.rate_basis, row.grace_days, row.accrue_from, row.fixed_fee,
           row.waive_below, row.maximum_days, row.maximum_fraction, row.moved_on,
           nullif(array(
               select distinct btrim(named.name)
                 from string_to_table(row.minimum_wage_jurisdictions, ';') as named (name)
                where named.name ~ '\S'
                order by btrim(named.name)), '{}'),
           row.discount_rate, row.discount_days, row.bill_to_number
      from jsonb_to_recordset(facilities_to_import.rows) as row (
           line int, external_number text, name text, billing_email text, payment_terms_days int, timezone text,
           work_state text, billing_name text, billing_address text, purchase_order text, invoices_by text,
           billing_cycle text, two_weeks_from date, due_date_rule text, bill_overtime_rule text, bill_scope text,
           bill_overtime_multiplier numeric, bill_doubletime_multiplier numeric, annual_rate numeric(9, 6),
           day_count text, compounding text, rate_basis text, grace_days int, accrue_from text,
           fixed_fee numeric(12, 2), waive_below numeric(12, 2), maximum_days int, maximum_fraction numeric(9, 6),
           moved_on date, minimum_wage_jurisdictions text, discount_rate numeric(9, 6), discount_days int,
           bill_to_number text)
      left join public.facilities as facility on facility.external_number = row.external_number;
$$;
comment on function private.facilities_to_import is
    'The rows of a file of facilities, with what stands for empty cells; id: the facility that is here already.';

create function private.is_timezone(name text)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    perform now() at time zone is_timezone.name;
    return true;
exception when invalid_parameter_value then
    return false;
end;
$$;
comment on function private.is_timezone is 'True if there is such a timezone. Null is true.';

create function private.facilities_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.facilities_to_import(facilities_errors.rows))
    select row.line, 'timezone',
           format('There is no timezone %s. Give an IANA name, such as America/Denver.', row.timezone)
      from row
      join (select zone.name from (select distinct row.timezone as name from row) as zone
             where not private.is_timezone(zone.name)) as unknown on unknown.name = row.timezone
     union all
    select row.line, 'bill_overtime_rule',
           format('There is no overtime rule %s. There are %s.', row.bill_overtime_rule, (
               select string_agg(rule.name, ', ' order by rule.name) from public.overtime_rules as rule))
      from row
     where row.bill_overtime_rule not in (select rule.name from public.overtime_rules as rule)
     union all
    select row.line, 'minimum_wage_jurisdictions',
           case when named.is_known
                then format('The minimum wage of %s is not one of the state of the facility.', named.name)
                else format('No minimum wage of %s is known. Put a semicolon between two.', named.name) end
      from row
     cross join lateral (
           select jurisdiction.name,
                  exists (select from public.minimum_wages as wage where wage.jurisdiction = jurisdiction.name) as is_known
             from unnest(row.minimum_wage_jurisdictions) as jurisdiction (name)) as named
     where row.id is null -- of those that are here, what differs is told below
       and (not named.is_known or (named.name <> 'US' and left(named.name, 2) is distinct from row.work_state))
     union all
    select row.line, 'discount_rate', 'The discount is a percentage above 0 % and below 100 %.'
      from row
     where row.discount_rate not between 0.000001 and 0.999999
     union all
    select row.line, case when row.discount_rate is null then 'discount_rate' else 'discount_days' end,
           'A discount for paying early has a discount_rate and discount_days: give both, or neither.'
      from row
     where num_nonnulls(row.discount_rate, row.discount_days) = 1
     union all
    select row.line, 'bill_to_number', wrong.message
      from row
      left join row as listed on listed.external_number = row.bill_to_number
      left join public.facilities as here on here.external_number = row.bill_to_number
      left join public.facilities as billed on billed.id = here.bill_to_facility_id
     cross join lateral (
           select case
               when row.bill_to_number = row.external_number then 'The facility would be billed to itself. Leave it empty.'
               when num_nonnulls(listed.line, here.id) = 0
                   then format('There is no facility with the number %s, here or in the file.', row.bill_to_number)
               when coalesce(listed.bill_to_number, billed.external_number) is not null or billed.id is not null
                   then format('%s is billed to another facility itself.', row.bill_to_number)
               when exists (select from public.assignments as assignment where assignment.facility_id = here.id)
                   then format('People are placed at %s, and at a program nobody works.', row.bill_to_number)
               end) as wrong (message)
     where row.bill_to_number is not null and row.id is null and wrong.message is not null
     union all
    select row.line, 'compounding', 'Interest of started months is not compounded: give none.'
      from row
     where row.day_count = 'started_months' and row.compounding <> 'none'
     union all
    select row.line, given.name, 'Interest terms need an annual_rate.'
      from row
     cross join lateral (values
           ('day_count', row.day_count), ('compounding', row.compounding), ('rate_basis', row.rate_basis),
           ('grace_days', row.grace_days::text), ('accrue_from', row.accrue_from),
           ('fixed_fee', row.fixed_fee::text), ('waive_below', row.waive_below::text),
           ('maximum_days', row.maximum_days::text), ('maximum_fraction', row.maximum_fraction::text),
           ('moved_on', row.moved_on::text)) as given (name, value)
     where row.annual_rate is null and given.value is not null
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.facilities as facility on facility.id = row.id
      left join public.facilities as billed on billed.id = facility.bill_to_facility_id
      left join lateral (
           select first.*
             from public.facility_interest_terms as first
            where first.facility_id = facility.id
            order by first.effective_from
            limit 1) as terms on true
     cross join lateral (values
           ('name', row.name, facility.name),
           ('billing_email', row.billing_email, facility.billing_email),
           ('payment_terms_days', row.payment_terms_days::text, facility.payment_terms_days::text),
           ('timezone', row.timezone, facility.timezone),
           ('work_state', row.work_state, facility.work_state),
           ('billing_name', row.billing_name, facility.billing_name),
           ('billing_address', row.billing_address, facility.billing_address),
           ('purchase_order', row.purchase_order, facility.purchase_order),
           ('invoices_by', row.invoices_by, facility.invoices_by),
           ('billing_cycle', row.billing_cycle, facility.billing_cycle),
           ('two_weeks_from', row.two_weeks_from::text, facility.two_weeks_from::text),
           ('due_date_rule', row.due_date_rule, facility.due_date_rule),
           ('bill_overtime_rule', row.bill_overtime_rule, facility.bill_overtime_rule),
           ('bill_scope', row.bill_scope, facility.bill_scope),
           ('bill_overtime_multiplier', row.bill_overtime_multiplier::text, facility.bill_overtime_multiplier::text),
           ('bill_doubletime_multiplier', row.bill_doubletime_multiplier::text,
            facility.bill_doubletime_multiplier::text),
           ('annual_rate', row.annual_rate::text, terms.annual_rate::text),
           ('day_count', coalesce(row.day_count, 'actual/365'), coalesce(terms.day_count, 'actual/365')),
           ('compounding', coalesce(row.compounding, 'none'), coalesce(terms.compounding, 'none')),
           ('rate_basis', coalesce(row.rate_basis, 'floating'), coalesce(terms.rate_basis, 'floating')),
           ('grace_days', coalesce(row.grace_days, 0)::text, coalesce(terms.grace_days, 0)::text),
           ('accrue_from', coalesce(row.accrue_from, 'due_date'), coalesce(terms.accrue_from, 'due_date')),
           ('fixed_fee', coalesce(row.fixed_fee, 0.00)::text, coalesce(terms.fixed_fee, 0.00)::text),
           ('waive_below', coalesce(row.waive_below, 0.00)::text, coalesce(terms.waive_below, 0.00)::text),
           ('maximum_days', row.maximum_days::text, terms.maximum_days::text),
           ('maximum_fraction', row.maximum_fraction::text, terms.maximum_fraction::text),
           ('moved_on', row.moved_on::text, coalesce(terms.effective_from, row.moved_on)::text),
           ('minimum_wage_jurisdictions', array_to_string(row.minimum_wage_jurisdictions, '; '),
            array_to_string(facility.minimum_wage_jurisdictions, '; ')),
           ('discount_rate', row.discount_rate::text, facility.discount_rate::text),
           ('discount_days', row.discount_days::text, facility.discount_days::text),
           ('bill_to_number', row.bill_to_number, coalesce(billed.external_number, billed.name)))
           as compared (name, given, here)
     where compared.given is distinct from compared.here
       -- Left out, it was the day of that import.
       and (compared.name <> 'moved_on' or row.moved_on is not null);
$$;
comment on function private.facilities_errors is 'Errors in the rows of a file of facilities.';

create function private.insert_facilities(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    insert into public.facilities (
        external_number, name, billing_email, payment_terms_days, timezone, work_state, billing_name,
        billing_address, purchase_order, invoices_by, billing_cycle, two_weeks_from, due_date_rule, bill_overtime_rule,
        bill_scope, bill_overtime_multiplier, bill_doubletime_multiplier, minimum_wage_jurisdictions, discount_rate,
        discount_days)
    select row.external_number, row.name, row.billing_email, row.payment_terms_days, row.timezone, row.work_state,
           row.billing_name, row.billing_address, row.purchase_order, row.invoices_by, row.billing_cycle,
           row.two_weeks_from, row.due_date_rule, row.bill_overtime_rule, row.bill_scope,
           row.bill_overtime_multiplier, row.bill_doubletime_multiplier, row.minimum_wage_jurisdictions,
           row.discount_rate, row.discount_days
      from private.facilities_to_import(insert_facilities.rows) as row
     where row.id is null;
    get diagnostics v_inserted = row_count;

    -- Who is billed may stand below. Most files say nothing of it, and then nobody waits for who bills.
    if jsonb_path_exists(insert_facilities.rows, '$[*].bill_to_number ? (@ != null)') then
        update public.facilities as facility
           set bill_to_facility_id = billed.id
          from private.facilities_to_import(insert_facilities.rows) as row
          join public.facilities as billed on billed.external_number = row.bill_to_number
         where facility.id = row.id and facility.bill_to_facility_id is null;
    end if;

    -- Not from the due dates of old: up to the day of the move the former books charged the interest.
    insert into public.facility_interest_terms (
        facility_id, effective_from, annual_rate, day_count, compounding, rate_basis, grace_days, accrue_from,
        fixed_fee, waive_below, maximum_days, maximum_fraction)
    select row.id, coalesce(row.moved_on, clock.business_date), row.annual_rate,
           coalesce(row.day_count, 'actual/365'), coalesce(row.compounding, 'none'),
           coalesce(row.rate_basis, 'floating'), coalesce(row.grace_days, 0), coalesce(row.accrue_from, 'due_date'),
           coalesce(row.fixed_fee, 0), coalesce(row.waive_below, 0), row.maximum_days, row.maximum_fraction
      from private.facilities_to_import(insert_facilities.rows) as row
     cross join private.clock() as clock
     where row.annual_rate is not null
       and not exists (
           select from public.facility_interest_terms as terms where terms.facility_id = row.id);
    return v_inserted;
end;
$$;
comment on function private.insert_facilities is
    'Inserts the facilities of a file that are not here yet, in which nothing is wrong, with their interest terms; how many.';

revoke execute on function
    private.facilities_to_import, private.is_timezone, private.facilities_errors, private.insert_facilities
    from public, anon, authenticated, service_role;
