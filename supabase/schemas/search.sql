-- Finding people, facilities, assignments and numbers from anywhere. Each kind is found by an index of its own.

create function private.searched_parts(text text)
returns text[]
language sql
stable
set search_path = ''
as $$
    select array_agg(case when length(word) < 3 then '% ' else '%' end || word || '%' order by length(word) desc, word)
      from regexp_split_to_table(btrim(private.searched_name(searched_parts.text)), ' ') as word
     where word <> '';
$$;
comment on function private.searched_parts is
$$A pattern for each word that somebody types, to be met by a search_name in any order, the longest first.

A word of one or two letters has to begin a word: parts of two letters are in nearly every name. Null without a word.$$;

-- The running number is looked up as the whole number of each year from the first that private.is_plausible_day allows, by
-- the index that keeps numbers unique.
create function private.searched_numbers(text text)
returns text[]
language sql
stable
set search_path = ''
as $$
    select array_agg(number)
      from (select btrim(searched_numbers.text)
             union
            select upper(btrim(searched_numbers.text))
             union
            select format('%s-%s-%s', series.prefix, year,
                          lpad(digits.number, greatest(6, length(digits.number)), '0'))
              from public.organization_settings as settings
             cross join unnest(array[settings.invoice_number_prefix, settings.credit_note_number_prefix]) as series (prefix)
             cross join private.clock() as clock
             cross join generate_series(2000, extract(year from clock.business_date)::int + 1) as year
             cross join (select ltrim(btrim(searched_numbers.text), '0')) as digits (number)
             where series.prefix is not null and btrim(searched_numbers.text) ~ '^[0-9]{1,18}$') as searched (number);
$$;
comment on function private.searched_numbers is
    'The numbers of invoices and credit notes that somebody may mean: as typed, in capitals, and of each year that ends in the digits.';

-- Words may name the person and the facility together: "silva boulder". Where no word names a facility, or there is one word
-- alone, the assignments of the people and facilities that are found say all.
create function private.searched_assignments(parts text[], contractor_ids uuid[], facility_ids uuid[], most int)
returns table (id uuid, contractor_name text, facility_name text, start_date date)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_facility_ids uuid[] := '{}';
    v_ids uuid[] := '{}';
begin
    if cardinality(searched_assignments.parts) > 1 then
        v_facility_ids := array(
            select facility.id
              from public.facilities as facility
             where facility.search_name like any (searched_assignments.parts));
    end if;
    if v_facility_ids <> '{}' then
        v_ids := array(
            select assignment.id
              from (select contractor.id, contractor.search_name
                      from public.contractors as contractor
                     where contractor.search_name like any (array(
                           select part from unnest(searched_assignments.parts) as part where part not like '% %'))
                     order by contractor.created_at desc, contractor.id
                     limit 2000) as named
              join public.assignments as assignment on assignment.contractor_id = named.id
              join public.facilities as facility on facility.id = assignment.facility_id
             where assignment.facility_id = any (v_facility_ids)
               and named.search_name || facility.search_name like all (searched_assignments.parts));
    end if;
    return query
    select assignment.id, contractor.first_name || ' ' || contractor.last_name, facility.name, assignment.start_date
      from public.assignments as assignment
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     where assignment.id = any (v_ids)
        or assignment.contractor_id = any (searched_assignments.contractor_ids)
        or assignment.facility_id = any (searched_assignments.facility_ids)
     order by assignment.start_date desc, assignment.id
     limit searched_assignments.most;
end;
$$;
comment on function private.searched_assignments is
$$The newest assignments of the given people and facilities, and those whose person and facility are together named by all
parts (private.searched_parts): of people whom one word names among the newest 2,000, since "maria" alone may be as many.$$;

-- Security definer: row level security keeps a trigram index from being used, since LIKE is not leakproof.
create function private.search(text text)
returns table (kind text, id uuid, name text, facility_name text, state text, on_date date, amount numeric,
    invoice_id uuid)
