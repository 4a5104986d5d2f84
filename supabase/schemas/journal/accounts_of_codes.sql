-- A code may have accounts of its own for what it bills and pays. They count from the first open day on.

create function private.accounts_of_codes()
returns table (code text, after date, through date, revenue_account text, pay_account text)
language sql
stable
set search_path = ''
as $$
    with account as (
        select closed.code, closed.through, closed.revenue_account, closed.pay_account
          from private.closed_code_accounts as closed
         union all
        select code.name, 'infinity', code.revenue_account, code.pay_account from public.time_codes as code
    ), dated as (
        select account.code,
               coalesce(
                   lag(account.through) over (partition by account.code order by account.through),
                   '-infinity') as after,
               account.through, account.revenue_account, account.pay_account
          from account
    )
    select dated.* from dated where dated.revenue_account is not null or dated.pay_account is not null;
$$;
comment on function private.accounts_of_codes is
    'The accounts of codes that have any, each for the days after one and through another.';

-- Security definer: whoever changes a code neither reads the closings nor writes what was closed.
create function private.keep_closed_code_accounts()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- A closing must see either the old account or the row that keeps it.
    perform private.hold_books();
    insert into private.closed_code_accounts (code, through, revenue_account, pay_account)
    select old.name, closing.through, old.revenue_account, old.pay_account
      from public.book_closings as closing
     order by closing.through desc
     limit 1
    on conflict do nothing;
    return null;
end;
$$;
comment on function private.keep_closed_code_accounts is
    'Trigger: closed days keep the accounts of a code that gets others.';

create trigger closed_days_keep_the_accounts_of_codes
    after update on public.time_codes
    for each row when (
        old.revenue_account is distinct from new.revenue_account or old.pay_account is distinct from new.pay_account)
    execute function private.keep_closed_code_accounts();

revoke execute on function private.accounts_of_codes, private.keep_closed_code_accounts
    from public, anon, authenticated, service_role;
