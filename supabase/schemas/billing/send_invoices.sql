-- From drafts to numbered invoices that are owed.

create function private.take_invoice_numbers(year int, count int)
returns text[]
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_prefix constant text := (
        select format('%s-%s-', settings.invoice_number_prefix, take_invoice_numbers.year)
          from public.organization_settings as settings);
    v_last int;
    v_number text;
    v_numbers text[] := '{}';
begin
    insert into private.last_invoice_numbers (year, last_number)
    values (take_invoice_numbers.year, 0)
        on conflict on constraint last_invoice_numbers_pkey do nothing; -- somebody else was first
    select counter.last_number
      into v_last
      from private.last_invoice_numbers as counter
     where counter.year = take_invoice_numbers.year
       for update;
    -- Numbers of ours that came from elsewhere are followed: all of the same length, the last is the highest.
    v_last := greatest(v_last, (
        select right(invoice.number, 6)::int
          from public.invoices as invoice
         where invoice.number between v_prefix || '000000' and v_prefix || '999999'
           and left(invoice.number, -6) = v_prefix
           and right(invoice.number, 6) ~ '^[0-9]{6}$'
         order by invoice.number desc
         limit 1));

    while cardinality(v_numbers) < take_invoice_numbers.count loop
        v_last := v_last + 1;
        v_number := v_prefix || lpad(v_last::text, greatest(6, length(v_last::text)), '0');
        -- Past six digits, text that came from elsewhere may be the same.
        continue when exists (select from public.invoices as invoice where invoice.number = v_number)
                   or exists (select from public.credit_notes as note where note.number = v_number);
        v_numbers := v_numbers || v_number;
    end loop;

    update private.last_invoice_numbers as counter
       set last_number = v_last
     where counter.year = take_invoice_numbers.year;
    return v_numbers;
end;
$$;
comment on function private.take_invoice_numbers is
$$The next numbers of a year of issue, of invoices and credit notes, in order.

count: how many; all are used, or the transaction fails. Others wait for the year's next ones until it ends: it is
the last lock that a procedure takes.$$;

-- From drafts to numbered invoices that are owed.
create function private.check_invoices_sendable(invoice_ids uuid[])
returns void
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many drafts there are
as $$
declare
    v_draft_ids constant uuid[] := array(
        select invoice.id
          from public.invoices as invoice
         where invoice.id = any (check_invoices_sendable.invoice_ids) and invoice.status = 'draft');
    v_not_sendable constant text := (
        with billed as (
            select line.invoice_id, count(*) as lines, sum(line.amount) as total,
                   min(line.work_date) filter (
                       where line.rate <> case when entry.code = 'regular' then hour.bill_rate else coded.bill_rate end
                         and line.premium_rule_id is null) as other_rate_on
              from public.invoice_lines as line
              left join public.time_entries as entry on entry.id = line.time_entry_id
              left join private.rates_of_days as hour
                on hour.assignment_id = entry.assignment_id
               and entry.work_date between hour.effective_from and hour.effective_to
              left join lateral (
                   select rated.bill_rate
                     from private.rates_of_coded_time as rated
                    where entry.code <> 'regular' and rated.time_entry_id = entry.id
                   offset 0) as coded on true -- not looked up of regular time
             where line.invoice_id = any (v_draft_ids)
             group by line.invoice_id
        )
        select string_agg(
                   format('%s, %s to %s (%s): %s', facility.name, invoice.period_start, invoice.period_end,
                          invoice.id, hindrance.reason),
                   '; ' order by array_position(check_invoices_sendable.invoice_ids, invoice.id))
          from public.invoices as invoice
          join public.facilities as facility on facility.id = invoice.facility_id
          left join billed on billed.invoice_id = invoice.id
         cross join lateral (
               select case when invoice.status = 'void' then 'it is void'
                           when billed.lines is null then 'it has no lines'
                           when billed.total < 0 then format('its total is %s', billed.total)
                           when billed.other_rate_on is not null
                           then format('its time of %s has another bill rate by now', billed.other_rate_on)
                      end) as hindrance (reason)
         where invoice.id = any (check_invoices_sendable.invoice_ids)
           and invoice.status in ('draft', 'void')
           and hindrance.reason is not null);
begin
    if v_not_sendable is not null then
        perform private.refuse(
            409, 'invoices_not_sendable',
            format('Cannot be sent: %s.', v_not_sendable),
            'Correct or void the invoices that are named, or send the others without them. Nothing was sent.');
    end if;
end;
$$;
comment on function private.check_invoices_sendable is
    'Raises 409 and names the invoices that cannot be sent, each with its reason. What was sent already passes.';

