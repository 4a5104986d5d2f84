-- Disputes: the client's system does not have what was worked, somebody says why, and asks the client.

-- Security definer: the client's time is written by procedures alone.
create function private.dispute_client_time(client_time_ids uuid[], reason text)
returns setof public.client_time
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll', 'billing');
    perform private.require_reason(dispute_client_time.reason);
    perform private.hold_time();
    perform private.hold_client_time(dispute_client_time.client_time_ids);

    update public.client_time as line
       set disputed_at = (private.clock()).at,
           disputed_by = private.user_id(),
           dispute_reason = dispute_client_time.reason,
           taken_at = null
     where line.id = any (dispute_client_time.client_time_ids) and line.disputed_at is null;

    return query
        select line.*
          from public.client_time as line
         where line.id = any (dispute_client_time.client_time_ids)
         order by array_position(dispute_client_time.client_time_ids, line.id);
end;
$$;
comment on function private.dispute_client_time is 'The logic of public.dispute_client_time.';

create function public.dispute_client_time(client_time_ids uuid[], reason text)
returns setof public.client_time language sql volatile set search_path = ''
as $$ select * from private.dispute_client_time(client_time_ids, reason); $$;
comment on function public.dispute_client_time is
$$Marks lines of the client's time as disputed, with a reason: time here stays as it is.

The dispute ends when the client's system says something else of the line, or when somebody takes the line after all
(take_client_time).

Who: payroll, billing.

Arguments:
client_time_ids: lines of client_time, at most 1000, all or none.
reason: why; kept with each.

Result: the lines in the order of their ids, each once. Those that are disputed already are there as they are, whatever the
reason.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, too_many_client_lines,
client_time_not_found, time_entry_in_progress.

Example: {"client_time_ids": ["$client_time_id"], "reason": "The badge shows eight hours."}$$;

revoke execute on function private.dispute_client_time, public.dispute_client_time
    from public, anon, authenticated, service_role;
grant execute on function private.dispute_client_time, public.dispute_client_time to authenticated, service_role;
