-- Staff read the terms; billing writes them.

-- facility_interest_terms

revoke all on public.facility_interest_terms from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facility_interest_terms to service_role;
grant select on public.facility_interest_terms to authenticated;
grant insert (facility_id, effective_from, annual_rate, day_count, compounding, rate_basis, grace_days,
              accrue_from, fixed_fee, waive_below, maximum_days, maximum_fraction, disputed_bears_interest),
      update (effective_from, annual_rate, day_count, compounding, rate_basis, grace_days,
              accrue_from, fixed_fee, waive_below, maximum_days, maximum_fraction, disputed_bears_interest), delete
    on public.facility_interest_terms to authenticated;

create policy staff_read on public.facility_interest_terms for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.facility_interest_terms for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.facility_interest_terms for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facility_interest_terms for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.facility_interest_terms
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');
