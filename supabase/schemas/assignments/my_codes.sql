-- Codes as contractors see them: what they may enter besides regular time. See my_assignments.sql.

-- A code whose rate begins or ends some day is in it all the same: which days have one, entering it tells.
create function private.my_codes()
returns table (
    assignment_id uuid, facility_name text, code text, title text, unit text, is_worked boolean)
language sql
stable
security definer -- contractors have no policy on codes, and must not see what they bill
set search_path = ''
as $$
    select assignment.id, facility.name, code.name, code.title, code.unit, code.is_worked
      from public.assignments as assignment
      join public.facilities as facility on facility.id = assignment.facility_id
     cross join public.time_codes as code
     cross join lateral (
           select rate.bill_rate, rate.pay_rate
             from public.assignment_code_rates as rate
            where rate.assignment_id = assignment.id and rate.code = code.name
            union all
           select rate.bill_rate, rate.pay_rate
             from public.facility_code_rates as rate
            where rate.facility_id = assignment.facility_id and rate.code = code.name
            union all
           select code.bill_multiplier, code.pay_multiplier) as rate
     where assignment.contractor_id = private.own_contractor_id()
       and code.name <> 'regular'
       and 'contractor' = any (code.entered_by)
     group by assignment.id, facility.name, code.name
    having count(rate.bill_rate) > 0 and count(rate.pay_rate) > 0;
$$;
comment on function private.my_codes is 'The logic of the view my_codes.';

create view public.my_codes with (security_invoker = true) as
    select * from private.my_codes();
comment on view public.my_codes is
$$Codes that the contractor who is signed in may enter on their assignments, besides regular time: those that have a rate
there.

unit: hour, or what a quantity counts. is_worked: whether its hours count toward overtime and the 24 hours of a day.

Pages: order=assignment_id,code.$$;

create trigger my_codes_is_read_only
    instead of insert or update or delete on public.my_codes
    for each row execute function private.refuse_view_write();

revoke all on public.my_codes from public, anon, authenticated, service_role;
grant select on public.my_codes to authenticated, service_role;

revoke execute on function private.my_codes from public, anon, authenticated, service_role;
grant execute on function private.my_codes to authenticated, service_role;
