-- Who approves an adjustment is written down with the approval.
-- Security definer: whoever approves need not be allowed to ask who they are.
create function private.name_adjustment_approver()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    new.approved_by := case when new.approved_at is not null
                            then coalesce(private.user_id(), new.approved_by) end;
    return new;
end;
$$;
comment on function private.name_adjustment_approver() is
    'Trigger: an approved payroll adjustment names the signed-in user who approved it.';
revoke execute on function private.name_adjustment_approver() from public, anon, authenticated, service_role;

create trigger adjustment_approval_names_its_approver
    before insert or update of approved_at on public.payroll_adjustments
    for each row execute function private.name_adjustment_approver();
