create trigger timezone_is_known
    before insert or update of timezone on public.facilities
    for each row when (new.timezone is not null)
    execute function private.guard_timezone('timezone');
