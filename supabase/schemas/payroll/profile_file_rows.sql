-- The rows of a profile's file, as parts of the statement of private.profile_file, whose parameters these are:
--
--   $1 the batch               $6 hours in the row of a person          $11 reimbursements
--   $2 the employment          $7 these, and amounts with a column      $12 the end of a row
--   $3 how days are written    $8 fields of the file                    $13 the kind of profile
--   $4 the delimiter           $9 deductions                            $14 true: amounts may be below zero
--   $5 the settings            $10 hours and wages                      $15 the head of the file
--
-- Texts of $6, $7 and $9 to $11 are parts of pay (private.parts_of_pay).

-- Pay and people of the batch, and what each row may say of both.
create function private.profile_file_pay()
returns text
language sql
immutable
set search_path = ''
as $$
    select $query$
        earned as materialized (
            select line.*, private.delimited_text(line.earning_code, $4) as code_cell,
                   private.delimited_text(line.code, $4) as time_code_cell,
                   case when line.earning = any ($9) then -line.amount else line.amount end as entered_amount,
                   case when not line.earning = any ($9) -- of Workforce Now; null = a deduction
                        then coalesce(($5 -> 'fields' ->> line.earning_code)::int, 3) end as field,
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
                            then lpad(named.payroll_number, 6, '0') else named.payroll_number end, $4)
                       as payroll_number,
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
        )
    $query$;
$$;
comment on function private.profile_file_pay is
    'Queries of a profile''s file that all of its rows are made of: pay by rate, people, the batch and departments.';

-- Columns by the name of a field stand beside what payroll_file_fields has as its expression.
create function private.profile_file_rows()
returns table (row_of text, queries text)
language sql
immutable
set search_path = ''
as $$
    select known.row_of, known.queries
      from (values
        ('earning', $query$
        earning_rows as (
            select earned.*, 0 as part from earned
        )
        $query$),

        ('person', $query$
        part_of_person as materialized (
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
        )
        $query$),

        -- Of Workforce Now.
        ('paydata', $query$
        placed as ( -- a code stands in the field that it has at the provider, and a row has one code of each field
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
                   null::text as earnings_3_code, null::numeric as earnings_3_amount,
                   null::text as earnings_4_code, null::numeric as earnings_4_amount,
                   null::text as earnings_5_code, null::numeric as earnings_5_amount,
                   null::text as deduction_code, null::numeric as deduction_amount
              from earned
             where earned.hours is not null
             group by earned.contractor_id, earned.week_start, earned.work_state, earned.rate,
                      case when earned.earning = 'regular' then earned.code end -- each row is rounded by itself
             union all
            select placed.contractor_id, min(placed.line), 1, placed.work_state,
                   null, null, null, null, null, null, null,
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
        )
        $query$)) as known (row_of, queries);
$$;
comment on function private.profile_file_rows is
    'Queries of a profile''s file, by what a row of it is: the last one of each has its rows, and is named for it.';

revoke execute on function private.profile_file_pay, private.profile_file_rows
    from public, anon, authenticated, service_role;
