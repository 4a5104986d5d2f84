-- Time as facilities and the firm speak of it: whose, on which day, what of it was invoiced. Never what it pays.
--
-- A function that returns rows is computed whole for every request; of millions of entries a page takes conditions that
-- reach the indexes, and an order that one has. So these are views with their owner's rights, in private, since contacts
-- have no policy on assignments and contractors. They say themselves what their reader may see.

-- Time once for each kind of reader: all of it for staff, for contacts what is open and what is locked.
-- private.readable_entries says whose each arm is. An arm is a bare select of one table: only so is a page read in the
-- order of an index, newest or oldest first. Contacts have few entries among many, and a walk through all time would find
-- them late: so their day is a sum, which no index orders. What is locked says so by itself: whoever asks for what waits
-- for approval is spared the rest.
create view private.entries_by_arm as
    select entry.id, entry.assignment_id, entry.work_date,
           entry.status, entry.status as state, 'all' as arm,
           entry.hours, entry.approved_at, entry.set_aside_at, entry.sent_back_reason, entry.sent_back_at,
           entry.sent_back_by, entry.set_aside_reason, entry.corrected_at, entry.correction_reason,
           entry.hours_before_correction, entry.work_date_before_correction, entry.started_at, entry.ended_at,
           entry.break_minutes, entry.shift_id, entry.notes, entry.code, entry.quantity, entry.is_worked,
           entry.quantity_before_correction, entry.break_started_at
      from public.time_entries as entry
     union all
    select entry.id, entry.assignment_id, entry.work_date + 0,
           entry.status, entry.status, 'open',
           entry.hours, entry.approved_at, entry.set_aside_at, entry.sent_back_reason, entry.sent_back_at,
           entry.sent_back_by, entry.set_aside_reason, entry.corrected_at, entry.correction_reason,
           entry.hours_before_correction, entry.work_date_before_correction, entry.started_at, entry.ended_at,
           entry.break_minutes, entry.shift_id, entry.notes, entry.code, entry.quantity, entry.is_worked,
           entry.quantity_before_correction, entry.break_started_at
      from public.time_entries as entry
     union all
    select entry.id, entry.assignment_id, entry.work_date + 0,
           'locked', entry.status, 'locked',
           entry.hours, entry.approved_at, entry.set_aside_at, entry.sent_back_reason, entry.sent_back_at,
           entry.sent_back_by, entry.set_aside_reason, entry.corrected_at, entry.correction_reason,
           entry.hours_before_correction, entry.work_date_before_correction, entry.started_at, entry.ended_at,
           entry.break_minutes, entry.shift_id, entry.notes, entry.code, entry.quantity, entry.is_worked,
           entry.quantity_before_correction, entry.break_started_at
      from public.time_entries as entry;
comment on view private.entries_by_arm is 'Time, once for each kind of reader; for nobody to read as it is.';

