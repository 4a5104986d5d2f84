-- A line break in a text that a refusal quotes would begin a header of PostgREST's answer.
create function private.in_one_line(text text)
returns text
language plpgsql -- a function of SQL takes thrice as long to call, and checks of rows call it
immutable
strict
parallel safe
set search_path = ''
as $$
begin
    return regexp_replace(in_one_line.text, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g');
end;
$$;
comment on function private.in_one_line is
    'A text with a blank in the place of line breaks, tabs and other control characters.';

-- Every refusal of the project is raised here, so that each has the same shape for programs and people.
-- PostgREST answers SQLSTATE PTxyz with status xyz.
create function private.refuse(status int, slug text, message text, hint text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_line constant text := left(private.in_one_line(refuse.message), 1000);
begin
    raise exception using
        errcode = 'PT' || refuse.status,
        -- PostgREST writes it into the head of its answer, of which nginx takes 4,096 bytes.
        message = case when octet_length(v_line) <= 2000 then v_line else left(v_line, 500) end,
        detail = refuse.slug,
        hint = refuse.hint;
end;
$$;
comment on function private.refuse is
$$Raises one of the project's errors.

status: the HTTP status, 400 malformed, 401 signed in no more, 403 not allowed, 404 not found, 409 wrong state or conflict.
slug: the stable name that programs test; each stands in docs/errors.md.
message: one sentence for a person, of which 1,000 characters are told, in one line; 500 where they take over 2,000 bytes. hint: what to do.$$;

-- A row past its first state is not deleted. The condition stands in each trigger.
-- Security definer: whoever tries need not be allowed to call private.refuse.
create function private.refuse_removal()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.refuse(
        409, tg_argv[0],
        private.told_of_row(format('The %s is {status} and can no longer be deleted.', tg_argv[1]), to_jsonb(old)),
        tg_argv[2]);
    return null;
end;
$$;
comment on function private.refuse_removal is
    'Trigger, with a slug, what it is (check of {received_on}) and a hint as its arguments: refuses to delete the row.';

-- Money that was posted stays as it was posted: a check, a reconciliation, a payment or a credit is not rewritten or
-- deleted, it is returned or reversed. What is not posted yet is billing's to change.

-- Security definer: whoever tries need not be allowed to call private.refuse.
create function private.refuse_write()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.refuse(
        409, tg_argv[0], private.told_of_row(tg_argv[1], to_jsonb(case tg_op when 'INSERT' then new else old end)),
        tg_argv[2]);
    return null;
end;
$$;
comment on function private.refuse_write is
    'Trigger, with a slug, a message, which names columns as {work_date}, and a hint as its arguments: refuses to write the row.';

-- Views are read. PostgreSQL asks whether a view can be written at all before it asks who may write it: without a
-- trigger, what a client may not do anyway would be an internal error (55000). With one, privileges answer, and nobody
-- has them; the trigger itself is met only by whoever needs none.
-- Security definer: whoever tries need not be allowed to call private.refuse.
create function private.refuse_view_write()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.refuse(
        403, 'view_is_read_only',
        format('The view %s is read, not written.', tg_table_name),
        'Change what it shows where that is entered.');
    return null;
end;
$$;
comment on function private.refuse_view_write is 'Trigger of every view: refuses to write it.';

revoke execute on function
    private.in_one_line, private.refuse, private.refuse_removal, private.refuse_write, private.refuse_view_write
    from public, anon, authenticated, service_role;
