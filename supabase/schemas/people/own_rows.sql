-- Rows of the signed-in contractor or facility contact: the policies ask.
create function private.own_contractor_id()
returns uuid
language plpgsql
stable
security definer -- reads contractors without their policies, which ask this
set search_path = ''
as $$
begin
    return (
        select contractor.id
          from public.contractors as contractor
         where contractor.user_id = private.user_id() and contractor.is_active);
end;
$$;
comment on function private.own_contractor_id is 'The contractor who is signed in; null for anyone else.';

create function private.own_assignment_ids()
returns uuid[]
language plpgsql
stable
security definer -- contractors have no policy on assignments
set search_path = ''
as $$
begin
    return (
        select array(
            select assignment.id
              from public.assignments as assignment
             where assignment.contractor_id = private.own_contractor_id()));
end;
$$;
comment on function private.own_assignment_ids is 'The assignments of the contractor who is signed in.';

create function private.contact_facility_ids()
returns uuid[]
language plpgsql
stable
parallel restricted -- as private.is_staff_or_server
security definer -- reads facility_contacts without its policies
set search_path = ''
as $$
begin
    return (
        select array(
            select contact.facility_id
              from public.facility_contacts as contact
             where contact.user_id = private.user_id() and contact.is_active
             union
            select facility.id
              from public.facility_contacts as contact
              join public.facilities as facility on facility.bill_to_facility_id = contact.facility_id
             where contact.user_id = private.user_id() and contact.is_active));
end;
$$;
comment on function private.contact_facility_ids is
    'The facilities whose invoices and balances the signed-in user reads: those that they are an active contact of, and those that are billed to these.';

create function private.contact_own_facility_ids()
returns uuid[]
language plpgsql
stable
parallel restricted -- as private.is_staff_or_server
security definer -- reads facility_contacts without its policies
set search_path = ''
as $$
begin
    return (
        select array(
            select contact.facility_id
              from public.facility_contacts as contact
             where contact.user_id = private.user_id() and contact.is_active));
end;
$$;
comment on function private.contact_own_facility_ids is
    'The facilities that the signed-in user is an active contact of, without those that are billed to these.';

-- A program pays for hours of its facilities, and does not approve them.
create function private.contact_workplace_ids()
returns uuid[]
language plpgsql
stable
parallel restricted -- as private.is_staff_or_server
security definer -- reads facility_contacts without its policies
set search_path = ''
as $$
begin
    return (
        select array(
            select contact.facility_id
              from public.facility_contacts as contact
             where contact.user_id = private.user_id() and contact.is_active
               and not exists (
                   select from public.facilities as facility
                    where facility.bill_to_facility_id = contact.facility_id)));
end;
$$;
comment on function private.contact_workplace_ids is
    'The facilities whose time the signed-in user reads and approves: those that they are an active contact of, without programs.';

create function private.contact_assignment_ids()
returns uuid[]
language plpgsql
stable
security definer -- facility contacts have no policy on assignments
set search_path = ''
as $$
begin
    return (
        select array(
            select assignment.id
              from public.assignments as assignment
             where assignment.facility_id = any (private.contact_workplace_ids())));
end;
$$;
comment on function private.contact_assignment_ids is
    'The assignments at the facilities whose time the signed-in user approves.';

create function private.contact_invoice_ids()
returns uuid[]
language plpgsql
stable
security definer -- spares invoice_lines a second round of the policies of invoices
set search_path = ''
as $$
begin
    return (
        select array(
            select invoice.id
              from public.invoices as invoice
             where (invoice.facility_id = any (private.contact_own_facility_ids())
                    or coalesce(invoice.bill_to_facility_id, invoice.facility_id)
                       = any (private.contact_facility_ids()))
               and invoice.sent_at is not null));
end;
$$;
comment on function private.contact_invoice_ids is
$$The sent invoices that the signed-in user reads: of the facilities that they are a contact of, and what these were sent,
or those that are billed to these. What another program was sent of a facility is that program's.$$;

revoke execute on function
    private.own_contractor_id, private.own_assignment_ids, private.contact_facility_ids,
    private.contact_own_facility_ids, private.contact_workplace_ids, private.contact_assignment_ids,
    private.contact_invoice_ids
    from public, anon, authenticated, service_role;
-- Conditions of views that servers read too.
grant execute on function private.contact_facility_ids, private.contact_assignment_ids to service_role;
grant execute on function
    private.own_contractor_id, private.own_assignment_ids, private.contact_facility_ids,
    private.contact_own_facility_ids, private.contact_assignment_ids, private.contact_invoice_ids
    to authenticated;
