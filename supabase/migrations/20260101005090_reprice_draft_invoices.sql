-- The time that an applied rate hit reaches gets the bill rate of its day, and the drafts their totals.
create function private.reprice_draft_invoices(hit public.rate_hits, invoice_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_before constant public.invoices[] := array(
        select invoice
          from public.invoices as invoice
         where invoice.id = any (reprice_draft_invoices.invoice_ids));
begin
    update public.invoice_lines as line
       set rate = rate.bill_rate,
           amount = round(line.hours * rate.bill_rate * line.multiplier, 2)
      from public.time_entries as entry
      join private.rates_of_days as rate
        on rate.assignment_id = entry.assignment_id
       and entry.work_date between rate.effective_from and rate.effective_to
     where line.invoice_id = any (reprice_draft_invoices.invoice_ids)
       and entry.id = line.time_entry_id
       and entry.assignment_id = hit.assignment_id
       and entry.work_date >= hit.effective_on;

    perform private.total_invoices(reprice_draft_invoices.invoice_ids);

    perform private.audit_invoices('apply_rate_hit', v_before);
end;
$$;
comment on function private.reprice_draft_invoices(public.rate_hits, uuid[]) is
$$Sets the lines of the time that a rate hit reaches to the bill rates of their days, and the totals of
their invoices. Records each invoice whose total changed.

hit: applied, in the rates. invoice_ids: the drafts it touches, which the caller holds.$$;
revoke execute on function private.reprice_draft_invoices(public.rate_hits, uuid[])
    from public, anon, authenticated, service_role;
