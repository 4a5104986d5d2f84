-- The legal moves of payroll batches and periods, and what stays once they are closed, whoever writes:
--
--   draft → in_review → approved → closed              draft, in_review, approved → discarded
--
-- What a batch pays is written while it is a draft; discarding releases its lines, nothing else does.

create function private.refuse_payroll_batch(batch public.payroll_batches)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_name constant text := (
        select format('The payroll batch of %s to %s', period.period_start, period.period_end)
          from public.payroll_periods as period
         where period.id = batch.payroll_period_id);
begin
    if batch.status = 'closed' then
        perform private.refuse(
            409, 'payroll_batch_closed',
            format('%s is closed: what it pays no longer changes.', v_name),
            'Correct the time or the rate; the next batch pays the difference.');
    elsif batch.status = 'discarded' then
        perform private.refuse(
            409, 'payroll_batch_discarded',
            format('%s is discarded.', v_name),
            'Prepare another with prepare_payroll_draft.');
    end if;
    perform private.refuse(
        409, 'payroll_batch_under_review',
        format('%s is %s: what people look at or have approved does not change under them.',
               v_name, replace(batch.status, '_', ' ')),
        'Close the batch, or discard it and prepare it anew.');
end;
$$;
comment on function private.refuse_payroll_batch(public.payroll_batches) is
    'Raises 409 for a batch that is no draft, with the slug of its state.';
revoke execute on function private.refuse_payroll_batch(public.payroll_batches)
    from public, anon, authenticated, service_role;

-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.guard_payroll_batch_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if old.status in ('closed', 'discarded') then
        perform private.refuse_payroll_batch(old);
    end if;
    if old.status <> new.status and (old.status, new.status) not in (
        ('draft', 'in_review'), ('in_review', 'approved'), ('approved', 'closed'),
        ('draft', 'discarded'), ('in_review', 'discarded'), ('approved', 'discarded')) then
        perform private.refuse(
            409, 'payroll_batch_move_not_legal',
            format('A payroll batch does not go from %s to %s.', old.status, new.status),
            'A draft is reviewed, approved, then closed; until then it may be discarded and prepared anew.');
    end if;
    return new;
end;
$$;
comment on function private.guard_payroll_batch_move() is
    'Trigger: refuses illegal moves of a payroll batch, and changes of one that is closed or discarded.';
revoke execute on function private.guard_payroll_batch_move() from public, anon, authenticated, service_role;

create trigger payroll_batch_moves_are_legal
    before update on public.payroll_batches
    for each row when (
        old.status <> new.status or (old.status in ('closed', 'discarded') and old is distinct from new))
    execute function private.guard_payroll_batch_move();

create trigger payroll_batches_are_deleted_as_drafts
    before delete on public.payroll_batches
    for each row when (old.status <> 'draft')
    execute function private.refuse_removal('payroll_batch_not_draft', 'Discard it; a closed one stays.');

-- Raises when one of the items is not in a draft. Holds the batches against being advanced meanwhile.
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
comment on function private.check_batches_are_drafts(uuid[]) is
    'Raises when one of the batches is not a draft; holds them against being advanced meanwhile.';
revoke execute on function private.check_batches_are_drafts(uuid[])
    from public, anon, authenticated, service_role;

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
comment on function private.guard_payroll_items() is 'Trigger: the items of a batch are written while it is a draft.';
revoke execute on function private.guard_payroll_items() from public, anon, authenticated, service_role;

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
comment on function private.guard_payroll_lines() is 'Trigger: the lines of a batch are written while it is a draft.';
revoke execute on function private.guard_payroll_lines() from public, anon, authenticated, service_role;

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
    -- Released once, by a batch that is discarded; anything else is for drafts.
    perform private.check_batches_are_drafts(array(
        select distinct item.payroll_batch_id
          from after_rows as line
          join before_rows as before on before.id = line.id
          join public.payroll_items as item on item.id in (line.payroll_item_id, before.payroll_item_id)
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
         where not (batch.status = 'discarded'
                    and before.released_at is null
                    and to_jsonb(line) - 'released_at' = to_jsonb(before) - 'released_at')));
    if exists (
        select from after_rows as line
          join public.payroll_items as item on item.id = line.payroll_item_id
          join public.payroll_batches as batch on batch.id = item.payroll_batch_id
         where line.released_at is not null and batch.status <> 'discarded') then
        perform private.refuse(
            409, 'payroll_batch_not_discarded',
            'A line of a payroll batch is released when its batch is discarded, not by itself.',
            'Call discard_payroll_batch.');
    end if;
    return null;
end;
$$;
comment on function private.guard_payroll_line_changes() is
    'Trigger: the lines of a batch change while it is a draft; of a discarded one they are released once.';
revoke execute on function private.guard_payroll_line_changes() from public, anon, authenticated, service_role;

create trigger payroll_lines_change_in_drafts
    after update on public.payroll_item_lines
    referencing old table as before_rows new table as after_rows
    for each statement execute function private.guard_payroll_line_changes();

create trigger closed_payroll_periods_stay
    before update on public.payroll_periods
    for each row when (old.status = 'closed' and old is distinct from new)
    execute function private.refuse_write(
        'payroll_period_closed', 'A closed payroll period does not change.',
        'What came late is paid by a batch of the next period.');
