-- Bills time that came late, of whatever day, and what else its weeks come to.
-- Security definer: invoices are written by procedures alone.
create function private.backfill_invoice(facility_id uuid, through_date date, group_key text)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_group_key constant text := coalesce(backfill_invoice.group_key, '');
    v_through_date constant date := coalesce(backfill_invoice.through_date, (
        select last.period_end
          from private.last_cycles((private.clock()).business_date - 1) as last
         where last.facility_id = backfill_invoice.facility_id));
    v_draft public.invoices;
    v_first_day date;
    v_backfill public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('facility_id', backfill_invoice.facility_id));
    perform private.require_finite_dates(jsonb_build_object('through_date', v_through_date));
    perform private.require_facility(backfill_invoice.facility_id);
    perform private.require_group(backfill_invoice.facility_id, v_group_key);

    perform private.bill_alone();
    select invoice.*
      into v_draft
      from public.invoices as invoice
     where invoice.facility_id = backfill_invoice.facility_id
       and invoice.group_key = v_group_key
       and invoice.kind = 'backfill'
       and invoice.status = 'draft'
     order by invoice.created_at, invoice.id
     limit 1
       for update;
    -- From the first day that no other live invoice has.
    select min(late.work_date)
      into v_first_day
      from (select time.work_date
              from public.unbilled_time as time
             where time.facility_id = backfill_invoice.facility_id
               and time.group_key = v_group_key
             union all
            select line.work_date
              from public.invoice_lines as line
             where line.invoice_id = v_draft.id and line.time_entry_id is not null
             union all
            select private.first_unbilled_guarantee(backfill_invoice.facility_id, v_group_key, v_through_date)) as late
     where late.work_date <= v_through_date;
    v_first_day := coalesce(v_first_day, v_through_date);
    if v_draft.id is null then
        return private.new_draft(
            'backfill_invoice', backfill_invoice.facility_id, v_group_key, 'backfill', v_first_day, v_through_date);
    end if;

    v_first_day := least(v_first_day, v_draft.period_start); -- bill_differences says which it is
    update public.invoices as invoice
       set period_start = v_first_day, period_end = v_through_date
     where invoice.id = v_draft.id
       and (invoice.period_start, invoice.period_end) <> (v_first_day, v_through_date);
    v_backfill := private.bill_draft('backfill_invoice', v_draft.id, to_jsonb(v_draft));
    perform private.require_billed_time(v_backfill); -- an earlier day may leave it nothing
    return v_backfill;
end;
$$;
comment on function private.backfill_invoice is 'The logic of public.backfill_invoice.';

create function public.backfill_invoice(
    facility_id uuid, through_date date default null, group_key text default '')
returns public.invoices language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.backfill_invoice(facility_id, through_date, group_key); $$;
comment on function public.backfill_invoice is
$$Makes a draft of all of a facility's billable time up to a day that no live invoice has, and of differences.

For time that was approved after its week was invoiced, and for bill rates that changed since. What was sent keeps its
amounts; a line of kind difference, one a contractor, workweek and order, department, cost centre and code, bills what the
time that was sent on invoices of the group would come to today less what was billed of it: another class of its hours,
because more of the week was billed since, at whichever facility, or other rates. A difference below zero comes onto the draft as far as its total stays zero or more, the oldest week
first; the rest waits in unbilled_differences. Its period begins on the first day that it bills; only this procedure
brings time of other days onto it.

Who: billing.

Arguments:
facility_id: the facility.
through_date: the last day, included; null is the end of the facility's last cycle that is over (facilities.billing_cycle):
    of weeks, the day before the current workweek of the operating timezone. Differences are billed of workweeks that end
    by then.
group_key: as in create_facility_invoice. A former group has its differences, too.

Result: the draft. A draft of kind backfill of the facility and group: that draft, brought up to date and up to that day.

Errors: role_required, argument_missing, date_not_finite, facility_not_found, group_not_found, nothing_to_bill,
amount_too_large, billing_in_progress, rates_held.

Example: {"facility_id": "$billable_facility_id"}$$;

revoke execute on function
    private.backfill_invoice, public.backfill_invoice
    from public, anon, authenticated, service_role;
grant execute on function private.backfill_invoice, public.backfill_invoice to authenticated, service_role;
