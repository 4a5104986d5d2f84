-- Controls: some things take two people. The firm's setting says whether; this is what procedures and guards ask.

-- Kinds of acts that may take a second person, each with its amount. Rows are never added or removed.
create table public.approval_policies (
    kind text primary key
        constraint approval_kind_is_known
        check (kind in ('write_off_invoice', 'settle_short_payment', 'waive_interest', 'refund_credit',
                        'credit_invoice', 'arrange_recovery', 'settle_overpayment', 'apply_rate_hit',
                        'hire_candidate', 'correct_time_entry', 'change_remit_to', 'change_mail')),
    from_amount numeric(12, 2)
        constraint from_amount_is_not_negative check (from_amount >= 0)
        constraint from_amount_is_finite check (from_amount <> 'NaN'),
    role text
        constraint approval_role_is_known check (role in ('admin', 'billing', 'payroll')),
    created_at timestamptz not null default now()
);
comment on table public.approval_policies is
$$Kinds of acts that take a second person, and from which amount on: those of the procedures of the same names. Rows are
never added or removed.$$;
comment on column public.approval_policies.from_amount is
    'From this amount on, somebody else has to approve: money, of apply_rate_hit the change of an hour''s rate, of correct_time_entry hours or units. 0 = always, null = never for the amount. Of settle_short_payment, limit and role are those of write_off_invoice.';
comment on column public.approval_policies.role is
    'Role of whoever approves, besides an admin. Null = one of the roles that the act is for.';
comment on constraint from_amount_is_not_negative on public.approval_policies is
$$An amount from which somebody else approves is not below zero.

Give 0 for always, or leave it empty for never.$$;
comment on constraint approval_role_is_known on public.approval_policies is
$$There is no such role that approves.

Choose admin, billing or payroll, or leave it empty.$$;

insert into public.approval_policies (kind, from_amount)
values ('write_off_invoice', 0), ('settle_short_payment', null), ('waive_interest', 0), ('refund_credit', 0),
       ('credit_invoice', 500), ('arrange_recovery', 0), ('settle_overpayment', 0), ('apply_rate_hit', 5),
       ('hire_candidate', null), ('correct_time_entry', 0), ('change_remit_to', 0), ('change_mail', 0);

alter table public.approval_policies enable row level security;

-- Requests that somebody else does what one person may not do alone.
create table public.approvals (
    id uuid primary key default gen_random_uuid(),
    kind text not null
        constraint approval_is_of_a_known_kind references public.approval_policies (kind),
    arguments jsonb not null
        constraint approval_arguments_are_short check (octet_length(arguments::text) <= 20000),
    reason text not null
        constraint approval_reason_is_not_blank check (reason ~ '\S')
        constraint approval_reason_is_short check (private.require_line('reason', reason, 2000)),
    says text not null
        constraint approval_says_is_short check (private.require_text('says', says, 2000)),
    seen jsonb not null,
    amount numeric(14, 2)
        constraint amount_is_finite check (amount <> 'NaN'),
    status text not null default 'waiting'
        constraint approval_status_is_known check (status in ('waiting', 'approved', 'declined')),
    requested_at timestamptz not null default now(),
    requested_by uuid default private.user_id(),
    expires_at timestamptz not null,
    approved_at timestamptz,
    approved_by uuid,
    result_id uuid,
    declined_at timestamptz,
    declined_by uuid,
    decline_reason text
        constraint decline_reason_is_not_blank check (decline_reason ~ '\S')
        constraint decline_reason_is_short check (private.require_line('decline_reason', decline_reason, 2000)),
    created_at timestamptz not null default now(),
    constraint approval_says_when_it_was_given check ((approved_at is not null) = (status = 'approved')),
    constraint approval_says_when_it_was_declined check ((declined_at is not null) = (status = 'declined')),
    constraint declined_approval_says_why check ((decline_reason is not null) = (status = 'declined')),
    constraint approval_has_two_people check (requested_by <> approved_by)
);
comment on table public.approvals is
    'Requests that somebody else approves what one person may not do alone, and what became of them.';
comment on column public.approvals.kind is 'The procedure that is asked for: one of approval_policies.';
comment on column public.approvals.arguments is 'Arguments of the procedure, by name.';
comment on column public.approvals.says is
    'A sentence of what it changes, as things stood when it was requested.';
comment on column public.approvals.seen is
    'The rows that it is about, as they were when it was requested. Where they have changed, it is no longer approved.';
comment on column public.approvals.amount is
    'The amount that approval_policies.from_amount is compared with. Null = the kind has none.';
comment on column public.approvals.requested_by is 'Null where no person did.';
comment on column public.approvals.expires_at is
    'From then on it is no longer approved: seven days after it was requested.';
