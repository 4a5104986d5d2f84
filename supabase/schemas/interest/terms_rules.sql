-- Interest that was computed becomes wrong when the terms change: the invoices concerned are then due for the next run
-- of accrue-interest at once. Payments do the same: private.settle_invoices.

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
comment on function private.interest_due_again_by_terms is
    'Trigger: a change of a facility''s terms makes its unpaid invoices due for accrual again.';

create trigger changed_terms_make_interest_due_again
    after insert or update or delete on public.facility_interest_terms
    for each row execute function private.interest_due_again_by_terms();

revoke execute on function private.interest_due_again_by_terms from public, anon, authenticated, service_role;
