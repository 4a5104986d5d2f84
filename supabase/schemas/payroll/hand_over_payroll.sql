-- A closed batch goes to the payroll provider, and the firm knows that it did.

-- A provider refuses a file with holes in it, or pays it wrong: all that is missing is told at once.
create function private.require_whole_file(
    without_number text[], without_code text[], without_state text[], without_department text[])
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if coalesce(without_number, without_code, without_state, without_department) is not null then
        perform private.refuse(
            409, 'payroll_file_incomplete',
            concat_ws(' ',
                'No payroll number: ' || private.first_of(without_number) || '.',
                'No code: ' || private.first_of(without_code) || '.',
                'No work state: ' || private.first_of(without_state) || '.',
                'No department: ' || private.first_of(without_department) || '.'),
            'Enter the payroll numbers of contractors, the earning codes and the work states of facilities'
                || case when without_department is null then '' else ', and departments in the profile' end
                || ', then hand over again.');
    end if;
end;
$$;
comment on function private.require_whole_file is
    'Raises 409 and names the people, earnings, facilities and work states that a payroll file lacks something of; null = nothing.';

-- A provider refuses it, pays it wrong, or its spreadsheet runs it.
create function private.require_taken_file(profile text, not_taken text[])
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if not_taken is not null then
        perform private.refuse(
            409, 'payroll_file_not_taken',
            format('The provider of the profile %s does not take: %s.', profile, private.first_of(not_taken)),
            'Correct it, change the profile, or hand over with our own columns.');
    end if;
end;
$$;
comment on function private.require_taken_file is
    'Raises 409 and names what of a payroll file the provider of the profile does not take; null = nothing.';

create function private.first_of(names text[])
returns text
language sql
immutable
set search_path = ''
as $$
    select array_to_string(first_of.names[:10], ', ')
               || case when cardinality(first_of.names) > 10
                       then format(' and %s more', cardinality(first_of.names) - 10) else '' end;
$$;
comment on function private.first_of is 'The first ten names, and how many more there are.';

-- Security definer: what was handed over is written by this procedure alone.
create function private.hand_over_payroll(
    payroll_batch_id uuid, employment text, again boolean, corrected boolean, profile text)
returns text
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_batch public.payroll_batches;
    v_name text;
    v_last public.payroll_handovers;
    v_made record;
    v_digest text;
    v_handover public.payroll_handovers;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object(
        'payroll_batch_id', hand_over_payroll.payroll_batch_id, 'again', hand_over_payroll.again,
        'corrected', hand_over_payroll.corrected));
    perform private.require_employment(hand_over_payroll.employment);

    v_batch := private.hold_payroll_batch(hand_over_payroll.payroll_batch_id);
    v_name := private.name_of_payroll_batch(v_batch);
    if v_batch.status = 'discarded' then
        perform private.refuse_payroll_batch(v_batch);
    elsif v_batch.status <> 'closed' then
        perform private.refuse(
            409, 'payroll_batch_not_closed',
            format('%s is %s: what it pays may still change.', v_name, replace(v_batch.status, '_', ' ')),
            'Close it first.');
    end if;

    select handover.*
      into v_last
      from public.payroll_handovers as handover
     where handover.payroll_batch_id = v_batch.id and handover.employment = hand_over_payroll.employment
     order by handover.nth desc
     limit 1;
    if v_last.nth is not null and not hand_over_payroll.again then
        perform private.refuse(
            409, 'payroll_handed_over',
            format('The %s file of this batch was handed over on %s%s.', hand_over_payroll.employment,
                   to_char(v_last.handed_over_at at time zone private.operating_timezone(), 'YYYY-MM-DD "at" HH24:MI'),
                   ' by ' || (select known.name from public.user_names as known where known.user_id = v_last.handed_over_by)),
            'Ask for it again to have the same file once more. Nobody must be paid by both.');
    end if;

    select made.*
      into v_made
      from private.file_to_hand_over(v_batch.id, hand_over_payroll.employment, hand_over_payroll.profile) as made;
    if v_made.lines = 0 then
        perform private.refuse(
            409, 'nothing_to_hand_over',
            format('%s pays nobody of %s.', v_name, hand_over_payroll.employment),
            'Leave it out, and hand over the other file alone.');
    end if;
    perform private.require_whole_file(
        v_made.without_number, v_made.without_code, v_made.without_state, v_made.without_department);
    perform private.require_taken_file(hand_over_payroll.profile, v_made.not_taken);
    v_digest := encode(sha256(convert_to(v_made.file, 'UTF8')), 'hex');
    if (v_digest <> v_last.digest
        or v_last.nth is not null and v_last.profile is distinct from hand_over_payroll.profile)
       and not hand_over_payroll.corrected then
        perform private.refuse(
            409, 'payroll_file_changed',
            case when v_last.profile is distinct from hand_over_payroll.profile
                 then format('The file is no longer the one that was handed over: that was written %s.',
                             coalesce('by the profile ' || v_last.profile, 'with our own columns'))
                 when hand_over_payroll.profile is null
                 then 'The file is no longer the one that was handed over: '
                      'payroll numbers, codes or work states have changed since.'
                 else 'The file is no longer the one that was handed over: '
                      'payroll numbers, codes, work states or the profile have changed since.' end,
            'Hand it over as corrected to replace the former file, or undo what changed to have the same file again.');
    end if;

    insert into public.payroll_handovers (
        payroll_batch_id, employment, nth, handed_over_at, handed_over_by, people, lines, amount, digest,
        profile)
    values (
        v_batch.id, hand_over_payroll.employment, coalesce(v_last.nth, 0) + 1, (private.clock()).at, private.user_id(),
        v_made.people, v_made.lines, v_made.amount, v_digest, hand_over_payroll.profile)
    returning * into v_handover;
    perform private.audit('hand_over_payroll', 'payroll_handovers', v_handover.id, null, to_jsonb(v_handover));
    return v_made.file;
