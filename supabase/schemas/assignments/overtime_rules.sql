-- Hours after which time is overtime. Rules of law, by which people are paid and facilities usually billed, and rules of
-- contracts, by which facilities are billed. What a rule says of an hour, private.classified_time computes.
create table public.overtime_rules (
    name text primary key
        constraint overtime_rule_name_is_a_word check (name ~ '^[a-z][a-z0-9_]{1,39}$'),
    title text not null
        constraint overtime_rule_title_is_not_blank check (title ~ '\S')
        constraint title_is_short check (private.require_line('title', title, 200)),
    daily_overtime_after numeric(4, 2)
        constraint daily_overtime_is_within_a_day check (daily_overtime_after > 0 and daily_overtime_after <= 24)
        constraint daily_overtime_after_is_finite check (daily_overtime_after <> 'NaN'),
    daily_doubletime_after numeric(4, 2)
        constraint daily_doubletime_is_within_a_day check (daily_doubletime_after > 0 and daily_doubletime_after <= 24)
        constraint daily_doubletime_after_is_finite check (daily_doubletime_after <> 'NaN'),
    weekly_overtime_after numeric(5, 2)
        constraint weekly_overtime_is_within_a_week check (weekly_overtime_after > 0 and weekly_overtime_after <= 168)
        constraint weekly_overtime_after_is_finite check (weekly_overtime_after <> 'NaN'),
    seventh_day boolean not null default false,
    consecutive_overtime_after numeric(4, 2)
        constraint consecutive_overtime_is_within_a_day
        check (consecutive_overtime_after > 0 and consecutive_overtime_after <= 24)
        constraint consecutive_overtime_after_is_finite check (consecutive_overtime_after <> 'NaN'),
    asks_for text
        constraint overtime_rule_asks_for_something check (asks_for ~ '\S')
        constraint asks_for_is_short check (private.require_text('asks_for', asks_for, 2000)),
    source text not null
        constraint overtime_rule_source_is_not_blank check (source ~ '\S')
        constraint source_is_short check (private.require_text('source', source, 2000)),
    created_at timestamptz not null default now(),
    whole_seventh_day boolean not null default false,
    constraint doubletime_begins_after_overtime check (daily_doubletime_after >= daily_overtime_after),
    constraint seventh_day_counts_the_hours_of_a_day check (not seventh_day or daily_overtime_after is not null),
    constraint whole_seventh_day_counts_the_hours_of_a_week
        check (not whole_seventh_day or weekly_overtime_after is not null),
    constraint seventh_day_is_counted_in_one_way check (not (seventh_day and whole_seventh_day))
);
comment on table public.overtime_rules is
$$Hours after which time is overtime or doubletime. A rule without any limit, as none, counts nothing, and its hours count
toward nothing. Each hour is of one class.

Example: [{"name": "contract_48", "title": "Over 48 a week", "weekly_overtime_after": 48,
  "source": "Master service agreement with Lakeside Clinics, section 7"}]$$;
comment on column public.overtime_rules.name is 'Name by which assignments and bill terms refer to it.';
comment on column public.overtime_rules.daily_overtime_after is
    'Hours of a workday beyond this are overtime; null = no such limit. The workday ends at midnight of the facility''s timezone, or at organization_settings.workday_starts_at.';
comment on column public.overtime_rules.daily_doubletime_after is
    'Hours of a workday beyond this are doubletime; null = no such limit.';
comment on column public.overtime_rules.weekly_overtime_after is
    'Regular hours of a workweek beyond this, after the daily limits, are overtime; null = no such limit.';
comment on column public.overtime_rules.seventh_day is
    'True if on the seventh day worked of a workweek the hours up to daily_overtime_after are overtime and the rest doubletime.';
comment on column public.overtime_rules.whole_seventh_day is
    'True if all hours of the seventh day worked of a workweek are overtime, where the week has more than weekly_overtime_after.';
comment on column public.overtime_rules.consecutive_overtime_after is
    'Hours beyond this many in a row are overtime, across midnight and the week''s start; null = no such limit. Only shifts, time with its begin and end, are known to be in a row. Where a week''s days come to more overtime, those count instead.';
comment on column public.overtime_rules.asks_for is
    'The record that is required, as overtime_rule_reason of the assignment, before a W-2 person is paid by it; null = nothing.';
comment on column public.overtime_rules.source is 'The text that has the rule, and the people it does not cover.';
comment on constraint consecutive_overtime_is_within_a_day on public.overtime_rules is
$$Hours in a row are counted up to 24.

Give more than 0 and at most 24, or leave it empty.$$;
comment on constraint daily_doubletime_is_within_a_day on public.overtime_rules is
$$A day has 24 hours after which doubletime could begin.

