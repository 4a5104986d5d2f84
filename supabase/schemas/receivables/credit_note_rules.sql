-- A credit note stays as it was issued, and no cent of it is lost or spent twice, whoever writes.
create trigger credit_notes_are_not_rewritten
    before update on public.credit_notes
    for each row execute function private.refuse_write(
        'credit_note_is_kept', 'The credit note {number} over {amount} does not change.',
        'Bill again what was credited too much.');

create trigger credit_notes_are_not_deleted
    before delete on public.credit_notes
    for each row execute function private.refuse_write(
        'credit_note_is_kept', 'The credit note {number} over {amount} is not deleted.',
        'Bill again what was credited too much.');

create trigger credit_note_lines_are_kept
    before update or delete on public.credit_note_lines
    for each row execute function private.refuse_write(
        'credit_note_is_kept', 'The lines of a credit note are neither changed nor deleted.',
        'Bill again what was credited too much.');

create function private.is_reinstated(invoice_line_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    return exists (
        select from public.credit_note_lines as line
          join public.credit_notes as note on note.id = line.credit_note_id
         where line.invoice_line_id = is_reinstated.invoice_line_id and note.reinstates);
end;
$$;
comment on function private.is_reinstated is 'True if a credit note frees the time of an invoice''s line.';

create function private.check_credit_note_adds_up(credit_note_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_note record;
begin
    select note.number, note.amount, coalesce(credited.amount, 0) as lines, coalesce(paid.amount, 0) as paid,
           coalesce(credit.remaining, 0) as remaining
      into v_note
      from public.credit_notes as note
     cross join lateral (
           select sum(taken.amount) filter (where line.invoice_id = note.invoice_id) as amount
             from public.credit_note_lines as taken
             join public.invoice_lines as line on line.id = taken.invoice_line_id
            where taken.credit_note_id = note.id) as credited
      left join public.facility_credits as credit on credit.credit_note_id = note.id
     cross join lateral (
           select sum(part.amount) as amount
             from (select payment.amount from public.payments as payment where payment.credit_note_id = note.id
                    union all
                   select payment.amount
                     from public.check_reconciliations as reconciliation
                     join public.payments as payment on payment.check_reconciliation_id = reconciliation.id
                    where reconciliation.facility_credit_id = credit.id and payment.reversed_at is null
                      and payment.source <> 'discount'
                    union all
                   select refund.amount
                     from public.refunds as refund where refund.facility_credit_id = credit.id) as part) as paid
     where note.id = check_credit_note_adds_up.credit_note_id;
    if v_note.lines <> v_note.amount or v_note.paid + v_note.remaining <> v_note.amount then
        perform private.refuse(
            409, 'credit_note_does_not_add_up',
            format('The credit note %s over %s has lines of %s, payments of %s and a credit of which %s is left.',
                   v_note.number, v_note.amount, v_note.lines, v_note.paid, v_note.remaining),
            'Credit the invoice instead, and spend the credit by a reconciliation of its own.');
    end if;

    -- A line below zero is credited whole, and so once; of fees and taxes as much as of what they are reckoned on.
    select note.number, line.description, line.amount, credited.amount as lines
      into v_note
      from public.credit_note_lines as taken
      join public.credit_notes as note on note.id = taken.credit_note_id
      join public.invoice_lines as line on line.id = taken.invoice_line_id
     cross join lateral (
           select sum(other.amount) as amount
             from public.credit_note_lines as other
            where other.invoice_line_id = taken.invoice_line_id) as credited
     where taken.credit_note_id = check_credit_note_adds_up.credit_note_id
       and (taken.amount < 0 and taken.amount <> line.amount and line.base is null or credited.amount not between least(line.amount, 0)
                                                                                     and greatest(line.amount, 0))
     limit 1;
    if found then
        perform private.refuse(
            409, 'credit_note_does_not_add_up',
            format('With credit note %s, %s would be credited of a line of %s (%s).',
                   v_note.number, v_note.lines, v_note.amount, v_note.description),
            'Credit at most what is left of each line.');
    end if;
end;
$$;
comment on function private.check_credit_note_adds_up is
$$Raises 409 unless a credit note is the sum of its lines, as much is its payments, those made and refunded from the
credit that it left, and what is left of that, and no line is credited beyond what it billed, by all notes together.$$;

-- Asked when the transaction ends, since a credit note, its lines, its payments and its credit are written one after the
-- other. Of credits and of what is paid from them private.guard_money_of_check asks it.
-- Security definer: the rule reads all of them, which the writer may not.
create function private.guard_money_of_credit_note()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if tg_table_name = 'credit_notes' then
        perform private.check_credit_note_adds_up(new.id);
    else
        perform private.check_credit_note_adds_up(new.credit_note_id);
    end if;
    return null;
end;
$$;
comment on function private.guard_money_of_credit_note is
    'Trigger of credit notes, their lines and their payments: private.check_credit_note_adds_up.';

create constraint trigger new_credit_notes_add_up
    after insert on public.credit_notes deferrable initially deferred
    for each row execute function private.guard_money_of_credit_note();

create constraint trigger lines_of_credit_notes_add_up
    after insert on public.credit_note_lines deferrable initially deferred
    for each row execute function private.guard_money_of_credit_note();

create constraint trigger payments_of_credit_notes_add_up
    after insert on public.payments deferrable initially deferred
    for each row when (new.credit_note_id is not null)
    execute function private.guard_money_of_credit_note();

revoke execute on function
    private.is_reinstated, private.check_credit_note_adds_up, private.guard_money_of_credit_note
    from public, anon, authenticated, service_role;
