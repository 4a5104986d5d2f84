create function private.require_reader_of_pay(kind text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    if require_reader_of_pay.kind = 'payroll_batch' then
        perform private.require_role('payroll');
    end if;
end;
$$;
comment on function private.require_reader_of_pay is 'Raises 403 where a timeline tells of what only payroll reads.';

-- Security definer: staff read what the log says of these rows, not the log.
create function private.timeline(kind text, id uuid, before text, most int)
returns table (at timestamptz, source text, who text, said text, about text, about_id uuid, place text)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
    v_server boolean;
    v_sees_rates boolean;
    v_before timestamptz := 'infinity';
    v_before_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    v_limit constant int := least(greatest(coalesce(timeline.most, 50), 1), 200);
begin
    perform private.require_staff();
    perform private.require_arguments(jsonb_build_object('kind', timeline.kind, 'id', timeline.id));
    if private.is_there(timeline.kind, timeline.id) is null then
        perform private.refuse(
            400, 'kind_unknown', 'There is no timeline of this.',
            'Choose a facility, contractor, candidate, assignment, invoice, check or payroll batch.');
    end if;
    perform private.require_reader_of_pay(timeline.kind);
    if timeline.before is not null then
        begin
            v_before := split_part(timeline.before, ' ', 1)::timestamptz;
            v_before_id := split_part(timeline.before, ' ', 2)::uuid;
        exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
            perform private.refuse(
                400, 'place_not_valid', 'This is no place in a timeline.', 'Give the place of a row that was read.');
        end;
    end if;
    v_server := private.caller() in ('service_role', 'owner');
    v_sees_rates := v_server or private.has_role('billing', 'payroll', 'recruiting');

    return query
    with records as materialized (
        select record.at, record.record_id as id, record.actor, record.verb, record.thing, record.more, record.about, record.about_id
          from private.records_in_timeline(timeline.kind, timeline.id) as record
    ), told as materialized (
        select change.at, change.id, 'change' as source, story.is_itself, story.table_name
          from private.rows_in_timeline(timeline.kind, timeline.id, v_server or private.has_role('payroll')) as story
         cross join lateral private.changes_of(story.table_name, story.row_id, v_before, v_before_id, v_limit) as change
         union all
        select mail.at, mail.id, 'mail', false, null
          from (select coalesce(message.sent_at, message.failed_at, message.dropped_at, message.written_at) as at, message.id
                  from private.mails_in_timeline(timeline.kind, timeline.id) as message) as mail
         where (mail.at, mail.id) < (v_before, v_before_id)
         union all
        select record.at, record.id, 'record', false, null
          from records as record
         where (record.at, record.id) < (v_before, v_before_id)
         union all
        (select note.written_at, note.id, 'note', false, null
           from public.notes as note
          where note.about = timeline.kind and note.about_id = timeline.id
            and note.written_at <= v_before
            and (note.written_at < v_before or note.id < v_before_id)
          order by note.written_at desc, note.id desc
          limit v_limit)
    ), page as materialized (
        select told.*
          from told
         -- Who hires a candidate adds the contractor by it, and bill terms come and change with their assignment.
         where not exists (
               select from told as cause
                where cause.at = told.at
                  and cause.table_name = case told.table_name
                          when 'contractors' then 'candidates' when 'assignment_bill_terms' then 'assignments' end)
         order by told.at desc, told.id desc limit v_limit
    )
    select page.at, page.source,
           coalesce(case when page.source = 'change' and not private.is_loaded(entry) then private.said_of_actor(entry) end,
                    (select known.name from public.user_names as known
                      where known.user_id = coalesce(note.written_by, record.actor))),
           case page.source
               when 'record' then private.said_of_record(record.actor, record.verb, record.thing) || coalesce(record.more, '')
               when 'change' then private.said_of_change(entry, page.is_itself, v_sees_rates)
               when 'mail' then private.said_of_mail(message)
               else concat_ws(' ',
                   coalesce((select known.name from public.user_names as known where known.user_id = note.written_by),
                            'A program') || ' noted: ' || note.text,
                   '(promised ' || coalesce(private.said_of_money(note.promised_amount) || ' ', '') || 'for '
                   || private.said_of_day(note.promised_on) || ')')
           end,
           case coalesce(entry.table_name, page.source)
               when 'record' then record.about
               when 'assignments' then 'assignment' when 'invoices' then 'invoice' when 'checks' then 'check'
               when 'payroll_batches' then 'payroll_batch' when 'contractors' then 'contractor'
               when 'candidates' then 'candidate' when 'facilities' then 'facility' when 'assignment_rates' then 'assignment'
               when 'credit_notes' then 'invoice' when 'rate_hits' then 'assignment'
           end,
           case coalesce(entry.table_name, page.source)
               when 'record' then record.about_id
               when 'credit_notes' then (private.row_after_change(entry) ->> 'invoice_id')::uuid
               when 'rate_hits' then (private.row_after_change(entry) ->> 'assignment_id')::uuid
               else entry.row_id
           end,
           to_char(page.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || page.id
      from page
      left join public.audit_log as entry on page.source = 'change' and entry.at = page.at and entry.id = page.id
      left join private.outbox as message on page.source = 'mail' and message.id = page.id
      left join public.notes as note on page.source = 'note' and note.id = page.id
      left join records as record on page.source = 'record' and record.id = page.id
     order by page.at desc, page.id desc;
end;
$$;
comment on function private.timeline is 'The logic of public.timeline.';

create function public.timeline(kind text, id uuid, before text default null, most int default 50)
returns table (at timestamptz, source text, who text, said text, about text, about_id uuid, place text)
language sql stable set search_path = ''
as $$ select * from private.timeline(kind, id, before, most); $$;
comment on function public.timeline is
$$Tells the story of a person, a facility, an assignment or a document in sentences, newest first.

It has what was done to the row itself, its documents, the mails about it and the notes on it: "Bill Bell sent it to
ap@mercy.example; delivered 10:02 AM". Of a person it has assignments, rates and rate hits, and no time. Whoever is neither
billing, payroll nor recruiting reads that a rate changed, and not its amount. The timeline of a payroll batch is for payroll.

May be called with GET.

Pages: order=place.desc.

Who: active staff, whatever their role; of a payroll batch payroll.

Arguments:
kind: one of facility, contractor, candidate, assignment, invoice, check, payroll_batch.
id: the row.
before: the place of the last row that was read, for the rows before it; null = the newest.
most: the number of rows, at most 200.

about is as notes.about. kind is as notes.about.

What a row says of itself, such as the day an assignment started or when an invoice was sent, is told where the log has no
change of it: what was loaded, and what is older than the log.

Result: rows. source is one of change, mail, note, record. who: the person's name; null of mails, and where nobody is
known to have done it. at: of a record about a day, its first instant in the firm's timezone. said: the sentence. about and
about_id: the row that it leads to; null where it has no page. place: where it stands in the timeline.

Errors: staff_only, role_required, argument_missing, kind_unknown, place_not_valid.

Example: {"kind": "invoice", "id": "$sent_invoice_id"}$$;

revoke execute on function
    private.require_reader_of_pay, private.timeline, public.timeline
    from public, anon, authenticated, service_role;
grant execute on function private.timeline, public.timeline to authenticated, service_role;
