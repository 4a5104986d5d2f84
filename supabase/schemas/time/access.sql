-- Time is written by the contractor who worked it (drafts, until submitted) and by staff on their behalf,
-- approved or sent back by staff and by the facility's contacts, who may take an approval back. What moves are legal at all is
-- guard_time_entry_move's to say. The times of shifts are written by enter_shift and correct_time_entry alone: nobody who
-- is signed in has a grant on them.

-- time_entries

revoke all on public.time_entries from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.time_entries to service_role;
grant select on public.time_entries to authenticated;
grant insert (assignment_id, work_date, hours, code, quantity, status, notes),
      update (assignment_id, work_date, hours, code, quantity, status, notes, sent_back_reason), delete
    on public.time_entries to authenticated;

-- Each arm can use the index by assignment: a contractor's own thousand rows cost a thousand rows.
-- Contacts never see drafts; the one they are sending back stays visible to the statement that does it,
-- because PostgreSQL checks the new row of an update against this policy too.
create policy staff_contractors_and_contacts_read on public.time_entries for select to authenticated
    using (
        assignment_id between (select private.staff_reads_ids_from()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        or assignment_id = any ((select private.own_assignment_ids())::uuid[])
        or (assignment_id = any ((select private.contact_assignment_ids())::uuid[])
            and (status <> 'draft' or private.is_being_sent_back(id))));
create policy staff_and_contractors_add on public.time_entries for insert to authenticated
    with check (
        case
            when ((select private.has_role('billing', 'payroll', 'recruiting'))
                  or assignment_id = any ((select private.own_assignment_ids())::uuid[])) is not true then
                private.refuse_row('Contractors enter time on their own assignments.', 'Choose one of your assignments.')
            when status = 'draft' then true
            else private.refuse_row('A time entry begins as a draft.', 'Enter it as a draft, then set its status.')
        end);
-- Policies about whose row it is; guard_time_entry_move says what its state allows.
create policy staff_contractors_and_contacts_change on public.time_entries for update to authenticated
    using (
        (select private.has_role('billing', 'payroll', 'recruiting'))
        or assignment_id = any ((select private.own_assignment_ids())::uuid[])
        or (status <> 'draft' and assignment_id = any ((select private.contact_assignment_ids())::uuid[])))
    with check (
        case
            when case
                when (select private.has_role('billing', 'payroll', 'recruiting')) then status <> 'locked'
                when status = 'submitted' then
                    assignment_id = any ((select private.own_assignment_ids())::uuid[])
                    or (assignment_id = any ((select private.contact_assignment_ids())::uuid[])
                        and private.is_being_sent_back(id))
                when status = 'draft' then
                    assignment_id = any ((select private.own_assignment_ids())::uuid[])
                    or (assignment_id = any ((select private.contact_assignment_ids())::uuid[])
                        and private.is_being_sent_back(id))
                when status = 'approved' then assignment_id = any ((select private.contact_assignment_ids())::uuid[])
            end then true
            when status = 'locked' then
                private.refuse_row(
                    'Time is locked when its assignment has ended, and when a payroll batch closes.',
                    'Wait until the assignment has ended, or the batch is closed.')
            else
                private.refuse_row(
                    'You may not change this time entry, or not in this way.',
                    'Submit time on your own assignments. Approve the time of your facility, send it back, or take the approval back.')
        end);
create policy staff_and_contractors_remove on public.time_entries for delete to authenticated
    using (
        (select private.has_role('billing', 'payroll', 'recruiting'))
        or assignment_id = any ((select private.own_assignment_ids())::uuid[]));

create trigger staff_and_contractors_add_and_remove
    before insert or delete on public.time_entries
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing', 'payroll', 'recruiting', 'contractor');
create trigger staff_contractors_and_contacts_change
    before update on public.time_entries
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing', 'payroll', 'recruiting', 'contractor', 'contact');

-- client_time: by procedures alone

revoke all on public.client_time from public, anon, authenticated, service_role;
grant select on public.client_time to service_role;
grant select on public.client_time to authenticated;

create policy staff_read on public.client_time for select to authenticated
    using ((select private.is_staff()));

-- planned_shifts: by procedures alone

revoke all on public.planned_shifts from public, anon, authenticated, service_role;
grant select on public.planned_shifts to service_role;
grant select on public.planned_shifts to authenticated;

-- As of time_entries.
create policy staff_contractors_and_contacts_read on public.planned_shifts for select to authenticated
    using (
        assignment_id between (select private.staff_reads_ids_from()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        or assignment_id = any ((select private.own_assignment_ids())::uuid[])
        or assignment_id = any ((select private.contact_assignment_ids())::uuid[]));
