-- Invoices of facilities, and their lines.
create table public.invoices (
    id uuid primary key default gen_random_uuid(),
    number text
        constraint invoice_number_is_unique unique
        constraint invoice_number_is_short check (char_length(number) <= 40 and number ~ '\S'),
    facility_id uuid not null references public.facilities (id),
    kind text not null default 'manual'
        constraint invoice_kind_is_known check (kind in ('weekly', 'manual', 'backfill', 'opening', 'interest')),
    period_start date not null constraint period_start_is_finite check (isfinite(period_start)),
    period_end date not null constraint period_end_is_finite check (isfinite(period_end)),
    status text not null default 'draft'
        constraint invoice_status_is_known
        check (status in ('draft', 'sent', 'partially_paid', 'paid', 'void')),
    issue_date date constraint issue_date_is_finite check (isfinite(issue_date)),
    due_date date constraint due_date_is_finite check (isfinite(due_date)),
    total numeric(12, 2) not null default 0 constraint total_is_finite check (total <> 'NaN'),
    amount_paid numeric(12, 2) not null default 0
        constraint amount_paid_is_not_negative check (amount_paid >= 0)
        constraint amount_paid_is_finite check (amount_paid <> 'NaN'),
    balance numeric(12, 2) not null generated always as (total - amount_paid) stored,
    accrued_interest numeric(12, 2) not null default 0
        constraint accrued_interest_is_not_negative check (accrued_interest >= 0)
        constraint accrued_interest_is_finite check (accrued_interest <> 'NaN'),
    interest_paid numeric(12, 2) not null default 0
        constraint interest_paid_is_not_negative check (interest_paid >= 0)
        constraint interest_paid_is_finite check (interest_paid <> 'NaN'),
    interest_balance numeric(12, 2) not null generated always as (accrued_interest - interest_paid) stored,
    interest_computed_on date
        constraint interest_computed_on_is_finite check (isfinite(interest_computed_on)),
    -- Lax, so that what is missing is false; the types keep numbers and lists from passing as text. Of segments, of which
    -- there may be many, no more than their types and their money is looked at: the rest would cost accrue-interest.
    interest_breakdown jsonb constraint interest_breakdown_explains_interest_or_an_error check (
        interest_breakdown is null
        or (interest_breakdown @@ '$.error.type() == "string"' and interest_breakdown - 'error' = '{}') is true
        or (interest_breakdown @@ '
                $.interest.type() == "string" && $.interest like_regex "^[0-9]+[.][0-9]{2}$"
                && $.fee.type() == "string" && $.fee like_regex "^[0-9]+[.][0-9]{2}$"
                && $.accruedThrough.type() == "string" && $.accruedThrough like_regex "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
                && $.segments.type() == "array" && !($.segments[*].type() != "object")
                && !exists($.segments[*] ? (!(
                    @.from.type() == "string" && @.to.type() == "string" && @.days.type() == "number"
                    && @.rate.type() == "string"
                    && @.principal.type() == "string" && @.principal like_regex "^[0-9]+[.][0-9][0-9]+$"
                    && @.interest.type() == "string" && @.interest like_regex "^[0-9]+[.][0-9][0-9]+$")))'
            and interest_breakdown - array['interest', 'fee', 'accruedThrough', 'segments'] = '{}') is true),
    principal_paid_on date constraint principal_paid_on_is_finite check (isfinite(principal_paid_on)),
    sent_at timestamptz,
    paid_at timestamptz,
    voided_at timestamptz,
    void_reason text constraint void_reason_is_short check (private.require_line('void_reason', void_reason, 2000)),
    created_at timestamptz not null default now(),
    facility_name text,
    billing_email text,
    sent_by uuid,
    voided_by uuid,
    disputed_at timestamptz,
    disputed_by uuid,
    dispute_reason text
        constraint dispute_reason_is_not_blank check (dispute_reason ~ '\S')
        constraint dispute_reason_is_short check (private.require_line('dispute_reason', dispute_reason, 2000)),
    billing_name text,
    billing_address text,
    purchase_order text,
    letterhead_id uuid references public.letterheads (id),
    constraint invoice_period_ends_after_it_starts check (period_end >= period_start),
    constraint invoice_is_due_after_its_issue check (due_date >= issue_date),
    constraint sent_at_tells_of_sending check (
        case status
            when 'draft' then sent_at is null
            when 'void' then true
            else sent_at is not null
        end),
    constraint invoice_has_a_number_once_sent check ((number is not null) = (sent_at is not null)),
    constraint sent_invoice_has_its_dates check (sent_at is null or (issue_date is not null and due_date is not null)),
    constraint only_sent_invoices_keep_their_facility
        check (sent_at is not null or num_nonnulls(facility_name, billing_email, billing_name, billing_address,
                                                   purchase_order, letterhead_id) = 0),
    constraint sent_total_is_not_negative
        check (sent_at is null or total >= 0),
    constraint paid_at_tells_of_payment check ((paid_at is not null) = (status = 'paid')),
    constraint voided_at_tells_of_voiding check ((voided_at is not null) = (status = 'void')),
    constraint only_sent_invoices_say_by_whom check (sent_by is null or sent_at is not null),
    constraint only_void_invoices_say_by_whom check (voided_by is null or voided_at is not null),
    constraint only_owed_invoices_are_disputed
        check (disputed_at is null or status in ('sent', 'partially_paid')),
    constraint dispute_has_a_reason check ((disputed_at is not null) = (dispute_reason is not null)),
    constraint only_disputed_invoices_say_by_whom check (disputed_by is null or disputed_at is not null),
    constraint invoice_status_follows_payments check (
        case status
            when 'paid' then total = amount_paid
            when 'partially_paid' then amount_paid > 0 and amount_paid < total
            else amount_paid = 0
        end),
    constraint only_sent_invoices_bear_interest check (
        status not in ('draft', 'void') or (accrued_interest = 0 and interest_paid = 0)),
    interest_days date[],
    interest_on_days numeric[],
    interest_per_day numeric[],
    constraint interest_days_have_their_interest check (
        num_nonnulls(interest_days, interest_on_days, interest_per_day) = 0
        or (cardinality(interest_days) > 1
            and cardinality(interest_days) = cardinality(interest_on_days)
            and cardinality(interest_days) = cardinality(interest_per_day)) is true),
    group_key text not null default '',
    group_name text,
    bears_interest boolean not null generated always as (
        kind <> 'interest'
        and (status in ('sent', 'partially_paid')
             or (status = 'paid' and principal_paid_on > due_date
                 and (interest_computed_on is null or interest_computed_on < principal_paid_on)) is true)) stored,
    constraint drafts_of_a_facility_never_overlap
        exclude using gist (facility_id with =, group_key with =, daterange(period_start, period_end, '[]') with &&)
        where (status = 'draft' and kind not in ('backfill', 'opening', 'interest')),
    discount numeric(12, 2)
        constraint discount_is_positive check (discount > 0)
        constraint discount_is_finite check (discount <> 'NaN'),
    discount_until date constraint discount_until_is_finite check (isfinite(discount_until)),
    constraint discount_has_amount_and_day check (num_nonnulls(discount, discount_until) <> 1),
    constraint only_sent_invoices_give_a_discount check (discount is null or sent_at is not null),
    constraint only_groups_have_names check ((group_name is not null) = (group_key <> '')),
    disputed_amount numeric(12, 2)
        constraint disputed_amount_is_positive check (disputed_amount > 0)
        constraint disputed_amount_is_finite check (disputed_amount <> 'NaN'),
    constraint only_disputed_invoices_say_how_much check (disputed_amount is null or disputed_at is not null),
    bill_to_facility_id uuid, -- no foreign key, as of invoice_lines.original_invoice_id: who is billed is not deleted
    constraint only_sent_invoices_keep_their_bill_to check (bill_to_facility_id is null or sent_at is not null),
    invoice_bundle_id uuid references public.invoice_bundles (id),
    constraint only_invoices_of_programs_are_bundled check (invoice_bundle_id is null or bill_to_facility_id is not null)
);
comment on table public.invoices is 'Amount that a facility owes for the time of a period. Money in the firm''s currency.';
comment on column public.invoices.kind is
    'weekly (by the weekly run, a cycle), manual, backfill (time that other invoices left out), opening (an open amount of the firm''s former books, in one line) or interest: what accrued on other invoices, one line each.';
