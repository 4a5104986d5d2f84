-- The demo firm: half a year of a staffing firm's life, up to yesterday. All rules of the schema are on
-- while it loads. It is made of arithmetic: the same on every load of a day, and relative to today, so
-- that both jobs find work on any day.

create or replace function pg_temp.id(key text) returns uuid language sql immutable
    return overlay(overlay(md5(key) placing '4' from 13) placing '8' from 17)::uuid;

-- A number from 0 to sides - 1 that looks thrown and never changes.
create or replace function pg_temp.dice(throw text, sides int) returns int language sql immutable
    return ('x' || left(md5(throw), 7))::bit(28)::int % sides;

create or replace function pg_temp.at(day date, utc_hour int) returns timestamptz language sql immutable
    return (day + make_interval(hours => utc_hour)) at time zone 'UTC';

create or replace function pg_temp.today() returns date language sql stable
    return (private.clock()).today;

-- The first day of the workweek so many weeks ago.
create or replace function pg_temp.week(weeks_ago int) returns date language sql stable
    return private.workweek_start(pg_temp.today()) - 7 * weeks_ago;

----------------------------------------------------------------------------------------------------
-- Users. Everyone's password is demo-password, hashed by pgcrypto's
-- crypt('demo-password', '$2a$10$DemoFirmDemoFirmDemoFe').

create temporary table demo_users as
select name, full_name, pg_temp.id('user ' || name) as id, name || '@demo.example' as email
  from (values ('admin', 'Ruth Keller'), ('billing', 'Marcus Webb'), ('payroll', 'Priya Nair'),
               ('recruiting', 'Tom Alvarez'), ('viewer', 'Grace Liu'), ('contractor', null),
               ('facility', 'Helen Brandt')) as demo_user (name, full_name);

-- The auth service cannot read tokens that are null, ...
insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token,
    recovery_token, email_change, email_change_token_new, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
select id, 'authenticated', 'authenticated', email, '$2a$10$DemoFirmDemoFirmDemoFeiBhHSxKqONJM5r6R49T8UpeVo/3sMD2',
       now(), '', '', '', '', '{"provider": "email", "providers": ["email"]}', '{}', now(), now()
  from demo_users;

insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
select id, id, 'email', id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), now(), now()
  from demo_users;

