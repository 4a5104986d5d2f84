-- Adjustments and stipends that a payroll batch names explain what was paid: they stay.
-- Security definer: the rule reads payroll lines, which the writer may not see.
create function private.refuse_removal_of_what_was_paid()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if exists (select from public.payroll_item_lines as line
                where old.id in (line.payroll_adjustment_id, line.assignment_stipend_id)) then
        perform private.refuse(
            409, 'in_payroll_batch',
            format('The row of %s is in a payroll batch and can no longer be deleted.', tg_table_name),
            tg_argv[0]);
    end if;
    return old;
end;
$$;
comment on function private.refuse_removal_of_what_was_paid() is
    'Trigger, with a hint as its argument: refuses to delete what a payroll batch names.';
revoke execute on function private.refuse_removal_of_what_was_paid()
    from public, anon, authenticated, service_role;

create trigger payroll_adjustments_in_batches_are_kept
    before delete on public.payroll_adjustments
    for each row execute function private.refuse_removal_of_what_was_paid(
        'Discard the batch if it is open and take the approval away; what was paid is corrected by another adjustment.');

create trigger stipends_in_batches_are_kept
    before delete on public.assignment_stipends
    for each row execute function private.refuse_removal_of_what_was_paid(
        'Set its last day, effective_to.');
