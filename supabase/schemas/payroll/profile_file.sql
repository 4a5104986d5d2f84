-- The file of a payroll batch in the layout of a profile. One statement, whose cells are those of the profile's columns:
-- the texts of fields are ours alone, a profile names them and gives titles and texts, which are quoted. Its rows and its
-- checks are those of the layout (profile_file_rows.sql, profile_file_checks.sql).
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
    v_rows constant text := (
        select made.queries from private.profile_file_rows() as made where made.row_of = v_row);
    v_checks constant text := (
        select string_agg(checked.query, ' union all ')
          from private.profile_file_checks() as checked
         where (checked.kinds is null or profile.kind = any (checked.kinds))
           and (checked.rows_of is null or v_row = any (checked.rows_of)));
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
        with %1$s, %2$s,
        written as materialized (
            select line.contractor_id, line.line, line.part, least(%3$s) as least_amount,
                   concat(%4$s, $12) as text -- of at most 100 arguments: 50 cells, what is between them, and the end
              from batch
             cross join %5$I as line
              join person on person.contractor_id = line.contractor_id
              left join department on department.work_state = line.work_state
        ), unfit (text) as (%6$s)
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
        private.profile_file_pay(), v_rows, v_least, v_cells, v_row || '_rows', v_checks)
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
