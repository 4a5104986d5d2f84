-- Active staff read everyone. Admins write staff; recruiting candidates until hire_candidate hires them; billing
-- facilities, their contacts and orders. Contractors and contacts see themselves and their own facilities. Nobody who is signed
-- in writes user_id: invitations do.

-- staff_members

revoke all on public.staff_members from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.staff_members to service_role;
grant select on public.staff_members to authenticated;
grant insert (name, email, roles, is_active), update (name, email, roles, is_active), delete
    on public.staff_members to authenticated;

create policy staff_read on public.staff_members for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.staff_members for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.staff_members for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create policy admins_remove on public.staff_members for delete to authenticated
    using ((select private.has_role('admin')));
create trigger only_admins_write before insert or update or delete on public.staff_members
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- candidates

revoke all on public.candidates from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.candidates to service_role;
grant select on public.candidates to authenticated;
grant insert (first_name, last_name, email, phone, specialty, status),
      update (first_name, last_name, email, phone, specialty, status), delete
    on public.candidates to authenticated;

create policy staff_read on public.candidates for select to authenticated
    using ((select private.is_staff()));
create policy recruiting_adds on public.candidates for insert to authenticated
    with check ((select private.has_role('recruiting')) and case
        when status is distinct from 'hired' then true
        else private.refuse_row('Setting the status of a candidate does not hire them.', 'Hire the candidate. That sets the status.')
    end);
create policy recruiting_changes on public.candidates for update to authenticated
    using ((select private.has_role('recruiting')))
    with check ((select private.has_role('recruiting')) and case
        when status is distinct from 'hired' then true
        else private.refuse_row('Setting the status of a candidate does not hire them.', 'Hire the candidate. That sets the status.')
    end);
create policy recruiting_removes on public.candidates for delete to authenticated
    using ((select private.has_role('recruiting')));
create trigger only_recruiting_writes before insert or update or delete on public.candidates
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('recruiting');
create trigger hired_candidates_are_kept before update or delete on public.candidates
    for each row when (current_user = 'authenticated' and old.status = 'hired')
    execute function private.refuse_write(
        'candidate_hired', 'The candidate {first_name} {last_name} was hired and is neither changed nor deleted.',
        'Change the contractor instead.');

-- contractors

revoke all on public.contractors from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.contractors to service_role;
grant select on public.contractors to authenticated;
grant update (first_name, last_name, email, employment_type, is_active, external_number, payroll_number, pay_group_id)
    on public.contractors to authenticated;

create policy staff_and_oneself_read on public.contractors for select to authenticated
    using ((select private.is_staff()) or id = (select private.own_contractor_id()));
-- The triggers say who writes which column.
create policy recruiting_and_payroll_change on public.contractors for update to authenticated
    using ((select private.has_role('recruiting', 'payroll')))
    with check ((select private.has_role('recruiting', 'payroll')));
create trigger only_recruiting_and_payroll_write before update on public.contractors
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('recruiting', 'payroll');
create trigger only_recruiting_corrects_names before update of first_name, last_name, email, external_number on public.contractors
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('recruiting');
create trigger only_payroll_corrects_employment
    before update of employment_type, payroll_number, pay_group_id on public.contractors
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('payroll');
create trigger only_admins_deactivate before update of is_active on public.contractors
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- contractor_details

revoke all on public.contractor_details from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.contractor_details to service_role;
grant select on public.contractor_details to authenticated;
grant insert (contractor_id, phone, address, city, state, postal_code),
      update (phone, address, city, state, postal_code)
    on public.contractor_details to authenticated;

create policy staff_and_oneself_read on public.contractor_details for select to authenticated
    using ((select private.is_staff()) or contractor_id = (select private.own_contractor_id()));
create policy recruiting_payroll_and_oneself_add on public.contractor_details for insert to authenticated
    with check (
        (select private.has_role('recruiting', 'payroll')) or contractor_id = (select private.own_contractor_id()));
create policy recruiting_payroll_and_oneself_change on public.contractor_details for update to authenticated
    using ((select private.has_role('recruiting', 'payroll')) or contractor_id = (select private.own_contractor_id()))
    with check (
        (select private.has_role('recruiting', 'payroll')) or contractor_id = (select private.own_contractor_id()));
create trigger only_recruiting_payroll_and_contractors_write before insert or update on public.contractor_details
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('recruiting', 'payroll', 'contractor');

-- facilities

revoke all on public.facilities from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facilities to service_role;
grant select on public.facilities to authenticated;
grant insert (name, billing_email, payment_terms_days, is_active, timezone, bill_overtime_rule, bill_scope,
              bill_overtime_multiplier, bill_doubletime_multiplier, billing_name, billing_address, purchase_order,
              external_number, work_state, invoices_by, billing_cycle, two_weeks_from, due_date_rule,
              minimum_wage_jurisdictions, discount_rate, discount_days, bill_to_facility_id,
              cancellation_notice_hours),
      update (name, billing_email, payment_terms_days, is_active, timezone, bill_overtime_rule, bill_scope,
              bill_overtime_multiplier, bill_doubletime_multiplier, billing_name, billing_address, purchase_order,
              external_number, work_state, invoices_by, billing_cycle, two_weeks_from, due_date_rule,
              minimum_wage_jurisdictions, discount_rate, discount_days, bill_to_facility_id,
              cancellation_notice_hours), delete
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
create trigger only_billing_writes before insert or update or delete on public.facilities
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

-- purchase_orders

revoke all on public.purchase_orders from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.purchase_orders to service_role;
grant select on public.purchase_orders to authenticated;
grant insert (facility_id, number, starts_on, ends_on, amount),
      update (facility_id, number, starts_on, ends_on, amount), delete
    on public.purchase_orders to authenticated;

create policy staff_and_contacts_read on public.purchase_orders for select to authenticated
    using ((select private.is_staff()) or facility_id = any ((select private.contact_facility_ids())::uuid[]));
create policy billing_adds on public.purchase_orders for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.purchase_orders for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.purchase_orders for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.purchase_orders
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

-- facility_contacts

revoke all on public.facility_contacts from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facility_contacts to service_role;
grant select on public.facility_contacts to authenticated;
grant insert (facility_id, name, email, is_active), update (name, email, is_active), delete
    on public.facility_contacts to authenticated;

create policy staff_and_contacts_read on public.facility_contacts for select to authenticated
    using ((select private.is_staff()) or (user_id = (select private.user_id()) and is_active));
create policy billing_adds on public.facility_contacts for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.facility_contacts for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facility_contacts for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.facility_contacts
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

-- facility_staff

revoke all on public.facility_staff from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.facility_staff to service_role;
grant select on public.facility_staff to authenticated;
grant insert (facility_id, collector_id), update (collector_id), delete on public.facility_staff to authenticated;

create policy staff_read on public.facility_staff for select to authenticated
    using ((select private.is_staff()));
create policy billing_adds on public.facility_staff for insert to authenticated
    with check ((select private.has_role('billing')));
create policy billing_changes on public.facility_staff for update to authenticated
    using ((select private.has_role('billing')))
    with check ((select private.has_role('billing')));
create policy billing_removes on public.facility_staff for delete to authenticated
    using ((select private.has_role('billing')));
create trigger only_billing_writes before insert or update or delete on public.facility_staff
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing');

-- user_links

revoke all on private.user_links from public, anon, authenticated, service_role;
revoke all on sequence private.user_links_id_seq from public, anon, authenticated, service_role;
grant select on private.user_links to authenticated, service_role; -- for user_names, which runs with its reader's rights

create policy staff_read on private.user_links for select to authenticated
    using ((select private.is_staff()));
