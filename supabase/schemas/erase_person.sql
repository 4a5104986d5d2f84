-- Erases somebody: what nobody has to keep at once, the rest on its day, by the job.

-- 29 CFR 516.2(a) says what records of pay name: name, address, birth, occupation, hours and wages. docs/log.md has how
-- long the laws ask for them.
create function private.records_of_pay_are_kept_for()
returns interval
language sql
stable
set search_path = ''
as $$
    select make_interval(months => max(private.retention_of(kept.kind)))
      from public.retention as kept
     where kept.kind not in ('recent_log', 'credentials');
$$;
comment on function private.records_of_pay_are_kept_for is
    'Time for which name and address of who was paid are kept, from the last day that they worked or were paid for: the longest retention.';

create function private.last_day_of_pay(contractor_id uuid)
returns date
language sql
stable
set search_path = ''
as $$
    select greatest(
        (select max(entry.work_date)
           from public.time_entries as entry
           join public.assignments as assignment on assignment.id = entry.assignment_id
          where assignment.contractor_id = last_day_of_pay.contractor_id and entry.approved_at is not null),
        (select max(greatest(period.period_end, coalesce(batch.pay_date, period.pay_date)))
           from public.payroll_items as item
           join public.payroll_batches as batch on batch.id = item.payroll_batch_id
           join public.payroll_periods as period on period.id = batch.payroll_period_id
          where item.contractor_id = last_day_of_pay.contractor_id and batch.status = 'closed'));
$$;
comment on function private.last_day_of_pay is 'The last day that a contractor worked, or was paid on; null of who never was.';

create function private.open_of_person(kind text, person_id uuid)
returns text[]
language sql
stable
set search_path = ''
as $$
    select array_remove(case open_of_person.kind
        when 'candidate' then array[
            (select 'the candidate is ' || candidate.status
               from public.candidates as candidate
              where candidate.id = open_of_person.person_id
                and candidate.status in ('applied', 'screening', 'offered'))]
        when 'contractor' then array[
            (select 'the contractor is active'
               from public.contractors as contractor
              where contractor.id = open_of_person.person_id and contractor.is_active),
            (select private.counted(count(*), 'assignment', 'assignments') || ' not ended'
               from public.assignments as assignment
              where assignment.contractor_id = open_of_person.person_id
                and coalesce(assignment.end_date, 'infinity') >= (private.clock()).business_date
             having count(*) > 0),
            (select private.counted(count(*), 'time entry', 'time entries') || ' not approved'
               from public.time_entries as entry
               join public.assignments as assignment on assignment.id = entry.assignment_id
              where assignment.contractor_id = open_of_person.person_id
                and entry.approved_at is null and entry.set_aside_at is null
             having count(*) > 0),
            (select private.counted(count(*), 'time entry', 'time entries') || ' not billed'
               from private.unbilled_entries as entry
               join public.assignments as assignment on assignment.id = entry.assignment_id
              where assignment.contractor_id = open_of_person.person_id
             having count(*) > 0),
            (select 'pay that is due'
              where exists (select from private.due_marks as mark
                             where mark.contractor_id = open_of_person.person_id)),
            (select private.counted(count(*), 'payroll batch', 'payroll batches') || ' not closed'
               from public.payroll_items as item
               join public.payroll_batches as batch on batch.id = item.payroll_batch_id
              where item.contractor_id = open_of_person.person_id
                and batch.status in ('draft', 'in_review', 'approved')
             having count(*) > 0),
            (select 'pay that was overpaid and not given back'
              where exists (select from private.overpayment_ledger(array[open_of_person.person_id]) as ledger
                             where ledger.free + ledger.held > 0))]
        when 'staff_member' then array[
            (select 'the staff member is active'
               from public.staff_members as member
              where member.id = open_of_person.person_id and member.is_active)]
        else array[
            (select 'the contact is active'
               from public.facility_contacts as contact
              where contact.id = open_of_person.person_id and contact.is_active)]
        end, null);
$$;
comment on function private.open_of_person is 'Things that are still open of somebody, in words: they are not erased before these are settled.';