end;
$$;
comment on function private.hand_over_payroll is 'The logic of public.hand_over_payroll.';

create function public.hand_over_payroll(
    payroll_batch_id uuid, employment text, again boolean default false, corrected boolean default false,
    profile text default null)
returns text language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.hand_over_payroll(payroll_batch_id, employment, again, corrected, profile); $$;
comment on function public.hand_over_payroll is
$$Hands over a closed payroll batch to the payroll provider: answers one of its two files, and marks it as handed over.

payroll_handovers keeps who did it, when, and what was in the file. The file is that of payroll_earnings_file. It is refused while a person in it has no payroll number, an earning no code
or, of W-2, a facility no work state; the message names them. A second time it takes again: the same file, byte for byte,
and one more row of payroll_handovers. Where numbers, codes or states have changed since, it takes corrected too.

By a profile the file is in its provider's layout, and payroll_handovers keeps by which. What that provider does not take, an
adjusting amount below zero or a text that a spreadsheet would take for a formula among others, is refused by name;
payroll_file_obstacles tells it before. A file by another profile is another file. payroll_profiles.file_name is what the
provider wants it to be called.

The answer is one JSON string: take it apart as JSON before it is saved.

Who: payroll.

Arguments:
payroll_batch_id: the batch, closed.
employment: one of w2, 1099; the latter has corp_to_corp too.
again: whether it may have been handed over before.
corrected: whether the file may be another than the one that was handed over before.
profile: the name of a payroll profile; null = our own columns.

Result: the whole file.

Errors: role_required, argument_missing, employment_unknown, payroll_batch_not_found, payroll_batch_discarded,
payroll_batch_not_closed, payroll_handed_over, payroll_profile_not_found, nothing_to_hand_over, payroll_file_incomplete,
payroll_file_not_taken, payroll_file_changed, payroll_in_progress.

Example: {"payroll_batch_id": "$closed_batch_id", "employment": "w2"}$$;

revoke execute on function
    private.require_whole_file, private.require_taken_file, private.first_of, private.hand_over_payroll, public.hand_over_payroll
    from public, anon, authenticated, service_role;
grant execute on function private.hand_over_payroll, public.hand_over_payroll to authenticated, service_role;
