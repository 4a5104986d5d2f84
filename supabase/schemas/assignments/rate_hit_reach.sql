-- Rows that a rate hit would touch, before somebody applies it: by the same functions that apply_rate_hit goes by.
-- Security definer: billing may not read payroll's batches; how many the hit touches, apply_rate_hit tells it too.
create function private.rate_hit_reach(rate_hit_id uuid)
returns table (target text, documents int, entries int, amount numeric, change numeric)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_hit public.rate_hits;
begin
    perform private.require_role('billing', 'payroll');
    perform private.require_arguments(jsonb_build_object('rate_hit_id', rate_hit_reach.rate_hit_id));
    select hit.* into v_hit from public.rate_hits as hit where hit.id = rate_hit_reach.rate_hit_id;
    if not found then
        perform private.refuse(
            404, 'rate_hit_not_found',
            format('There is no rate hit %s.', rate_hit_reach.rate_hit_id),
            'Look it up in the list of rate hits.');
    end if;

    return query
    with reached as (
        select case line.invoice_status when 'draft' then 'draft_invoices' else 'sent_invoices' end as target,
               line.invoice_id as document_id, line.time_entry_id, line.amount, line.change
          from private.invoice_lines_of_rate_hit(v_hit) as line
         where line.invoice_status <> 'draft' or v_hit.bill_rate_change <> 0
         union all
        select 'closed_batches', line.payroll_batch_id, line.time_entry_id, line.amount, line.change
          from private.pay_lines_of_rate_hit(v_hit) as line
         where line.batch_status = 'closed'
         union all
        select case batch.status when 'draft' then 'draft_batches' else 'batches_under_review' end,
               batch.id, line.time_entry_id, line.amount, line.change
          from private.open_batches_of_rate_hit(v_hit) as open (id)
          join public.payroll_batches as batch on batch.id = open.id
          left join private.pay_lines_of_rate_hit(v_hit) as line on line.payroll_batch_id = batch.id
    )
    select named.target, count(distinct reached.document_id)::int, count(distinct reached.time_entry_id)::int,
           coalesce(sum(reached.amount), 0.00), coalesce(sum(reached.change), 0.00)
      from unnest(array['draft_invoices', 'draft_batches', 'batches_under_review', 'sent_invoices', 'closed_batches'])
           with ordinality as named (target, place)
      left join reached on reached.target = named.target
     where v_hit.status = 'pending'
     group by named.target, named.place
     order by named.place;
end;
$$;
comment on function private.rate_hit_reach is 'The logic of public.rate_hit_reach.';

create function public.rate_hit_reach(rate_hit_id uuid)
returns table (target text, documents int, entries int, amount numeric, change numeric)
language sql stable set search_path = ''
as $$ select * from private.rate_hit_reach(rate_hit_id); $$;
comment on function public.rate_hit_reach is
$$Rows that a rate hit touches, before it is applied: drafts, payroll batches, sent invoices and closed batches.

target is one of draft_invoices, draft_batches, batches_under_review, sent_invoices, closed_batches. Drafts follow
apply_rate_hit. It refuses while there are batches_under_review, in review or approved; and, without allow_retroactive,
where there are entries on sent_invoices or in closed_batches: their amounts stay, backfill_invoice and the next batch
come to the difference.

documents: how many invoices or batches. entries: the time entries from the hit's day on that they name. amount: what
those come to there, in batches their straight pay, and guarantees of weeks that end then and of shifts that were
cancelled late from that day on. change: what the hit changes that by; guarantees of codes may add to it, and in batches
premiums and the regular rate.

May be called with GET.

Pages: order=target.

Who: billing, payroll.

Arguments:
rate_hit_id: the rate hit, pending.

Result: a row for each target, also where it is nothing. No rows for a hit that is applied or cancelled.

Errors: role_required, argument_missing, rate_hit_not_found.

Example: {"rate_hit_id": "$rate_hit_id"}$$;

revoke execute on function
    private.rate_hit_reach, public.rate_hit_reach
    from public, anon, authenticated, service_role;
grant execute on function private.rate_hit_reach, public.rate_hit_reach to authenticated, service_role;
