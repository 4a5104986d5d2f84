-- Time that waits for a facility's approval: one mail a contact and day, and not every day about the same.

create function private.time_to_approve(through date)
returns table (
    facility_id uuid, contractor_id uuid, work_date date, hours numeric, submitted_at timestamptz, code text,
    not_worked numeric)
language sql
stable
set search_path = ''
as $$
    select assignment.facility_id, assignment.contractor_id, entry.work_date,
           case when entry.is_worked then entry.hours else 0.00 end, entry.submitted_at, entry.code,
           case when not entry.is_worked then coalesce(entry.quantity, entry.hours) end
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
     where not entry.is_payable
       and entry.set_aside_at is null
       and entry.status in ('submitted', 'pending_approval')
       and entry.work_date <= time_to_approve.through;
$$;
comment on function private.time_to_approve is 'The time that waits for approval, of days up to one, as board counts it. not_worked: hours that are not worked, or units.';

create function private.time_approvers()
returns setof public.facility_contacts
language sql
stable
set search_path = ''
as $$
    select contact.*
      from public.facility_contacts as contact
     where contact.is_active and contact.user_id is not null and contact.email is not null;
$$;
comment on function private.time_approvers is 'People who are told of time to approve: contacts who may approve it, with an e-mail.';

create function private.write_time_to_approve(today date)
returns int
language sql
volatile
set search_path = ''
as $$
    select count(*) filter (where private.write_message(
               'time_to_approve', contact.id, write_time_to_approve.today::text))::int
      from (select waits.facility_id, max(waits.submitted_at) as last_submitted_at
              from private.time_to_approve(write_time_to_approve.today) as waits
             group by waits.facility_id) as waiting
      join private.time_approvers() as contact on contact.facility_id = waiting.facility_id
     cross join lateral (
           select max(former.step)::date as last_on, max(former.written_at) as last_at,
                  coalesce(bool_or(former.status in ('waiting', 'sending')), false) as is_underway
             from private.outbox as former
            where former.kind = 'time_to_approve' and former.subject_id = contact.id
              and (former.status <> 'dropped' or former.decided_by is not null)) as told
     where not told.is_underway
       and (told.last_on is null
            or told.last_on <= write_time_to_approve.today - 3
            or waiting.last_submitted_at > told.last_at);
$$;
comment on function private.write_time_to_approve is
$$Tells each contact of the time that waits for them, where some of it is new since they were last told, or that was three
days ago. Gives how many.$$;

create function private.time_to_approve_mail(message private.outbox)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_most constant int := 50;
    v_contact public.facility_contacts;
    v_waiting jsonb;
begin
    select contact.*
      into v_contact
      from private.time_approvers() as contact
     where contact.id = message.subject_id;
    if not found then
        return jsonb_build_object('drop', 'Its recipient no longer approves time.');
    end if;
    with waits as materialized (
        select waits.*
          from private.clock() as clock
         cross join private.time_to_approve(clock.business_date) as waits
         where waits.facility_id = v_contact.facility_id
    ), waiting as (
        select waits.contractor_id, contractor.first_name || ' ' || contractor.last_name as name,
               count(*) as entries, sum(waits.hours) as hours, count(distinct waits.work_date) as days,
               min(waits.work_date) as oldest_on
          from waits
          join public.contractors as contractor on contractor.id = waits.contractor_id
         group by waits.contractor_id, contractor.id
    ), placed as (
        select waiting.*, row_number() over (order by waiting.oldest_on, waiting.name, waiting.contractor_id) as place
          from waiting
    )
    select jsonb_build_object(
               'facility_name', (select facility.name from public.facilities as facility
                                  where facility.id = v_contact.facility_id),
               'entries', sum(placed.entries),
               'hours', sum(placed.hours)::text,
               'people', count(*),
               'oldest_on', min(placed.oldest_on),
               'contractors', jsonb_agg(
                   jsonb_build_object(
                       'name', placed.name, 'hours', placed.hours::text, 'days', placed.days,
                       'oldest_on', placed.oldest_on,
                       'not_worked', coalesce((
                           select jsonb_agg(jsonb_build_object(
                                      'code_title', of_code.title, 'unit', of_code.unit,
                                      'quantity', of_code.quantity::text) order by of_code.name)
                             from (select code.name, code.title, code.unit, sum(waits.not_worked) as quantity
                                     from waits
                                     join public.time_codes as code on code.name = waits.code
                                    where waits.contractor_id = placed.contractor_id and waits.not_worked is not null
                                    group by code.name) as of_code), '[]'))
                   order by placed.place) filter (where placed.place <= v_most),
               'left_out', case when count(*) > v_most then jsonb_build_object(
                   'people', count(*) - v_most,
                   'hours', (sum(placed.hours) filter (where placed.place > v_most))::text) end)
      into v_waiting
      from placed
    having count(*) > 0;
    if not found then
        return jsonb_build_object('drop', 'No time waits for approval any more.');
    end if;
    return private.mail_to_person(v_contact.email, v_contact.name, v_waiting);
end;
$$;
comment on function private.time_to_approve_mail is
$$As private.mail_data, of time to approve: what waits now, of the 50 contractors who have waited longest by themselves.

subject_id: the facility contact.
step: the business day.$$;

revoke execute on function
    private.time_to_approve, private.time_approvers, private.write_time_to_approve, private.time_to_approve_mail
    from public, anon, authenticated, service_role;
