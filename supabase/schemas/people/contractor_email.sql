-- Two contractors never have one e-mail address: it tells whether somebody was one before. Of two who write the same at
-- once, the unique index stops the second.
-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.guard_contractor_email()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_other constant text := (
        select other.first_name || ' ' || other.last_name
          from public.contractors as other
         where lower(other.email) = lower(new.email) and other.id <> new.id);
begin
    if v_other is not null then
        perform private.refuse(
            409, 'contractor_email_taken',
            format('The contractor %s already has the e-mail address %s.', v_other, new.email),
            'Give another address. If one person is here twice, keep one of the two and deactivate the other.');
    end if;
    return new;
end;
$$;
comment on function private.guard_contractor_email is 'Trigger: refuses an e-mail address that another contractor has.';

create trigger contractor_email_is_not_taken
    before update on public.contractors
    for each row when (lower(old.email) is distinct from lower(new.email))
    execute function private.guard_contractor_email();

revoke execute on function private.guard_contractor_email from public, anon, authenticated, service_role;
