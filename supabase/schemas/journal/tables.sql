-- The firm's books: which accounts there are, through which day they are closed, and what was posted by then.
create table public.journal_accounts (
    account text primary key,
    type text not null
        constraint journal_account_type_is_known check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
    name text not null
        constraint journal_account_name_is_not_blank check (name ~ '\S')
        constraint name_is_short check (private.require_line('name', name, 200)),
    number text
        constraint journal_account_number_is_not_blank check (number ~ '\S')
        constraint number_is_short check (private.require_line('number', number, 200)),
    created_at timestamptz not null default now(),
    constraint journal_account_is_known check (
        account in (
            'cash', 'receivables', 'interest_receivable', 'unbilled_receivables', 'customer_credits',
            'unapplied_receipts', 'payroll_clearing', 'deductions_payable', 'accrued_pay', 'opening_balances',
            'revenue_regular', 'revenue_overtime', 'revenue_doubletime', 'revenue_codes', 'revenue_adjustments',
            'revenue_differentials', 'revenue_differences', 'interest_income', 'discounts', 'bad_debt', 'wages',
            'premiums', 'stipends', 'reimbursements', 'contractor_cost', 'employee_receivables')
        or (type = 'income' and account ~ '^fees_[a-z0-9_]{1,35}$')
        or (type = 'liability' and account ~ '^sales_tax(_[a-z0-9_]{1,30})?$')
        or (type = 'income' and account ~ '^revenue_[a-z0-9_]{1,32}$')
        or (type = 'expense' and account ~ '^pay_[a-z0-9_]{1,36}$'))
);
comment on table public.journal_accounts is
$$The accounts that the journal posts to, and what each is called in the firm's own chart of accounts.

The firm may add accounts for its codes of time (time_codes.revenue_account, pay_account): revenue_… of type income, and
pay_… of type expense; for fees (facility_fees.account) fees_… of type income, which they lessen; for sales taxes
(sales_taxes.account) sales_tax_… of type liability.

Example: [{"account": "revenue_on_call", "type": "income", "name": "Revenue on call"}]$$;
comment on constraint journal_account_is_known on public.journal_accounts is
$$An account of the firm's own begins with revenue or fees and is income, with pay and is expense, or with sales tax and is a
liability.

Give one such as revenue_on_call, fees_north, pay_on_call or sales_tax_pa, in small letters, digits and underscores.$$;
comment on constraint journal_account_type_is_known on public.journal_accounts is
$$The type of the account is none that there is.

Give income, expense or liability.$$;
comment on column public.journal_accounts.name is
    'In the firm''s own chart, as the accounting program spells it. Several accounts may be one there.';
comment on column public.journal_accounts.number is 'In the firm''s own chart; null = it goes by the name.';
comment on constraint journal_account_name_is_not_blank on public.journal_accounts is
$$The name of the account is blank.

Give the name that it has in your accounting program.$$;
comment on constraint journal_account_number_is_not_blank on public.journal_accounts is
$$The number of the account is blank.

Give the number that it has in your accounting program, or leave the field empty.$$;

insert into public.journal_accounts (account, type, name)
values ('cash', 'asset', 'Cash'),
       ('receivables', 'asset', 'Accounts receivable'),
       ('interest_receivable', 'asset', 'Interest receivable'),
       ('unbilled_receivables', 'asset', 'Unbilled receivables'),
       ('employee_receivables', 'asset', 'Employee receivables'),
       ('customer_credits', 'liability', 'Customer credits'),
       ('unapplied_receipts', 'liability', 'Unapplied receipts'),
       ('payroll_clearing', 'liability', 'Payroll clearing'),
       ('deductions_payable', 'liability', 'Deductions payable'),
       ('accrued_pay', 'liability', 'Accrued pay'),
       ('opening_balances', 'equity', 'Opening balances'),
       ('revenue_regular', 'income', 'Revenue regular hours'),
       ('revenue_overtime', 'income', 'Revenue overtime'),
       ('revenue_doubletime', 'income', 'Revenue doubletime'),
       ('revenue_codes', 'income', 'Revenue codes'),
       ('revenue_differentials', 'income', 'Revenue differentials'),
       ('revenue_adjustments', 'income', 'Revenue adjustments'),
       ('revenue_differences', 'income', 'Revenue differences'),
       ('interest_income', 'income', 'Interest income'),
       ('discounts', 'income', 'Discounts'),
       ('fees_msp', 'income', 'MSP fees'),
       ('fees_vms', 'income', 'VMS fees'),
       ('fees_volume', 'income', 'Volume rebates'),
       ('sales_tax', 'liability', 'Sales tax payable'),
       ('bad_debt', 'expense', 'Bad debt'),
       ('wages', 'expense', 'Wages'),
       ('premiums', 'expense', 'Overtime premiums'),
       ('stipends', 'expense', 'Stipends'),
       ('reimbursements', 'expense', 'Reimbursements'),
       ('contractor_cost', 'expense', 'Contractor cost');

