-- Staff read; billing enters checks and spreads them until they are confirmed. Payments and credits are written by
-- procedures alone, the secret key neither.

-- checks

revoke all on public.checks from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.checks to service_role;
grant select on public.checks to authenticated;
grant insert (facility_id, check_number, method, amount, received_on, entered_again),
      update (facility_id, check_number, method, amount, received_on, entered_again), delete
    on public.checks to authenticated;

create policy staff_read on public.checks for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.checks for insert to authenticated
    with check ((select private.has_role('billing')) and status = 'received');
create policy billing_changes on public.checks for update to authenticated
    using ((select private.has_role('billing')) and status = 'received')
    with check ((select private.has_role('billing')) and status = 'received');
create policy billing_removes on public.checks for delete to authenticated
    using ((select private.has_role('billing')) and status = 'received');

-- facility_credits

revoke all on public.facility_credits from public, anon, authenticated, service_role;
grant select on public.facility_credits to service_role;
grant select on public.facility_credits to authenticated;

create policy staff_read on public.facility_credits for select to authenticated
    using ((select private.is_staff()));

-- check_reconciliations

revoke all on public.check_reconciliations from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.check_reconciliations to service_role;
grant select on public.check_reconciliations to authenticated;
grant insert (check_id, facility_credit_id), update (check_id, facility_credit_id), delete
    on public.check_reconciliations to authenticated;

create policy staff_read on public.check_reconciliations for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.check_reconciliations for insert to authenticated
    with check ((select private.has_role('billing')) and status = 'proposed');
create policy billing_changes on public.check_reconciliations for update to authenticated
    using ((select private.has_role('billing')) and status = 'proposed')
    with check ((select private.has_role('billing')) and status = 'proposed');
create policy billing_removes on public.check_reconciliations for delete to authenticated
    using ((select private.has_role('billing')) and status = 'proposed');

-- check_reconciliation_lines

revoke all on public.check_reconciliation_lines from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.check_reconciliation_lines to service_role;
grant select on public.check_reconciliation_lines to authenticated;
grant insert (check_reconciliation_id, invoice_id, component, amount),
      update (invoice_id, component, amount), delete
    on public.check_reconciliation_lines to authenticated;

create policy staff_read on public.check_reconciliation_lines for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.check_reconciliation_lines for insert to authenticated
    with check ((select private.has_role('billing')) and exists (
        select from public.check_reconciliations as reconciliation
         where reconciliation.id = check_reconciliation_id and reconciliation.status = 'proposed'));
create policy billing_changes on public.check_reconciliation_lines for update to authenticated
    using ((select private.has_role('billing')) and exists (
        select from public.check_reconciliations as reconciliation
         where reconciliation.id = check_reconciliation_id and reconciliation.status = 'proposed'))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.check_reconciliation_lines for delete to authenticated
    using ((select private.has_role('billing')) and exists (
        select from public.check_reconciliations as reconciliation
         where reconciliation.id = check_reconciliation_id and reconciliation.status = 'proposed'));

-- payments

revoke all on public.payments from public, anon, authenticated, service_role;
grant select on public.payments to service_role;
grant select on public.payments to authenticated;

create policy staff_read on public.payments for select to authenticated
    using ((select private.is_staff()));
