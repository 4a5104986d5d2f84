-- Staff read all; a facility's contacts its invoices once they were sent, never a draft. Billing writes adjustment
-- lines on drafts, and so does the secret key; all else, the lines of time above all, is a procedure's.

-- invoices

revoke all on public.invoices from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.invoices to service_role;
grant select on public.invoices to authenticated;

create policy staff_and_contacts_read on public.invoices for select to authenticated
    using (
        facility_id between (select private.staff_reads_ids_from()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        or (facility_id = any ((select private.contact_own_facility_ids())::uuid[]) and sent_at is not null)
        or bill_to_facility_id = any ((select private.contact_facility_ids())::uuid[])
        -- What another program was sent of a facility is that program's.
        or (facility_id = any ((select private.contact_facility_ids())::uuid[])
            and bill_to_facility_id is null and sent_at is not null));

-- invoice_bundles

revoke all on public.invoice_bundles from public, anon, authenticated, service_role;
grant select on public.invoice_bundles to service_role;
grant select on public.invoice_bundles to authenticated;

create policy staff_and_contacts_read on public.invoice_bundles for select to authenticated
    using ((select private.is_staff()) or facility_id = any ((select private.contact_facility_ids())::uuid[]));

-- invoice_lines

revoke all on public.invoice_lines from public, anon, authenticated, service_role;
grant select on public.invoice_lines to service_role;
grant insert (invoice_id, kind, description, amount), update (description, amount), delete
    on public.invoice_lines to service_role;
-- Billing adds adjustments to drafts; the guard of invoice_lines refuses any other invoice.
grant select on public.invoice_lines to authenticated;
grant insert (invoice_id, kind, description, amount), update (description, amount), delete
    on public.invoice_lines to authenticated;

create policy staff_and_contacts_read on public.invoice_lines for select to authenticated
    using (
        invoice_id between (select private.staff_reads_ids_from()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        or invoice_id = any ((select private.contact_invoice_ids())::uuid[]));
create policy billing_adds_adjustments on public.invoice_lines for insert to authenticated
    with check ((select private.has_role('billing')) and case
        when kind = 'adjustment' then true
        else private.refuse_row(
            'Nobody writes lines of time or differences by hand.', 'Add an adjustment.')
    end);
create policy billing_changes_adjustments on public.invoice_lines for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')) and case
        when kind = 'adjustment' then true
        else private.refuse_row(
            'Nobody writes lines of time or differences by hand.', 'Add an adjustment.')
    end);
create policy billing_removes_adjustments on public.invoice_lines for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.invoice_lines
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');
create trigger lines_of_time_are_the_procedures before update or delete on public.invoice_lines
    for each row when (current_user = 'authenticated' and old.kind <> 'adjustment')
    execute function private.refuse_write(
        'invoice_line_of_time',
        'The line of {amount} ({kind|of time, or a difference}) is neither changed nor deleted by people.',
        'Correct the time or the rates, then bring the draft up to date.');

-- billing_runs

revoke all on public.billing_runs from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.billing_runs to service_role;
grant select on public.billing_runs to authenticated;

create policy staff_read on public.billing_runs for select to authenticated
    using ((select private.is_staff()));

-- facility_fees, sales_taxes, facility_taxes

revoke all on public.facility_fees from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facility_fees to service_role;
grant select on public.facility_fees to authenticated;
grant insert (facility_id, kind, name, effective_from, effective_to, base, rate, amount, volume_from, volume_counts,
              lessens_orders, account),
      update (facility_id, kind, name, effective_from, effective_to, base, rate, amount, volume_from, volume_counts,
              lessens_orders, account), delete
    on public.facility_fees to authenticated;

create policy staff_read on public.facility_fees for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.facility_fees for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.facility_fees for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facility_fees for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.facility_fees
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

revoke all on public.sales_taxes from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.sales_taxes to service_role;
grant select on public.sales_taxes to authenticated;
grant insert (name, jurisdiction, rate, base, effective_from, effective_to, account),
      update (name, jurisdiction, rate, base, effective_from, effective_to, account), delete
    on public.sales_taxes to authenticated;

create policy staff_read on public.sales_taxes for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.sales_taxes for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.sales_taxes for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.sales_taxes for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.sales_taxes
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

revoke all on public.facility_taxes from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facility_taxes to service_role;
grant select on public.facility_taxes to authenticated;
grant insert (facility_id, jurisdictions, exemption, exempt_from, exempt_to),
      update (facility_id, jurisdictions, exemption, exempt_from, exempt_to), delete
    on public.facility_taxes to authenticated;

create policy staff_read on public.facility_taxes for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.facility_taxes for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.facility_taxes for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facility_taxes for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.facility_taxes
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

-- last_invoice_numbers

revoke all on private.last_invoice_numbers from public, anon, authenticated, service_role;

-- weeks_to_compare

revoke all on private.weeks_to_compare from public, anon, authenticated, service_role;
revoke all on sequence private.weeks_to_compare_id_seq from public, anon, authenticated, service_role;
