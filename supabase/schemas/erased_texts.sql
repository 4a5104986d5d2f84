-- Words about somebody who is erased: in the log, and in all other texts.

create function private.begin_erasing()
returns void
language sql
volatile
set search_path = ''
as $$
    insert into private.erasing (transaction) values (pg_current_xact_id()) on conflict do nothing;
$$;
comment on function private.begin_erasing is 'Opens the log and the notes to this transaction.';

create function private.end_erasing()
returns void
language sql
volatile
set search_path = ''
as $$
    delete from private.erasing as one where one.transaction = pg_current_xact_id();
$$;
comment on function private.end_erasing is 'Closes what private.begin_erasing opened.';

-- The one place that knows how the log keeps a row.
create function private.erase_in_log(table_name text, row_id uuid, erased jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
    update public.audit_log as entry
       set old = entry.old || coalesce(
               (select jsonb_object_agg(key, value) from jsonb_each(erase_in_log.erased) where entry.old ? key), '{}'),
           new = entry.new || coalesce(
               (select jsonb_object_agg(key, value) from jsonb_each(erase_in_log.erased) where entry.new ? key), '{}')
     where entry.table_name = erase_in_log.table_name and entry.row_id = erase_in_log.row_id;
$$;
comment on function private.erase_in_log is
    'Writes the values, by column, over those that the audit log has of a row, before and after each of its changes.';

-- A word stands by itself: "Ann Lee" is not in "Ann Leeson", and an address of mail is read to its end, in any case.
create function private.pattern_of_word(word text)
returns text
language sql
immutable
set search_path = ''
as $$
    -- In the text of JSON the sign of a line break ends in a letter.
    select case when pattern_of_word.word like '%@%' then '(?i)(?:(?<=\\[nrtbf])|(?<![[:alnum:]_.@+-]))'
                else '(?:(?<=\\[nrtbf])|(?<![[:alnum:]]))' end
           || regexp_replace(pattern_of_word.word, '([^[:alnum:] ])', '\\\1', 'g')
           || case when pattern_of_word.word like '%@%' then '(?![[:alnum:]_@-]|\.[[:alnum:]])' else '(?![[:alnum:]])' end;
$$;
comment on function private.pattern_of_word is 'A regular expression that finds a word where it stands by itself.';

create function private.erased_text(text text, words text[], place text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
    v_text text := erased_text.text;
    v_word text;
begin
    foreach v_word in array erased_text.words loop
        if private.says_one_of(v_text, array[v_word]) then
            v_text := regexp_replace(
                v_text, private.pattern_of_word(v_word),
                case when v_word like '"%' then to_jsonb(erased_text.place)::text else erased_text.place end, 'g');
        end if;
    end loop;
    return v_text;
end;
$$;
comment on function private.erased_text is 'A text with something else in the place of each of the words.';

-- Words as they stand within the text of JSON; one of digits alone as a whole text, since it may be a number as well.
create function private.json_words(words text[])
returns text[]
language sql
immutable
set search_path = ''
as $$
    select array_agg(case when word ~ '^\d+$' then to_jsonb(word)::text
                          else substr(to_jsonb(word)::text, 2, length(to_jsonb(word)::text) - 2) end)
      from unnest(json_words.words) as word;
$$;
comment on function private.json_words is 'Words as the text of JSON has them, with what it escapes.';

-- The look for what may be there is cheap, and comes first.
create function private.says_one_of(text text, words text[])
returns boolean
language sql
immutable
set search_path = ''
as $$
    select exists (
        select from unnest(says_one_of.words) as word
         where case when word like '%@%' then strpos(lower(says_one_of.text), lower(word)) > 0
                    else strpos(says_one_of.text, word) > 0 end
           and says_one_of.text ~ private.pattern_of_word(word));
$$;
comment on function private.says_one_of is 'True if one of the words stands in the text.';

-- Guards keep what was sent, paid and posted as it was: they are off for a table while words are erased in it, and its
-- writers wait until the transaction ends.
create function private.triggers_off(table_id regclass)
returns text[]
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_trigger record;
    v_on text[] := '{}';
begin
    for v_trigger in
        select trigger.tgname,
               case trigger.tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as way
          from pg_catalog.pg_trigger as trigger
         where trigger.tgrelid = triggers_off.table_id and not trigger.tgisinternal and trigger.tgenabled <> 'D'
    loop
        execute format('alter table %s disable trigger %I', triggers_off.table_id, v_trigger.tgname);
        v_on := v_on || format('alter table %s %s trigger %I', triggers_off.table_id, v_trigger.way, v_trigger.tgname);
    end loop;
    return v_on;
end;
$$;
comment on function private.triggers_off is
    'Switches the triggers of a table off; answers the statements that make each as it was.';

create function private.triggers_on(statements text[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_statement text;
begin
    foreach v_statement in array triggers_on.statements loop
        execute v_statement;
    end loop;
end;
$$;
comment on function private.triggers_on is 'Switches on what private.triggers_off switched off.';

-- Items of pay have the name as it was then.
create function private.erase_names_of_pay(contractor_id uuid, place text)
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '30s' -- as private.erase_words
as $$
declare
    v_on text[];
begin
    if not exists (select from public.payroll_items as item where item.contractor_id = erase_names_of_pay.contractor_id) then
        return;
    end if;
    set constraints all immediate;
    v_on := private.triggers_off('public.payroll_items');
    update public.payroll_items as item
       set first_name = split_part(erase_names_of_pay.place, ' ', 1), last_name = split_part(erase_names_of_pay.place, ' ', 2),
           email = private.erased_email(erase_names_of_pay.place)
     where item.contractor_id = erase_names_of_pay.contractor_id;
    perform private.triggers_on(v_on);
end;
$$;
comment on function private.erase_names_of_pay is 'Writes a number in the place of the name that a contractor''s items of pay have.';

-- The log has its own way in.
create function private.erase_words_in_table(table_id regclass, words text[], place text)
returns bigint
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_json constant text[] := private.json_words(erase_words_in_table.words);
    v_is_log constant boolean := erase_words_in_table.table_id = 'public.audit_log'::regclass;
    v_sets text;
    v_says text;
    v_is_there boolean;
    v_on text[] := '{}';
    v_rows bigint;
begin
    select string_agg(
               format(case when column_of.atttypid = 'jsonb'::regtype
                           then '%1$I = private.erased_text(%1$I::text, $2, $3)::jsonb'
                           else '%1$I = private.erased_text(%1$I, $1, $3)' end, column_of.attname), ', '),
           string_agg(
               format(case when column_of.atttypid = 'jsonb'::regtype
                           then 'private.says_one_of(%1$I::text, $2)'
                           else 'private.says_one_of(%1$I, $1)' end, column_of.attname), ' or ')
      into v_sets, v_says
      from pg_catalog.pg_attribute as column_of
     where column_of.attrelid = erase_words_in_table.table_id and column_of.attnum > 0
       and not column_of.attisdropped and column_of.attgenerated = ''
       and column_of.atttypid in ('text'::regtype, 'jsonb'::regtype);
    if v_sets is null then
        return 0;
    end if;
    execute format('select exists (select from %s where %s)', erase_words_in_table.table_id, v_says)
       into v_is_there using erase_words_in_table.words, v_json;
    if not v_is_there then
        return 0;
    end if;
    if not v_is_log then
        v_on := private.triggers_off(erase_words_in_table.table_id);
    end if;
    execute format('update %s set %s where %s', erase_words_in_table.table_id, v_sets, v_says)
      using erase_words_in_table.words, v_json, erase_words_in_table.place;
    get diagnostics v_rows = row_count;
    perform private.triggers_on(v_on);
    return v_rows;
end;
$$;
comment on function private.erase_words_in_table is
    'Writes something else in the place of words, in all texts of a table; answers how many rows had one.';

create function private.erase_words(words text[], place text)
returns bigint
language plpgsql
volatile
set search_path = ''
set lock_timeout = '30s' -- a table that somebody writes all the time is left to the next run
as $$
declare
    v_table regclass;
    v_rows bigint := 0;
begin
    set constraints all immediate;
    for v_table in
        select class.oid::regclass
          from pg_catalog.pg_class as class
          join pg_catalog.pg_namespace as schema on schema.oid = class.relnamespace
         where schema.nspname in ('public', 'private') and class.relkind in ('r', 'p') and not class.relispartition
           -- Rows of people are erased by column, the archive of the log by its salts; a firm's own tables, by their owner.
           and class.relname not in ('staff_members', 'candidates', 'contractors', 'contractor_details',
                                     'facility_contacts', 'user_links', 'words_to_erase', 'log_archive_parts')
           -- What the firm says of itself and of its facilities is theirs, also where it has somebody's name.
           and class.relname not in ('organization_settings', 'letterheads', 'mail_settings', 'facilities',
                                     'journal_accounts', 'approval_policies', 'retention', 'closed_areas', 'erasures',
                                     'payroll_profiles')
           and class.relowner = (select private_schema.nspowner from pg_catalog.pg_namespace as private_schema
                                  where private_schema.nspname = 'private')
         order by class.oid
    loop
        v_rows := v_rows + private.erase_words_in_table(v_table, erase_words.words, erase_words.place);
    end loop;
    return v_rows;
end;
$$;
comment on function private.erase_words is
    'Writes something else in the place of words, in all texts of all tables but those of people; answers how many rows had one.';

revoke execute on function
    private.begin_erasing, private.end_erasing, private.erase_in_log, private.pattern_of_word, private.erased_text,
    private.json_words,
    private.says_one_of, private.triggers_off, private.triggers_on, private.erase_names_of_pay,
    private.erase_words_in_table, private.erase_words
    from public, anon, authenticated, service_role;