create function private.hold_purchase_orders(invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
set lock_timeout = '5s'
as $$
begin
    perform
       from public.purchase_orders as purchase_order
      where purchase_order.id in (
            select line.purchase_order_id
              from public.invoice_lines as line
             where line.invoice_id = any (hold_purchase_orders.invoice_ids))
      order by purchase_order.id
        for no key update;
exception when lock_not_available then -- somebody sends as many
    perform private.refuse_while_billing();
end;
$$;
comment on function private.hold_purchase_orders is
    'Locks the orders that lines of the invoices name for no key update, so that nobody sends of them meanwhile; raises 409 when the wait is long.';

create function private.check_purchase_orders(invoice_ids uuid[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_exceeded constant text := (
        with added as materialized (
            select line.purchase_order_id, sum(line.amount) as amount,
                   count(distinct line.work_date) filter (where outside.is_so) as days_outside,
                   min(line.work_date) filter (where outside.is_so) as first_outside
              from public.invoice_lines as line
              join public.purchase_orders as purchase_order on purchase_order.id = line.purchase_order_id
             cross join lateral (
                   select line.work_date < purchase_order.starts_on
                          or line.work_date > purchase_order.ends_on as is_so) as outside
             where line.invoice_id = any (check_purchase_orders.invoice_ids)
             group by line.purchase_order_id)
        select string_agg(
                   format('%s, %s: %s', usage.facility_name, usage.number, exceeded.how), '; '
                   order by usage.facility_name, usage.number, exceeded.place)
          from added
          join public.purchase_order_usage as usage on usage.purchase_order_id = added.purchase_order_id
         cross join lateral (
               select 1, format('of %s, %s were sent, and these invoices add %s, which is %s too much', usage.amount,
                                usage.sent_amount, added.amount, usage.sent_amount + added.amount - usage.amount)
                where added.amount > 0 and usage.sent_amount + added.amount > usage.amount
                union all
               select 2, format('it pays for time from %s %s, and these invoices have %s outside, the first %s',
                                usage.starts_on, coalesce('to ' || usage.ends_on, 'on'),
                                private.counted(added.days_outside, 'day', 'days'), added.first_outside)
                where added.days_outside > 0) as exceeded (place, how));
begin
    if v_exceeded is not null then
        perform private.refuse(
            409, 'order_exceeded',
            format('Orders would be exceeded: %s.', v_exceeded),
            'Enter what the facility orders in addition, send the other invoices alone, or allow them to exceed '
            'their orders. Nothing was sent.');
    end if;
end;
$$;
comment on function private.check_purchase_orders is
    'Raises 409 and names each order of which drafts bill more than is left, or time of other days. The caller holds the orders.';

create function private.send_drafts(invoice_ids uuid[], issue_date date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant public.invoices[] := array(
        select invoice
          from public.invoices as invoice
         where invoice.id = any (send_drafts.invoice_ids));
    v_numbers text[];
begin
    -- A total that a server program wrote by itself gives way to the lines.
    perform private.total_invoices(send_drafts.invoice_ids);
    perform private.keep_tax_bases(send_drafts.invoice_ids);
    v_numbers := private.take_invoice_numbers(
        extract(year from send_drafts.issue_date)::int, cardinality(send_drafts.invoice_ids));

    -- What a program is sent at once.
    with bundle as (
        insert into public.invoice_bundles (facility_id, issue_date)
        select distinct facility.bill_to_facility_id, send_drafts.issue_date
          from public.invoices as invoice
          join public.facilities as facility on facility.id = invoice.facility_id
         where invoice.id = any (send_drafts.invoice_ids) and facility.bill_to_facility_id is not null
        returning id, facility_id)
    update public.invoices as invoice
       set status = 'sent',
           sent_by = private.user_id(),
           number = given.number,
           issue_date = send_drafts.issue_date,
           due_date = private.due_date(send_drafts.issue_date, facility.payment_terms_days, facility.due_date_rule),
           discount = nullif(round(invoice.total * facility.discount_rate, 2), 0),
           discount_until = case when round(invoice.total * facility.discount_rate, 2) > 0
                                 then send_drafts.issue_date + facility.discount_days end,
           bill_to_facility_id = facility.bill_to_facility_id,
           invoice_bundle_id = bundle.id
      from unnest(send_drafts.invoice_ids, v_numbers) as given (invoice_id, number),
           public.facilities as facility
      left join bundle on bundle.facility_id = facility.bill_to_facility_id
     where invoice.id = given.invoice_id and facility.id = invoice.facility_id;

    perform private.keep_papers(send_drafts.invoice_ids);
    perform private.audit_invoices('send_invoices', v_before);
end;
$$;
comment on function private.send_drafts is
    'Sends drafts that can be sent, which the caller holds: they get the next numbers in their order, and their dates.';

-- Security definer: invoices are written by procedures alone.
create function private.send_invoices(invoice_ids uuid[], issue_date date, allow_over_order boolean, late boolean)
returns setof public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_issue_date constant date := coalesce(send_invoices.issue_date, (private.clock()).business_date);
    v_invoice_ids constant uuid[] := array(
        select wanted.id
          from unnest(send_invoices.invoice_ids) with ordinality as wanted (id, position)
         group by wanted.id
         order by min(wanted.position));
    v_draft_ids uuid[];
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_ids', send_invoices.invoice_ids));
    perform private.require_arguments(jsonb_object_agg(format('invoice_ids[%s]', wanted.position), wanted.id))
       from unnest(send_invoices.invoice_ids) with ordinality as wanted (id, position);
    perform private.require_finite_dates(jsonb_build_object('issue_date', v_issue_date));
    perform private.require_plausible_days(jsonb_build_object('issue_date', v_issue_date));
    if cardinality(v_invoice_ids) > 1000 then
        perform private.refuse(
            400, 'too_many_invoices',
            format('You can send at most 1000 invoices at once, not %s.', cardinality(v_invoice_ids)),
            'Send them in several parts.');
    end if;

    perform private.hold_invoices(v_invoice_ids);
    perform private.charge_drafts(v_invoice_ids, v_issue_date); -- volume counts up to the day of issue
    perform private.check_invoices_sendable(v_invoice_ids);

    v_draft_ids := array(
        select invoice.id
          from public.invoices as invoice
         where invoice.id = any (v_invoice_ids) and invoice.status = 'draft'
         order by array_position(v_invoice_ids, invoice.id));
    if cardinality(v_draft_ids) > 0 then
        perform private.require_issue_date(v_issue_date);
        if send_invoices.late is not true then
            perform private.require_open_books(
                v_issue_date, format('invoices would be issued on %s', v_issue_date),
                'Choose %1$s, the first open day, or a later one. Or say that they are late. Then the books have them on '
                '%1$s. Nothing was sent.');
        end if;
        perform private.hold_purchase_orders(v_draft_ids);
        if send_invoices.allow_over_order is not true then
            perform private.check_purchase_orders(v_draft_ids);
        end if;
        perform private.send_drafts(v_draft_ids, v_issue_date);
    end if;

    return query
        select invoice.*
          from public.invoices as invoice
         where invoice.id = any (v_invoice_ids)
         order by array_position(v_invoice_ids, invoice.id);
end;
$$;
comment on function private.send_invoices is 'The logic of public.send_invoices.';

create function public.send_invoices(
    invoice_ids uuid[], issue_date date default null, allow_over_order boolean default false, late boolean default false)
returns setof public.invoices language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select * from private.send_invoices(invoice_ids, issue_date, allow_over_order, late); $$;
comment on function public.send_invoices is
$$Sends draft invoices, all or none: each gets its number, its issue date and its due date.

Numbers run from 1 in each year of issue, without gaps, in the order of the ids. An invoice is due the facility's
payment terms after its issue, or the next business day where its due_date_rule says so; one over nothing is paid at
once. From then on what it bills no longer changes. Where invoices are mailed (mail_kinds), the facility gets it as a PDF;
else hand it over yourself. What is billed to one program goes out together: invoices.invoice_bundle_id names the bundle,
which invoice_bundle_document and invoice_bundle_file show.

Fees and taxes are those of now; a rebate by volume goes by what was billed in the calendar year of the issue date, before it.

Of an order (purchase_orders) no more is sent than its amount, and no time of other days than its own, unless
allow_over_order says so. Nor are they issued on a day whose books are closed, unless they are said to be late.

Who: billing.

Arguments:
invoice_ids: the drafts, at most 1000, each with a line, a total of zero or more, and time at the bill rates of its
    days.
issue_date: the day they are issued, at most a month ahead; null is today in the operating timezone.
allow_over_order: whether they are sent though they exceed an order.
late: whether they are issued on a day whose books are closed; the journal has them on the first open day.

Result: the invoices in the order of their ids, each once. Those that were sent already are there as they are,
whatever the issue_date.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, day_not_come, too_many_invoices,
invoice_not_found, invoices_not_sendable, books_closed, order_exceeded, billing_in_progress.

Example: {"invoice_ids": ["$draft_id"]}$$;

revoke execute on function
    private.take_invoice_numbers, private.check_invoices_sendable, private.hold_purchase_orders,
    private.check_purchase_orders, private.send_drafts, private.send_invoices, public.send_invoices
    from public, anon, authenticated, service_role;
grant execute on function private.send_invoices, public.send_invoices to authenticated, service_role;
