-- Files of other programs have columns of their own: a mapping says which of them is which of ours. Some come with the
-- product, as far as their columns are published (docs/client_time.md); a firm corrects them and adds its own, and an upgrade
-- leaves what is there as it is.
create table public.import_mappings (
    name text primary key
        constraint mapping_name_is_not_blank check (name ~ '\S')
        constraint name_is_short check (private.require_line('name', name, 200)),
    kind text not null default 'time' constraint kind_is_short check (private.require_line('kind', kind, 40)),
    columns jsonb not null,
    constants jsonb not null default '{}',
    replacements jsonb not null default '{}',
    source text
        constraint mapping_source_is_not_blank check (source ~ '\S')
        constraint source_is_short check (private.require_text('source', source, 2000)),
    created_at timestamptz not null default now(),
    constraint mapping_is_short check (
        octet_length(columns::text) + octet_length(constants::text) + octet_length(replacements::text) <= 20000)
);
comment on table public.import_mappings is
$$Mappings of files of other programs: which of their columns is which of ours. The command deno task import and the console
read files by them; import_rows itself takes our columns.

Example: [{"name": "Mercy's program", "columns": {"line_id": ["Entry"], "worker_number": ["Worker"], "work_date": ["Day"],
  "hours": ["Hours"], "code": ["Type"], "approved_on": ["Approved"]}, "constants": {"system": "Mercy's program"},
  "replacements": {"code": {"ST": "regular", "OT": "regular"}}}]$$;
comment on column public.import_mappings.name is 'Name by which it is chosen.';
comment on column public.import_mappings.kind is 'The kind of import_rows that the files are of.';
comment on column public.import_mappings.columns is
    'For each of our columns the headings of theirs: {"work_date": ["Time Entry Date"]}. What several have is joined, with a slash between.';
comment on column public.import_mappings.constants is
    'Values of our columns that are the same in each row: {"system": "SAP Fieldglass"}.';
comment on column public.import_mappings.replacements is
    'For our columns what their values are here: {"code": {"OT": "regular"}}. Others stay as they are.';
comment on column public.import_mappings.source is 'Page on which their columns are published; null = the firm''s own.';
comment on constraint mapping_name_is_not_blank on public.import_mappings is
$$A mapping has a name.

Give it the name of the client's program.$$;
comment on constraint mapping_source_is_not_blank on public.import_mappings is
$$The source is blank.

Say where the columns are published, or leave it empty.$$;
comment on constraint mapping_is_short on public.import_mappings is
$$The mapping is too long.

Leave out columns and values that are not needed.$$;

alter table public.import_mappings enable row level security;

-- The first thing of a mapping that is not as it should be.
create function private.wrong_of_mapping(mapping public.import_mappings)
returns text
language sql
stable
set search_path = ''
as $$
    select case
        when not exists (select from private.import_columns(mapping.kind))
            then format('There is no import of %s.', mapping.kind)
        when jsonb_typeof(mapping.columns) <> 'object' or jsonb_typeof(mapping.constants) <> 'object'
            or jsonb_typeof(mapping.replacements) <> 'object'
            then 'A mapping has objects, whose keys are our columns.'
        else coalesce(
            (select format('There is no column %s of %s.', used.name, mapping.kind)
               from (select jsonb_object_keys(mapping.columns) union select jsonb_object_keys(mapping.constants)
                      union select jsonb_object_keys(mapping.replacements)) as used (name)
              where used.name not in (select known.name from private.import_columns(mapping.kind) as known)
              order by used.name limit 1),
            (select format('The mapping gives no list of headings for %s.', given.key)
               from jsonb_each(mapping.columns) as given
              where case when jsonb_typeof(given.value) <> 'array' then true
                         else given.value = '[]' or exists (
                             select from jsonb_array_elements(given.value) as heading (value)
                              where jsonb_typeof(heading.value) <> 'string' or heading.value #>> '{}' !~ '\S') end
              order by given.key limit 1),
            (select format('The mapping gives no text for %s.', given.key)
               from jsonb_each(mapping.constants) as given
              where jsonb_typeof(given.value) <> 'string' or given.value #>> '{}' !~ '\S'
              order by given.key limit 1),
            (select format('The mapping gives both headings and a value for %s.', given.key)
               from jsonb_each(mapping.constants) as given
              where mapping.columns ? given.key
              order by given.key limit 1),
            (select format('The mapping replaces values of %s by what is no text.', given.key)
               from jsonb_each(mapping.replacements) as given
              where case when jsonb_typeof(given.value) <> 'object' then true
                         else exists (
                             select from jsonb_each(given.value) as pair
                              where jsonb_typeof(pair.value) <> 'string') end
              order by given.key limit 1),
            (select format('Neither a heading nor a value is given for %s, which must have one.', known.name)
               from private.import_columns(mapping.kind) as known
              where known.is_required and not mapping.columns ? known.name and not mapping.constants ? known.name
              order by known.place limit 1))
        end;
$$;
comment on function private.wrong_of_mapping is 'The first thing that is wrong with a mapping, in words; null = nothing.';

-- Security definer: whoever writes it need not be allowed to ask what columns there are.
create function private.guard_import_mapping()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_wrong constant text := private.wrong_of_mapping(new);
begin
    if v_wrong is not null then
        perform private.refuse(
            400, 'import_mapping_not_valid', v_wrong,
            'Give for each of our columns a list of headings, or one value for all rows.');
    end if;
    return new;
end;
$$;
comment on function private.guard_import_mapping is 'Trigger: a mapping names columns of its kind, and all that the kind must have.';

create trigger import_mappings_name_columns
    before insert or update on public.import_mappings
    for each row when (
        new.kind is not null and new.columns is not null and new.constants is not null and new.replacements is not null)
    execute function private.guard_import_mapping();

insert into public.import_mappings (name, kind, columns, constants, replacements, source)
values
    ('SAP Fieldglass, report of time sheets', 'time',
     '{"line_id": ["Time Sheet ID", "Time Entry Date", "Rate Component Code", "Cost Center"],
       "worker_number": ["Worker ID"], "work_date": ["Time Entry Date"],
       "hours": ["Time Sheet Billable Hours (by Rate Category)"], "code": ["Rate Component Code"],
       "cost_centre": ["Cost Center"], "approved_on": ["Time Sheet Approved Date"]}',
     '{"system": "SAP Fieldglass"}',
     '{"code": {"ST": "regular", "OT": "regular", "DT": "regular"}}',
     'https://dewintergroup.helpdocsite.com/vms-exchange2/vms-fieldglass-set-up'),
    ('Beeline, Timesheet Base Report', 'time',
     '{"line_id": ["Operational Timesheet - Timesheet Header ID", "Work Date", "Earning Code - Code"],
       "worker_number": ["Contractor - User Name"], "assignment_number": ["Assignment - ID"], "work_date": ["Work Date"],
       "hours": ["Operational Timesheets - Units"], "code": ["Earning Code - Code"],
       "approved": ["Timesheets Status - Name"]}',
     '{"system": "Beeline"}',
     '{"approved": {"Approved": "yes", "Locked": "yes", "Submitted": "no"},
       "code": {"RT": "regular", "OT": "regular", "DT": "regular"}}',
     'https://dewintergroup.helpdocsite.com/bullhorn-support5/vms-beeline-set-up');

revoke execute on function private.wrong_of_mapping, private.guard_import_mapping
    from public, anon, authenticated, service_role;
