-- Columns of the files that move a firm in: kind by kind, and as what each is read. It stands here
-- alone; docs/moving_in.md says what each is for, and a test compares.
create function private.import_columns(kind text)
returns table (place int, name text, type text, is_required boolean, choices text[])
language sql
immutable
set search_path = ''
as $$
    select row_number() over ()::int, known.name, known.type, known.is_required, string_to_array(known.choices, ' ')
      from (values
          ('facilities', 'external_number', 'name', true, null),
          ('facilities', 'name', 'name', true, null),
          ('facilities', 'billing_email', 'email', false, null),
          ('facilities', 'payment_terms_days', 'terms', false, null),
          ('facilities', 'timezone', 'name', false, null),
          ('facilities', 'work_state', 'state', false, null),
          ('facilities', 'billing_name', 'name', false, null),
          ('facilities', 'billing_address', 'address', false, null),
          ('facilities', 'purchase_order', 'name', false, null),
          ('facilities', 'invoices_by', 'choice', false, 'one department order assignment'),
          ('facilities', 'billing_cycle', 'choice', false, 'week two_weeks month'),
          ('facilities', 'two_weeks_from', 'day', false, null),
          ('facilities', 'due_date_rule', 'choice', false, 'none next_business_day'),
          ('facilities', 'bill_overtime_rule', 'name', false, null),
          ('facilities', 'bill_scope', 'choice', false, 'facility assignment contractor'),
          ('facilities', 'bill_overtime_multiplier', 'multiplier', false, null),
          ('facilities', 'bill_doubletime_multiplier', 'multiplier', false, null),
          ('facilities', 'annual_rate', 'share', false, null),
          ('facilities', 'day_count', 'choice', false, 'actual/365 actual/360 actual/actual 30/360 started_months'),
          ('facilities', 'compounding', 'choice', false, 'none every_30_days annual'),
          ('facilities', 'rate_basis', 'choice', false, 'floating fixed_at_start'),
          ('facilities', 'grace_days', 'days', false, null),
          ('facilities', 'accrue_from', 'choice', false, 'due_date grace_end'),
          ('facilities', 'fixed_fee', 'fee', false, null),
          ('facilities', 'waive_below', 'fee', false, null),
          ('facilities', 'maximum_days', 'days', false, null),
          ('facilities', 'maximum_fraction', 'share', false, null),
          ('facilities', 'moved_on', 'day', false, null),
          ('facilities', 'minimum_wage_jurisdictions', 'names', false, null),
          ('facilities', 'discount_rate', 'share', false, null),
          ('facilities', 'discount_days', 'terms', false, null),
          ('facilities', 'bill_to_number', 'name', false, null),
          ('orders', 'facility_number', 'name', true, null),
          ('orders', 'number', 'number', true, null),
          ('orders', 'starts_on', 'day', true, null),
          ('orders', 'ends_on', 'day', false, null),
          ('orders', 'amount', 'amount', false, null),
          ('contractors', 'external_number', 'name', true, null),
          ('contractors', 'first_name', 'name', true, null),
          ('contractors', 'last_name', 'name', true, null),
          ('contractors', 'email', 'email', true, null),
          ('contractors', 'employment_type', 'choice', false, 'w2 1099 corp_to_corp'),
          ('contractors', 'payroll_number', 'name', false, null),
          ('contractors', 'phone', 'name', false, null),
          ('contractors', 'address', 'address', false, null),
          ('contractors', 'city', 'name', false, null),
          ('contractors', 'state', 'name', false, null),
          ('contractors', 'postal_code', 'name', false, null),
          ('contractors', 'pay_group', 'name', false, null),
          ('assignments', 'external_number', 'name', true, null),
          ('assignments', 'contractor_number', 'name', true, null),
          ('assignments', 'facility_number', 'name', true, null),
          ('assignments', 'start_date', 'day', true, null),
          ('assignments', 'end_date', 'day', false, null),
          ('assignments', 'bill_rate', 'rate', true, null),
          ('assignments', 'pay_rate', 'rate', true, null),
          ('assignments', 'rates_from', 'day', false, null),
          ('assignments', 'allow_negative_margin', 'choice', false, 'yes no true false'),
          ('assignments', 'overtime_rule', 'name', false, null),
          ('assignments', 'overtime_rule_reason', 'reason', false, null),
          ('assignments', 'bill_overtime_multiplier', 'multiplier', false, null),
          ('assignments', 'bill_doubletime_multiplier', 'multiplier', false, null),
          ('assignments', 'renewal_date', 'day', false, null),
          ('assignments', 'department', 'name', false, null),
          ('assignments', 'cost_centre', 'name', false, null),
          ('assignments', 'order_number', 'number', false, null),
          ('assignments', 'below_minimum_wage_reason', 'reason', false, null),
          ('assignments', 'title', 'name', false, null),
          ('assignments', 'requisition', 'name', false, null),
          ('assignments', 'missing_credentials_reason', 'reason', false, null),
          ('codes', 'name', 'code', true, null),
          ('codes', 'title', 'name', true, null),
          ('codes', 'unit', 'unit', false, null),
          ('codes', 'is_worked', 'choice', false, 'yes no true false'),
          ('codes', 'pay_multiplier', 'code_multiplier', false, null),
          ('codes', 'pay_amount', 'code_rate', false, null),
          ('codes', 'bill_multiplier', 'code_multiplier', false, null),
          ('codes', 'bill_amount', 'code_rate', false, null),
          ('codes', 'is_reimbursement', 'choice', false, 'yes no true false'),
          ('codes', 'in_regular_rate', 'choice', false, 'yes no true false'),
          ('codes', 'premium_is_creditable', 'choice', false, 'yes no true false'),
          ('codes', 'entered_by', 'names', false, null),
          ('codes', 'earning_code', 'earning_code', false, null),
          ('codes', 'revenue_account', 'name', false, null),
          ('codes', 'pay_account', 'name', false, null),
          ('codes', 'regular_rate_section', 'choice', false,
           '778.109 778.111 778.217 778.218 778.219 778.220 778.221 778.222 778.223'),
          ('code-rates', 'code', 'name', true, null),
          ('code-rates', 'rates_from', 'day', true, null),
          ('code-rates', 'assignment_number', 'name', false, null),
          ('code-rates', 'facility_number', 'name', false, null),
          ('code-rates', 'bill_rate', 'code_rate', false, null),
          ('code-rates', 'pay_rate', 'code_rate', false, null),
          ('code-rates', 'reason', 'reason', false, null),
          ('holiday-calendars', 'calendar', 'name', true, null),
          ('holiday-calendars', 'day', 'day', true, null),
          ('holiday-calendars', 'name', 'name', true, null),
          ('holiday-calendars', 'facility_number', 'name', false, null),
          ('premium-rules', 'title', 'name', true, null),
          ('premium-rules', 'starts_on', 'day', true, null),
          ('premium-rules', 'ends_on', 'day', false, null),
          ('premium-rules', 'facility_number', 'name', false, null),
          ('premium-rules', 'assignment_number', 'name', false, null),
          ('premium-rules', 'days_of_week', 'weekdays', false, null),
          ('premium-rules', 'from_time', 'time', false, null),
          ('premium-rules', 'to_time', 'time', false, null),
          ('premium-rules', 'holiday_calendar', 'name', false, null),
          ('premium-rules', 'pay_multiplier', 'multiplier', false, null),
          ('premium-rules', 'pay_amount', 'premium', false, null),
          ('premium-rules', 'bill_multiplier', 'multiplier', false, null),
          ('premium-rules', 'bill_amount', 'premium', false, null),
          ('premium-rules', 'combines', 'choice', false, 'highest adds'),
          ('premium-rules', 'codes', 'names', false, null),
          ('premium-rules', 'is_creditable', 'choice', false, 'yes no true false'),
          ('guarantees', 'assignment_number', 'name', true, null),
          ('guarantees', 'starts_on', 'day', true, null),
          ('guarantees', 'ends_on', 'day', false, null),
          ('guarantees', 'code', 'name', false, null),
          ('guarantees', 'pay_hours', 'hours_of_week', false, null),
          ('guarantees', 'bill_hours', 'hours_of_week', false, null),
          ('leave-balances', 'contractor_number', 'name', true, null),
          ('leave-balances', 'plan', 'name', true, null),
          ('leave-balances', 'day', 'day', true, null),
          ('leave-balances', 'hours', 'hours', true, null),
          ('credential-kinds', 'name', 'name', true, null),
          ('credential-kinds', 'months_good', 'months', false, null),
          ('credential-kinds', 'is_confidential', 'choice', false, 'yes no true false'),
          ('credentials', 'contractor_number', 'name', true, null),
          ('credentials', 'kind', 'name', true, null),
          ('credentials', 'number', 'name', false, null),
          ('credentials', 'issued_on', 'day', false, null),
          ('credentials', 'expires_on', 'day', false, null),
          ('credentials', 'verified_on', 'day', false, null),
          ('credentials', 'document_url', 'url', false, null),
          ('requirements', 'kind', 'name', true, null),
          ('requirements', 'starts_on', 'day', true, null),
          ('requirements', 'ends_on', 'day', false, null),
          ('requirements', 'facility_number', 'name', false, null),
          ('requirements', 'assignment_number', 'name', false, null),
          ('open-invoices', 'external_number', 'number', true, null),
          ('open-invoices', 'facility_number', 'name', true, null),
          ('open-invoices', 'issue_date', 'day', true, null),
          ('open-invoices', 'due_date', 'day', true, null),
          ('open-invoices', 'amount', 'amount', true, null),
          ('open-invoices', 'description', 'description', false, null),
          ('open-invoices', 'moved_on', 'day', false, null),
          ('open-invoices', 'late', 'choice', false, 'yes no true false'),
          ('checks', 'external_number', 'name', true, null),
          ('checks', 'facility_number', 'name', true, null),
          ('checks', 'amount', 'amount', true, null),
          ('checks', 'received_on', 'day', true, null),
          ('checks', 'check_number', 'name', false, null),
          ('checks', 'method', 'choice', false, 'check ach wire'),
          ('checks', 'unapplied_credit', 'choice', false, 'yes no true false'),
          ('checks', 'late', 'choice', false, 'yes no true false'),
          ('holidays', 'day', 'day', true, null),
          ('holidays', 'name', 'name', true, null),
          ('remittances', 'bank_reference', 'name', true, null),
          ('remittances', 'received_on', 'day', true, null),
          ('remittances', 'amount', 'amount', true, null),
          ('remittances', 'method', 'choice', false, 'check ach wire'),
          ('remittances', 'check_number', 'name', false, null),
          ('remittances', 'facility_number', 'name', false, null),
          ('remittances', 'payer', 'name', false, null),
          ('remittances', 'invoice_number', 'name', false, null),
          ('remittances', 'invoice_amount', 'signed_amount', false, null),
          ('remittances', 'deduction', 'amount', false, null),
          ('remittances', 'deduction_reason', 'reason', false, null),
          ('remittances', 'remark', 'description', false, null),
          ('time', 'system', 'name', true, null),
          ('time', 'line_id', 'name', true, null),
          ('time', 'worker_number', 'name', true, null),
          ('time', 'work_date', 'day', true, null),
          ('time', 'assignment_number', 'name', false, null),
          ('time', 'order_number', 'number', false, null),
          ('time', 'hours', 'hours_of_day', false, null),
          ('time', 'quantity', 'quantity', false, null),
          ('time', 'code', 'name', false, null),
          ('time', 'cost_centre', 'name', false, null),
          ('time', 'approved', 'choice', false, 'yes no true false'),
          ('time', 'approved_by', 'name', false, null),
          ('time', 'approved_on', 'day', false, null))
          as known (kind, name, type, is_required, choices)
     where known.kind = import_columns.kind;