-- ... and looks only for users of this instance; the embedded stack's table has no such column.
do $$
begin
    if exists (select from information_schema.columns
                where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id') then
        update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'
         where id in (select demo_users.id from demo_users);
    end if;
end;
$$;

insert into public.staff_members (id, name, email, user_id, roles)
select pg_temp.id('staff member ' || name), full_name, email, id, array[name]
  from demo_users where name not in ('contractor', 'facility');

-- What stands on the firm's paper. Whoever looks at the demo firm is one person who signs in as everybody in turn, so
-- that it does not ask for two: docs/controls.md says how to switch that on.
update public.organization_settings
   set controls = 'off', legal_name = 'Demo Care Staffing LLC', address = e'1801 California Street\nDenver, CO 80202',
       phone = '303-555-0100',
       remit_to = e'Demo Care Staffing LLC\nPO Box 4410, Denver, CO 80201', tax_number = 'EIN 00-0000000';

----------------------------------------------------------------------------------------------------
-- Facilities, and how they behave: the overtime rule of their place, how many days after the due date
-- they pay, and what share of an invoice then (the rest comes 45 days later).

create temporary table demo_facilities as
select pg_temp.id('facility ' || facility_n) as facility_id, facility.*
  from (values
        (1, 'Rocky Mountain Veterans Medical Center, Aurora CO', 30, 'colorado', 14, 1.0),
        (2, 'Front Range Rehabilitation Hospital, Denver CO', 30, 'colorado', -6, 1.0),
        (3, 'Boulder Creek Surgery Center, Boulder CO', 45, 'colorado', 0, 1.0),
        (4, 'Pikes Peak Children''s Clinic, Colorado Springs CO', 15, 'colorado', -6, 1.0),
        (5, 'Mesa Verde Indian Health Clinic, Cortez CO', 30, 'colorado', 21, 1.0),
        (6, 'Sierra Vista Community Hospital, Sacramento CA', 30, 'california', 35, 1.0),
        (7, 'Redwood Coast Skilled Nursing, Eureka CA', 15, 'california', 125, 1.0),
        (8, 'Lone Star Orthopedic Institute, Austin TX', 30, 'flsa', -4, 0.6),
        (9, 'High Plains Regional Hospital, Cheyenne WY', 60, 'flsa', -5, 1.0),
        (10, 'Harrow Road Rehabilitation, London', 30, 'none', 28, 1.0),
        (11, 'Severn Vale Hospital, Bristol', 30, 'none', 10, 0.75),
        (12, 'San Juan Basin Urgent Care, Durango CO', 15, 'colorado', -5, 1.0)
       ) as facility (facility_n, name, payment_terms_days, overtime_rule, days_late, first_share);

-- Where no zone is said, it is the firm's.
insert into public.facilities (id, name, billing_email, payment_terms_days, timezone, work_state)
select facility_id, name, 'accounts@facility' || facility_n || '.example', payment_terms_days,
       case when name like '% CA' then 'America/Los_Angeles'
            when name like '% TX' then 'America/Chicago'
            when overtime_rule = 'none' then 'Europe/London' end,
       case when name like '%, London' then 'GB-LND' when name like '%, Bristol' then 'GB-BST' else right(name, 2) end
  from demo_facilities;

-- Facility 1 has ordered all of its time, by one order; up to how much, is said below. It closes on federal holidays.
insert into public.purchase_orders (id, facility_id, number, starts_on, ends_on)
values (pg_temp.id('order 1'), pg_temp.id('facility 1'), 'VA-36C259', pg_temp.week(27), pg_temp.today() + 60);

update public.facilities set due_date_rule = 'next_business_day' where id = pg_temp.id('facility 1');

insert into public.holidays (day, name)
select to_date(extract(year from pg_temp.today()) || '-' || holiday.day, 'YYYY-MM-DD'), holiday.name
  from (values ('01-01', 'New Year''s Day'), ('06-19', 'Juneteenth'), ('07-04', 'Independence Day'),
               ('11-11', 'Veterans Day'), ('12-25', 'Christmas Day')) as holiday (day, name);

insert into public.facility_contacts (id, facility_id, name, email, user_id)
select pg_temp.id('facility contact 1'), pg_temp.id('facility 1'), full_name, email, id
  from demo_users where name = 'facility';

-- The rates are examples. Facilities 4 and 12 have no terms and owe no interest.
insert into public.facility_interest_terms (id, facility_id, effective_from, annual_rate, day_count, compounding,
    rate_basis, grace_days, accrue_from, fixed_fee, waive_below, maximum_days, maximum_fraction)
select pg_temp.id(format('terms %s %s', n, weeks_ago)), pg_temp.id('facility ' || n), pg_temp.week(weeks_ago),
       annual_rate, day_count, compounding, rate_basis, grace_days, accrue_from, fixed_fee, waive_below,
       max_days, max_fraction
  from (values
        -- US Prompt Payment (5 CFR 1315): a rate set twice a year, for a year at most, nothing under a dollar
        (1, 52, 0.04625, 'actual/360', 'every_30_days', 'fixed_at_start', 0, 'due_date', 0, 1, 365, null::numeric),
        (1, 12, 0.04125, 'actual/360', 'every_30_days', 'fixed_at_start', 0, 'due_date', 0, 1, 365, null),
        (5, 52, 0.04625, 'actual/360', 'every_30_days', 'fixed_at_start', 7, 'due_date', 0, 1, 365, null),
        -- 1.5 % a month
        (2, 52, 0.18, 'actual/365', 'none', 'floating', 0, 'due_date', 0, 0, null, null),
        (3, 52, 0.18, 'actual/365', 'none', 'floating', 10, 'grace_end', 0, 5, null, null),
        (7, 52, 0.18, 'actual/365', 'none', 'floating', 0, 'due_date', 25, 0, null, 0.025),
        -- as agreed with each; the first follows the market, so its rate changed
        (6, 52, 0.10, 'actual/365', 'none', 'floating', 5, 'due_date', 0, 0, null, null),
        (6, 8, 0.095, 'actual/365', 'none', 'floating', 5, 'due_date', 0, 0, null, null),
        (8, 52, 0.12, '30/360', 'annual', 'floating', 0, 'due_date', 0, 2.50, 180, null),
        (9, 52, 0.08, 'actual/actual', 'none', 'floating', 15, 'grace_end', 0, 10, null, 0.1),
        -- UK statutory: 8 % over the Bank of England's rate on the first day, and a fixed sum
        (10, 52, 0.12, 'actual/365', 'none', 'fixed_at_start', 0, 'due_date', 100, 0, null, null),
        (11, 52, 0.12, 'actual/365', 'none', 'fixed_at_start', 0, 'due_date', 70, 0, null, null),
        (11, 10, 0.1175, 'actual/365', 'none', 'fixed_at_start', 0, 'due_date', 70, 0, null, null)
       ) as terms (n, weeks_ago, annual_rate, day_count, compounding, rate_basis, grace_days, accrue_from,
                   fixed_fee, waive_below, max_days, max_fraction);

----------------------------------------------------------------------------------------------------
-- People: of 100 candidates the first 80 were hired. Pay rates are multiples of four cents: quarter hours
-- then pay whole cents.

create temporary table demo_candidates as
select n, first_name, last_name, lower(first_name || '.' || last_name) || '@example.com' as email, specialty.*
  from generate_series(1, 100) as n
 cross join lateral (select
       (array['Ana', 'Ben', 'Carla', 'David', 'Elena', 'Femi', 'Grace', 'Hiro', 'Ingrid', 'Jamal', 'Keiko', 'Luis',
              'Maya', 'Noah', 'Olga', 'Priya', 'Ravi', 'Sara', 'Tomas', 'Wendy'])[1 + n % 20],
       (array['Abbott', 'Baker', 'Castillo', 'Dang', 'Evans', 'Fischer', 'Garcia', 'Hassan', 'Ito', 'Jensen', 'Kim',
              'Lopez', 'Murphy', 'Nguyen', 'Okafor', 'Patel', 'Quinn', 'Reyes', 'Silva', 'Tran', 'Usman', 'Vargas',
              'Walker', 'Young', 'Zhang'])[1 + n * 3 % 25]) as person (first_name, last_name)
  join (values
        (0, 'Registered nurse', 'w2', 96.00, 58.00, 12, 3),
        (1, 'Physical therapist', 'w2', 88.50, 52.00, 8, 5),
        (2, 'Occupational therapist', 'w2', 86.00, 50.40, 8, 5),
        (3, 'Speech-language pathologist', 'w2', 90.25, 54.00, 8, 5),
        (4, 'Respiratory therapist', 'w2', 78.00, 44.20, 12, 3),
        (5, 'Hospitalist physician', '1099', 245.00, 190.00, 10, 4),
        (6, 'Certified nursing assistant', 'w2', 42.75, 24.60, 6, 6),
        (7, 'Pharmacist', 'w2', 98.00, 62.00, 8, 5)
       ) as specialty (specialty_n, specialty, employment_type, bill_rate, pay_rate, hours_a_shift, shifts_a_week)
    on specialty_n = (n + n / 8) % 8;

insert into public.candidates (id, first_name, last_name, email, phone, specialty, status, hired_at)
select pg_temp.id('candidate ' || n), first_name, last_name, email, '+1 303 555 ' || lpad((99 + n)::text, 4, '0'),
       specialty,
       case when n <= 80 then 'hired'
            else (array['applied', 'screening', 'offered', 'withdrawn', 'rejected'])[1 + n % 5] end,
       case when n <= 80 then pg_temp.at(pg_temp.week(28) + n % 10, 16) end
  from demo_candidates;

insert into public.contractors (id, candidate_id, first_name, last_name, email, employment_type, payroll_number, user_id)
select pg_temp.id('contractor ' || n), pg_temp.id('candidate ' || n), first_name, last_name, email, employment_type,
       (1000 + n)::text, case when n = 51 then pg_temp.id('user contractor') end
  from demo_candidates
 where n <= 80;

-- What the firm's payroll provider calls what they earn.
update public.earning_codes as mapped
   set code = case mapped.employment when 'w2' then called.w2 else called.others end
  from (values
        ('straight', 'REG', 'FEE'), ('overtime_premium', 'OTP', 'FEE'), ('doubletime_premium', 'DTP', 'FEE'),
        ('difference', 'ADJ', 'FEE'), ('hours_driven_stipend', 'STP', 'FEE'), ('flat_sum_stipend', 'STP', 'FEE'),
        ('reimbursement_stipend', 'PDM', 'EXP'), ('bonus', 'BON', 'FEE'), ('reimbursement', 'EXP', 'EXP'),
        ('deduction', 'DED', 'DED'), ('differential', 'DIF', 'FEE'), ('meal_premium', 'MPP', null),
        ('rest_premium', 'RPP', null), ('guarantee', 'GTE', 'FEE')
       ) as called (earning, w2, others)
 where mapped.earning = called.earning;

update public.time_codes as named
   set earning_code = called.code
  from (values ('on_call', 'ONC'), ('call_back', 'CBK'), ('charge', 'CHG'), ('mileage', 'MIL')) as called (name, code)
 where named.name = called.name;

----------------------------------------------------------------------------------------------------
-- Assignments: 1–80 are each contractor's first, 81–96 a second one beside it (mornings here, afternoons
-- there), and 97–100 follow 2–5, which ended long ago. 6–20 ended in the last days, so that their open
-- time waits for lock-ended; 21–30 end soon.

