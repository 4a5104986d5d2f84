-- A code stays as it is once time, a rate, a guarantee, a premium, a leave plan or a line names it, so that no edit prices
-- history anew: a change is another code. Its title, who may enter it, its earning code and its accounts decide about no
-- amount. The code regular stays in any case, but for its title: time that says no code has it.
-- Security definer: the rule locks its row, and reads what the writer may not see.
create function private.keep_time_code()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_why text := case when old.name = 'regular' then 'is that of time that says none' end;
begin
    if v_why is null then
        -- Whoever names the code at this moment holds its row for key share: this waits for them, and then sees them.
        perform
           from public.time_codes as code
          where code.name = old.name
            for update;
        v_why := case
            when exists (select from public.time_entries as entry where entry.code = old.name and entry.code <> 'regular')
                or exists (select from public.payroll_item_lines as line where line.code = old.name)
                or exists (select from public.invoice_lines as line where line.code = old.name)
                then 'is that of some time'
            when exists (select from public.assignment_code_rates as rate where rate.code = old.name)
                or exists (select from public.facility_code_rates as rate where rate.code = old.name)
                then 'has rates at assignments or facilities'
            when exists (select from public.guarantees as guarantee where guarantee.code = old.name)
                then 'is guaranteed at assignments'
            when exists (select from public.premium_rules as rule where old.name = any (rule.codes))
                then 'is one of a premium'
            when exists (select from public.leave_plans as plan
                          where plan.code = old.name and (plan.in_use_from is not null or tg_op = 'DELETE'))
                then 'is that of a leave plan' end;
    end if;
    if v_why is not null then
        perform private.refuse(
            409, 'time_code_used',
            format('The code %s %s, and stays as it is.', old.name, v_why),
            'Add another code under another name. That nobody enters this one any more, say of who enters it.');
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.keep_time_code is
    'Trigger: a code that time, a rate, a guarantee, a premium, a leave plan or a line names is neither changed nor deleted, whoever writes; nor is regular.';

create trigger time_codes_stay_once_used
    before update on public.time_codes
    for each row when (
        old.name is distinct from new.name
        or old.unit is distinct from new.unit
        or old.is_worked is distinct from new.is_worked
        or old.pay_multiplier is distinct from new.pay_multiplier
        or old.pay_amount is distinct from new.pay_amount
        or old.bill_multiplier is distinct from new.bill_multiplier
        or old.bill_amount is distinct from new.bill_amount
        or old.is_reimbursement is distinct from new.is_reimbursement
        or old.in_regular_rate is distinct from new.in_regular_rate
        or old.premium_is_creditable is distinct from new.premium_is_creditable
        or old.regular_rate_section is distinct from new.regular_rate_section
        or (old.name = 'regular'
            and (old.entered_by is distinct from new.entered_by
                 or old.earning_code is distinct from new.earning_code
                 or old.revenue_account is distinct from new.revenue_account
                 or old.pay_account is distinct from new.pay_account)))
    execute function private.keep_time_code();

create trigger time_codes_are_kept_once_used
    before delete on public.time_codes
    for each row execute function private.keep_time_code();

revoke execute on function private.keep_time_code from public, anon, authenticated, service_role;
