-- Layouts of payroll providers: a profile says how the file is written that a batch is handed over with.
create table public.payroll_profiles (
    id uuid primary key default gen_random_uuid(),
    name text not null
        constraint payroll_profile_name_is_unique unique
        constraint payroll_profile_name_is_not_blank check (name ~ '\S')
        constraint name_is_short check (private.require_line('name', name, 200)),
    kind text not null
        constraint payroll_profile_kind_is_known check (kind in ('workforce_now', 'run', 'paychex_spi', 'csv')),
    settings jsonb not null,
    file_name text generated always as (
        case kind when 'workforce_now' then 'PR' || rpad(settings ->> 'company_code', 3, '_') || 'EPI.csv'
                  else settings ->> 'file_name' end) stored,
    created_at timestamptz not null default now(),
    constraint payroll_profile_is_short check (octet_length(settings::text) <= 20000)
);
comment on table public.payroll_profiles is
$$Profiles of payroll files: in which provider's layout a batch is handed over, and with which of its codes.

docs/payroll_files.md has the settings of each kind and the pages that publish the layouts.

Example: [{"name": "ADP", "kind": "workforce_now", "settings": {"company_code": "ABC", "state": "not_carried"}}]$$;
comment on column public.payroll_profiles.name is 'Name by which it is chosen.';
comment on column public.payroll_profiles.kind is
    'Layout. workforce_now: paydata of ADP Workforce Now. run: time sheet import of RUN Powered by ADP. paychex_spi: Standard Payroll Import of Paychex Flex. csv: columns of the firm''s own.';
comment on column public.payroll_profiles.settings is
    'Parts of the file that the batch does not tell. workforce_now: company_code, batch_id, fields, titles. run: company_code, pay_frequency, rate_code, titles, file_name. paychex_spi: client_id, file_name. csv: columns, row, employment, date_format, delimiter, header, line_end, file_name. Of all: departments (those of the work states) or "state": "not_carried" where the layout has no state; negative_amounts: whether the provider takes amounts below zero.';
comment on column public.payroll_profiles.file_name is
    'Name that the provider wants the file to have; null = any.';
comment on constraint payroll_profile_name_is_not_blank on public.payroll_profiles is
$$A payroll profile has a name.

Give it the name of the provider.$$;
comment on constraint payroll_profile_is_short on public.payroll_profiles is
$$The settings of the profile are too long.

Leave out columns and departments that are not needed.$$;

alter table public.payroll_profiles enable row level security;

