-- The order by which an invoice is made: of its facility, or of who is or was billed for it.
create function private.order_of_group(invoice public.invoices)
returns public.purchase_orders
language plpgsql -- as the next one
stable
set search_path = ''
as $$
begin
    return (
        select purchase_order
          from public.purchase_orders as purchase_order
         where purchase_order.facility_id in (
               select unnest(array[facility.id, facility.bill_to_facility_id, invoice.bill_to_facility_id])
                 from public.facilities as facility
                where facility.id = invoice.facility_id)
           and purchase_order.id::text = invoice.group_key);
end;
$$;
comment on function private.order_of_group is 'The order by which an invoice is made; null where it is not made by order.';

-- The number that a facility reads on an invoice: of the order by which it is made, or which alone its time is of, else
-- the one that the facility, or who is billed for it, wants on all.
create function private.order_on_invoice(invoice public.invoices)
returns text
language plpgsql -- whose plans are kept from one invoice to the next
stable
set search_path = ''
set enable_seqscan = off -- facilities are few, and each invoice looks its own up
as $$
declare
    v_number text;
begin
    if invoice.group_key <> '' then
        v_number := (private.order_of_group(invoice)).number;
    end if;
    if v_number is null then
        select min(purchase_order.number)
          into v_number
          from (select distinct line.purchase_order_id
                  from public.invoice_lines as line
                 where line.invoice_id = invoice.id and line.purchase_order_id is not null) as named
          join public.purchase_orders as purchase_order on purchase_order.id = named.purchase_order_id
        having count(*) = 1;
    end if;
    return coalesce(
        v_number,
        (select coalesce(facility.purchase_order, billed.purchase_order)
           from public.facilities as facility
           left join public.facilities as billed on billed.id = facility.bill_to_facility_id
          where facility.id = invoice.facility_id));
end;
$$;
comment on function private.order_on_invoice is 'The purchase order that stands on the invoice when it is sent; null for none.';

-- The legal moves of an invoice, and what no longer changes once it is sent:
--
--   draft → sent → partially_paid → paid, and back as payments are reversed
--   draft, sent → void
--   draft → paid → void, where the total is zero
--
-- Security definer: whoever writes need not be allowed to call private.refuse and private.clock.
create function private.guard_invoice_move()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
set enable_seqscan = off -- facilities are few, and each invoice looks its own up
as $$
begin
    if tg_op = 'UPDATE' then
        if old.status <> new.status and (old.status, new.status) not in (
            ('draft', 'sent'), ('draft', 'void'), ('sent', 'void'),
            ('sent', 'partially_paid'), ('sent', 'paid'), ('partially_paid', 'paid'),
            ('paid', 'partially_paid'), ('paid', 'sent'), ('partially_paid', 'sent'))
            and not (old.status = 'paid' and old.total = 0 and new.status = 'void') then
            perform private.refuse(
                409, 'invoice_move_not_legal',
                format('Invoice %s cannot go from %s to %s.',
                       coalesce(old.number, '(draft)'), old.status, new.status),
                'Send a draft, or void a draft or a sent invoice. Payments make an invoice paid, and a void one '
                'stays void.');
        end if;
        if old.status <> 'draft'
            and (old.id, old.number, old.facility_id, old.kind, old.period_start, old.period_end,
                 old.issue_date, old.due_date, old.total, old.sent_at, old.sent_by, old.created_at,
                 old.facility_name, old.billing_email, old.billing_name, old.billing_address,
                 old.purchase_order, old.letterhead_id, old.group_key, old.group_name,
                 old.discount, old.discount_until, old.bill_to_facility_id, old.invoice_bundle_id)
                is distinct from
                (new.id, new.number, new.facility_id, new.kind, new.period_start, new.period_end,
                 new.issue_date, new.due_date, new.total, new.sent_at, new.sent_by, new.created_at,
                 new.facility_name, new.billing_email, new.billing_name, new.billing_address,
                 new.purchase_order, new.letterhead_id, new.group_key, new.group_name,
                 new.discount, new.discount_until, new.bill_to_facility_id, new.invoice_bundle_id) then
            perform private.refuse(
                409, 'invoice_not_draft',
                format('Invoice %s is %s: what it bills no longer changes.',
                       coalesce(old.number, '(draft)'), old.status),
                'Void it and create another, or bill the difference on a new invoice.');
        end if;
        if old.status = 'void' and old.voided_by is distinct from new.voided_by then
            perform private.refuse(
                409, 'actor_is_kept',
                format('Nobody enters by hand who voided invoice %s.', coalesce(old.number, '(draft)')),
                'Leave it as it is.');
        end if;
    end if;

    -- Where nothing is owed there is nothing to wait for.
    if new.status = 'sent' and new.total = 0 then
        new.status := 'paid';
    end if;

    -- Each state carries its instant; whoever sets the state need not know the time.
    if new.status in ('sent', 'partially_paid', 'paid') or new.number is not null then
        new.sent_at := coalesce(new.sent_at, (private.clock()).at);
        new.issue_date := coalesce(new.issue_date, new.due_date);
    end if;
    if new.sent_at is not null and new.facility_name is null then -- imports may give it
        select facility.name, billed.billing_email, private.billing_name(facility, billed), billed.billing_address,
               private.order_on_invoice(new), settings.letterhead_id, nullif(billed.id, facility.id)
          into new.facility_name, new.billing_email, new.billing_name, new.billing_address, new.purchase_order,
               new.letterhead_id, new.bill_to_facility_id
          from public.organization_settings as settings
         cross join public.facilities as facility
          join public.facilities as billed
            on billed.id = coalesce(new.bill_to_facility_id, facility.bill_to_facility_id, facility.id)
         where facility.id = new.facility_id;
    end if;
    if new.status not in ('sent', 'partially_paid') then -- what is not owed is not disputed
        new.disputed_at := null;
        new.disputed_by := null;
        new.dispute_reason := null;
    end if;
    if new.disputed_at is null then
        new.disputed_amount := null;
    end if;
    new.paid_at := case when new.status = 'paid' then coalesce(new.paid_at, (private.clock()).at) end;
    new.voided_at := case when new.status = 'void' then coalesce(new.voided_at, (private.clock()).at) end;
    return new;
