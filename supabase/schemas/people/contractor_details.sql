-- The phone and the address of contractors. A table of its own and no columns of contractors: contractors correct these by
-- themselves, and their names, e-mail and employment they do not.
create table public.contractor_details (
    contractor_id uuid primary key references public.contractors (id) on delete cascade,
    phone text constraint phone_is_short check (private.require_line('phone', phone, 200)),
    address text constraint address_is_short check (private.require_text('address', address, 1000)),
    city text constraint city_is_short check (private.require_line('city', city, 200)),
    state text constraint state_is_short check (private.require_line('state', state, 200)),
    postal_code text constraint postal_code_is_short check (private.require_line('postal_code', postal_code, 200)),
    updated_at timestamptz not null default now(),
    created_at timestamptz not null default now()
);
comment on table public.contractor_details is
$$Phone and address of contractors, which they and recruiting and payroll correct. A contractor without a row has told neither.

Example: [{"contractor_id": "$contractor_id", "phone": "303-555-0142", "address": "12 Pearl St", "city": "Boulder",
"state": "CO", "postal_code": "80302"}]$$;
comment on column public.contractor_details.address is 'Street and number, in one line or several.';
comment on column public.contractor_details.state is 'The state as it stands in an address, such as CO.';
comment on column public.contractor_details.updated_at is 'The last time that somebody wrote the row.';

create function private.stamp_contractor_details()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
    new.updated_at := now();
    return new;
end;
$$;
comment on function private.stamp_contractor_details is 'Trigger: says when the row was written, whoever writes.';

create trigger contractor_details_are_stamped
    before update on public.contractor_details
    for each row execute function private.stamp_contractor_details();

alter table public.contractor_details enable row level security;

revoke execute on function private.stamp_contractor_details from public, anon, authenticated, service_role;