-- A cell is quoted as RFC 4180 has it, whatever separates the cells; nothing is put before it, since a provider takes it as
-- it stands. What a spreadsheet would run is refused instead (private.begins_formula).
create function private.delimited_text(value text, delimiter text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
    return case when position(delimited_text.delimiter in delimited_text.value) > 0 or delimited_text.value ~ '["\r\n]'
                then '"' || replace(delimited_text.value, '"', '""') || '"' else delimited_text.value end;
end;
$$;
comment on function private.delimited_text is 'A text as a cell between such delimiters, quoted where it must be (RFC 4180).';

create function private.begins_formula(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select begins_formula.value ~ '^[-=+@\t\r\n]'; $$;
comment on function private.begins_formula is 'True of a text that a spreadsheet would take for a formula.';

create function private.is_beyond_paydata(value text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select is_beyond_paydata.value ~ '[^\u0020-\u005b\u005d-\u007a]'; $$;
comment on function private.is_beyond_paydata is
    'True of a text that has a character which Workforce Now does not take: one beyond ASCII 32 to 91 and 93 to 122.';

-- The parts that payroll_earnings_by_rate divides pay into, by what they are to the provider.
create function private.parts_of_pay(what text)
returns text[]
language sql
immutable
set search_path = ''
as $$
    select case parts_of_pay.what
        when 'hours' then array['regular', 'overtime', 'doubletime']
        when 'wages' then array[
            'adjusting_amount', 'differential', 'code', 'mileage_excess', 'guarantee', 'meal_premium', 'rest_premium',
            'difference', 'hours_driven_stipend', 'flat_sum_stipend', 'bonus', 'recovery']
        when 'reimbursements' then array['reimbursement_stipend', 'reimbursement_code', 'reimbursement']
        when 'deductions' then array['deduction', 'recovery_prior_year'] end;
$$;
comment on function private.parts_of_pay is
    'Earnings of payroll_earnings_by_rate: hours, other wages, reimbursements, or deductions, which are taken after taxes.';

-- The fields that columns of files have, and how private.profile_file computes each.
create function private.payroll_file_fields()
returns table (field text, row_of text, expression text, is_public boolean, has_text boolean, is_amount boolean)
language sql
immutable
set search_path = ''
as $$
    select known.field, known.row_of, known.expression, known.is_public, known.has_text, known.is_amount
      from (values
        ('contractor_id', null, 'line.contractor_id', true, false, false),
        ('payroll_number', null, 'person.payroll_number', true, true, false),
        ('last_name', null, 'person.last_name', true, true, false),
        ('first_name', null, 'person.first_name', true, true, false),
        ('employment_type', null, 'person.employment_type', true, false, false),
        ('period_start', null, 'batch.period_start', true, false, false),
        ('period_end', null, 'batch.period_end', true, false, false),
        ('pay_date', null, 'batch.pay_date', true, false, false),
        ('batch_id', null, 'batch.batch_id', false, false, false),
        ('week_start', 'earning', 'to_char(line.week_start, $3)', true, false, false),
        ('earning', 'earning', 'line.earning', true, false, false),
        ('earning_code', 'earning', 'line.code_cell', true, true, false),
        ('code', 'earning', 'line.time_code_cell', true, true, false),
        ('unit', 'earning', 'line.unit', true, false, false),
        ('work_state', 'earning', 'line.work_state', true, false, false),
        ('department', 'earning', 'department.cell', true, false, false),
        ('hours', 'earning', 'line.hours', true, false, false),
        ('rate', 'earning', 'case when line.hours is not null then line.rate end', true, false, false),
        ('factor', 'earning', 'line.factor', true, false, false),
        ('quantity', 'earning', 'line.quantity', true, false, false),
        ('amount', 'earning', 'line.amount', true, false, true),
        ('other_amount', 'earning', 'case when line.hours is null then line.amount end', true, false, true),
        ('entered_amount', 'earning', 'case when line.hours is null then line.entered_amount end', false, false, true),
        ('regular_hours', 'person', 'line.regular_hours', true, false, false),
        ('overtime_hours', 'person', 'line.overtime_hours', true, false, false),
        ('doubletime_hours', 'person', 'line.doubletime_hours', true, false, false),
        ('rate', 'person', 'line.rate', true, false, false),
        ('adjusting_amount', 'person', 'nullif(line.adjusting_amount, 0)', true, false, true),
        ('wages', 'person', 'nullif(line.wages, 0)', true, false, true),
        ('reimbursements', 'person', 'nullif(line.reimbursements, 0)', true, false, true),
        ('deductions', 'person', 'nullif(line.deductions, 0)', true, false, true),
        ('gross_pay', 'person', 'line.gross_pay', true, false, true),
        ('department', 'paydata', 'department.cell', false, false, false),
        ('regular_hours', 'paydata', 'line.regular_hours', false, false, false),
        ('overtime_hours', 'paydata', 'line.overtime_hours', false, false, false),
        ('hours_3_code', 'paydata', 'line.hours_3_code', false, true, false),
        ('hours_3_amount', 'paydata', 'line.hours_3_amount', false, false, false),
        ('hours_4_code', 'paydata', 'line.hours_4_code', false, true, false),
        ('hours_4_amount', 'paydata', 'line.hours_4_amount', false, false, false),
        ('rate', 'paydata', 'line.rate', false, false, false),
        ('earnings_3_code', 'paydata', 'line.earnings_3_code', false, true, false),
        ('earnings_3_amount', 'paydata', 'line.earnings_3_amount', false, false, true),
        ('earnings_4_code', 'paydata', 'line.earnings_4_code', false, true, false),
        ('earnings_4_amount', 'paydata', 'line.earnings_4_amount', false, false, true),
        ('earnings_5_code', 'paydata', 'line.earnings_5_code', false, true, false),
        ('earnings_5_amount', 'paydata', 'line.earnings_5_amount', false, false, true),
        ('deduction_code', 'paydata', 'line.deduction_code', false, true, false),
        ('deduction_amount', 'paydata', 'line.deduction_amount', false, false, true)
      ) as known (field, row_of, expression, is_public, has_text, is_amount)
     union all
    select part.name, 'person', format('nullif((line.amounts ->> %L)::numeric, 0)', part.name), true, false, true
      from unnest(private.parts_of_pay('wages') || private.parts_of_pay('reimbursements')
                  || private.parts_of_pay('deductions')) as part (name)
     where part.name <> 'adjusting_amount';
$$;
comment on function private.payroll_file_fields is
$$Fields that a column of a payroll file may have.

row_of: of which rows, earning, person or paydata (those of Workforce Now); null = of all.
is_public: whether a firm may choose it for a file of its own.$$;

create function private.columns_of_payroll_file(profile public.payroll_profiles)
returns table (place bigint, title text, field text, literal text)
language sql
immutable
set search_path = ''
as $$
    select given.place, given.value ->> 'title', given.value ->> 'field', given.value ->> 'literal'
      from jsonb_array_elements(profile.settings -> 'columns') with ordinality as given (value, place)
     where profile.kind = 'csv'
     union all
    select layout.place, coalesce(profile.settings -> 'titles' ->> layout.title, layout.title), layout.field,
           case when layout.field is not null then null
                when layout.title = 'Separate Check' then '0' -- none
                else coalesce(profile.settings ->> layout.setting, '') end
      from (values
        ('workforce_now', 1, 'Co Code', null, 'company_code'),
        ('workforce_now', 2, 'Batch ID', 'batch_id', null),
        ('workforce_now', 3, 'File #', 'payroll_number', null),
        ('workforce_now', 4, 'Reg Hours', 'regular_hours', null),
        ('workforce_now', 5, 'O/T Hours', 'overtime_hours', null),
        ('workforce_now', 6, 'Hours 3 Code', 'hours_3_code', null),
        ('workforce_now', 7, 'Hours 3 Amount', 'hours_3_amount', null),
        ('workforce_now', 8, 'Hours 4 Code', 'hours_4_code', null),
        ('workforce_now', 9, 'Hours 4 Amount', 'hours_4_amount', null),
        ('workforce_now', 10, 'Temp Rate', 'rate', null),
        ('workforce_now', 11, 'Reg Earnings', null, null),
        ('workforce_now', 12, 'O/T Earnings', null, null),
        ('workforce_now', 13, 'Earnings 3 Code', 'earnings_3_code', null),
        ('workforce_now', 14, 'Earnings 3 Amount', 'earnings_3_amount', null),
        ('workforce_now', 15, 'Earnings 4 Code', 'earnings_4_code', null),
        ('workforce_now', 16, 'Earnings 4 Amount', 'earnings_4_amount', null),
        ('workforce_now', 17, 'Earnings 5 Code', 'earnings_5_code', null),
        ('workforce_now', 18, 'Earnings 5 Amount', 'earnings_5_amount', null),
        ('workforce_now', 19, 'Memo Code', null, null),
        ('workforce_now', 20, 'Memo Amount', null, null),
        ('workforce_now', 21, 'Adjust Ded Code', 'deduction_code', null),
        ('workforce_now', 22, 'Adjust Ded Amount', 'deduction_amount', null),
        ('workforce_now', 23, 'Temp Cost Number', null, null),
        ('workforce_now', 24, 'Temp Dept', 'department', null),
        ('workforce_now', 25, 'Rate Code', null, null),
        ('run', 1, 'Company Code', null, 'company_code'),
        ('run', 2, 'Pay Frequency', null, 'pay_frequency'),
        ('run', 3, 'Pay Period Start Date', 'period_start', null),
        ('run', 4, 'Pay Period End Date', 'period_end', null),
        ('run', 5, 'Employee ID', 'payroll_number', null),
        ('run', 6, 'Earnings Code', 'earning_code', null),
        ('run', 7, 'Pay Hours', 'hours', null),
        ('run', 8, 'Dollars', 'amount', null),
        ('run', 9, 'Separate Check', null, null),
        ('run', 10, 'Worked In Dept', 'department', null),
        ('run', 11, 'Rate Code', null, 'rate_code'),
        ('paychex_spi', 1, 'Client ID', null, 'client_id'),
        ('paychex_spi', 2, 'Worker ID', 'payroll_number', null),
        ('paychex_spi', 3, 'Org', null, null),
        ('paychex_spi', 4, 'Job Number', null, null),
        ('paychex_spi', 5, 'Pay Component', 'earning_code', null),
        ('paychex_spi', 6, 'Rate', 'rate', null),
        ('paychex_spi', 7, 'Rate Number', null, null),
        ('paychex_spi', 8, 'Hours', 'hours', null),
        ('paychex_spi', 9, 'Units', null, null),
        ('paychex_spi', 10, 'Line Date', null, null),
        ('paychex_spi', 11, 'Amount', 'entered_amount', null),
        ('paychex_spi', 12, 'Check Seq Number', null, null),
        ('paychex_spi', 13, 'Override State', 'work_state', null),
        ('paychex_spi', 14, 'Override Local', null, null),
        ('paychex_spi', 15, 'Override Local Jurisdiction', null, null),
        ('paychex_spi', 16, 'Labor Assignment', null, null)
      ) as layout (kind, place, title, field, setting)
     where layout.kind = profile.kind;
$$;
comment on function private.columns_of_payroll_file is
    'The columns of a profile''s file, in order: each has a field of private.payroll_file_fields, or a text that is the same in each row.';

-- The settings that are texts: which kind has them, as which pattern, in words.
create function private.wrong_of_profile_settings(kind text, settings jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
    with known (kind, key, type, pattern, is_required, told) as (values
        ('workforce_now', 'company_code', 'string', '^[A-Za-z0-9]{2}[A-Za-z0-9_]?$', true, 'two or three letters or digits'),
        ('workforce_now', 'batch_id', 'string', '^[A-Za-z0-9]{1,8}$', false, 'at most eight letters or digits'),
        ('workforce_now', 'fields', 'object', null, false, 'an object of fields by code, such as {"BON": 4}'),
        ('workforce_now', 'titles', 'object', null, false, 'an object of titles'),
        ('run', 'company_code', 'string', '^[A-Za-z0-9]{1,15}$', true, 'at most 15 letters or digits'),
        ('run', 'pay_frequency', 'string', '^[WBSMQ]$', true, 'W, B, S, M or Q'),
        ('run', 'rate_code', 'string', '^[A-Za-z0-9][A-Za-z0-9 ]{0,19}$', false, 'at most 20 letters or digits'),
        ('run', 'titles', 'object', null, false, 'an object of titles'),
        ('paychex_spi', 'client_id', 'string', '^[A-Za-z0-9]{1,8}$', true, 'at most eight letters or digits'),
        ('csv', 'columns', 'array', null, true, 'a list of columns'),
        ('csv', 'row', 'string', '^(earning|person)$', true, 'earning or person'),
        ('csv', 'employment', 'string', '^(w2|1099)$', false, 'w2 or 1099'),
        ('csv', 'date_format', 'string', '^(YYYY-MM-DD|MM/DD/YYYY|MM/DD/YY|DD/MM/YYYY|DD\.MM\.YYYY|YYYYMMDD)$', false,
         'YYYY-MM-DD, MM/DD/YYYY, MM/DD/YY, DD/MM/YYYY, DD.MM.YYYY or YYYYMMDD'),
        ('csv', 'delimiter', 'string', '^[,;|\t]$', false, 'a comma, a semicolon, a bar or a tab'),
        ('csv', 'line_end', 'string', '^(crlf|lf)$', false, 'crlf or lf'),
        ('csv', 'header', 'boolean', null, false, 'true or false'),
        (null, 'file_name', 'string', '^[A-Za-z0-9][A-Za-z0-9 ._-]{0,99}$', false,
         'at most 100 letters, digits, blanks, points, hyphens and low lines'),
        (null, 'state', 'string', '^not_carried$', false, 'not_carried'),
        (null, 'departments', 'object', null, false, 'an object of departments by work state'),
        (null, 'negative_amounts', 'boolean', null, false, 'true or false')
    ), own as (
        select known.*
          from known
         where coalesce(known.kind, wrong_of_profile_settings.kind) = wrong_of_profile_settings.kind
           and (known.key, wrong_of_profile_settings.kind) not in (
               ('file_name', 'workforce_now'), ('state', 'paychex_spi'), ('departments', 'paychex_spi'))
    )
    select coalesce(
        (select format('There is no setting "%s" of this kind.', given.key)
           from jsonb_object_keys(wrong_of_profile_settings.settings) as given (key)
          where given.key not in (select own.key from own)
          order by given.key limit 1),
        (select format('The setting "%s" is missing: %s.', own.key, own.told)
           from own
          where own.is_required and not wrong_of_profile_settings.settings ? own.key
          order by own.key limit 1),
        (select format('The setting "%s" is not %s.', own.key, own.told)
           from own
          where wrong_of_profile_settings.settings ? own.key
            and not coalesce(jsonb_typeof(wrong_of_profile_settings.settings -> own.key) = own.type
                             and (own.pattern is null
                                  or wrong_of_profile_settings.settings ->> own.key ~ own.pattern), false)
          order by own.key limit 1));
$$;
comment on function private.wrong_of_profile_settings is
    'The first setting that a profile of the kind does not have, lacks or has otherwise than it may be, in words; null = none.';

create function private.wrong_of_profile_columns(settings jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
    with given as (
        select given.value, given.place, given.value ->> 'title' as title, given.value ->> 'field' as field,
               given.value ->> 'literal' as literal
          from jsonb_array_elements(wrong_of_profile_columns.settings -> 'columns') with ordinality as given (value, place)
    ), known as (
        select known.*
          from private.payroll_file_fields() as known
         where known.is_public and coalesce(known.row_of, settings ->> 'row') = settings ->> 'row'
    ), named as (
        select array_agg(given.field) as fields from given
    )
    select case
        when not exists (select from given) then 'The file has no columns.'
        when (select count(*) from given) > 50 then 'The file has more than 50 columns.' -- see private.profile_file
        else coalesce(
            (select format('Column %s is no object with a title and either a field or a literal.', given.place)
               from given
              where case when jsonb_typeof(given.value) <> 'object' then true
                         else jsonb_typeof(given.value -> 'title') is distinct from 'string'
                              or num_nonnulls(given.value -> 'field', given.value -> 'literal') <> 1
                              or jsonb_typeof(coalesce(given.value -> 'field', given.value -> 'literal')) <> 'string'
                              or given.value - '{title,field,literal}'::text[] <> '{}' end
              order by given.place limit 1),
            (select format('Rows of this file have no field "%s" (column %s).', given.field, given.place)
               from given
              where given.field not in (select known.field from known)
              order by given.place limit 1),
            (select format('The title of column %s is blank, too long or no plain line of text.', given.place)
               from given
              where given.title !~ '\S' or char_length(given.title) > 100
                 or given.title <> private.in_one_line(given.title) or private.begins_formula(given.title)
              order by given.place limit 1),
            (select format('The text of column %s is too long, or no plain line of text.', given.place)
               from given
              where char_length(given.literal) > 200 or given.literal <> private.in_one_line(given.literal)
                 or private.begins_formula(given.literal)
              order by given.place limit 1),
            (select format('Two columns have the title "%s".', min(given.title))
               from given group by lower(given.title) having count(*) > 1 limit 1),
            (select format('Two columns have the field "%s": it would be paid twice.', given.field)
               from given
               join known on known.field = given.field
              where known.is_amount or given.field in ('hours', 'regular_hours', 'overtime_hours', 'doubletime_hours')
              group by given.field having count(*) > 1 limit 1),
            (select case
                when not fields && array['payroll_number', 'contractor_id']
                     and not fields @> array['last_name', 'first_name'] then 'No column says who is paid.'
                when settings ->> 'row' = 'earning' and fields @> array['amount', 'other_amount']
                    then 'The fields "amount" and "other_amount" have the same money.'
                when settings ->> 'row' = 'earning' and not fields @> array['amount']
                     and not fields @> array['hours', 'rate', 'other_amount']
                    then 'The columns do not say all that is paid: "amount", or "hours", "rate" and "other_amount".'
                when settings ->> 'row' = 'earning' and not fields && array['earning', 'earning_code']
                    then 'No column says what is paid for: "earning" or "earning_code".'
                when settings ->> 'row' = 'person' and not exists (
                         select from known where known.is_amount and known.field = any (fields))
                    then 'No column has an amount.' end
               from named)) end;
$$;
comment on function private.wrong_of_profile_columns is
    'The first thing that is wrong with the columns of a firm''s own file, in words; null = nothing.';

create function private.wrong_of_payroll_profile(profile public.payroll_profiles)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
    v_settings constant jsonb := profile.settings;
    v_wrong text;
    v_fields text[];
begin
    if jsonb_typeof(v_settings) <> 'object' then
        return 'The settings are no object.';
    end if;
    v_wrong := private.wrong_of_profile_settings(profile.kind, v_settings);
    if v_wrong is null and profile.kind = 'csv' then
        v_wrong := private.wrong_of_profile_columns(v_settings);
    end if;
    if v_wrong is not null then
        return v_wrong;
    end if;
    select array_agg(used.field) into v_fields from private.columns_of_payroll_file(profile) as used;
    return coalesce(
        (select format('The department of "%s" is missing, too long or no plain line of text, or that is no work state.',
                       given.key)
           from jsonb_each(v_settings -> 'departments') as given
          where given.key !~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?$'
             or jsonb_typeof(given.value) <> 'string' or given.value #>> '{}' !~ '\S'
             or char_length(given.value #>> '{}') > 60
             or given.value #>> '{}' <> private.in_one_line(given.value #>> '{}')
             or private.begins_formula(given.value #>> '{}')
          order by given.key limit 1),
        (select format('The department of "%s" does not have three or six characters that Workforce Now takes.', given.key)
           from jsonb_each_text(v_settings -> 'departments') as given
          where profile.kind = 'workforce_now'
            and (given.value !~ '^\S{3}(\S{3})?$' or private.is_beyond_paydata(given.value))
          order by given.key limit 1),
        (select format('The field of "%s" is not 3, 4 or 5, or that is no code of Workforce Now.', given.key)
           from jsonb_each(v_settings -> 'fields') as given
          where given.value::text !~ '^[345]$' or given.key !~ '\S' or private.is_beyond_paydata(given.key)
          order by given.key limit 1),
        (select format('The layout has no column "%s", or its title is blank, too long or no plain line of text.', given.key)
           from jsonb_each(v_settings -> 'titles') as given
          where jsonb_typeof(given.value) <> 'string' or given.value #>> '{}' !~ '\S'
             or char_length(given.value #>> '{}') > 100
             or given.value #>> '{}' <> private.in_one_line(given.value #>> '{}')
             or private.begins_formula(given.value #>> '{}')
             or profile.kind = 'workforce_now' and private.is_beyond_paydata(given.value #>> '{}')
             or given.key not in (
                select layout.title
                  from private.columns_of_payroll_file(
                       jsonb_populate_record(profile, jsonb_build_object('settings', v_settings - 'titles'))) as layout)
          order by given.key limit 1),
        case
            when profile.kind = 'paychex_spi' then null
            when v_settings ? 'departments' and v_settings ? 'state'
                then 'The work states are mapped to departments, and not carried at the same time.'
            when v_settings ? 'departments' and not 'department' = any (array_remove(v_fields, null))
                then 'The file has no column for departments.'
            when profile.kind = 'csv' and 'department' = any (array_remove(v_fields, null)) and not v_settings ? 'departments'
                then 'The file has a column for departments, and no departments are given.'
            when not v_settings ? 'departments' and not v_settings ? 'state'
                 and not 'work_state' = any (array_remove(v_fields, null))
                then 'The file says nothing of work states: give departments, or say that the state is not carried.' end);
end;
$$;
comment on function private.wrong_of_payroll_profile is
    'The first thing that is wrong with a payroll profile, in words; null = nothing.';

-- Security definer: whoever writes it need not be allowed to ask what columns there are.
create function private.guard_payroll_profile()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_wrong constant text := private.wrong_of_payroll_profile(new);
begin
    if v_wrong is not null then
        perform private.refuse(
            400, 'payroll_profile_not_valid', v_wrong,
            'Correct the settings. The page on payroll files lists those of each kind.');
    end if;
    return new;
end;
$$;
comment on function private.guard_payroll_profile is 'Trigger: the settings of a payroll profile are those of its kind.';

create trigger payroll_profiles_can_write_a_file
    before insert or update on public.payroll_profiles
    for each row when (
        new.settings is not null and new.kind in ('workforce_now', 'run', 'paychex_spi', 'csv')
        and octet_length(new.settings::text) <= 20000)
    execute function private.guard_payroll_profile();

create function private.require_payroll_profile(profile text)
returns public.payroll_profiles
language plpgsql
stable
set search_path = ''
as $$
declare
    v_profile public.payroll_profiles;
begin
    select known.* into v_profile from public.payroll_profiles as known where known.name = require_payroll_profile.profile;
    if not found then
        perform private.refuse(
            404, 'payroll_profile_not_found',
            format('There is no payroll profile called %s.', require_payroll_profile.profile),
            'Choose one of those that there are, or none for our own columns.');
    end if;
    return v_profile;
end;
$$;
comment on function private.require_payroll_profile is 'The payroll profile of a name; raises 404 where there is none.';

revoke execute on function
    private.delimited_text, private.begins_formula, private.is_beyond_paydata, private.parts_of_pay,
    private.payroll_file_fields, private.columns_of_payroll_file, private.wrong_of_profile_settings, private.wrong_of_profile_columns,
    private.wrong_of_payroll_profile, private.guard_payroll_profile, private.require_payroll_profile
    from public, anon, authenticated, service_role;
