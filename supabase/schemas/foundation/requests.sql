-- Only the caller knows which calls repeat one another: two write-offs of one amount may both be meant. So the caller
-- may name a call by an id of its own, and gives that again when no answer came.
create table private.requests (
    id uuid primary key,
    procedure text not null,
    arguments jsonb not null,
    row_id uuid not null,
    created_at timestamptz not null default now()
);
comment on table private.requests is
    'Calls that their callers named, each with what it was asked and the row that it answers. Refused calls leave none.';

create function private.row_of_request(request_id uuid, procedure text, arguments jsonb, row_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_first private.requests;
begin
    if row_of_request.request_id is null then
        return null;
    end if;
    -- Of two at once, the second waits here until the first is through.
    insert into private.requests (id, procedure, arguments, row_id)
    values (row_of_request.request_id, row_of_request.procedure, row_of_request.arguments, row_of_request.row_id)
        on conflict on constraint requests_pkey do nothing;
    if found then
        return null;
    end if;
    select first.* into v_first from private.requests as first where first.id = row_of_request.request_id;
    if v_first.procedure <> row_of_request.procedure or v_first.arguments <> row_of_request.arguments then
        perform private.refuse(
            409, 'request_id_reused',
            'This request was made before, for something else.',
            'Leave this page and try again, so that it is a request of its own.');
    end if;
    return v_first.row_id;
end;
$$;
comment on function private.row_of_request is
$$The row that a call answers when it was made before; null for the first time, and without an id.

arguments: what the caller gave. row_id: what the answer will be, the first time. The caller's other locks come after.$$;

revoke all on private.requests from public, anon, authenticated, service_role;
revoke execute on function private.row_of_request from public, anon, authenticated, service_role;
