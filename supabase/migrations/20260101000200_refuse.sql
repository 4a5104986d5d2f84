-- Every refusal of the project is raised here, so that each has the same shape for programs and people.
-- PostgREST answers SQLSTATE PTxyz with status xyz.
create function private.refuse(status int, slug text, message text, hint text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    raise exception using
        errcode = 'PT' || refuse.status,
        message = refuse.message,
        detail = refuse.slug,
        hint = refuse.hint;
end;
$$;

comment on function private.refuse(int, text, text, text) is
$$Raises one of the project's errors.

status: the HTTP status, 400 malformed, 403 not allowed, 404 not found, 409 wrong state or conflict.
slug: the stable name that programs test; each stands in docs/errors.md.
message: one sentence for a person. hint: what to do.$$;

revoke execute on function private.refuse(int, text, text, text)
    from public, anon, authenticated, service_role;

-- What is past its first state is not deleted. The condition stands in each trigger.
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
        format('A row of %s that is %s can no longer be deleted.', tg_table_name, old.status),
        tg_argv[1]);
    return null;
end;
$$;
comment on function private.refuse_removal() is
    'Trigger, with a slug and a hint as its arguments: refuses to delete the row.';
revoke execute on function private.refuse_removal() from public, anon, authenticated, service_role;
