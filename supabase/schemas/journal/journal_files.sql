-- The journal as files for programs that take so many lines each, or none of accounts without a number.

-- Programs that find accounts by number refuse the whole file, or post elsewhere: all that lack one are told at once. A
-- number that begins like a formula would need an apostrophe, and with it be another.
create function private.require_account_numbers(names text[])
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if cardinality(require_account_numbers.names) > 0 then
        perform private.refuse(
            409, 'account_numbers_missing',
            format('No number to import by: %s.',
                   private.first_of(array(select distinct unnest(require_account_numbers.names) order by 1))),
            'Enter the number of each in your chart of accounts; none begins with = + - or @.');
    end if;
end;
$$;
comment on function private.require_account_numbers is
    'Raises 409 and names the accounts whose number is missing or cannot be in a file; null = none.';

create function private.lacks_number(account_number text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select lacks_number.account_number is null or btrim(lacks_number.account_number) ~ '^[-=+@]'; $$;
comment on function private.lacks_number is 'True if an accounting program cannot find the account by it.';

-- Xero divides a file by narration and day, so both tell each entry. Entries stay whole: each file balances.
create function private.journal_xero(from_day date, to_day date, summed boolean, with_accruals boolean)
returns table (part int, file text)
language plpgsql
stable
set search_path = ''
set datestyle = 'ISO' -- the same days for everybody
set work_mem = '64MB'
set jit = off
as $$
declare
    v_most constant int := 299; -- Xero takes 300 lines in a file, and may count the head for one
    v_head constant text := '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,'
        'TrackingName1,TrackingOption1,TrackingName2,TrackingOption2' || e'\r\n';
    v_lines int := 0;
    v_entry record;
    v_longest_lines int := v_most;
    v_longest text;
    v_without_number text[] := '{}';
begin
    part := 1;
    file := v_head;
    for v_entry in
        with line as materialized (
            select numbered.*, count(*) over (partition by numbered.entry) > v_most and journal_xero.summed as is_long
              from private.journal_lines(
                       journal_xero.from_day, journal_xero.to_day, journal_xero.summed, journal_xero.with_accruals)
                   with ordinality as numbered (
                       posted_on, entry, document, account, account_type, account_name, account_number, debit, credit,
                       facility_name, contractor_name, memo, position)
        ), posted as ( -- a summed entry that is too long goes without its facilities
            select line.entry, line.posted_on, line.document, line.account_name, line.account_number,
                   min(line.position) as position, sum(line.debit - line.credit) as amount,
                   concat_ws(': ', line.document, nullif(
                       min(concat_ws(', ', line.facility_name, line.contractor_name, nullif(line.memo, '')))
                           filter (where not line.is_long), '')) as description
              from line
             group by line.entry, line.posted_on, line.document, line.account, line.account_name, line.account_number,
                      case when not line.is_long then line.position end
            having sum(line.debit - line.credit) <> 0
        )
        select posted.posted_on, posted.document, count(*)::int as lines,
               string_agg(concat_ws(',',
                   private.csv_text(private.in_one_line(posted.entry || ' ' || posted.document)),
                   to_char(posted.posted_on, 'DD Mon YYYY'), private.csv_text(private.in_one_line(posted.description)),
                   private.csv_text(posted.account_number), 'Tax Exempt', posted.amount, '', '', '', '') || e'\r\n',
                   '' order by posted.position) as text,
               array_agg(distinct posted.account_name) filter (where private.lacks_number(posted.account_number))
                   as without_number
          from posted
         group by posted.entry, posted.posted_on, posted.document
         order by min(posted.position)
    loop
        if not v_entry.without_number <@ v_without_number then
            v_without_number := v_without_number || v_entry.without_number;
        end if;
        if v_entry.lines > v_longest_lines then
            v_longest := format('%s of %s', v_entry.document, v_entry.posted_on);
            v_longest_lines := v_entry.lines;
        end if;
        if v_lines > 0 and v_lines + v_entry.lines > v_most then
            return next;
            part := part + 1;
            file := v_head;
            v_lines := 0;
        end if;
        file := file || v_entry.text;
        v_lines := v_lines + v_entry.lines;
    end loop;
    perform private.require_account_numbers(v_without_number);
    if v_longest is not null then
        perform private.refuse(
            409, 'journal_entry_too_long',
            format('%s is an entry of %s, and a file for Xero has at most %s below its titles.', v_longest,
                   private.counted(v_longest_lines, 'line', 'lines'), v_most),
            case when journal_xero.summed
                 then 'Enter it there by hand, and ask for the days before and after it.'
                 else 'Ask for the journal summed: then an entry has a line for each account at most.' end);
    end if;
    return next;
end;
$$;
comment on function private.journal_xero is
$$The journal in the columns of Xero's import of manual journals, in files of at most 300 lines with its titles, numbered from 1: see
public.journal_files.$$;

create function private.journal_sage_intacct(
    from_day date, to_day date, summed boolean, with_accruals boolean, intacct_journal text)
returns text
language plpgsql
stable
set search_path = ''
set work_mem = '64MB'
set jit = off
as $$
declare
    v_made record;
begin
    with line as (
        select numbered.*, row_number() over (partition by numbered.entry order by numbered.position) as line_no
          from private.journal_lines(
                   journal_sage_intacct.from_day, journal_sage_intacct.to_day, journal_sage_intacct.summed,
                   journal_sage_intacct.with_accruals)
               with ordinality as numbered (
                   posted_on, entry, document, account, account_type, account_name, account_number, debit, credit,
                   facility_name, contractor_name, memo, position)
    )
    select string_agg(concat_ws(',',
               case when line.line_no = 1
                    then concat_ws(',', journal_sage_intacct.intacct_journal, to_char(line.posted_on, 'MM/DD/YYYY'),
                                   private.csv_text(btrim(left(
                                       private.in_one_line(line.entry || ' ' || line.document), 30))))
                    else ',,' end,
               line.line_no, private.csv_text(btrim(line.account_number)),
               private.csv_text(btrim(private.in_one_line(concat_ws(': ', line.document, nullif(concat_ws(
                   ', ', line.facility_name, line.contractor_name, nullif(line.memo, '')), ''))))),
               private.unless_zero(line.debit), private.unless_zero(line.credit)) || e'\r\n',
               '' order by line.position) as text,
           array_agg(distinct line.account_name) filter (where private.lacks_number(line.account_number)) as without_number
      into v_made
      from line;
    perform private.require_account_numbers(v_made.without_number);
    return concat('JOURNAL,DATE,DESCRIPTION,LINE_NO,ACCT_NO,MEMO,DEBIT,CREDIT', e'\r\n', v_made.text);
end;
$$;
comment on function private.journal_sage_intacct is
$$The journal in the columns of Sage Intacct's import of journal entries: see public.journal_file. What is of a whole entry
stands on its first line; a description has 30 characters at most there, and no text begins or ends with a blank.$$;

-- Security definer: as journal is.
create function private.journal_files(
    from_day date, to_day date, format text, summed boolean, with_accruals boolean, intacct_journal text)
returns table (part int, file text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_reader_of_books();
    perform private.require_arguments(jsonb_build_object(
        'format', journal_files.format, 'summed', journal_files.summed, 'with_accruals', journal_files.with_accruals,
        'intacct_journal', journal_files.intacct_journal));
    if journal_files.intacct_journal !~ '^(?=.{1,20}$)[A-Za-z0-9]([A-Za-z0-9 _.-]*[A-Za-z0-9_.-])?$' then
        perform private.refuse(
            400, 'intacct_journal_not_valid',
            format('A journal in Sage Intacct has no id such as %L.', journal_files.intacct_journal),
            'Give the id that the journal has in Sage Intacct, such as GJ.');
    end if;
    case journal_files.format
        when 'csv', 'quickbooks_online', 'netsuite' then
            return query select 1, private.journal_csv(
                journal_files.from_day, journal_files.to_day, journal_files.summed, journal_files.with_accruals,
                journal_files.format);
        when 'hledger' then
            return query select 1, private.journal_hledger(
                journal_files.from_day, journal_files.to_day, journal_files.summed, journal_files.with_accruals);
        when 'sage_intacct' then
            return query select 1, private.journal_sage_intacct(
                journal_files.from_day, journal_files.to_day, journal_files.summed, journal_files.with_accruals,
                journal_files.intacct_journal);
        when 'xero' then
            return query select made.* from private.journal_xero(
                journal_files.from_day, journal_files.to_day, journal_files.summed, journal_files.with_accruals) as made;
        else
            perform private.refuse(
                400, 'format_unknown', format('There is no journal file in the format %L.', journal_files.format),
                'Give csv, quickbooks_online, netsuite, xero, sage_intacct or hledger.');
    end case;
end;
$$;
comment on function private.journal_files is 'The logic of public.journal_files.';

create function public.journal_files(
    from_day date, to_day date, format text default 'xero', summed boolean default false,
    with_accruals boolean default false, intacct_journal text default 'GJ')
returns table (part int, file text)
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.journal_files(from_day, to_day, format, summed, with_accruals, intacct_journal); $$;
comment on function public.journal_files is
$$The journal of some days in as many files as an accounting program asks for: Xero takes at most 300 lines in each.

The files of journal_file; those of other formats than xero are one. An entry is never divided, so that each file balances,
and no file could do with the lines of the next entry. The titles are one of the 300 lines: an entry of more than 299 is
refused by its name. Summed, it comes without facilities, a line for each account.

Pages: order=part. Of more than 1000 files the API answers 1000: read on with limit and offset.

Who: staff with both roles, billing and payroll; admins.

Arguments:
from_day: as in journal_file.
to_day: as in journal_file.
format: as in journal_file.
summed: as in journal_file.
with_accruals: as in journal_file.
intacct_journal: as in journal_file.

Result: the files in their order, numbered from 1, each with its column names; of days without postings one.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, period_ends_before_start, format_unknown,
intacct_journal_not_valid, account_numbers_missing, journal_entry_too_long.

Example: {"from_day": "2026-03-01", "to_day": "2026-03-31", "format": "xero", "summed": true}$$;

revoke execute on function
    private.require_account_numbers, private.lacks_number, private.journal_xero, private.journal_sage_intacct,
    private.journal_files, public.journal_files
    from public, anon, authenticated, service_role;
grant execute on function private.journal_files, public.journal_files to authenticated, service_role;
