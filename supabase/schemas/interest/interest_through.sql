-- What of an invoice's interest belongs to the days up to one. The job sets the interest as a whole; which days it
-- accrued on stands in its breakdown. In PL/pgSQL without a query of its own: reports ask it for each invoice.
create function private.interest_through(due_date date, accrued_interest numeric, interest_breakdown jsonb, day date)
returns numeric
language plpgsql
stable
parallel safe
set search_path = ''
as $$
declare
    v_segments constant jsonb := interest_through.interest_breakdown -> 'segments';
    v_segment jsonb;
    v_from date;
    v_to date;
    v_accrued numeric := 0;
begin
    if interest_through.day <= interest_through.due_date then
        return 0.00;
    end if;
    for v_place in 0 .. coalesce(jsonb_array_length(v_segments), 0) - 1 loop
        v_segment := v_segments -> v_place;
        v_to := (v_segment ->> 'to')::date;
        if v_to > interest_through.day then
            v_from := (v_segment ->> 'from')::date;
            v_accrued := v_accrued + (v_segment ->> 'interest')::numeric
                * (interest_through.day - v_from + 1) / (v_to - v_from + 1);
            -- Not above 0: no day has borne interest yet, perhaps the first segment lies ahead.
            return case when v_accrued > 0
                then least(
                    round(v_accrued, 2) + (interest_through.interest_breakdown ->> 'fee')::numeric,
                    interest_through.accrued_interest)
                else 0.00 end;
        end if;
        v_accrued := v_accrued + (v_segment ->> 'interest')::numeric;
    end loop;
    return interest_through.accrued_interest;
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
