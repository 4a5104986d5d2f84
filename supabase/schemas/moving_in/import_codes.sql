-- Codes of time that a firm has beside those it begins with. A row has no number in the former books: it is that of its name.
-- What repays expenses is in no regular rate, what else is left out is as the table has it.
create function private.codes_to_import(rows jsonb)
returns table (
    line int, name text, title text, unit text, is_worked boolean, pay_multiplier numeric, pay_amount numeric,
    bill_multiplier numeric, bill_amount numeric, is_reimbursement boolean, in_regular_rate boolean,
    premium_is_creditable boolean, entered_by text[], earning_code text, revenue_account text, pay_account text,
    regular_rate_section text, is_here boolean)
language sql
stable
set search_path = ''
rows 20000
as $$
    select row.line, row.name, row.title, told.unit, coalesce(row.is_worked, false), row.pay_multiplier,
           private.kept_rate(row.pay_amount, null), row.bill_multiplier, private.kept_rate(row.bill_amount, null),
           coalesce(row.is_reimbursement, false),
           coalesce(row.in_regular_rate, row.is_reimbursement is not true),
           coalesce(row.premium_is_creditable, false),
           case row.entered_by
               when 'none' then '{}'
               else array(
                   select distinct btrim(named.role)
                     from string_to_table(
                          coalesce(row.entered_by, 'billing;payroll;recruiting;contractor'), ';') as named (role)
                    where named.role ~ '\S'
                    order by btrim(named.role)) end,
           row.earning_code, row.revenue_account, row.pay_account, row.regular_rate_section, here.name is not null
      from jsonb_to_recordset(codes_to_import.rows) as row (
           line int, name text, title text, unit text, is_worked boolean, pay_multiplier numeric(5, 3),
           pay_amount numeric, bill_multiplier numeric(5, 3), bill_amount numeric, is_reimbursement boolean,
           in_regular_rate boolean, premium_is_creditable boolean, entered_by text, earning_code text,
           revenue_account text, pay_account text, regular_rate_section text)
     cross join lateral (select coalesce(row.unit, 'hour') as unit) as told
      left join public.time_codes as here on here.name = row.name;
$$;
comment on function private.codes_to_import is
    'The rows of a file of codes, with what stands for empty cells; is_here: true if there is a code of that name.';

