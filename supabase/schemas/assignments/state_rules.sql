-- The overtime law of each state and territory: the rule that it comes to, and what it asks beyond. It comes with the
-- product; a release changes it when a law does.
create table public.state_rules (
    state text primary key
        constraint state_is_short check (private.require_line('state', state, 2)),
    name text not null
        constraint name_is_short check (private.require_line('name', name, 200)),
    overtime_rule text
        constraint overtime_rule_of_state_is_known references public.overtime_rules (name),
    since date constraint since_is_finite check (isfinite(since)),
    source text not null
        constraint source_is_short check (private.require_text('source', source, 2000)),
    asks_beyond text
        constraint asks_beyond_is_short check (private.require_text('asks_beyond', asks_beyond, 2000)),
    created_at timestamptz not null default now(),
    flat_sum_divisor text not null default 'all_hours'
        constraint flat_sum_divisor_of_state_is_known check (flat_sum_divisor in ('regular_hours', 'all_hours')),
    from_minimum_wages numeric(4, 2)
        constraint from_minimum_wages_is_positive check (from_minimum_wages > 0)
        constraint from_minimum_wages_is_finite check (from_minimum_wages <> 'NaN'),
    recovery_asks text not null default 'agreement'
        constraint recovery_asks_is_known check (recovery_asks in ('agreement', 'notice')),
    recovery_share numeric(4, 3)
        constraint recovery_share_is_a_share check (recovery_share > 0 and recovery_share <= 1)
        constraint recovery_share_is_finite check (recovery_share <> 'NaN'),
    recovery_weeks int constraint recovery_weeks_are_positive check (recovery_weeks > 0),
    recovery_spares_final_pay boolean not null default false,
    recovery_source text not null
        default 'No text of the state was looked up. Agreement and the minimum wage are our own floor: the federal rule asks neither (29 USC 206; opinion letter FLSA2004-19NA).'
        constraint recovery_source_is_short check (private.require_text('recovery_source', recovery_source, 2000)),
    break_premium_source text
        constraint break_premium_source_is_short
        check (private.require_text('break_premium_source', break_premium_source, 2000)),
    pay_deadline text
        constraint pay_deadline_is_short check (private.require_text('pay_deadline', pay_deadline, 2000)),
    pay_deadline_source text
        constraint pay_deadline_source_is_short
        check (private.require_text('pay_deadline_source', pay_deadline_source, 2000)),
    constraint pay_deadline_has_a_source check (num_nonnulls(pay_deadline, pay_deadline_source) in (0, 2))
);
comment on table public.state_rules is
$$The overtime rule of each state and territory of the United States, for people who are employed and work there. It comes
with the product, and nobody writes it. docs/overtime.md says how far the texts could be read.$$;
comment on column public.state_rules.state is 'Its two letters, those of facilities.work_state.';
comment on column public.state_rules.overtime_rule is
    'The one of overtime_rules that its law, and the federal one beside it, come to; null = none of them: a firm adds its own.';
comment on column public.state_rules.since is 'The day from which the law has asked so; null = not found.';
comment on column public.state_rules.source is 'The law.';
comment on column public.state_rules.asks_beyond is
    'Duties of the law, where they matter for staffing, that the rule does not compute; null = none found.';
comment on column public.state_rules.flat_sum_divisor is
    'The hours that a flat sum is divided by, for the overtime on it: regular_hours are those that are no overtime (California: Alvarado v. Dart Container, 2018), all_hours all that count (29 CFR 778.109).';
comment on column public.state_rules.from_minimum_wages is
    'The rule is that of people who are paid at least so many times the state''s minimum wage; null = of all.';
comment on constraint from_minimum_wages_is_positive on public.state_rules is
$$A rule begins at more than no minimum wage.

Give how many times the minimum wage, or leave it empty.$$;

comment on column public.state_rules.recovery_asks is
    'Ground on which an overpayment may be taken from later wages: the person''s agreement, or a notice to them.';
comment on column public.state_rules.recovery_share is 'Share of the gross wages of a pay that may be taken; null = no such limit.';
comment on column public.state_rules.recovery_weeks is
    'Number of weeks before the notice: what was overpaid earlier is not taken from wages; null = no such limit.';
comment on column public.state_rules.recovery_spares_final_pay is 'True if nothing is taken from the final pay.';
comment on column public.state_rules.recovery_source is 'The law on it, or that none was looked up.';
comment on column public.state_rules.break_premium_source is
    'The law by which an hour''s pay is due for a meal or rest period that was not provided; null = none was found.';

comment on column public.state_rules.pay_deadline is
    'Until when its law wants wages paid, above all of who leaves, in words for people; null = it was not looked up.';
