-- What terms of interest come to, before somebody agrees to them.
--
-- Security definer: whoever asks need not be allowed to call what it calls.
create function private.interest_example(
    principal numeric, due_date date, as_of date, annual_rate numeric, day_count text, compounding text,
    grace_days int, accrue_from text, fixed_fee numeric, waive_below numeric, maximum_days int,
    maximum_fraction numeric)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_terms public.facility_interest_terms;
    v_wrong text;
begin
    perform private.require_role('billing');
    perform private.require_arguments(jsonb_build_object(
        'principal', interest_example.principal, 'due_date', interest_example.due_date,
        'as_of', interest_example.as_of, 'annual_rate', interest_example.annual_rate));
    perform private.require_amount('principal', interest_example.principal);
    perform private.require_plausible_days(jsonb_build_object(
        'due_date', interest_example.due_date, 'as_of', interest_example.as_of));
    -- NaN is greater than every number; null makes a condition null.
    select string_agg(given.name, ', ' order by given.name) into v_wrong
      from (values
            ('annual_rate', interest_example.annual_rate between 0 and 10),
            ('day_count', interest_example.day_count in ('actual/365', 'actual/360', 'actual/actual', '30/360')),
            ('compounding', interest_example.compounding in ('none', 'every_30_days', 'annual')),
            ('grace_days', interest_example.grace_days >= 0),
            ('accrue_from', interest_example.accrue_from in ('due_date', 'grace_end')),
            ('fixed_fee', interest_example.fixed_fee >= 0 and interest_example.fixed_fee < 10000000000),
            ('waive_below', interest_example.waive_below >= 0 and interest_example.waive_below < 10000000000),
            ('maximum_days', interest_example.maximum_days is null or interest_example.maximum_days >= 0),
            ('maximum_fraction',
             interest_example.maximum_fraction is null or interest_example.maximum_fraction between 0 and 999.999999)
           ) as given (name, is_right)
     where given.is_right is not true;
    if v_wrong is not null then
        perform private.refuse(
            400, 'interest_terms_not_valid',
            format('These terms of interest are not valid: %s.', v_wrong),
            'Give values that facility_interest_terms takes.');
    end if;

    v_terms.annual_rate := interest_example.annual_rate;
    v_terms.day_count := interest_example.day_count;
    v_terms.compounding := interest_example.compounding;
    v_terms.grace_days := interest_example.grace_days;
    v_terms.accrue_from := interest_example.accrue_from;
    v_terms.fixed_fee := interest_example.fixed_fee;
    v_terms.waive_below := interest_example.waive_below;
    v_terms.maximum_days := interest_example.maximum_days;
    v_terms.maximum_fraction := interest_example.maximum_fraction;
    return private.interest_of_terms(
        interest_example.principal, interest_example.due_date, interest_example.as_of, v_terms);
end;
$$;
comment on function private.interest_example is 'The logic of public.interest_example.';

create function public.interest_example(
    principal numeric, due_date date, as_of date, annual_rate numeric, day_count text default 'actual/365',
    compounding text default 'none', grace_days int default 0, accrue_from text default 'due_date',
    fixed_fee numeric default 0, waive_below numeric default 0, maximum_days int default null,
    maximum_fraction numeric default null)
returns jsonb
language sql stable set search_path = ''
as $$
    select private.interest_example(
        principal, due_date, as_of, annual_rate, day_count, compounding, grace_days, accrue_from, fixed_fee,
        waive_below, maximum_days, maximum_fraction);
$$;
comment on function public.interest_example is
$$What an amount owes that is not paid, under terms of interest that need not be anybody's yet.

By the rules by which accrue-interest computes what invoices owe. The terms are in force all the time, and so the
rate_basis of facility_interest_terms makes no difference. The others are those of that table: day_count is as
facility_interest_terms.day_count, compounding is as facility_interest_terms.compounding, accrue_from is as
facility_interest_terms.accrue_from. May be called with GET.

Who: billing.

Arguments:
principal: the amount, as an invoice's total.
due_date: the day by which it was to be paid.
as_of: the last day that may count.
annual_rate: 0.18 is 18 % a year.
day_count: what a day is of a year.
compounding: when interest that is owed bears interest.
grace_days: days after the due date within which nothing is owed.
accrue_from: from where interest counts once the grace days are past.
fixed_fee: owed once interest is owed.
waive_below: interest below this is not owed.
maximum_days: most days that accrue; null is no limit.
maximum_fraction: most interest, without the fee, as a share of the principal; null is no limit.

Result: total, of which fee; and accruedThrough and segments as in invoices.interest_breakdown. Money is text.

Errors: role_required, argument_missing, amount_not_valid, day_out_of_range, interest_terms_not_valid.

Example: {"principal": 10000, "due_date": "2026-04-01", "as_of": "2026-05-16", "annual_rate": 0.18}$$;

revoke execute on function
    private.interest_example, public.interest_example
    from public, anon, authenticated, service_role;
grant execute on function private.interest_example, public.interest_example to authenticated, service_role;
