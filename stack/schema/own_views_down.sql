-- Locks what a migration alters, and takes the firm's own views over ours out of its way: each is noted in
-- staffing_upgrade.own_views and dropped. All at once, or nothing: who waited for one table while keeping others
-- from people would meet deadlocks, since reads take tables in any order. So this waits for nothing, lets go of
-- everything, and tries again.
do $own_views$
declare
    -- Relations and functions that are ours. Others in the same schemas are the firm's.
    v_ours constant text[] := array_remove(regexp_split_to_array(':ours', '\s+'), '');
    v_to_lock constant text[] := array_remove(regexp_split_to_array(':to_lock', '\s+'), '');
    v_until constant timestamptz := clock_timestamp() + interval '1 minute';
    v_lock_timeout constant text := current_setting('lock_timeout');
    v_search_path constant text := current_setting('search_path');
    v_in_use text;
    v_view record;
    v_warnings text[];
    v_message text;
    v_detail text;
begin
    perform set_config('search_path', '', true); -- texts of the catalog name every schema
    loop
        begin
            v_warnings := '{}';
            foreach v_in_use in array v_to_lock loop
                execute format('lock table %s in access exclusive mode nowait', v_in_use);
            end loop;
            -- drop has no nowait. So short a wait ends before anybody looks for deadlocks.
            perform set_config('lock_timeout', '10ms', true);
            for v_view in
                with recursive our_objects (classid, objid) as (
                    select 'pg_class'::regclass, class.oid
                      from pg_class as class
                      join pg_namespace as schema on schema.oid = class.relnamespace
                     where schema.nspname || '.' || class.relname = any (v_ours)
                    union all
                    select 'pg_type'::regclass, type.oid
                      from pg_type as type
                      join pg_class as class on class.oid = type.typrelid
                      join pg_namespace as schema on schema.oid = class.relnamespace
                     where schema.nspname || '.' || class.relname = any (v_ours)
                    union all
                    select 'pg_proc'::regclass, proc.oid
                      from pg_proc as proc
                      join pg_namespace as schema on schema.oid = proc.pronamespace
                     where schema.nspname || '.' || proc.proname || '()' = any (v_ours)
                ), own_view as (
                    select class.oid, class.reltype
                      from pg_class as class
                     where class.relkind in ('v', 'm') and class.relpersistence <> 't'
                       and class.oid not in (select objid from our_objects where classid = 'pg_class'::regclass)
                       and not exists (select from pg_depend as member
                                        where member.classid = 'pg_class'::regclass and member.objid = class.oid
                                          and member.deptype = 'e')
                ), needs as (
                    select own_view.oid, needed.refclassid, needed.refobjid
                      from own_view
                      join pg_rewrite as rule on rule.ev_class = own_view.oid
                      join pg_depend as needed
                        on needed.classid = 'pg_rewrite'::regclass and needed.objid = rule.oid
                     where needed.refobjid <> own_view.oid
                ), dependent (oid, depth) as (
                    select needs.oid, 1
                      from needs
                      join our_objects on our_objects.classid = needs.refclassid and our_objects.objid = needs.refobjid
                    union
                    select needs.oid, dependent.depth + 1
                      from dependent
                      join own_view on own_view.oid = dependent.oid
                      join needs on (needs.refclassid = 'pg_class'::regclass and needs.refobjid = own_view.oid)
                                 or (needs.refclassid = 'pg_type'::regclass and needs.refobjid = own_view.reltype)
                )
                select class.oid,
                       class.oid::regclass::text as name,
                       case class.relkind when 'm' then 'materialized view' else 'view' end as kind,
                       max(dependent.depth) as place,
                       coalesce(' with (' || array_to_string(class.reloptions, ', ') || ')', '') as options,
                       case when class.relkind = 'm' and not class.relispopulated then ' with no data' else '' end as data
                  from dependent
                  join pg_class as class on class.oid = dependent.oid
                 group by class.oid
                 order by place desc, name
            loop
                begin
                    v_in_use := v_view.name;
                    create schema if not exists staffing_upgrade;
                    create table if not exists staffing_upgrade.own_views (
                        name text primary key,
                        place int not null, -- views that others need come first
                        definition text not null,
                        more text[] not null,
                        noted_at timestamptz not null default now(),
                        problem text -- the reason why it could not be made again
                    );
                    insert into staffing_upgrade.own_views as noted (name, place, definition, more)
                    select v_view.name, v_view.place,
                           format('create %s %s%s as%s%s', v_view.kind, v_view.name, v_view.options,
                                  E'\n' || rtrim(pg_get_viewdef(v_view.oid), ';'), v_view.data),
                           coalesce(array_agg(part.statement order by part.place, part.statement), '{}')
                      from (select 1 as place, format('alter %s %s owner to %I', v_view.kind, v_view.name,
                                                      pg_get_userbyid(class.relowner)) as statement
                              from pg_class as class
                             where class.oid = v_view.oid
                            union all
                            select 2, format('grant %s on %s to %s%s', string_agg(item.privilege_type, ', '), v_view.name,
                                             case item.grantee when 0 then 'public' else item.grantee::regrole::text end,
                                             case when item.is_grantable then ' with grant option' else '' end)
                              from pg_class as class
                             cross join aclexplode(class.relacl) as item
                             where class.oid = v_view.oid and item.grantee <> class.relowner
                             group by item.grantee, item.is_grantable
                            union all
                            select 2, format('grant %s (%I) on %s to %s%s', item.privilege_type, attribute.attname,
                                             v_view.name,
                                             case item.grantee when 0 then 'public' else item.grantee::regrole::text end,
                                             case when item.is_grantable then ' with grant option' else '' end)
                              from pg_attribute as attribute
                             cross join aclexplode(attribute.attacl) as item
                             where attribute.attrelid = v_view.oid
                            union all
                            select 3, format('alter view %s alter column %I set default %s', v_view.name,
                                             attribute.attname, pg_get_expr(fill.adbin, fill.adrelid))
                              from pg_attrdef as fill
                              join pg_attribute as attribute
                                on attribute.attrelid = fill.adrelid and attribute.attnum = fill.adnum
                             where fill.adrelid = v_view.oid
                            union all
                            select 3, pg_get_indexdef(index.indexrelid)
                              from pg_index as index
                             where index.indrelid = v_view.oid
                            union all
                            select 3, pg_get_ruledef(rule.oid)
                              from pg_rewrite as rule
                             where rule.ev_class = v_view.oid and rule.rulename <> '_RETURN'
                            union all
                            select 3, pg_get_triggerdef(trigger.oid)
                              from pg_trigger as trigger
                             where trigger.tgrelid = v_view.oid and not trigger.tgisinternal
                            union all
                            select 4, format('comment on %s %s is %L', v_view.kind, v_view.name,
                                             obj_description(v_view.oid, 'pg_class'))
                             where obj_description(v_view.oid, 'pg_class') is not null
                            union all
                            select 4, format('comment on column %s.%I is %L', v_view.name, attribute.attname,
                                             col_description(v_view.oid, attribute.attnum))
                              from pg_attribute as attribute
                             where attribute.attrelid = v_view.oid
                               and col_description(v_view.oid, attribute.attnum) is not null) as part
                    -- one of this name is there, so what was kept of an earlier one is out of date
                    on conflict (name) do update
                       set place = excluded.place, definition = excluded.definition, more = excluded.more,
                           noted_at = excluded.noted_at, problem = null;
                    execute format('drop %s %s', v_view.kind, v_view.name);
                exception when dependent_objects_still_exist or insufficient_privilege then
                    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
                    v_warnings := v_warnings || format(
                        'The view %s stays where it is: %s. If the upgrade stops at it, drop it by hand first '
                        '(docs/own_objects.md).', v_view.name, concat_ws(': ', v_message, nullif(v_detail, '')));
                end;
            end loop;
            exit;
        exception when lock_not_available then
            if clock_timestamp() > v_until then
                raise exception using errcode = 'lock_not_available',
                    message = format('Somebody was at %s for a whole minute. Nothing is changed.', v_in_use),
                    hint = 'Try again at a quieter hour, or stop the callers first (docs/operations.md, Upgrading).';
            end if;
        end;
        perform pg_sleep(0.005 + 0.01 * random());
    end loop;
    perform set_config('lock_timeout', v_lock_timeout, true), set_config('search_path', v_search_path, true);
    foreach v_message in array v_warnings loop
        raise warning '%', v_message;
    end loop;
end;
$own_views$;
