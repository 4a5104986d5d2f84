-- The version of the schema, for programs and for the health check. deno.json has it; `deno task version` writes it
-- here too.

create function public.version()
returns text
language sql
stable
set search_path = ''
as $$
    select '1.0.2';
$$;
comment on function public.version is
$$Tells the version of the database: 0.14.0, or 1.0.0-dev while 1.0.0 is worked on.

The functions have a version of their own, which health compares with this one.

Who: everybody but the signed-out.

Result: the version, as text.$$;

revoke execute on function public.version from public, anon, authenticated, service_role;
grant execute on function public.version to authenticated, service_role;
