-- Every facility's week in one call.

-- Security definer: invoices are written by procedures alone.
create function private.weekly_billing_run(week_start date, dry_run boolean, request_id uuid)
returns public.billing_runs
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_week_start constant date := coalesce(
        weekly_billing_run.week_start, private.workweek_start((private.clock()).business_date) - 7);
    v_dry_run constant boolean := weekly_billing_run.dry_run is true;
    v_periods private.period_to_bill[];
    v_outcomes jsonb;
    v_late_entries int;
    v_late_hours jsonb; -- by facility and group
    v_run_id constant uuid := gen_random_uuid();
    v_repeated_id uuid;
    v_run public.billing_runs;
begin
    perform private.require_role('billing');
    perform private.require_finite_dates(jsonb_build_object('week_start', v_week_start));
    perform private.require_week_start(v_week_start);

    v_repeated_id := private.row_of_request(
        weekly_billing_run.request_id, 'weekly_billing_run',
        jsonb_build_object('week_start', weekly_billing_run.week_start, 'dry_run', v_dry_run), v_run_id);
    if v_repeated_id is not null then
        select run.* into v_run from public.billing_runs as run where run.id = v_repeated_id;
        return v_run;
    end if;

    perform private.bill_alone();
    v_periods := array(select period from private.periods_of_week(v_week_start) as period);
    perform private.hold_drafts_of_periods(v_periods);
    begin
        v_outcomes := private.bill_each_period(v_periods);
        select coalesce(sum(late.entries), 0), coalesce(jsonb_object_agg(late.facility_id || late.group_key, late.hours), '{}')
          into v_late_entries, v_late_hours
          from (select assignment.facility_id, assignment.group_key, count(*) as entries, sum(time.hours) as hours
                  from private.unbilled_of_13_weeks(v_week_start + 6) as time
                  join private.grouped_assignments as assignment on assignment.id = time.assignment_id
                  join private.last_cycles(v_week_start + 6) as last
                    on last.facility_id = assignment.facility_id and time.work_date <= last.period_end
                 group by assignment.facility_id, assignment.group_key) as late;
        perform private.forget_equal_weeks(array_agg(week.contractor_id), array_agg(week.week_start))
           from (select distinct week.contractor_id, week.week_start from private.weeks_to_compare as week) as week
         having count(*) > 0;
        if v_dry_run then
            raise exception 'only tried' using errcode = 'DRYRN';
        end if;
    exception when sqlstate 'DRYRN' then
        null; -- all that was done is undone; what came of it is known
    end;

    insert into public.billing_runs (
        id, week_start, week_end, dry_run, invoices_created, invoices_existing, facilities_skipped, entries_billed,
        amount, late_entries, unapproved_entries, details)
    select v_run_id, v_week_start, v_week_start + 6, v_dry_run,
           count(*) filter (where outcome.outcome = 'created'),
           count(*) filter (where outcome.outcome = 'existing'),
           count(*) filter (where outcome.outcome = 'skipped'),
           coalesce(sum(outcome.entries), 0),
           coalesce(sum(outcome.amount), 0),
           v_late_entries,
           (select unapproved.drafts + unapproved.beyond_draft
              from private.count_unapproved_time(v_week_start, v_week_start + 6) as unapproved),
           coalesce(jsonb_agg(
               case when v_dry_run and outcome.outcome = 'created' then outcome.detail - 'invoice_id'
                    else outcome.detail end
               || jsonb_build_object(
                   'late_hours', coalesce(v_late_hours ->> (outcome.facility_id || outcome.group_key), '0.00'),
                   'last_week_amount', (
                       select coalesce(sum(invoice.total), 0.00)::text
                         from public.invoices as invoice
                        where invoice.facility_id = outcome.facility_id::uuid
                          and invoice.group_key = outcome.group_key
                          and invoice.period_start = private.start_of_period_before(
                                  outcome.period_start, outcome.period_end)
                          and invoice.period_end = outcome.period_start - 1
                          and invoice.kind <> 'interest'
                          and invoice.status <> 'void'))
               order by outcome.facility, outcome.facility_id, outcome.detail ->> 'group_name', outcome.group_key), '[]')
      from (select detail, detail ->> 'outcome' as outcome, (detail ->> 'entries')::int as entries,
                   (detail ->> 'amount')::numeric as amount, detail ->> 'facility' as facility,
                   detail ->> 'facility_id' as facility_id, detail ->> 'group_key' as group_key,
                   (detail ->> 'period_start')::date as period_start, (detail ->> 'period_end')::date as period_end
              from jsonb_array_elements(v_outcomes) as detail) as outcome
    returning * into v_run;
    return v_run;
end;
$$;
comment on function private.weekly_billing_run is 'The logic of public.weekly_billing_run.';

-- The days before a week, two weeks or a month are as many weeks, or the month.
create function private.start_of_period_before(period_start date, period_end date)
returns date
language sql
immutable
set search_path = ''
as $$
    select case when extract(day from period_start) = 1 and extract(day from period_end + 1) = 1
                then (period_start - interval '1 month')::date
                else period_start - (period_end - period_start + 1) end;
$$;
comment on function private.start_of_period_before is
    'The first day of as long a period that ends the day before another one starts: of a calendar month the month before.';

create function public.weekly_billing_run(
    week_start date default null, dry_run boolean default false, request_id uuid default null)
returns public.billing_runs language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.weekly_billing_run(week_start, dry_run, request_id); $$;
comment on function public.weekly_billing_run is
$$Makes a draft invoice of kind weekly for every facility with billable time in a workweek.

A facility that has its invoices every two weeks or by the month (facilities.billing_cycle) is billed those days by the
run of the workweek in which they end; after a change, the first such invoice begins after what was sent. Where invoices
are made by department, order or assignment (facilities.invoices_by), each group has its own.

Drafts of exactly those days are brought up to date. A facility or group that cannot be billed, because another invoice of
its own overlaps the days or its data do not fit, is skipped and listed with the reason; the others are billed. What
is no facility's fault, such as a deadlock or a full disk, fails the run, and nothing is billed.

Two runs at once, or a run again, never bill an hour twice. It may take up to a minute: PostgREST applies the
function's own statement_timeout.

Who: billing.

Arguments:
week_start: the first day of the workweek; null is the last complete workweek of the operating timezone.
dry_run: whether to report the same and leave nothing but the run's own row.
request_id: an id of the caller's for this call; null names none. With it a call may be made again.

Result: the run's row. invoices_created and invoices_existing count the drafts of the week; entries_billed and
amount are what is on them; late_entries counts billable entries of the 13 weeks up to the week's end that no
live invoice has and whose cycle is over, for backfill_invoice; unapproved_entries counts those of the week that are in unapproved_time;
details has an object per facility and group, with its days, hours by class, last week's amount and late hours. Again with the same
request_id: the first run's row, and no other run.

Errors: role_required, date_not_finite, week_start_not_first_day, request_id_reused, billing_in_progress, rates_held.

Example: {"week_start": "2026-03-02", "dry_run": true}$$;

revoke execute on function
    private.start_of_period_before, private.weekly_billing_run, public.weekly_billing_run
    from public, anon, authenticated, service_role;
grant execute on function private.weekly_billing_run, public.weekly_billing_run to authenticated, service_role;