comment on column public.approvals.approved_by is 'The second person. Null where no person approved.';
comment on column public.approvals.result_id is 'The id of the row that the procedure answered.';
comment on constraint approval_has_two_people on public.approvals is
$$Nobody approves what they asked for.

Have somebody else approve it.$$;

create index approvals_by_kind on public.approvals (kind, requested_at);
-- Those that wait, oldest first: the board and the page. Most are decided.
create index approvals_waiting on public.approvals (requested_at, id) where status = 'waiting';
-- A page of all, newest first.
create index approvals_in_order on public.approvals (requested_at, id);

alter table public.approvals enable row level security;

-- access

revoke all on public.approval_policies from public, anon, authenticated, service_role;
grant select, update (from_amount, role) on public.approval_policies to service_role;
grant select on public.approval_policies to authenticated;
grant update (from_amount, role) on public.approval_policies to authenticated;

create policy staff_read on public.approval_policies for select to authenticated
    using ((select private.is_staff()));
create policy admins_change on public.approval_policies for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create trigger only_admins_write before update on public.approval_policies
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

revoke all on public.approvals from public, anon, authenticated, service_role;
grant select on public.approvals to service_role;
grant select on public.approvals to authenticated;

-- Pay is payroll's to know.
create policy staff_read on public.approvals for select to authenticated
    using ((select private.is_staff())
           and (kind not in ('arrange_recovery', 'settle_overpayment') or (select private.has_role('payroll'))));

-- Security definer: reads the settings for people who may not, and private.caller is not for clients.
create function private.asks_two_people()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    return private.caller() = 'authenticated'
        and (select settings.controls = 'two_people' from public.organization_settings as settings);
end;
$$;
comment on function private.asks_two_people is
    'True if somebody is signed in and the firm asks for two people. The secret key and direct sessions pass.';

-- Only request_approval, for a trial, and approve set it, each for its own call.
create function private.running_approval()
returns public.approvals
language plpgsql
stable
set search_path = ''
as $$
declare
    v_id constant text := nullif(current_setting('app.approval', true), '');
    v_approval public.approvals;
begin
    if v_id is not null then
        select approval.* into v_approval from public.approvals as approval where approval.id = v_id::uuid;
    end if;
    return v_approval;
end;
$$;
comment on function private.running_approval is
    'The approval whose procedure runs, waiting where it is tried; null outside of one.';

create function private.requester_has_role(variadic roles text[])
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
    -- Of a trial the caller is who requests it, and their own sign-in decides.
    return nullif(current_setting('app.approval', true), '') is not null
        and (private.running_approval()).status <> 'waiting' and exists (
        select from public.staff_members as member
         where member.user_id = (private.running_approval()).requested_by
           and member.is_active
           and member.roles && array_append(requester_has_role.roles, 'admin'));
end;
$$;
comment on function private.requester_has_role is
    'True if what runs was approved, and requested by active staff in one of the roles, or by an admin.';

create function private.said_of_kind(kind text)
returns text
language sql
immutable
set search_path = ''
as $$
    select case said_of_kind.kind
        when 'write_off_invoice' then 'a write-off'
        when 'settle_short_payment' then 'a write-off of what was kept back'
        when 'waive_interest' then 'a waiver of interest'
        when 'refund_credit' then 'a refund'
        when 'credit_invoice' then 'a credit note'
        when 'arrange_recovery' then 'taking back pay'
        when 'settle_overpayment' then 'giving up what was overpaid'
        when 'apply_rate_hit' then 'a rate hit'
        when 'hire_candidate' then 'a placement'
        when 'correct_time_entry' then 'a correction of time'
        when 'change_remit_to' then 'a change of where facilities pay to'
        when 'change_mail' then 'a change of the firm''s mail'
    end;
$$;
comment on function private.said_of_kind is 'A kind of approval in words, with its article.';

-- Each act of a kind leaves one row of the log beside its own: whether one person or two did it, or a program.
create function private.require_second_person(kind text, amount numeric, total numeric)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_controls constant text := (select settings.controls from public.organization_settings as settings);
    v_approval public.approvals := private.running_approval();
    v_said constant text := private.said_of_kind(require_second_person.kind);
    v_policy public.approval_policies;
    v_by text;
