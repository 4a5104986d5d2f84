-- The file of a payroll batch in the layout of a profile. One statement, whose cells are those of the profile's columns: the
-- texts of fields are ours alone, a profile names them and gives titles and texts, which are quoted.
create function private.profile_file(payroll_batch_id uuid, employment text, profile public.payroll_profiles)
returns table (
    file text, people int, lines int, amount numeric, without_number text[], without_code text[], without_state text[],
    without_department text[], not_taken text[])
language plpgsql
stable
set search_path = ''
set work_mem = '64MB'
set jit = off
as $$
declare
    v_settings constant jsonb := profile.settings;
    v_row constant text := case profile.kind when 'workforce_now' then 'paydata'
                                             else coalesce(v_settings ->> 'row', 'earning') end;
    v_delimiter constant text := coalesce(v_settings ->> 'delimiter', ',');
    v_end constant text := case v_settings ->> 'line_end' when 'lf' then e'\n' else e'\r\n' end;
    v_dates constant text := coalesce(
        v_settings ->> 'date_format', case profile.kind when 'csv' then 'YYYY-MM-DD' else 'MM/DD/YYYY' end);
    v_head text;
    v_cells text;
    v_least text;
    v_fields text[];
    v_hours text[];
    v_named text[];
begin
    select string_agg(private.delimited_text(used.title, v_delimiter), v_delimiter order by used.place) || v_end,
           string_agg(coalesce(known.expression, quote_literal(private.delimited_text(used.literal, v_delimiter))),
                      format(', %L, ', v_delimiter) order by used.place),
           coalesce(string_agg(known.expression, ', ') filter (where known.is_amount), 'null::numeric'),
           coalesce(array_agg(used.field) filter (where used.field is not null), '{}')
      into v_head, v_cells, v_least, v_fields
      from private.columns_of_payroll_file(profile) as used
      left join private.payroll_file_fields() as known
        on known.field = used.field and coalesce(known.row_of, v_row) = v_row;
    if profile.kind = 'run' then
        v_head := '##GENERIC## V1.0' || v_end || v_head;
    elsif v_settings ->> 'header' = 'false' then
        v_head := '';
    end if;
    -- Of a row per person: hours that it has, whose pay the provider computes, and amounts that have a column of their own.
    v_hours := array(
        select part.name from unnest(private.parts_of_pay('hours')) as part (name)
         where part.name || '_hours' = any (v_fields));
    v_named := v_hours || array(
        select part.name
          from unnest(private.parts_of_pay('wages') || private.parts_of_pay('reimbursements')
                      || private.parts_of_pay('deductions')) as part (name)
         where part.name = any (v_fields));

    return query execute format(
        $query$
        with earned as materialized (
            select line.*, private.delimited_text(line.earning_code, $4) as code_cell,
                   private.delimited_text(line.code, $4) as time_code_cell,
                   case when line.earning = any ($9) then -line.amount else line.amount end as entered_amount,
                   case when not line.earning = any ($9) then coalesce(($5 -> 'fields' ->> line.earning_code)::int, 3) end
                       as field, -- of Workforce Now; null = a deduction
                   line.hours is null or line.earning = 'doubletime' or not line.is_plain as has_field
              from private.earnings_by_rate($1, $14) as line
             where line.employment = $2
        ), named as materialized (
            select distinct earned.contractor_id, earned.payroll_number, earned.last_name, earned.first_name,
                   earned.employment_type, concat_ws(' ', earned.first_name, earned.last_name) as name
              from earned
        ), person as materialized (
            select named.contractor_id,
                   private.delimited_text(
                       case when $13 = 'workforce_now' and named.payroll_number ~ '^[0-9]{1,6}$'
                            then lpad(named.payroll_number, 6, '0') else named.payroll_number end, $4) as payroll_number,
                   private.delimited_text(named.last_name, $4) as last_name,
                   private.delimited_text(named.first_name, $4) as first_name, named.employment_type, named.name
              from named
        ), batch as materialized (
            select to_char(period.period_start, $3) as period_start, to_char(period.period_end, $3) as period_end,
                   to_char(coalesce(batch.pay_date, period.pay_date), $3) as pay_date,
                   coalesce($5 ->> 'batch_id', to_char(coalesce(batch.pay_date, period.pay_date), 'YYMMDD')) as batch_id
              from public.payroll_batches as batch
              join public.payroll_periods as period on period.id = batch.payroll_period_id
             where batch.id = $1
        ), department as materialized (
            select given.key as work_state, private.delimited_text(given.value, $4) as cell
              from jsonb_each_text($5 -> 'departments') as given
        ), earning_rows as (
            select earned.*, 0 as part from earned
        ), part_of_person as materialized (
            select earned.contractor_id, earned.earning, min(earned.line) as line, sum(earned.hours) as hours,
                   sum(earned.amount) as amount, min(earned.rate) as least_rate, max(earned.rate) as most_rate
              from earned
             group by earned.contractor_id, earned.earning
        ), sum_of_person as (
            select part.contractor_id, min(part.line) as line,
                   sum(part.hours) filter (where part.earning = 'regular') as regular_hours,
                   sum(part.hours) filter (where part.earning = 'overtime') as overtime_hours,
                   sum(part.hours) filter (where part.earning = 'doubletime') as doubletime_hours,
                   min(part.least_rate) filter (
                       where part.hours is not null and ($6 = '{}' or part.earning = any ($6))) as least_rate,
                   max(part.most_rate) filter (
                       where part.hours is not null and ($6 = '{}' or part.earning = any ($6))) as most_rate,
                   coalesce(sum(part.amount) filter (where part.earning = any ($6)), 0) as paid_by_row,
                   jsonb_object_agg(part.earning, part.amount) as amounts,
                   coalesce(sum(part.amount) filter (
                       where part.earning = any ($6) or part.earning = 'adjusting_amount'), 0) as paid_for_hours,
                   coalesce(sum(part.amount) filter (where part.earning = any ($10)
                       and not part.earning = any ($7 || 'adjusting_amount'::text)), 0) as wages,
                   coalesce(sum(part.amount) filter (
                       where part.earning = any ($11) and not part.earning = any ($7)), 0) as reimbursements,
                   coalesce(sum(part.amount) filter (
                       where part.earning = any ($9) and not part.earning = any ($7)), 0) as deductions,
                   sum(part.amount) as gross_pay
              from part_of_person as part
             group by part.contractor_id
        ), adjusted_person as (
            select summed.*, case when summed.least_rate = summed.most_rate then summed.least_rate end as rate,
                   summed.paid_for_hours - case when summed.least_rate <> summed.most_rate then summed.paid_by_row
                       else coalesce((
                       select sum(round(part.hours * summed.most_rate * part.factor, 2))
                         from (values ('regular', 1.0, summed.regular_hours), ('overtime', 1.5, summed.overtime_hours),
                                      ('doubletime', 2.0, summed.doubletime_hours)) as part (earning, factor, hours)
                        where part.earning = any ($6)), 0) end as adjusting_amount
              from sum_of_person as summed
        ), person_rows as materialized (
            select adjusted.contractor_id, adjusted.line, 0 as part, null::text as work_state, adjusted.regular_hours,
                   adjusted.overtime_hours, adjusted.doubletime_hours, adjusted.rate, adjusted.amounts,
                   adjusted.adjusting_amount,
                   adjusted.wages + case when 'adjusting_amount' = any ($7) then 0 else adjusted.adjusting_amount end
                       as wages,
                   adjusted.reimbursements, adjusted.deductions, adjusted.gross_pay
              from adjusted_person as adjusted
        ), placed as ( -- a code stands in the field that it has at the provider, and a row has one code of each field
            select earned.*,
                   row_number() over (
                       partition by earned.contractor_id, earned.week_start, earned.work_state, earned.field
                       order by earned.line) as place
              from earned
             where earned.hours is null
        ), paydata_rows as (
            select earned.contractor_id, min(earned.line) as line, 0 as part, earned.work_state, earned.rate,
                   sum(earned.hours) filter (where earned.earning = 'regular' and earned.is_plain) as regular_hours,
                   sum(earned.hours) filter (where earned.earning = 'overtime') as overtime_hours,
                   min(earned.code_cell) filter (where earned.has_field and earned.field = 3) as hours_3_code,
                   sum(earned.hours) filter (where earned.has_field and earned.field = 3) as hours_3_amount,
                   min(earned.code_cell) filter (where earned.has_field and earned.field = 4) as hours_4_code,
                   sum(earned.hours) filter (where earned.has_field and earned.field = 4) as hours_4_amount,
                   null::text as earnings_3_code, null::numeric as earnings_3_amount, null::text as earnings_4_code,
                   null::numeric as earnings_4_amount, null::text as earnings_5_code, null::numeric as earnings_5_amount,
                   null::text as deduction_code, null::numeric as deduction_amount
              from earned
             where earned.hours is not null
             group by earned.contractor_id, earned.week_start, earned.work_state, earned.rate,
                      case when earned.earning = 'regular' then earned.code end -- each row is rounded by itself
             union all
            select placed.contractor_id, min(placed.line), 1, placed.work_state, null, null, null, null, null, null, null,
                   min(placed.code_cell) filter (where placed.field = 3),
                   min(placed.amount) filter (where placed.field = 3),
                   min(placed.code_cell) filter (where placed.field = 4),
                   min(placed.amount) filter (where placed.field = 4),
                   min(placed.code_cell) filter (where placed.field = 5),
                   min(placed.amount) filter (where placed.field = 5),
                   min(placed.code_cell) filter (where placed.field is null),
                   min(placed.entered_amount) filter (where placed.field is null)
              from placed
             group by placed.contractor_id, placed.week_start, placed.work_state, placed.place
        ), written as materialized (
            select line.contractor_id, line.line, line.part, least(%1$s) as least_amount,
                   concat(%2$s, $12) as text -- of at most 100 arguments: 50 cells, what is between them, and the end
              from batch
             cross join %3$I as line
              join person on person.contractor_id = line.contractor_id
              left join department on department.work_state = line.work_state
        ), unfit (text) as (
            select format('last name "%%s"', named.last_name)
              from named where 'last_name' = any ($8) and private.begins_formula(named.last_name)
             union all
            select format('first name "%%s"', named.first_name)
              from named where 'first_name' = any ($8) and private.begins_formula(named.first_name)
             union all
            select format('payroll number "%%s" of %%s', named.payroll_number, named.name)
              from named
             where 'payroll_number' = any ($8)
               and (private.begins_formula(named.payroll_number)
                    or named.payroll_number !~ case $13 when 'workforce_now' then '^(?!0+$)[A-Za-z0-9]{1,6}$'
                                                        when 'paychex_spi' then '^[A-Za-z0-9]{1,10}$' else '' end)
             union all
            select distinct format('code "%%s"', earned.code)
              from earned where 'code' = any ($8) and private.begins_formula(earned.code)
             union all
            select distinct format('earning code "%%s"', earned.earning_code)
              from earned
             where $13 = 'paychex_spi' and char_length(earned.earning_code) > 20
                or $13 = 'workforce_now' and earned.has_field and private.is_beyond_paydata(earned.earning_code)
             union all
            select distinct format('earning code "%%s" of hours in field 5', earned.earning_code)
              from earned
             where $13 = 'workforce_now' and earned.has_field and earned.hours is not null and earned.field = 5
             union all
            select format('payroll number "%%s" of %%s: somebody else has it with other zeros',
                          same.payroll_number, same.name)
              from (select named.payroll_number, named.name, count(*) over (partition by named.payroll_number::int) as people
                      from named
                     where $13 = 'workforce_now' and named.payroll_number ~ '^[0-9]{1,6}$') as same
             where same.people > 1
             union all
            select format('%%s of the %%s file', named.name, $2)
              from named where $5 ->> 'employment' <> $2
             union all
            select format('%%s %%s of %%s (enter it as a deduction in RUN)',
                          replace(earned.earning, '_', ' '), earned.amount, named.name)
              from earned join named on named.contractor_id = earned.contractor_id
             where $13 = 'run' and earned.earning = any ($9)
             union all
            select format('rate %%s of %%s', earned.rate, named.name)
              from earned join named on named.contractor_id = earned.contractor_id
             where $13 = 'paychex_spi' and earned.hours is not null and earned.rate > 9999.9999
                or $13 = 'workforce_now' and earned.hours is not null and earned.rate > 99999.9999
             union all
            select format('%%s hours of %%s', earned.hours, named.name)
              from earned join named on named.contractor_id = earned.contractor_id
             where $13 = 'paychex_spi' and abs(earned.hours) > 999.99
             union all
            select distinct format('work state %%s', earned.work_state)
              from earned where $13 = 'paychex_spi' and char_length(earned.work_state) > 2
             union all
            select format('%%s %%s of %%s, below zero', replace(earned.earning, '_', ' '), earned.amount, named.name)
              from earned join named on named.contractor_id = earned.contractor_id
             where not $14 and %3$L <> 'person_rows'
               and case when $13 = 'csv' then earned.amount else earned.entered_amount end < 0
             union all
            select format('an amount of %%s below zero: %%s', named.name, written.least_amount)
              from written join named on named.contractor_id = written.contractor_id
             where not $14 and %3$L = 'person_rows' and written.least_amount < 0
             union all
            select format('several rates of %%s', named.name)
              from (select part.contractor_id
                      from part_of_person as part
                     where %3$L = 'person_rows' and part.earning = any ($6)
                     group by part.contractor_id
                    having min(part.least_rate) <> max(part.most_rate)) as several
              join named on named.contractor_id = several.contractor_id
             union all
            select format('%%s %%s of %%s, without a column', replace(part.earning, '_', ' '), part.amount, named.name)
              from part_of_person as part join named on named.contractor_id = part.contractor_id
             where %3$L = 'person_rows' and not ('gross_pay' = any ($8) and $6 = '{}') and part.amount <> 0
               and part.earning <> 'adjusting_amount' and not part.earning = any ($7)
               and not case when part.earning = any ($10) then 'wages' when part.earning = any ($11) then 'reimbursements'
                            else 'deductions' end = any ($8)
             union all
            select format('adjusting amount %%s of %%s, without a column', line.adjusting_amount, named.name)
              from person_rows as line join named on named.contractor_id = line.contractor_id
             where %3$L = 'person_rows' and line.adjusting_amount <> 0
               and not array['wages', 'adjusting_amount'] && $8 and not ('gross_pay' = any ($8) and $6 = '{}')
        )
        select $15 || coalesce((select string_agg(written.text, '' order by written.line, written.part) from written), ''),
               (select count(*)::int from named), (select count(*)::int from written),
               coalesce((select sum(earned.amount) from earned), 0),
               (select array_agg(distinct named.name) from named
                 where 'payroll_number' = any ($8) and named.payroll_number is null),
               (select array_agg(distinct case when earned.earning in ('code', 'reimbursement_code') or not earned.is_plain
                                               then earned.code else earned.earning end)
                  from earned
                 where earned.earning_code is null
                   and ('earning_code' = any ($8)
                        or $13 = 'workforce_now' and earned.earning not in ('regular', 'overtime'))),
               (select array_agg(distinct earned.facility_without_state) from earned
                 where earned.facility_without_state is not null
                   and ('work_state' = any ($8) or $5 ? 'departments')),
               (select array_agg(distinct earned.work_state) from earned
                 where earned.work_state is not null and $5 ? 'departments' and not $5 -> 'departments' ? earned.work_state),
               (select array_agg(distinct unfit.text) from unfit)
        $query$,
        v_least, v_cells, v_row || '_rows')
    using profile_file.payroll_batch_id, profile_file.employment, v_dates, v_delimiter, v_settings, v_hours, v_named,
          v_fields, private.parts_of_pay('deductions'), private.parts_of_pay('hours') || private.parts_of_pay('wages'),
          private.parts_of_pay('reimbursements'), v_end, profile.kind,
          coalesce((v_settings ->> 'negative_amounts')::boolean, profile.kind <> 'run'), v_head;
end;
$$;
comment on function private.profile_file is
$$One of the files of a payroll batch by a profile, what is in it, and who and what in it lacks a payroll number, a code, a work
state or a department, or is such as the provider does not take.$$;

revoke execute on function private.profile_file from public, anon, authenticated, service_role;
