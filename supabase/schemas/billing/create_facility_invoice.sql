-- An invoice for a facility's time of some days.
-- Security definer: invoices are written by procedures alone.
create function private.create_facility_invoice(
    facility_id uuid, period_start date, period_end date, group_key text)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_group_key constant text := coalesce(create_facility_invoice.group_key, '');
    v_draft public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'facility_id', create_facility_invoice.facility_id,
        'period_start', create_facility_invoice.period_start,
        'period_end', create_facility_invoice.period_end));
    perform private.require_finite_dates(jsonb_build_object(
        'period_start', create_facility_invoice.period_start, 'period_end', create_facility_invoice.period_end));
    perform private.require_plausible_days(jsonb_build_object(
        'period_start', create_facility_invoice.period_start, 'period_end', create_facility_invoice.period_end));
    if create_facility_invoice.period_end < create_facility_invoice.period_start then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The period would end on %s, before it starts on %s.',
                   create_facility_invoice.period_end, create_facility_invoice.period_start),
            'Choose an end of the period on or after its start.');
    end if;
    perform private.require_facility(create_facility_invoice.facility_id);
    perform private.require_group(create_facility_invoice.facility_id, v_group_key);

    perform private.bill_alone();
    select invoice.*
      into v_draft
      from public.invoices as invoice
     where invoice.facility_id = create_facility_invoice.facility_id
       and invoice.group_key = v_group_key
       and invoice.period_start = create_facility_invoice.period_start
       and invoice.period_end = create_facility_invoice.period_end
       and invoice.status = 'draft'
     order by invoice.created_at, invoice.id
     limit 1
       for update;
    if found then
        return private.bill_draft('create_facility_invoice', v_draft.id, to_jsonb(v_draft));
    end if;

    perform private.refuse_invoice_in_the_way(
        create_facility_invoice.facility_id, v_group_key, create_facility_invoice.period_start,
        create_facility_invoice.period_end);
    return private.new_draft(
        'create_facility_invoice', create_facility_invoice.facility_id, v_group_key, 'manual',
        create_facility_invoice.period_start, create_facility_invoice.period_end);
end;
$$;
comment on function private.create_facility_invoice is 'The logic of public.create_facility_invoice.';

create function public.create_facility_invoice(
    facility_id uuid, period_start date, period_end date, group_key text default '')
returns public.invoices language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.create_facility_invoice(facility_id, period_start, period_end, group_key); $$;
comment on function public.create_facility_invoice is
$$Makes a draft invoice with a line for every billable, unbilled hour of a facility in a period.

Time is billable once it is approved. Each entry has a line for each class of its hours, at the bill rate of its
day, or that of its code, rounded half-up to the cent. What is not worked, time on call and miles, has one line of kind code
over its quantity. A code that bills nothing has none.

Who: billing.

Arguments:
facility_id: the facility.
period_start: the first day.
period_end: the last day, included.
group_key: which group of its time, where its invoices are made by department, order or assignment (facilities.invoices_by):
    as unbilled_time has it. Empty, or null: all of it, or what is in no group.

Result: the draft. A draft of the same facility, group and days, of whatever kind: that draft, brought up to date.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, period_ends_before_start,
facility_not_found, group_not_found, period_overlaps_draft, period_already_invoiced, nothing_to_bill, amount_too_large,
billing_in_progress, rates_held.

Example: {"facility_id": "$billable_facility_id", "period_start": "2026-03-02", "period_end": "2026-03-08"}$$;

revoke execute on function
    private.create_facility_invoice, public.create_facility_invoice
    from public, anon, authenticated, service_role;
grant execute on function
    private.create_facility_invoice, public.create_facility_invoice
    to authenticated, service_role;
