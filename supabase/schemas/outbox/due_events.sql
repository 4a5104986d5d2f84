-- An assignment ends by itself, once its last day is over: nobody writes a row then.
create function private.write_due_events(today date)
returns int
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_today constant date := coalesce(write_due_events.today, (private.clock()).business_date);
    v_due record;
    v_written int := 0;
begin
    for v_due in
        select webhook.id as webhook_id, assignment.id as assignment_id, step.step
          from public.webhooks as webhook
          join public.assignments as assignment
            on assignment.end_date between v_today - 31 and v_today - 1
           and assignment.end_date >= (webhook.told_since at time zone private.operating_timezone())::date
         cross join lateral (
               select webhook.id || ' ' || to_char(assignment.end_date, 'YYYY-MM-DD')) as step (step)
         where webhook.is_active and 'assignment.ended' = any (webhook.events)
           and not exists (
               select from private.outbox as told
                where told.kind = 'assignment.ended' and told.subject_id = assignment.id
                  and told.step = step.step)
         order by assignment.end_date, assignment.id, webhook.id
    loop
        if private.write_message(
            'assignment.ended', v_due.assignment_id, v_due.step, v_due.webhook_id,
            jsonb_build_object('assignment_id', v_due.assignment_id)) then
            v_written := v_written + 1;
        end if;
    end loop;
    return v_written;
end;
$$;
comment on function private.write_due_events is
$$Writes the events that are due by day: an assignment's last day is over, of the last 31 days and not before its webhook
was told of such. The job deliver calls it every minute. Again: nothing more.

today: the business day to take; null is the clock's.

Result: how many messages were written.$$;

revoke execute on function private.write_due_events from public, anon, authenticated, service_role;
