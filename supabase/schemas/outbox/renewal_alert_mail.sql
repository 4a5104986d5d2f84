-- Renewals that recruiting should look at: a mail for each alert that is due, to each of them.

create function private.renewal_alert_recipients()
returns setof public.staff_members
language sql
stable
set search_path = ''
as $$
    select member.*
      from public.staff_members as member
     where member.is_active
       and member.email is not null
       and case when exists (select from public.staff_members as recruiter
                              where recruiter.is_active and recruiter.email is not null
                                and 'recruiting' = any (recruiter.roles))
                then 'recruiting'
                else 'admin' end = any (member.roles);
$$;
comment on function private.renewal_alert_recipients is
    'Recipients of renewal alerts: active recruiting with an e-mail; where there is none, active admins with one.';

create function private.write_renewal_alerts(today date, since date)
returns int
language sql
volatile
set search_path = ''
as $$
    select count(*) filter (where private.write_message(
               'renewal_alert', nearest.id, nearest.due_on || ' ' || recipient.id))::int
      from (select distinct on (alert.contract_renewal_id)
                   alert.id, alert.due_on, alert.acknowledged_at, alert.created_at
              from public.contract_alerts as alert
              join public.contract_renewals as renewal on renewal.id = alert.contract_renewal_id
             where renewal.status = 'upcoming' and alert.due_on <= write_renewal_alerts.today
             order by alert.contract_renewal_id, alert.due_on desc) as nearest
     cross join private.renewal_alert_recipients() as recipient
     where nearest.acknowledged_at is null
       -- A renewal that was entered late has alerts whose day had passed.
       and greatest(nearest.due_on, (nearest.created_at at time zone private.operating_timezone())::date)
           >= write_renewal_alerts.since;
$$;
comment on function private.write_renewal_alerts is
$$Writes the alerts that are due by a day and that nobody acknowledged, of each renewal the nearest alone. Gives how many.

since: what was due, and there, before that day is not mailed.$$;

create function private.renewal_alert_mail(message private.outbox)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_today constant date := (private.clock()).business_date;
    v_recipient_id constant uuid := split_part(message.step, ' ', 2);
    v_alert public.contract_alerts;
    v_renewal public.contract_renewals;
    v_recipient public.staff_members;
    v_because text;
begin
    select alert.* into v_alert from public.contract_alerts as alert where alert.id = message.subject_id;
    select renewal.* into v_renewal from public.contract_renewals as renewal where renewal.id = v_alert.contract_renewal_id;
    select recipient.*
      into v_recipient
      from private.renewal_alert_recipients() as recipient
     where recipient.id = v_recipient_id;
    v_because := case
        when v_alert.id is null then 'The renewal was deleted.'
        when v_renewal.status <> 'upcoming' then format('The renewal is %s.', v_renewal.status)
        when v_alert.due_on::text <> split_part(message.step, ' ', 1) then 'The renewal was moved.'
        when v_alert.acknowledged_at is not null then 'Somebody acknowledged the alert.'
        when exists (select from public.contract_alerts as nearer
                      where nearer.contract_renewal_id = v_renewal.id
                        and nearer.due_on > v_alert.due_on and nearer.due_on <= v_today)
            then 'The next alert of the renewal is due.'
        when v_recipient.id is null then 'Its recipient no longer gets renewal alerts.'
    end;
    if v_because is not null then
        return jsonb_build_object('drop', v_because);
    end if;
    return (
        select private.mail_to_person(
                   v_recipient.email, v_recipient.name,
                   jsonb_build_object(
                       'contractor_name', contractor.first_name || ' ' || contractor.last_name,
                       'facility_name', facility.name,
                       'renewal_date', v_renewal.renewal_date,
                       'days_left', v_renewal.renewal_date - v_today,
                       'end_date', assignment.end_date))
          from public.assignments as assignment
          join public.contractors as contractor on contractor.id = assignment.contractor_id
          join public.facilities as facility on facility.id = assignment.facility_id
         where assignment.id = v_renewal.assignment_id);
end;
$$;
comment on function private.renewal_alert_mail is
$$As private.mail_data, of renewal alerts.

subject_id: the contract alert.
step: its day and the id of the staff member, '2026-11-23 <id>'.$$;

revoke execute on function
    private.renewal_alert_recipients, private.write_renewal_alerts, private.renewal_alert_mail
    from public, anon, authenticated, service_role;
