-- Rules of a rate hit, checked before anything changes.
create function private.check_rate_hit(
    hit public.rate_hits, allow_negative_margin boolean, below_minimum_wage_reason text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_first_day date;
    v_bad record;
begin
    select min(rate.effective_from)
      into v_first_day
      from private.rates_of_days as rate
     where rate.assignment_id = hit.assignment_id;
    if (v_first_day <= hit.effective_on) is not true then
        perform private.refuse(
            409, 'rate_hit_before_first_rate',
            format('The assignment has no rate on %s that a rate hit could change.', hit.effective_on),
            coalesce('Move the hit to ' || v_first_day || ', where the first rate begins, or later.',
                     'Enter the first rate of the assignment.'));
    end if;

    -- The rate in force on the day and every later one.
    select greatest(rate.effective_from, hit.effective_on) as day, changed.name, changed.rate
      into v_bad
      from private.rates_of_days as rate
     cross join lateral (values ('bill', rate.bill_rate + hit.bill_rate_change),
                                ('pay', rate.pay_rate + hit.pay_rate_change)) as changed (name, rate)
     where rate.assignment_id = hit.assignment_id
       and rate.effective_to >= hit.effective_on
       and changed.rate <= 0
     order by rate.effective_from, changed.name
     limit 1;
    if found then
        perform private.refuse(
            409, 'rate_not_positive',
            format('The %s rate would be %s from %s on.', v_bad.name, v_bad.rate, v_bad.day),
            'Change the rate by less. A rate hit moves every later rate by the same amount.');
    end if;

    select named.code
      into v_bad
      from unnest(hit.codes) as named (code)
     where not exists (
           select from private.code_rates_of_rate_hit(hit) as own where own.code = named.code)
     order by named.code
     limit 1;
    if found then
        perform private.refuse(
            409, 'rate_hit_moves_no_rate_of_code',
            format('The assignment has no rate of its own for %s on %s or later.', v_bad.code, hit.effective_on),
            'Leave the code out of the rate hit, or enter its rate first.');
    end if;
    select own.code, own.effective_from as day, changed.name, changed.rate
      into v_bad
      from private.code_rates_of_rate_hit(hit) as own
     cross join lateral (values ('bill', own.bill_rate, own.former_bill_rate),
                                ('pay', own.pay_rate, own.former_pay_rate)) as changed (name, rate, former_rate)
     where changed.rate <= 0 and changed.former_rate > 0
     order by own.effective_from, own.code, changed.name
     limit 1;
    if found then
        perform private.refuse(
            409, 'rate_not_positive',
            format('The %s rate of %s would be %s from %s on.', v_bad.name, v_bad.code, v_bad.rate, v_bad.day),
            'Change the rate by less, or leave the code out of the rate hit.');
    end if;

    -- The first of them alone is told of, as the other rules do.
    for v_bad in
        select greatest(rate.effective_from, hit.effective_on) as day, rate.pay_rate + hit.pay_rate_change as pay_rate,
               assignment.facility_id, assignment.overtime_rule, assignment.overtime_rule_reason,
               coalesce(check_rate_hit.below_minimum_wage_reason, written.below_minimum_wage_reason) as reason
          from public.assignments as assignment
          join public.contractors as contractor
            on contractor.id = assignment.contractor_id and contractor.employment_type = 'w2'
          join private.rates_of_days as rate
            on rate.assignment_id = assignment.id and rate.effective_to >= hit.effective_on
          join public.assignment_rates as written
            on written.assignment_id = rate.assignment_id and written.effective_from = rate.effective_from
         where assignment.id = hit.assignment_id
         order by rate.effective_from
    loop
        perform private.require_minimum_wage(v_bad.facility_id, v_bad.day, v_bad.pay_rate, v_bad.reason);
        perform private.require_pay_of_rule(
            v_bad.overtime_rule, v_bad.facility_id, v_bad.day, v_bad.pay_rate, v_bad.overtime_rule_reason);
    end loop;

    if check_rate_hit.allow_negative_margin is true then
        return;
    end if;
    select greatest(rate.effective_from, hit.effective_on) as day,
           rate.bill_rate + hit.bill_rate_change as bill_rate, rate.pay_rate + hit.pay_rate_change as pay_rate
      into v_bad
      from private.rates_of_days as rate
     where rate.assignment_id = hit.assignment_id
       and rate.effective_to >= hit.effective_on
       and rate.pay_rate <= rate.bill_rate
       and rate.pay_rate + hit.pay_rate_change > rate.bill_rate + hit.bill_rate_change
     order by rate.effective_from
     limit 1;
    if found then
        perform private.refuse(
            409, 'pay_exceeds_bill',
            format('From %s on, an hour would pay %s and bill only %s.', v_bad.day, v_bad.pay_rate, v_bad.bill_rate),
            'Correct the changes of the rate hit, or allow a negative margin to go on at a loss.');
    end if;
end;
$$;
comment on function private.check_rate_hit is
$$Raises when a rate hit comes before the first rate of its assignment, would take a rate to zero or below, would
leave it below the minimum wage without a reason, or, unless allow_negative_margin, would lift pay above bill where it is not
yet.$$;

-- Invoices that were sent and batches that were closed keep their amounts. So nobody should reach back to
-- their time by mistake; the caller holds the drafts, so that none is sent or closed meanwhile.
create function private.check_rate_hit_reach(hit public.rate_hits)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_reached record;
begin
    select count(distinct reached.time_entry_id) filter (where reached.is_billed) as billed,
           count(distinct reached.time_entry_id) filter (where not reached.is_billed) as paid,
           count(distinct reached.last_day) filter (where reached.time_entry_id is null and reached.is_billed)
               as billed_weeks,
           count(distinct reached.last_day) filter (where reached.time_entry_id is null and not reached.is_billed)
               as paid_weeks,
           max(reached.last_day) as last_day
      into v_reached
      from (select line.time_entry_id, line.work_date, true
              from private.invoice_lines_of_rate_hit(hit) as line
             where line.invoice_status <> 'draft'
             union all
            select line.time_entry_id, line.work_date, false
              from private.pay_lines_of_rate_hit(hit) as line
             where line.batch_status = 'closed') as reached (time_entry_id, last_day, is_billed);

    if v_reached.last_day is not null then
        perform private.refuse(
            409, 'rate_hit_reaches_billed_or_paid_time',
            format('The rate hit of %s reaches time up to %s: %s on sent invoices, %s in closed payroll batches.',
                   hit.effective_on, v_reached.last_day,
                   private.counted(v_reached.billed, 'time entry', 'time entries')
                       || private.and_guaranteed_weeks(v_reached.billed_weeks),
                   private.counted(v_reached.paid, 'time entry', 'time entries')
                       || private.and_guaranteed_weeks(v_reached.paid_weeks)),
            format('Choose a day after %s, or allow a retroactive hit. Sent and closed amounts stay as they are, '
                   'the next payroll batch pays the difference, and a backfill invoice bills it.', v_reached.last_day));
    end if;
end;
$$;
comment on function private.check_rate_hit_reach is
    'Raises when a rate hit reaches time, or guarantees of weeks, that are on a sent invoice or in a closed payroll batch, and counts both.';

create function private.and_guaranteed_weeks(weeks bigint)
returns text
language sql
immutable
set search_path = ''
as $$
    select case when and_guaranteed_weeks.weeks > 0
                then ' and ' || private.counted(and_guaranteed_weeks.weeks, 'guaranteed week', 'guaranteed weeks')
                else '' end;
$$;
comment on function private.and_guaranteed_weeks is 'Words for guaranteed weeks beside time entries; none for none.';

-- Two small ones are as much as a large one, and one that takes back makes no room for another.
create function private.rates_changed_lately(hit public.rate_hits)
returns numeric
language sql
stable
set search_path = ''
as $$
    select greatest(
               sum(greatest(one.bill, 0)), sum(greatest(-one.bill, 0)),
               sum(greatest(one.pay, 0)), sum(greatest(-one.pay, 0)))
      from (select (hit).bill_rate_change, (hit).pay_rate_change
             union all
            select other.bill_rate_change, other.pay_rate_change
              from public.rate_hits as other
             where other.assignment_id = (hit).assignment_id
               and other.status = 'applied'
               and other.applied_at > (private.clock()).at - interval '31 days') as one (bill, pay);
$$;
comment on function private.rates_changed_lately is
    'The sum by which a rate hit and those applied to the assignment in the 31 days before raise or lower the rate of an hour: the largest of the two sides'' raises and cuts.';

-- A change of rates takes effect: from its day on, in every later rate, and in the drafts that bill or pay
-- the time it reaches.
-- Security definer: rates, invoices and payroll are written by procedures alone.
create function private.apply_rate_hit(
    rate_hit_id uuid, allow_retroactive boolean, allow_negative_margin boolean, below_minimum_wage_reason text)
returns public.rate_hits
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_hit public.rate_hits;
    v_applied public.rate_hits;
    v_invoice_ids uuid[];
    v_batch_ids uuid[];
    v_reason constant text := nullif(btrim(apply_rate_hit.below_minimum_wage_reason), '');
begin
    perform private.require_role('billing', 'payroll');
    perform private.require_arguments(jsonb_build_object('rate_hit_id', apply_rate_hit.rate_hit_id));

    perform private.change_rates();
    -- As everybody does who writes rates of codes.
    perform private.hold_time()
       from public.rate_hits as hit
      where hit.id = apply_rate_hit.rate_hit_id and hit.codes <> '{}' and hit.status = 'pending';
    select * into v_hit from public.rate_hits as hit where hit.id = apply_rate_hit.rate_hit_id for update;
    if not found then
        perform private.refuse(
            404, 'rate_hit_not_found',
            format('There is no rate hit %s.', apply_rate_hit.rate_hit_id),
            'Look it up in the list of rate hits.');
    elsif v_hit.status = 'applied' then
        return v_hit;
    elsif v_hit.status = 'cancelled' then
        perform private.refuse(
            409, 'rate_hit_cancelled',
            format('The rate hit of %s was cancelled.', v_hit.effective_on),
            'Enter another rate hit if the rates are to change after all.');
    end if;

    -- Nobody enters time of the contractor meanwhile.
    perform
       from public.contractors as contractor
       join public.assignments as assignment on assignment.contractor_id = contractor.id
      where assignment.id = v_hit.assignment_id
        for no key update of contractor;
    perform private.check_rate_hit(v_hit, apply_rate_hit.allow_negative_margin, v_reason);
    v_invoice_ids := private.hold_draft_invoices_of_rate_hit(v_hit);
    v_batch_ids := private.hold_draft_batches_of_rate_hit(v_hit);
    if apply_rate_hit.allow_retroactive is not true then
        perform private.check_rate_hit_reach(v_hit);
    end if;
    perform private.require_roles_of_rates(v_hit.bill_rate_change <> 0, v_hit.pay_rate_change <> 0);
    perform private.require_second_person(
        'apply_rate_hit', greatest(abs(v_hit.bill_rate_change), abs(v_hit.pay_rate_change)),
        private.rates_changed_lately(v_hit));

    begin
        -- By the rates of an hour as they were. The drafts follow below.
        if v_hit.codes <> '{}' then -- else a write of no rows waited for time, with the contractor held
            perform set_config('app.rate_hit', v_hit.id::text, true);
            insert into public.assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate, reason)
            select v_hit.assignment_id, own.code, own.effective_from, own.bill_rate, own.pay_rate, own.reason
              from private.code_rates_of_rate_hit(v_hit) as own
                on conflict (assignment_id, code, effective_from) do update
               set bill_rate = excluded.bill_rate, pay_rate = excluded.pay_rate;
            perform set_config('app.rate_hit', '', true);
        end if;

        -- The rate in force on the day begins anew on it.
        insert into public.assignment_rates (
            assignment_id, effective_from, bill_rate, pay_rate, rate_hit_id, below_minimum_wage_reason)
        select rate.assignment_id, v_hit.effective_on, rate.bill_rate, rate.pay_rate, v_hit.id,
               written.below_minimum_wage_reason
          from private.rates_of_days as rate
          join public.assignment_rates as written
            on written.assignment_id = rate.assignment_id and written.effective_from = rate.effective_from
         where rate.assignment_id = v_hit.assignment_id
           and v_hit.effective_on between rate.effective_from and rate.effective_to
            on conflict (assignment_id, effective_from) do update set rate_hit_id = excluded.rate_hit_id;

        -- Batches pay the difference of a closed week for hits that are applied.
        update public.rate_hits as hit
           set status = 'applied', applied_by = private.user_id()
         where hit.id = v_hit.id
        returning * into v_applied;

        -- Once the hit counts, so that the rates move and their bases stay.
        update public.assignment_rates as rate
           set bill_rate = rate.bill_rate + v_hit.bill_rate_change,
               pay_rate = rate.pay_rate + v_hit.pay_rate_change,
               below_minimum_wage_reason = coalesce(v_reason, rate.below_minimum_wage_reason)
         where rate.assignment_id = v_hit.assignment_id and rate.effective_from >= v_hit.effective_on;

        perform private.reprice_draft_invoices(v_hit, v_invoice_ids);
        perform private.reprice_draft_batches(v_hit, v_batch_ids);
    exception when numeric_value_out_of_range then
        perform private.refuse(
            409, 'rate_too_large',
            format('With a change of %s and %s, a rate or an amount on a draft would be too large.',
                   v_hit.bill_rate_change, v_hit.pay_rate_change),
            'Correct the changes of the rate hit. They are amounts per hour.');
    end;

    return v_applied;