create temporary table demo_assignments as
select assignment.*, schedule.*, pg_temp.id('assignment ' || assignment.n) as assignment_id,
       case when employment_type = '1099' then 'none' else overtime_rule end as overtime_rule,
       case when employment_type = 'w2' and overtime_rule = 'none' then
           'Works in the United Kingdom: federal overtime is for work in the United States (29 USC 213(f)).' end
           as overtime_rule_reason,
       bill_rate + contractor_n % 5 * 1.50 as bill_rate, pay_rate + contractor_n % 5 * 0.80 as pay_rate,
       case when shifts = 3 then assignment.n % 5 else 0 end as first_shift
  from (select n, 1 + n * 7 % 12 as facility_n,
               case when n <= 80 then n when n <= 96 then n - 30 else n - 95 end as contractor_n,
               pg_temp.week(case when n <= 96 then 26 - n / 12 % 2 else n - 87 end) as start_date,
               case when n between 2 and 5 then pg_temp.week(n + 8) - 1
                    when n between 6 and 20 then pg_temp.today() - (n - 5)
                    when n between 21 and 30 then pg_temp.today() + 3 * (n - 20)
                    when n between 31 and 50 then pg_temp.today() + 6 * (n - 24)
                    when n > 96 then pg_temp.today() + 10 * (n - 86) end as end_date
          from generate_series(1, 100) as n) as assignment
  join demo_facilities using (facility_n)
  join demo_candidates on demo_candidates.n = contractor_n
  -- No overtime in what was billed and paid so far: at most 40 hours a week, and 8 a day in California.
 cross join lateral (select
       case when contractor_n between 51 and 66 then 4
            when overtime_rule = 'california' then least(hours_a_shift, 8) else hours_a_shift end,
       case when contractor_n between 51 and 66 or overtime_rule = 'california' then 5 else shifts_a_week end
       ) as schedule (hours, shifts);

insert into public.assignments (
    id, contractor_id, facility_id, start_date, end_date, overtime_rule, overtime_rule_reason, department,
    cost_centre, purchase_order_id)
