-- Pay of all people of a batch, as the function documents and `deno task statements` print it.
-- Security definer: it answers the roles of payroll alone, in words.
create function private.pay_batch_document(payroll_batch_id uuid, part int)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_most constant int := 100; -- people in a part
    v_people int;
    v_parts int;
begin
    perform private.require_role('payroll');
    perform private.require_payroll_batch(pay_batch_document.payroll_batch_id);
    perform private.require_arguments(jsonb_build_object('part', pay_batch_document.part));
    v_people := (
        select count(*) from public.payroll_items as item
         where item.payroll_batch_id = pay_batch_document.payroll_batch_id);
    v_parts := ceil(v_people / v_most::numeric);
    if pay_batch_document.part not between 1 and v_parts then
        perform private.refuse(
            400, 'pay_part_unknown',
            format('The payroll batch has no part %s.', pay_batch_document.part),
            case when v_parts = 0 then 'Choose another batch: this one pays nobody.'
                 else format('Give a part from 1 to %s.', v_parts) end);
    end if;
    return (
        select jsonb_build_object(
                   'document', 'pay_batch',
                   'letterhead', private.letterhead_on_paper(null),
                   'batch_status', batch.status, 'kind', batch.kind,
                   'period_start', period.period_start, 'period_end', period.period_end,
                   'pay_date', coalesce(batch.pay_date, period.pay_date),
                   'people', v_people, 'part', pay_batch_document.part, 'parts', v_parts,
                   'statements', (
                       select jsonb_agg(
                                  private.pay_document(item.id) - array['document', 'letterhead'] order by item.place)
                         from (select paid.id,
                                      row_number() over (
                                          order by coalesce(paid.last_name, contractor.last_name),
                                                   coalesce(paid.first_name, contractor.first_name), paid.id) as place
                                 from public.payroll_items as paid
                                 join public.contractors as contractor on contractor.id = paid.contractor_id
                                where paid.payroll_batch_id = batch.id
                                order by place
                               offset (pay_batch_document.part - 1) * v_most
                                limit v_most) as item))
          from public.payroll_batches as batch
          join public.payroll_periods as period on period.id = batch.payroll_period_id
         where batch.id = pay_batch_document.payroll_batch_id);
end;
$$;
comment on function private.pay_batch_document is 'The logic of public.pay_batch_document.';

create function public.pay_batch_document(payroll_batch_id uuid, part int default 1)
returns jsonb language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select private.pay_batch_document(payroll_batch_id, part); $$;
comment on function public.pay_batch_document is
$$Content of the earnings statements of a batch, which GET /functions/v1/documents/pay-batch/<payroll batch id>?part=1 prints.

The people stand by last and first name, 100 in a part. Each of statements is as pay_document has it, without the
letterhead, which all share. The shape is PayBatchDocument in database.types.ts.

May be called with GET.

Who: payroll.

Arguments:
payroll_batch_id: the batch, in whatever state.
part: which part, from 1 on.

Result: one object; money and hours are text with two decimals. parts says how many there are.

Errors: role_required, argument_missing, payroll_batch_not_found, pay_part_unknown.

Example: {"payroll_batch_id": "$payroll_batch_id"}$$;

revoke execute on function private.pay_batch_document, public.pay_batch_document
    from public, anon, authenticated, service_role;
grant execute on function private.pay_batch_document, public.pay_batch_document to authenticated, service_role;