begin
    if v_approval.kind is distinct from require_second_person.kind
        and not (v_approval.kind = 'settle_short_payment' and require_second_person.kind = 'write_off_invoice') then
        v_approval := null;
    end if;
    if v_approval.id is not null then
        perform set_config('app.approval_used', v_approval.id::text, true);
        perform set_config('app.approval_amount', coalesce(require_second_person.amount::text, ''), true);
        if v_approval.status = 'waiting' then -- a trial
            return;
        end if;
        if v_approval.amount is distinct from require_second_person.amount
            or v_approval.seen is distinct from
               (select subject.seen
                  from private.subject_of_approval(v_approval.kind, v_approval.arguments) as subject) then
            perform private.refuse(
                409, 'approval_outdated',
                'What was asked for has changed since it was requested.',
                'Decline it, and have it requested again as it is now.');
        end if;
    end if;

    select policy.* into v_policy
      from public.approval_policies as policy where policy.kind = require_second_person.kind;
    v_by := case when private.caller() <> 'authenticated' then 'program'
                 when v_approval.approved_by is distinct from v_approval.requested_by then 'two' else 'one' end;
    if v_by = 'one' and v_controls = 'two_people' and require_second_person.total >= v_policy.from_amount then
        perform private.refuse(
            403, 'second_person_needed',
            format('%s%s takes a second person.',
                   upper(left(v_said, 1)) || substr(v_said, 2),
                   case when v_policy.from_amount > 0 then format(' from %s on', v_policy.from_amount) else '' end),
            'Ask for an approval, which somebody else gives.');
    end if;
    if v_controls <> 'off' then
        perform private.audit(
            v_policy.kind, 'approval_policies', v_approval.id, null,
            jsonb_build_object('kind', v_policy.kind, 'by', v_by, 'amount', require_second_person.amount,
                               'from_amount', v_policy.from_amount, 'requested_by', v_approval.requested_by));
    end if;
end;
$$;
comment on function private.require_second_person is
$$Raises 403 where an act takes a second person and nobody else approved it, 409 where what was approved has changed.

amount: of this act. total: with what was done of the same before, which is compared with the limit.$$;

