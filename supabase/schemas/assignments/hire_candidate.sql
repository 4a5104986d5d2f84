-- From a candidate to a working contractor, in one step.

-- Faults of a hire, whoever it is about.
create function private.check_hire(
    start_date date, bill_rate numeric, pay_rate numeric, end_date date, overtime_rule text,
    employment_type text, renewal_date date, allow_negative_margin boolean, overtime_rule_reason text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.require_finite_dates(jsonb_build_object(
        'start_date', check_hire.start_date, 'end_date', check_hire.end_date,
        'renewal_date', check_hire.renewal_date));
    perform private.require_plausible_days(jsonb_build_object(
        'end_date', check_hire.end_date, 'renewal_date', check_hire.renewal_date));
    if check_hire.end_date < check_hire.start_date then
        perform private.refuse(
            400, 'assignment_ends_before_start',
            format('The assignment would end on %s, before it starts on %s.', check_hire.end_date, check_hire.start_date),
            'Choose an end date on or after the start date, or none.');
    end if;
    if check_hire.renewal_date < check_hire.start_date then
        perform private.refuse(
            400, 'renewal_before_start',
            format('The contract would come up for renewal on %s, before it starts on %s.',
                   check_hire.renewal_date, check_hire.start_date),
            'Choose a renewal date on or after the start date, or none.');
    end if;

    perform private.require_rate('bill_rate', check_hire.bill_rate);
    perform private.require_rate('pay_rate', check_hire.pay_rate);
    if check_hire.pay_rate > check_hire.bill_rate and check_hire.allow_negative_margin is not true then
        perform private.refuse(
            400, 'pay_exceeds_bill',
            format('An hour would pay %s and bill only %s.', check_hire.pay_rate, check_hire.bill_rate),
            'Correct the rates, or allow a negative margin to place the person at a loss.');
    end if;

    if check_hire.overtime_rule is not null then
        perform private.require_overtime_rule(check_hire.overtime_rule);
    end if;
    if (check_hire.employment_type in ('w2', '1099', 'corp_to_corp')) is not true then
        perform private.refuse(
            400, 'employment_type_unknown',
            format('There is no employment type %s.', coalesce(check_hire.employment_type, 'null')),
            'Give w2, 1099 or corp_to_corp.');
    end if;
    perform private.require_overtime_rule_reason(
        check_hire.overtime_rule, check_hire.employment_type, check_hire.overtime_rule_reason);
end;
$$;
comment on function private.check_hire is 'Raises 400 for arguments of hire_candidate that no assignment can have.';

-- Security definer: recruiting writes neither contractors nor assignments nor rates.
create function private.hire_candidate(
    candidate_id uuid, facility_id uuid, start_date date, bill_rate numeric, pay_rate numeric, end_date date,
    overtime_rule text, employment_type text, renewal_date date, allow_negative_margin boolean,
    overtime_rule_reason text, department text, below_minimum_wage_reason text, missing_credentials_reason text)
returns public.assignments
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_candidate public.candidates;
    v_hired public.candidates;
    v_facility public.facilities;
    v_contractor public.contractors;
    v_assignment public.assignments;
    v_department constant text := nullif(btrim(hire_candidate.department), '');
    v_rule text;
begin
    perform private.require_role('recruiting');
    perform private.require_arguments(jsonb_build_object(
        'candidate_id', hire_candidate.candidate_id, 'facility_id', hire_candidate.facility_id,
        'start_date', hire_candidate.start_date));
    perform private.check_hire(
        hire_candidate.start_date, hire_candidate.bill_rate, hire_candidate.pay_rate, hire_candidate.end_date,
        hire_candidate.overtime_rule, hire_candidate.employment_type, hire_candidate.renewal_date,
        hire_candidate.allow_negative_margin, hire_candidate.overtime_rule_reason);

    select candidate.*
      into v_candidate
      from public.candidates as candidate
     where candidate.id = hire_candidate.candidate_id
       for update;
    if not found then
        perform private.refuse(
            404, 'candidate_not_found',
            format('There is no candidate %s.', hire_candidate.candidate_id),
            'Look it up in the list of candidates.');
    end if;
    -- Nobody closes the facility meanwhile.
    select facility.*
      into v_facility
      from public.facilities as facility
     where facility.id = hire_candidate.facility_id
       for share;
    if not found then
        perform private.refuse(
            404, 'facility_not_found',
            format('There is no facility %s.', hire_candidate.facility_id),
            'Look it up in the list of facilities.');
    end if;

    -- Whoever was hired for this place and day has been placed already. Someone else's record with the same
    -- e-mail was not: theirs overlaps.
    if v_candidate.hired_at is not null then
        v_contractor := private.lock_contractor_of(v_candidate);
        select assignment.*
          into v_assignment
          from public.assignments as assignment
         where assignment.contractor_id = v_contractor.id
           and assignment.facility_id = hire_candidate.facility_id
           and assignment.start_date = hire_candidate.start_date
           and (v_department is null or assignment.department = v_department)
         order by assignment.created_at, assignment.id
         limit 1;
        if found then
            return v_assignment;
        end if;
    end if;

    if v_candidate.status in ('withdrawn', 'rejected') then
        perform private.refuse(
            409, 'candidate_not_available',
            format('The candidate %s %s is %s.', v_candidate.first_name, v_candidate.last_name, v_candidate.status),
            'Move the person back to screening or offered first, if they are to be placed after all.');
    end if;
    if not v_facility.is_active then
        perform private.refuse(
            409, 'facility_inactive',
            format('The facility %s is inactive.', v_facility.name),
            'Make the facility active again first, or choose another one.');
    end if;

    v_rule := coalesce(hire_candidate.overtime_rule, private.overtime_rule_of_facility(v_facility.id));
    if hire_candidate.employment_type = 'w2' then
        perform private.require_rule_of_state(v_rule, v_facility.id, hire_candidate.overtime_rule_reason);
        perform private.require_minimum_wage(
            v_facility.id, hire_candidate.start_date, hire_candidate.pay_rate,
            hire_candidate.below_minimum_wage_reason);
        perform private.require_pay_of_rule(
            v_rule, v_facility.id, hire_candidate.start_date, hire_candidate.pay_rate,
            hire_candidate.overtime_rule_reason);
    end if;

    v_contractor := private.lock_contractor_of(v_candidate);
    perform private.require_credentials(
        v_candidate, v_contractor.id, v_facility.id, hire_candidate.start_date,
        hire_candidate.missing_credentials_reason);

    -- Recruiting proposes the rates.
    perform private.require_roles_of_rates(true, true);
    perform private.require_second_person('hire_candidate', hire_candidate.pay_rate, hire_candidate.pay_rate);

    v_contractor := private.take_up_contractor(v_candidate, hire_candidate.employment_type);
    perform private.take_credentials_along(v_candidate.id, v_contractor.id);
    if v_candidate.phone ~ '\S' then
        insert into public.contractor_details (contractor_id, phone)
        values (v_contractor.id, v_candidate.phone)
        on conflict do nothing;
    end if;

    insert into public.assignments (
        contractor_id, facility_id, start_date, end_date, overtime_rule, overtime_rule_reason, department,
        missing_credentials_reason)
    values (v_contractor.id, v_facility.id, hire_candidate.start_date, hire_candidate.end_date,
            v_rule,
            case when hire_candidate.overtime_rule_reason ~ '\S' then btrim(hire_candidate.overtime_rule_reason) end,
            v_department,
            case when hire_candidate.missing_credentials_reason ~ '\S'
                 then btrim(hire_candidate.missing_credentials_reason) end)
    returning * into v_assignment;
    perform private.refuse_overlap(v_assignment);
    insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate, below_minimum_wage_reason)
    values (v_assignment.id, v_assignment.start_date, hire_candidate.bill_rate, hire_candidate.pay_rate,
            case when hire_candidate.below_minimum_wage_reason ~ '\S'
                 then btrim(hire_candidate.below_minimum_wage_reason) end);
    insert into public.contract_renewals (assignment_id, renewal_date)
    select v_assignment.id, renewal.day
      from coalesce(hire_candidate.renewal_date, hire_candidate.end_date) as renewal (day)
     where renewal.day is not null;

    update public.candidates as candidate
       set status = 'hired', hired_by = private.user_id()
     where candidate.id = v_candidate.id and candidate.status <> 'hired'
    returning * into v_hired;
    if found then
        perform private.audit(
            'hire_candidate', 'candidates', v_hired.id, to_jsonb(v_candidate), to_jsonb(v_hired));
    end if;
    perform private.write_events(
        'contractor.hired', v_contractor.id, v_assignment.id::text,
        jsonb_build_object('contractor_id', v_contractor.id, 'assignment_id', v_assignment.id));
    return v_assignment;
