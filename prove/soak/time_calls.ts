import { plusDays } from "../../fixtures/days.ts";
import type { Kind } from "./kind.ts";

const OWN =
  `select id from assignments where contractor_id = '{contractor}' and start_date <= date '{day}'
                and coalesce(end_date, 'infinity') >= date '{day}'`;

/** Those that somebody saves of a week. */
const twoDays = (week: string, n: number) => [plusDays(week, n % 6), plusDays(week, n % 6 + 1)];

/** Time, from its entry to its approval. */
export const TIME: readonly Kind[] = [
  {
    name: "enter a day",
    who: "contractor",
    weight: 50,
    about: OWN,
    call: `insert into time_entries (assignment_id, work_date, hours)
           values ('{id}', date '{day}', 1 + {n} % 8) returning *`,
    http: ({ id, day, n }) => ({
      path: "time_entries",
      body: { assignment_id: id, work_date: day, hours: 1 + n % 8 },
    }),
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "enter three days",
    who: "contractor",
    weight: 10,
    about: OWN,
    call: `insert into time_entries (assignment_id, work_date, hours)
           select '{id}', date '{day}' - 2 + day, 2 from generate_series(0, 2) as day returning *`,
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "enter a day of everybody",
    who: "service",
    weight: 1,
    call: `insert into time_entries (assignment_id, work_date, hours)
           select id, date '{day}', 1 from assignments
            where start_date <= date '{day}' and coalesce(end_date, 'infinity') >= date '{day}'
            order by md5(id || '{n}') returning *`,
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "save a week",
    who: "contractor",
    weight: 16,
    about: OWN,
    call: `select * from save_week('{id}', date '{week}', jsonb_build_object(
             (date '{week}' + {n} % 6)::text, 1 + {n} % 4, (date '{week}' + {n} % 6 + 1)::text, {n} % 5), {n} % 7 = 0)`,
    places: ({ id, week, n }) => twoDays(week, n).map((day) => `${id} ${day}`),
    keep: (books, rows, { id, week, n }) => books.saveDays(rows, id, twoDays(week, n)),
  },
  {
    name: "enter time of a code",
    who: "contractor",
    weight: 12,
    about: OWN,
    call: `insert into time_entries (assignment_id, work_date, code, hours, quantity)
           select '{id}', date '{day}', code, hours, quantity
             from (values (0, 'charge', 2.5, null), (1, 'on_call', 12, null), (2, 'mileage', 0, 10.25),
                          (3, 'call_back', 1, null), (4, 'sick', 8, null), (5, 'holiday_worked', 3, null),
                          (6, 'cancelled', 2, null))
                  as of_code (nth, code, hours, quantity)
            where nth = {n} % 7 returning *`,
    http: ({ id, day, n }) => ({
      path: "time_entries",
      body: n % 2 === 0
        ? { assignment_id: id, work_date: day, code: "mileage", quantity: 1 + n % 40 }
        : { assignment_id: id, work_date: day, code: "on_call", hours: 1 + n % 12 },
    }),
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "save a week with codes",
    who: "contractor",
    weight: 6,
    about: OWN,
    call: `select * from save_week('{id}', date '{week}', jsonb_build_object(
             (date '{week}' + {n} % 6)::text, jsonb_build_array(
               jsonb_build_object('code', 'charge', 'hours', {n} % 4),
               jsonb_build_object('code', 'mileage', 'quantity', {n} % 30)),
             (date '{week}' + {n} % 6 + 1)::text, jsonb_build_array(
               jsonb_build_object('code', 'regular', 'hours', {n} % 5),
               jsonb_build_object('code', 'on_call', 'hours', {n} % 13))))`,
    places: ({ id, week, n }) => twoDays(week, n).map((day) => `${id} ${day}`),
    keep: (books, rows, { id, week, n }) => books.saveDays(rows, id, twoDays(week, n)),
  },
  {
    name: "let a code have another rate",
    who: "payroll",
    weight: 2,
    about: "select id from assignments where coalesce(end_date, 'infinity') >= date '{week}'",
    call:
      `insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
           values ('{id}', (array['charge', 'on_call', 'mileage', 'holiday_worked'])[1 + {n} % 4], date '{day}',
                   1 + {n} % 90, 1 + {n} % 60)
               on conflict (assignment_id, code, effective_from) do update
              set bill_rate = excluded.bill_rate, pay_rate = excluded.pay_rate
           returning code`,
  },
  {
    name: "save a week for somebody",
    who: "recruiting",
    weight: 3,
    about: "select id from assignments where coalesce(end_date, 'infinity') >= date '{week}'",
    call:
      `select * from save_week('{id}', date '{week}', jsonb_build_object((date '{week}' + 2)::text, 1 + {n} % 4))`,
    places: ({ id, week }) => [`${id} ${plusDays(week, 2)}`],
    keep: (books, rows, { id, week }) => books.saveDays(rows, id, [plusDays(week, 2)]),
  },
  {
    name: "plan a shift",
    who: "recruiting",
    weight: 4,
    about: "select id from assignments where coalesce(end_date, 'infinity') >= date '{week}'",
    call:
      `select id from plan_shift('{id}', (date '{day}' + {n} % 9)::timestamp at time zone 'America/Denver' + interval '18 hours',
             (date '{day}' + {n} % 9)::timestamp at time zone 'America/Denver' + interval '1 hour' * (22 + {n} % 6), 30 * ({n} % 2))`,
    http: ({ id, day, n }) => ({
      path: "rpc/plan_shift",
      body: {
        assignment_id: id,
        starts_at: `${day}T18:00:00-06:00`,
        ends_at: `${day}T${22 + n % 2}:00:00-06:00`,
      },
    }),
  },
  {
    name: "plan shifts by a pattern",
    who: "recruiting",
    weight: 1,
    about: "select id from assignments where end_date is null",
    call:
      `select id from plan_shifts('{id}', date '{week}' + 7, 1 + {n} % 3, array[1 + {n} % 7, 1 + {n} % 5], '18:00', '23:30', 30)`,
  },
  {
    name: "plan a week as the one before",
    who: "recruiting",
    weight: 1,
    about: "select id from facilities where exists (select from planned_shifts)",
    call: "select planned_shift_id from plan_as_last_week(date '{week}' + 7 * ({n} % 2), '{id}')",
  },
  {
    name: "cancel a planned shift",
    who: "recruiting",
    weight: 2,
    about: "select id from planned_shifts where cancelled_at is null",
    call: `select id from cancel_planned_shift('{id}', 'Census is low.',
             (array['facility', 'contractor', 'firm'])[1 + {n} % 3])`,
  },
  {
    name: "enter a week as planned",
    who: "contractor",
    weight: 2,
    about: `${OWN} and contractor_id::text < '8'`,
    call: `select * from enter_planned_shifts('{id}', date '{week}')`,
    keep: (books, rows) => books.addTime(rows),
  },
  {
    name: "read a week's plan",
    who: "viewer",
    weight: 1,
    about: "select id from facilities",
    call: "select assignment_id as id from week_plan(date '{week}', '{id}')",
  },
  {
    name: "enter a shift",
    who: "contractor",
    weight: 14,
    about: `${OWN} and contractor_id::text < '8'`, // half of them: the others have hours alone
    call:
      `select * from enter_shift('{id}', (date '{day}')::timestamp at time zone 'America/Denver' + interval '18 hours',
             (date '{day}')::timestamp at time zone 'America/Denver' + interval '1 hour' * (22 + {n} % 6), 30 * ({n} % 2),
             break_started_at => case when {n} % 4 = 1 then (date '{day}')::timestamp at time zone 'America/Denver' + interval '19 hours' end,
             code => case when {n} % 7 = 3 then 'call_back' else 'regular' end)`,
    http: ({ id, day, n }) => ({
      path: "rpc/enter_shift",
      body: {
        assignment_id: id,
        started_at: `${day}T18:00:00-06:00`,
        ended_at: `${day}T${22 + n % 2}:00:00-06:00`,
        break_minutes: 30 * (n % 2),
        break_started_at: n % 4 === 1 ? `${day}T19:00:00-06:00` : null,
        code: n % 7 === 3 ? "call_back" : "regular",
      },
    }),
    keep: (books, rows) => books.addTime(rows),
  },
  {
    name: "let the workday begin at another time", // from a coming week on, some within shifts
    who: "admin",
    weight: 1,
    call: `update organization_settings
              set workday_starts_at = (array['00:00', '07:00', '20:00'])[1 + {n} % 3]::time,
                  workday_starts_from = date_trunc('week', date '{today}')::date + 7
           returning workday_starts_from`,
  },
  {
    name: "submit",
    who: "contractor",
    weight: 30,
    call: `update time_entries set status = 'submitted'
            where status = 'draft' and set_aside_at is null and work_date < '{today}' returning id`,
    http: ({ today }) => ({
      path: `time_entries?select=id&status=eq.draft&set_aside_at=is.null&work_date=lt.${today}`,
      method: "PATCH",
      body: { status: "submitted" },
    }),
  },
  {
    name: "approve one",
    who: "contact",
    weight: 25,
    about: "select id from time_entries where status = 'submitted' and set_aside_at is null",
    call: "update time_entries set status = 'approved' where id = '{id}' returning *",
    http: ({ id }) => ({
      path: `time_entries?id=eq.${id}`,
      method: "PATCH",
      body: { status: "approved" },
    }),
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "approve all",
    who: "contact",
    weight: 12,
    call:
      "update time_entries set status = 'approved' where status = 'submitted' and set_aside_at is null returning *",
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "approve a week",
    who: "payroll",
    weight: 4,
    call:
      `update time_entries set status = 'approved' where status = 'submitted' and set_aside_at is null
              and work_date >= date '{week}' returning *`,
    keep: (books, rows) => books.setTime(rows),
  },
  { name: "lock-ended", who: "schedule", weight: 1, call: "lock-ended" },
];