comment on column public.invoices.group_key is
    'The part of the facility''s time that it bills, where facilities.invoices_by makes several of it: a department, or the id of an order or of an assignment, as text. Empty = all of it, and where invoices are made by department or order, what has none.';
comment on column public.invoices.discount is
    'Amount that may be taken off where the rest is paid by discount_until: the facility''s discount_rate of its total when it was sent. Null = none.';
comment on column public.invoices.group_name is
    'Name of the group: the department, the order''s number, the contractor; null without one.';
comment on column public.invoices.number is
    'Given when sent, without gaps or reuse; null until then. An imported one is text of at most 40 characters: one of our form (prefix, year, six digits) is followed by the next that is given.';
comment on column public.invoices.facility_name is
    'As are billing_email, billing_name, billing_address and purchase_order, the facility''s when the invoice was sent: what a document says stays. Null on drafts. Names of contractors are kept in the lines'' descriptions, the terms of payment in due_date.';
comment on column public.invoices.bill_to_facility_id is
    'The program that it was billed to when it was sent, whose billing_email, billing_name and billing_address it then has; it owes the invoice also once the facility has left it. Null = the facility itself, and of drafts.';
comment on column public.invoices.invoice_bundle_id is
    'The bundle in which its program was sent it; null of drafts, and of what is billed to the facility itself.';
