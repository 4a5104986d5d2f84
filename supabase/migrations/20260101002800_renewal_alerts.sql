-- Every renewal has its three alerts, however it was written: also those whose day has passed already, so
-- that they are seen. An alert is open while acknowledged_at is null.
--
-- Security definer: nobody but this trigger writes alerts; people only acknowledge them.
create function private.keep_alerts()
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
comment on function private.keep_alerts() is 'Trigger: a renewal has its alerts 90, 60 and 30 days before.';
revoke execute on function private.keep_alerts() from public, anon, authenticated, service_role;

create trigger renewals_have_their_alerts
    after insert on public.contract_renewals
    for each row execute function private.keep_alerts();