end;
$$;
comment on function private.hire_candidate is 'The logic of public.hire_candidate.';

create function public.hire_candidate(
    candidate_id uuid, facility_id uuid, start_date date, bill_rate numeric, pay_rate numeric,
    end_date date default null, overtime_rule text default null, employment_type text default 'w2',
    renewal_date date default null, allow_negative_margin boolean default false,
    overtime_rule_reason text default null, department text default null,
    below_minimum_wage_reason text default null, missing_credentials_reason text default null)
returns public.assignments language sql volatile set search_path = ''
as $$
    select private.hire_candidate(
        candidate_id, facility_id, start_date,
        bill_rate, pay_rate, end_date, overtime_rule,
        employment_type, renewal_date, allow_negative_margin, overtime_rule_reason, department,
        below_minimum_wage_reason, missing_credentials_reason);
$$;
comment on function public.hire_candidate is
$$Places a candidate at a facility: hired, a contractor, with an assignment, its first rate and its renewal.

A former contractor with the candidate's e-mail, in whatever case, is taken up again: active, with the name and
e-mail they have. Whoever is hired already can be placed again: at another facility, on other days, or at the same one in
another department, such as some shifts as charge nurse at other rates.

Who: recruiting.

Arguments:
candidate_id: the candidate, neither withdrawn nor rejected.
facility_id: the facility, active.
start_date: the first day of the assignment, and of the rate.
bill_rate: what the facility is invoiced for an hour.
pay_rate: what the contractor is paid for an hour, at most the bill rate.
end_date: the last day, included; null is open-ended.
overtime_rule: by which rule they are paid: the name of one of overtime_rules; null is the rule of the facility's state.
    By which the facility is billed, and with which multipliers, its own defaults say, and assignment_bill_terms from
    then on.