select assignment_id, pg_temp.id('contractor ' || contractor_n), pg_temp.id('facility ' || facility_n),
       start_date, end_date, overtime_rule, overtime_rule_reason, department, cost_centre,
       case when facility_n = 1 then pg_temp.id('order 1') end
  from demo_assignments
  left join (values (0, 'Intensive care', '7100'), (1, 'Surgery', '7200'), (2, 'Rehabilitation', '7300')
            ) as place (place_n, department, cost_centre) on facility_n = 1 and place_n = n / 12 % 3;

insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
select assignment_id, start_date, bill_rate, pay_rate from demo_assignments;

-- Raises: five applied, three to come, one that was agreed late and reaches into sent invoices, one withdrawn.
insert into public.rate_hits (id, assignment_id, effective_on, bill_rate_change, pay_rate_change, reason, status,
    applied_at, applied_by, cancelled_at)
select pg_temp.id('rate hit ' || n), pg_temp.id('assignment ' || n), effective_on, 3.50, 2.40, reason, status,
       case when status = 'applied' then pg_temp.at(effective_on - 7, 17) end,
       case when status = 'applied' then pg_temp.id('user billing') end,
       case when status = 'cancelled' then pg_temp.at(effective_on - 7, 17) end
  from (values
        (35, 10, 'Yearly raise', 'applied'), (45, 10, 'Yearly raise', 'applied'), (51, 12, 'Nights', 'applied'),
        (65, 8, 'Yearly raise', 'applied'), (75, 6, 'Lead role', 'applied'),
        (40, -1, 'Yearly raise', 'pending'), (50, -1, 'Yearly raise', 'pending'), (60, -2, 'Nights', 'pending'),
        (70, 5, 'Agreed late', 'pending'), (80, 4, 'Lead role', 'cancelled')
       ) as hit (n, weeks_ago, reason, status)
 cross join lateral pg_temp.week(weeks_ago) as effective_on;

insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate, rate_hit_id)
select assignment_id, effective_on, bill_rate + bill_rate_change, pay_rate + pay_rate_change, hit.id
  from public.rate_hits as hit
  join demo_assignments using (assignment_id)
 where status = 'applied';

insert into public.assignment_stipends (id, assignment_id, weekly_amount, kind, effective_from)
select pg_temp.id('stipend ' || n), assignment_id, amount, kind, start_date
  from demo_assignments
  join (values (3, 180, 'reimbursement'), (5, 65, 'hours_driven')) as stipend (remainder, amount, kind)
    on n % 6 = remainder;

-- Facility 4 has somebody on call on Saturday nights, with 24 hours a week promised, and pays more for nights; facility 1
-- has a charge nurse. Both repay miles.
insert into public.facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate)
select pg_temp.id('facility ' || n), code, pg_temp.week(27), bill_rate, pay_rate
  from (values (1), (4)) as facility (n)
 cross join (values ('on_call', 8.00, 4.00), ('mileage', 0.70, 0.70)) as rate (code, bill_rate, pay_rate);

insert into public.assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
select assignment_id, 'charge', start_date, bill_rate + 6, pay_rate + 4 from demo_assignments where n = 36;

insert into public.premium_rules (id, title, facility_id, effective_from, from_time, to_time, pay_multiplier, pay_amount,
    bill_multiplier, bill_amount, codes)
values (pg_temp.id('premium 1'), 'Night', pg_temp.id('facility 4'), pg_temp.week(3), '19:00', '07:00', 1, 4, 1, 6,
        '{regular,call_back}');

insert into public.guarantees (id, assignment_id, pay_hours, bill_hours, effective_from)
values (pg_temp.id('guarantee 1'), pg_temp.id('assignment 93'), 24, 24, pg_temp.week(3));

-- Renewals: of what ended, some were looked at in time; contracts without an end come up one by one.
insert into public.contract_renewals (id, assignment_id, renewal_date, status, renewed_at, declined_at, lapsed_at)
select pg_temp.id('renewal ' || n || status), assignment_id, renewal_date, status,
       case when status = 'renewed' then pg_temp.at(renewal_date - 14, 17) end,
       case when status = 'declined' then pg_temp.at(renewal_date - 14, 17) end,
       case when status = 'lapsed' then pg_temp.at(renewal_date, 17) end
  from demo_assignments
 cross join lateral (
       select coalesce(end_date, pg_temp.today() + 5 + 4 * abs(n - 51)),
              case when end_date < pg_temp.today() and n % 3 = 1 then 'declined'
                   when end_date < pg_temp.today() and n % 3 = 2 then 'lapsed' else 'upcoming' end
        union all
       select start_date + 91, 'renewed' where n between 31 and 80) as renewal (renewal_date, status);

-- Each has its alerts; those that came up more than a week ago were looked at within two days.
update public.contract_alerts
   set acknowledged_at = pg_temp.at(due_on + 2, 16)
 where due_on < pg_temp.today() - 7;

----------------------------------------------------------------------------------------------------
-- Time: 26 weeks, and this one up to yesterday. Paid periods are locked, last week is being approved, this
-- week is being written down.

create temporary table demo_weeks as
select weeks_ago, pg_temp.week(weeks_ago) as week_start from generate_series(0, 26) as weeks_ago;

insert into public.payroll_periods (id, period_start, period_end, pay_date, status, closed_at)
select pg_temp.id('payroll period ' || weeks_ago), week_start - 7, week_start + 6, week_start + 11,
       case when weeks_ago = 0 then 'open' else 'closed' end,
       case when weeks_ago > 0 then pg_temp.at(week_start + 9, 18) end
  from demo_weeks
 where weeks_ago % 2 = 0;