language plpgsql
stable
security definer
set search_path = ''
set jit = off
as $$
declare
    c_most constant int := 7;
    v_typed constant text := btrim(search.text);
    v_name text;
    v_parts text[];
    v_numbers text[];
    v_contractor_ids uuid[];
    v_facility_ids uuid[];
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('text', search.text));
    if length(v_typed) > 200 then
        perform private.refuse(
            400, 'search_too_long',
            format('A search takes at most 200 letters, and these are %s.', length(v_typed)),
            'Give part of a name, or a number.');
    end if;
    v_parts := private.searched_parts(v_typed);
    if v_parts is null then
        return;
    end if;
    v_name := private.searched_name(v_typed);
    v_numbers := private.searched_numbers(v_typed);
    v_contractor_ids := array(
        select found.id
          from public.contractors as found
         where found.search_name like v_parts[1] and found.search_name like all (v_parts)
         order by found.search_name = v_name desc, found.created_at desc, found.id
         limit c_most);
    v_facility_ids := array(
        select found.id
          from public.facilities as found
         where found.search_name like v_parts[1] and found.search_name like all (v_parts)
         order by found.search_name = v_name desc, found.created_at desc, found.id
         limit c_most);

    return query
    select 'contractor', found.id, found.first_name || ' ' || found.last_name, null::text,
           case when found.is_active then 'active' else 'inactive' end, null::date, null::numeric, null::uuid
      from public.contractors as found
     where found.id = any (v_contractor_ids)
     order by array_position(v_contractor_ids, found.id);

    return query
    select 'candidate', found.id, found.first_name || ' ' || found.last_name, null::text, found.status, null::date,
           null::numeric, null::uuid
      from public.candidates as found
     where found.search_name like v_parts[1] and found.search_name like all (v_parts)
       and not exists (select from public.contractors as hired where hired.candidate_id = found.id)
     order by found.search_name = v_name desc, found.created_at desc, found.id
     limit c_most;

    return query
    select 'facility', found.id, found.name, found.name, case when found.is_active then 'active' else 'inactive' end,
           null::date, null::numeric, null::uuid
      from public.facilities as found
     where found.id = any (v_facility_ids)
     order by array_position(v_facility_ids, found.id);

    return query
    select 'assignment', found.id, found.contractor_name, found.facility_name, null::text, found.start_date,
           null::numeric, null::uuid
      from private.searched_assignments(v_parts, v_contractor_ids, v_facility_ids, c_most) as found;

    return query
    select 'invoice', found.id, found.number, facility.name, found.status, found.issue_date, found.total, found.id
      from public.invoices as found
      join public.facilities as facility on facility.id = found.facility_id
     where found.number = any (v_numbers)
     order by found.number = v_typed desc, found.issue_date desc, found.id
     limit c_most;

    return query
    select 'credit_note', found.id, found.number, facility.name, null::text, found.issued_on, found.amount,
           found.invoice_id
      from public.credit_notes as found
      join public.facilities as facility on facility.id = found.facility_id
     where found.number = any (v_numbers)
     order by found.number = v_typed desc, found.issued_on desc, found.id
     limit c_most;

    return query
    select 'check', found.id, btrim(found.check_number), facility.name, found.status, found.received_on, found.amount,
           null::uuid
      from public.checks as found
      join public.facilities as facility on facility.id = found.facility_id
     where btrim(found.check_number) = v_typed
     order by found.received_on desc, found.id
     limit c_most;

    return query
    select 'order', found.id, found.number, facility.name, null::text, found.ends_on, found.amount, null::uuid
      from public.purchase_orders as found
      join public.facilities as facility on facility.id = found.facility_id
     where private.searched_name(found.number) like v_parts[1]
       and private.searched_name(found.number) like all (v_parts)
     order by found.number = v_typed desc, found.created_at desc, found.id
     limit c_most;
end;
$$;
comment on function private.search is 'The logic of public.search.';

create function public.search(text text)
returns table (kind text, id uuid, name text, facility_name text, state text, on_date date, amount numeric,
    invoice_id uuid)
language sql stable set search_path = ''
as $$ select * from private.search(text); $$;
comment on function public.search is
$$Finds people, facilities, assignments and numbers by what somebody types.

Names are found by words and parts of words, in any order, whatever their case and accents: "silva lu" finds Luís Silva. A
word of one or two letters begins a word. An assignment is found by the names of its contractor and facility together.
Invoices and credit notes are found by their number or its last digits ("61" is INV-2026-000061, and that of other years),
checks by their number, orders by parts of theirs.

kind is one of contractor, candidate, facility, assignment, invoice, credit_note, check, order. A candidate who was hired is
found as a contractor. name: the person, the facility, or the number; of an assignment the contractor. state: active or
inactive, or the status. on_date: the day an
assignment starts, an invoice or a credit note was issued, a check was received, an order ends. amount: of an invoice its
total. invoice_id: the invoice, or the one that a credit note is of.

May be called with GET.

Pages: order=kind,id.

Who: active staff, whatever their role.

Arguments:
text: what to look for, at most 200 letters.

Result: at most seven of a kind, the one that is exactly so first, then the newest.

Errors: staff_only, argument_missing, search_too_long.

Example: {"text": "silva"}$$;

revoke execute on function
    private.searched_parts, private.searched_numbers, private.searched_assignments, private.search, public.search
    from public, anon, authenticated, service_role;
grant execute on function private.search, public.search to authenticated, service_role;
