-- Interest that was billed on an invoice of its own is owed there, and no longer on the invoices on which it accrued: for
-- each of its lines there is a payment of source interest_invoice on the original, as long as the line lives.

create function private.with_originals(invoice_id uuid)
returns uuid[]
language sql
stable
set search_path = ''
as $$
    select array(
        select with_originals.invoice_id
         union
        select payment.invoice_id
          from public.payments as payment
         where payment.interest_invoice_id = with_originals.invoice_id);
$$;
comment on function private.with_originals is
    'An invoice, and those whose interest it bills: who takes it back holds them all. They are known without a lock, since its payments are all made in one transaction with it.';

create function private.reverse_billed_interest(procedure text, interest_invoice_id uuid, line_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_payment_ids constant uuid[] := array(
        select payment.id
          from public.payments as payment
         where payment.interest_invoice_id = reverse_billed_interest.interest_invoice_id
           and payment.reversed_at is null
           and (reverse_billed_interest.line_ids is null
                or payment.invoice_id in (
                    select line.original_invoice_id
                      from public.invoice_lines as line
                     where line.id = any (reverse_billed_interest.line_ids))));
    v_before constant public.invoices[] := array(
        select invoice
          from public.invoices as invoice
          join public.payments as payment on payment.invoice_id = invoice.id
         where payment.id = any (v_payment_ids));
begin
    update public.payments as payment
       set reversed_at = (private.clock()).at
     where payment.id = any (v_payment_ids);
    perform private.audit_invoices(reverse_billed_interest.procedure, v_before);
end;
$$;
comment on function private.reverse_billed_interest is
$$Makes interest that an invoice billed owed again where it accrued.

procedure: who asks, for the audit log. line_ids: which lines of the invoice; null = all. The caller holds the originals.$$;

create function private.check_billed_interest_adds_up(interest_invoice_id uuid, original_id uuid)
returns void
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- one original by its key, all of them by the invoice
as $$
declare
    v_original record;
begin
    select interest.number, coalesce(original.number, part.invoice_id::text) as original,
           coalesce(sum(part.billed), 0.00) as billed, coalesce(sum(part.taken), 0.00) as taken
      into v_original
      from (select line.original_invoice_id as invoice_id, line.amount as billed, null::numeric as taken
              from public.invoice_lines as line
              join public.invoices as billing on billing.id = line.invoice_id
             where line.invoice_id = check_billed_interest_adds_up.interest_invoice_id
               and line.kind = 'interest'
               and line.released_at is null
               and billing.status not in ('draft', 'void')
               and (check_billed_interest_adds_up.original_id is null
                    or line.original_invoice_id = check_billed_interest_adds_up.original_id)
             union all
            select payment.invoice_id, null, payment.amount
              from public.payments as payment
             where payment.interest_invoice_id = check_billed_interest_adds_up.interest_invoice_id
               and payment.reversed_at is null
               and (check_billed_interest_adds_up.original_id is null
                    or payment.invoice_id = check_billed_interest_adds_up.original_id)) as part
      left join public.invoices as interest on interest.id = check_billed_interest_adds_up.interest_invoice_id
      left join public.invoices as original on original.id = part.invoice_id
     group by interest.number, part.invoice_id, original.number
    having coalesce(sum(part.billed), 0) <> coalesce(sum(part.taken), 0)
     order by original
     limit 1;
    if found then
        perform private.refuse(
            409, 'billed_interest_does_not_add_up',
            format('Of the interest on invoice %s, %s would stand on invoice %s and %s be taken off there.',
                   v_original.original, v_original.billed, coalesce(v_original.number, '(draft)'), v_original.taken),
            'Bill interest on an invoice of interest, and take it back by voiding or crediting that invoice.');
    end if;
end;
$$;
comment on function private.check_billed_interest_adds_up is
    'Raises 409 unless the live lines of an invoice of interest are its payments in force, on an original or on each; null = each.';

-- Asked when the transaction ends, since the invoice, its lines and its payments are written one after the other.
-- Security definer: the rule reads all of them, which the writer may not.
create function private.guard_billed_interest()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_table_name = 'invoices' then
        perform private.check_billed_interest_adds_up(new.id, null);
    elsif tg_table_name = 'invoice_lines' then
        perform private.check_billed_interest_adds_up(new.invoice_id, new.original_invoice_id);
    else
        perform private.check_billed_interest_adds_up(new.interest_invoice_id, new.invoice_id);
    end if;
    return null;
end;
$$;
comment on function private.guard_billed_interest is
    'Trigger of invoices of interest, their lines and their payments: private.check_billed_interest_adds_up.';

create constraint trigger invoices_of_interest_add_up
    after update on public.invoices deferrable initially deferred
    for each row when (new.kind = 'interest' and old.status is distinct from new.status)
    execute function private.guard_billed_interest();

create constraint trigger lines_of_interest_add_up
    after update on public.invoice_lines deferrable initially deferred
    for each row when (new.kind = 'interest')
    execute function private.guard_billed_interest();

create constraint trigger new_payments_of_interest_invoices_add_up
    after insert on public.payments deferrable initially deferred
    for each row when (new.interest_invoice_id is not null)
    execute function private.guard_billed_interest();

create constraint trigger reversed_payments_of_interest_invoices_add_up
    after update on public.payments deferrable initially deferred
    for each row when (new.interest_invoice_id is not null)
    execute function private.guard_billed_interest();

revoke execute on function
    private.with_originals, private.reverse_billed_interest, private.check_billed_interest_adds_up,
    private.guard_billed_interest
    from public, anon, authenticated, service_role;