insert into public.time_entries (id, assignment_id, work_date, code, hours, status,
    submitted_at, approved_at, approved_by, locked_at, notes, sent_back_at, sent_back_by, sent_back_reason)
select pg_temp.id('time entry ' || throw), assignment_id, work_date,
       case when n = 36 and weeks_ago = 1 and weekday = first_shift then 'charge' else 'regular' end,
       hours - case when pg_temp.dice(throw, 4) = 0 then 0.25 * pg_temp.dice(throw, 5) else 0 end, entry.status,
       case when entry.status <> 'draft' then pg_temp.at(submitted_on, 22) end,
       case when entry.status in ('approved', 'locked') then pg_temp.at(submitted_on, 23) end,
       case when entry.status in ('approved', 'locked')
            then pg_temp.id('user ' || case when facility_n = 1 then 'facility' else 'recruiting' end) end,
       case when entry.status = 'locked' then period.closed_at end,
       case when is_late then 'Handed in late' end,
       case when is_sent_back then pg_temp.at(work_date, 23) end,
       case when is_sent_back then pg_temp.id('user ' || case when facility_n = 1 then 'facility' else 'recruiting' end) end,
       case when is_sent_back then 'The break is missing' end
  from demo_assignments
 cross join demo_weeks
 cross join generate_series(0, 6) as weekday
 cross join lateral (select
       format('%s %s %s', n, weeks_ago, weekday), week_start + weekday,
       n in (65, 73, 74) and weeks_ago = 3 and weekday = 5,
       -- Last week some worked a fourth long shift, which makes overtime to bill and to pay.
       first_shift + case when weeks_ago = 1 and shifts = 3 then shifts else shifts - 1 end
       ) as shift (throw, work_date, is_late, last_shift)
  join public.payroll_periods as period on work_date between period_start and period_end
 cross join lateral (select
       case when is_late then work_date + 10 else work_date end,
       -- A Saturday that three of them forgot is approved by now, but on no invoice and in no batch.
       case when is_late then 'approved'
            when period.status = 'closed' then 'locked'
            when weeks_ago = 0 then case when n % 3 = 0 then 'submitted' else 'draft' end
            when n % 10 = 0 then 'draft'
            when n % 10 in (1, 8) then 'submitted'
            when n % 10 = 7 then 'pending_approval'
            else 'approved' end) as entry (submitted_on, status)
 cross join lateral (select entry.status = 'draft' and weeks_ago = 1) as back (is_sent_back)
 where work_date between start_date and least(end_date, pg_temp.today() - 1)
   and (is_late or weekday between first_shift and last_shift and pg_temp.dice('sick ' || throw, 30) > 0);

-- Nights on call, a call-back of three hours within each, and the drive to it.
insert into public.time_entries (id, assignment_id, work_date, code, hours, quantity, status, submitted_at, approved_at,
    approved_by, locked_at, shift_id, shift_contractor_id, started_at, ended_at, break_minutes)
select pg_temp.id(format('time entry %s %s %s', n, weeks_ago, code)), assignment_id, work_date, code, coded.hours, quantity,
       case when weeks_ago = 1 then 'submitted' else 'locked' end, pg_temp.at(work_date + 1, 14),
       case when weeks_ago > 1 then pg_temp.at(work_date + 1, 23) end,
       case when weeks_ago > 1 then pg_temp.id('user recruiting') end,
       case when weeks_ago > 1 then period.closed_at end,
       case when code = 'call_back' then pg_temp.id(format('shift %s %s', n, weeks_ago)) end,
       case when code = 'call_back' then pg_temp.id('contractor ' || contractor_n) end,
       case when code = 'call_back' then (work_date + time '20:00') at time zone 'America/Denver' end,
       case when code = 'call_back' then (work_date + time '23:00') at time zone 'America/Denver' end,
       case when code = 'call_back' then 0 end
  from (values
        (93, 5, 3, 'on_call', 12, null), (93, 5, 3, 'call_back', 3, null), (93, 5, 3, 'mileage', 0, 24.6)
       ) as coded (n, weekday, longest_ago, code, hours, quantity)
  join demo_assignments using (n)
  join demo_weeks on weeks_ago between 1 and longest_ago
 cross join lateral (select week_start + weekday) as day (work_date)
  join public.payroll_periods as period on work_date between period_start and period_end;

----------------------------------------------------------------------------------------------------
-- Invoices: the locked weeks of every facility, issued on the Tuesday after, and drafts of last week for
-- those in California. Two are void: one was issued again a day later, the other's time was forgotten.
-- No hour on them is overtime.

create temporary table demo_invoices as
select invoice.*, format('%s-%s-%s', invoice_number_prefix, year, lpad(n::text, 6, '0')) as number
  from (select pg_temp.id(format('invoice %s %s %s', facility_n, weeks_ago, void_reason)) as id, facility_id,
               week_start as period_start, week_start + 6 as period_end, issue_date,
               issue_date + payment_terms_days as due_date, void_reason, extract(year from issue_date) as year,
               row_number() over (partition by extract(year from issue_date)
                                  order by issue_date, pg_temp.id(format('invoice %s %s %s', facility_n, weeks_ago,
                                                                         void_reason))) as n
          from demo_facilities
         cross join demo_weeks
         cross join lateral (
               select week_start + 8, 'Purchase order number missing' where (facility_n, weeks_ago) in ((3, 6), (5, 9))
                union all
               select week_start + 9, null where (facility_n, weeks_ago) = (3, 6)
                union all
               select case when weeks_ago > 1 then week_start + 8 end, null
                where (facility_n, weeks_ago) not in ((3, 6), (5, 9))
               ) as invoice (issue_date, void_reason)
         where weeks_ago > 1 or (weeks_ago = 1 and overtime_rule = 'california')) as invoice
 cross join public.organization_settings;

