-- What a rate hit must not do, asked before anything changes.
create function private.check_rate_hit(hit public.rate_hits)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_first_day date;
    v_bad record;
begin
    select min(rate.effective_from)
      into v_first_day
      from private.rates_of_days as rate
     where rate.assignment_id = hit.assignment_id;
    if (v_first_day <= hit.effective_on) is not true then
        perform private.refuse(
            409, 'rate_hit_before_first_rate',
            format('The assignment has no rate on %s that a rate hit could change.', hit.effective_on),
            coalesce('Move the hit to ' || v_first_day || ', where the first rate begins, or later.',
                     'Enter the first rate of the assignment.'));
    end if;

    -- The rate in force on the day and every later one.
    select greatest(rate.effective_from, hit.effective_on) as day, changed.name, changed.rate
      into v_bad
      from private.rates_of_days as rate
     cross join lateral (values ('bill', rate.bill_rate + hit.bill_rate_change),
                                ('pay', rate.pay_rate + hit.pay_rate_change)) as changed (name, rate)
     where rate.assignment_id = hit.assignment_id
       and rate.effective_to >= hit.effective_on
       and changed.rate <= 0
     order by rate.effective_from, changed.name
     limit 1;
    if found then
        perform private.refuse(
            409, 'rate_not_positive',
            format('The %s rate would be %s from %s on.', v_bad.name, v_bad.rate, v_bad.day),
            'Change the rate by less: a rate hit moves every later rate by the same change.');
    end if;
end;
$$;
comment on function private.check_rate_hit(public.rate_hits) is
    'Raises when a rate hit comes before the first rate of its assignment, or would take a rate to zero or below.';
revoke execute on function private.check_rate_hit(public.rate_hits) from public, anon, authenticated, service_role;
