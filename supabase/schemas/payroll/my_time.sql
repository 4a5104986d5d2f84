-- Answers to contractors about their time: where it is, why it came back, and when it is paid. See my_assignments.sql.

create function private.my_time()
returns table (
    time_entry_id uuid, assignment_id uuid, facility_id uuid, facility_name text, work_date date, hours numeric,
    status text, is_approved boolean, is_paid boolean, pay_date date, sent_back_reason text, sent_back_at timestamptz,
    sent_back_by text, is_set_aside boolean, notes text, set_aside_reason text, corrected_at timestamptz,
    correction_reason text, hours_before_correction numeric, work_date_before_correction date, started_at timestamptz,
    ended_at timestamptz, break_minutes int, shift_id uuid, code text, code_title text, quantity numeric, unit text,
    is_worked boolean, quantity_before_correction numeric, break_started_at timestamptz)
language sql
stable
security definer -- contractors have no policy on assignments and payroll tables
set search_path = ''
as $$
    with unpaid_period as materialized ( -- a period of which a batch was paid pays late time only until its pay date
        select period.period_end, period.pay_date
          from public.payroll_periods as period
          join public.contractors as contractor
            on contractor.id = private.own_contractor_id() and contractor.pay_group_id = period.pay_group_id
         cross join private.clock() as clock
         where period.status = 'open'
           and (period.pay_date >= clock.business_date
                or not exists (
                    select from public.payroll_batches as batch
                     where batch.payroll_period_id = period.id and batch.status = 'closed' and batch.kind = 'regular'))
    )
    select entry.id, assignment.id, facility.id, facility.name, entry.work_date, entry.hours, entry.status,
           entry.is_payable, coalesce(paid.is_closed, false),
           case when entry.is_payable then coalesce(
               paid.pay_date,
               (select period.pay_date
                  from unpaid_period as period
                 where period.period_end >= entry.work_date
                 order by period.period_end
                 limit 1)) end,
           entry.sent_back_reason, entry.sent_back_at,
           case when entry.sent_back_at is null then null
                when private.is_of_the_facility(entry.sent_back_by, facility.id) then 'facility'
                else 'firm' end,
           entry.set_aside_at is not null, entry.notes, entry.set_aside_reason, entry.corrected_at,
           entry.correction_reason, entry.hours_before_correction, entry.work_date_before_correction, entry.started_at,
           entry.ended_at, entry.break_minutes, entry.shift_id, code.name, code.title, entry.quantity, code.unit,
           entry.is_worked, entry.quantity_before_correction, entry.break_started_at
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
      join public.time_entries as entry on entry.assignment_id = assignment.id
      join public.time_codes as code on code.name = entry.code
      left join lateral (
           select coalesce(batch.pay_date, period.pay_date) as pay_date, batch.status = 'closed' as is_closed
             from public.payroll_item_lines as line
             join public.payroll_items as item on item.id = line.payroll_item_id
             join public.payroll_batches as batch on batch.id = item.payroll_batch_id
             join public.payroll_periods as period on period.id = batch.payroll_period_id
            where line.time_entry_id = entry.id and line.premium_rule_id is null and line.kind <> 'mileage_excess'
              and line.released_at is null) as paid
             on true
     where assignment.contractor_id = private.own_contractor_id();
$$;
comment on function private.my_time is 'The logic of the view my_time.';

-- A contractor who is staff too sent it back as staff.
create function private.is_of_the_facility(user_id uuid, facility_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    return exists (
               select from private.user_links as link
                 join public.facility_contacts as contact on contact.id = link.row_id
                where link.user_id = is_of_the_facility.user_id and link.kind = 'facility_contact'
                  and contact.facility_id = is_of_the_facility.facility_id)
       and not exists (
               select from private.user_links as link
                where link.user_id = is_of_the_facility.user_id and link.kind = 'staff_member');
end;
$$;
comment on function private.is_of_the_facility is 'True if a user is, or was, a contact of the facility, and never staff.';

create view public.my_time with (security_invoker = true) as
    select * from private.my_time();
comment on view public.my_time is
$$The time of the signed-in contractor: where it was worked, whether it is approved, and when it is paid.

status is as time_entries.status.

is_approved: nothing is paid that is not. is_paid: a closed payroll batch pays it. pay_date: the day on which that batch
pays, or on which the first open period pays that reaches to its day; what is approved too late for a batch goes to the
next period. null while it is not approved, and while there is no such period.

sent_back_reason, sent_back_at: why and when it came back, until it is submitted again. sent_back_by is one of facility, firm:
whose people sent it back.

is_set_aside: whether payroll has given it up, and set_aside_reason why: it is not paid, and what was paid of it is taken
back by the next batch.

corrected_at, correction_reason: when payroll last corrected it after its approval, and why. hours_before_correction,
quantity_before_correction, work_date_before_correction: what it was before the first time; what that changes of paid time, the next batch pays.

started_at, ended_at, break_minutes, break_started_at, shift_id: as in time_entries; null = hours alone.

code, code_title: what the time is, regular or another of time_codes. quantity, unit: how many of which unit, where that is
not the hour. is_worked: whether the hours count toward overtime.

Pages: order=work_date,time_entry_id.$$;

create trigger my_time_is_read_only
    instead of insert or update or delete on public.my_time
    for each row execute function private.refuse_view_write();

revoke all on public.my_time from public, anon, authenticated, service_role;
grant select on public.my_time to authenticated, service_role;

revoke execute on function private.my_time, private.is_of_the_facility from public, anon, authenticated, service_role;
grant execute on function private.my_time to authenticated, service_role;