-- First those that were voided: their time and their days are free again when the others are made.
do $$
declare
    v_void boolean;
begin
    foreach v_void in array array[true, false] loop
        insert into public.invoices (id, facility_id, kind, period_start, period_end, issue_date, due_date, void_reason)
        select id, facility_id, 'weekly', period_start, period_end, issue_date, due_date, void_reason
          from demo_invoices
         where (void_reason is not null) = v_void;

        insert into public.invoice_lines (
            id, invoice_id, time_entry_id, part, kind, description, work_date, hours, code, quantity, rate, multiplier,
            amount, department, cost_centre, purchase_order_id)
        select pg_temp.id('invoice line ' || invoice.id || entry.id), invoice.id, entry.id, 1,
               case when entry.is_worked then 'regular' else 'code' end,
               first_name || ' ' || last_name, entry.work_date, case when entry.is_worked then entry.hours end,
               nullif(entry.code, 'regular'),
               case when not entry.is_worked then coalesce(entry.quantity, entry.hours) end, rate.bill_rate, 1,
               round(coalesce(entry.quantity, entry.hours) * rate.bill_rate, 2), assignment.department,
               assignment.cost_centre, assignment.purchase_order_id
          from demo_invoices as invoice
          join public.assignments as assignment using (facility_id)
          join public.contractors as contractor on contractor.id = contractor_id
          join public.time_entries as entry
            on entry.assignment_id = assignment.id and entry.work_date between period_start and period_end
           and entry.status = case when issue_date is null then 'approved' else 'locked' end
          join private.bill_rates_of_time as rate on rate.time_entry_id = entry.id
         where (void_reason is not null) = v_void;

        -- Beside the hours of nights, and hours that were promised.
        insert into public.invoice_lines (
            id, invoice_id, time_entry_id, part, kind, description, work_date, quantity, rate, amount, premium_rule_id)
        select pg_temp.id('differential line ' || line.id), line.invoice_id, line.time_entry_id, 2, 'differential',
               line.description, line.work_date, added.quantity, added.rate, round(added.quantity * added.rate, 2),
               added.premium_rule_id
          from (select array_agg(worked.time_entry_id) as entry_ids, array_agg(entry.assignment_id) as assignment_ids,
                       array_agg(worked.rate) as rates
                  from public.invoice_lines as worked
                  join public.time_entries as entry on entry.id = worked.time_entry_id
                 where entry.started_at is not null and not v_void) as billed
         cross join lateral private.differentials_of_time(
                        billed.entry_ids, billed.assignment_ids, billed.rates, false) as added
          join public.invoice_lines as line on line.time_entry_id = added.time_entry_id and line.part = 1;

        insert into public.invoice_lines (
            id, invoice_id, kind, description, quantity, rate, amount, contractor_id, week_start, guarantee_id)
        select pg_temp.id('guarantee line ' || invoice.id), invoice.id, 'guarantee',
               format('%s %s: %s', first_name, last_name, promised.description), promised.quantity, promised.rate,
               promised.amount, contractor.id, promised.week_start, promised.guarantee_id
          from public.contractors as contractor
          join demo_invoices as invoice on facility_id = pg_temp.id('facility 4') and period_start >= pg_temp.week(3)
         cross join lateral private.guarantees_of_weeks(
                        array[contractor.id], array[invoice.period_start], 'bill') as promised
         where contractor.id = pg_temp.id('contractor 63') and not v_void;

        update public.invoices as invoice
           set status = 'sent', sent_at = pg_temp.at(invoice.issue_date, 17), number = numbered.number
          from demo_invoices as numbered
         where invoice.id = numbered.id
           and numbered.issue_date is not null
           and (numbered.void_reason is not null) = v_void;

        update public.invoices
           set status = 'void', voided_at = pg_temp.at(issue_date + 1, 15)
         where void_reason is not null and v_void;
        update public.invoice_lines as line
           set released_at = invoice.voided_at, part = null
          from public.invoices as invoice
         where invoice.id = line.invoice_id and v_void;
    end loop;
end;
$$;

-- What was ordered is nearly used up.
update public.purchase_orders as ordered
   set amount = ceil(sent_amount / 0.85 / 1000) * 1000
  from public.purchase_order_usage as usage
 where usage.purchase_order_id = ordered.id;

----------------------------------------------------------------------------------------------------
-- Money received: facilities pay on Fridays, one check for all that they think is due.

create temporary table demo_receipts as
select invoice.id as invoice_id, facility_id, facility_n, part, share.amount, received_on
  from public.invoices as invoice
  join demo_facilities using (facility_id)
 cross join lateral (select round(total * first_share, 2)) as first (amount)
 cross join lateral (values (1, first.amount, 0), (2, total - first.amount, 45)) as share (part, amount, days_more)
 cross join lateral (select
       private.workweek_start(due_date + days_late + days_more + pg_temp.dice('paid ' || invoice.id, 7) - 4) + 4
       ) as friday (received_on)
 where status = 'sent' and share.amount > 0 and received_on < pg_temp.today();

