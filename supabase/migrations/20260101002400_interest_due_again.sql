-- Interest that was computed becomes wrong when a payment or the terms change. The invoices concerned
-- are then due for the next run of accrue-interest at once.

-- Security definer: whoever records a payment need not be allowed to write interest.
create function private.interest_due_again_by_payments()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice_ids uuid[];
    -- Of them, those whose principal was touched.
    v_principal_ids uuid[];
begin
    if tg_op = 'INSERT' then
        select array_agg(payment.invoice_id),
               array_agg(payment.invoice_id) filter (where payment.component = 'principal')
          into v_invoice_ids, v_principal_ids
          from after_rows as payment;
    elsif tg_op = 'DELETE' then
        select array_agg(payment.invoice_id),
               array_agg(payment.invoice_id) filter (where payment.component = 'principal')
          into v_invoice_ids, v_principal_ids
          from before_rows as payment;
    else
        select array_agg(payment.invoice_id),
               array_agg(payment.invoice_id) filter (where payment.component = 'principal')
          into v_invoice_ids, v_principal_ids
          from (select invoice_id, component from after_rows
                 union all select invoice_id, component from before_rows) as payment;
    end if;

    perform from public.invoices as invoice
      where invoice.id = any (v_invoice_ids) order by invoice.id for no key update;

    update public.invoices as invoice
       -- An invoice paid late keeps its interest when that interest is paid.
       set interest_computed_on = case
               when invoice.status <> 'paid' or invoice.id = any (v_principal_ids) then null
               else invoice.interest_computed_on end,
           principal_paid_on = (
               select max(payment.paid_on)
                 from public.payments as payment
                where payment.invoice_id = invoice.id
                  and payment.component = 'principal'
                  and payment.reversed_at is null)
     where invoice.id = any (v_invoice_ids);
    return null;
end;
$$;
comment on function private.interest_due_again_by_payments() is
    'Trigger: a payment recorded, changed or reversed makes its invoice due for accrual again.';
revoke execute on function private.interest_due_again_by_payments()
    from public, anon, authenticated, service_role;

create trigger new_payments_make_interest_due_again
    after insert on public.payments
    referencing new table as after_rows
    for each statement execute function private.interest_due_again_by_payments();

create trigger changed_payments_make_interest_due_again
    after update on public.payments
    referencing old table as before_rows new table as after_rows
    for each statement execute function private.interest_due_again_by_payments();

create trigger removed_payments_make_interest_due_again
    after delete on public.payments
    referencing old table as before_rows
    for each statement execute function private.interest_due_again_by_payments();

-- Only invoices with principal open: one paid late keeps the interest it had.
-- Security definer: whoever changes terms need not be allowed to write interest.
create function private.interest_due_again_by_terms()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_facility_ids constant uuid[] := array[old.facility_id, new.facility_id];
begin
    perform from public.invoices as invoice
      where invoice.facility_id = any (v_facility_ids)
        and invoice.status in ('sent', 'partially_paid')
      order by invoice.id for no key update;

    update public.invoices as invoice
       set interest_computed_on = null
     where invoice.facility_id = any (v_facility_ids)
       and invoice.status in ('sent', 'partially_paid')
       and invoice.interest_computed_on is not null;
    return null;
end;
$$;
comment on function private.interest_due_again_by_terms() is
    'Trigger: a change of a facility''s terms makes its unpaid invoices due for accrual again.';
revoke execute on function private.interest_due_again_by_terms()
    from public, anon, authenticated, service_role;

create trigger changed_terms_make_interest_due_again
    after insert or update or delete on public.facility_interest_terms
    for each row execute function private.interest_due_again_by_terms();
