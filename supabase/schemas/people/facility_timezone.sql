-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.guard_facility_timezone()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform now() at time zone new.timezone;
    return new;
exception when invalid_parameter_value then
    perform private.refuse(
        400, 'timezone_unknown',
        format('There is no time zone %s.', new.timezone),
        'Give an IANA name, such as America/Denver, or nothing for the firm''s time zone.');
    return null;
end;
$$;
comment on function private.guard_facility_timezone is 'Trigger: refuses a facility''s timezone that there is not.';

create trigger timezone_is_known
    before insert or update of timezone on public.facilities
    for each row when (new.timezone is not null)
    execute function private.guard_facility_timezone();

revoke execute on function private.guard_facility_timezone from public, anon, authenticated, service_role;