-- With its last one, facility 2 paid 500 too much.
insert into public.checks (id, facility_id, check_number, method, amount, received_on, status, reconciled_at)
select pg_temp.id('check ' || facility_n || received_on), facility_id,
       facility_n * 1000 + row_number() over (partition by facility_n order by received_on),
       (array['check', 'ach', 'wire'])[1 + facility_n % 3],
       sum(amount) + case when facility_n = 2 and received_on = max(received_on) over (partition by facility_n)
                          then 500 else 0 end,
       received_on, 'reconciled', pg_temp.at(received_on, 20)
  from demo_receipts
 group by facility_n, facility_id, received_on;

insert into public.check_reconciliations (id, check_id)
select pg_temp.id('reconciliation ' || id), id
  from public.checks;

insert into public.check_reconciliation_lines (id, check_reconciliation_id, invoice_id, amount)
select pg_temp.id('reconciliation line ' || invoice_id || part),
       pg_temp.id('reconciliation ' || pg_temp.id('check ' || facility_n || received_on)), invoice_id, amount
  from demo_receipts;

insert into public.payments (id, invoice_id, check_reconciliation_id, paid_on, amount)
select pg_temp.id('payment ' || line.id), invoice_id, check_reconciliation_id, received_on, line.amount
  from public.check_reconciliation_lines as line
  join public.check_reconciliations as reconciliation on reconciliation.id = check_reconciliation_id
  join public.checks as received on received.id = check_id;

update public.check_reconciliations as reconciliation
   set status = 'confirmed', confirmed_at = reconciled_at, confirmed_by = pg_temp.id('user billing')
  from public.checks as received
 where received.id = check_id;

insert into public.facility_credits (id, facility_id, check_id, amount, remaining)
select pg_temp.id('credit 1'), facility_id, received.id, 500, 500
  from public.checks as received
 where facility_id = pg_temp.id('facility 2')
 order by received_on desc limit 1;

-- One short-paid rest was given up.
insert into public.payments (id, invoice_id, source, paid_on, amount, reason)
select pg_temp.id('write-off 1'), invoice.id, 'write_off', pg_temp.today() - 1,
       total - sum(payment.amount), 'Disputed hours'
  from public.invoices as invoice
  join public.payments as payment on invoice_id = invoice.id
 group by invoice.id
having sum(payment.amount) < total
 order by due_date, invoice.id limit 1;

update public.invoices
   set paid_at = pg_temp.at(principal_paid_on, 20)
 where status = 'paid';

-- A check that came yesterday waits for billing to confirm what is proposed.
insert into public.checks (id, facility_id, check_number, amount, received_on)
select pg_temp.id('check 1'), facility_id, '7100', balance, pg_temp.today() - 1
  from public.invoices
 where facility_id = pg_temp.id('facility 7') and status = 'sent'
 order by due_date limit 1;

insert into public.check_reconciliations (id, check_id)
values (pg_temp.id('reconciliation 1'), pg_temp.id('check 1'));

insert into public.check_reconciliation_lines (id, check_reconciliation_id, invoice_id, amount)
select pg_temp.id('reconciliation line 1'), pg_temp.id('reconciliation 1'), id, balance
  from public.invoices
 where facility_id = pg_temp.id('facility 7') and status = 'sent'
 order by due_date limit 1;

----------------------------------------------------------------------------------------------------
-- Payroll: one closed batch for each closed period.

insert into public.payroll_adjustments (id, contractor_id, payable_on, kind, amount, in_regular_rate, reason,
    approved_at, approved_by)
select pg_temp.id('adjustment ' || n), pg_temp.id('contractor ' || n), payable_on, kind, amount, kind = 'bonus', reason,
       case when is_approved then pg_temp.at(payable_on, 0) end,
       case when is_approved then pg_temp.id('user payroll') end
  from (values
        (30, 8, 'bonus', 250, 'Retention', true), (36, 4, 'reimbursement', 84.50, 'State license', true),
        (42, 2, 'deduction', 120, 'Lost badge', true), (48, 0, 'bonus', 300, 'Referral', true),
        (54, 0, 'reimbursement', 62.40, 'Parking', false)
       ) as adjustment (n, weeks_ago, kind, amount, reason, is_approved)
 cross join lateral pg_temp.week(weeks_ago) as payable_on;

insert into public.payroll_batches (id, payroll_period_id, prepared_at, prepared_by, preparer_ids)
select pg_temp.id('payroll batch ' || id), id, closed_at - interval '1 day', pg_temp.id('user payroll'),
       array[pg_temp.id('user payroll')]
  from public.payroll_periods
 where status = 'closed';

create temporary table demo_paid_time as
select entry.id as time_entry_id, assignment_id, contractor_id, work_date, week_start, hours, quantity, is_worked, code,
       started_at is not null as is_shift, batch.id as payroll_batch_id,
       pg_temp.id('payroll item ' || batch.id || contractor_id) as payroll_item_id
  from public.time_entries as entry
  join public.assignments as assignment on assignment.id = assignment_id
  join demo_weeks on work_date between week_start and week_start + 6
  join public.payroll_periods as period on work_date between period_start and period_end
  join public.payroll_batches as batch on payroll_period_id = period.id
 where entry.status = 'locked';

