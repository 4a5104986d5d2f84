-- Credentials that run out: a mail for each, 60, 30 and 7 days ahead, to each of recruiting.

create function private.alert_of_days_left(days_left int)
returns int
language sql
immutable
set search_path = ''
as $$
    select case when alert_of_days_left.days_left < 0 then null
                when alert_of_days_left.days_left <= 7 then 7
                when alert_of_days_left.days_left <= 30 then 30
                when alert_of_days_left.days_left <= 60 then 60 end;
$$;
comment on function private.alert_of_days_left is
    'The nearest alert that is due so many days before the end: 60, 30 or 7; null before and after.';

create function private.write_credential_alerts(today date, since date)
returns int
language sql
volatile
set search_path = ''
as $$
    select count(*) filter (where private.write_message(
               'credential_alert', ending.credential_id,
               ending.expires_on || ' ' || nearest.days_before || ' ' || recipient.id))::int
      from private.ending_credentials(write_credential_alerts.today + 60) as ending
     cross join lateral private.alert_of_days_left(
           ending.expires_on - write_credential_alerts.today) as nearest (days_before)
     cross join private.renewal_alert_recipients() as recipient
     where nearest.days_before is not null
       -- One that was entered late has alerts whose day had passed.
       and greatest(ending.expires_on - nearest.days_before,
                    (ending.created_at at time zone private.operating_timezone())::date)
           >= write_credential_alerts.since;
$$;
comment on function private.write_credential_alerts is
$$Writes the alerts of credentials that are due by a day, of each credential the nearest alone. Gives how many.

since: what was due, and there, before that day is not mailed.$$;

create function private.credential_alert_mail(message private.outbox)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_step constant text[] := string_to_array(message.step, ' ');
    v_credential public.credentials;
    v_recipient public.staff_members;
    v_because text;
begin
    select credential.* into v_credential from public.credentials as credential where credential.id = message.subject_id;
    select recipient.*
      into v_recipient
      from private.renewal_alert_recipients() as recipient
     where recipient.id = v_step[3]::uuid;
    v_because := case
        when v_credential.id is null then 'The credential was removed.'
        when v_credential.expires_on is distinct from v_step[1]::date then 'The credential has another last day.'
        when v_credential.expires_on < v_today then 'The credential has expired.'
        when private.alert_of_days_left(v_credential.expires_on - v_today) < v_step[2]::int
            then 'The next alert of the credential is due.'
        when not exists (select from private.ending_credentials(v_credential.expires_on) as ending
                          where ending.credential_id = v_credential.id)
            then 'It was renewed, or the person is placed no more.'
        when v_recipient.id is null then 'Its recipient no longer gets these alerts.'
    end;
    if v_because is not null then
        return jsonb_build_object('drop', v_because);
    end if;
    return (
        select private.mail_to_person(
                   v_recipient.email, v_recipient.name,
                   jsonb_build_object(
                       'contractor_name', contractor.first_name || ' ' || contractor.last_name,
                       -- Mail lies in many places: of a check of health or background it says no more than that.
                       'credential_kind', case when not kind.is_confidential then kind.name end,
                       'expires_on', v_credential.expires_on,
                       'days_left', v_credential.expires_on - v_today))
          from public.contractors as contractor
          join public.credential_kinds as kind on kind.id = v_credential.credential_kind_id
         where contractor.id = v_credential.contractor_id);
end;
$$;
comment on function private.credential_alert_mail is
$$As private.mail_data, of alerts of credentials.

subject_id: the credential.
step: its last day, how many days before, and the id of the staff member, '2026-11-23 30 <id>'.$$;

revoke execute on function
    private.alert_of_days_left, private.write_credential_alerts, private.credential_alert_mail
    from public, anon, authenticated, service_role;