employment_type: as contractors.employment_type: w2 (overtime applies), 1099 or corp_to_corp (it does not). It changes
    that of a former contractor, but not once they have approved time.
renewal_date: the day on which the contract comes up for renewal; null is the end_date, and without either
    there is no renewal.
allow_negative_margin: whether pay may exceed bill.
overtime_rule_reason: of W-2 people, what overtime_rules.asks_for: for none, why they are exempt; and why it is another
    rule than that of the state.
department: the place at the facility, which stands on invoices. It tells a second assignment on the same days from the
    first.
below_minimum_wage_reason: of W-2 people, why less than the minimum wage of the first day is lawful.
missing_credentials_reason: why the person is placed without credentials that the firm or the facility asks for on the first
    day (missing_credentials); the assignment keeps it. Without requirements nothing is asked.

Result: the assignment. Again with the same facility and start, and the same department if there is one: that assignment
as it is now, and nothing changes, whatever the other arguments say, so long as they are valid.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, assignment_ends_before_start,
renewal_before_start, text_not_one_line, text_too_long, rate_not_valid, pay_exceeds_bill, overtime_rule_unknown, employment_type_unknown, overtime_rule_reason_missing,
facility_without_state, state_without_rule, rule_not_of_state, pay_below_minimum_wage, pay_below_overtime_rule,
candidate_not_found,
facility_not_found, candidate_not_available, facility_inactive, credential_missing, requirements_in_progress,
contractor_employed_otherwise, employment_needs_overtime_reason, assignment_overlaps, rate_of_other_role,
second_person_needed, approval_outdated.

Example: {"candidate_id": "$candidate_id", "facility_id": "$facility_id", "start_date": "2026-03-02",
"bill_rate": 95.5, "pay_rate": 62, "end_date": "2026-08-30"}$$;

revoke execute on function
    private.check_hire, private.hire_candidate, public.hire_candidate
    from public, anon, authenticated, service_role;
grant execute on function private.hire_candidate, public.hire_candidate to authenticated, service_role;
