-- Payroll file for a provider: payroll_export as one text, which the API answers whole, however many people it pays.

-- A spreadsheet runs a text that begins like a formula, so it gets an apostrophe before it. Numbers are no text, and
-- are not passed here. In PL/pgSQL, which takes a tenth of the time for a cell: a file has many.
create function private.csv_text(value text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
    v_safe constant text := case when csv_text.value ~ '^[-=+@\t\r\n]' then '''' else '' end
                            || coalesce(csv_text.value, '');
begin
    return case when v_safe ~ '[",\r\n]' then '"' || replace(v_safe, '"', '""') || '"' else v_safe end;
end;
$$;
comment on function private.csv_text is
    'A text as a cell of CSV: made harmless where a spreadsheet would take it for a formula, and quoted where it must be (RFC 4180).';

-- Security definer: as payroll_export is.
create function private.payroll_file(payroll_batch_id uuid)
returns text
language plpgsql
stable
security definer
set search_path = ''
set datestyle = 'ISO' -- the same days for everybody
as $$
begin
    perform private.require_role('payroll');
    return (
        select concat(
            'contractor_id,last_name,first_name,email,employment_type,period_start,period_end,pay_date,batch_status,'
            'regular_hours,overtime_hours,doubletime_hours,straight_pay,overtime_premium,doubletime_premium,differences,'
            'hours_driven_stipends,reimbursement_stipends,bonuses,reimbursements,deductions,gross_pay,'
            'recoveries,prior_year_recoveries,break_premiums,codes,reimbursement_codes', e'\r\n',
            string_agg(concat(concat_ws(',',
                paid.contractor_id, private.csv_text(paid.last_name), private.csv_text(paid.first_name),
                private.csv_text(paid.email), private.csv_text(paid.employment_type),
                paid.period_start, paid.period_end, paid.pay_date, private.csv_text(paid.batch_status),
                paid.regular_hours, paid.overtime_hours, paid.doubletime_hours, paid.straight_pay,
                paid.overtime_premium, paid.doubletime_premium, paid.differences,
                paid.hours_driven_stipends, paid.reimbursement_stipends,
                paid.bonuses, paid.reimbursements, paid.deductions, paid.gross_pay, paid.recoveries,
                paid.prior_year_recoveries, paid.break_premiums, paid.codes, paid.reimbursement_codes), e'\r\n'), ''
                order by paid.position))
          from private.payroll_export(payroll_file.payroll_batch_id) with ordinality as paid (
               contractor_id, last_name, first_name, email, employment_type, period_start, period_end, pay_date,
               batch_status, regular_hours, overtime_hours, doubletime_hours, straight_pay, overtime_premium,
               doubletime_premium, differences, hours_driven_stipends, reimbursement_stipends, bonuses, reimbursements,
               deductions, gross_pay, recoveries, prior_year_recoveries, break_premiums, codes, reimbursement_codes,
               position));
end;
$$;
comment on function private.payroll_file is 'The logic of public.payroll_file.';

create function public.payroll_file(payroll_batch_id uuid)
returns text language sql stable set search_path = ''
as $$ select private.payroll_file(payroll_batch_id); $$;
comment on function public.payroll_file is
$$Pay of a payroll batch, for a payroll provider: one CSV file, however many contractors there are.

The rows and columns of payroll_export, in its order, below a line with the names of the columns; RFC 4180: commas, lines
that end with CRLF, quotes where a text needs them. A text that a spreadsheet would take for a formula has an apostrophe
before it; days are YYYY-MM-DD whatever the session says. Hand on closed batches only. Asked for again, a closed batch
answers the same file, byte for byte.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.

Result: the whole file; of a batch that pays nobody, the names of the columns.

Errors: role_required, argument_missing, payroll_batch_not_found.

Example: {"payroll_batch_id": "$payroll_batch_id"}$$;

revoke execute on function
    private.csv_text, private.payroll_file, public.payroll_file
    from public, anon, authenticated, service_role;
grant execute on function private.payroll_file, public.payroll_file to authenticated, service_role;
