import type { Kind } from "./kind.ts";

const RUNNING =
  "select id from assignments where start_date <= date '{today}' and coalesce(end_date, 'infinity') >= date '{week}'";

/** Rules that go on: so many that an hour meets several, and no more. */
const MOST_RULES = 10;

/** Premium rules, holidays and guarantees: what hours pay and bill on top of their rates, and without having been worked. */
export const PROMISES: readonly Kind[] = [
  {
    name: "enter a premium rule", // of the firm, a facility or an assignment; by clock, days of the week or holidays
    who: "admin",
    weight: 3,
    about:
      `${RUNNING} and (select count(*) from premium_rules where effective_to is null) < ${MOST_RULES}`,
    call: `insert into premium_rules (
             title, facility_id, assignment_id, effective_from, days_of_week, from_time, to_time, holiday_calendar_id,
             pay_multiplier, pay_amount, bill_multiplier, bill_amount, combines, codes, is_creditable)
           select concat_ws(' ', 'Premium', {n}), case {n} % 3 when 1 then placed.facility_id end,
                  case {n} % 3 when 2 then placed.id end, date '{day}', by.days,
                  case when by.clock then time '19:00' end, case when by.clock then time '07:00' end,
                  case when by.holidays then (select id from holiday_calendars order by id limit 1) end,
                  added.multiplier, added.amount, added.multiplier, 2 * added.amount,
                  case when {n} % 2 = 0 then 'highest' else 'adds' end,
                  case when {n} % 7 < 4 then '{regular}' else '{regular,charge,call_back}' end::text[],
                  {n} % 11 < 4 and not by.clock and by.days is not null and added.multiplier >= 1.5
             from assignments as placed
            cross join lateral (
                  select {n} % 5 < 2 as clock, {n} % 5 = 4 as holidays,
                         case when {n} % 5 in (1, 3) then '{1,6,7}'::smallint[] end as days) as by
            cross join lateral (
                  select case when {n} % 4 < 2 then 1.5 else 1 end as multiplier,
                         case when {n} % 4 < 2 then 0 else 0.33 + {n} % 6 end as amount) as added
            where placed.id = '{id}'
           returning title`,
  },
  {
    name: "end a premium rule", // those that nobody is paid or billed by may go on later
    who: "admin",
    weight: 3,
    about: "select id from premium_rules",
    call:
      `update premium_rules set effective_to = greatest(effective_from, date '{day}') where id = '{id}'
           returning title`,
  },
  {
    name: "change a premium rule",
    who: "admin",
    weight: 1,
    about: "select id from premium_rules",
    call:
      `update premium_rules set pay_amount = 1 + {n} % 5, is_creditable = false where id = '{id}' returning title`,
    http: ({ id, n }) => ({
      path: `premium_rules?id=eq.${id}`,
      method: "PATCH",
      body: { pay_amount: 1 + n % 5, is_creditable: false },
    }),
  },
  {
    name: "enter a holiday",
    who: "admin",
    weight: 1,
    about: "select id from holiday_calendars",
    call:
      `insert into holiday_calendar_days (calendar_id, day, name) values ('{id}', date '{day}', 'Holiday')
               on conflict (calendar_id, day) do nothing returning day`,
  },
  {
    name: "remove a holiday",
    who: "admin",
    weight: 1,
    about: "select distinct day::text as id from holiday_calendar_days",
    call: "delete from holiday_calendar_days where day = '{id}' returning day",
  },
  {
    name: "guarantee hours", // of each week, or of each call, cancelled shift or time on call
    who: "payroll",
    weight: 3,
    about: RUNNING,
    call:
      `insert into guarantees (assignment_id, code, pay_hours, bill_hours, effective_from, effective_to)
           values ('{id}', (array[null, null, 'call_back', 'on_call', 'cancelled'])[1 + {n} % 5],
                   nullif((array[36, 4, 0])[1 + {n} % 3], 0), (array[32, 0, 20])[1 + {n} % 3] + 4,
                   date '{week}' - 7 * ({n} % 2) + {n} % 5 / 4, date '{week}' + 6 + 7 * ({n} % 3))
               on conflict do nothing returning id`,
  },
  {
    name: "end a guarantee",
    who: "billing",
    weight: 2,
    about: "select id from guarantees where coalesce(effective_to, 'infinity') > date '{week}'",
    call:
      `update guarantees set effective_to = least(effective_to, greatest(effective_from, date '{day}'))
            where id = '{id}' returning id`,
  },
  {
    name: "except hours from a guarantee",
    who: "recruiting",
    weight: 3,
    about:
      "select assignment_id as id from guarantees where coalesce(effective_to, 'infinity') >= date '{week}'",
    call: `insert into guarantee_exceptions (assignment_id, day, hours, kind)
           values ('{id}', date '{day}', 0.5 + {n} % 12,
                   (array['declined', 'called_in_sick', 'call_off_allowed'])[1 + {n} % 3]) returning id`,
    http: ({ id, day, n }) => ({
      path: "guarantee_exceptions",
      body: { assignment_id: id, day, hours: 0.5 + n % 12, kind: "declined" },
    }),
  },
  {
    name: "take an exception back",
    who: "payroll",
    weight: 2,
    about: "select id from guarantee_exceptions where day > date '{today}' - 25",
    call: "delete from guarantee_exceptions where id = '{id}' returning id",
  },
];
