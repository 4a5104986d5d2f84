-- Part of an invoice's interest that belongs to the days up to one. The job sets the interest as a whole; beside it stand
-- the days on which its growth changed. ar_aging_as_of writes the same out, because for each invoice the call of a
-- function would cost as much as all the rest; a test holds the two equal.
create function private.interest_through(invoice public.invoices, day date)
returns numeric
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
declare
    v_place constant int := width_bucket(interest_through.day, invoice.interest_days);
begin
    return case
        when interest_through.day <= invoice.due_date then 0.00
        when interest_through.day = 'infinity' then invoice.accrued_interest
        else least(
            round(invoice.interest_on_days[v_place]
                      + invoice.interest_per_day[v_place] * (interest_through.day - invoice.interest_days[v_place]), 2),
            invoice.accrued_interest)
    end;
end;
$$;
comment on function private.interest_through is
$$Of the interest that stands on an invoice now, what had accrued by the end of a day.

From the last day that accrued on: all of it. Before: the interest of the segments that were over, and of the running
one its share by days, rounded to the cent; with the first day that bears any comes the fee; never more than stands on
the invoice, which a cap may have lessened. Up to the due date: nothing. Interest without segments, such as imported one,
counts whole from the day after the due date.$$;

create function private.interest_day(day date)
returns date
language sql
stable
set search_path = ''
as $$
    select case when interest_day.day < clock.business_date then interest_day.day else 'infinity' end
      from private.clock() as clock;
$$;
comment on function private.interest_day is
$$The day for which reports ask private.interest_through: a past day as it is, else infinity.

All interest that stands belongs to the business date: accrue-interest reckons in UTC, and so a day ahead in the evening.$$;

revoke execute on function
    private.interest_through, private.interest_day
    from public, anon, authenticated, service_role;