comment on column public.state_rules.pay_deadline_source is 'The law on that.';
comment on constraint pay_deadline_has_a_source on public.state_rules is
$$A pay deadline stands with its source.

Give both, or none.$$;

create index state_rules_by_overtime_rule on public.state_rules (overtime_rule);

alter table public.state_rules enable row level security;

insert into public.state_rules (state, name, overtime_rule, since, source, asks_beyond)
values
    ('AL', 'Alabama', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('AK', 'Alaska', 'alaska', null,
     'AS 23.10.060, 8 AAC 15.100; 29 USC 207(a)',
     'Not for employers of fewer than four, nor hospital employees who give medical services (theirs is federal); a 10-hour plan needs the state''s approval. Nurses and aides: no mandatory overtime beyond the agreed shift, at most 14 hours in a row, then 10 hours off.'),
    ('AZ', 'Arizona', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('AR', 'Arkansas', 'flsa', null,
     'Ark. Code 11-4-211; 29 USC 207(a)',
     null),
    ('CA', 'California', 'california', '2000-01-01',
     'Labor Code 510 (AB 60 of 1999); 29 USC 207(a)',
     'Elected 12-hour shifts in health care (IWC Orders 4, 5) are another rule. Health care minimum wages (1182.14, 1182.15). Nurses: limits on mandatory overtime.'),
    ('CO', 'Colorado', 'colorado', '2020-03-16',
     'COMPS Order, 7 CCR 1103-1, 4.1.1; 29 USC 207(a). Since COMPS Order 36; the wage orders before it had the same hours for the health and medical industry',
     'Meal and rest periods (COMPS Order 5).'),
    ('CT', 'Connecticut', 'flsa', null,
     'Conn. Gen. Stat. 31-76c; 29 USC 207(a)',
     'Hospitals with periods of 14 days: 31-76h. Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('DE', 'Delaware', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('DC', 'District of Columbia', 'flsa', null,
     'D.C. Code 32-1003; 29 USC 207(a)',
     null),
    ('FL', 'Florida', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no general overtime law',
     'Manual labor is paid overtime in certain cases.'),
    ('GA', 'Georgia', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('HI', 'Hawaii', 'flsa', null,
     'HRS 387-3; 29 USC 207(a)',
     null),
    ('ID', 'Idaho', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('IL', 'Illinois', 'flsa', null,
     '820 ILCS 105/4a; 29 USC 207(a)',
     'A day of rest in seven (One Day Rest in Seven Act): limits schedules, prices nothing. Hospital nurses: mandatory overtime only in unforeseen emergencies, at most 4 hours beyond the shift; after 12 hours 8 hours of rest.'),
    ('IN', 'Indiana', 'flsa', '1940-10-24',
     '29 USC 207(a); IC 22-2-2-4 asks the same of employers whom the FLSA does not cover',
     null),
    ('IA', 'Iowa', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('KS', 'Kansas', 'flsa', '1940-10-24',
     '29 USC 207(a); K.S.A. 44-1204 (over 46 hours) is not for whom section 207 covers (44-1204(c)(1))',
     null),
    ('KY', 'Kentucky', 'kentucky', null,
     'KRS 337.285, 337.050; 29 USC 207(a)',
     'The seventh day is not for technical assistants of licensed professions, stenographers, bookkeepers (337.050(2)(b)), nor officers, superintendents, foremen, supervisors ((3)): theirs is flsa.'),
    ('LA', 'Louisiana', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('ME', 'Maine', 'flsa', null,
     '26 MRSA 664; 29 USC 207(a)',
     'Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('MD', 'Maryland', 'flsa', '1991-10-01',
     'Md. Code, Labor and Employment 3-415, 3-420 (formerly art. 100, 83); 29 USC 207(a)',
     'Institutions, not hospitals, that care for resident aged, sick or disabled people may count from 48 hours (3-420(d)(2)); the federal 40 stay. Nurses: mandatory overtime is limited (3-421).'),
    ('MA', 'Massachusetts', 'flsa', null,
     'M.G.L. c. 151, s. 1A; 29 USC 207(a)',
     'The state''s law does not cover who works on the premises of hospitals, convalescent and nursing homes: theirs is federal, which is the same hours. Hospital nurses: mandatory overtime only in emergencies.'),
    ('MI', 'Michigan', 'flsa', null,
     'MCL 408.934a; 29 USC 207(a)',
     null),
    ('MN', 'Minnesota', 'flsa', '1940-10-24',
     '29 USC 207(a); Minn. Stat. 177.25 asks it only over 48 hours',
     'Health care facilities may agree on 14 days with over 8 a day and over 80 (177.25 subd. 2; federal 207(j)); not computed. Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('MS', 'Mississippi', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('MO', 'Missouri', 'flsa', null,
     'RSMo 290.505; 29 USC 207(a)',
     'Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('MT', 'Montana', 'flsa', null,
     'MCA 39-3-405; 29 USC 207(a)',
     null),
    ('NE', 'Nebraska', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('NV', 'Nevada', 'flsa', null,
     'NRS 608.018(2); 29 USC 207(a)',
     'Paid less than 1.5 × the minimum wage (below 18.00 while it is 12.00): also over 8 hours in the 24 from the start of work, unless four days of 10 were agreed (NRS 608.018(1), 608.0126). So flsa holds only from 1.5 × on.'),
    ('NH', 'New Hampshire', 'flsa', null,
     'RSA 279:21; 29 USC 207(a)',
     'Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('NJ', 'New Jersey', 'flsa', null,
     'N.J.S.A. 34:11-56a4; 29 USC 207(a)',
     'Health care facilities may not require hourly staff of direct patient care to work beyond the agreed shift, not over 40 a week, but as a last resort in unforeseeable emergencies (34:11-56a31 ff., N.J.A.C. 8:43E-8).'),
    ('NM', 'New Mexico', 'flsa', null,
     'NMSA 50-4-22(D); 29 USC 207(a)',
     null),
    ('NY', 'New York', 'flsa', null,
     '12 NYCRR 142-2.2; 29 USC 207(a)',
     'Spread over 10 hours, or a split shift: one hour at the basic minimum wage more, on top of the minimum wage (142-2.4), so it matters near the minimum wage. Who lives in: over 44. Nurses: no work beyond the scheduled hours may be required, but in disasters.'),
    ('NC', 'North Carolina', 'flsa', '1940-10-24',
     '29 USC 207(a); N.C.G.S. 95-25.4 is not for enterprises under the FLSA (95-25.14(a)(1))',
     null),
    ('ND', 'North Dakota', 'flsa', null,
     'N.D. Admin. Code 46-02-07-02; 29 USC 207(a)',
     'Hospitals and residential care may agree on 14 days with over 8 a day and over 80; not computed.'),
    ('OH', 'Ohio', 'flsa', null,
     'ORC 4111.03; 29 USC 207(a)',
     null),
    ('OK', 'Oklahoma', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('OR', 'Oregon', 'flsa', null,
     'ORS 653.261, OAR 839-020-0030; 29 USC 207(a). For establishments that are no mill, factory or cannery, as health care is none',
     'Mills, factories, canneries, driers, packing plants: also over 10 hours a day (ORS 652.020, 653.265). Hospital nursing staff: limits on hours and mandatory overtime (ORS 441.770, until 2023 441.166): price nothing.'),
    ('PA', 'Pennsylvania', 'flsa', null,
     '43 P.S. 333.104, 34 Pa. Code 231.41; 29 USC 207(a)',
     'Care staff, also those of personnel agencies, may not be made to work beyond the agreed shift but in emergencies (Act 102, 43 P.S. 932.1-932.6). Hospitals may agree on 8 a day and 80 in 14 days (Act 109 of 2012); not computed.'),
    ('RI', 'Rhode Island', 'flsa', null,
     'R.I. Gen. Laws 28-12-4.1 (P.L. 1974, ch. 152); 29 USC 207(a)',
     'Sundays and holidays at 1.5 (25-3-3), but not for who is engaged in the provision of health care or maintenance, nor physicians, dentists (25-3-1). Others (office staff) have it. Nurses: limits on mandatory overtime.'),
    ('SC', 'South Carolina', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('SD', 'South Dakota', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('TN', 'Tennessee', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('TX', 'Texas', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     'Hospital nurses may not be made to work overtime; it prices nothing.'),
    ('UT', 'Utah', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('VT', 'Vermont', 'flsa', null,
     '21 V.S.A. 384; 29 USC 207(a)',
     'Hospitals, public health centers, nursing, maternity and care homes: over 8 a day or 80 in two weeks is named instead; see the text.'),
    ('VA', 'Virginia', 'flsa', '2021-07-01',
     'Va. Code 40.1-29.2 (since 2022-07-01 by the FLSA''s terms); 29 USC 207(a)',
     null),
    ('WA', 'Washington', 'flsa', null,
     'RCW 49.46.130; 29 USC 207(a)',
     'Nurses may not be made to work overtime (limits on mandatory overtime); it prices nothing.'),
    ('WV', 'West Virginia', 'flsa', '1980-07-01',
     'W. Va. Code 21-5C-3; 29 USC 207(a)',
     'Hospital nurses: no mandatory overtime but in emergencies; after 12 hours in a row 8 hours off (21-5F-3); at most 16 in 24.'),
    ('WI', 'Wisconsin', 'flsa', null,
     'Wis. Adm. Code DWD 274.01, 274.03; 29 USC 207(a)',
     'The state''s law is not for most non-profit employers: theirs is federal, which is the same hours.'),
    ('WY', 'Wyoming', 'flsa', '1940-10-24',
     '29 USC 207(a); the state has no overtime law of its own',
     null),
    ('AS', 'American Samoa', 'flsa', null,
     '29 USC 207(a)',
     null),
    ('GU', 'Guam', 'flsa', null,
     '22 GCA 3107(a); 29 USC 207(a)',
     'Split shifts (22 GCA 3107).'),
    ('MP', 'Northern Mariana Islands', 'flsa', null,
     '29 USC 207(a); a law of its own was not found',
     null),
    ('PR', 'Puerto Rico', null, '2017-01-26',
     'Act 379 of 15 May 1948, 29 LPRA 271 ff., as amended by Act 4-2017; 29 USC 207(a)',
     'Over 8 hours a calendar day (or another 24-hour cycle with 5 days'' notice), over 40 a week, work on the weekly day of rest, and hours when the place must be closed. 1.5 under the FLSA, else double; older hires and the day of rest: see the text.'),
    ('VI', 'Virgin Islands', null, null,
     '24 V.I.C. 20; 29 USC 207(a)',
     '1.5 over 8 hours a day, over 40 a week, and for all hours of the sixth and seventh day in a row (tourism and restaurants: the seventh); whichever of the three pays most.');

-- Alvarado v. Dart Container (2018) 4 Cal.5th 542. The federal law divides by all hours, and no other state was found to
-- do otherwise.
update public.state_rules set flat_sum_divisor = 'regular_hours' where state = 'CA';
update public.state_rules set from_minimum_wages = 1.5 where state = 'NV'; -- NRS 608.018(1), (2)
update public.state_rules
   set recovery_asks = 'notice', recovery_share = 0.125, recovery_weeks = 8,
       recovery_source = '12 NYCRR 195-5.1 (Labor Law 193(1)(c)): a mathematical or clerical error of the employer, of the eight weeks before the notice; 12.5 % of gross wages and not below the minimum wage, unless all of it is at most the next net wages. (e) to (i) by secondary sources.'
 where state = 'NY';
update public.state_rules
   set recovery_spares_final_pay = true,
       recovery_source = 'DLSE opinion letter 2008.11.25-1; Labor Code 224; Barnhill v. Robert Saunders & Co. (1981) 125 Cal.App.3d 1: agreed in writing beforehand, not below the minimum wage, never from the final pay.'
 where state = 'CA';
update public.state_rules
   set break_premium_source = 'Labor Code 226.7, 512: one hour at the regular rate of compensation for each workday on which a meal period is not provided, and one for rest periods (two in all: United Parcel Service v. Superior Court, 2011, 196 Cal.App.4th 57, text not found). Ferra v. Loews Hollywood Hotel (S259172, 2021): bonuses and stipends are in that rate. Naranjo v. Spectrum Security Services (2022) 13 Cal.5th 93: it is wages.'
 where state = 'CA';
update public.state_rules as rule
   set pay_deadline = known.pay_deadline, pay_deadline_source = known.source
  from (values
    ('CA', 'Employees of a temporary services employer: weekly, by the regular payday of the following calendar week; the end of an assignment is no discharge. Who works from day to day: that day. A discharge is owed that day. Who quits: that day after 72 hours'' notice, else within 72 hours.',
     'Labor Code 201.3(b)(1), (2), (4), (5); 201, 202'),
    ('CO', 'A discharge is owed at once; if payroll is not at work then, within 6 hours of its next workday, 24 if it is elsewhere. Who quits: the next regular payday.',
     'C.R.S. 8-4-109(1)'),
    ('MA', 'Weekly or every two weeks, within six days of the end of the pay period. A discharge is owed that day. Who leaves: the following regular payday.',
     'M.G.L. c. 149, s. 148'),
    ('NV', 'A discharge is owed at once. Who quits: the regular payday, or seven days later, whichever comes first.',
     'NRS 608.020, 608.030, by the legislature''s digests of bills that would change them'),
    ('OR', 'A discharge, or an end by agreement: the end of the first business day after it. Who quits: that day after 48 hours'' notice, else within five business days or on the next regular payday, whichever comes first; see the text where time records are handed in.',
     'ORS 652.140'),
    ('TX', 'A discharge: the sixth day after it. Who leaves otherwise: the next regular payday.',
     'Labor Code 61.014')) as known (state, pay_deadline, source)
 where rule.state = known.state;
