-- Makes the firm's own views again that are noted in staffing_upgrade.own_views. One that no longer fits stays there as
-- text.
do $own_views$
declare
    v_view record;
    v_grantee text;
    v_statement text;
    v_kept boolean;
begin
    if to_regclass('staffing_upgrade.own_views') is null then
        return;
    end if;
    for v_view in select * from staffing_upgrade.own_views order by place, name loop
        begin
            execute v_view.definition;
            for v_grantee in -- by default privileges
                select distinct case item.grantee when 0 then 'public' else item.grantee::regrole::text end
                  from pg_class as class
                 cross join aclexplode(class.relacl) as item
                 where class.oid = to_regclass(v_view.name) and item.grantee <> class.relowner
            loop
                execute format('revoke all on %s from %s', v_view.name, v_grantee);
            end loop;
            foreach v_statement in array v_view.more loop
                execute v_statement;
            end loop;
            delete from staffing_upgrade.own_views where name = v_view.name;
        exception when others then
            update staffing_upgrade.own_views set problem = sqlerrm where name = v_view.name;
            raise warning 'The view % no longer fits: %. Its text is kept in staffing_upgrade.own_views (docs/own_objects.md).',
                v_view.name, sqlerrm;
        end;
    end loop;
    select exists (select from staffing_upgrade.own_views) into v_kept;
    if not v_kept then
        drop table staffing_upgrade.own_views;
        drop schema staffing_upgrade;
    end if;
end;
$own_views$;