end;
$$;
comment on function private.guard_invoice_move is
    'Trigger: refuses illegal moves and changes of an invoice, stamps its states, and keeps whom it was sent to.';

create trigger invoice_states_are_stamped
    before insert on public.invoices
    for each row when (new.status <> 'draft')
    execute function private.guard_invoice_move();

-- Payments and interest change a sent invoice without touching what it bills: no function call for them.
create trigger invoice_moves_are_legal
    before update on public.invoices
    for each row when (
        old.status <> new.status
        or (old.id is distinct from new.id or old.number is distinct from new.number
            or old.facility_id is distinct from new.facility_id or old.kind is distinct from new.kind
            or old.period_start is distinct from new.period_start
            or old.period_end is distinct from new.period_end
            or old.issue_date is distinct from new.issue_date
            or old.due_date is distinct from new.due_date or old.total is distinct from new.total
            or old.sent_at is distinct from new.sent_at or old.paid_at is distinct from new.paid_at
            or old.voided_at is distinct from new.voided_at
            or old.sent_by is distinct from new.sent_by
            or old.voided_by is distinct from new.voided_by
            or old.created_at is distinct from new.created_at
            or old.facility_name is distinct from new.facility_name
            or old.billing_email is distinct from new.billing_email
            or old.billing_name is distinct from new.billing_name
            or old.billing_address is distinct from new.billing_address
            or old.purchase_order is distinct from new.purchase_order
            or old.letterhead_id is distinct from new.letterhead_id
            or old.group_key is distinct from new.group_key
            or old.discount is distinct from new.discount
            or old.discount_until is distinct from new.discount_until
            or old.bill_to_facility_id is distinct from new.bill_to_facility_id
            or old.invoice_bundle_id is distinct from new.invoice_bundle_id
            or old.group_name is distinct from new.group_name))
    execute function private.guard_invoice_move();

create trigger disputes_are_marked_by_the_procedures
    before update on public.invoices
    for each row when (
        current_user = 'service_role'
        and (old.disputed_at is distinct from new.disputed_at or old.disputed_by is distinct from new.disputed_by
             or old.dispute_reason is distinct from new.dispute_reason
             or old.disputed_amount is distinct from new.disputed_amount))
    execute function private.refuse_write(
        'invoice_dispute_not_writable',
        'The dispute of the invoice of {period_start} to {period_end} is not written by hand.',
        'Dispute the invoice, or settle its dispute.');

