-- Billing after another rate of a code, of an assignment or of a facility's price list: it makes nothing of drafts, which
-- are in the way; of sent time a difference; and time may begin to bill something, or cease to.

create function private.follow_code_rates(assignment_ids uuid[], codes text[])
returns void
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many assignments there are
as $$
begin
    if coalesce(current_setting('app.rate_hit', true), '') = '' then -- else its drafts follow it
        perform private.check_rates_of_drafts(
            follow_code_rates.assignment_ids, 'Void the draft first. Then write the rate, and bill the time again.');
    end if;

    -- Whoever releases a line of this time has done so, or sees these rates: each lists it, or the other.
    perform
       from public.time_entries as entry
       join public.invoice_lines as line on line.time_entry_id = entry.id and line.part = 1
      where entry.assignment_id = any (follow_code_rates.assignment_ids)
        and entry.code = any (follow_code_rates.codes)
      order by line.id
        for key share of line;

    perform private.compare_weeks(array_agg(assignment.contractor_id), array_agg(entry.work_date), '{}')
       from public.time_entries as entry
       join public.assignments as assignment on assignment.id = entry.assignment_id
      where entry.assignment_id = any (follow_code_rates.assignment_ids)
        and entry.code = any (follow_code_rates.codes)
        and exists (
            select from public.invoice_lines as line
             where line.time_entry_id = entry.id and line.part = 1
            offset 0) -- see private.classified_time
     having count(*) > 0;

    perform private.compare_guarantees(known.id, date '-infinity', date 'infinity')
       from unnest(follow_code_rates.assignment_ids) as known (id)
      where exists (select from public.guarantees as guarantee where guarantee.assignment_id = known.id);

    delete from private.unbilled_entries as listed
     where listed.assignment_id = any (follow_code_rates.assignment_ids)
       and listed.code = any (follow_code_rates.codes)
       and private.bills_nothing(listed.time_entry_id);
    insert into private.unbilled_entries (time_entry_id, assignment_id, work_date, hours, code, quantity)
    select entry.time_entry_id, entry.assignment_id, entry.work_date, entry.hours, entry.code, entry.quantity
      from private.billable_time as entry
     where entry.assignment_id = any (follow_code_rates.assignment_ids)
       and entry.code = any (follow_code_rates.codes)
       and not exists (
           select from public.invoice_lines as line
            where line.time_entry_id = entry.time_entry_id and line.part = 1
           offset 0)
        on conflict do nothing;
end;
$$;
comment on function private.follow_code_rates is
$$Lets billing follow other rates of codes: weeks that are billed by them are compared, and unbilled time of the codes is
listed where it bills something. Raises 409 where a draft bills time of the assignments at another rate, unless a rate hit
is being applied, which brings its drafts up to date.$$;

-- Security definer: whoever writes rates may not read invoices or write here.
create function private.follow_assignment_code_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.follow_code_rates(array[old.assignment_id, new.assignment_id], array[old.code, new.code]);
    return null;
end;
$$;
comment on function private.follow_assignment_code_rate is 'Trigger: billing follows a rate of a code at an assignment.';

create trigger prices_follow_code_rates
    after insert or update or delete on public.assignment_code_rates
    for each row execute function private.follow_assignment_code_rate();

-- Security definer: see above.
create function private.follow_facility_code_rate()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.follow_code_rates(
        array(select assignment.id
                from public.assignments as assignment
               where assignment.facility_id in (old.facility_id, new.facility_id)),
        array[old.code, new.code]);
    return null;
end;
$$;
comment on function private.follow_facility_code_rate is
    'Trigger: billing follows a rate of a code in a facility''s price list.';

create trigger prices_follow_code_rates
    after insert or update or delete on public.facility_code_rates
    for each row execute function private.follow_facility_code_rate();

revoke execute on function
    private.follow_code_rates, private.follow_assignment_code_rate, private.follow_facility_code_rate
    from public, anon, authenticated, service_role;
