-- The journal as one text that an accounting program reads, which the API answers whole.

create function private.journal_csv(from_day date, to_day date, summed boolean, with_accruals boolean, format text)
returns text
language plpgsql
stable
set search_path = ''
set datestyle = 'ISO' -- the same days for everybody
as $$
begin
    return (
        select concat(
            case journal_csv.format
                when 'quickbooks_online'
                then 'JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name'
                when 'netsuite' then 'External ID,Date,Memo,Account,Debit,Credit,Line Memo,Name'
                else 'posted_on,document,account,account_number,account_name,debit,credit,facility,contractor,memo'
            end, e'\r\n',
            string_agg(case journal_csv.format
                when 'quickbooks_online' then concat_ws(',',
                    line.entry, to_char(line.posted_on, 'MM/DD/YYYY'), private.csv_text(line.account_name),
                    private.unless_zero(line.debit), private.unless_zero(line.credit),
                    private.csv_text(concat_ws(': ', line.document, nullif(line.memo, ''))),
                    private.csv_text(coalesce(line.facility_name, line.contractor_name)))
                when 'netsuite' then concat_ws(',',
                    line.entry, to_char(line.posted_on, 'MM/DD/YYYY'), private.csv_text(line.document),
                    private.csv_text(concat_ws(' ', line.account_number, line.account_name)),
                    private.unless_zero(line.debit), private.unless_zero(line.credit), private.csv_text(line.memo),
                    private.csv_text(coalesce(line.facility_name, line.contractor_name)))
                else concat_ws(',',
                    line.posted_on, private.csv_text(line.document), line.account,
                    private.csv_text(line.account_number), private.csv_text(line.account_name), line.debit, line.credit,
                    private.csv_text(line.facility_name), private.csv_text(line.contractor_name),
                    private.csv_text(line.memo)) end || e'\r\n', '' order by line.position))
          from private.journal_lines(
                   journal_csv.from_day, journal_csv.to_day, journal_csv.summed, journal_csv.with_accruals)
               with ordinality as line (
                   posted_on, entry, document, account, account_type, account_name, account_number, debit, credit,
                   facility_name, contractor_name, memo, position));
end;
$$;
comment on function private.journal_csv is
    'The journal as CSV; see public.journal_file. A debit or credit of nothing is left empty where programs want it so.';

create function private.unless_zero(amount numeric)
returns text
language sql
immutable
set search_path = ''
as $$ select case when amount = 0 then '' else amount::text end; $$;
comment on function private.unless_zero is 'The amount as text, of zero an empty one.';

-- Text that an hledger journal would take for something else: two spaces end an account's name, a semicolon begins a
-- comment, and parentheses are around the code. hledger takes each space of Unicode for one.
create function private.hledger_text(value text)
returns text
language sql
immutable
set search_path = ''
as $$
    select btrim(regexp_replace(
        translate(value, ';()', ',[]'),
        '[\s\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'));
$$;
comment on function private.hledger_text is 'A text that an hledger journal reads as such, in one line.';

-- In a comment, a word before a colon is a tag, of which date moves the posting, and so does a day in brackets.
create function private.hledger_comment(value text)
returns text
language sql
immutable
set search_path = ''
as $$
    select replace(translate(private.hledger_text(value), '[]', '{}'), ':', ' :');
$$;
comment on function private.hledger_comment is 'A text as the comment of an hledger posting, which does nothing.';

