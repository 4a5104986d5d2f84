-- Every check of a table answers people and programs in words: with its name as the slug, and a hint for who is asking.
-- PostgreSQL's own error (23514) names the constraint, shows the whole row and says nothing of what to do, and nothing can
-- change it once it is raised. So a trigger looks at the checks first, of who comes by the API and by their procedures;
-- direct sessions of the owner meet the check itself. It is the last of its row's triggers, which may still fill what the
-- checks ask for. The check stays what decides: a row that the trigger passes by is refused all the same.
--
-- Checks are named by what they say, so most words follow from the name. Where they do not, the comment of the constraint
-- has them, as a sentence and, in a second paragraph, what to do. What is about a column calls it by its name.

-- {column}: the check's column. {choices}: the texts in it.
create function private.words_of_check(constraint_id oid)
returns table (message text, hint text)
language sql
stable
set search_path = ''
as $$
    select replace(worded.message, '{column}', coalesce(named.column_name, 'value')),
           replace(worded.hint, '{choices}', coalesce(named.choices, 'another'))
      from pg_catalog.pg_constraint as broken
     cross join lateral (
           select (select replace(attribute.attname, '_', ' ')
                     from pg_catalog.pg_attribute as attribute
                    where attribute.attrelid = broken.conrelid and attribute.attnum = broken.conkey[1]) as column_name,
                  (select string_agg(found.text[1], ', ')
                     from regexp_matches(pg_catalog.pg_get_constraintdef(broken.oid), '''([^'']+)''::text', 'g') as found (text)
                  ) as choices,
                  pg_catalog.obj_description(broken.oid, 'pg_constraint') as description) as named
     cross join lateral (
           select split_part(named.description, E'\n\n', 1), split_part(named.description, E'\n\n', 2), 0
            where named.description is not null
            union all
           select by_name.message, by_name.hint, by_name.place
             from (values
                  (1, '_is_not_blank$', 'The field "{column}" may not be blank.', 'Give it, or leave it out.'),
                  (2, '_is_finite$', 'The field "{column}" takes a real day or number.', 'Give one, such as 2026-03-02 or 7.5.'),
                  (3, '_(is|are)_known$', 'The field "{column}" does not take this.', 'Choose from these: {choices}.'),
                  (4, '_tells_of_', 'A status and its time may not disagree.', 'Change the status alone. Its time follows.'),
                  (5, '_is_positive$', 'The field "{column}" may not be 0 or less.', 'Give more than 0.'),
                  (6, '_(is|are)_not_negative$', 'The field "{column}" may not be below 0.', 'Give 0 or more.'),
                  (7, '_is_at_least_one$', 'The field "{column}" may not be below 1.', 'Give 1 or more.'),
                  (8, '_is_not_too_large$', 'The field "{column}" is too large.', 'Give less than 100,000,000.'),
                  (9, '_ends_after_it_starts$', 'The end may not come before the start.', 'Correct the days.'),
                  (10, '', format('A rule forbids this: %s.', replace(broken.conname, '_', ' ')),
                   'Look again at what you entered, or ask an admin of the firm.')) as by_name (place, pattern, message, hint)
            where broken.conname ~ by_name.pattern
            order by 3
            limit 1) as worded (message, hint, place)
     where broken.oid = words_of_check.constraint_id;
$$;
comment on function private.words_of_check is
    'Sentence for a person who breaks a check, and what to do: by its comment, else by its name.';

-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.refuse_broken_check(table_id oid, name text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_words record;
begin
    select words.message,
           case private.caller() when 'authenticated' then words.hint
                else format('Look up %s in docs/errors.md, under Constraints.', broken.conname) end as hint
      into v_words
      from pg_catalog.pg_constraint as broken
     cross join lateral private.words_of_check(broken.oid) as words
     where broken.conrelid = refuse_broken_check.table_id and broken.conname = refuse_broken_check.name;
    if found then -- else the check itself says that it is broken
        perform private.refuse(400, refuse_broken_check.name, v_words.message, v_words.hint);
    end if;
end;
$$;
comment on function private.refuse_broken_check is
    'Raises 400 with the name of a check as its slug. Programs with the secret key are told where it is explained.';

revoke execute on function
    private.words_of_check, private.refuse_broken_check
    from public, anon, authenticated, service_role;
grant execute on function private.refuse_broken_check to authenticated, service_role;

-- Of each table, the first of its checks that a row breaks, as PostgreSQL tries them: in the order of their names. The
-- columns are variables, so that PL/pgSQL computes the checks without a query.
do $$
declare
    v_table record;
begin
    for v_table in
        select class.relname as name,
               (select string_agg(
                           format('%I %s := new.%I;', attribute.attname,
                                  format_type(attribute.atttypid, attribute.atttypmod), attribute.attname),
                           E'\n    ' order by attribute.attname)
                  from pg_catalog.pg_attribute as attribute
                 where attribute.attrelid = class.oid
                   and attribute.attnum in (
                       select unnest(rule.conkey) from pg_catalog.pg_constraint as rule
                        where rule.conrelid = class.oid and rule.contype = 'c')) as columns,
               string_agg(
                   format('when not (%s) then %L', pg_get_expr(rule.conbin, rule.conrelid), rule.conname),
                   E'\n        ' order by rule.conname) as cases
          from pg_catalog.pg_constraint as rule
          join pg_catalog.pg_class as class on class.oid = rule.conrelid
         where rule.connamespace = 'public'::regnamespace and rule.contype = 'c'
           and class.relkind = 'r' -- nobody writes the log, whose partitions have its checks
         group by class.oid, class.relname
         order by class.relname
    loop
        execute format(
            $function$
            create function private.%1$I()
            returns trigger
            language plpgsql
            volatile
            set search_path = ''
            as $body$
declare
    %2$s
    v_broken constant text := case
        %3$s
        end;
begin
    if v_broken is not null then
        perform private.refuse_broken_check(tg_relid, v_broken);
    end if;
    return new;
end;
$body$;
            comment on function private.%1$I() is %4$L;
            revoke execute on function private.%1$I() from public, anon, authenticated, service_role;
            create trigger zz_checks_are_told_in_words
                before insert or update on public.%5$I
                for each row when (current_setting('role') <> 'none')
                execute function private.%1$I();
            $function$,
            'tell_checks_of_' || v_table.name, v_table.columns, v_table.cases,
            format('Trigger: refuses a row of %s in words that one of the table''s checks would refuse.', v_table.name),
            v_table.name);
    end loop;
end;
$$;
