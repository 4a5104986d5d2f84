-- Every renewal has its three alerts, however it was written: also those whose day has passed already, so
-- that they are seen. An alert is open while acknowledged_at is null; nothing but these triggers writes or
-- moves alerts, people only acknowledge them.

-- Security definer: see above.
create function private.write_alerts()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- What was decided before it was entered has nothing open.
    insert into public.contract_alerts (contract_renewal_id, days_before, due_on, acknowledged_at)
    select new.id, days_before, new.renewal_date - days_before,
           coalesce(new.renewed_at, new.declined_at, new.lapsed_at)
      from unnest(array[90, 60, 30]) as days_before;
    return null;
end;
$$;
comment on function private.write_alerts() is
    'Trigger: a new renewal has alerts 90, 60 and 30 days before its day.';
revoke execute on function private.write_alerts() from public, anon, authenticated, service_role;

create trigger renewals_have_their_alerts
    after insert on public.contract_renewals
    for each row execute function private.write_alerts();

-- Another day is reminded of anew. A decision acknowledges what is open with its own instant, so that taking
-- it back opens exactly that again.
-- Security definer: see above.
create function private.move_alerts()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_was_decided_at constant timestamptz := coalesce(old.renewed_at, old.declined_at, old.lapsed_at);
    v_decided_at constant timestamptz := coalesce(new.renewed_at, new.declined_at, new.lapsed_at);
begin
    update public.contract_alerts as alert
       set due_on = new.renewal_date - alert.days_before,
           acknowledged_at = v_decided_at
     where alert.contract_renewal_id = new.id
       and (new.renewal_date <> old.renewal_date
            or alert.acknowledged_at is not distinct from v_was_decided_at);
    return null;
end;
$$;
comment on function private.move_alerts() is
    'Trigger: alerts follow their renewal''s day and its decision.';
revoke execute on function private.move_alerts() from public, anon, authenticated, service_role;

create trigger alerts_follow_their_renewal
    after update on public.contract_renewals
    for each row when ((old.renewal_date, old.renewed_at, old.declined_at, old.lapsed_at)
                       is distinct from (new.renewal_date, new.renewed_at, new.declined_at, new.lapsed_at))
    execute function private.move_alerts();