comment on column public.invoices.letterhead_id is
    'The firm''s letterhead when the invoice was sent. Null of drafts, and where there was none: then today''s.';
comment on column public.invoices.sent_by is 'The user, as is voided_by; null where no person acted.';
comment on column public.invoices.disputed_at is
    'Time at which the facility''s dispute was noted (dispute_invoice). Null = it does not dispute it, or the dispute was settled, or nothing is owed any more. Whoever reminds facilities of what they owe may leave such invoices out. Interest accrues all the same, unless the terms say otherwise (facility_interest_terms.disputed_bears_interest).';
comment on column public.invoices.disputed_by is 'User who noted it; null where no person did.';
comment on column public.invoices.disputed_amount is
    'Amount of it that is disputed, by disputed_lines; null = all, or nothing where it is not disputed. Of the balance as much at most.';
comment on column public.invoices.dispute_reason is 'Reason that the facility gives; its contacts read it.';
comment on column public.invoices.total is 'The sum of the lines; of a draft it follows them.';
comment on column public.invoices.amount_paid is 'Principal paid, by payments in force.';
comment on column public.invoices.balance is
    'Principal still owed: total less amount_paid. Of one that is void nothing is owed, whatever stands here.';
comment on column public.invoices.accrued_interest is
    'Late-payment interest and fee up to interest_computed_on: set by accrue-interest, never incremented.';
comment on column public.invoices.interest_computed_on is
    'The day up to which interest was last computed; null = to be computed at the next run.';
comment on column public.invoices.interest_breakdown is
    'The computation explained: interest, fee, the day accrued through, and the segments. Money as text.';
comment on column public.invoices.interest_days is
    'The due date and the days on which interest began to grow otherwise, in order: what reports of a past day read of the breakdown. Null = the interest counts whole from the day after the due date. Says nothing while accrued_interest is 0.';
comment on column public.invoices.interest_on_days is
    'By the end of each of interest_days: the interest and the fee. The last is all of it.';
comment on column public.invoices.interest_per_day is 'Amount that each day after the one of interest_days added.';
comment on column public.invoices.bears_interest is
    'True if accrue-interest computes it once it is overdue. An invoice paid in time never is, one paid late until its final interest stands, one of kind interest never.';