-- A rate hit that changes both is for somebody with both roles, or for two people who have them between them.
create function private.require_roles_of_rates(changes_bill boolean, changes_pay boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_role text;
begin
    if not private.asks_two_people() or (private.running_approval()).status = 'waiting' then
        return;
    end if;
    v_role := case
        when require_roles_of_rates.changes_pay
             and not (private.has_role('payroll') or private.requester_has_role('payroll')) then 'payroll'
        when require_roles_of_rates.changes_bill
             and not (private.has_role('billing') or private.requester_has_role('billing')) then 'billing' end;
    if v_role is not null then
        perform private.refuse(
            403, 'rate_of_other_role',
            format('What an hour %s is decided by the role %s.',
                   case v_role when 'payroll' then 'pays' else 'bills' end, v_role),
            'Have somebody with that role do it, or approve it.');
    end if;
end;
$$;
comment on function private.require_roles_of_rates is
    'Raises 403 unless whoever changes rates has the role that each side asks for, alone or with whoever requested it.';

-- Rate hits are entered by whoever applies them. Where two people are asked for, recruiting proposes them.
-- Security definer: see private.asks_two_people.
create function private.proposes_rates()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    return private.has_role('billing', 'payroll') or (private.has_role('recruiting') and private.asks_two_people());
end;
$$;
comment on function private.proposes_rates is 'True if the signed-in user enters rate hits.';

create function private.code_rate_before(
    relation regclass, whose text, code_rate jsonb, out bill_rate numeric, out pay_rate numeric)
language plpgsql
stable
set search_path = ''
as $$
begin
    execute format(
        'select rate.bill_rate, rate.pay_rate from %1$s as rate
          where rate.%2$I = ($1 ->> %2$L)::uuid and rate.code = $1 ->> ''code''
            and rate.effective_from < ($1 ->> ''effective_from'')::date
          order by rate.effective_from desc limit 1',
        code_rate_before.relation, code_rate_before.whose)
       into bill_rate, pay_rate using code_rate_before.code_rate;
end;
$$;
comment on function private.code_rate_before is
$$The rates of a code on the day before one of its rates, of the assignment or facility that the column named whose says;
null without one.$$;

-- A rate of a code is a row of both sides, and the newest holds whole: so what a day bills and pays is compared with the
-- row before, of a row that is moved at both of its places. Rates of codes are written directly; the upgrade and rate
-- hits write them for others, who were asked.
-- Security definer: whoever writes need not be allowed to ask.
create function private.guard_roles_of_code_rates()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_stays constant boolean := case when tg_op = 'UPDATE' then
        (old.code, old.effective_from) is not distinct from (new.code, new.effective_from) else false end;
    v_former record;
    v_before record;
    v_changes_bill boolean := false;
    v_changes_pay boolean := false;
begin
    if coalesce(current_setting('app.rate_hit', true), '') <> '' or not private.asks_two_people() then
        return case tg_op when 'DELETE' then old else new end;
    end if;
    if v_stays then
        v_changes_bill := old.bill_rate is distinct from new.bill_rate;
        v_changes_pay := old.pay_rate is distinct from new.pay_rate;
    else
        if tg_op <> 'INSERT' then
            v_former := private.code_rate_before(tg_relid::regclass, tg_argv[0], to_jsonb(old));
            v_changes_bill := old.bill_rate is distinct from v_former.bill_rate;
            v_changes_pay := old.pay_rate is distinct from v_former.pay_rate;
        end if;
        if tg_op <> 'DELETE' then
            v_before := private.code_rate_before(tg_relid::regclass, tg_argv[0], to_jsonb(new));
            v_changes_bill := v_changes_bill or new.bill_rate is distinct from v_before.bill_rate;
            v_changes_pay := v_changes_pay or new.pay_rate is distinct from v_before.pay_rate;
        end if;
    end if;
    perform private.require_roles_of_rates(v_changes_bill, v_changes_pay);
    return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.guard_roles_of_code_rates is
$$Trigger, with the name of the column that says whose rate it is: what a code pays is decided by payroll, what it bills by
billing, where the firm asks for two people.$$;

-- Security definer: whoever writes need not be allowed to ask.
create function private.guard_roles_of_guarantees()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_is_other constant boolean := case when tg_op = 'UPDATE' then
        (old.code, old.effective_from) is distinct from (new.code, new.effective_from)
        or coalesce(old.effective_to, 'infinity') < coalesce(new.effective_to, 'infinity') else true end;
begin
    perform private.require_roles_of_rates(
        old.bill_hours is distinct from new.bill_hours or v_is_other and coalesce(old.bill_hours, new.bill_hours) > 0,
        old.pay_hours is distinct from new.pay_hours or v_is_other and coalesce(old.pay_hours, new.pay_hours) > 0);
    return case tg_op when 'DELETE' then old else new end;
end;
$$;
comment on function private.guard_roles_of_guarantees is
    'Trigger: hours that are paid at least are promised by payroll, hours that are billed at least by billing, where the firm asks for two people.';

-- Security definer: whoever writes need not be allowed to ask.
create function private.guard_second_person()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.require_second_person(tg_argv[0], 0, 0);
    return new;
end;
$$;
comment on function private.guard_second_person is
    'Trigger, with a kind of approval as its argument: the change takes a second person.';

create trigger another_place_to_pay_to_takes_a_second_person
    before update on public.organization_settings
    for each row when (old.remit_to is not null and old.remit_to is distinct from new.remit_to)
    execute function private.guard_second_person('change_remit_to');

-- A firm says once that it is one person. What an upgrade found is never chosen again.
-- Security definer: whoever writes need not be allowed to call private.refuse.
create function private.guard_controls()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    if private.caller() <> 'owner' then
        perform private.refuse(
            409, 'controls_stay_on', 'The controls of the firm are on and are not switched off.',
            'Say that the firm is one person, if it is.');
    end if;
    return new;
end;
$$;
comment on function private.guard_controls is 'Trigger: controls that are on are not switched off.';

create trigger controls_stay_on
    before update on public.organization_settings
    for each row when (old.controls <> 'off' and new.controls = 'off')
    execute function private.guard_controls();

-- Said again each month, so that nobody forgets it.
create function private.note_single_person_firm(today date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_month constant text := to_char(note_single_person_firm.today, 'YYYY-MM');
begin
    if (select settings.controls from public.organization_settings as settings) <> 'single_person_firm'
        or exists (
           select from public.audit_log as entry
            where entry.table_name = 'organization_settings' and entry.row_id is null
              and entry.procedure = 'single_person_firm' and entry.new ->> 'month' = v_month) then
        return;
    end if;
    perform private.audit(
        'single_person_firm', 'organization_settings', null, null,
        jsonb_build_object('controls', 'single_person_firm', 'month', v_month));
end;
$$;
comment on function private.note_single_person_firm is
    'Writes into the log, once a month, that one person alone decides in this firm. The job lock-ended calls it.';

revoke execute on function
    private.asks_two_people, private.running_approval, private.requester_has_role, private.said_of_kind,
    private.require_second_person, private.require_roles_of_rates, private.code_rate_before,
    private.guard_roles_of_code_rates, private.guard_roles_of_guarantees,
    private.guard_second_person, private.guard_controls, private.note_single_person_firm,
    private.proposes_rates
    from public, anon, authenticated, service_role;
-- Policies of rate hits ask.
grant execute on function private.proposes_rates to authenticated;
