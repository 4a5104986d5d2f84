-- The Monday page by mail: on the first day of a workweek, the week before, to those who own it.

create function private.write_weekly_flash(today date, since date)
returns int
language sql
volatile
set search_path = ''
as $$
    select count(*) filter (where private.write_message('weekly_flash', member.id, week.start::text))::int
      from (select private.workweek_start(write_weekly_flash.today) - 7) as week (start)
     cross join public.staff_members as member
     where member.is_active
       and member.email is not null
       and 'admin' = any (member.roles)
       and week.start + 7 >= write_weekly_flash.since;
$$;
comment on function private.write_weekly_flash is
$$Writes the page of the week that is over to each admin, once a week. Gives how many.

since: a week that was over before that day is not mailed.$$;

create function private.weekly_flash_mail(message private.outbox)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
    v_member public.staff_members;
    v_week_start date;
begin
    select member.* into v_member from public.staff_members as member where member.id = message.subject_id;
    if not found or not v_member.is_active or not 'admin' = any (v_member.roles) then
        return jsonb_build_object('drop', 'Its recipient is no admin any more.');
    end if;
    v_week_start := message.step;
    return private.mail_to_person(
        v_member.email, v_member.name,
        jsonb_build_object(
            'week_start', v_week_start,
            'figures', (
                select jsonb_agg(jsonb_build_object(
                           'figure', told.figure, 'measure', told.measure, 'value', told.value::text,
                           'week_before', told.week_before::text, 'year_before', told.year_before::text)
                           order by told.place)
                  from private.flash_beside_others(v_week_start) as told)));
end;
$$;
comment on function private.weekly_flash_mail is
$$As private.mail_data, of the Monday page: its figures as they are when it is sent.

subject_id: the staff member.
step: the first day of the week.$$;

revoke execute on function private.write_weekly_flash, private.weekly_flash_mail
    from public, anon, authenticated, service_role;
