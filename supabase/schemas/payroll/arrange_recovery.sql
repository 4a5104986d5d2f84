-- Overpayments are taken from pay by an agreement or a notice, and by nothing else.
create function private.require_free_of_batches(contractor_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
    v_held constant numeric := (
        select sum(ledger.held)
          from private.overpayment_ledger(array[require_free_of_batches.contractor_id]) as ledger);
begin
    if v_held > 0 then
        perform private.refuse(
            409, 'overpayment_in_open_batch',
            format('A payroll batch that is not closed takes %s of what was overpaid.', v_held),
            'Close the batch, or discard it and prepare it again afterwards.');
    end if;
end;
$$;
comment on function private.require_free_of_batches is
    'Raises 409 while an open batch takes of what a contractor was overpaid.';

create function private.refuse_unknown_contractor(contractor_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
    perform private.refuse(
        404, 'contractor_not_found',
        format('There is no contractor %s.', refuse_unknown_contractor.contractor_id),
        'Look it up in the list of contractors.');
end;
$$;
comment on function private.refuse_unknown_contractor is
    'Raises 404, also where there is one that the caller may not read.';

create function private.require_contractor(contractor_id uuid)
returns public.contractors
language plpgsql
stable
set search_path = ''
as $$
declare
    v_contractor public.contractors;
begin
    select contractor.* into v_contractor
      from public.contractors as contractor where contractor.id = require_contractor.contractor_id;
    if not found then
        perform private.refuse_unknown_contractor(require_contractor.contractor_id);
    end if;
    return v_contractor;
end;
$$;
comment on function private.require_contractor is 'Gives the contractor; raises 404 where there is none.';

-- Security definer: arrangements are written by the procedure alone.
create function private.arrange_recovery(
    contractor_id uuid, amount numeric, per_pay_day numeric, starts_on date, agreed_on date, notice_on date,
    is_clerical_error boolean, next_pay_in_full boolean, reason text)
returns public.recovery_arrangements
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_contractor public.contractors;
    v_open numeric;
    v_before public.recovery_arrangements;
    v_arrangement public.recovery_arrangements;
begin
    perform private.require_role('payroll');
    perform private.require_arguments(jsonb_build_object(
        'contractor_id', arrange_recovery.contractor_id, 'starts_on', arrange_recovery.starts_on));
    perform private.require_finite_dates(jsonb_build_object(
        'starts_on', arrange_recovery.starts_on, 'agreed_on', arrange_recovery.agreed_on,
        'notice_on', arrange_recovery.notice_on));
    perform private.require_reason(arrange_recovery.reason);
    if arrange_recovery.amount <> 0 then
        perform private.require_amount('amount', arrange_recovery.amount);
    end if;
    if arrange_recovery.per_pay_day is not null then
        perform private.require_amount('per_pay_day', arrange_recovery.per_pay_day);
    end if;
    v_contractor := private.require_contractor(arrange_recovery.contractor_id);
    if arrange_recovery.agreed_on is null and arrange_recovery.amount is distinct from 0
        and (arrange_recovery.notice_on is null or v_contractor.employment_type <> 'w2') then
        perform private.refuse(
            400, 'recovery_not_agreed',
            case when arrange_recovery.notice_on is null then 'Neither an agreement nor a notice is named.'
                 else 'Of people who are not employed, nothing is taken without their agreement.' end,
            'Give the day on which the person agreed in writing.');
    end if;

    perform private.hold_approvals();
    select arrangement.* into v_before
      from public.recovery_arrangements as arrangement
     where arrangement.contractor_id = v_contractor.id and arrangement.ended_at is null;
    select coalesce(sum(ledger.free + ledger.held), 0) into v_open
      from private.overpayment_ledger(array[v_contractor.id]) as ledger;
    if (v_before.amount, v_before.per_pay_day, v_before.starts_on, v_before.agreed_on, v_before.notice_on,
        v_before.is_clerical_error, v_before.next_pay_in_full, v_before.reason)
       is not distinct from
       (coalesce(arrange_recovery.amount, v_open), arrange_recovery.per_pay_day, arrange_recovery.starts_on,
        arrange_recovery.agreed_on, arrange_recovery.notice_on, arrange_recovery.is_clerical_error,
        arrange_recovery.next_pay_in_full, arrange_recovery.reason) then
        return v_before;
    end if;
    if arrange_recovery.amount = 0 and v_before.id is null then
        select arrangement.* into v_arrangement
          from public.recovery_arrangements as arrangement
         where arrangement.contractor_id = v_contractor.id
         order by arrangement.ended_at desc, arrangement.id
         limit 1;
        if not found then
            perform private.require_amount('amount', arrange_recovery.amount);
        end if;
        return v_arrangement;
    end if;
    perform private.require_free_of_batches(v_contractor.id);
    if v_open < coalesce(arrange_recovery.amount, 0.01) then
        perform private.refuse(
            409, 'recovery_over_open',
            format('Of what %s %s was overpaid, %s is open.', v_contractor.first_name, v_contractor.last_name, v_open),
            'Give at most that.');
    end if;
    if arrange_recovery.amount is distinct from 0 then
        perform private.require_second_person(
            'arrange_recovery', coalesce(arrange_recovery.amount, v_open), coalesce(arrange_recovery.amount, v_open));
    end if;

    update public.recovery_arrangements as arrangement
       set ended_at = (private.clock()).at, ended_by = private.user_id()
     where arrangement.id = v_before.id
    returning * into v_arrangement;
    if arrange_recovery.amount = 0 then
        return v_arrangement;
    end if;
    insert into public.recovery_arrangements (
        contractor_id, amount, per_pay_day, starts_on, agreed_on, notice_on, is_clerical_error, next_pay_in_full,
        reason, arranged_by)
    values (
        v_contractor.id, coalesce(arrange_recovery.amount, v_open), arrange_recovery.per_pay_day,
        arrange_recovery.starts_on, arrange_recovery.agreed_on, arrange_recovery.notice_on,
        arrange_recovery.is_clerical_error, arrange_recovery.next_pay_in_full, arrange_recovery.reason,
        private.user_id())
    returning * into v_arrangement;
    return v_arrangement;
end;
$$;
comment on function private.arrange_recovery is 'The logic of public.arrange_recovery.';

create function public.arrange_recovery(
    contractor_id uuid, starts_on date, reason text, amount numeric default null, per_pay_day numeric default null,
    agreed_on date default null, notice_on date default null, is_clerical_error boolean default false,
    next_pay_in_full boolean default false)
returns public.recovery_arrangements language sql volatile set search_path = ''
as $$
    select private.arrange_recovery(
        contractor_id, amount, per_pay_day, starts_on, agreed_on, notice_on, coalesce(is_clerical_error, false),
        coalesce(next_pay_in_full, false), reason);
$$;
comment on function public.arrange_recovery is
$$Arranges that what a contractor was overpaid is taken back from later pay, in place of what was arranged before.

Batches that are prepared from then on take it, the oldest week first, as far as the law of the state lets in which most of
the hours of that pay were worked: state_rules has it, docs/overtime.md says how. New York asks for a notice, of a clerical
error; all others, and all who are not employed, for an agreement.

Who: payroll.

Arguments:
contractor_id: whose overpayments.
starts_on: the first pay day on which something is taken.
reason: what it is about, in a few words.
amount: how much in all; null = all that is open. 0 takes the arrangement back, where the person no longer agrees.
per_pay_day: how much at most each pay day; null = as much as the law lets.
agreed_on: the day on which the person agreed in writing to this.
notice_on: the day on which the person had the notice.
is_clerical_error: whether it was a mathematical or other clerical error of the firm.
next_pay_in_full: whether all of it is at most the net wages of the next pay.

Result: the arrangement; of amount 0, the one that ended. Again: the same, and nothing more changes.

Errors: role_required, argument_missing, date_not_finite, amount_not_valid, reason_missing, text_not_one_line,
text_too_long, contractor_not_found, recovery_not_agreed, overpayment_in_open_batch, recovery_over_open,
second_person_needed, approval_outdated, payroll_in_progress.

Example: {"contractor_id": "$overpaid_contractor_id", "starts_on": "2026-04-01", "agreed_on": "2026-03-27",
  "per_pay_day": 50, "reason": "The rate was entered too high."}$$;

revoke execute on function
    private.require_free_of_batches, private.refuse_unknown_contractor, private.require_contractor, private.arrange_recovery, public.arrange_recovery
    from public, anon, authenticated, service_role;
grant execute on function private.arrange_recovery, public.arrange_recovery to authenticated, service_role;
