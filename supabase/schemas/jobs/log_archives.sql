-- Months of the audit log that are no longer read as audit_log: their changes as lines of JSON, a thousand a part, in a
-- chain of digests. They stay in the database, where every backup has them and every project can keep them: edge functions
-- have no disk, a bucket is one more service with rights of its own, and PostgreSQL compresses the lines by itself.

create table private.log_archives (
    month date primary key constraint archived_month_is_a_month check (extract(day from month) = 1),
    rows int not null constraint archived_rows_are_counted check (rows >= 0),
    parts int not null constraint archived_parts_are_counted check (parts >= 0 and (parts = 0) = (rows = 0)),
    previous text not null constraint previous_digest_is_sha256 check (previous ~ '^([0-9a-f]{64})?$'),
    digest text not null constraint archive_digest_is_sha256 check (digest ~ '^([0-9a-f]{64})?$'),
    archived_at timestamptz not null default now(),
    created_at timestamptz not null default now()
);
comment on table private.log_archives is
    'The months of the audit log that are archived. Their rows stay when their lines are forgotten: the chain goes on.';
comment on column private.log_archives.previous is 'The digest of the month before; empty of the first.';
comment on column private.log_archives.digest is 'The digest of its last part; of a month without changes that of the month before.';

create table private.log_archive_parts (
    month date not null
        constraint part_is_of_an_archived_month
        references private.log_archives (month) deferrable initially deferred, -- it is known when the last part is made
    part int not null constraint archived_parts_are_counted_from_one check (part > 0),
    rows int not null constraint archived_part_has_rows check (rows > 0),
    lines text not null,
    digest text not null constraint part_digest_is_sha256 check (digest ~ '^[0-9a-f]{64}$'),
    created_at timestamptz not null default now(),
    primary key (month, part)
);
comment on table private.log_archive_parts is
    'The archived changes: rows of audit_log as lines of JSON, in the order of their time, a thousand a part.';
comment on column private.log_archive_parts.digest is
    'SHA-256, in hexadecimal digits, of the digest before it, a line feed, and the lines in UTF-8.';

create function private.keep_log_archive()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
    -- The lines of a month whose time is over go whole.
    if tg_op = 'DELETE' and tg_table_name = 'log_archive_parts' then
        if private.archive_is_over(old.month) then
            return old;
        end if;
    end if;
    perform private.refuse(
        409, 'audit_log_is_append_only',
        format('The archive of the audit log is append-only: %s is refused to everyone.', lower(tg_op)),
        'Leave the row as it is; record a correction as a change of its own.');
    return null;
end;
$$;
comment on function private.keep_log_archive is
    'Trigger: refuses to change or remove what the archive of the audit log holds; lines whose retention is over may go.';

create trigger log_archives_are_append_only
    before update or delete on private.log_archives
    for each row execute function private.keep_log_archive();
create trigger log_archives_are_not_truncated
    before truncate on private.log_archives
    for each statement execute function private.keep_log_archive();
create trigger log_archive_parts_are_append_only
    before update or delete on private.log_archive_parts
    for each row execute function private.keep_log_archive();
create trigger log_archive_parts_are_not_truncated
    before truncate on private.log_archive_parts
    for each statement execute function private.keep_log_archive();
-- Replication roles do not switch them off.
alter table private.log_archives enable always trigger log_archives_are_append_only;
alter table private.log_archives enable always trigger log_archives_are_not_truncated;
alter table private.log_archive_parts enable always trigger log_archive_parts_are_append_only;
alter table private.log_archive_parts enable always trigger log_archive_parts_are_not_truncated;

create function private.archive_is_over(month date)
returns boolean
language sql
stable
set search_path = ''
as $$
    select (archive_is_over.month + interval '1 month' + make_interval(months => private.retention_of('log')))::date
           <= (private.clock()).today;
$$;
comment on function private.archive_is_over is 'True when the audit log of a month need not be kept any longer.';

create function private.digest_of_lines(previous text, lines text)
returns text
language sql
immutable
set search_path = ''
as $$
    select encode(sha256(convert_to(digest_of_lines.previous || E'\n' || digest_of_lines.lines, 'UTF8')), 'hex');
$$;
comment on function private.digest_of_lines is 'The digest of a part of the archive, by that of the part before.';

