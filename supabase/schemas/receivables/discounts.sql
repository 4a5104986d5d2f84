-- A discount for paying in time is of what was billed rightly: a credit note takes its share of it along, whether the
-- note or the money came first.

create function private.discount_left(invoice public.invoices)
returns numeric
language sql
stable
set search_path = ''
as $$
    select greatest(
               round(invoice.discount * greatest(invoice.total - credited.amount, 0) / invoice.total, 2) - taken.amount,
               0.00)
      from (select coalesce(sum(note.amount), 0) as amount
              from public.credit_notes as note where note.invoice_id = invoice.id) as credited
     cross join (
           select coalesce(sum(payment.amount), 0) as amount
             from public.payments as payment
            where payment.invoice_id = invoice.id and payment.source = 'discount' and payment.reversed_at is null
           ) as taken;
$$;
comment on function private.discount_left is
$$Discount that an invoice still gives to who pays the rest in time: as much of its discount as is not credited of its
total, less what was taken. 0 = none.$$;

create function private.discount_to_take_back(invoice public.invoices, credited numeric)
returns numeric
language sql
stable
set search_path = ''
as $$
    select case when taken.amount > 0 then least(
               taken.amount - case when billed.rest > 0 then round(
                   taken.amount * greatest(billed.rest - discount_to_take_back.credited, 0) / billed.rest, 2) else 0 end,
               discount_to_take_back.credited)
           else 0.00 end
      from (select coalesce(sum(payment.amount), 0) as amount
              from public.payments as payment
             where payment.invoice_id = invoice.id and payment.source = 'discount' and payment.reversed_at is null
           ) as taken
     cross join (
           select invoice.total - coalesce(sum(note.amount), 0) as rest
             from public.credit_notes as note where note.invoice_id = invoice.id) as billed;
$$;
comment on function private.discount_to_take_back is
$$Share that an amount to be credited has in the discount that was taken of an invoice: all of it with the last that was
not credited.$$;

-- In one statement, so that a paid invoice is paid all along.
create function private.pay_by_credit_note(note public.credit_notes, issue_date date, amount numeric)
returns void
language sql
volatile
set search_path = ''
as $$
    with discount as (
        select taken.id, taken.check_reconciliation_id, taken.paid_on, taken.amount,
               least(taken.amount,
                     greatest(0, note.discount_taken_back
                                 - (sum(taken.amount) over (order by taken.paid_on desc, taken.created_at desc, taken.id)
                                    - taken.amount))) as back
          from public.payments as taken
         where taken.invoice_id = note.invoice_id and taken.source = 'discount' and taken.reversed_at is null
           and note.discount_taken_back > 0
    ), reversed as (
        update public.payments as payment
           set reversed_at = (private.clock()).at
          from discount
         where discount.id = payment.id and discount.back > 0
    )
    insert into public.payments (
        invoice_id, source, check_reconciliation_id, credit_note_id, paid_on, amount, moved_at)
    select note.invoice_id, 'discount', discount.check_reconciliation_id, null, discount.paid_on,
           discount.amount - discount.back, (private.clock()).at
      from discount
     where discount.back > 0 and discount.back < discount.amount
     union all
    -- Of an invoice that was paid in time nothing was late: no later than the discount that it stands for.
    select note.invoice_id, 'credit_note', null, note.id,
           least(note.counts_on, greatest(discount.paid_on, pay_by_credit_note.issue_date)), discount.back,
           (private.clock()).at
      from discount
     where discount.back > 0
     union all
    select note.invoice_id, 'credit_note', null, note.id, note.counts_on, pay_by_credit_note.amount, null
     where pay_by_credit_note.amount > 0;
$$;
comment on function private.pay_by_credit_note is
$$Pays the invoice of a credit note: its discount_taken_back in place of as much of the discount, of which the rest stays,
and an amount that the invoice owes.

issue_date: the invoice's. The caller holds the invoice.$$;

revoke execute on function
    private.discount_left, private.discount_to_take_back, private.pay_by_credit_note
    from public, anon, authenticated, service_role;
