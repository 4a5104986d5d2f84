-- Times for which records are kept that are not the books themselves. What the law asks to keep is never forgotten earlier, whatever stands
-- here: docs/log.md has its words, and where they were found.

create table public.retention (
    kind text primary key
        constraint retention_kind_is_known
        check (kind in ('log', 'recent_log', 'outbox', 'invitations', 'job_runs', 'handovers', 'drafts',
                        'credentials', 'plans')),
    months int not null
        constraint retention_is_at_least_a_month_and_at_most_fifty_years check (months between 1 and 600),
    why text not null
        constraint retention_why_is_short check (private.require_line('why', why, 2000))
        constraint retention_why_is_not_blank check (why ~ '\S'),
    created_at timestamptz not null default now()
);
comment on table public.retention is
$$Months for which each kind of record is kept, and why. The job maintain forgets what is older. Admins change the months and the reason; less than the law asks for is refused.$$;
comment on column public.retention.kind is
    'log: the audit log, with its archives. recent_log: what of it is read as audit_log; older months are archived. outbox: messages that were sent, dropped or given up. invitations: those that were accepted, void or no longer work. job_runs: runs of jobs. handovers: payroll_handovers. drafts: drafts of time that nobody submitted. credentials: those of people, from the last day on which they were good or the person was placed. plans: planned shifts, but for those that a guarantee may have paid (planned_shifts.is_within_notice), and their assignment''s others of that day.';
comment on column public.retention.months is 'Counted from the end of the record: a month of the log, the instant at which a message was sent, a run ended or a day was worked.';
comment on column public.retention.why is 'The reason, for whoever asks later.';
comment on constraint retention_is_at_least_a_month_and_at_most_fifty_years on public.retention is
$$Records are kept for 1 to 600 months.

Give a number of months between them.$$;

insert into public.retention (kind, months, why)
values ('log', 84, 'Seven years: longer than the laws that we know ask for of payroll and its taxes.'),
       ('recent_log', 13, 'A month can be compared with the same one of last year. Older ones are in the archives.'),
       ('outbox', 84, 'What was sent to whom is told beside the invoices and the pay that it was about.'),
       ('invitations', 12, 'Who was invited, and by whom, is in the audit log as well.'),
       ('job_runs', 24, 'Enough to see how the jobs did in the same month of last year.'),
       ('handovers', 84, 'As long as the log has who handed the files over.'),
       ('drafts', 84, 'As long as time that was submitted is likely to be asked for.'),
       ('credentials', 84, 'As long as somebody may ask who was allowed to work when.'),
       ('plans', 84, 'As long as the time that was worked by them is likely to be asked for.');

alter table public.retention enable row level security;

-- Months that the law asks for, of each kind. A state's hold for a firm that places people in it.
create function private.lawful_retention()
returns table (kind text, state text, months int, source text)
language sql
immutable
set search_path = ''
as $$
    select kind.name, law.state, law.months, law.source
      from (values
           -- Payroll: changes of rates, hours and pay, and the files that were handed over.
           ('payroll', null, 36, '29 CFR 516.5: payroll records for 3 years'),
           -- Four years after the return of the year is due, on the last of January.
           ('payroll', null, 61, '26 CFR 31.6001-1(e)(2): records of employment taxes for 4 years after the tax is due'),
           ('payroll', 'AL', 72, 'Ala. Admin. Code r. 480-4-2-.14: 5 years after the calendar year'),
           ('payroll', 'CA', 36, 'Cal. Lab. Code 226(a), 1174(d): payroll records for 3 years'),
           ('payroll', 'FL', 72, 'Fla. Admin. Code R. 73B-10.032: 5 years after the calendar year'),
           ('payroll', 'HI', 72, 'Haw. Admin. R. 12-20-8(b): 6 years'),
           ('payroll', 'NJ', 72, 'N.J. Admin. Code 12:56-4.4: 6 years'),
           ('payroll', 'NY', 72, '12 NYCRR 142-2.6(a): weekly payroll records for 6 years'),
           ('payroll', 'TN', 84, 'Tenn. Comp. R. & Regs. 0800-10-03-.10: 7 years'),
           -- Time as it was entered, and what was sent to customers.
           ('time', null, 24, '29 CFR 516.6(a): basic time records for 2 years'),
           ('personnel', null, 12, '29 CFR 1602.14: personnel records for 1 year'),
           -- Fact Sheet 21 of the Wage and Hour Division counts them among the records of 29 CFR 516.6.
           ('schedules', null, 24, 'WHD Fact Sheet 21: work and time schedules for 2 years'),
           ('billing', null, 24, '29 CFR 516.6(b): billings to customers for 2 years')) as law (of, state, months, source)
      join (values ('log', 'payroll'), ('handovers', 'payroll'),
                   -- Hours that nobody submitted are no record of pay, for which states ask for longer.
                   ('drafts', 'time'), ('plans', 'schedules'), ('outbox', 'billing'),
                   ('credentials', 'personnel')) as kind (name, of)
        on kind.of = law.of;
$$;
comment on function private.lawful_retention is
    'Months for which the law asks to keep each kind of record, and where it says so. state: null of the United States.';

create function private.least_retention(kind text)
returns table (months int, source text)
language sql
stable
set search_path = ''
as $$
    select law.months, law.source
      from private.lawful_retention() as law
     where law.kind = least_retention.kind
       and (law.state is null
            or exists (select from public.facilities as facility where facility.work_state = law.state))
     order by law.months desc
     limit 1;
$$;
comment on function private.least_retention is
    'The longest time that a law of the United States, or of a state with one of the firm''s facilities, asks to keep a kind of record; none where none does.';

-- A firm that began in another state since: the law holds all the same.
create function private.retention_of(kind text)
returns int
language sql
stable
set search_path = ''
as $$
    select greatest(kept.months, (select least.months from private.least_retention(retention_of.kind) as least))
      from public.retention as kept
     where kept.kind = retention_of.kind;
$$;
comment on function private.retention_of is 'Months for which a kind of record is kept: as the firm says, and no shorter than the law.';

-- Security definer: the rule reads facilities, and whoever tries need not be allowed to call private.refuse.
create function private.guard_retention()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_least record;
begin
    select least.months, least.source into v_least from private.least_retention(new.kind) as least;
    if new.months < v_least.months then
        perform private.refuse(
            409, 'retention_too_short',
            format('These records are kept for %s at least: %s.',
                   private.counted(v_least.months::bigint, 'month', 'months'), v_least.source),
            format('Give %s or more.', v_least.months));
    end if;
    return new;
end;
$$;
comment on function private.guard_retention is 'Trigger: refuses to keep records for less time than the law asks for.';

create trigger retention_is_lawful
    before insert or update of months on public.retention
    for each row execute function private.guard_retention();

create trigger retention_kinds_stay
    before delete on public.retention
    for each row execute function private.refuse_write(
        'retention_kind_kept', 'Each kind of record has its time.', 'Change the months instead.');

revoke execute on function
    private.lawful_retention, private.least_retention, private.retention_of, private.guard_retention
    from public, anon, authenticated, service_role;
