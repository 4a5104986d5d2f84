-- Notes of staff about facilities, people and money: what was said on the phone, what was promised. One table for all, since
-- what it is about has no foreign key; nobody but staff reads it, and nothing in it changes.
create table public.notes (
    id uuid primary key default gen_random_uuid(),
    about text not null
        constraint note_about_is_known check (about in (
            'facility', 'contractor', 'candidate', 'assignment', 'invoice', 'check', 'payroll_batch')),
    about_id uuid not null,
    text text not null
        constraint note_is_not_blank check (text ~ '\S')
        constraint note_is_short check (private.require_text('text', text, 2000)),
    promised_on date constraint promised_on_is_finite check (isfinite(promised_on)),
    promised_amount numeric(12, 2)
        constraint promised_amount_is_positive check (promised_amount > 0)
        constraint promised_amount_is_finite check (promised_amount <> 'NaN'),
    written_at timestamptz not null default now(),
    written_by uuid default private.user_id(),
    created_at timestamptz not null default now(),
    constraint only_debtors_promise
        check (num_nonnulls(promised_on, promised_amount) = 0 or about in ('facility', 'invoice')),
    constraint promise_has_a_day check (promised_on is not null or promised_amount is null)
);
comment on table public.notes is
$$Notes of staff, with what a facility promised to pay: append-only, for staff alone.

Example: [{"about": "facility", "about_id": "$about_id", "text": "Pays by wire on Friday.",
  "promised_on": "2026-03-06", "promised_amount": 4000}]$$;
comment on column public.notes.about is
    'Kind of the row that it is about: facility, contractor, candidate, assignment, invoice, check or payroll_batch.';
comment on column public.notes.about_id is 'The id of that row. No foreign key, since it is one of several tables.';
comment on column public.notes.promised_on is 'Of a facility or an invoice: the day on which money was promised.';
comment on column public.notes.promised_amount is 'The amount that was promised; null = all that is owed, or not said.';
comment on column public.notes.written_by is 'The user; null where no person acted.';
comment on constraint note_is_not_blank on public.notes is
$$The note says nothing.

Enter a few words.$$;
comment on constraint only_debtors_promise on public.notes is
$$Only a facility promises money, in a note about it or about an invoice.

Leave the promise out, or write the note on the invoice.$$;
comment on constraint promise_has_a_day on public.notes is
$$The promise has an amount and no day.

Give the day on which it was promised.$$;
comment on constraint promised_amount_is_positive on public.notes is
$$A promise is an amount above zero.

Correct the amount, or leave it empty.$$;

-- A page of those about a row, newest first.
create index notes_by_what_they_are_about on public.notes (about, about_id, written_at desc, id);

alter table public.notes enable row level security;

create function private.is_there(about text, about_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
    select case is_there.about
        when 'facility' then exists (select from public.facilities as found where found.id = is_there.about_id)
        when 'contractor' then exists (select from public.contractors as found where found.id = is_there.about_id)
        when 'candidate' then exists (select from public.candidates as found where found.id = is_there.about_id)
        when 'assignment' then exists (select from public.assignments as found where found.id = is_there.about_id)
        when 'invoice' then exists (select from public.invoices as found where found.id = is_there.about_id)
        when 'check' then exists (select from public.checks as found where found.id = is_there.about_id)
        when 'payroll_batch' then exists (select from public.payroll_batches as found where found.id = is_there.about_id)
    end;
$$;
comment on function private.is_there is 'True if there is a row of that kind and id; null of a kind that is not known.';

-- Security definer: whoever writes need not be allowed to read batches, nor to ask for the clock.
create function private.stamp_note()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if not private.is_there(new.about, new.about_id) then
        perform private.refuse(
            404, 'note_about_nothing', 'What the note is about is not there.',
            'Look it up again. Somebody may have removed it.');
    end if;
    new.written_at := (private.clock()).at;
    new.written_by := private.user_id();
    return new;
end;
$$;
comment on function private.stamp_note is 'Trigger: refuses a note about nothing, and says who writes it and when.';

create trigger note_is_stamped
    before insert on public.notes
    for each row execute function private.stamp_note();
create trigger promise_is_of_a_plausible_day
    before insert on public.notes
    for each row when (not private.is_plausible_day(new.promised_on))
    execute function private.refuse_day('promised_on');
-- Security definer: whoever tries need not be allowed to call private.refuse.
create function private.keep_note()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.is_erasing() then
        return case when tg_op = 'DELETE' then old else new end;
    end if;
    perform private.refuse(
        409, 'note_is_kept', 'A note stays as it was written.', 'Write another note that corrects it.');
    return null;
end;
$$;
comment on function private.keep_note is 'Trigger: a note stays as it was written, until whom it is about is erased.';

create trigger notes_are_kept
    before update or delete on public.notes
    for each row execute function private.keep_note();

revoke all on public.notes from public, anon, authenticated, service_role;
grant select, insert on public.notes to service_role;
grant select on public.notes to authenticated;
grant insert (about, about_id, text, promised_on, promised_amount) on public.notes to authenticated;

create policy staff_read on public.notes for select to authenticated
    using ((select private.is_staff()));
create policy staff_add on public.notes for insert to authenticated
    with check ((select private.is_staff()));
create trigger only_staff_writes before insert on public.notes
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('billing', 'payroll', 'recruiting', 'viewer');

revoke execute on function private.is_there, private.stamp_note, private.keep_note from public, anon, authenticated, service_role;