$$;
comment on function private.import_columns is
$$The columns of a kind of import, in order; none of a kind that there is not.

type: choice (one of choices), day, or one of private.import_texts or private.import_patterns.$$;

-- Lengths as those of the columns of tables; a test compares.
create function private.import_texts()
returns table (type text, most int, is_line boolean)
language sql
immutable
set search_path = ''
as $$
    select * from (values
        ('name', 200, true), ('number', 40, true), ('email', 320, true), ('reason', 2000, true),
        ('names', 2000, true), ('url', 2000, true),
        ('address', 1000, false), ('description', 2000, false)) as known (type, most, is_line);
$$;
comment on function private.import_texts is
    'Lengths of the texts of a file, and which of them are one line; a name may be a number too, names are several with semicolons between them.';

create function private.import_patterns()
returns table (type text, pattern text, least_value numeric, greatest_value numeric, told text)
language sql
immutable
set search_path = ''
as $$
    select * from (values
        ('amount', '^[0-9]{1,10}([.][0-9]{1,2}0*)?$', 0.01, 9999999999.99,
         'an amount above 0 with at most two decimals, such as 1250.50'),
        ('signed_amount', '^-?[0-9]{1,10}([.][0-9]{1,2}0*)?$', -9999999999.99, 9999999999.99,
         'an amount with at most two decimals, such as 1250.50 or -25.00'),
        ('fee', '^[0-9]{1,10}([.][0-9]{1,2}0*)?$', 0, 9999999999.99,
         'an amount of 0 or more with at most two decimals, such as 25.00'),
        ('rate', '^[0-9]{1,8}([.][0-9]{1,2}0*)?$', 0.01, 99999999.99,
         'money per hour above 0 with at most two decimals, such as 62.50'),
        ('code_rate', '^[0-9]{1,8}([.][0-9]{1,4}0*)?$', 0, 99999999.9999,
         'money of 0 or more with at most four decimals, such as 8.00 or 0.725'),
        ('premium', '^[0-9]{1,8}([.][0-9]{1,2}0*)?$', 0, 99999999.99,
         'money of 0 or more with at most two decimals, such as 4.00'),
        ('hours', '^[0-9]{1,4}([.][0-9]{1,4}0*)?$', 0.0001, 9999.9999,
         'hours above 0 with at most four decimals, such as 31.5'),
        ('multiplier', '^[0-9]{1,2}([.][0-9]{1,3}0*)?$', 1, 99.999,
         'a multiplier of 1 or more with at most three decimals, such as 1.5'),
        ('code_multiplier', '^[0-9]{1,2}([.][0-9]{1,3}0*)?$', 0, 99.999,
         'a multiplier of 0 or more with at most three decimals, such as 1.5'),
        -- As time_codes has them; a test compares.
        ('code', '^[a-z][a-z0-9_]{1,39}$', null, null,
         'a name of 2 to 40 small letters, digits and underscores, such as weekend_charge'),
        ('unit', '^[a-z][a-z_]{1,19}$', null, null, 'a word of small letters, such as hour, visit or mile'),
        ('earning_code', '^[[:alnum:]]([[:print:]]{0,38}[[:graph:]])?$', null, null,
         'a code of at most 40 characters, the first a letter or a digit'),
        ('share', '^[0-9]{1,2}([.][0-9]{1,6}0*)?$', 0, 10,
         'a percentage with at most four decimals, such as 18%, or a share, such as 0.18'),
        ('days', '^[0-9]{1,5}$', 0, 99999, 'a number of days, such as 5'),
        ('hours_of_week', '^[0-9]{1,3}([.][0-9]{1,2}0*)?$', 0.01, 168,
         'hours above 0, at most the 168 of a week, with at most two decimals, such as 36'),
        ('hours_of_day', '^[0-9]{1,2}([.][0-9]{1,2}0*)?$', 0, 24,
         'hours from 0 to 24 with at most two decimals, such as 7.5'),
        ('quantity', '^[0-9]{1,6}([.][0-9]{1,2}0*)?$', 0, 999999.99,
         'a quantity of 0 or more with at most two decimals, such as 30'),
        ('time', '^([01]?[0-9]|2[0-3]):[0-5][0-9](:00)?$', null, null, 'a time of the day, such as 19:00'),
        ('weekdays', '^[1-7]( ?; ?[1-7]){0,6}$', null, null,
         'days of the week from 1, Monday, to 7, Sunday, with semicolons between them, such as 6; 7'),
        ('months', '^[0-9]{1,3}$', 1, 600, 'a number of months from 1 to 600, such as 12'),
        -- As credentials has it; a test compares.
        ('url', '^https?://[^[:space:]]+$', null, null,
         'an address such as https://files.firm.example/rn-license.pdf'),
        ('terms', '^[0-9]{1,3}$', 0, 365, 'a number of days from 0 to 365, such as 30'),
        -- As private.mail_address has it; a test compares.
        ('email', '^[^[:space:]@<>",;]+@[^[:space:]@<>",;]+[.][^[:space:]@<>",;]+$', null, null,
         'one e-mail address, such as ap@mercy.example'),
        -- As facilities.work_state has it; a test compares.
        ('state', '^([A-Z]{2}-[A-Z0-9]{1,3}|A[KLRSZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOPST]|N[CDEHJMVY]|O[HKR]|'
                  'P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])$', null, null,
         'a state such as CO, or a code of ISO 3166-2 such as GB-LND'))
        as known (type, pattern, least_value, greatest_value, told);
$$;
comment on function private.import_patterns is 'As what numbers and codes of a file are read, and what is said of others; values are null of what is no number.';

create function private.day_of_text(value text)
returns date
language sql
stable
set search_path = ''
as $$
    select case
        -- Before it is known to be a month, it is not looked at as one.
        when day_of_text.value !~ '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then null
        when right(day_of_text.value, 2)::int > extract(
                 day from (left(day_of_text.value, 8) || '01')::date + interval '1 month' - interval '1 day') then null
        when private.is_plausible_day(day_of_text.value::date) then day_of_text.value::date
    end;
$$;
comment on function private.day_of_text is
    'The plausible day that is written as YYYY-MM-DD; null for anything else.';

revoke execute on function private.import_columns, private.import_texts, private.import_patterns, private.day_of_text
    from public, anon, authenticated, service_role;
