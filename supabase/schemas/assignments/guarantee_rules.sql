-- Guarantees are written beside the rates, and stay as they are once a week was paid or billed by them.

-- Their name comes after those of the triggers that ask for the role.
create trigger rates_and_guarantees_are_written_by_one_at_a_time
    before insert or update or delete on public.guarantees
    for each statement execute function private.hold_rates_to_write();

create trigger rates_and_guarantees_are_written_by_one_at_a_time
    before insert or update or delete on public.guarantee_exceptions
    for each statement execute function private.hold_rates_to_write();

create trigger a_guarantee_is_of_the_role_that_decides
    before insert or update or delete on public.guarantees
    for each row execute function private.guard_roles_of_guarantees();

create trigger guarantees_begin_on_plausible_days
    before insert or update on public.guarantees
    for each row when (isfinite(new.effective_from) and not private.is_plausible_day(new.effective_from))
    execute function private.refuse_day('effective_from');

create trigger guarantee_exceptions_are_of_plausible_days
    before insert or update on public.guarantee_exceptions
    for each row when (isfinite(new.day) and not private.is_plausible_day(new.day))
    execute function private.refuse_day('day');

-- Hours are promised, and entries of a code that are miles have none.
-- Security definer: the rule reads codes, whoever writes.
create function private.guard_guaranteed_code()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_unit constant text := (select code.unit from public.time_codes as code where code.name = new.code);
begin
    if v_unit <> 'hour' then
        perform private.refuse(
            409, 'code_not_by_the_hour',
            format('The code %s is by the %s, and hours are promised.', new.code, v_unit),
            'Give a code of hours, or none to promise the hours of a week.');
    end if;
    return new;
end;
$$;
comment on function private.guard_guaranteed_code is 'Trigger: only hours of a code are guaranteed.';

create trigger only_codes_of_hours_are_guaranteed
    before insert or update of code on public.guarantees
    for each row when (new.code is not null)
    execute function private.guard_guaranteed_code();

-- A guarantee goes on explaining what was paid and billed by it: other hours are an end and another guarantee. Lines of
-- drafts, and those that were discarded or voided, name it too, and keep it.
-- Security definer: the rule reads payroll, and reads and holds invoices, which the writer may not.
create function private.guard_used_guarantee()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_used_by text;
begin
    -- A draft that bills it may be being sent at this moment.
    perform
       from public.invoices as invoice
      where invoice.status = 'draft'
        and invoice.id in (
            select line.invoice_id from public.invoice_lines as line where line.guarantee_id = old.id)
      order by invoice.id
        for share;
    v_used_by := case
        when exists (
            select from public.payroll_item_lines as line
              join public.payroll_items as item on item.id = line.payroll_item_id
              join public.payroll_batches as batch on batch.id = item.payroll_batch_id
             where line.guarantee_id = old.id and batch.status = 'closed') then 'paid'
        when exists (
            select from public.invoice_lines as line
              join public.invoices as invoice on invoice.id = line.invoice_id
             where line.guarantee_id = old.id and invoice.sent_at is not null) then 'billed' end;
    if v_used_by is not null then
        perform private.refuse(
            409, 'guarantee_used',
            format('The guarantee of %s hours from %s on was %s: its assignment, code, hours and first day stay.',
                   coalesce(old.pay_hours, old.bill_hours), old.effective_from, v_used_by),
            'Set its last day, and enter another from the day after. For weeks in between the next batch pays the '
            'difference, and the next backfill bills it.');
    elsif tg_op = 'DELETE' and (
            exists (select from public.payroll_item_lines as line where line.guarantee_id = old.id)
            or exists (select from public.invoice_lines as line where line.guarantee_id = old.id)) then
        perform private.refuse(
            409, 'guarantee_used',
            format('Lines of pay or of invoices are by the guarantee of %s hours from %s on, which stays.',
                   coalesce(old.pay_hours, old.bill_hours), old.effective_from),
            'Set its last day. One of a week that ends on its first day promises nothing more.');
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.guard_used_guarantee is
    'Trigger: a guarantee that a closed payroll batch paid, or a sent invoice billed, keeps all but its last day, and one that lines are by is not deleted, whoever writes.';

create trigger used_guarantees_stay
    before update on public.guarantees
    for each row when (
        old.assignment_id is distinct from new.assignment_id
        or old.code is distinct from new.code
        or old.pay_hours is distinct from new.pay_hours
        or old.bill_hours is distinct from new.bill_hours
        or old.effective_from is distinct from new.effective_from)
    execute function private.guard_used_guarantee();

-- Its name comes after those of the triggers that ask for the role and take the locks.
create trigger used_guarantees_are_kept
    before delete on public.guarantees
    for each row execute function private.guard_used_guarantee();

revoke execute on function private.guard_guaranteed_code, private.guard_used_guarantee
    from public, anon, authenticated, service_role;
