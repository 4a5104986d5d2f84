-- What contractors see of payroll: their own pay; see my_assignments.sql.

create function private.my_pay()
returns table (
    payroll_item_id uuid, period_start date, period_end date, pay_date date,
    regular_hours numeric, overtime_hours numeric, doubletime_hours numeric,
    straight_pay numeric, premium_pay numeric, stipend_pay numeric, adjustment_pay numeric, gross_pay numeric)
language sql
stable
security definer -- contractors have no policy on payroll tables
set search_path = ''
as $$
    select item.id, period.period_start, period.period_end, period.pay_date,
           item.regular_hours, item.overtime_hours, item.doubletime_hours,
           item.straight_pay, item.premium_pay, item.stipend_pay, item.adjustment_pay, item.gross_pay
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status = 'closed'
      join public.payroll_periods as period on period.id = batch.payroll_period_id
     where item.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_pay is 'The logic of the view my_pay.';

create view public.my_pay with (security_invoker = true) as
    select * from private.my_pay();
comment on view public.my_pay is
$$What the signed-in contractor was paid, by closed payroll batch.

Pages: order=period_start,payroll_item_id.$$;

create trigger my_pay_is_read_only
    instead of insert or update or delete on public.my_pay
    for each row execute function private.refuse_view_write();

revoke all on public.my_pay from public, anon, authenticated, service_role;
grant select on public.my_pay to authenticated, service_role;

revoke execute on function private.my_pay from public, anon, authenticated, service_role;
grant execute on function private.my_pay to authenticated, service_role;