-- Its lines would stay live on it, and nobody could bill their time again.
create trigger invoices_are_voided_by_the_procedure
    before update on public.invoices
    for each row when (current_user = 'service_role' and old.status <> 'void' and new.status = 'void')
    execute function private.refuse_write(
        'invoice_void_not_writable',
        'The invoice of {period_start} to {period_end} is not made void by hand, which would leave its time on it.',
        'Void the invoice by its own act, which frees its time.');

create trigger invoices_are_issued_on_plausible_days
    before insert on public.invoices
    for each row when (isfinite(new.issue_date) and not private.is_plausible_day(new.issue_date))
    execute function private.refuse_day('issue_date');

create trigger invoices_move_to_plausible_days
    before update on public.invoices
    for each row when (
        old.issue_date is distinct from new.issue_date
        and isfinite(new.issue_date) and not private.is_plausible_day(new.issue_date))
    execute function private.refuse_day('issue_date');

-- A month's invoices may be dated ahead, by the end of the month that they are for.
create function private.require_issue_date(issue_date date)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_last constant date := (private.clock()).business_date + interval '1 month';
begin
    if require_issue_date.issue_date > v_last then
        perform private.refuse(
            409, 'day_not_come',
            format('An invoice cannot be issued on %s, more than a month ahead.', require_issue_date.issue_date),
            format('Give a day up to %s.', v_last));
    end if;
end;
$$;
comment on function private.require_issue_date is 'Raises 409 for a day more than a month after the business date.';

-- Security definer: whoever writes need not be allowed to call private.refuse and private.clock.
create function private.guard_issue_date()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.require_issue_date(new.issue_date);
    return new;
end;
$$;
comment on function private.guard_issue_date is 'Trigger: refuses an invoice that is issued more than a month ahead.';

create trigger invoices_are_issued_within_a_month
    before insert on public.invoices
    for each row when (isfinite(new.issue_date))
    execute function private.guard_issue_date();

create trigger invoices_move_within_a_month
    before update on public.invoices
    for each row when (
        old.issue_date is distinct from new.issue_date
        and isfinite(new.issue_date))
    execute function private.guard_issue_date();

create trigger invoices_were_voided_by_now
    before insert or update of voided_at on public.invoices
    for each row when (new.voided_at > (private.clock()).at)
    execute function private.refuse_day_to_come(
        'voided_at', 'The invoice cannot have been voided at %s, a time that has not come yet.');

create trigger invoices_are_deleted_as_drafts
    before delete on public.invoices
    for each row when (old.status <> 'draft')
    execute function private.refuse_removal(
        'invoice_not_draft', 'invoice of {period_start} to {period_end}',
        'Void the invoice instead. It keeps its number.');

-- Security definer: the rule reads payments, and whoever tries need not be allowed to call private.refuse.
create function private.guard_paid_amounts()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_op = 'UPDATE' and (
        select (new.amount_paid, new.interest_paid, new.principal_paid_on) is not distinct from (
                   coalesce(sum(payment.amount) filter (where payment.component = 'principal'), 0),
                   coalesce(sum(payment.amount) filter (where payment.component = 'interest'), 0),
                   max(payment.paid_on) filter (where payment.component = 'principal'))
          from public.payments as payment
         where payment.invoice_id = new.id and payment.reversed_at is null) then
        return new;
    end if;
    perform private.refuse(
        409, 'paid_amounts_follow_payments',
        format('Nobody writes the paid amounts of invoice %s by hand.', coalesce(new.number, '(draft)')),
        'Send the invoice, and record the payments. Its paid amounts and its state follow them.');
    return null;
end;
$$;
comment on function private.guard_paid_amounts is
    'Trigger: refuses paid amounts that are not what the payments in force come to.';

-- Without a payment no invoice owes less than its total, imported ones neither.
create trigger new_invoices_are_unpaid
    before insert on public.invoices
    for each row when (new.amount_paid <> 0 or new.interest_paid <> 0 or new.principal_paid_on is not null)
    execute function private.guard_paid_amounts();

create trigger paid_amounts_follow_payments
    before update on public.invoices
    for each row when (
        old.amount_paid is distinct from new.amount_paid
        or old.interest_paid is distinct from new.interest_paid
        or old.principal_paid_on is distinct from new.principal_paid_on)
    execute function private.guard_paid_amounts();

revoke execute on function
    private.order_of_group, private.order_on_invoice, private.guard_invoice_move, private.require_issue_date, private.guard_issue_date,
    private.guard_paid_amounts
    from public, anon, authenticated, service_role;
-- Of who adds an adjustment, by hand.
grant execute on function private.order_of_group to authenticated, service_role;