end;
$$;
comment on function private.apply_rate_hit is 'The logic of public.apply_rate_hit.';

create function public.apply_rate_hit(
    rate_hit_id uuid, allow_retroactive boolean default false, allow_negative_margin boolean default false,
    below_minimum_wage_reason text default null)
returns public.rate_hits language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.apply_rate_hit(rate_hit_id, allow_retroactive, allow_negative_margin, below_minimum_wage_reason); $$;
comment on function public.apply_rate_hit is
$$Writes the dated rate that a rate hit asks for.

The rate in force on the hit's day changes from that day on, and every later rate moves by the same change; a
second hit on a day adds to the first. So do the assignment's own rates of the codes that the hit names (rate_hits.codes),
by the same share or amount. Draft invoices with time, or guarantees, that it reaches, and what draft payroll batches pay
the contractor, are brought up to date; a batch that pays nobody then is discarded. What is on sent invoices and in closed batches keeps its amounts: payroll
pays the difference in the next batch, and backfill_invoice bills it; unbilled_differences shows it until then.

Who: billing, payroll.

Arguments:
rate_hit_id: the rate hit, pending.
allow_retroactive: whether the day may reach time, or guaranteed weeks that end then, that is already on a sent invoice or in a closed batch.
allow_negative_margin: whether pay may come to exceed bill. Where it does already, it is not asked.
below_minimum_wage_reason: of W-2 people, why pay below the minimum wage is lawful. Where a rate has a reason, it goes on.

Result: the rate hit, applied. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, rate_hit_not_found, rate_hit_cancelled, rate_hit_before_first_rate,
rate_hit_moves_no_rate_of_code, time_entry_in_progress,
rate_not_positive, pay_below_minimum_wage, pay_below_overtime_rule, pay_exceeds_bill, rate_too_large, payroll_batch_under_review, rate_hit_reaches_billed_or_paid_time,
rate_of_other_role, second_person_needed, approval_outdated, rates_held, payroll_in_progress.

Example: {"rate_hit_id": "$rate_hit_id"}$$;

revoke execute on function
    private.check_rate_hit, private.check_rate_hit_reach, private.and_guaranteed_weeks, private.rates_changed_lately,
    private.apply_rate_hit, public.apply_rate_hit
    from public, anon, authenticated, service_role;
grant execute on function private.apply_rate_hit, public.apply_rate_hit to authenticated, service_role;