create function private.log_months_to_archive(today date)
returns table (name text, next_day date)
language sql
stable
set search_path = ''
as $$
    select made.name, made.next_day
      from private.log_months() as made
     where made.next_day
           <= (date_trunc('month', log_months_to_archive.today)
               - make_interval(months => private.retention_of('recent_log')))::date
     order by made.next_day;
$$;
comment on function private.log_months_to_archive is
    'The partitions of the audit log whose changes are older than recent_log, by a day, in order.';

-- Archived lines do not say who somebody is: they have a digest in the place of each value, which whoever
-- knows the value and the salt can prove. Erasing somebody deletes the salt (erase_person), and the chain stays as it is.
create table private.log_salts (
    kind text not null
        constraint salted_kind_is_known check (kind in ('candidate', 'contractor', 'staff_member', 'facility_contact')),
    person_id uuid not null,
    salt uuid not null default gen_random_uuid(),
    created_at timestamptz not null default now(),
    primary key (kind, person_id)
);
comment on table private.log_salts is
    'A random salt a person, for the digests of their names and addresses in the archive of the audit log; deleted when they are erased.';

alter table private.log_salts enable row level security;

create function private.personal_columns()
returns table (table_name text, kind text, columns text[])
language sql
immutable
set search_path = ''
as $$
    values ('candidates', 'candidate',
            array['first_name', 'last_name', 'search_name', 'email', 'phone', 'specialty']),
           ('contractors', 'contractor',
            array['first_name', 'last_name', 'search_name', 'email', 'external_number', 'payroll_number']),
           ('staff_members', 'staff_member', array['name', 'email']),
           ('facility_contacts', 'facility_contact', array['name', 'email']),
           ('approvals', null, array['says', 'seen', 'arguments']),
           ('client_time', null, array['worker_number', 'approved_by']),
           ('credentials', null,
            array['credential_kind_id', 'number', 'issued_on', 'expires_on', 'verified_at', 'document_url']),
           ('outbox', null, array['recipient']);
$$;
comment on function private.personal_columns is
$$The tables in the audit log with columns by which people are known. kind: of which kind of person a row is, whose salt the
archive has; null of rows that are about people, whose digests nobody can prove.$$;

create function private.sealed_value(salt uuid, name text, value text)
returns text
language sql
immutable
set search_path = ''
as $$
    select 'sha256:' || encode(sha256(convert_to(
               sealed_value.salt || E'\n' || sealed_value.name || E'\n' || sealed_value.value, 'UTF8')), 'hex');
$$;
comment on function private.sealed_value is 'The digest of a column''s value that stands in its place in the archive.';

