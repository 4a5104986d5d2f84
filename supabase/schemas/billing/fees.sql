-- Fees and rebates on drafts: a line for each, of what the draft bills. docs/fees.md says on what, and how it
-- is rounded.

-- The one place that says whose fees a facility's invoices have: its own, and those of the program to which it is
-- billed.
create view private.fee_owners with (security_invoker = true) as
    select facility.id as facility_id, facility.id as owner_id
      from public.facilities as facility
     union all
    select facility.id as facility_id, facility.bill_to_facility_id as owner_id
      from public.facilities as facility
     where facility.bill_to_facility_id is not null;
comment on view private.fee_owners is
    'Facilities, and by whose facility_fees their drafts are charged: their own, and those of their bill-to.';

revoke all on private.fee_owners from public, anon, authenticated, service_role;

-- The day of a line decides which fee and which tax it bears.
create view private.lines_to_charge with (security_invoker = true) as
    select line.id, line.invoice_id, line.kind, line.amount, line.base, line.purchase_order_id, line.time_entry_id,
           line.premium_rule_id, line.hours, line.quantity,
           coalesce(line.work_date, line.week_start + 6, invoice.period_end) as day,
           line.kind in ('regular', 'overtime', 'doubletime', 'differential', 'guarantee')
           or (line.kind in ('code', 'difference') and coalesce(code.unit, 'hour') = 'hour') as is_time
      from public.invoice_lines as line
      join public.invoices as invoice on invoice.id = line.invoice_id
      left join public.time_codes as code on code.name = line.code;
comment on view private.lines_to_charge is
$$Lines of invoices as far as fees and taxes go.

day: of work, of a difference or a guarantee the last of its week, else the last of the invoice. is_time: whether it
bills hours, premiums, guarantees or differences of these, and no units or what was added by hand. base: of fees and taxes
alone.$$;

revoke all on private.lines_to_charge from public, anon, authenticated, service_role;

-- Few are credited, and fees and taxes are a few lines of an invoice: so a year costs what it has invoices.
create function private.volume_billed(owner_id uuid, before date)
returns numeric
language sql
stable
set search_path = ''
as $$
    with billed as (
        select invoice.id, invoice.total
          from public.invoices as invoice
         where (invoice.facility_id = volume_billed.owner_id or invoice.bill_to_facility_id = volume_billed.owner_id)
           and invoice.sent_at is not null
           and invoice.status <> 'void'
           and invoice.kind not in ('opening', 'interest')
           and invoice.issue_date >= date_trunc('year', volume_billed.before)::date
           and invoice.issue_date < volume_billed.before
    )
    select coalesce(sum(billed.total - coalesce(charged.amount, 0) - coalesce(credited.amount, 0)), 0.00)
      from billed
      left join lateral (
           select sum(line.amount) as amount
             from public.invoice_lines as line
            where line.invoice_id = billed.id and line.base is not null) as charged on true
      left join lateral (
           select sum(taken.amount) as amount
             from public.credit_notes as note
             join public.credit_note_lines as taken on taken.credit_note_id = note.id
             join public.invoice_lines as line on line.id = taken.invoice_line_id
            where note.invoice_id = billed.id
              and note.counts_on < volume_billed.before
              and line.base is null) as credited on true;
$$;
comment on function private.volume_billed is
    'Amount that sent invoices billed a facility, or a program for its facilities, in the calendar year of a day, by issues before it, less what credit notes took back by then; before fees and taxes, and without interest and former books.';

create function private.fees_due(invoice_ids uuid[], on_day date)
returns table (
    invoice_id uuid, fee_id uuid, purchase_order_id uuid, base numeric, amount numeric, description text)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan -- a plan must know how many drafts there are
