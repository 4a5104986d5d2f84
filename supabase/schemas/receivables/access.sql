-- Staff read, and a facility's contacts its credit notes and credits; billing enters checks and spreads them until they are confirmed.
-- Payments, credits and refunds are written by procedures alone, the secret key none of them.

-- checks

revoke all on public.checks from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.checks to service_role;
grant select on public.checks to authenticated;
grant insert (facility_id, check_number, method, amount, received_on, entered_again, late),
      update (facility_id, check_number, method, amount, received_on, entered_again, late), delete
    on public.checks to authenticated;

create policy staff_read on public.checks for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.checks for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.checks for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.checks for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.checks
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');
create trigger posted_checks_are_kept before update or delete on public.checks
    for each row when (current_user = 'authenticated' and old.status <> 'received')
    execute function private.refuse_write(
        'check_not_received',
        'The check of {received_on} over {amount} is {status|reconciled or returned}, and stays as it is.',
        'Return a reconciled check instead.');

-- facility_credits

revoke all on public.facility_credits from public, anon, authenticated, service_role;
grant select on public.facility_credits to service_role;
grant select on public.facility_credits to authenticated;

create policy staff_and_contacts_read on public.facility_credits for select to authenticated
    using ((select private.is_staff()) or facility_id = any ((select private.contact_facility_ids())::uuid[]));

-- credit_notes

revoke all on public.credit_notes from public, anon, authenticated, service_role;
grant select on public.credit_notes to service_role;
grant select on public.credit_notes to authenticated;

create policy staff_and_contacts_read on public.credit_notes for select to authenticated
    using ((select private.is_staff()) or invoice_id = any ((select private.contact_invoice_ids())::uuid[]));

-- credit_note_lines

revoke all on public.credit_note_lines from public, anon, authenticated, service_role;
grant select on public.credit_note_lines to service_role;
grant select on public.credit_note_lines to authenticated;

create policy staff_and_contacts_read on public.credit_note_lines for select to authenticated
    using (
        (select private.is_staff())
        or credit_note_id in (
            select note.id
              from public.credit_notes as note
             where note.invoice_id = any ((select private.contact_invoice_ids())::uuid[])));

-- disputed_lines

revoke all on public.disputed_lines from public, anon, authenticated, service_role;
grant select on public.disputed_lines to service_role;
grant select on public.disputed_lines to authenticated;

create policy staff_and_contacts_read on public.disputed_lines for select to authenticated
    using (
        (select private.is_staff())
        or invoice_id = any ((select private.contact_invoice_ids())::uuid[]));

-- refunds

revoke all on public.refunds from public, anon, authenticated, service_role;
grant select on public.refunds to service_role;
grant select on public.refunds to authenticated;

create policy staff_read on public.refunds for select to authenticated
    using ((select private.is_staff()));

-- remittances

revoke all on public.remittances from public, anon, authenticated, service_role;
grant select on public.remittances to service_role;
grant select on public.remittances to authenticated;

create policy staff_read on public.remittances for select to authenticated
    using ((select private.is_staff()));

-- remittance_lines

revoke all on public.remittance_lines from public, anon, authenticated, service_role;
grant select on public.remittance_lines to service_role;
grant select on public.remittance_lines to authenticated;

create policy staff_read on public.remittance_lines for select to authenticated
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
    with check ((select private.has_role('billing')));
create policy billing_changes on public.check_reconciliations for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.check_reconciliations for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.check_reconciliations
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');
create trigger posted_reconciliations_are_kept before update or delete on public.check_reconciliations
    for each row when (current_user = 'authenticated' and old.status <> 'proposed')
    execute function private.refuse_write(
        'reconciliation_not_proposed', 'The reconciliation is {status|confirmed or returned}, and stays as it is.',
        'Return its check instead.');

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
    with check ((select private.has_role('billing')));
create policy billing_changes on public.check_reconciliation_lines for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.check_reconciliation_lines for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.check_reconciliation_lines
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

-- payments

revoke all on public.payments from public, anon, authenticated, service_role;
grant select on public.payments to service_role;
grant select on public.payments to authenticated;

create policy staff_read on public.payments for select to authenticated
    using ((select private.is_staff()));
