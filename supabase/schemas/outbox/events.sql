-- Events that webhooks are told of. Rows of the outbox are written in the event's own transaction, so that nothing is told that
-- did not happen, and nothing that happened is left out.

create function private.write_events(event text, subject_id uuid, happening text, data jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    perform private.write_message(
               write_events.event, write_events.subject_id,
               btrim(webhook.id || ' ' || write_events.happening), webhook.id, write_events.data)
       from public.webhooks as webhook
      where webhook.is_active and write_events.event = any (webhook.events);
end;
$$;
comment on function private.write_events is
$$Writes an event into the outbox for each webhook that is told of it, once: again, it does nothing.

subject_id: the row that it is about; what is told of one row goes in the order in which it happened.
happening: what tells two such events about that row apart; empty where there is one.
data: what the body says, ids alone.$$;

-- Invoices, whoever writes them. A draft that is voided was told to nobody. What a firm moves in with is nothing new:
-- neither opening invoices nor what the owner imports as sent.
-- Security definer: whoever writes the row need not be allowed to write the outbox.
create function private.tell_of_invoice()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_before constant text := case tg_op when 'UPDATE' then old.status else 'draft' end;
    v_data constant jsonb := jsonb_build_object('invoice_id', new.id);
begin
    if v_before = 'draft' and new.status <> 'void' and new.kind <> 'opening' then
        perform private.write_events('invoice.sent', new.id, '', v_data);
    end if;
    if new.status = 'paid' then
        perform private.write_events('invoice.paid', new.id, extract(epoch from new.paid_at)::text, v_data);
    elsif new.status = 'void' and v_before <> 'draft' then
        perform private.write_events('invoice.voided', new.id, '', v_data);
    end if;
    return null;
end;
$$;
comment on function private.tell_of_invoice is
    'Trigger: writes invoice.sent, invoice.paid (each time anew) and invoice.voided.';

create trigger webhooks_are_told_of_invoices
    after update on public.invoices
    for each row when (
        old.status <> new.status and (old.status = 'draft' or new.status = 'paid' or new.status = 'void'))
    execute function private.tell_of_invoice();

create trigger webhooks_are_told_of_inserted_invoices
    after insert on public.invoices
    for each row when (
        current_user = 'service_role' and new.status <> 'draft' and new.status <> 'void')
    execute function private.tell_of_invoice();

-- Security definer: as private.tell_of_invoice.
create function private.tell_of_credit_note()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.write_events(
        'invoice.credited', new.invoice_id, new.id::text,
        jsonb_build_object('invoice_id', new.invoice_id, 'credit_note_id', new.id));
    return null;
end;
$$;
comment on function private.tell_of_credit_note is 'Trigger: writes invoice.credited.';

create trigger webhooks_are_told_of_credit_notes
    after insert on public.credit_notes
    for each row execute function private.tell_of_credit_note();

-- Security definer: as private.tell_of_invoice.
create function private.tell_of_payroll_batch()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.write_events(
        'payroll_batch.closed', new.id, '', jsonb_build_object('payroll_batch_id', new.id));
    return null;
end;
$$;
comment on function private.tell_of_payroll_batch is 'Trigger: writes payroll_batch.closed.';

create trigger webhooks_are_told_of_payroll_batches
    after update on public.payroll_batches
    for each row when (old.status <> 'closed' and new.status = 'closed')
    execute function private.tell_of_payroll_batch();

-- Security definer: as private.tell_of_invoice.
create function private.tell_of_payroll_handover()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.write_events(
        'payroll_batch.handed_over', new.payroll_batch_id, new.id::text,
        jsonb_build_object('payroll_batch_id', new.payroll_batch_id, 'payroll_handover_id', new.id,
                           'employment', new.employment));
    return null;
end;
$$;
comment on function private.tell_of_payroll_handover is 'Trigger: writes payroll_batch.handed_over.';

create trigger webhooks_are_told_of_payroll_handovers
    after insert on public.payroll_handovers
    for each row execute function private.tell_of_payroll_handover();

-- One that ends with a day that is over has ended; of the others private.write_due_events tells once they have.
-- Security definer: as private.tell_of_invoice.
create function private.tell_of_assignment()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    -- Calls of its former end that nobody began to make go without a trace, so that the same end is told of, should it
    -- come back; private.webhook_call drops the others.
    delete from private.outbox as untold
     where untold.kind = 'assignment.ended' and untold.subject_id = new.id
       and untold.status = 'waiting' and untold.tries = 0;
    if new.end_date < (private.clock()).business_date then
        perform private.write_events(
            'assignment.ended', new.id, to_char(new.end_date, 'YYYY-MM-DD'),
            jsonb_build_object('assignment_id', new.id));
    end if;
    return null;
end;
$$;
comment on function private.tell_of_assignment is
    'Trigger: writes assignment.ended where an assignment''s end is set to a day that is over, and takes back what was not told.';

create trigger webhooks_are_told_of_past_ends
    after update on public.assignments
    for each row when (old.end_date is distinct from new.end_date)
    execute function private.tell_of_assignment();

revoke execute on function
    private.write_events, private.tell_of_invoice, private.tell_of_credit_note, private.tell_of_payroll_batch,
    private.tell_of_payroll_handover, private.tell_of_assignment
    from public, anon, authenticated, service_role;
