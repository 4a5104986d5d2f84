-- A proposal that is none, or a premium that was confirmed and is taken back.
-- Security definer: decisions are written by procedures alone.
create function private.dismiss_break_premium(contractor_id uuid, work_date date, kind text, reason text)
returns public.break_premiums
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    perform private.require_reason(dismiss_break_premium.reason);
    return private.decide_break_premium(
        dismiss_break_premium.contractor_id, dismiss_break_premium.work_date, dismiss_break_premium.kind, null,
        dismiss_break_premium.reason, false);
end;
$$;
comment on function private.dismiss_break_premium is 'The logic of public.dismiss_break_premium.';

create function public.dismiss_break_premium(contractor_id uuid, work_date date, kind text, reason text)
returns public.break_premiums language sql volatile set search_path = ''
as $$ select private.dismiss_break_premium(contractor_id, work_date, kind, reason); $$;
comment on function public.dismiss_break_premium is
$$Dismisses the premium for a meal or rest period: it was provided, or waived as the law lets.

The day is proposed no more. A premium that was confirmed is taken back by it; what was paid of it comes as a difference.

Who: payroll.

Arguments:
contractor_id: whose meal or rest period.
work_date: the workday, on which there is approved time.
kind: one of meal, rest.
reason: why nothing is due, in a few words, such as the waiver.

Result: the premium, dismissed. Again: the same, and nothing changes.

Errors: role_required, reason_missing, text_not_one_line, text_too_long, argument_missing, date_not_finite,
break_kind_unknown, contractor_not_found, own_break_premium_decided, break_premium_not_of_employee,
break_premium_without_time, break_premium_not_of_state.

Example: {"contractor_id": "$employee_id", "work_date": "2026-03-02", "kind": "meal",
  "reason": "The second meal is waived in writing."}$$;

revoke execute on function private.dismiss_break_premium, public.dismiss_break_premium
    from public, anon, authenticated, service_role;
grant execute on function private.dismiss_break_premium, public.dismiss_break_premium to authenticated, service_role;