Give more than 0 and at most 24, or leave it empty.$$;
comment on constraint daily_overtime_is_within_a_day on public.overtime_rules is
$$A day has 24 hours after which overtime could begin.

Give more than 0 and at most 24, or leave it empty.$$;
comment on constraint weekly_overtime_is_within_a_week on public.overtime_rules is
$$A week has 168 hours after which overtime could begin.

Give more than 0 and at most 168, or leave it empty.$$;
comment on constraint doubletime_begins_after_overtime on public.overtime_rules is
$$Doubletime would begin before overtime.

Let it begin later, or leave the limit of overtime empty.$$;
comment on constraint overtime_rule_asks_for_something on public.overtime_rules is
$$The rule asks for a blank text.

Say what it asks for, or leave it empty.$$;
comment on constraint overtime_rule_name_is_a_word on public.overtime_rules is
$$The name of a rule is 2 to 40 small letters, digits and underscores, the first a letter.

Choose another one, such as oregon.$$;
comment on constraint seventh_day_counts_the_hours_of_a_day on public.overtime_rules is
$$A seventh day counts by the hours after which a day has overtime, and there are none.

Give them, or leave the seventh day off.$$;
comment on constraint whole_seventh_day_counts_the_hours_of_a_week on public.overtime_rules is
$$A whole seventh day is overtime in weeks of more hours than a week may have without any, and there is no such limit.

Give it, or leave the whole seventh day off.$$;
comment on constraint seventh_day_is_counted_in_one_way on public.overtime_rules is
$$A seventh day cannot be counted both by the hours of a day and as a whole.

Choose one of both.$$;

alter table public.overtime_rules enable row level security;

-- Every firm has these; a firm adds those of its contracts.
insert into public.overtime_rules (
    name, title, daily_overtime_after, daily_doubletime_after, weekly_overtime_after, seventh_day,
    whole_seventh_day, consecutive_overtime_after, asks_for, source)
values
    ('none', 'No overtime', null, null, null, false, false, null, 'why the person is exempt',
     'For who is exempt (29 CFR part 541), and for contracts that bill every hour alike.'),
    ('flsa', 'Federal', null, null, 40, false, false, null, null,
     'Fair Labor Standards Act: 29 USC 207(a), 29 CFR 778.110.'),
    ('california', 'California', 8, 12, 40, true, false, null, null,
     'California Labor Code 510.'),
    ('california_health_care', 'California health care, elected 12-hour shifts', 12, 12, 40, false, false, null,
     'the election of the alternative workweek, with its day',
     'IWC Orders 4 and 5, section 3(B)(8), and Labor Code 511: for employees in the health care industry whose unit elected an alternative workweek of shifts over 8 and up to 12 hours; other days too (Singh v. Superior Court, 2006). Not where there was no election.'),
    ('colorado', 'Colorado', 12, null, 40, false, false, 12, null,
     'COMPS Order (7 CCR 1103-1) 4.1.1: over 40 a week, 12 a day or 12 in a row, whichever is more.'),
    ('alaska', 'Alaska', 8, null, 40, false, false, null, null,
     'AS 23.10.060. Not for employers of fewer than four ((d)(1)), not under a voluntary flexible work hour plan that the state approved ((d)(14)), and not for hospital employees who provide medical services.'),
    ('kentucky', 'Kentucky', null, null, 40, false, true, null, null,
     'KRS 337.285: over 40 a week; KRS 337.050: the seventh day of a workweek with more than 40. Not, for the seventh day, for technical assistants of licensed professions and others whom (2)(b) names, nor for officers, superintendents, foremen and supervisors ((3)).');

-- The limits in hundredths of an hour, as private.classified_time counts, with what stands for none.
create view private.overtime_limits with (security_invoker = true) as
    select rule.name,
           num_nonnulls(rule.daily_overtime_after, rule.daily_doubletime_after, rule.weekly_overtime_after,
                        rule.consecutive_overtime_after) > 0 as has_limits,
           (least(rule.daily_overtime_after, rule.daily_doubletime_after, 24) * 100)::int as regular_until,
           (coalesce(rule.daily_doubletime_after, 24) * 100)::int as overtime_until,
           (coalesce(rule.weekly_overtime_after, 168) * 100)::int as regular_of_week,
           (rule.consecutive_overtime_after * 100)::int as in_a_row_until,
           rule.seventh_day,
           rule.whole_seventh_day
      from public.overtime_rules as rule;
comment on view private.overtime_limits is 'The rules of overtime, their limits in hundredths of an hour.';

revoke all on private.overtime_limits from public, anon, authenticated, service_role;
