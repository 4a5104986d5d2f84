-- The journal as files have it: with names, in entries of a document and a day, summed where that is asked for.
create function private.journal_lines(from_day date, to_day date, summed boolean, with_accruals boolean)
returns table (
    posted_on date, entry text, document text, account text, account_type text, account_name text,
    account_number text, debit numeric, credit numeric, facility_name text, contractor_name text, memo text)
language plpgsql
stable
set search_path = ''
set work_mem = '64MB'
set jit = off
as $$
begin
    return query
    with posting as (
        select posted.* from private.journal(
            journal_lines.from_day, journal_lines.to_day, not journal_lines.summed) as posted
         union all
        select accrued.* from private.accruals(journal_lines.to_day) as accrued where journal_lines.with_accruals
    ), part as ( -- what tells two lines of a file apart
        select posting.posted_on, posting.document, posting.account, posting.debit - posting.credit as amount,
               posting.facility_id,
               case when not journal_lines.summed then posting.contractor_id end as contractor_id,
               case when not journal_lines.summed then posting.memo else '' end as memo
          from posting
    ), line as (
        select part.posted_on, part.document, part.account, sum(part.amount) as amount, part.facility_id,
               part.contractor_id, part.memo
          from part
         group by part.posted_on, part.document, part.account, part.facility_id, part.contractor_id, part.memo
        having sum(part.amount) <> 0
    )
    select line.posted_on,
           to_char(line.posted_on, 'YYYYMMDD') || '-'
               || dense_rank() over (partition by line.posted_on order by line.document),
           line.document, line.account, account.type, account.name, account.number, greatest(line.amount, 0.00),
           greatest(-line.amount, 0.00), facility.name, contractor.first_name || ' ' || contractor.last_name, line.memo
      from line
      join public.journal_accounts as account on account.account = line.account
      left join public.facilities as facility on facility.id = line.facility_id
      left join public.contractors as contractor on contractor.id = line.contractor_id
     order by line.posted_on, line.document, line.account, line.facility_id, line.contractor_id, line.memo;
end;
$$;
comment on function private.journal_lines is
$$The rows of public.journal with names, in one order. entry: one text for each document of a day, as accounting programs
want a number for each balanced entry.

from_day, to_day: the days, included.
summed: one row for each account and facility of an entry, without contractors and memos.
with_accruals: whether the accruals of to_day are added, which are taken back on the day after.$$;

revoke execute on function private.journal_lines from public, anon, authenticated, service_role;
