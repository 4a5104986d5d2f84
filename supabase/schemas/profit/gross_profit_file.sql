-- Gross profit as one text for a spreadsheet, which the API answers whole.
-- Security definer: as gross_profit is.
create function private.gross_profit_file(from_day date, to_day date, by text)
returns text
language plpgsql
stable
security definer
set search_path = ''
set datestyle = 'ISO' -- the same days for everybody
as $$
begin
    return (
        select concat(
            'day,name,part,hours,billed,fees,wages,premiums,stipends,codes,reimbursements,profit_before_burden,burden,',
            'profit,profit_share,unbilled,unpaid,collected,collected_profit,commission_rate,commission,',
            'commission_collected,row_id', e'\r\n',
            string_agg(concat_ws(',',
                coalesce(line.day::text, ''), private.csv_text(line.name), coalesce(line.part, ''), line.hours,
                line.billed, line.fees, line.wages, line.premiums, line.stipends, line.codes, line.reimbursements,
                line.profit_before_burden, line.burden, line.profit, coalesce(line.profit_share::text, ''),
                line.unbilled, line.unpaid, coalesce(line.collected::text, ''),
                coalesce(line.collected_profit::text, ''), coalesce(line.commission_rate::text, ''),
                coalesce(line.commission::text, ''), coalesce(line.commission_collected::text, ''),
                coalesce(line.row_id::text, '')) || e'\r\n', '' order by line.place))
          from private.gross_profit(
                   gross_profit_file.from_day, gross_profit_file.to_day, gross_profit_file.by) as line);
end;
$$;
comment on function private.gross_profit_file is 'The logic of public.gross_profit_file.';

create function public.gross_profit_file(from_day date, to_day date, by text default 'facility')
returns text
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select private.gross_profit_file(from_day, to_day, by); $$;
comment on function public.gross_profit_file is
$$Gross profit as one text of CSV, which is never cut: the rows of gross_profit, in its order.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: active staff, whatever their role; staff with both roles, billing and payroll (by line); admins (by line).

Arguments:
from_day: the first day of work.
to_day: the last day.
by: one of line, assignment, facility, customer, recruiter, week.

Result: RFC 4180, with a line of names, day and name first, row_id last. A text that a spreadsheet would take for a
formula has an apostrophe before it. What a row does not have is empty.

Errors: staff_only, role_required, argument_missing, date_not_finite, day_out_of_range, profit_by_unknown,
period_ends_before_start.

Example: {"from_day": "2026-03-01", "to_day": "2026-03-31"}$$;

revoke execute on function private.gross_profit_file, public.gross_profit_file
    from public, anon, authenticated, service_role;
grant execute on function private.gross_profit_file, public.gross_profit_file to authenticated, service_role;