create function private.journal_hledger(from_day date, to_day date, summed boolean, with_accruals boolean)
returns text
language plpgsql
stable
set search_path = ''
set datestyle = 'ISO' -- the same days for everybody
as $$
begin
    return (
        with line as materialized (
            select numbered.*
              from private.journal_lines(
                       journal_hledger.from_day, journal_hledger.to_day, journal_hledger.summed,
                       journal_hledger.with_accruals)
                   with ordinality as numbered (
                       posted_on, entry, document, account, account_type, account_name, account_number, debit, credit,
                       facility_name, contractor_name, memo, position)
        ), account as materialized ( -- declared, so that hledger's strict checks know them
            select used.account,
                   concat(
                       case used.account_type when 'asset' then 'assets' when 'liability' then 'liabilities'
                                              when 'equity' then 'equity' when 'income' then 'income' else 'expenses' end,
                       ':', private.hledger_text(concat_ws(' ', used.account_number, used.account_name))) as name
              from (select distinct line.account, line.account_type, line.account_number, line.account_name
                      from line) as used
        ), entry as (
            select min(line.position) as position,
                   concat(line.posted_on, ' (', private.hledger_text(line.document), ') ', line.entry, e'\n',
                          string_agg(
                              concat('    ', account.name, '  ', line.debit - line.credit,
                                     '  ; ' || nullif(private.hledger_comment(concat_ws(
                                         ', ', line.facility_name, line.contractor_name, nullif(line.memo, ''))), ''),
                                     e'\n'), '' order by line.position),
                          e'\n') as text
              from line
              join account on account.account = line.account
             group by line.posted_on, line.document, line.entry
        )
        select coalesce(
                   (select concat(e'commodity 1000.00\n\n', string_agg(distinct concat('account ', account.name, e'\n'), ''),
                                  e'\n')
                      from account)
                   || (select string_agg(entry.text, '' order by entry.position) from entry), ''));
end;
$$;
comment on function private.journal_hledger is
    'The journal as hledger reads it: an entry for each document of a day; see public.journal_file.';

-- Security definer: as journal is.
create function private.journal_file(
    from_day date, to_day date, format text, summed boolean, with_accruals boolean, intacct_journal text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_files text[];
begin
    select array_agg(made.file)
      into v_files
      from private.journal_files(
               journal_file.from_day, journal_file.to_day, journal_file.format, journal_file.summed,
               journal_file.with_accruals, journal_file.intacct_journal) as made;
    if cardinality(v_files) > 1 then
        perform private.refuse(
            409, 'journal_in_several_files',
            format('For Xero this journal is %s, each of at most 300 lines.',
                   private.counted(cardinality(v_files), 'file', 'files')),
            'Ask for all of these files, for fewer days, or for the journal summed.');
    end if;
    return v_files[1];
end;
$$;
comment on function private.journal_file is 'The logic of public.journal_file.';

create function public.journal_file(
    from_day date, to_day date, format text default 'csv', summed boolean default false,
    with_accruals boolean default false, intacct_journal text default 'GJ')
returns text
language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select private.journal_file(from_day, to_day, format, summed, with_accruals, intacct_journal); $$;
comment on function public.journal_file is
$$The journal of some days as one file for an accounting program, however long it is.

csv: a row for each of the journal's, with the names of the firm's chart (journal_accounts), of facilities and of
contractors. quickbooks_online, netsuite, xero and sage_intacct: the columns that these publish for importing journal
entries; each document of a day is an entry of its own, by the day and a number that counts its documents. Nobody has tried
them there. xero and sage_intacct take accounts by their number, which each must have; Xero takes at most 300 lines a file,
so that longer journals are several (journal_files), and posts neither to its own accounts receivable nor to a bank account.
hledger: a journal that hledger (1.25 and later) reads, strict checks too; accounts lie under assets, liabilities, equity,
income and expenses. CSV is RFC 4180; a text that a spreadsheet would take for a formula has an apostrophe before it.

The answer is one JSON string: take it apart as JSON before it is saved. May be called with GET.

Who: staff with both roles, billing and payroll; admins.

Arguments:
from_day: the first day.
to_day: the last day.
format: one of csv, quickbooks_online, netsuite, xero, sage_intacct, hledger.
summed: true for one row for each account and facility of a document's day, without contractors.
with_accruals: true to add the accruals of to_day, and that they are taken back the day after.
intacct_journal: the id of the journal in Sage Intacct; others have none.

Result: the whole file; CSV of days without postings is its column names alone.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, period_ends_before_start, format_unknown,
intacct_journal_not_valid, account_numbers_missing, journal_entry_too_long, journal_in_several_files.

Example: {"from_day": "2026-03-01", "to_day": "2026-03-31", "format": "hledger"}$$;

revoke execute on function
    private.journal_csv, private.unless_zero, private.hledger_text, private.hledger_comment, private.journal_hledger,
    private.journal_file, public.journal_file
    from public, anon, authenticated, service_role;
grant execute on function private.journal_file, public.journal_file to authenticated, service_role;
