-- Three schemas: public is what clients see over HTTP, private holds the logic and is never exposed,
-- extensions holds PostgreSQL's own additions (Supabase's habit).
create schema if not exists extensions;

-- Exclusion constraints compare uuids for equality beside ranges; that takes GiST operators for scalars.
create extension if not exists btree_gist with schema extensions;

-- The owner's, if there is one, keeps its comment and its rights: each object of ours has rights of its own.
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
