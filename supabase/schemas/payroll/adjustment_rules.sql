-- An approval holds for what was approved, and names who gave it and when. It is kept while a batch pays it.
-- Security definer: whoever approves need not be allowed to ask who they are.
create function private.guard_adjustment_approval()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'UPDATE' and new.approved_at is not distinct from old.approved_at then
        if (old.contractor_id, old.payable_on, old.kind, old.amount, old.in_regular_rate, old.reason)
            is distinct from
            (new.contractor_id, new.payable_on, new.kind, new.amount, new.in_regular_rate, new.reason) then
            new.approved_at := null;
        end if;
    elsif new.approved_at is not null and private.user_id() is not null then
        new.approved_at := (private.clock()).at;
        new.approved_by := private.user_id();
    end if;
    if new.approved_at is null then
        new.approved_by := null;
    end if;
    if tg_op = 'UPDATE' and new.approved_at is distinct from old.approved_at then
        perform private.take_back_approval();
        -- Waits for whoever writes a line for the adjustment directly.
        perform from public.payroll_adjustments as adjustment where adjustment.id = old.id for update;
        if exists (select from public.payroll_item_lines as line
                    where line.payroll_adjustment_id = old.id and line.released_at is null) then
            perform private.refuse(
                409, 'payroll_adjustment_on_live_batch',
                format('The %s of %s, payable on %s, is in a payroll batch.', old.kind, old.amount, old.payable_on),
                'Discard the batch, then correct the adjustment; what was paid is corrected by another one.');
        end if;
    end if;
    return new;
end;
$$;
comment on function private.guard_adjustment_approval is
    'Trigger: an approved payroll adjustment names who approved it; changing it takes the approval away, which is refused while a batch pays it.';

create trigger adjustment_approval_is_for_what_was_approved
    before insert or update on public.payroll_adjustments
    for each row execute function private.guard_adjustment_approval();

create trigger payroll_adjustments_in_batches_are_kept
    before delete on public.payroll_adjustments
    for each row execute function private.refuse_removal_of_what_was_paid(
        'Discard the batch if it is open and take the approval away; what was paid is corrected by another adjustment.');

revoke execute on function private.guard_adjustment_approval from public, anon, authenticated, service_role;
