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