insert into public.payroll_items (id, payroll_batch_id, contractor_id)
select distinct payroll_item_id, payroll_batch_id, contractor_id from demo_paid_time;

insert into public.payroll_item_lines (id, payroll_item_id, time_entry_id, payroll_adjustment_id,
    assignment_stipend_id, week_start, kind, hours, rate, amount, code, quantity, assignment_id)
select pg_temp.id('straight ' || time_entry_id), payroll_item_id, time_entry_id, null::uuid,
       null::uuid, week_start, case when is_worked then 'straight' else 'code' end, case when is_worked then hours end,
       coalesce(coded.pay_rate, rate.pay_rate),
       round(coalesce(demo_paid_time.quantity, hours) * coalesce(coded.pay_rate, rate.pay_rate), 2),
       nullif(demo_paid_time.code, 'regular'),
       case when not is_worked then coalesce(demo_paid_time.quantity, hours) end,
       case when not is_worked then demo_paid_time.assignment_id end -- a difference of a code is of its assignment
  from demo_paid_time
  left join private.rates_of_coded_time as coded using (time_entry_id)
 cross join lateral (
       select pay_rate from public.assignment_rates as rate
        where rate.assignment_id = demo_paid_time.assignment_id and effective_from <= demo_paid_time.work_date
        order by effective_from desc limit 1) as rate
 union all
select distinct pg_temp.id('stipend line ' || stipend.id || week_start), payroll_item_id, null::uuid, null::uuid,
       stipend.id, week_start, 'stipend', null::numeric, null::numeric, weekly_amount, null, null::numeric, null::uuid
  from demo_paid_time
  join public.assignment_stipends as stipend using (assignment_id)
 union all
select distinct pg_temp.id('adjustment line ' || adjustment.id), payroll_item_id, null::uuid, adjustment.id,
       null::uuid, week_start, 'adjustment', null::numeric, null::numeric,
       case when kind = 'deduction' then -amount else amount end, null, null::numeric, null::uuid
  from demo_paid_time
  join public.payroll_adjustments as adjustment using (contractor_id)
 where payable_on = week_start;

insert into public.payroll_item_lines (id, payroll_item_id, time_entry_id, week_start, kind, quantity, rate, amount,
    assignment_id, premium_rule_id)
select pg_temp.id('differential ' || time_entry_id), payroll_item_id, time_entry_id, week_start, 'differential',
       added.quantity, added.rate, round(added.quantity * added.rate, 2), line.assignment_id, added.premium_rule_id
  from (select array_agg(time_entry_id) as entry_ids, array_agg(worked.assignment_id) as assignment_ids,
               array_agg(line.rate) as rates
          from demo_paid_time as worked
          join public.payroll_item_lines as line using (time_entry_id)
         where is_shift) as paid
 cross join lateral private.differentials_of_time(paid.entry_ids, paid.assignment_ids, paid.rates, true) as added
  join public.payroll_item_lines as line using (time_entry_id);

insert into public.payroll_item_lines (id, payroll_item_id, week_start, kind, quantity, rate, amount, assignment_id,
    guarantee_id, description)
select pg_temp.id('guarantee line ' || paid.week_start), payroll_item_id, paid.week_start, 'guarantee', promised.quantity,
       promised.rate, promised.amount, promised.assignment_id, promised.guarantee_id, promised.description
  from (select distinct contractor_id, payroll_item_id, week_start
          from demo_paid_time
         where assignment_id = pg_temp.id('assignment 93') and week_start >= pg_temp.week(3)) as paid
 cross join lateral private.guarantees_of_weeks(array[paid.contractor_id], array[paid.week_start], 'pay') as promised;

update public.payroll_items as item
   set regular_hours = sums.hours, straight_pay = sums.straight, stipend_pay = sums.stipends,
       adjustment_pay = sums.adjustments, code_pay = sums.codes, gross_pay = sums.gross
  from (select payroll_item_id, coalesce(sum(hours), 0) as hours, sum(amount) as gross,
               coalesce(sum(amount) filter (where kind in ('straight', 'differential')), 0) as straight,
               coalesce(sum(amount) filter (where kind = 'stipend'), 0) as stipends,
               coalesce(sum(amount) filter (where kind = 'adjustment'), 0) as adjustments,
               coalesce(sum(amount) filter (where kind in ('code', 'guarantee')), 0) as codes
          from public.payroll_item_lines group by payroll_item_id) as sums
 where item.id = payroll_item_id;

update public.payroll_batches as batch
   set gross_total = (select sum(gross_pay) from public.payroll_items where payroll_batch_id = batch.id),
       status = 'in_review', in_review_at = period.closed_at - interval '3 hours', in_review_by = prepared_by
  from public.payroll_periods as period
 where period.id = payroll_period_id;

update public.payroll_batches as batch
   set status = 'approved', approved_at = period.closed_at - interval '1 hour', approved_by = pg_temp.id('user admin')
  from public.payroll_periods as period
 where period.id = payroll_period_id;

update public.payroll_batches as batch
   set status = 'closed', closed_at = period.closed_at, closed_by = prepared_by
  from public.payroll_periods as period
 where period.id = payroll_period_id;

drop table demo_users, demo_facilities, demo_candidates, demo_assignments, demo_weeks, demo_receipts, demo_paid_time;
drop function pg_temp.week, pg_temp.today, pg_temp.at, pg_temp.dice, pg_temp.id;