comment on column public.invoices.principal_paid_on is
    'The day of the latest principal payment in force, kept by the payments; null without one.';

create index invoices_by_letterhead on public.invoices (letterhead_id);
create index invoices_by_bundle on public.invoices (invoice_bundle_id);
-- Those of a program, for its contacts and what it pays.
create index invoices_by_bill_to on public.invoices (bill_to_facility_id);
-- By their end: what overlaps given days is among a group's last.
create index invoices_by_facility on public.invoices (facility_id, group_key, period_end);
-- Invoices that accrue-interest may have to compute, computed longest ago first.
create index invoices_bearing_interest
    on public.invoices (interest_computed_on nulls first, due_date, id) where bears_interest;
-- A page of them by number.
create index invoices_by_number on public.invoices (number, id);
-- A page of them by the day on which they are due or were issued, and of those that are owed by what is owed.
create index invoices_by_due_date on public.invoices (due_date, id);
create index invoices_by_issue_date on public.invoices (issue_date, id);
create index invoices_open_by_balance on public.invoices (balance, id) where status in ('sent', 'partially_paid');
-- The few of all paid invoices on which interest is still owed, or too much of it was paid, for ar_aging.
create index invoices_paid_but_for_interest
    on public.invoices (facility_id)
    where status = 'paid' and interest_balance <> 0;
-- The few of which some lines are disputed.
create index invoices_disputed_in_part on public.invoices (facility_id) where disputed_amount is not null;
-- The few that are not sent yet, for board and who looks for drafts.
create index invoices_in_draft on public.invoices (facility_id, period_start) where status = 'draft';
-- Open invoices by due date, for the board and for whoever looks for overdue ones.
create index invoices_open_by_due_date
    on public.invoices (due_date, id) include (balance) where status in ('sent', 'partially_paid');

alter table public.invoices enable row level security;

