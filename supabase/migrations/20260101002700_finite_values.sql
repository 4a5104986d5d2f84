-- No day is infinite and no number is NaN, in no table: PostgreSQL takes both for ordinary values that compare
-- greater than all others.
do $$
declare
    v_column record;
begin
    for v_column in
        select class.relname, attribute.attname, attribute.atttypid
          from pg_catalog.pg_attribute as attribute
          join pg_catalog.pg_class as class on class.oid = attribute.attrelid
         where class.relnamespace = 'public'::regnamespace and class.relkind = 'r'
           and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
           and attribute.atttypid in ('date'::regtype, 'numeric'::regtype)
         order by class.relname, attribute.attnum
    loop
        execute format(
            case v_column.atttypid
                when 'date'::regtype then 'alter table public.%1$I add constraint %2$I check (isfinite(%3$I))'
                else 'alter table public.%1$I add constraint %2$I check (%3$I <> ''NaN'')'
            end,
            v_column.relname, v_column.attname || '_is_finite', v_column.attname);
    end loop;
end;
$$;
