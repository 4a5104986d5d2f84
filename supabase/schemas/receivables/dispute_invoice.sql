-- A facility says that an invoice is wrong: it is marked so while that is looked into. What it owes stays as it is.
-- Of the balance, since the rest is paid or credited already.
create function private.disputed_balance(invoice public.invoices)
returns numeric
language sql
immutable
parallel safe
set search_path = ''
as $$
    select case when invoice.disputed_at is null then 0.00
                else least(invoice.balance, coalesce(invoice.disputed_amount, invoice.balance)) end;
$$;
comment on function private.disputed_balance is 'Amount of an invoice''s balance that is in dispute.';

-- Lines are gone with the mark, whatever ended it.
-- Security definer: nobody writes them but the procedures.
create function private.forget_disputed_lines()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    delete from public.disputed_lines as line where line.invoice_id = new.id;
    return null;
end;
$$;
comment on function private.forget_disputed_lines is 'Trigger: removes the disputed lines of an invoice that is no longer disputed in part.';

create trigger disputed_lines_go_with_the_dispute
    after update on public.invoices
    for each row when (old.disputed_amount is not null and new.disputed_amount is null)
    execute function private.forget_disputed_lines();

-- Nothing is to be computed anew of facilities whose disputes do.
create function private.disputes_bear_interest(facility_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
    select not exists (
        select from public.facility_interest_terms as terms
         where terms.facility_id = disputes_bear_interest.facility_id and not terms.disputed_bears_interest);
$$;
comment on function private.disputes_bear_interest is
    'True unless terms of a facility say that what it disputes bears no interest.';

create function private.lines_to_dispute(invoice public.invoices, line_ids uuid[], amounts numeric[])
returns table (invoice_line_id uuid, amount numeric)
language plpgsql
stable
set search_path = ''
as $$
declare
    v_unfit constant text := (
        select string_agg(format('%s %s', wanted.id, hindrance.reason), '; ' order by wanted.position)
          from unnest(lines_to_dispute.line_ids) with ordinality as wanted (id, position)
          left join private.rests_of_lines(lines_to_dispute.invoice.id) as line on line.invoice_line_id = wanted.id
         cross join lateral (
               select case when line.invoice_line_id is null then 'is none of its lines'
                           when line.rest <= 0 or lines_to_dispute.amounts[wanted.position] > line.rest
                           then format('has %s left that could be disputed', line.rest) end) as hindrance (reason)
         where hindrance.reason is not null);
begin
    if v_unfit is not null then
        perform private.refuse(
            409, 'line_not_disputable',
            format('Invoice %s has lines that cannot be disputed so: %s.', invoice.number, v_unfit),
            'Choose lines of the invoice, and enter at most what is left of each.');
    end if;
    return query
    select wanted.id, coalesce(lines_to_dispute.amounts[wanted.position], line.rest)
      from unnest(lines_to_dispute.line_ids) with ordinality as wanted (id, position)
      join private.rests_of_lines(lines_to_dispute.invoice.id) as line on line.invoice_line_id = wanted.id;
end;
$$;
comment on function private.lines_to_dispute is
$$Lines of an invoice that are to be disputed, each with its amount: as given, else what no credit note has taken back.
Raises 409 and names those of which less is left.$$;

-- A note for a line settles as much of its dispute, and with the last that of the invoice. So never more is disputed of
-- a line than is left of it.
create function private.settle_credited_lines(credit_note public.credit_notes)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    delete from public.disputed_lines as disputed
     using public.credit_note_lines as taken
     where taken.credit_note_id = credit_note.id
       and taken.invoice_line_id = disputed.invoice_line_id
       and disputed.amount <= taken.amount;
    update public.disputed_lines as disputed
       set amount = disputed.amount - taken.amount
      from public.credit_note_lines as taken
     where taken.credit_note_id = credit_note.id
       and taken.invoice_line_id = disputed.invoice_line_id;
    update public.invoices as invoice
       set disputed_amount = left_over.amount,
           disputed_at = case when left_over.amount is not null then invoice.disputed_at end,
           disputed_by = case when left_over.amount is not null then invoice.disputed_by end,
           dispute_reason = case when left_over.amount is not null then invoice.dispute_reason end,
           interest_computed_on = null
      from (select sum(disputed.amount) as amount
              from public.disputed_lines as disputed
             where disputed.invoice_id = credit_note.invoice_id) as left_over
     where invoice.id = credit_note.invoice_id
       and invoice.disputed_amount is not null
       and invoice.disputed_amount is distinct from left_over.amount;
end;
$$;
comment on function private.settle_credited_lines is
    'Takes what a credit note takes back of lines off what is disputed of them, and ends the dispute with the last. The caller holds the invoice.';

-- Security definer: invoices are written by procedures alone.
create function private.dispute_invoice(invoice_id uuid, reason text, line_ids uuid[], amounts numeric[])
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    -- Without amounts a line named twice would be disputed twice: asked as if each had none.
    v_size constant int[] := array[coalesce(cardinality(dispute_invoice.line_ids), 0)];
    v_invoice public.invoices;
    v_disputed public.invoices;
    v_amount numeric;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', dispute_invoice.invoice_id));
    perform private.require_reason(dispute_invoice.reason);
    perform private.require_arguments(jsonb_object_agg(format('line_ids[%s]', wanted.position), wanted.id))
       from unnest(dispute_invoice.line_ids) with ordinality as wanted (id, position)
     having count(*) > 0;
    perform private.check_parts_are_of_lines(
        dispute_invoice.line_ids, coalesce(dispute_invoice.amounts, array_fill(null::numeric, v_size)), null, false);

    perform private.hold_invoices(array[dispute_invoice.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = dispute_invoice.invoice_id;
    if v_invoice.disputed_at is not null then
        return v_invoice;
    elsif v_invoice.status not in ('sent', 'partially_paid') then
        perform private.refuse(
            409, 'invoice_not_owed',
            format('Invoice %s is %s, so nothing is owed on it that could be disputed.',
                   coalesce(v_invoice.number, '(draft)'), v_invoice.status),
            'Correct a draft before it is sent. A paid or void invoice has nothing to settle.');
    end if;

    if cardinality(dispute_invoice.line_ids) > 0 then
        with disputed as (
            insert into public.disputed_lines (invoice_id, invoice_line_id, amount)
            select v_invoice.id, line.invoice_line_id, line.amount
              from private.lines_to_dispute(v_invoice, dispute_invoice.line_ids, dispute_invoice.amounts) as line
            returning amount
        )
        select sum(disputed.amount) into v_amount from disputed;
    end if;
    update public.invoices as invoice
       set disputed_at = (private.clock()).at,
           disputed_by = private.user_id(),
           dispute_reason = dispute_invoice.reason,
           disputed_amount = v_amount,
           interest_computed_on = case when not private.disputes_bear_interest(v_invoice.facility_id)
                                       then null else invoice.interest_computed_on end
     where invoice.id = v_invoice.id
    returning * into v_disputed;
    perform private.audit('dispute_invoice', 'invoices', v_invoice.id, to_jsonb(v_invoice), to_jsonb(v_disputed));
    return v_disputed;
end;
$$;
comment on function private.dispute_invoice is 'The logic of public.dispute_invoice.';

create function public.dispute_invoice(
    invoice_id uuid, reason text, line_ids uuid[] default null, amounts numeric[] default null)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.dispute_invoice(invoice_id, reason, line_ids, amounts); $$;
comment on function public.dispute_invoice is
$$Marks an invoice as disputed by its facility, with the reason.

It shows in ar_aging and facility_statement until settle_dispute. What is owed stays as it is, and so does the
interest on it, unless the facility's terms say that what is disputed bears none
(facility_interest_terms.disputed_bears_interest): then it bears none from the day after the dispute was noted, and
for all its days once the dispute is settled. Reminders leave out what is disputed. The mark goes by itself once
nothing is owed: the invoice is paid, written off or void.

Of some lines alone, each with an amount: the rest of the invoice is reminded of, and bears interest, like others. A
credit note for such a line settles as much of its dispute.

Who: billing.

Arguments:
invoice_id: the invoice, sent or partially paid.
reason: what the facility says is wrong; its contacts read it.
line_ids: which of its lines are disputed; null is the whole invoice.
amounts: how much of each of line_ids, in their order; null is all that no credit note has taken back.

Result: the invoice. Again: the same with its first reason, and nothing more changes.

Errors: role_required, argument_missing, reason_missing, text_not_one_line, text_too_long, line_parts_not_valid,
amount_not_valid, invoice_not_found, invoice_not_owed, line_not_disputable, billing_in_progress.

Example: {"invoice_id": "$sent_invoice_id", "reason": "Two shifts of March 4 are not ours."}$$;

-- Security definer: see above.
create function private.settle_dispute(invoice_id uuid)
returns public.invoices
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_invoice public.invoices;
    v_settled public.invoices;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object('invoice_id', settle_dispute.invoice_id));

    perform private.hold_invoices(array[settle_dispute.invoice_id]);
    select invoice.* into v_invoice from public.invoices as invoice where invoice.id = settle_dispute.invoice_id;
    if v_invoice.disputed_at is null then
        return v_invoice;
    end if;

    update public.invoices as invoice
       set disputed_at = null, disputed_by = null, dispute_reason = null, disputed_amount = null,
           interest_computed_on = case when not private.disputes_bear_interest(v_invoice.facility_id)
                                       then null else invoice.interest_computed_on end
     where invoice.id = v_invoice.id
    returning * into v_settled;
    perform private.audit('settle_dispute', 'invoices', v_invoice.id, to_jsonb(v_invoice), to_jsonb(v_settled));
    return v_settled;
end;
$$;
comment on function private.settle_dispute is 'The logic of public.settle_dispute.';

create function public.settle_dispute(invoice_id uuid)
returns public.invoices language sql volatile set search_path = ''
as $$ select private.settle_dispute(invoice_id); $$;
comment on function public.settle_dispute is
$$Ends the dispute of an invoice, which aging and statement then show like the others.

What was agreed is done beside it: credit_invoice, void_invoice or write_off_invoice. The audit log has who disputed
it, and why.

Who: billing.

Arguments:
invoice_id: the invoice.

Result: the invoice, not disputed. Again, and of one that was not disputed: the invoice as it is.

Errors: role_required, argument_missing, invoice_not_found, billing_in_progress.

Example: {"invoice_id": "$disputed_invoice_id"}$$;

revoke execute on function
    private.disputed_balance, private.forget_disputed_lines, private.lines_to_dispute, private.settle_credited_lines,
    private.disputes_bear_interest, private.dispute_invoice, public.dispute_invoice, private.settle_dispute,
    public.settle_dispute
    from public, anon, authenticated, service_role;
grant execute on function
    private.dispute_invoice, public.dispute_invoice, private.settle_dispute, public.settle_dispute
    to authenticated, service_role;