create table public.invoice_lines (
    id uuid primary key default private.id_by_time(),
    invoice_id uuid not null references public.invoices (id) on delete cascade,
    time_entry_id uuid
        constraint invoice_lines_time_entry_id_fkey references public.time_entries (id) on delete set null,
    kind text not null
        constraint invoice_line_kind_is_known
        check (kind in (
            'regular', 'overtime', 'doubletime', 'code', 'differential', 'guarantee', 'adjustment', 'difference', 'interest',
            'fee', 'tax')),
    description text not null default '',
    work_date date constraint work_date_is_finite check (isfinite(work_date)),
    hours numeric(5, 2) constraint hours_is_finite check (hours <> 'NaN'),
    rate numeric constraint rate_is_finite check (rate <> 'NaN'),
    multiplier numeric(5, 3) default 1 constraint multiplier_is_finite check (multiplier <> 'NaN'),
    amount numeric(12, 2) not null constraint amount_is_finite check (amount <> 'NaN'),
    released_at timestamptz,
    created_at timestamptz not null default now(),
    contractor_id uuid constraint difference_is_of_a_known_contractor references public.contractors (id),
    week_start date constraint week_start_is_finite check (isfinite(week_start)),
    department text,
    cost_centre text,
    purchase_order_id uuid references public.purchase_orders (id),
    code text constraint invoice_line_is_of_a_known_code references public.time_codes (name),
    quantity numeric(8, 2) constraint quantity_is_finite check (quantity <> 'NaN'),
    constraint only_time_has_a_code
        check (case kind when 'code' then code is not null
                         else code is null or kind in ('regular', 'overtime', 'doubletime', 'difference') end),
    original_invoice_id uuid, -- no foreign key: invoices(…) of a line, embedded over HTTP, would be either of two
    constraint line_without_time_is_described
        check (kind not in ('adjustment', 'difference', 'interest', 'guarantee', 'fee', 'tax') or btrim(description) <> ''),
    -- A released line outlives its entry.
    constraint only_lines_of_time_have_a_time_entry check (
        case when kind in ('adjustment', 'difference', 'interest', 'guarantee', 'fee', 'tax') then time_entry_id is null
             else time_entry_id is not null or released_at is not null end),
    -- numeric round() rounds halves away from zero: half-up for hours, which are positive.
    constraint time_line_is_hours_times_rate check (
        kind in ('adjustment', 'difference', 'interest', 'guarantee', 'fee', 'tax')
        or (kind in ('code', 'differential') and work_date is not null and hours is null and quantity > 0 and rate >= 0
            and multiplier = 1 and amount = round(quantity * rate, 2)) is true
        or (kind not in ('code', 'differential') and work_date is not null and hours > 0 and quantity is null
            and multiplier >= 1 and (rate > 0 or (rate = 0 and code is not null))
            and amount = round(hours * rate * multiplier, 2)) is true),
    guarantee_id uuid references public.guarantees (id),
    constraint only_codes_have_a_quantity
        check ((quantity is not null) = (kind in ('code', 'differential', 'guarantee'))),
    constraint only_guarantees_name_one check ((guarantee_id is not null) = (kind = 'guarantee')),
    -- One rate or, of entries of several days, several.
    constraint guarantee_line_is_hours_at_a_rate check (
        kind <> 'guarantee'
        or (quantity > 0 and amount > 0 and work_date is null and hours is null and multiplier = 1
            and (rate is null or amount = round(quantity * rate, 2))) is true),
    constraint only_lines_of_weeks_name_contractor_and_week check (
        (contractor_id is not null) = (kind in ('difference', 'guarantee'))
        and (week_start is not null) = (kind in ('difference', 'guarantee'))),
    constraint difference_is_an_amount check (
        kind <> 'difference'
        or (amount <> 0 and work_date is null and hours is null and rate is null and multiplier is null)),
    constraint only_lines_of_interest_name_an_original check ((original_invoice_id is not null) = (kind = 'interest')),
    constraint interest_line_is_an_amount check (
        kind <> 'interest' or (amount > 0 and work_date is null and hours is null and rate is null and multiplier is null)),
    part smallint,
    constraint only_live_lines_of_time_have_a_part
        check ((part is not null) = (time_entry_id is not null and released_at is null)),
    -- Whoever bills an entry bills its part 1: private.check_entries_are_billed_whole. Two meet here, at every isolation level.
    constraint time_entry_on_one_live_invoice unique (time_entry_id, part),
    premium_rule_id uuid references public.premium_rules (id),
    constraint only_differentials_name_a_premium check ((premium_rule_id is not null) = (kind = 'differential')),
    fee_id uuid references public.facility_fees (id),
    constraint only_fees_name_one check ((fee_id is not null) = (kind = 'fee')),
    sales_tax_id uuid references public.sales_taxes (id),
    constraint only_taxes_name_one check ((sales_tax_id is not null) = (kind = 'tax')),
    base numeric(14, 2) constraint base_is_finite check (base <> 'NaN'),
    constraint only_fees_and_taxes_have_a_base check ((base is not null) = (kind in ('fee', 'tax'))),
    constraint fee_or_tax_is_an_amount check (
        kind not in ('fee', 'tax')
        or (amount <> 0 and work_date is null and hours is null and rate is null and multiplier is null))
);
comment on table public.invoice_lines is 'Lines that make up an invoice''s total.';
comment on column public.invoice_lines.kind is
    'The class of its hours; code is time of a code whose hours are not worked, and units; differential is what a premium rule adds to hours of the entry, beside their class; guarantee is hours of a workweek that were promised and not worked; adjustment is billing''s own; difference is what a contractor''s workweek would come to today, less what was sent of it, each code by itself; interest is what accrued on another invoice; fee is what the customer takes off (facility_fees), below zero; tax is a sales tax (sales_taxes).';
comment on column public.invoice_lines.code is
    'Of time that is not regular: its code. Lines of kind code are hours that are not worked, and units; a difference is of time of its code, or of regular time and guarantees.';
