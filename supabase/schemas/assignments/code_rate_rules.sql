-- Rates of codes, of an assignment or of a facility's price list. They are written directly, not by rate hits: so whoever
-- writes them takes the locks that apply_rate_hit does.

-- Security definer: whoever writes need not be allowed to take the locks.
create function private.hold_rates_to_write()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.change_rates();
    if private.caller() in ('authenticated', 'service_role') then
        perform private.hold_time();
    end if;
    return null;
end;
$$;
comment on function private.hold_rates_to_write is
    'Trigger of a statement: nobody writes drafts by the rates meanwhile, nor time, which direct sessions of the owner do not wait for.';

-- Their names come after those of the triggers that ask for the role.
create trigger rates_of_codes_are_written_by_one_at_a_time
    before insert or update or delete on public.assignment_code_rates
    for each statement execute function private.hold_rates_to_write();

create trigger rates_of_codes_are_written_by_one_at_a_time
    before insert or update or delete on public.facility_code_rates
    for each statement execute function private.hold_rates_to_write();

create trigger a_code_rate_is_of_the_role_that_decides
    before insert or update or delete on public.assignment_code_rates
    for each row execute function private.guard_roles_of_code_rates('assignment_id');

create trigger a_code_rate_is_of_the_role_that_decides
    before insert or update or delete on public.facility_code_rates
    for each row execute function private.guard_roles_of_code_rates('facility_id');

create trigger code_rates_begin_on_plausible_days
    before insert or update on public.assignment_code_rates
    for each row when (isfinite(new.effective_from) and not private.is_plausible_day(new.effective_from))
    execute function private.refuse_day('effective_from');

create trigger code_rates_begin_on_plausible_days
    before insert or update on public.facility_code_rates
    for each row when (isfinite(new.effective_from) and not private.is_plausible_day(new.effective_from))
    execute function private.refuse_day('effective_from');

-- A rate of an assignment or a facility stays while some time of its code would have none without it. One that is new
-- takes a rate away too, where it says only one of the two and the one before it says both.
create function private.check_coded_time_has_rates(assignment_ids uuid[], codes text[], rate_from date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_bad record;
begin
    -- As in check_time_entry_days: nobody enters time meanwhile.
    perform private.hold_contractors(check_coded_time_has_rates.assignment_ids);
    select coded.code, coded.work_date
      into v_bad
      from private.rates_of_coded_time as coded
     where coded.assignment_id = any (check_coded_time_has_rates.assignment_ids)
       and coded.code = any (check_coded_time_has_rates.codes)
       and num_nulls(coded.bill_rate, coded.pay_rate) > 0
     order by coded.work_date
     limit 1;
    if found then
        perform private.refuse(
            409, 'code_rate_in_use',
            format('Time of %s on %s would be left without a rate by this change of the rate of %s.',
                   v_bad.code, v_bad.work_date, check_coded_time_has_rates.rate_from),
            'Leave the rate as it is, or enter another one first that covers the time.');
    end if;
end;
$$;
comment on function private.check_coded_time_has_rates is
    'Raises 409 where time of some codes on the assignments has no rate that bills or pays it.';

-- Security definer: the rule locks contractors and reads time, which the writer may not.
create function private.guard_assignment_code_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_coded_time_has_rates(
        array_remove(array[old.assignment_id, new.assignment_id], null),
        array_remove(array[old.code, new.code], null),
        coalesce(old.effective_from, new.effective_from));
    return null;
end;
$$;
comment on function private.guard_assignment_code_rate is
    'Trigger: a rate of a code is not taken from under the time that it is the only one for.';

create trigger code_rates_cover_their_time
    after update or delete on public.assignment_code_rates
    for each row execute function private.guard_assignment_code_rate();

create trigger new_code_rates_cover_their_time
    after insert on public.assignment_code_rates
    for each row when (new.bill_rate is null or new.pay_rate is null)
    execute function private.guard_assignment_code_rate();

-- Security definer: see above.
create function private.guard_facility_code_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.check_coded_time_has_rates(
        array(select assignment.id
                from public.assignments as assignment
               where assignment.facility_id in (old.facility_id, new.facility_id)),
        array_remove(array[old.code, new.code], null),
        coalesce(old.effective_from, new.effective_from));
    return null;
end;
$$;
comment on function private.guard_facility_code_rate is
    'Trigger: as private.guard_assignment_code_rate, of a facility''s price list.';

create trigger code_rates_cover_their_time
    after update or delete on public.facility_code_rates
    for each row execute function private.guard_facility_code_rate();

create trigger new_code_rates_cover_their_time
    after insert on public.facility_code_rates
    for each row when (new.bill_rate is null or new.pay_rate is null)
    execute function private.guard_facility_code_rate();

-- The database keeps a rate as numeric(10, 2) or numeric(12, 4) would, but without noughts behind the cents: 40.00, 0.725.
-- A check of its column refuses what is too large for them: a cast would raise an error that names no field.
create function private.kept_rate(rate numeric, unit text)
returns numeric
language sql
immutable
set search_path = ''
as $$
    select case kept_rate.unit
                when 'hour' then round(kept_rate.rate, 2)
                else round(round(kept_rate.rate, 4), greatest(2, min_scale(round(kept_rate.rate, 4)))) end;
$$;
comment on function private.kept_rate is
    'Money a unit as it is kept: in cents of an hour, with up to four decimals of another unit, and always with two.';

-- Security definer: whoever writes may not call what keeps rates.
create function private.keep_amounts_of_code()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    new.pay_amount := private.kept_rate(new.pay_amount, new.unit);
    new.bill_amount := private.kept_rate(new.bill_amount, new.unit);
    return new;
end;
$$;
comment on function private.keep_amounts_of_code is
    'Trigger: amounts of a code by the hour have cents, those by another unit up to four decimals.';

create trigger amounts_of_codes_keep_their_decimals
    before insert or update on public.time_codes
    for each row execute function private.keep_amounts_of_code();

-- Security definer: see private.keep_amounts_of_code.
create function private.keep_rates_of_code()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_unit constant text := (select code.unit from public.time_codes as code where code.name = new.code);
begin
    new.bill_rate := private.kept_rate(new.bill_rate, v_unit);
    new.pay_rate := private.kept_rate(new.pay_rate, v_unit);
    return new;
end;
$$;
comment on function private.keep_rates_of_code is
    'Trigger: rates of an hour have cents, those of another unit up to four decimals.';

create trigger rates_of_codes_keep_their_decimals
    before insert or update on public.assignment_code_rates
    for each row execute function private.keep_rates_of_code();

create trigger rates_of_codes_keep_their_decimals
    before insert or update on public.facility_code_rates
    for each row execute function private.keep_rates_of_code();

revoke execute on function
    private.hold_rates_to_write, private.check_coded_time_has_rates, private.guard_assignment_code_rate,
    private.guard_facility_code_rate, private.kept_rate, private.keep_amounts_of_code, private.keep_rates_of_code
    from public, anon, authenticated, service_role;
