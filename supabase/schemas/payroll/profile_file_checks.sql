-- Values in a profile's file that the provider does not take, as parts of the statement of private.profile_file, whose
-- parameters stand in profile_file_rows.sql.

-- Each check has the kinds of profiles and the rows of files that it is about; null is all.
create function private.profile_file_checks()
returns table (kinds text[], rows_of text[], query text)
language sql
immutable
set search_path = ''
as $$
    select known.kinds, known.rows_of, known.query
      from (values
        (null::text[], null::text[], $query$
            select format('last name "%s"', named.last_name)
              from named where 'last_name' = any ($8) and private.begins_formula(named.last_name)
        $query$),
        (null, null, $query$
            select format('first name "%s"', named.first_name)
              from named where 'first_name' = any ($8) and private.begins_formula(named.first_name)
        $query$),
        (null, null, $query$
            select format('payroll number "%s" of %s', named.payroll_number, named.name)
              from named where 'payroll_number' = any ($8) and private.begins_formula(named.payroll_number)
        $query$),
        (null, null, $query$
            select format('code "%s"', earned.code)
              from earned where 'code' = any ($8) and private.begins_formula(earned.code)
        $query$),
        (null, null, $query$
            select format('%s of the %s file', named.name, $2)
              from named where $5 ->> 'employment' <> $2
        $query$),

        (array['paychex_spi'], null, $query$
            select format('payroll number "%s" of %s', named.payroll_number, named.name)
              from named where 'payroll_number' = any ($8) and named.payroll_number !~ '^[A-Za-z0-9]{1,10}$'
        $query$),
        (array['paychex_spi'], null, $query$
            select format('earning code "%s"', earned.earning_code)
              from earned where char_length(earned.earning_code) > 20
        $query$),
        (array['paychex_spi'], null, $query$
            select format('rate %s of %s', earned.rate, named.name)
              from earned join named on named.contractor_id = earned.contractor_id
             where earned.hours is not null and earned.rate > 9999.9999
        $query$),
        (array['paychex_spi'], null, $query$
            select format('%s hours of %s', earned.hours, named.name)
              from earned join named on named.contractor_id = earned.contractor_id
             where abs(earned.hours) > 999.99
        $query$),
        (array['paychex_spi'], null, $query$
            select format('work state %s', earned.work_state)
              from earned where char_length(earned.work_state) > 2
        $query$),

        (array['workforce_now'], null, $query$
            select format('payroll number "%s" of %s', named.payroll_number, named.name)
              from named where 'payroll_number' = any ($8) and named.payroll_number !~ '^(?!0+$)[A-Za-z0-9]{1,6}$'
        $query$),
        (array['workforce_now'], null, $query$
            select format('payroll number "%s" of %s: somebody else has it with other zeros',
                          same.payroll_number, same.name)
              from (select named.payroll_number, named.name,
                           count(*) over (partition by named.payroll_number::int) as people
                      from named
                     where named.payroll_number ~ '^[0-9]{1,6}$') as same
             where same.people > 1
        $query$),
        (array['workforce_now'], null, $query$
            select format('earning code "%s"', earned.earning_code)
              from earned where earned.has_field and private.is_beyond_paydata(earned.earning_code)
        $query$),
        (array['workforce_now'], null, $query$
            select format('earning code "%s" of hours in field 5', earned.earning_code)
              from earned where earned.has_field and earned.hours is not null and earned.field = 5
        $query$),
        (array['workforce_now'], null, $query$
            select format('rate %s of %s', earned.rate, named.name)
              from earned join named on named.contractor_id = earned.contractor_id
             where earned.hours is not null and earned.rate > 99999.9999
        $query$),

        (array['run'], null, $query$
            select format('%s %s of %s (enter it as a deduction in RUN)',
                          replace(earned.earning, '_', ' '), earned.amount, named.name)
              from earned join named on named.contractor_id = earned.contractor_id
             where earned.earning = any ($9)
        $query$),

        (null, array['earning', 'paydata'], $query$
            select format('%s %s of %s, below zero', replace(earned.earning, '_', ' '), earned.amount, named.name)
              from earned join named on named.contractor_id = earned.contractor_id
             where not $14 and case when $13 = 'csv' then earned.amount else earned.entered_amount end < 0
        $query$),

        (null, array['person'], $query$
            select format('an amount of %s below zero: %s', named.name, written.least_amount)
              from written join named on named.contractor_id = written.contractor_id
             where not $14 and written.least_amount < 0
        $query$),
        (null, array['person'], $query$
            select format('several rates of %s', named.name)
              from (select part.contractor_id
                      from part_of_person as part
                     where part.earning = any ($6)
                     group by part.contractor_id
                    having min(part.least_rate) <> max(part.most_rate)) as several
              join named on named.contractor_id = several.contractor_id
        $query$),
        (null, array['person'], $query$
            select format('%s %s of %s, without a column', replace(part.earning, '_', ' '), part.amount, named.name)
              from part_of_person as part join named on named.contractor_id = part.contractor_id
             where not ('gross_pay' = any ($8) and $6 = '{}') and part.amount <> 0
               and part.earning <> 'adjusting_amount' and not part.earning = any ($7)
               and not case when part.earning = any ($10) then 'wages' when part.earning = any ($11) then 'reimbursements'
                            else 'deductions' end = any ($8)
        $query$),
        (null, array['person'], $query$
            select format('adjusting amount %s of %s, without a column', line.adjusting_amount, named.name)
              from person_rows as line join named on named.contractor_id = line.contractor_id
             where line.adjusting_amount <> 0
               and not array['wages', 'adjusting_amount'] && $8 and not ('gross_pay' = any ($8) and $6 = '{}')
        $query$)) as known (kinds, rows_of, query);
$$;
comment on function private.profile_file_checks is
    'Queries of values in a profile''s file that the provider does not take, in words, and of which profiles and rows each is.';

revoke execute on function private.profile_file_checks from public, anon, authenticated, service_role;
