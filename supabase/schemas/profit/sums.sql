-- Sums of what was sent and paid, by assignment and workweek: gross profit of a year reads these in place of lines.
-- They are a copy, which the job maintain makes, and what has none is read by its lines. So nobody who sends or closes
-- waits for it, and an upgrade does without. Who writes lines with triggers off empties both tables; who releases lines
-- does it at read committed, as else a sum that was made meanwhile stays.

-- Without foreign keys to assignments, here and below: time that is billed or paid keeps its own.
create table private.billed_sums (
    id bigint generated always as identity primary key,
    invoice_id uuid not null references public.invoices (id) on delete cascade,
    assignment_id uuid,
    week_start date not null,
    hours numeric,
    amount numeric not null
);
comment on table private.billed_sums is
$$Lines of time of sent invoices, summed: all of an invoice, or none. An invoice of which a line of time was released has
none, so that what is summed never changes.$$;

create unique index billed_sums_of_an_invoice
    on private.billed_sums (invoice_id, week_start, assignment_id) nulls not distinct;
create index billed_sums_by_week on private.billed_sums using brin (week_start);

create table private.paid_sums (
    id bigint generated always as identity primary key,
    payroll_batch_id uuid not null references public.payroll_batches (id) on delete cascade,
    assignment_id uuid,
    employment_type text not null,
    week_start date not null,
    wages numeric not null,
    premiums numeric not null,
    stipends numeric not null,
    codes numeric not null,
    reimbursements numeric not null
);
comment on table private.paid_sums is
$$Lines of closed batches, summed by private.part_of_pay: all of a batch, or none. A release in which that is another
empties this table.$$;

create unique index paid_sums_of_a_batch
    on private.paid_sums (payroll_batch_id, week_start, assignment_id, employment_type) nulls not distinct;
create index paid_sums_by_week on private.paid_sums using brin (week_start);

create view private.unsummed_invoices with (security_invoker = true) as
    select invoice.id as invoice_id
      from public.invoices as invoice
     where invoice.sent_at is not null
       and invoice.status <> 'void'
       and invoice.kind not in ('opening', 'interest')
       and not exists (select from private.billed_sums as kept where kept.invoice_id = invoice.id)
       and (select bool_and(line.released_at is null)
              from public.invoice_lines as line
             where line.invoice_id = invoice.id and line.work_date is not null);
comment on view private.unsummed_invoices is 'Sent invoices that bill time, none of which was released, and have no sums yet.';

create view private.unsummed_batches with (security_invoker = true) as
    select batch.id as payroll_batch_id
      from public.payroll_batches as batch
     where batch.status = 'closed'
       and not exists (select from private.paid_sums as kept where kept.payroll_batch_id = batch.id)
       and exists (
           select from private.paid_parts as part where part.payroll_batch_id = batch.id
           offset 0); -- looked up batch by batch
comment on view private.unsummed_batches is 'Closed batches that pay something and have no sums yet.';

-- An invoice that somebody holds for update, to release lines of it, is passed over. Two who sum up at once do it in
-- one order.
create function private.sum_up_invoices(most int)
returns int
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_any_week constant date := private.workweek_start(date '2000-01-01');
    v_invoice_ids constant uuid[] := array(
        select invoice.id
          from private.unsummed_invoices as unsummed
          join public.invoices as invoice on invoice.id = unsummed.invoice_id
         limit sum_up_invoices.most
           for key share of invoice skip locked);
    v_summed int;
begin
    with summed as (
        insert into private.billed_sums (invoice_id, assignment_id, week_start, hours, amount)
        select part.invoice_id, part.assignment_of_time, part.work_date - ((part.work_date - v_any_week) % 7 + 7) % 7,
               sum(part.hours), sum(part.amount)
          from private.billed_parts as part
         where part.invoice_id = any (v_invoice_ids)
           and part.work_date is not null
           and not exists ( -- since they were chosen
               select from public.invoice_lines as line
                where line.invoice_id = part.invoice_id
                  and line.work_date is not null
                  and line.released_at is not null)
         group by 1, 2, 3
         order by 3, 1, 2
            on conflict do nothing
        returning invoice_id
    )
    select count(distinct summed.invoice_id) into v_summed from summed;
    return v_summed;
end;
$$;
comment on function private.sum_up_invoices is
    'Sums up some of private.unsummed_invoices, as many as most. Gives how many it summed up.';

create function private.sum_up_batches(most int)
returns int
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
set work_mem = '64MB'
set jit = off
as $$
declare
    v_batch_ids constant uuid[] := array(
        select unsummed.payroll_batch_id from private.unsummed_batches as unsummed limit sum_up_batches.most);
    v_summed int;
begin
    with kind as materialized (
        select part.payroll_batch_id, part.assignment_id, part.employment_type, part.week_start,
               private.part_of_pay(part.kind, part.is_reimbursement) as part, sum(part.amount) as amount
          from private.paid_parts as part
         where part.payroll_batch_id = any (v_batch_ids)
         group by 1, 2, 3, 4, 5
    ), summed as (
        insert into private.paid_sums (
            payroll_batch_id, assignment_id, employment_type, week_start, wages, premiums, stipends, codes,
            reimbursements)
        select kind.payroll_batch_id, kind.assignment_id, kind.employment_type, kind.week_start,
               coalesce(sum(kind.amount) filter (where kind.part = 'wages'), 0.00),
               coalesce(sum(kind.amount) filter (where kind.part = 'premiums'), 0.00),
               coalesce(sum(kind.amount) filter (where kind.part = 'stipends'), 0.00),
               coalesce(sum(kind.amount) filter (where kind.part = 'codes'), 0.00),
               coalesce(sum(kind.amount) filter (where kind.part = 'reimbursements'), 0.00)
          from kind
         group by 1, 2, 3, 4
         order by 4, 1, 2, 3
            on conflict do nothing
        returning payroll_batch_id
    )
    select count(distinct summed.payroll_batch_id) into v_summed from summed;
    return v_summed;
end;
$$;
comment on function private.sum_up_batches is 'As private.sum_up_invoices, of closed batches.';

-- Security definer: nobody else writes the sums.
create function private.drop_billed_sums()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    delete from private.billed_sums as kept
     where kept.invoice_id = any (array(
           select distinct line.invoice_id from before_rows as line where line.work_date is not null));
    return null;
end;
$$;
comment on function private.drop_billed_sums is
    'Trigger: an invoice whose lines of time are released is read line by line from then on.';

create trigger billed_sums_are_of_lines_that_stay
    after update on public.invoice_lines
    referencing old table as before_rows
    for each statement execute function private.drop_billed_sums();

revoke all on private.billed_sums, private.paid_sums, private.unsummed_invoices, private.unsummed_batches
    from public, anon, authenticated, service_role;
revoke all on sequence private.billed_sums_id_seq, private.paid_sums_id_seq
    from public, anon, authenticated, service_role;
revoke execute on function private.sum_up_invoices, private.sum_up_batches, private.drop_billed_sums
    from public, anon, authenticated, service_role;
