-- Contractors who sign in are told of each batch that pays them, once it is closed. Mail is read by others: it has no amount,
-- and its link asks for the sign-in.

-- Security definer: the outbox is nobody's to write.
create function private.mail_earnings_statements()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.mails('earnings_statement') then
        perform private.write_mails(
            'earnings_statement', new.id,
            array(
                select item.id::text
                  from public.payroll_items as item
                  join public.contractors as contractor on contractor.id = item.contractor_id
                 where item.payroll_batch_id = new.id and contractor.user_id is not null and contractor.is_active
                 order by item.id));
    end if;
    return null;
end;
$$;
comment on function private.mail_earnings_statements is
    'Trigger: writes the mails of a batch that is closed to those of its people who sign in, if such mail is on.';

create trigger earnings_statements_are_mailed
    after update on public.payroll_batches
    for each row when (old.status <> 'closed' and new.status = 'closed')
    execute function private.mail_earnings_statements();

create function private.earnings_statement_mail(message private.outbox)
returns jsonb
language sql
stable
set search_path = ''
as $$
    select case
        when contractor.user_id is null or not contractor.is_active
        then jsonb_build_object('drop', 'Its recipient no longer signs in.')
        else private.mail_to_person(
            contractor.email, contractor.first_name || ' ' || contractor.last_name,
            jsonb_build_object(
                'payroll_item_id', item.id,
                'period_start', period.period_start,
                'period_end', period.period_end,
                'pay_date', coalesce(batch.pay_date, period.pay_date)))
        end
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id
      join public.payroll_periods as period on period.id = batch.payroll_period_id
      join public.contractors as contractor on contractor.id = item.contractor_id
     where item.id = message.step::uuid and batch.id = message.subject_id;
$$;
comment on function private.earnings_statement_mail is
$$As private.mail_data, of earnings statements: days alone, and the item that the link leads to.

subject_id: the payroll batch.
step: the id of the payroll item.$$;

revoke execute on function private.mail_earnings_statements, private.earnings_statement_mail
    from public, anon, authenticated, service_role;