as $$
begin
    return query
    with draft as materialized (
        select invoice.id, invoice.period_end, fee.id as fee_id, fee.facility_id as owner_id, fee.kind, fee.name,
               fee.effective_from, fee.effective_to, fee.base, fee.rate, fee.amount, fee.volume_from, fee.volume_counts,
               fee.lessens_orders
          from public.invoices as invoice
          join private.fee_owners as owner on owner.facility_id = invoice.facility_id
          join public.facility_fees as fee
            on fee.facility_id = owner.owner_id and fee.effective_from <= invoice.period_end
         where invoice.id = any (fees_due.invoice_ids)
           and invoice.status = 'draft'
           and invoice.kind not in ('opening', 'interest')
    ), volume as materialized (
        select owner.owner_id, private.volume_billed(owner.owner_id, fees_due.on_day) as billed
          from (select distinct draft.owner_id from draft where draft.kind = 'volume') as owner
    ), part as materialized ( -- what the drafts bill, by day, order, and whether it is time
        select billed.id as invoice_id, line.day, line.is_time, line.purchase_order_id, line.amount,
               sum(line.amount) over run as through_all,
               coalesce(sum(line.amount) filter (where line.is_time) over run, 0) as through_time
          from (select distinct draft.id from draft) as billed
         cross join lateral (
               select line.day, line.is_time, line.purchase_order_id, sum(line.amount) as amount
                 from private.lines_to_charge as line
                where line.invoice_id = billed.id and line.base is null
                group by line.day, line.is_time, line.purchase_order_id
               offset 0) as line -- draft by draft, as private.total_invoices
        window run as (partition by billed.id order by line.day, line.is_time, line.purchase_order_id)
    ), applied as (
        select draft.*, part.purchase_order_id, part.amount as billed,
               volume.billed + case draft.base when 'all' then part.through_all else part.through_time end as through,
               volume.billed as reached,
               lead(draft.volume_from) over (
                   partition by draft.id, draft.owner_id, draft.kind, lower(draft.name), draft.volume_counts,
                                draft.base, part.day, part.is_time, part.purchase_order_id
                   order by draft.volume_from) as next_from
          from draft
          join part
            on part.invoice_id = draft.id
           and (draft.base = 'all' or part.is_time)
           and case when draft.amount is null then part.day else draft.period_end end
               between draft.effective_from and coalesce(draft.effective_to, 'infinity')
          left join volume on volume.owner_id = draft.owner_id
    ), by_order as (
        select applied.id, applied.fee_id, applied.name, applied.effective_from, applied.rate, applied.amount,
               case when applied.lessens_orders then applied.purchase_order_id end as purchase_order_id,
               sum(case
                   when applied.volume_from is null then applied.billed
                   when applied.volume_counts = 'whole'
                   then case when applied.reached >= applied.volume_from
                                  and coalesce(applied.reached < applied.next_from, true) then applied.billed end
                   -- As much of it as lies in the tier; least passes over what has no end.
                   else least(greatest(applied.through, applied.volume_from), applied.next_from)
                        - least(greatest(applied.through - applied.billed, applied.volume_from), applied.next_from)
                   end) as base
          from applied
         group by 1, 2, 3, 4, 5, 6, 7
    ), divided as (
        select by_order.*, sum(by_order.base) over (partition by by_order.id, by_order.fee_id) as whole,
               sum(by_order.base) over (
                   partition by by_order.id, by_order.fee_id order by by_order.purchase_order_id nulls first) as through
          from by_order
         where by_order.base <> 0
    ), asked as (
        select fee.*,
               sum(fee.wanted) over (
                   partition by fee.id
                   order by fee.amount is not null, fee.effective_from, fee.name, fee.fee_id) as through,
               (select greatest(sum(part.amount), 0) from part where part.invoice_id = fee.id) as billed
          from (select distinct divided.id, divided.fee_id, divided.name, divided.effective_from, divided.amount,
                       case when divided.rate is not null then round(divided.whole * divided.rate, 2)
                            else least(divided.amount, greatest(divided.whole, 0)) end as wanted
                  from divided) as fee
    ), taken as ( -- no more than what is billed
        select asked.id, asked.fee_id,
               least(asked.through, asked.billed) - least(asked.through - asked.wanted, asked.billed) as amount
          from asked
    )
    select share.id, share.fee_id, share.purchase_order_id, share.base, - share.amount,
           case when share.rate is null then share.name
                else format('%s, %s %% of %s', share.name, trim_scale(share.rate * 100),
                            to_char(share.base, 'FM999,999,999,990.00')) end
      from (select divided.*,
                   round(taken.amount * divided.through / divided.whole, 2)
                   - round(taken.amount * (divided.through - divided.base) / divided.whole, 2) as amount
              from divided
              join taken on taken.id = divided.id and taken.fee_id = divided.fee_id
             where divided.whole <> 0) as share (
                   id, fee_id, name, effective_from, rate, fixed, purchase_order_id, base, whole, through, amount)
     where share.amount <> 0;
end;
$$;
comment on function private.fees_due is
$$Lines of fees that drafts are to have by what else they bill: of each fee one, or where it lessens orders one an
order, whose cents add up to the fee of the invoice, which is rounded once. Together they are no more than what the
draft bills.

invoice_ids: those that are not drafts, and drafts of interest and of former books, have none.
on_day: the day before which volume is counted, in its calendar year.$$;

create function private.charge_fees(invoice_ids uuid[], on_day date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
    if not exists (select from public.facility_fees) then -- most firms have none
        return;
    end if;
    with due as materialized (
        select * from private.fees_due(charge_fees.invoice_ids, charge_fees.on_day)
    ), gone as (
        delete from public.invoice_lines as line
         using public.invoices as draft
         where line.invoice_id = any (charge_fees.invoice_ids)
           and line.kind = 'fee'
           and draft.id = line.invoice_id
           and draft.status = 'draft'
           and not exists (
               select from due
                where (due.invoice_id, due.fee_id, due.base, due.amount, due.description)
                    = (line.invoice_id, line.fee_id, line.base, line.amount, line.description)
                  and due.purchase_order_id is not distinct from line.purchase_order_id)
        returning line.id
    )
    insert into public.invoice_lines (
        invoice_id, kind, description, multiplier, amount, fee_id, base, purchase_order_id)
    select due.invoice_id, 'fee', due.description, null, due.amount, due.fee_id, due.base, due.purchase_order_id
      from due
     where not exists (
           select from public.invoice_lines as line
            where (due.invoice_id, due.fee_id, due.base, due.amount, due.description)
                = (line.invoice_id, line.fee_id, line.base, line.amount, line.description)
              and due.purchase_order_id is not distinct from line.purchase_order_id)
       and (select count(*) from gone) is not null -- first: a line must be gone before another takes its place
     order by due.invoice_id, due.description, due.purchase_order_id;
end;
$$;
comment on function private.charge_fees is
$$Brings the fees of drafts up to date. Lines that are right stay as they are.

invoice_ids: invoices that the caller holds; those that are not drafts stay as they are. on_day: see
private.fees_due.$$;

-- Fees first: a tax is reckoned on what they leave.
create function private.charge_drafts(invoice_ids uuid[], on_day date default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_day constant date := coalesce(charge_drafts.on_day, (private.clock()).business_date);
begin
    perform private.charge_fees(charge_drafts.invoice_ids, v_day);
    perform private.charge_taxes(charge_drafts.invoice_ids);
end;
$$;
comment on function private.charge_drafts is
$$Brings the fees and taxes of drafts up to date with what else they bill.

invoice_ids: invoices that the caller holds; those that are not drafts stay as they are. on_day: the day of issue;
null is the business date.$$;

revoke execute on function
    private.volume_billed, private.fees_due, private.charge_fees, private.charge_drafts
    from public, anon, authenticated, service_role;
