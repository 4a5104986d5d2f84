-- Facilities and their invoices: staff read them all, a facility's contacts their own. Contacts see an
-- invoice once it was sent, never a draft.

grant select on public.facilities to authenticated;
grant insert (name, billing_email, payment_terms_days, is_active),
      update (name, billing_email, payment_terms_days, is_active), delete
    on public.facilities to authenticated;
create policy staff_and_contacts_read on public.facilities for select to authenticated
    using ((select private.is_staff()) or id = any ((select private.contact_facility_ids())::uuid[]));
create policy billing_adds on public.facilities for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.facilities for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facilities for delete to authenticated
    using ((select private.has_role('billing')));

grant select on public.facility_contacts to authenticated;
grant insert (facility_id, user_id), delete on public.facility_contacts to authenticated;
create policy staff_and_contacts_read on public.facility_contacts for select to authenticated
    using ((select private.is_staff()) or user_id = (select private.user_id()));
create policy billing_adds on public.facility_contacts for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facility_contacts for delete to authenticated
    using ((select private.has_role('billing')));

grant select on public.invoices to authenticated;
create policy staff_and_contacts_read on public.invoices for select to authenticated
    using (
        facility_id between (select private.staff_reads_ids_from()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        or (facility_id = any ((select private.contact_facility_ids())::uuid[]) and sent_at is not null));

-- Billing adds adjustments to drafts; the guard of invoice_lines refuses any other invoice.
grant select on public.invoice_lines to authenticated;
grant insert (invoice_id, kind, description, amount), update (description, amount), delete
    on public.invoice_lines to authenticated;
create policy staff_and_contacts_read on public.invoice_lines for select to authenticated
    using (
        invoice_id between (select private.staff_reads_ids_from()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        or invoice_id = any ((select private.contact_invoice_ids())::uuid[]));
create policy billing_adds_adjustments on public.invoice_lines for insert to authenticated
    with check ((select private.has_role('billing')) and kind = 'adjustment');
create policy billing_changes_adjustments on public.invoice_lines for update to authenticated
    using ((select private.has_role('billing')) and kind = 'adjustment')
    with check ((select private.has_role('billing')) and kind = 'adjustment');
create policy billing_removes_adjustments on public.invoice_lines for delete to authenticated
    using ((select private.has_role('billing')) and kind = 'adjustment');
