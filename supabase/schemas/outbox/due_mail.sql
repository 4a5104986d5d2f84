-- Mail that a day brings about, and no event: the job deliver asks for it every minute, and on each day it is found once.
create function private.write_due_mail(today date)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_timezone constant text := private.operating_timezone();
    v_business_date constant date := (private.clock()).business_date;
    v_today constant date := coalesce(write_due_mail.today, v_business_date);
    v_kind record;
    v_written int := 0;
begin
    perform private.drop_failed_invitation_mail();

    if not exists (
        select
          from public.mail_settings as settings
         where settings.provider <> 'none'
           and (v_today <> v_business_date
                or ((private.clock()).at at time zone v_timezone)::time >= settings.daily_from)) then
        return 0;
    end if;

    -- Of several deliverers one writes, and the others have something better to do than wait.
    for v_kind in
        select switched.kind, (switched.on_since at time zone v_timezone)::date as since
          from public.mail_kinds as switched
         where switched.kind in ('renewal_alert', 'overdue_reminder', 'time_to_approve', 'credential_alert', 'weekly_flash')
           and switched.is_on
           and switched.written_on is distinct from v_today
         order by switched.kind
           for no key update skip locked
    loop
        v_written := v_written + case v_kind.kind
            when 'renewal_alert' then private.write_renewal_alerts(v_today, v_kind.since)
            when 'overdue_reminder' then private.write_overdue_reminders(v_today, v_kind.since)
            when 'time_to_approve' then private.write_time_to_approve(v_today)
            when 'credential_alert' then private.write_credential_alerts(v_today, v_kind.since)
            when 'weekly_flash' then private.write_weekly_flash(v_today, v_kind.since)
        end;
        update public.mail_kinds as switched
           set written_on = v_today
         where switched.kind = v_kind.kind;
    end loop;
    return v_written;
end;
$$;
comment on function private.write_due_mail is
$$Writes the mail that is due on a business day, once a day and kind, not before mail_settings.daily_from. Gives how many
messages it wrote.

today: the day; null is the clock's. Of another day than the clock's the hour does not count.$$;

revoke execute on function private.write_due_mail from public, anon, authenticated, service_role;
