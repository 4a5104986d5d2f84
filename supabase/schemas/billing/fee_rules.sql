-- A fee or a tax that is written changes the drafts that bear it, and nothing that was sent.

-- Billing and sending hold the drafts, and then the fees that their lines name; so writing fees holds the drafts
-- first.
-- Security definer: the rule locks invoices, which the writer may not.
create function private.hold_drafts_to_charge()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.hold_billing();
    if tg_op <> 'INSERT' then -- no line names a row that is new
        perform private.hold_drafts(array(
            select invoice.id from public.invoices as invoice where invoice.status = 'draft'));
    end if;
    return null;
end;
$$;
comment on function private.hold_drafts_to_charge is
    'Trigger: waits for who bills, and before fees or taxes change or go holds all drafts. Raises 409 when the wait is long.';

-- Their names come after those of the triggers that ask for the role.
create trigger the_drafts_are_held
    before insert or update or delete on public.facility_fees
    for each statement execute function private.hold_drafts_to_charge();
create trigger the_drafts_are_held
    before insert or update or delete on public.sales_taxes
    for each statement execute function private.hold_drafts_to_charge();
create trigger the_drafts_are_held
    before insert or update or delete on public.facility_taxes
    for each statement execute function private.hold_drafts_to_charge();

-- A sent line goes on being explained by its fee, also to a credit note: another rate is an end and another fee.
-- Security definer: the rule reads and writes lines, which the writer may not.
create function private.guard_used_fee()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_last_day constant date := (
        select max(invoice.period_end)
          from public.invoice_lines as line
          join public.invoices as invoice on invoice.id = line.invoice_id
         where (line.fee_id = old.id or line.sales_tax_id = old.id)
           and invoice.status <> 'draft');
begin
    if v_last_day is not null
        and (tg_op = 'DELETE'
             or to_jsonb(new) - 'effective_to' <> to_jsonb(old) - 'effective_to'
             or coalesce(new.effective_to, 'infinity') > coalesce(old.effective_to, 'infinity')
             or new.effective_to < v_last_day) then
        perform private.refuse(
            409, 'fee_used',
            format('%s from %s on stands on invoices up to %s, and stays as it is.', old.name, old.effective_from,
                   v_last_day),
            'End it on that day or a later one, and enter another from the day after.');
    end if;
    if tg_op = 'DELETE' then
        delete from public.invoice_lines as line
         where line.fee_id = old.id or line.sales_tax_id = old.id;
        return old;
    end if;
    return new;
end;
$$;
comment on function private.guard_used_fee is
    'Trigger: a fee or a tax that stands on an invoice, but for drafts, keeps all but its last day, which moves no further than to the last day that was billed, whoever writes. One that goes is taken off the drafts.';

create trigger used_fees_stay
    before update or delete on public.facility_fees
    for each row execute function private.guard_used_fee();
create trigger used_taxes_stay
    before update or delete on public.sales_taxes
    for each row execute function private.guard_used_fee();

create trigger fees_begin_on_plausible_days
    before insert or update on public.facility_fees
    for each row when (isfinite(new.effective_from) and not private.is_plausible_day(new.effective_from))
    execute function private.refuse_day('effective_from');
create trigger taxes_begin_on_plausible_days
    before insert or update on public.sales_taxes
    for each row when (isfinite(new.effective_from) and not private.is_plausible_day(new.effective_from))
    execute function private.refuse_day('effective_from');
create trigger exemptions_begin_on_plausible_days
    before insert or update on public.facility_taxes
    for each row when (isfinite(new.exempt_from) and not private.is_plausible_day(new.exempt_from))
    execute function private.refuse_day('exempt_from');

-- Security definer, as the next one: the drafts are not the writer's to change.
create function private.charge_drafts_of_fees()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_draft_ids constant uuid[] := array(
        select invoice.id
          from public.invoices as invoice
         where invoice.status = 'draft'
           and invoice.facility_id in (
               select owner.facility_id
                 from touched
                 join private.fee_owners as owner on owner.owner_id = touched.facility_id));
begin
    perform private.charge_drafts(private.hold_drafts(v_draft_ids));
    return null;
end;
$$;
comment on function private.charge_drafts_of_fees is
    'Trigger: brings the drafts up to date whose facilities'' fees a statement wrote.';

create trigger drafts_follow_new_fees
    after insert on public.facility_fees
    referencing new table as touched
    for each statement execute function private.charge_drafts_of_fees();
create trigger drafts_follow_changed_fees
    after update on public.facility_fees
    referencing new table as touched
    for each statement execute function private.charge_drafts_of_fees();
create trigger drafts_follow_moved_fees
    after update on public.facility_fees
    referencing old table as touched
    for each statement execute function private.charge_drafts_of_fees();
create trigger drafts_follow_removed_fees
    after delete on public.facility_fees
    referencing old table as touched
    for each statement execute function private.charge_drafts_of_fees();

create function private.charge_drafts_of_taxes()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_draft_ids constant uuid[] := array(
        select invoice.id from public.invoices as invoice where invoice.status = 'draft');
begin
    perform private.charge_drafts(private.hold_drafts(v_draft_ids));
    return null;
end;
$$;
comment on function private.charge_drafts_of_taxes is
    'Trigger: brings all drafts up to date once taxes, or the places and exemptions of facilities, were written.';

create trigger drafts_follow_taxes
    after insert or update or delete on public.sales_taxes
    for each statement execute function private.charge_drafts_of_taxes();
create trigger drafts_follow_exemptions
    after insert or update or delete on public.facility_taxes
    for each statement execute function private.charge_drafts_of_taxes();

-- A facility's drafts have the fees of the program that it is billed to; invoices that were sent keep theirs.
-- Security definer, as the next one: whoever writes facilities need not bill.
create function private.hold_billing_of_bill_to()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.hold_billing();
    return null;
end;
$$;
comment on function private.hold_billing_of_bill_to is
    'Trigger: waits for who bills before it is written to whom facilities are billed. Raises 409 when the wait is long.';

create trigger the_drafts_are_held
    before update of bill_to_facility_id on public.facilities
    for each statement execute function private.hold_billing_of_bill_to();

create function private.charge_drafts_of_bill_to()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_draft_ids constant uuid[] := array(
        select invoice.id
          from touched as facility
          join earlier on earlier.id = facility.id
           and earlier.bill_to_facility_id is distinct from facility.bill_to_facility_id
          join public.invoices as invoice on invoice.facility_id = facility.id and invoice.status = 'draft');
begin
    perform private.charge_drafts(private.hold_drafts(v_draft_ids));
    return null;
end;
$$;
comment on function private.charge_drafts_of_bill_to is
    'Trigger: brings the drafts of facilities up to date that are billed to another facility from now on.';

create trigger drafts_follow_bill_to
    after update on public.facilities
    referencing old table as earlier new table as touched
    for each statement execute function private.charge_drafts_of_bill_to();

revoke execute on function
    private.hold_billing_of_bill_to, private.charge_drafts_of_bill_to, private.hold_drafts_to_charge, private.guard_used_fee, private.charge_drafts_of_fees,
    private.charge_drafts_of_taxes
    from public, anon, authenticated, service_role;