comment on column public.invoice_lines.quantity is
    'Of kind code: its hours, or its units. Of a differential: the hours of its entry that it is for. Of a guarantee: the hours that are missing. Null of other lines.';
comment on column public.invoice_lines.guarantee_id is 'Of a guarantee: which one promised the hours. Null of other lines.';
comment on column public.invoice_lines.rate is
    'The bill rate of the work date; of a differential, what an hour of it adds; of a guarantee that of the week''s last day, or of its code, null where these are several. In cents; of a unit that is not the hour with up to four decimals.';
comment on column public.invoice_lines.premium_rule_id is 'Of a differential: the premium rule that it is by.';
comment on column public.invoice_lines.fee_id is 'Of a fee: which one. Null of other lines.';
comment on column public.invoice_lines.sales_tax_id is 'Of a tax: which one. Null of other lines.';
comment on column public.invoice_lines.base is 'Amount that a fee or a tax was reckoned on. Null of other lines.';
comment on column public.invoice_lines.released_at is
    'Set when the invoice is voided, or a credit note frees the line''s time: it may be billed again. Null = live.';

comment on column public.invoice_lines.part is
    'Its number among the live lines of its time entry, from 1 on, without gaps. Null once it is released, and of lines without time.';
comment on column public.invoice_lines.department is
    'As are cost_centre and purchase_order_id, the assignment''s when the line was made; a difference has those of the time that it corrects, an adjustment the order that its invoice is made by. Null where there was none.';
comment on column public.invoice_lines.original_invoice_id is
    'Of a line of interest: on which invoice it accrued. Null of other lines.';
comment on column public.invoice_lines.contractor_id is 'Of a difference or a guarantee: whose week it is. Null of other lines.';
comment on column public.invoice_lines.week_start is
    'Of a difference or a guarantee: the first day of the workweek. Null of other lines.';
comment on constraint difference_is_an_amount on public.invoice_lines is
$$A difference is an amount, without a day, hours or a rate.

Add an adjustment, or bill what is missing.$$;
comment on constraint interest_line_is_an_amount on public.invoice_lines is
$$A line of interest is an amount, without a day, hours or a rate.

Add an adjustment, or bill the interest.$$;
comment on constraint line_without_time_is_described on public.invoice_lines is
$$The line says nothing.

Say what it is for.$$;
comment on constraint guarantee_line_is_hours_at_a_rate on public.invoice_lines is
$$A guarantee is the hours that are missing of it, at their rate.

Bill the time: its lines follow.$$;
comment on constraint only_guarantees_name_one on public.invoice_lines is
$$Only a guarantee names one.

Leave it empty.$$;
comment on constraint only_lines_of_weeks_name_contractor_and_week on public.invoice_lines is
$$Only a difference or a guarantee names a contractor and a week.

Leave both empty.$$;
comment on constraint only_lines_of_interest_name_an_original on public.invoice_lines is
$$Only a line of interest names another invoice.

Leave it empty.$$;
comment on constraint only_fees_name_one on public.invoice_lines is
$$Only a fee names one.

Leave it empty: fees follow when the draft is brought up to date.$$;
comment on constraint only_taxes_name_one on public.invoice_lines is
$$Only a tax names one.

Leave it empty: taxes follow when the draft is brought up to date.$$;
comment on constraint only_fees_and_taxes_have_a_base on public.invoice_lines is
$$A fee or a tax says what it was reckoned on, and no other line does.

Leave it empty: fees and taxes follow when the draft is brought up to date.$$;
comment on constraint fee_or_tax_is_an_amount on public.invoice_lines is
$$A fee or a tax is an amount, without a day, hours or a rate.

Leave these empty: fees and taxes follow when the draft is brought up to date.$$;
comment on constraint only_differentials_name_a_premium on public.invoice_lines is
$$Only what a premium adds to time names a premium.

Bill the time: its lines follow.$$;
comment on constraint only_live_lines_of_time_have_a_part on public.invoice_lines is
$$A live line of time is a numbered part of its entry, and no other line is.