-- A firm of one works, too.
create function private.is_only_admin(user_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
    select not exists (
        select from public.staff_members as member
         where member.is_active and 'admin' = any (member.roles) and member.user_id <> is_only_admin.user_id);
$$;
comment on function private.is_only_admin is 'True if nobody else is an active admin who signs in.';

-- A contractor and the candidate whom they were hired as are one person.
create function private.others_than(kind text, person_id uuid)
returns table (name text, email text)
language sql
stable
set search_path = ''
as $$
    select person.name, person.email
      from private.people as person
     where (person.kind, person.row_id) <> (others_than.kind, others_than.person_id)
       and not exists (select from public.contractors as own
                        where person.kind = 'contractor' and own.id = person.row_id
                          and own.candidate_id = others_than.person_id)
     union all
    select candidate.first_name || ' ' || candidate.last_name, candidate.email
      from public.candidates as candidate
     where candidate.id <> others_than.person_id
       and not exists (select from public.contractors as own
                        where own.id = others_than.person_id and own.candidate_id = candidate.id);
$$;
comment on function private.others_than is 'Everybody of the firm but one person, candidates too.';

-- Names that somebody else has, too, or that stand in a longer name, are nobody's to look for; nor what the firm or a
-- facility says of itself, such as Accounts Payable.
create function private.names_another(name text, kind text, person_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (
            select from private.others_than(names_another.kind, names_another.person_id) as other
             where strpos(lower(other.name), lower(names_another.name)) > 0)
        or exists (
            select from public.facilities as facility
             where strpos(lower(concat_ws(' ', facility.name, facility.billing_name, facility.billing_address)),
                          lower(names_another.name)) > 0);
$$;
comment on function private.names_another is 'True if somebody else of the firm, or a facility, has the same name or a longer one with it.';

create function private.is_address_of_another(email text, kind text, person_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
    select exists (select from public.facilities as facility
                    where lower(facility.billing_email) = lower(is_address_of_another.email))
        or exists (select from public.mail_settings as settings
                    where lower(is_address_of_another.email) in (lower(settings.from_address), lower(settings.reply_to)))
        or exists (select from private.others_than(is_address_of_another.kind, is_address_of_another.person_id) as other
                    where lower(other.email) = lower(is_address_of_another.email));
$$;
comment on function private.is_address_of_another is
    'True if mail of somebody else goes to an address, or of the firm or a facility.';

-- The log of somebody's own row has what they were called before, until it is erased there.
create function private.note_words(erasure public.erasures, table_name text, row_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
    with said as (
        select distinct field.name, field.value
          from public.audit_log as entry
         cross join lateral (values (entry.old), (entry.new)) as side (columns)
         cross join lateral jsonb_each_text(side.columns) as field (name, value)
         where entry.table_name = note_words.table_name and entry.row_id = note_words.row_id
           and field.name in ('first_name', 'last_name', 'name', 'email', 'phone') and field.value is not null
         union
        select field.name, field.value
          from (select to_jsonb(candidate) from public.candidates as candidate
                 where note_words.table_name = 'candidates' and candidate.id = note_words.row_id
                 union all
                select to_jsonb(contractor) from public.contractors as contractor
                 where note_words.table_name = 'contractors' and contractor.id = note_words.row_id
                 union all
                select jsonb_build_object('phone', details.phone) from public.contractor_details as details
                 where note_words.table_name = 'contractors' and details.contractor_id = note_words.row_id
                 union all
                select to_jsonb(member) from public.staff_members as member
                 where note_words.table_name = 'staff_members' and member.id = note_words.row_id
                 union all
                select to_jsonb(contact) from public.facility_contacts as contact
                 where note_words.table_name = 'facility_contacts' and contact.id = note_words.row_id) as kept (columns)
         cross join lateral jsonb_each_text(kept.columns) as field (name, value)
         where field.name in ('first_name', 'last_name', 'name', 'email', 'phone') and field.value is not null
    ), name as (
        select said.value as said, said.value as word from said where said.name = 'name'
         union
        select first.value || ' ' || last.value, form.word
          from said as first
          join said as last on last.name = 'last_name'
         cross join lateral (values (first.value || ' ' || last.value),
                                    (last.value || ', ' || first.value)) as form (word)
         where first.name = 'first_name'
    )
    insert into private.words_to_erase (erasure_id, word, is_name)
    select (erasure).id, name.word, true
      from name
     where name.said ~ '\S \S' -- a single word means too much
       and name.said not like 'Erased %'
       and not private.names_another(name.said, (erasure).kind, (erasure).person_id)
     union
    select (erasure).id, said.value, false
      from said
     where said.name in ('email', 'phone') and length(said.value) >= 7 -- shorter ones stand in other words
       and said.value not like '%@erased.invalid'
       and not private.is_address_of_another(said.value, (erasure).kind, (erasure).person_id)
        on conflict do nothing;
$$;
comment on function private.note_words is
    'Notes the names, addresses of mail and phones to look for of somebody: of their row, and of what the log has of it.';

create function private.erase_candidate(candidate_id uuid, place text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    delete from private.log_salts as salted
     where salted.kind = 'candidate' and salted.person_id = erase_candidate.candidate_id;
    delete from public.notes as note where note.about = 'candidate' and note.about_id = erase_candidate.candidate_id;
    perform private.erase_credentials(erase_candidate.candidate_id, null);
    delete from public.candidates as candidate
     where candidate.id = erase_candidate.candidate_id and candidate.hired_at is null;
    update public.candidates as candidate
       set first_name = split_part(erase_candidate.place, ' ', 1),
           last_name = split_part(erase_candidate.place, ' ', 2),
           email = private.erased_email(erase_candidate.place), phone = null, specialty = null
     where candidate.id = erase_candidate.candidate_id;
    perform private.erase_in_log('candidates', erase_candidate.candidate_id, jsonb_build_object(
        'first_name', split_part(erase_candidate.place, ' ', 1), 'last_name', split_part(erase_candidate.place, ' ', 2),
        'search_name', lower(erase_candidate.place),
        'email', private.erased_email(erase_candidate.place), 'phone', null, 'specialty', null));
end;
$$;
comment on function private.erase_candidate is 'Removes a candidate, or what is kept of one who was hired, but for the number.';

create function private.erased_email(place text)
returns text
language sql
immutable
set search_path = ''
as $$
    select lower(replace(erased_email.place, ' ', '-')) || '@erased.invalid';
$$;
comment on function private.erased_email is 'The address that stands in place of an erased one: no mail goes to it (RFC 2606).';

-- Nobody has to keep them once the person is gone, and health and background checks least of all.
create function private.erase_credentials(candidate_id uuid, contractor_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_ids uuid[];
begin
    delete from public.credentials as credential
     where credential.candidate_id = erase_credentials.candidate_id
        or credential.contractor_id = erase_credentials.contractor_id;
    -- Those that went before, too.
    v_ids := array(
        select distinct entry.row_id
          from public.audit_log as entry
         where entry.table_name = 'credentials'
           and coalesce(entry.old ->> 'candidate_id', entry.new ->> 'candidate_id',
                        entry.old ->> 'contractor_id', entry.new ->> 'contractor_id')
               in (erase_credentials.candidate_id::text, erase_credentials.contractor_id::text));
    perform private.erase_in_log('credentials', gone.id, jsonb_build_object(
                'credential_kind_id', null, 'number', null, 'issued_on', null, 'expires_on', null, 'verified_at', null,
                'verified_by', null, 'document_url', null))
       from unnest(v_ids) as gone (id);
    -- An alert is named by the last day. One that is being sent is settled yet, under another name.
    perform private.erase_in_log('outbox', told.id, '{"step": null}')
       from (select distinct entry.row_id
               from public.audit_log as entry
              where entry.table_name = 'outbox'
                and coalesce(entry.old, entry.new) ->> 'kind' = 'credential_alert'
                and coalesce(entry.old, entry.new) ->> 'subject_id' = any (v_ids::text[])) as told (id);
    delete from private.outbox as message
     where message.kind = 'credential_alert' and message.subject_id = any (v_ids) and message.status <> 'sending';
    update private.outbox as message
       set step = message.id
     where message.kind = 'credential_alert' and message.subject_id = any (v_ids);
end;
$$;
comment on function private.erase_credentials is
    'Removes the credentials of a candidate or contractor, their alerts, and what the log has of both.';

-- Sign-in, mail, phone, notes and credentials: of whoever is erased.
create function private.erase_at_once(erasure public.erasures, place text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_kind constant text := (erasure).kind;
    v_id constant uuid := (erasure).person_id;
    v_email constant text := private.erased_email(erase_at_once.place);
    v_person private.people;
    v_candidate uuid;
begin
    delete from private.log_salts as salted where salted.kind = v_kind and salted.person_id = v_id;
    perform private.note_words(erasure, personal.table_name, v_id)
       from private.personal_columns() as personal where personal.kind = v_kind;
    if v_kind = 'candidate' then
        perform private.erase_candidate(v_id, erase_at_once.place);
    else
        v_person := private.require_person(v_kind, v_id);
        -- Old rows may have none, and have to have a name or a user.
        update public.staff_members as member
           set name = erase_at_once.place where v_kind = 'staff_member' and member.id = v_id and member.name is null;
        update public.facility_contacts as contact
           set name = erase_at_once.place where v_kind = 'facility_contact' and contact.id = v_id and contact.name is null;
        if v_person.user_id is not null then
            perform private.sign_out_user(v_person.user_id);
            perform private.link_person(v_kind, v_id, null);
        end if;
        perform private.void_invitation(v_kind, v_id, 'changed');
        update private.user_links as link set email = null where link.kind = v_kind and link.row_id = v_id;
        if v_kind = 'contractor' then
            select contractor.candidate_id into v_candidate
              from public.contractors as contractor where contractor.id = v_id;
            update public.contractors as contractor set email = v_email where contractor.id = v_id;
            update public.contractor_details as details set phone = null where details.contractor_id = v_id;
            perform private.erase_credentials(null, v_id);
            delete from public.notes as note
             where note.about = 'contractor' and note.about_id = v_id
                or note.about = 'assignment' and note.about_id in (
                    select assignment.id from public.assignments as assignment where assignment.contractor_id = v_id);
            perform private.erase_in_log('contractors', v_id, jsonb_build_object('email', v_email));
            if v_candidate is not null then
                perform private.note_words(erasure, 'candidates', v_candidate);
                perform private.erase_candidate(v_candidate, erase_at_once.place);
            end if;
        end if;
    end if;
    update private.outbox as message
       set recipient = v_email, mail = null, attachment = null
      from private.words_to_erase as word
     where word.erasure_id = (erasure).id and word.word like '%@%' and not word.is_name
       and lower(message.recipient) = lower(word.word) and message.status in ('sent', 'failed', 'dropped');
end;
$$;
comment on function private.erase_at_once is
    'Erases what nobody has to keep of somebody: sign-in, mail, phone, notes, credentials, and what they were as a candidate.';

-- Name and address.
create function private.erase_rest(erasure public.erasures, place text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_kind constant text := (erasure).kind;
    v_id constant uuid := (erasure).person_id;
    v_email constant text := private.erased_email(erase_rest.place);
begin
    delete from private.log_salts as salted where salted.kind = v_kind and salted.person_id = v_id; -- of months archived since
    perform private.note_words(erasure, personal.table_name, v_id)
       from private.personal_columns() as personal where personal.kind = v_kind and v_kind <> 'candidate';
    insert into private.words_to_erase (erasure_id, word)
    select (erasure).id, number.word
      from public.contractors as contractor
     cross join unnest(array[contractor.external_number, contractor.payroll_number]) as number (word)
     where v_kind = 'contractor' and contractor.id = v_id and length(number.word) >= 7
        on conflict do nothing;

    if v_kind = 'contractor' then
        perform private.erase_credentials(null, v_id); -- a restore may bring some, or somebody who did not wait for the first part
        delete from public.contractor_details as details where details.contractor_id = v_id;
        update public.contractors as contractor
           set first_name = split_part(erase_rest.place, ' ', 1), last_name = split_part(erase_rest.place, ' ', 2),
               email = v_email, external_number = null, payroll_number = null
         where contractor.id = v_id;
        perform private.erase_in_log('contractors', v_id, jsonb_build_object(
            'first_name', split_part(erase_rest.place, ' ', 1), 'last_name', split_part(erase_rest.place, ' ', 2),
            'search_name', lower(erase_rest.place),
            'email', v_email, 'external_number', null, 'payroll_number', null));
    elsif v_kind = 'staff_member' then
        update public.staff_members as member set name = erase_rest.place, email = null where member.id = v_id;
        perform private.erase_in_log('staff_members', v_id, jsonb_build_object('name', erase_rest.place, 'email', null));
    elsif v_kind = 'facility_contact' then
        update public.facility_contacts as contact set name = erase_rest.place, email = null where contact.id = v_id;
        perform private.erase_in_log(
            'facility_contacts', v_id, jsonb_build_object('name', erase_rest.place, 'email', null));
    end if;
    update private.user_links as link
       set name = erase_rest.place, email = null
     where link.kind = v_kind and link.row_id = v_id;
end;
$$;
comment on function private.erase_rest is 'Erases name and address of somebody, in their own rows and in the log of these.';

create function private.carry_out_erasure(erasure public.erasures)
returns public.erasures
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_clock constant record := private.clock();
    v_place constant text := 'Erased ' || (erasure).number;
    v_last_day constant date := case
        when (erasure).kind = 'contractor' then private.last_day_of_pay((erasure).person_id) end;
    v_after public.erasures;
begin
    update public.erasures as one
       set confirmed_at = v_clock.at,
           confirmed_by = private.user_id(),
           due_on = greatest(v_clock.business_date,
                             coalesce((v_last_day + private.records_of_pay_are_kept_for())::date, v_clock.business_date))
     where one.id = (erasure).id
    returning one.* into v_after;
    perform private.begin_erasing();
    perform private.erase_at_once(v_after, v_place);
    if v_after.due_on <= v_clock.business_date then
        perform private.erase_rest(v_after, v_place);
    end if;
    perform private.end_erasing();
    return v_after;
end;
$$;
comment on function private.carry_out_erasure is 'Erases what goes at once of somebody, and says on which day the rest does.';

create function private.require_erasable(kind text, id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_open text[];
    v_candidate uuid;
begin
    if require_erasable.kind = 'candidate' then
        perform from public.candidates as candidate where candidate.id = require_erasable.id for update;
        if not found then
            perform private.refuse(
                404, 'candidate_not_found',
                format('There is no candidate %s.', require_erasable.id), 'Look the candidate up in the list.');
        end if;
        if exists (select from public.contractors as contractor where contractor.candidate_id = require_erasable.id) then
            perform private.refuse(
                409, 'candidate_hired',
                'The candidate was hired: what is kept of them is kept of the contractor.', 'Choose the contractor instead.');
        end if;
    else
        perform private.require_kind(require_erasable.kind);
        if require_erasable.kind = 'contractor' then
            select contractor.candidate_id into v_candidate
              from public.contractors as contractor where contractor.id = require_erasable.id;
            perform from public.candidates as candidate where candidate.id = v_candidate for update;
        end if;
        perform private.require_person(require_erasable.kind, require_erasable.id);
    end if;
    v_open := private.open_of_person(require_erasable.kind, require_erasable.id);
    if cardinality(v_open) > 0 then
        perform private.refuse(
            409, 'person_has_open_things',
            format('Something is still open: %s.', array_to_string(v_open, ', ')), 'Close that first.');
    end if;
end;
$$;
comment on function private.require_erasable is
    'Locks somebody who is to be erased; raises 404 when there is none, 409 while something of theirs is open.';

-- Security definer: nobody who is signed in writes erasures, or the log.
create function private.erase_person(kind text, id uuid, reason text)
returns public.erasures
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_user constant uuid := private.user_id();
    v_before public.erasures;
    v_after public.erasures;
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object(
        'kind', erase_person.kind, 'id', erase_person.id, 'reason', erase_person.reason));
    select one.* into v_before
      from public.erasures as one
     where one.kind = erase_person.kind and one.person_id = erase_person.id;
    if v_before.confirmed_at is not null then
        return v_before;
    end if;
    perform private.require_erasable(erase_person.kind, erase_person.id);
    -- Of two at once, the second waits above until the first is through.
    select one.* into v_before
      from public.erasures as one
     where one.kind = erase_person.kind and one.person_id = erase_person.id
       for no key update;
    v_after := v_before;
    if not found then
        insert into public.erasures as one (kind, person_id, reason, requested_at, requested_by)
        values (erase_person.kind, erase_person.id, erase_person.reason, (private.clock()).at, v_user)
        returning one.* into v_after;
    end if;
    if v_after.confirmed_at is null
        and (v_user is null or v_user is distinct from v_after.requested_by or private.is_only_admin(v_user)) then
        v_after := private.carry_out_erasure(v_after);
    end if;
    if v_after is distinct from v_before then
        perform private.audit(
            'erase_person', 'erasures', v_after.id,
            case when v_before.id is not null then to_jsonb(v_before) end, to_jsonb(v_after));
    end if;
    return v_after;
end;
$$;
comment on function private.erase_person is 'The logic of public.erase_person.';

create function public.erase_person(kind text, id uuid, reason text)
returns public.erasures language sql volatile set search_path = ''
as $$ select private.erase_person(kind, id, reason); $$;
comment on function public.erase_person is
$$Erases somebody who asks to be forgotten: a first admin asks for it, and a second one confirms it by the same call.

At once go sign-in, mail, phone, notes and credentials, and whatever was kept of a candidate. Of a contractor who worked or was paid,
name and address stay as long as records of pay are kept (29 CFR 516.2(a)), until due_on; of everybody else they go at
once. The job lock-ended erases the rest on its day, also where other rows or the log say it. Amounts stay, under a
number: "Erased 12". What is printed or handed over again afterwards says the number, and so is another file than before.

The secret key and the owner need no second person, nor does the only admin of a firm.

Who: admin.

Arguments:
kind: one of candidate, contractor, staff_member, facility_contact.
id: the row in that table. Not while something is open: active, placed, unpaid, unbilled or overpaid.
reason: such as the day and the way of the request. It says no name: the list of erasures is kept.

Result: the erasure; confirmed_at is null while it waits for a second admin. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, kind_unknown, candidate_not_found, candidate_hired, person_not_found,
person_has_open_things.

Example: {"kind": "contractor", "id": "$former_contractor_id", "reason": "By letter of March 2."}$$;

-- Pay since the erasure puts it off, and so does anything that is open again.
create function private.erase_one(erasure public.erasures, today date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_place constant text := 'Erased ' || (erasure).number;
    v_due_on constant date := case when (erasure).kind <> 'contractor' then (erasure).due_on else greatest(
        (erasure).due_on,
        (private.last_day_of_pay((erasure).person_id) + private.records_of_pay_are_kept_for())::date) end;
    v_is_due constant boolean := v_due_on <= erase_one.today;
    v_open constant text[] := private.open_of_person((erasure).kind, (erasure).person_id);
    v_words text[];
begin
    if v_is_due and cardinality(v_open) > 0 then
        raise exception 'Something is open again: %.', array_to_string(v_open, ', ');
    end if;
    perform private.begin_erasing();
    if v_is_due then
        perform private.erase_rest(erasure, v_place);
        perform private.erase_names_of_pay((erasure).person_id, v_place);
    end if;
    -- Somebody may have come since who has the name.
    delete from private.words_to_erase as word
     where word.erasure_id = (erasure).id and v_is_due and word.is_name
       and private.names_another(
               regexp_replace(word.word, '^(.*), (.*)$', '\2 \1'), (erasure).kind, (erasure).person_id);
    select array_agg(word.word order by length(word.word) desc, word.word) into v_words
      from private.words_to_erase as word
     where word.erasure_id = (erasure).id and (v_is_due or not word.is_name);
    if v_words is not null then
        perform private.erase_words(v_words, v_place);
    end if;
    delete from private.words_to_erase as word
     where word.erasure_id = (erasure).id and (v_is_due or not word.is_name);
    update public.erasures as one
       set due_on = v_due_on, problem = null, erased_at = case when v_is_due then (private.clock()).at end
     where one.id = (erasure).id;
    perform private.end_erasing();
end;
$$;
comment on function private.erase_one is
    'Looks for what other texts say of somebody who is being erased, and erases the rest of them once their day has come.';

-- For the job, in a transaction of its own. Whoever cannot be erased keeps nobody else waiting.
create function private.erase_due(today date)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_erasure public.erasures;
    v_count integer := 0;
begin
    for v_erasure in
        select erasure.*
          from public.erasures as erasure
         where erasure.erased_at is null
           and (erasure.due_on <= erase_due.today
                or exists (select from private.words_to_erase as word
                            where word.erasure_id = erasure.id and not word.is_name))
         order by erasure.id
           for no key update skip locked
    loop
        begin
            perform private.erase_one(v_erasure, erase_due.today);
            v_count := v_count + 1;
        exception when others then
            raise warning 'Erased % is not erased yet: %', v_erasure.number, sqlerrm;
            update public.erasures as one set problem = left(sqlerrm, 2000) where one.id = v_erasure.id;
        end;
    end loop;
    return v_count;
end;
$$;
comment on function private.erase_due is
    'Erases the rest of those whose day has come, and looks for what other texts say of whoever is being erased; answers of how many. Of whom it cannot, erasures.problem says why.';

-- A restore brings back whoever was erased since the backup.
create function private.replay_erasures(erasures jsonb)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_row public.erasures;
    v_count integer := 0;
begin
    for v_row in
        select copied.* from jsonb_populate_recordset(null::public.erasures, replay_erasures.erasures) as copied
         where copied.confirmed_at is not null
           and not exists (select from public.erasures as known
                            where known.kind = copied.kind and known.person_id = copied.person_id
                              and known.confirmed_at is not null)
         order by copied.number
    loop
        delete from public.erasures as known
         where known.kind = v_row.kind and known.person_id = v_row.person_id;
        insert into public.erasures (id, number, kind, person_id, reason, requested_at, requested_by)
        overriding system value
        values (v_row.id, v_row.number, v_row.kind, v_row.person_id, v_row.reason, v_row.requested_at, v_row.requested_by);
        if exists (select from public.candidates as candidate where candidate.id = v_row.person_id)
            or exists (select from private.people as person
                        where person.kind = v_row.kind and person.row_id = v_row.person_id) then
            perform private.carry_out_erasure(one)
               from public.erasures as one where one.id = v_row.id;
        end if;
        update public.erasures as one
           set confirmed_at = v_row.confirmed_at, confirmed_by = v_row.confirmed_by, due_on = v_row.due_on
         where one.id = v_row.id;
        v_count := v_count + 1;
    end loop;
    perform setval(pg_get_serial_sequence('public.erasures', 'number'), coalesce(max(one.number), 1), count(*) > 0)
       from public.erasures as one;
    return v_count;
end;
$$;
comment on function private.replay_erasures is
$$Erases anew whoever stands in a copy of the list of erasures and is there again after a restore; answers how many.

For the owner of the database. erasures: the rows of the table, as json_agg has them.$$;

revoke execute on function
    private.records_of_pay_are_kept_for, private.last_day_of_pay, private.open_of_person, private.is_only_admin,
    private.others_than, private.names_another, private.is_address_of_another, private.note_words,
    private.erase_candidate, private.erase_credentials, private.erased_email, private.erase_at_once, private.erase_rest,
    private.carry_out_erasure, private.require_erasable, private.erase_person,
    private.erase_one, private.erase_due, private.replay_erasures, public.erase_person
    from public, anon, authenticated, service_role;
grant execute on function private.erase_person, public.erase_person to authenticated, service_role;