-- Readers and their rows. The arms that are not the reader's are not begun.
--
-- A request must not ask anything of rows that are not the reader's: a pattern that fails tells of a row that is never
-- shown. A security barrier would see to that, but lets no order through. So what is neither an id nor a day is null
-- there; comparisons of ids and days tell nothing.
--
-- The bounds of hours hold for every entry. They make the planner expect one row in two hundred, since it does not know
-- the upper one. So it finds the entries of a facility by its assignments, and not by a walk from the newest day, which
-- would be long where a facility has ended.
create view private.readable_entries as
    select entry.id as time_entry_id,
           entry.assignment_id,
           assignment.facility_id,
           case when reader.is_theirs then facility.name end as facility_name,
           assignment.contractor_id,
           case when reader.is_theirs then contractor.first_name || ' ' || contractor.last_name end as contractor_name,
           entry.work_date,
           case when reader.is_theirs then entry.hours else null::numeric(5, 2) end as hours,
           case when entry.arm = 'locked' or reader.is_theirs then entry.status end as status,
           case when reader.is_theirs then entry.approved_at end as approved_at,
           case when reader.is_theirs then entry.set_aside_at is not null end as is_set_aside,
           case when reader.is_theirs then entry.sent_back_reason end as sent_back_reason,
           case when reader.is_theirs then entry.sent_back_at end as sent_back_at,
           case when reader.is_theirs then entry.sent_back_by end as sent_back_by,
           case when reader.is_theirs then entry.set_aside_reason end as set_aside_reason,
           case when reader.is_theirs then entry.corrected_at end as corrected_at,
           case when reader.is_theirs then entry.correction_reason end as correction_reason,
           case when reader.is_theirs then entry.hours_before_correction else null::numeric(5, 2) end
               as hours_before_correction,
           case when reader.is_theirs then entry.work_date_before_correction end as work_date_before_correction,
           case when reader.is_theirs then entry.started_at end as started_at,
           case when reader.is_theirs then entry.ended_at end as ended_at,
           case when reader.is_theirs then entry.break_minutes end as break_minutes,
           case when reader.is_theirs then entry.shift_id end as shift_id,
           case when reader.is_theirs then entry.notes end as notes,
           case when reader.is_theirs then entry.code end as code,
           case when reader.is_theirs then entry.quantity else null::numeric(8, 2) end as quantity,
           case when reader.is_theirs then entry.is_worked end as is_worked,
           case when reader.is_theirs then entry.quantity_before_correction else null::numeric(8, 2) end
               as quantity_before_correction,
           case when reader.is_theirs then entry.break_started_at end as break_started_at
      from private.entries_by_arm as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
     cross join lateral (
           select entry.arm = 'all'
                  or entry.assignment_id = any ((select private.contact_assignment_ids())::uuid[])) as reader (is_theirs)
     where (entry.status <> 'draft' or entry.sent_back_at is not null)
       and ((entry.arm = 'all'
             and (select private.is_staff_or_server())
             and entry.hours between 0 and (select 24 where private.is_staff_or_server()))
            or (entry.arm = 'open' and entry.state <> 'locked'
                and not (select private.is_staff_or_server())
                and entry.assignment_id = any ((select private.contact_assignment_ids())::uuid[]))
            or (entry.arm = 'locked' and entry.state = 'locked'
                and not (select private.is_staff_or_server())
                and entry.assignment_id = any ((select private.contact_assignment_ids())::uuid[])));
comment on view private.readable_entries is
    'The time that the reader may read, with names: staff and servers all, contacts their facilities''; drafts only once they were sent back.';

-- Nobody but staff learns of drafts of invoices.
create view private.sent_lines as
    select line.time_entry_id, line.kind, line.hours, invoice.id as invoice_id, invoice.number
      from public.invoice_lines as line
      join public.invoices as invoice on invoice.id = line.invoice_id
     where line.released_at is null
       and invoice.status in ('sent', 'partially_paid', 'paid');
comment on view private.sent_lines is 'The lines of time of invoices that were sent and are not void.';

create function private.name_for_facility(user_id uuid, facility_id uuid)
returns text
language plpgsql
stable
security definer -- links are nobody's to read
set search_path = ''
as $$
begin
    return (
        select link.name
          from private.user_links as link
         where link.user_id = name_for_facility.user_id
           and (private.is_staff_or_server()
                or (link.kind = 'facility_contact' and exists (
                    select from public.facility_contacts as contact
                     where contact.id = link.row_id and contact.facility_id = name_for_facility.facility_id)))
         order by link.unlinked_at desc nulls first,
                  array_position(array['staff_member', 'contractor', 'facility_contact'], link.kind), link.id desc
         limit 1);
end;
$$;
comment on function private.name_for_facility is
    'The name of a user as the reader may know it: staff any, others that of a contact of the facility.';

