-- Earnings for a payroll provider, as text: one file of W-2 people and one of the others, whole however many they are.
create function private.require_employment(employment text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.require_arguments(jsonb_build_object('employment', require_employment.employment));
    if require_employment.employment not in ('w2', '1099') then
        perform private.refuse(
            400, 'employment_unknown',
            format('There is no payroll file of %s.', require_employment.employment),
            'Give w2 or 1099. The file of 1099 has corp_to_corp too.');
    end if;
end;
$$;
comment on function private.require_employment is 'Raises 400 unless it is w2 or 1099: a payroll batch has a file of each.';

-- The lines are computed once for the file and all that is asked of it.
create function private.earnings_file(payroll_batch_id uuid, employment text)
returns table (
    file text, people int, lines int, amount numeric, without_number text[], without_code text[], without_state text[])
language plpgsql
stable
set search_path = ''
set datestyle = 'ISO' -- the same days for everybody
set work_mem = '64MB'
set jit = off
as $$
begin
    return query
    with earned as materialized (
        select line.*
          from private.earning_lines(earnings_file.payroll_batch_id) as line
         where line.employment = earnings_file.employment
    ), person as materialized ( -- made safe once, not once per line
        select named.contractor_id,
               concat_ws(',', private.csv_text(named.payroll_number), private.csv_text(named.last_name),
                         private.csv_text(named.first_name)) as cells
          from (select distinct earned.contractor_id, earned.payroll_number, earned.last_name, earned.first_name
                  from earned) as named
    ), code as materialized (
        select mapped.earning, mapped.code, private.csv_text(mapped.earning_code) as cell,
               concat_ws(',', '', mapped.code, mapped.unit) as coded_cells
          from (select distinct earned.earning, earned.earning_code, coalesce(earned.code, '') as code,
                       coalesce(earned.unit, '') as unit
                  from earned) as mapped
    ), form as ( -- who has no codes has the file of before 1.0.0, byte for byte
        select exists (select from earned where num_nonnulls(earned.code, earned.quantity) > 0) as has_codes
    ), batch as materialized (
        select concat_ws(
                   ',', period.period_start, period.period_end, coalesce(batch.pay_date, period.pay_date), batch.status) as cells
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.id = earnings_file.payroll_batch_id
    ), text as (
        select string_agg(concat(
                   earned.employment, ',', earned.line, ',', earned.contractor_id, ',', person.cells, ',',
                   earned.employment_type, ',', batch.cells, ',', earned.week_start, ',', earned.earning, ',', code.cell,
                   ',', earned.work_state, ',', earned.hours, ',', earned.overtime_hours, ',', earned.doubletime_hours,
                   ',', earned.rate, ',', earned.amount,
                   case when form.has_codes then concat(code.coded_cells, ',', earned.quantity) end, e'\r\n'),
                   '' order by earned.line) as lines
          from batch
         cross join form
         cross join earned
          join person on person.contractor_id = earned.contractor_id
          join code on code.earning = earned.earning and code.code = coalesce(earned.code, '')
    )
    select concat(
               'employment,line,contractor_id,payroll_number,last_name,first_name,employment_type,period_start,'
               'period_end,pay_date,batch_status,week_start,earning,earning_code,work_state,hours,overtime_hours,'
               'doubletime_hours,rate,amount', (select ',code,unit,quantity' from form where form.has_codes), e'\r\n',
               (select text.lines from text)),
           (select count(*)::int from person), count(earned.line)::int, coalesce(sum(earned.amount), 0),
           array_agg(distinct concat_ws(' ', earned.first_name, earned.last_name))
               filter (where earned.payroll_number is null),
           array_agg(distinct case when earned.earning in ('code', 'reimbursement_code') then earned.code
                                   else earned.earning end) filter (where earned.earning_code is null),
           array_agg(distinct earned.facility_without_state) filter (where earned.facility_without_state is not null)
      from earned;
end;
$$;
comment on function private.earnings_file is
    'One of the two files of a payroll batch, what is in it, and who and what in it lacks a payroll number, a code or a work state.';

-- Of 1099 nobody needs a work state.
create function private.file_to_hand_over(payroll_batch_id uuid, employment text, profile text)
returns table (
    file text, people int, lines int, amount numeric, without_number text[], without_code text[], without_state text[],
    without_department text[], not_taken text[])
language plpgsql
stable
set search_path = ''
as $$
begin
    if file_to_hand_over.profile is null then
        return query
            select made.file, made.people, made.lines, made.amount, made.without_number, made.without_code,
                   case file_to_hand_over.employment when 'w2' then made.without_state end, null::text[], null::text[]
              from private.earnings_file(file_to_hand_over.payroll_batch_id, file_to_hand_over.employment) as made;
    else
        return query
            select made.file, made.people, made.lines, made.amount, made.without_number, made.without_code,
                   case file_to_hand_over.employment when 'w2' then made.without_state end, made.without_department,
                   made.not_taken
              from private.profile_file(
                   file_to_hand_over.payroll_batch_id, file_to_hand_over.employment,
                   private.require_payroll_profile(file_to_hand_over.profile)) as made;
    end if;
end;
$$;
comment on function private.file_to_hand_over is
    'One of the two files of a payroll batch, by a profile or with our own columns, what is in it, and what keeps it from being handed over.';

-- Security definer: as payroll_earnings is.
create function private.payroll_earnings_file(payroll_batch_id uuid, employment text, profile text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    perform private.require_payroll_batch(payroll_earnings_file.payroll_batch_id);
    perform private.require_employment(payroll_earnings_file.employment);
    return (
        select made.file
          from private.file_to_hand_over(
               payroll_earnings_file.payroll_batch_id, payroll_earnings_file.employment,
               payroll_earnings_file.profile) as made);
end;
$$;
comment on function private.payroll_earnings_file is 'The logic of public.payroll_earnings_file.';

create function public.payroll_earnings_file(payroll_batch_id uuid, employment text, profile text default null)
returns text language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select private.payroll_earnings_file(payroll_batch_id, employment, profile); $$;
comment on function public.payroll_earnings_file is
$$Pay of a payroll batch, by earning, to look at: the CSV file that hand_over_payroll hands over, as it is now.

The rows and columns of payroll_earnings, those of one employment, in the order of line, below a line with the names of
the columns; code, unit and quantity, the last three, only in a file that has time of codes, guarantees or premiums by
clock and calendar. As payroll_file in all else: RFC 4180, an apostrophe before a text that a spreadsheet would take for a formula,
days as YYYY-MM-DD. A cell that nobody entered yet, a payroll number, a code or a work state, is empty;
hand_over_payroll refuses such a file. This procedure marks nothing as handed over.

By a profile it is the file in its provider's layout, without apostrophes; payroll_file_obstacles says what that provider
would not take.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.
employment: one of w2, 1099; the latter has corp_to_corp too.
profile: the name of a payroll profile; null = our own columns.

Result: the whole file; where the batch pays nobody of them, the names of the columns.

Errors: role_required, argument_missing, payroll_batch_not_found, employment_unknown,
payroll_profile_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id", "employment": "w2"}$$;

revoke execute on function
    private.require_employment, private.earnings_file, private.file_to_hand_over, private.payroll_earnings_file,
    public.payroll_earnings_file
    from public, anon, authenticated, service_role;
grant execute on function
    private.payroll_earnings_file, public.payroll_earnings_file
    to authenticated, service_role;
