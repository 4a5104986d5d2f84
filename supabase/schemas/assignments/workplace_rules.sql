-- At a program nobody works: it is billed for the facilities at which people do.

-- Asked once the foreign key has its lock, for which who makes a program of a facility waits: private.guard_bill_to.
-- Security definer: the rule reads facilities, which the writer may not all see.
create function private.refuse_work_at_programs()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_programs constant text := (
        select string_agg(distinct program.name, ', ')
          from written as placed
          join public.facilities as program on program.id = placed.facility_id
         where exists (select from public.facilities as billed where billed.bill_to_facility_id = program.id));
begin
    if v_programs is not null then
        perform private.refuse(
            409, 'facility_is_a_program',
            format('Nobody works at %s: other facilities are billed to it.', v_programs),
            'Choose the facility at which the person works.');
    end if;
    return null;
end;
$$;
comment on function private.refuse_work_at_programs is 'Trigger: nobody is placed at a facility to which others are billed.';

create trigger nobody_is_placed_at_a_program
    after insert on public.assignments referencing new table as written
    for each statement execute function private.refuse_work_at_programs();

create trigger nobody_moves_to_a_program
    after update on public.assignments referencing new table as written
    for each statement execute function private.refuse_work_at_programs();

-- An order pays for the facility that gave it, and a program's for all that are billed to the program. Asked once the foreign
-- key has its lock, for which who deletes the order, or moves it, waits.
-- Security definer: the rule reads facilities, which the writer may not all see.
create function private.guard_order_of_assignment()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if not exists (
        select from public.purchase_orders as purchase_order
          join public.facilities as facility on facility.id = new.facility_id
         where purchase_order.id = new.purchase_order_id
           and purchase_order.facility_id in (facility.id, facility.bill_to_facility_id)) then
        perform private.refuse(
            409, 'purchase_order_is_the_facilitys',
            'The order is neither of the facility at which the person works nor of who is billed for it.',
            'Choose an order of one of the two, or none.');
    end if;
    return null;
end;
$$;
comment on function private.guard_order_of_assignment is
    'Trigger: an assignment names an order of its facility, or of the facility''s bill-to.';

create trigger purchase_order_of_new_assignment_is_the_facilitys
    after insert on public.assignments
    for each row when (new.purchase_order_id is not null)
    execute function private.guard_order_of_assignment();

create trigger purchase_order_is_the_facilitys
    after update on public.assignments
    for each row when (
        new.purchase_order_id is not null
        and (old.purchase_order_id is distinct from new.purchase_order_id
             or old.facility_id is distinct from new.facility_id))
    execute function private.guard_order_of_assignment();

revoke execute on function private.refuse_work_at_programs, private.guard_order_of_assignment
    from public, anon, authenticated, service_role;
