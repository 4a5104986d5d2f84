-- Postings of sent invoices and credit notes, on the days from which they count in ar_aging_as_of. One voided before
-- its issue date never counted.
create function private.postings_of_invoices(
    from_day date, to_day date, document_ids uuid[], by_contractor boolean)
returns table (
    posted_on date, document_id uuid, document text, account text, amount numeric, facility_id uuid, contractor_id uuid,
    memo text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- of some documents by their key, of a month's by its days
set work_mem = '64MB'
set jit = off
as $$
declare
    v_timezone constant text := private.operating_timezone();
    -- A constant: who has no accounts of codes has none in the plan.
    v_has_accounts constant boolean := exists (select from private.accounts_of_codes());
    v_has_fees constant boolean := exists (select from public.facility_fees) or exists (select from public.sales_taxes);
begin
    return query
    with account as materialized (
        select of_code.code, of_code.after, of_code.through, of_code.revenue_account as account
          from private.accounts_of_codes() as of_code
         where v_has_accounts and of_code.revenue_account is not null
    ), document as materialized ( -- owed: as much as the facility owes more by it, in sum
        select posting.day, invoice.id, invoice.number, invoice.facility_id, invoice.id as invoice_id,
               null::uuid as credit_note_id, invoice.kind = 'opening' as is_opening, 'receivables' as account,
               'interest_receivable' as interest_account,
               posting.sign, posting.sign * invoice.total as owed, posting.memo, invoice.issue_date
          from public.invoices as invoice
         cross join lateral (
               select (invoice.voided_at at time zone v_timezone)::date) as voided (day)
         cross join lateral (values
               (invoice.issue_date, 1, format('Invoice for %s to %s', invoice.period_start, invoice.period_end)),
               (voided.day, -1, 'Invoice voided')) as posting (day, sign, memo)
         where invoice.sent_at is not null
           and (postings_of_invoices.document_ids is null or invoice.id = any (postings_of_invoices.document_ids))
           -- Asked first, of the invoice alone: most are of other months.
           and (invoice.issue_date between postings_of_invoices.from_day and postings_of_invoices.to_day
                or voided.day between postings_of_invoices.from_day and postings_of_invoices.to_day)
           and posting.day between postings_of_invoices.from_day and postings_of_invoices.to_day
           and (voided.day is null or voided.day >= invoice.issue_date)
         union all
        select note.counts_on, note.id, note.number, note.facility_id, note.invoice_id, note.id,
               invoice.kind = 'opening', 'customer_credits',
               case when note.reinstates then 'interest_receivable' else 'interest_income' end, -1, -note.amount,
               format('Credit note for invoice %s', invoice.number), invoice.issue_date
          from public.credit_notes as note
          join public.invoices as invoice on invoice.id = note.invoice_id
         where (postings_of_invoices.document_ids is null or note.id = any (postings_of_invoices.document_ids))
           and note.counts_on between postings_of_invoices.from_day and postings_of_invoices.to_day
    ), posting as materialized (
        select document.day, document.id, document.number, document.account, document.owed as amount,
               document.facility_id, null::uuid as contractor_id, document.memo
          from document
         union all
        select document.day, document.id, document.number,
               case when document.is_opening then 'opening_balances' else line.account end,
               -document.sign * line.amount, document.facility_id, line.contractor_id, document.memo
          from document
         cross join lateral (
               select class.account, class.contractor_id, sum(part.amount) as amount
                 from public.invoice_lines as billed
                cross join lateral ( -- looked up of credit notes alone
                      select case when document.credit_note_id is null then billed.amount
                                  else (select credited.amount
                                          from public.credit_note_lines as credited
                                         where credited.invoice_line_id = billed.id
                                           and credited.credit_note_id = document.credit_note_id) end) as part (amount)
                 -- Not joined where contractors are not asked for.
                 left join public.time_entries as entry on entry.id = billed.time_entry_id
                 left join public.assignments as assignment on assignment.id = entry.assignment_id
                 -- That of the invoice's day: what takes it back does so from where it was.
                 left join account
                   on v_has_accounts
                  and account.code = billed.code
                  and document.issue_date > account.after
                  and document.issue_date <= account.through
                 left join public.facility_fees as fee on v_has_fees and fee.id = billed.fee_id
                 left join public.sales_taxes as tax on v_has_fees and tax.id = billed.sales_tax_id
                cross join lateral (
                      select case when postings_of_invoices.by_contractor
                                  then coalesce(billed.contractor_id, assignment.contractor_id) end,
                             coalesce(
                                 account.account,
                                 case billed.kind when 'adjustment' then 'revenue_adjustments'
                                                  when 'difference' then 'revenue_differences'
                                                  when 'code' then 'revenue_codes'
                                                  when 'guarantee' then 'revenue_codes'
                                                  when 'differential' then 'revenue_differentials'
                                                  when 'interest' then document.interest_account
                                                  when 'fee' then coalesce(fee.account, 'fees_' || fee.kind)
                                                  when 'tax' then coalesce(tax.account, 'sales_tax')
                                                  else 'revenue_' || billed.kind end)
                           ) as class (contractor_id, account)
                where billed.invoice_id = document.invoice_id
                  and part.amount is not null
                group by class.account, class.contractor_id) as line
    )
    select posting.* from posting
     union all
    -- Another program may have written an invoice of former books without lines.
    select posting.day, posting.id, posting.number, 'opening_balances', -sum(posting.amount), posting.facility_id, null,
           posting.memo
      from posting
     group by posting.day, posting.id, posting.number, posting.facility_id, posting.memo
    having sum(posting.amount) <> 0;
end;
$$;
comment on function private.postings_of_invoices is
$$Postings of invoices and credit notes: the amount owed against revenue by the class of the hours and by contractor, of what is not worked,
or was promised and not worked, on revenue_codes, of premiums on revenue_differentials, of a code on its
own account where it has one; fees on fees_msp, fees_vms and fees_volume and taxes on sales_tax, or on their own accounts; billed interest against interest_receivable, where it accrued, or given up, against interest_income; of an opening invoice, and
what lines do not explain, against opening_balances. amount: above zero a debit, below a credit.

from_day, to_day: the days, included.
document_ids: of which invoices and credit notes; null = of all.
by_contractor: whether contractors are told apart; else contractor_id is null.$$;

revoke execute on function private.postings_of_invoices from public, anon, authenticated, service_role;