-- The invoice is looked up entry by entry, and so of the rows of a page alone.
create view private.facility_time as
    select entry.time_entry_id, entry.facility_id, entry.contractor_name, entry.work_date, entry.hours, entry.status,
           (select sum(case line.kind when 'regular' then line.hours else 0.00 end)
              from private.sent_lines as line
             where line.time_entry_id = entry.time_entry_id) as regular_hours,
           (select sum(case line.kind when 'overtime' then line.hours else 0.00 end)
              from private.sent_lines as line
             where line.time_entry_id = entry.time_entry_id) as overtime_hours,
           (select sum(case line.kind when 'doubletime' then line.hours else 0.00 end)
              from private.sent_lines as line
             where line.time_entry_id = entry.time_entry_id) as doubletime_hours,
           (select line.invoice_id
              from private.sent_lines as line
             where line.time_entry_id = entry.time_entry_id
             limit 1) as invoice_id,
           (select line.number
              from private.sent_lines as line
             where line.time_entry_id = entry.time_entry_id
             limit 1) as invoice_number,
           entry.sent_back_reason, entry.sent_back_at, entry.sent_back_by,
           case when entry.sent_back_by is not null then
               private.name_for_facility(entry.sent_back_by, entry.facility_id) end as sent_back_by_name,
           entry.facility_name, entry.assignment_id, entry.contractor_id, entry.approved_at, entry.is_set_aside,
           entry.set_aside_reason, entry.corrected_at, entry.correction_reason, entry.hours_before_correction,
           entry.work_date_before_correction, entry.started_at, entry.ended_at, entry.break_minutes, entry.shift_id,
           entry.notes, entry.code,
           (select code.title from public.time_codes as code where code.name = entry.code) as code_title,
           entry.quantity,
           (select code.unit from public.time_codes as code where code.name = entry.code) as unit,
           entry.is_worked, entry.quantity_before_correction, entry.break_started_at
      from private.readable_entries as entry;
comment on view private.facility_time is 'The logic of the view facility_time.';

create view public.facility_time with (security_invoker = true) as
    select time_entry_id, facility_id, contractor_name, work_date, hours, status,
           regular_hours, overtime_hours, doubletime_hours, invoice_id, invoice_number,
           sent_back_reason, sent_back_at, sent_back_by, sent_back_by_name,
           facility_name, assignment_id, contractor_id, approved_at, is_set_aside,
           set_aside_reason, corrected_at, correction_reason, hours_before_correction, work_date_before_correction,
           started_at, ended_at, break_minutes, shift_id, notes, code, code_title, quantity, unit, is_worked,
           quantity_before_correction, break_started_at
      from private.facility_time;
comment on view public.facility_time is
$$The time worked at facilities: whose it is, and what of it was invoiced. A facility's contacts see what was worked
there, staff all, contractors nothing: theirs is in my_time. A draft is in it only when it was sent back.

status is as time_entries.status.

regular_hours, overtime_hours, doubletime_hours, invoice_id, invoice_number: by the sent invoice that bills the entry;
null before that, and again once it is void.

sent_back_reason, sent_back_at, sent_back_by: as in time_entries, until it is submitted again. sent_back_by_name: of
whoever sent it back; contacts read the names of their facility's own, and null where staff of the firm did it.

approved_at: null = nobody approved it. is_set_aside: whether the firm has given it up: it is neither approved nor
billed any more. set_aside_reason: why.

corrected_at, correction_reason: when the firm last corrected it after its approval, and why. hours_before_correction,
quantity_before_correction, work_date_before_correction: as they were approved, before the first correction.

started_at, ended_at, break_minutes, break_started_at, shift_id: as in time_entries; null = hours alone. notes: as in time_entries.

code, code_title: what the time is, regular or another of time_codes. quantity, unit: how many of which unit, where that is
not the hour. is_worked: whether the hours are hours worked.

Pages: order=work_date,time_entry_id.$$;

create trigger facility_time_is_read_only
    instead of insert or update or delete on public.facility_time
    for each row execute function private.refuse_view_write();

revoke all on public.facility_time, private.facility_time, private.readable_entries, private.entries_by_arm,
    private.sent_lines
    from public, anon, authenticated, service_role;
grant select on public.facility_time, private.facility_time to authenticated, service_role;

revoke execute on function private.name_for_facility from public, anon, authenticated, service_role;
grant execute on function private.name_for_facility to authenticated, service_role;
