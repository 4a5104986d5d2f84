-- Every change of what a document posts marks it, whoever writes. Drafts post nothing.

-- Security definer, as all of these: marks are nobody's to write.
create function private.mark_document()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.documents_to_post (document_id) values (case tg_op when 'DELETE' then old.id else new.id end);
    return null;
end;
$$;
comment on function private.mark_document is 'Trigger: marks the document that a row is.';

create trigger sent_invoices_are_posted
    after insert on public.invoices
    for each row when (new.sent_at is not null)
    execute function private.mark_document();
create trigger invoices_are_posted_as_they_move
    after update on public.invoices
    for each row when (
        new.sent_at is not null
        and (old.sent_at is null or old.voided_at is distinct from new.voided_at))
    execute function private.mark_document();

-- Interest of invoices that bear it is compared always: a run of accrue-interest would mark them all each day. Of others
-- it is marked when it changes, above all by the run after which it is final.
create trigger interest_is_posted_as_it_ends
    after update on public.invoices
    for each row when (
        not new.bears_interest
        and (old.bears_interest and old.interest_days is not null -- it may have borne more on closed days
             or (old.accrued_interest > 0 or new.accrued_interest > 0)
                and (old.bears_interest or old.accrued_interest <> new.accrued_interest
                     or old.interest_days is distinct from new.interest_days
                     or old.interest_on_days is distinct from new.interest_on_days
                     or old.interest_per_day is distinct from new.interest_per_day)))
    execute function private.mark_document();

create trigger credit_notes_are_posted
    after insert on public.credit_notes
    for each row execute function private.mark_document();

create trigger new_checks_are_posted
    after insert or delete on public.checks
    for each row execute function private.mark_document();
create trigger checks_are_posted_as_they_change
    after update on public.checks
    for each row when (
        old.facility_id is distinct from new.facility_id or old.amount is distinct from new.amount
        or old.received_on is distinct from new.received_on or old.reconciled_at is distinct from new.reconciled_at
        or old.returned_at is distinct from new.returned_at
        or old.external_number is distinct from new.external_number)
    execute function private.mark_document();

create trigger refunds_are_posted
    after insert on public.refunds
    for each row execute function private.mark_document();

create trigger closed_batches_are_posted
    after update on public.payroll_batches
    for each row when (new.status = 'closed' and old.status <> 'closed')
    execute function private.mark_document();

create trigger settled_overpayments_are_posted
    after insert on public.overpayment_settlements
    for each row execute function private.mark_document();
create trigger settlements_are_posted_as_they_are_taken_back
    after update on public.overpayment_settlements
    for each row when (old.taken_back_on is distinct from new.taken_back_on)
    execute function private.mark_document();

-- A payment is in the books of its check or its credit note; without one, and a write-off, in those of its invoice.
create function private.mark_documents_of_payments()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.documents_to_post (document_id)
    select distinct coalesce(reconciliation.check_id, credit.check_id, payment.credit_note_id, credit.credit_note_id,
                             payment.invoice_id)
      from touched as payment
      left join public.check_reconciliations as reconciliation on reconciliation.id = payment.check_reconciliation_id
      left join public.facility_credits as credit on credit.id = reconciliation.facility_credit_id;
    return null;
end;
$$;
comment on function private.mark_documents_of_payments is 'Trigger: marks the documents of payments that were recorded or reversed.';

create trigger new_payments_are_posted
    after insert on public.payments
    referencing new table as touched
    for each statement execute function private.mark_documents_of_payments();
create trigger reversed_payments_are_posted
    after update on public.payments
    referencing new table as touched
    for each statement execute function private.mark_documents_of_payments();

-- The days of what was voided, returned or closed follow the timezone.
create function private.mark_all_documents()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    insert into private.documents_to_post (document_id)
    select invoice.id from public.invoices as invoice where invoice.sent_at is not null
     union all
    select note.id from public.credit_notes as note
     union all
    select received.id from public.checks as received
     union all
    select batch.id from public.payroll_batches as batch where batch.status = 'closed';
    return null;
end;
$$;
comment on function private.mark_all_documents is 'Trigger: marks all documents, when the operating timezone changes.';

create trigger documents_follow_the_timezone
    after update on public.organization_settings
    for each row when (old.operating_timezone <> new.operating_timezone)
    execute function private.mark_all_documents();

revoke execute on function
    private.mark_document, private.mark_documents_of_payments, private.mark_all_documents
    from public, anon, authenticated, service_role;
