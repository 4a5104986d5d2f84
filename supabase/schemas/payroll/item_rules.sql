-- Raises when one of the batches is not a draft. Locks them, so that nobody advances them meanwhile.
create function private.check_batches_are_drafts(payroll_batch_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_batch public.payroll_batches;
begin
    for v_batch in
        select batch.*
          from public.payroll_batches as batch
         where batch.id = any (check_batches_are_drafts.payroll_batch_ids)
         order by batch.id
           for share
    loop
        if v_batch.status <> 'draft' then
            perform private.refuse_payroll_batch(v_batch);
        end if;
    end loop;
end;
$$;
comment on function private.check_batches_are_drafts is
    'Raises when one of the batches is not a draft; locks them for share, so that nobody advances them meanwhile.';

-- Security definer: the rule reads and holds batches, which the writer may not.
create function private.guard_payroll_items()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_batches_are_drafts(array(select distinct item.payroll_batch_id from touched as item));
    return null;
end;
$$;
comment on function private.guard_payroll_items is 'Trigger: the items of a batch are written while it is a draft.';

create trigger new_payroll_items_are_in_drafts
    after insert on public.payroll_items
    referencing new table as touched
    for each statement execute function private.guard_payroll_items();

create trigger changed_payroll_items_are_in_drafts
    after update on public.payroll_items
    referencing new table as touched
    for each statement execute function private.guard_payroll_items();

create trigger changed_payroll_items_were_in_drafts
    after update on public.payroll_items
    referencing old table as touched
    for each statement execute function private.guard_payroll_items();

create trigger removed_payroll_items_were_in_drafts
    after delete on public.payroll_items
    referencing old table as touched
    for each statement execute function private.guard_payroll_items();

-- Lines that go with their item find no batch here: their item's trigger has asked.
-- Security definer: see above.
create function private.guard_payroll_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_batches_are_drafts(array(
        select distinct item.payroll_batch_id
          from public.payroll_items as item
         where item.id in (select line.payroll_item_id from touched as line)));
    return null;
end;
$$;
comment on function private.guard_payroll_lines is 'Trigger: the lines of a batch are written while it is a draft.';

create trigger new_payroll_lines_are_in_drafts
    after insert on public.payroll_item_lines
    referencing new table as touched
    for each statement execute function private.guard_payroll_lines();

create trigger removed_payroll_lines_were_in_drafts
    after delete on public.payroll_item_lines
    referencing old table as touched
    for each statement execute function private.guard_payroll_lines();

-- Security definer: see above.
create function private.guard_payroll_line_changes()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- Released once, by a batch that is discarded, and without its entry once that is gone; all else is for drafts.
    perform private.check_batches_are_drafts(array(
        select distinct item.payroll_batch_id
          from after_rows as line
          join before_rows as before on before.id = line.id
          join public.payroll_items as item on item.id in (line.payroll_item_id, before.payroll_item_id)
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
         where not (batch.status = 'discarded'
                    and ((before.released_at is null
                          and to_jsonb(line) - 'released_at' = to_jsonb(before) - 'released_at')
                         or (private.is_of_deleted_time(before.time_entry_id) -- on behalf of the foreign key
                             and to_jsonb(line) = to_jsonb(before) || '{"time_entry_id": null}')))));
    if exists (
        select from after_rows as line
          join public.payroll_items as item on item.id = line.payroll_item_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
         where line.released_at is not null and batch.status <> 'discarded') then
        perform private.refuse(
            409, 'payroll_batch_not_discarded',
            'A line of a payroll batch is released only when the batch is discarded.',
            'Discard the batch.');
    end if;
    return null;
end;
$$;
comment on function private.guard_payroll_line_changes is
    'Trigger: the lines of a batch change while it is a draft; of a discarded one they are released once.';

create trigger payroll_lines_change_in_drafts
    after update on public.payroll_item_lines
    referencing old table as before_rows new table as after_rows
    for each statement execute function private.guard_payroll_line_changes();

-- Security definer: the rule reads time and adjustments, which the writer may not.
create function private.guard_payroll_item_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_premium record;
    v_adjustment record;
begin
    perform private.check_time_is_approved(array_agg(touched.time_entry_id)) from touched;
    select premium.kind, premium.work_date
      into v_premium
      from touched
      join public.break_premiums as premium on premium.id = touched.break_premium_id
     where premium.confirmed_at is null
     limit 1;
    if found then
        perform private.refuse(
            409, 'break_premium_not_confirmed',
            format('The %s premium of %s is not confirmed, and only what is confirmed is paid.',
                   v_premium.kind, v_premium.work_date),
            'Confirm it first.');
    end if;
    select adjustment.kind, adjustment.amount, adjustment.payable_on
      into v_adjustment
      from touched
      join public.payroll_adjustments as adjustment on adjustment.id = touched.payroll_adjustment_id
     where adjustment.approved_at is null
     limit 1;
    if found then
        perform private.refuse(
            409, 'payroll_adjustment_not_approved',
            format('The %s of %s, payable on %s, is not approved, and only approved adjustments are paid.',
                   v_adjustment.kind, v_adjustment.amount, v_adjustment.payable_on),
            'Approve the adjustment first.');
    end if;
    return null;
end;
$$;
comment on function private.guard_payroll_item_lines is
    'Trigger: only approved time, approved adjustments and confirmed premiums for breaks are paid.';

create trigger payroll_item_lines_pay_what_is_approved
    after insert on public.payroll_item_lines
    referencing new table as touched
    for each statement execute function private.guard_payroll_item_lines();

-- The words of a batch stay when the contractor moves, or a stipend turns out to be of another kind: it is kept beside
-- the pay as it is written, whoever writes; what is given, an import gives.
-- Security definer: the rule reads contractors, which the writer may not.
create function private.keep_contractor_of_item()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    select contractor.first_name, contractor.last_name, contractor.email, contractor.employment_type
      into new.first_name, new.last_name, new.email, new.employment_type
      from public.contractors as contractor
     where contractor.id = new.contractor_id;
    return new;
end;
$$;
comment on function private.keep_contractor_of_item is
    'Trigger: an item of a batch keeps the contractor''s names, e-mail and employment type.';

create trigger payroll_items_keep_their_contractor
    before insert on public.payroll_items
    for each row when (new.last_name is null)
    execute function private.keep_contractor_of_item();

-- Security definer: see above, of stipends, adjustments, premiums for breaks and codes.
create function private.keep_pay_kind()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    new.pay_kind := coalesce(
        (select stipend.kind from public.assignment_stipends as stipend where stipend.id = new.assignment_stipend_id),
        (select adjustment.kind from public.payroll_adjustments as adjustment
          where adjustment.id = new.payroll_adjustment_id),
        (select premium.kind from public.break_premiums as premium where premium.id = new.break_premium_id),
        (select 'reimbursement' from public.time_codes as code
          where new.kind = 'code' and code.name = new.code and code.is_reimbursement));
    return new;
end;
$$;
comment on function private.keep_pay_kind is
    'Trigger: a line of a batch keeps the kind of the stipend, the adjustment or the missed break that it pays, and whether its code repays expenses.';

create trigger payroll_lines_keep_their_kind_of_pay
    before insert on public.payroll_item_lines
    for each row when (new.pay_kind is null and new.kind in ('stipend', 'adjustment', 'break_premium', 'code'))
    execute function private.keep_pay_kind();

revoke execute on function
    private.check_batches_are_drafts, private.guard_payroll_items, private.guard_payroll_lines,
    private.guard_payroll_line_changes, private.guard_payroll_item_lines, private.keep_contractor_of_item,
    private.keep_pay_kind
    from public, anon, authenticated, service_role;
