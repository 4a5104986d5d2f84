-- Three schemas: public is what clients see over HTTP, private holds the logic and is never exposed,
-- extensions holds PostgreSQL's own additions (Supabase's habit).
create schema if not exists extensions;

-- Exclusion constraints compare uuids for equality beside ranges; that takes GiST operators for scalars.
create extension if not exists btree_gist with schema extensions;

-- Where the owner has one, its comment and its rights stay: each object of ours has its own rights.
do $$
begin
    if pg_catalog.to_regnamespace('private') is null then
        create schema private;
        comment on schema private is
            'The logic behind the procedures and the rules they share. Not exposed over HTTP.';
    end if;
end;
$$;

grant usage on schema private to authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;