Bill the time: its lines follow.$$;
comment on constraint only_time_has_a_code on public.invoice_lines is
$$Only a line of time names a code, and one of kind code has to.

Bill the time: its lines follow.$$;
comment on constraint only_codes_have_a_quantity on public.invoice_lines is
$$A line of kind code has a quantity, and no other line does.

Bill the time: its lines follow.$$;
comment on constraint only_lines_of_time_have_a_time_entry on public.invoice_lines is
$$Only a line of time names time, and an adjustment none.

Leave the time out.$$;
comment on constraint time_line_is_hours_times_rate on public.invoice_lines is
$$A line of time is its hours at its rate.

Bill the time: its lines follow.$$;

create index invoice_lines_by_invoice on public.invoice_lines (invoice_id);
create unique index invoice_has_one_difference_a_week
    on public.invoice_lines (
        contractor_id, week_start, invoice_id, purchase_order_id, department, cost_centre, code, guarantee_id)
    nulls not distinct where contractor_id is not null;
create unique index guarantee_of_a_week_on_one_live_invoice
    on public.invoice_lines (guarantee_id, week_start) where guarantee_id is not null and released_at is null;
create index invoice_lines_by_guarantee on public.invoice_lines (guarantee_id) where guarantee_id is not null;
-- The amount that drafts bill of an order is found draft by draft, among all that was billed of it.
create index invoice_lines_by_purchase_order
    on public.invoice_lines (purchase_order_id, invoice_id) where purchase_order_id is not null;
create index invoice_lines_by_code on public.invoice_lines (code) where code is not null;
create index invoice_lines_by_premium_rule
    on public.invoice_lines (premium_rule_id) where premium_rule_id is not null;
create unique index premium_of_an_entry_on_one_live_invoice
    on public.invoice_lines (time_entry_id, premium_rule_id) where premium_rule_id is not null and part is not null;
create unique index fee_stands_on_an_invoice_once
    on public.invoice_lines (invoice_id, fee_id, purchase_order_id) nulls not distinct where fee_id is not null;
create index invoice_lines_by_fee on public.invoice_lines (fee_id) where fee_id is not null;
create unique index tax_stands_on_an_invoice_once
    on public.invoice_lines (invoice_id, sales_tax_id) where sales_tax_id is not null;
create index invoice_lines_by_sales_tax on public.invoice_lines (sales_tax_id) where sales_tax_id is not null;
create index invoice_lines_by_original
    on public.invoice_lines (original_invoice_id) where original_invoice_id is not null;
-- The few that are released: accruals ask of time whether an invoice billed it by a day, and was void or credited since.
create index invoice_lines_released on public.invoice_lines (time_entry_id) where released_at is not null;
-- Lines of some weeks; see time_entries_by_day.
create index invoice_lines_by_day on public.invoice_lines using brin (work_date);

alter table public.invoice_lines enable row level security;

-- Invoice numbers run from 1 in each year of issue, whatever the prefix. A sequence would leave a gap for each
-- transaction that fails; a row is taken back with it.
create table private.last_invoice_numbers (
    year int primary key,
    last_number int not null,
    created_at timestamptz not null default now(),
    last_credit_note_number int not null default 0
);
comment on table private.last_invoice_numbers is
    'The highest number of each year of issue: of invoices, and of credit notes that have numbers of their own.';

-- Workweeks of which something is on live invoices and something changed since: what else of them is billed, or a
-- rate. Only they are looked at for differences. A week may be here more often than once: whoever changes one adds a
-- row, and nobody waits. private.forget_equal_weeks takes out what was looked at, and so never what was added since.
create table private.weeks_to_compare (
    id bigint generated always as identity,
    contractor_id uuid not null,
    week_start date not null,
    primary key (contractor_id, week_start, id)
);
comment on table private.weeks_to_compare is
    'Contractors'' workweeks in which invoices may have been sent with other amounts than the time would have today.';
