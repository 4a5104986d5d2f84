-- The names of those who did something, beside their ids: a column `<actor column>_name` for each, which PostgREST
-- computes when a request selects it (select=*,approved_by_name). There is no foreign key to embed by: an actor may be
-- anybody who ever signed in.
do $$
declare
    v_actor record;
begin
    for v_actor in
        select class.relname as table_name, attribute.attname as column_name
          from pg_catalog.pg_class as class
          join pg_catalog.pg_attribute as attribute
            on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
         where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p', 'v')
           and attribute.atttypid = 'uuid'::regtype
           and (attribute.attname like '%\_by' or attribute.attname = 'actor')
           -- Views may have the name already.
           and not exists (
               select from pg_catalog.pg_attribute as other
                where other.attrelid = class.oid and other.attname = attribute.attname || '_name')
         order by class.relname, attribute.attname
    loop
        -- In PL/pgSQL, which keeps the plan for all rows of a page.
        execute format(
            $function$
            create function public.%1$I(public.%2$I)
            returns text
            language plpgsql
            stable
            set search_path = ''
            as $body$
            begin
                if ($1).%3$I is null then
                    return null;
                end if;
                return (select known.name from public.user_names as known where known.user_id = ($1).%3$I);
            end;
            $body$;
            comment on function public.%1$I(public.%2$I) is %4$L;
            revoke execute on function public.%1$I(public.%2$I) from public, anon, authenticated, service_role;
            grant execute on function public.%1$I(public.%2$I) to authenticated, service_role;
            $function$,
            v_actor.column_name || '_name', v_actor.table_name, v_actor.column_name,
            format('Column of %s: the name behind %s, for staff; null where no person acted.',
                   v_actor.table_name, v_actor.column_name));
    end loop;
end;
$$;