alter table public.journal_accounts enable row level security;

create table public.book_closings (
    id uuid primary key default gen_random_uuid(),
    through date not null
        constraint books_are_closed_through_a_day_once unique
        constraint through_is_finite check (isfinite(through)),
    postings int not null constraint postings_are_not_negative check (postings >= 0),
    closed_by uuid default private.user_id(),
    created_at timestamptz not null default now()
);
comment on table public.book_closings is
    'The days through which the books were closed: what the journal said of them stays.';
comment on column public.book_closings.postings is 'Number of postings that this closing stored.';
comment on column public.book_closings.closed_by is 'The user; null where no person acted.';

alter table public.book_closings enable row level security;

create table private.closed_postings (
    id bigint generated always as identity primary key,
    posted_on date not null,
    document_id uuid not null,
    document text not null,
    account text not null references public.journal_accounts (account),
    amount numeric(15, 2) not null,
    facility_id uuid,
    contractor_id uuid,
    is_interest boolean not null,
    memo text not null,
    created_at timestamptz not null default now()
);
comment on table private.closed_postings is
    'Postings of closed days. amount: above zero a debit, below a credit. is_interest: the posting accrued by days.';

create index closed_postings_by_day on private.closed_postings (posted_on);
-- Postings of a document that changed.
create index closed_postings_by_document on private.closed_postings (document_id);
create index closed_postings_by_account on private.closed_postings (account);
-- Posted part of each invoice's interest.
create index closed_postings_of_interest on private.closed_postings (document_id) where is_interest;

alter table private.closed_postings enable row level security;

-- An account of a code counts from the first open day on: what closed days were posted to stays theirs, also where they are
-- computed again, voided or credited.
create table private.closed_code_accounts (
    code text not null references public.time_codes (name) on delete cascade,
    through date not null,
    revenue_account text,
    pay_account text,
    primary key (code, through)
);
comment on table private.closed_code_accounts is
    'Accounts that a code had through a closed day, back to the one of the row before, where it has others now.';

alter table private.closed_code_accounts enable row level security;

-- Documents that changed, and may be posted otherwise than it stands in closed_postings. Append-only, as due_marks: whoever
-- changes one waits for nobody, and close_books takes out no more than what it saw.
create table private.documents_to_post (
    document_id uuid not null,
    id bigint generated always as identity,
    primary key (document_id, id)
);
comment on table private.documents_to_post is
    'Invoices, checks, credit notes, refunds and payroll batches that changed since the books were closed.';

alter table public.time_codes
    add constraint revenue_account_of_code_is_known
        foreign key (revenue_account) references public.journal_accounts (account),
    add constraint pay_account_of_code_is_known foreign key (pay_account) references public.journal_accounts (account);

alter table public.facility_fees
    add constraint account_of_fee_is_known foreign key (account) references public.journal_accounts (account);
alter table public.sales_taxes
    add constraint account_of_tax_is_known foreign key (account) references public.journal_accounts (account);

create index time_codes_by_revenue_account on public.time_codes (revenue_account) where revenue_account is not null;
create index time_codes_by_pay_account on public.time_codes (pay_account) where pay_account is not null;
