-- Progress of what banks reported, from the check that was entered of it and from what that is proposed to pay or paid.
create view public.remittance_line_states with (security_invoker = true) as
    select line.id,
           line.remittance_id,
           line.invoice_number,
           line.amount,
           line.deduction,
           line.deduction_reason,
           line.invoice_id,
           invoice.number,
           invoice.due_date,
           invoice.balance,
           case when line.settled_as is null and invoice.status in ('sent', 'partially_paid')
                     and (line.deduction is not null
                          or line.amount >= 0 and not exists ( -- of one named twice, in two ways, it is told once
                              select from public.remittance_lines as same
                               where same.remittance_id = line.remittance_id and same.invoice_id = line.invoice_id
                                 and same.id <> line.id
                                 and (same.deduction is not null or same.invoice_number > line.invoice_number)))
                then least(coalesce(line.deduction, rest.amount), rest.amount)
                else 0.00 end as short_by,
           line.settled_as,
           line.settled_at,
           line.settled_by
      from public.remittance_lines as line
      left join public.invoices as invoice on invoice.id = line.invoice_id
     cross join lateral (
           select greatest(
                      invoice.balance - coalesce((
                          select sum(proposed.amount)
                            from public.check_reconciliation_lines as proposed
                            join public.check_reconciliations as reconciliation
                              on reconciliation.id = proposed.check_reconciliation_id
                             and reconciliation.status = 'proposed'
                           where proposed.invoice_id = invoice.id
                             and proposed.component in ('principal', 'discount')), 0.00),
                      0.00)) as rest (amount);
comment on view public.remittance_line_states is
$$Invoices that remittances name, each beside the open invoice that it was taken for.

invoice_number is as the payer wrote it; number, due_date and balance are the invoice's, null where none was found.
short_by: what the payer kept back, or else did not pay, of what the invoice will owe once all that is proposed is
confirmed; 0 once somebody has decided what becomes of it (settle_short_payment). Of an invoice that is named twice, in
two ways, one line tells it.
settled_as is as remittance_lines.settled_as.

Pages: order=remittance_id,id.$$;

create trigger remittance_line_states_is_read_only
    instead of insert or update or delete on public.remittance_line_states
    for each row execute function private.refuse_view_write();

create view public.remittance_states with (security_invoker = true) as
    select remittance.id,
           remittance.bank_reference,
           remittance.received_on,
           remittance.amount,
           remittance.method,
           remittance.check_number,
           remittance.facility_number,
           remittance.payer,
           remittance.remark,
           case
               when remittance.set_aside_at is not null then 'set_aside'
               when remittance.check_id is null then 'without_facility'
               when received.status = 'returned' then 'returned'
               when reconciliation.status = 'confirmed' then 'confirmed'
               when reconciliation.status = 'proposed' then 'proposed'
               else 'not_matched'
           end as state,
           remittance.check_id,
           received.facility_id,
           facility.name as facility_name,
           case when remittance.check_id is not null then remittance.matched_by end as matched_by,
           reconciliation.id as check_reconciliation_id,
           spread.amount as on_invoices,
           case when remittance.check_id is not null then received.amount - spread.amount end as rest,
           named.unknown as lines_without_invoice,
           named.short_by,
           remittance.set_aside_reason,
           remittance.set_aside_at,
           remittance.set_aside_by,
           remittance.created_at,
           remittance.imported_by
      from public.remittances as remittance
      left join public.checks as received on received.id = remittance.check_id
      left join public.facilities as facility on facility.id = received.facility_id
      left join public.check_reconciliations as reconciliation
        on reconciliation.check_id = remittance.check_id and reconciliation.status <> 'returned'
     cross join lateral (
           select coalesce(sum(line.amount) filter (where line.component <> 'discount'), 0.00)
             from public.check_reconciliation_lines as line
            where line.check_reconciliation_id = reconciliation.id) as spread (amount)
     cross join lateral (
           select count(*) filter (where line.invoice_id is null), coalesce(sum(line.short_by), 0.00)
             from public.remittance_line_states as line
            where line.remittance_id = remittance.id) as named (unknown, short_by);
comment on view public.remittance_states is
$$Payments that banks reported, and how far each is.

state: without_facility while nobody knows who paid; not_matched when its check waits and nothing is proposed; proposed,
confirmed, or returned, as its check is; set_aside when it is no facility's payment. on_invoices: what of its check is on
invoices, proposed or confirmed; rest: what is not. lines_without_invoice: invoices that it names and that are not open
here. short_by: what the payer kept back and nobody has decided about.
method is as remittances.method. matched_by is as remittances.matched_by.

Pages: order=received_on,id.$$;

create trigger remittance_states_is_read_only
    instead of insert or update or delete on public.remittance_states
    for each row execute function private.refuse_view_write();

revoke all on public.remittance_line_states, public.remittance_states from public, anon, authenticated, service_role;
grant select on public.remittance_line_states, public.remittance_states to authenticated, service_role;