create function private.codes_errors(rows jsonb)
returns table (line int, column_name text, message text)
language sql
stable
set search_path = ''
as $$
    with row as materialized (
        select * from private.codes_to_import(codes_errors.rows))
    select row.line, told.name, told.message
      from row
     cross join lateral (values
           ('is_worked', row.is_worked and row.unit <> 'hour', 'Only hours are worked, and its unit is another.'),
           ('pay_multiplier', row.pay_multiplier is null and row.pay_amount is not null,
            'Give a multiplier and an amount, either may be 0. Leave out both for a rate of its own.'),
           ('pay_amount', row.pay_multiplier is not null and row.pay_amount is null,
            'Give a multiplier and an amount, either may be 0. Leave out both for a rate of its own.'),
           ('bill_multiplier', row.bill_multiplier is null and row.bill_amount is not null,
            'Give a multiplier and an amount, either may be 0. Leave out both for a rate of its own.'),
           ('bill_amount', row.bill_multiplier is not null and row.bill_amount is null,
            'Give a multiplier and an amount, either may be 0. Leave out both for a rate of its own.'),
           ('pay_amount', row.unit = 'hour' and min_scale(row.pay_amount) > 2,
            'Money an hour has at most two decimals.'),
           ('bill_amount', row.unit = 'hour' and min_scale(row.bill_amount) > 2,
            'Money an hour has at most two decimals.'),
           ('is_reimbursement', row.is_reimbursement and row.unit = 'hour',
            'Pay by the hour is a wage and repays no expenses.'),
           ('in_regular_rate', row.is_worked and not row.in_regular_rate,
            'Pay for hours worked is in the regular rate.'),
           ('in_regular_rate', row.is_reimbursement and row.in_regular_rate,
            'Money that repays expenses is in no regular rate.'),
           ('premium_is_creditable',
            row.premium_is_creditable
            and (row.is_worked and row.pay_multiplier >= 1.5 and row.pay_amount = 0) is not true,
            'A creditable premium is that of hours worked at × 1.5 or more and without an amount.'),
           ('entered_by', not row.entered_by <@ '{billing,payroll,recruiting,contractor}',
            'Give some of billing, payroll, recruiting and contractor with semicolons between them, or none.'),
           ('revenue_account',
            row.revenue_account is not null and not exists (
                select from public.journal_accounts as account
                 where account.account = row.revenue_account and account.account ~ '^revenue_'),
            format('The journal has no account of revenue %s.', row.revenue_account)),
           ('pay_account',
            row.pay_account is not null and not exists (
                select from public.journal_accounts as account
                 where account.account = row.pay_account
                   and (account.account ~ '^pay_'
                        or account.account in ('wages', 'stipends', 'reimbursements'))),
            format('The journal has no account of pay %s.', row.pay_account)),
           ('regular_rate_section',
            case when row.is_worked then row.regular_rate_section is not null
                 when row.is_reimbursement then row.regular_rate_section <> '778.217'
                 when row.in_regular_rate then row.regular_rate_section in ('778.219', '778.220', '778.222')
                 else row.regular_rate_section in ('778.109', '778.111', '778.217', '778.223') end,
            'Hours worked have no section, expenses 778.217, and the others one by which they are in, or out, as they are.')
           ) as told (name, is_wrong, message)
     where told.is_wrong
     union all
    select repeated.line, 'name', format('Line %s has the same name.', repeated.first_line)
      from (select row.line, row_number() over same as nth, first_value(row.line) over same as first_line
              from row
             where row.name is not null
            window same as (partition by row.name order by row.line)) as repeated
     where repeated.nth > 1
     union all
    select row.line, compared.name, private.told_of_change(compared.given, compared.here)
      from row
      join public.time_codes as code on code.name = row.name
     cross join lateral (values
           ('title', row.title, code.title),
           ('unit', row.unit, code.unit),
           ('is_worked', private.yes_or_no(row.is_worked), private.yes_or_no(code.is_worked)),
           ('pay_multiplier', row.pay_multiplier::text, code.pay_multiplier::text),
           ('pay_amount', row.pay_amount::text, code.pay_amount::text),
           ('bill_multiplier', row.bill_multiplier::text, code.bill_multiplier::text),
           ('bill_amount', row.bill_amount::text, code.bill_amount::text),
           ('is_reimbursement', private.yes_or_no(row.is_reimbursement), private.yes_or_no(code.is_reimbursement)),
           ('in_regular_rate', private.yes_or_no(row.in_regular_rate), private.yes_or_no(code.in_regular_rate)),
           ('premium_is_creditable',
            private.yes_or_no(row.premium_is_creditable), private.yes_or_no(code.premium_is_creditable)),
           ('entered_by', array_to_string(row.entered_by, '; '), array_to_string(array(
                select distinct role from unnest(code.entered_by) as role order by role), '; ')),
           ('earning_code', row.earning_code, code.earning_code),
           ('revenue_account', row.revenue_account, code.revenue_account),
           ('pay_account', row.pay_account, code.pay_account),
           ('regular_rate_section', row.regular_rate_section, code.regular_rate_section)) as compared (name, given, here)
     where compared.given is distinct from compared.here;
$$;
comment on function private.codes_errors is 'Errors in the rows of a file of codes.';

create function private.yes_or_no(told boolean)
returns text
language sql
immutable
set search_path = ''
as $$ select case when yes_or_no.told then 'yes' else 'no' end; $$;
comment on function private.yes_or_no is 'A choice as files have it.';

create function private.insert_codes(rows jsonb)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_inserted int;
begin
    insert into public.time_codes (
        name, title, unit, is_worked, pay_multiplier, pay_amount, bill_multiplier, bill_amount, is_reimbursement,
        in_regular_rate, premium_is_creditable, entered_by, earning_code, revenue_account, pay_account,
        regular_rate_section)
    select row.name, row.title, row.unit, row.is_worked, row.pay_multiplier, row.pay_amount, row.bill_multiplier,
           row.bill_amount, row.is_reimbursement, row.in_regular_rate, row.premium_is_creditable, row.entered_by,
           row.earning_code, row.revenue_account, row.pay_account, row.regular_rate_section
      from private.codes_to_import(insert_codes.rows) as row
     where not row.is_here;
    get diagnostics v_inserted = row_count;
    return v_inserted;
end;
$$;
comment on function private.insert_codes is
    'Inserts the codes of a file that are not here yet, in which nothing is wrong; how many.';

revoke execute on function
    private.codes_to_import, private.codes_errors, private.yes_or_no, private.insert_codes
    from public, anon, authenticated, service_role;
