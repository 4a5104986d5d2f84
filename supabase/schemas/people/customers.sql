-- Customers: a facility may be billed to another one, its program: a managed service provider, or the head office of several
-- hospitals. One level, so that whoever is billed is found in one step. Nobody works at a program.

-- Security definer: the rule locks the bill-to and reads assignments, which the writer may not.
create function private.guard_bill_to()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_bill_to public.facilities;
    v_named text;
begin
    if tg_op = 'UPDATE' then
        select string_agg(distinct purchase_order.number, ', ')
          into v_named
          from public.assignments as assignment
          join public.purchase_orders as purchase_order on purchase_order.id = assignment.purchase_order_id
         where assignment.facility_id = new.id
           and purchase_order.facility_id = old.bill_to_facility_id
           and coalesce(assignment.end_date, 'infinity') >= (private.clock()).business_date;
        if v_named is not null then
            perform private.refuse(
                409, 'bill_to_orders_in_use',
                format('Assignments at %s are paid by orders of who is billed for it: %s.', new.name, v_named),
                'Take those orders off the assignments first, or end them.');
        end if;
    end if;
    if new.bill_to_facility_id is null then
        return new;
    end if;

    -- Whoever places somebody there has a key to this row. Nobody waits, since the writer holds the facility already.
    begin
        select facility.*
          into v_bill_to
          from public.facilities as facility
         where facility.id = new.bill_to_facility_id
           for update nowait;
    exception when lock_not_available then
        perform private.refuse(
            409, 'bill_to_in_use',
            'Somebody is entering something about who is to be billed at this moment.',
            'Try again in a few seconds. Nothing was changed.');
    end;
    if v_bill_to.bill_to_facility_id is not null then
        perform private.refuse(
            409, 'bill_to_of_bill_to',
            format('%s is billed to another facility itself.', v_bill_to.name),
            'Choose the one that is billed in the end.');
    end if;
    if exists (select from public.facilities as facility where facility.bill_to_facility_id = new.id) then
        perform private.refuse(
            409, 'bill_to_of_bill_to',
            format('%s is billed for other facilities itself.', new.name),
            'Have those billed to another facility first.');
    end if;
    if exists (select from public.assignments as assignment where assignment.facility_id = v_bill_to.id) then
        perform private.refuse(
            409, 'bill_to_has_assignments',
            format('People are placed at %s, and at a program nobody works.', v_bill_to.name),
            'Enter the program as a facility of its own, and choose that.');
    end if;
    return new;
end;
$$;
comment on function private.guard_bill_to is
    'Trigger: a facility is billed to one that is billed itself and at which nobody works; it leaves no order of its former one behind.';

create trigger new_facilities_are_billed_in_one_step
    before insert on public.facilities
    for each row when (new.bill_to_facility_id is not null)
    execute function private.guard_bill_to();

create trigger facilities_are_billed_in_one_step
    before update on public.facilities
    for each row when (old.bill_to_facility_id is distinct from new.bill_to_facility_id)
    execute function private.guard_bill_to();

-- Security definer: the rule reads invoices, which the writer may not all see.
create function private.keep_billed_facility()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.invoices as invoice where invoice.bill_to_facility_id = old.id) then
        perform private.refuse(
            409, 'facility_is_billed',
            format('Invoices were billed to %s.', old.name),
            'Leave it, and make it inactive.');
    end if;
    return old;
end;
$$;
comment on function private.keep_billed_facility is 'Trigger: a facility to which invoices were billed is not deleted.';

create trigger billed_facilities_are_kept
    before delete on public.facilities
    for each row execute function private.keep_billed_facility();

create function private.bill_to_of(facility_id uuid)
returns public.facilities
language sql
stable
set search_path = ''
as $$
    select billed
      from public.facilities as facility
      join public.facilities as billed on billed.id = coalesce(facility.bill_to_facility_id, facility.id)
     where facility.id = bill_to_of.facility_id;
$$;
comment on function private.bill_to_of is 'The facility that is billed for another one: its bill-to, or itself.';

create function private.billing_name(facility public.facilities, billed public.facilities)
returns text
language plpgsql -- whose expressions are kept from one invoice to the next
immutable
set search_path = ''
as $$
begin
    return case when billed.id = facility.id then billed.billing_name else coalesce(billed.billing_name, billed.name) end;
end;
$$;
comment on function private.billing_name is
    'The name that a facility''s invoices are made out to, that of its program, if it has one; null = the facility''s own name.';

create view public.customers with (security_invoker = true) as
    select facility.id as facility_id,
           facility.name as facility_name,
           facility.is_active,
           billed.facility_count > 0 as is_program,
           billed.facility_count
      from public.facilities as facility
     cross join lateral (
           select count(*) as facility_count
             from public.facilities as billed
            where billed.bill_to_facility_id = facility.id) as billed
     where facility.bill_to_facility_id is null;
comment on view public.customers is
$$Facilities that are billed: programs, to which others are billed, and those that are billed for themselves.

is_program: whether others are billed to it; nobody works there. facility_count: how many are.

Pages: order=facility_name,facility_id.$$;

create trigger customers_is_read_only
    instead of insert or update or delete on public.customers
    for each row execute function private.refuse_view_write();

revoke all on public.customers from public, anon, authenticated, service_role;
grant select on public.customers to authenticated, service_role;

revoke execute on function
    private.guard_bill_to, private.keep_billed_facility, private.bill_to_of, private.billing_name
    from public, anon, authenticated, service_role;
