-- Time as the client's system has it: what its files say last of each of their lines, and what was made of that here.
create table public.client_time (
    id uuid primary key default private.id_by_time(),
    system text not null
        constraint client_system_is_not_blank check (system ~ '\S')
        constraint system_is_short check (private.require_line('system', system, 200)),
    line_id text not null
        constraint line_id_is_not_blank check (line_id ~ '\S')
        constraint line_id_is_short check (private.require_line('line_id', line_id, 200)),
    worker_number text
        constraint worker_number_is_short check (private.require_line('worker_number', worker_number, 200)),
    order_number text
        constraint order_number_is_short check (private.require_line('order_number', order_number, 40)),
    assignment_id uuid not null
        constraint client_time_is_of_a_known_assignment references public.assignments (id),
    work_date date not null constraint work_date_is_finite check (isfinite(work_date)),
    code text not null default 'regular'
        constraint client_time_is_of_a_known_code references public.time_codes (name),
    hours numeric(5, 2) not null default 0
        constraint hours_fit_a_day check (hours >= 0 and hours <= 24)
        constraint hours_is_finite check (hours <> 'NaN'),
    quantity numeric(8, 2) not null default 0
        constraint quantity_is_not_negative check (quantity >= 0)
        constraint quantity_is_finite check (quantity <> 'NaN'),
    cost_centre text constraint cost_centre_is_short check (private.require_line('cost_centre', cost_centre, 200)),
    is_approved boolean not null default false,
    approved_by text constraint approved_by_is_short check (private.require_line('approved_by', approved_by, 200)),
    approved_on date constraint approved_on_is_finite check (isfinite(approved_on)),
    received_at timestamptz not null,
    taken_at timestamptz,
    time_entry_id uuid
        constraint client_time_is_of_a_known_entry references public.time_entries (id) on delete set null,
    disputed_at timestamptz,
    disputed_by uuid,
    dispute_reason text
        constraint dispute_reason_is_not_blank check (dispute_reason ~ '\S')
        constraint dispute_reason_is_short check (private.require_line('dispute_reason', dispute_reason, 2000)),
    created_at timestamptz not null default now(),
    constraint client_line_is_of_one_id unique (system, line_id),
    constraint client_time_has_hours_or_a_quantity check (hours = 0 or quantity = 0),
    constraint only_approved_client_time_says_by_whom
        check (is_approved or num_nonnulls(approved_by, approved_on) = 0),
    constraint disputed_client_time_has_a_reason check ((disputed_at is not null) = (dispute_reason is not null)),
    constraint only_disputed_client_time_says_by_whom check (disputed_by is null or disputed_at is not null),
    constraint disputed_client_time_is_not_taken check (disputed_at is null or taken_at is null)
);
comment on table public.client_time is
$$Time as the client's system has it, one row for each of its lines, with what its files said last. It comes by import_rows of
kind time; time_variances compares it with time_entries. The audit log has what it said before.

A line follows into an entry by itself where nobody here said otherwise; what differs waits until somebody takes it
(take_client_time) or disputes it (dispute_client_time).$$;
comment on column public.client_time.system is 'Name of the client''s system, such as SAP Fieldglass.';
comment on column public.client_time.line_id is 'The line''s id there: no two lines of a system share one.';
comment on column public.client_time.worker_number is 'The worker, as the file names them: the contractor''s external_number.';
comment on column public.client_time.order_number is 'The order that the file names; null = none.';
comment on column public.client_time.hours is '0 with a quantity of 0: the client has taken the line back.';
comment on column public.client_time.quantity is 'Of a code by another unit than the hour, how many; else 0.';
comment on column public.client_time.cost_centre is
    'The cost center that the file names: of several assignments of the worker it tells the one. Null = none.';
comment on column public.client_time.is_approved is 'True if the client approved it there, which counts as a contact''s approval.';
comment on column public.client_time.approved_by is 'Name of who approved it there; null = not said.';
comment on column public.client_time.approved_on is 'Day of that; null = not said.';
comment on column public.client_time.received_at is 'Time of the import that brought what the line says now.';
comment on column public.client_time.taken_at is
    'Time at which what the line says now was taken into time_entries. Null = it waits for a decision.';
comment on column public.client_time.time_entry_id is
    'The entry that the line is in; null = none, or one that was deleted. An entry that several lines are in has their sum.';
comment on column public.client_time.disputed_at is
    'Time at which somebody disputed what the line says. Null = nobody does; what it says later is not disputed.';
comment on column public.client_time.disputed_by is 'Null where no person did.';
comment on constraint client_time_has_hours_or_a_quantity on public.client_time is
$$Time of the client has hours, or, of a code by another unit, a quantity.

Give one of the two.$$;

create index client_time_by_assignment_and_day on public.client_time (assignment_id, work_date);
create index client_time_by_entry on public.client_time (time_entry_id) where time_entry_id is not null;
create index client_time_by_code on public.client_time (code);
-- The lines of a week, of all assignments.
create index client_time_by_day on public.client_time (work_date);

alter table public.client_time enable row level security;