create function private.sealed_columns(salt uuid, names text[], row_columns jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
    select sealed_columns.row_columns || coalesce(jsonb_object_agg(
               field.name, private.sealed_value(sealed_columns.salt, field.name, field.value)), '{}')
      from jsonb_each_text(sealed_columns.row_columns) as field (name, value)
     where field.name = any (sealed_columns.names) and field.value is not null;
$$;
comment on function private.sealed_columns is 'The columns of a row in the log with digests in the place of what says who it is.';

create function private.archived_line(entry public.audit_log, salt uuid, names text[])
returns text
language sql
immutable
set search_path = ''
as $$
    select (case when archived_line.names is null then to_jsonb(archived_line.entry)
                 else to_jsonb(archived_line.entry) || jsonb_build_object(
                          'old', private.sealed_columns(archived_line.salt, archived_line.names, (archived_line.entry).old),
                          'new', private.sealed_columns(archived_line.salt, archived_line.names, (archived_line.entry).new))
            end)::text;
$$;
comment on function private.archived_line is
    'A change as a line of the archive. salt, names: of whose it is, where the row is a person''s.';

-- The partition of the older changes has many months, and those that are archived already are passed over: a run may end
-- between two.
create function private.archive_next_month(name text)
returns int
language plpgsql
volatile
set search_path = ''
set timezone = 'UTC'
as $$
declare
    v_archived date;
    v_previous text;
    v_digest text;
    v_month date;
    v_part record;
    v_rows int := 0;
    v_parts int := 0;
begin
    -- Of two runs at once the second goes on from where the first came to.
    lock table private.log_archives in share row exclusive mode;
    if to_regclass(format('private.%I', archive_next_month.name)) is null then
        return null;
    end if;
    v_archived := (select max(archive.month) from private.log_archives as archive);
    v_previous := coalesce(
        (select archive.digest from private.log_archives as archive where archive.month = v_archived), '');
    v_digest := v_previous;
    execute format($query$
        select date_trunc('month', min(entry.at))::date from private.%I as entry
         where entry.at >= coalesce(($1 + interval '1 month')::date::timestamptz, '-infinity')
        $query$, archive_next_month.name)
       into v_month
      using v_archived;
    -- A month in which nothing changed is archived as well: the chain has no gap.
    v_month := coalesce(v_month, (
        select made.first_day from private.log_months() as made
         where made.name = archive_next_month.name and made.first_day > coalesce(v_archived, '-infinity')));
    if v_month is null then
        return null;
    end if;

    execute format($query$
        insert into private.log_salts (kind, person_id)
        select distinct personal.kind, entry.row_id
          from private.%I as entry
          join private.personal_columns() as personal on personal.table_name = entry.table_name
         where entry.at >= $1::timestamptz and entry.at < ($1 + interval '1 month')::date::timestamptz
           and entry.row_id is not null and personal.kind is not null
            on conflict do nothing
        $query$, archive_next_month.name)
        using v_month;
    for v_part in execute format($query$
        select string_agg(line.text, E'\n' order by line.at, line.id) as lines, count(*)::int as rows
          from (select private.archived_line(
                           entry::public.audit_log, coalesce(salted.salt, gen_random_uuid()), personal.columns) as text,
                       entry.at, entry.id, (row_number() over (order by entry.at, entry.id) - 1) / 1000 as part
                  from private.%I as entry
                  left join private.personal_columns() as personal on personal.table_name = entry.table_name
                  left join private.log_salts as salted
                    on salted.kind = personal.kind and salted.person_id = entry.row_id
                 where entry.at >= $1::timestamptz and entry.at < ($1 + interval '1 month')::date::timestamptz) as line
         group by line.part
         order by line.part
        $query$, archive_next_month.name)
        using v_month
    loop
        v_digest := private.digest_of_lines(v_digest, v_part.lines);
        v_parts := v_parts + 1;
        v_rows := v_rows + v_part.rows;
        insert into private.log_archive_parts (month, part, rows, lines, digest)
        values (v_month, v_parts, v_part.rows, v_part.lines, v_digest);
    end loop;
    insert into private.log_archives (month, rows, parts, previous, digest)
    values (v_month, v_rows, v_parts, v_previous, v_digest);
    return v_rows;
end;
$$;
comment on function private.archive_next_month is
$$Archives the first month of a partition of the audit log that is not archived yet. Gives how many changes it has, null
where there is no such month. The partition stays until private.detach_log_month takes it away.$$;

-- All who write the log wait for this, so it gives up soon, and the job tries again. `detach … concurrently` cannot be
-- used beside a default partition.
create function private.detach_log_month(name text)
returns boolean
language plpgsql
volatile
set search_path = ''
set timezone = 'UTC'
set lock_timeout = '500ms'
as $$
declare
    v_rows bigint;
    v_archived bigint;
begin
    lock table private.log_archives in share row exclusive mode;
    if to_regclass(format('private.%I', detach_log_month.name)) is null then
        return false; -- another run took it away
    end if;
    -- Nobody writes into a month that is over; who reads goes on.
    execute format('lock table private.%I in share mode', detach_log_month.name);
    execute format($query$
        select count(*), (select coalesce(sum(archive.rows), 0) from private.log_archives as archive
                           where archive.month >= date_trunc('month', min(entry.at))
                             and archive.month <= date_trunc('month', max(entry.at)))
          from private.%I as entry
        $query$, detach_log_month.name)
       into v_rows, v_archived;
    if v_rows <> v_archived then
        raise exception 'private.% has % changes, and its archive %: it is not taken away.',
            detach_log_month.name, v_rows, v_archived;
    end if;
    lock table only public.audit_log in access exclusive mode;
    execute format('alter table public.audit_log detach partition private.%I', detach_log_month.name);
    execute format('drop table private.%I', detach_log_month.name);
    return true;
end;
$$;
comment on function private.detach_log_month is
$$Takes a partition of the audit log away whose changes are all archived, and refuses where they are not. False if it is
gone already.

It waits half a second for whoever reads or writes the log, and then fails with lock_not_available: try again.$$;

create function private.archived_log(month date)
returns setof public.audit_log
language sql
stable
set search_path = ''
as $$
    select entry.*
      from private.log_archive_parts as part
     cross join lateral string_to_table(part.lines, E'\n') as line (text)
     cross join lateral jsonb_populate_record(null::public.audit_log, line.text::jsonb) as entry
     where part.month = archived_log.month
     order by entry.at, entry.id;
$$;
comment on function private.archived_log is 'The changes of an archived month, as they stood in audit_log. month: its first day.';

create function private.verify_log()
returns table (month date, part int, problem text)
language sql
stable
set search_path = ''
as $$
    -- Each part by the one before it, also over the turn of a month.
    select part.month, part.part,
           format('Its %s lines are not those that were archived.', part.rows)
      from (select kept.*,
                   coalesce(lag(kept.digest) over (partition by kept.month order by kept.part), archive.previous) as previous
              from private.log_archive_parts as kept
              join private.log_archives as archive on archive.month = kept.month) as part
     where part.digest <> private.digest_of_lines(part.previous, part.lines)
        or part.rows <> array_length(string_to_array(part.lines, E'\n'), 1)
     union all
    select archive.month, null,
           format('It has %s of %s parts.', kept.parts, archive.parts)
      from private.log_archives as archive
     cross join lateral (
           select count(*) as parts, coalesce(sum(part.rows), 0) as rows,
                  (select last.digest from private.log_archive_parts as last
                    where last.month = archive.month order by last.part desc limit 1) as digest
             from private.log_archive_parts as part
            where part.month = archive.month) as kept
     where case when kept.parts = 0 then archive.parts > 0 and not private.archive_is_over(archive.month)
                else kept.parts <> archive.parts or kept.rows <> archive.rows or kept.digest <> archive.digest end
     union all
    select archive.month, null, 'It does not follow from the month before: one is missing, or was changed.'
      from (select each_month.*, lag(each_month.digest) over (order by each_month.month) as former
              from private.log_archives as each_month) as archive
     where archive.previous <> coalesce(archive.former, '')
        or archive.parts = 0 and archive.digest <> archive.previous
     union all
    -- The last month of the chain: nothing else says that there was one.
    select first.first_day, null, 'The months before it are neither in the log nor in the archive.'
      from (select made.first_day, made.next_day from private.log_months() as made order by made.next_day limit 1) as first
     where first.first_day is not null
       and not exists (
           select from private.log_archives as archive
            where archive.month >= (first.first_day - interval '1 month')::date)
     union all
    select null, null, format('Changes may be changed or removed in %s: its trigger is not there, or off.', class.oid::regclass)
      from pg_catalog.pg_class as class
     where (class.oid in ('public.audit_log'::regclass, 'private.log_archives'::regclass, 'private.log_archive_parts'::regclass)
            or class.oid in (select part.inhrelid from pg_catalog.pg_inherits as part
                              where part.inhparent = 'public.audit_log'::regclass))
       -- Deleting, changing and truncating (8, 16 and 32), each always and without a condition.
       and coalesce((
           select bit_or(trigger.tgtype::int) from pg_catalog.pg_trigger as trigger
            where trigger.tgrelid = class.oid and trigger.tgenabled = 'A' and trigger.tgqual is null
              and trigger.tgattr = ''
              and trigger.tgfoid in ('private.keep_audit_log'::regproc, 'private.keep_log_archive'::regproc)), 0) & 56 <> 56
     union all
    select made.first_day, null, 'The months before it are not in the log.'
      from (select each_month.first_day, lag(each_month.next_day) over (order by each_month.next_day) as former
              from private.log_months() as each_month) as made
     where made.first_day <> made.former and made.first_day <= (private.clock()).today
     union all
    select null, null, 'Changes stand in the default partition: months are missing. Run the job maintain.'
     where exists (select from private.audit_log_default)
     order by 1, 2;
$$;
comment on function private.verify_log is
$$Proves the archive of the audit log by its chain of digests, and that nothing of the log can be changed. A row for each
thing that is wrong; none where all is as it was written.$$;

revoke execute on function
    private.keep_log_archive, private.archive_is_over, private.digest_of_lines, private.log_months_to_archive,
    private.personal_columns, private.sealed_value, private.sealed_columns, private.archived_line,
    private.archive_next_month, private.detach_log_month, private.archived_log, private.verify_log
    from public, anon, authenticated, service_role;
revoke all on private.log_archives, private.log_archive_parts, private.log_salts from public, anon, authenticated, service_role;
