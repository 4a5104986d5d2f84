/**
 * Leave of the soak's firm, whose only plan in use has one row of terms, no limit of a year and no waiting. Leave of a
 * facility is of the plan of the state that it has now. Each of these finds ids.
 */
export const LEAVE_NEVER: Readonly<Record<string, string>> = {
  // Week by week, where a plan has no limit of a year: of a week that is marked, the next batch has the difference.
  "leave is not what closed time accrues": `
    select coalesce(earned.contractor_id, booked.contractor_id) as id
      from (select assignment.contractor_id, terms.leave_plan_id, private.workweek_start(entry.work_date) as week_start,
                   sum(entry.hours / terms.hours_per_hour_accrued) as hours
              from time_entries as entry
              join assignments as assignment on assignment.id = entry.assignment_id
              join contractors as person on person.id = assignment.contractor_id and person.employment_type = 'w2'
              join facilities as facility on facility.id = assignment.facility_id
              join leave_plans as plan on plan.state = facility.work_state and entry.work_date >= plan.in_use_from
              join leave_plan_terms as terms on terms.leave_plan_id = plan.id
             where entry.is_worked and entry.is_payable and entry.status = 'locked'
             group by 1, 2, 3) as earned
      full join (select contractor_id, leave_plan_id, private.workweek_start(day) as week_start, sum(hours) as hours
                   from leave_ledger where kind = 'accrued' group by 1, 2, 3) as booked
        on booked.contractor_id = earned.contractor_id and booked.leave_plan_id = earned.leave_plan_id
       and booked.week_start = earned.week_start
     where abs(coalesce(earned.hours, 0) - coalesce(booked.hours, 0)) > 0.001
       and not exists (select from private.due_marks as mark
                        where mark.contractor_id = coalesce(earned.contractor_id, booked.contractor_id)
                          and mark.day - coalesce(earned.week_start, booked.week_start) between 0 and 6)`,
  "leave that was taken is not what its time says": `
    select coalesce(taken.time_entry_id, booked.time_entry_id) as id
      from (select entry.id as time_entry_id, entry.hours
              from time_entries as entry
              join assignments as assignment on assignment.id = entry.assignment_id
              join contractors as person on person.id = assignment.contractor_id and person.employment_type = 'w2'
              join facilities as facility on facility.id = assignment.facility_id
              join leave_plans as plan
                on plan.state = facility.work_state and plan.code = entry.code and entry.work_date >= plan.in_use_from
             where entry.is_payable) as taken
      full join (select time_entry_id, -sum(hours) as hours from leave_ledger
                  where kind = 'used' and time_entry_id is not null
                  group by time_entry_id having sum(hours) <> 0) as booked
        on booked.time_entry_id = taken.time_entry_id
     where taken.hours is distinct from booked.hours`,
  // What accrued may be taken back by a correction when it is used already, and a facility that lies in the plan's state after
  // all brings leave that was taken there (leave_elsewhere.sql).
  "leave is below zero": `
    select booked.contractor_id as id
      from leave_ledger as booked join leave_plans as plan on plan.id = booked.leave_plan_id and not plan.may_go_below_zero
     group by booked.contractor_id, booked.leave_plan_id
    having sum(booked.hours) < 0
       and not bool_or(booked.hours < 0
                       and (booked.kind = 'accrued'
                            or booked.kind = 'used'
                               and exists (select from audit_log as moved
                                            where moved.table_name = 'facilities' and moved.old ? 'work_state'
                                              and moved.at = booked.created_at)))`,
};
