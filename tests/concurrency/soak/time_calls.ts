import type { Kind } from "./kind.ts";
import { DAY, WEEK } from "./days.ts";

/** Time, from its entry to its approval and back. */
export const TIME: readonly Kind[] = [
  {
    name: "enter a day",
    who: "contractor",
    weight: 14,
    about: "select id from assignments where contractor_id = '{contractor}'",
    call:
      `insert into time_entries (assignment_id, work_date, hours) values ('{id}', ${DAY}, 1 + {n} % 8)`,
  },
  {
    name: "enter three days",
    who: "contractor",
    weight: 4,
    about: "select id from assignments where contractor_id = '{contractor}'",
    call: `insert into time_entries (assignment_id, work_date, hours)
           select '{id}', date '2026-03-02' + {n} % 18 + day, 2 from generate_series(0, 2) as day`,
  },
  {
    name: "enter a day of everybody",
    who: "service",
    weight: 2,
    call: `insert into time_entries (assignment_id, work_date, hours)
           select id, ${DAY}, 1 from assignments
            where end_date is null or end_date > '2026-03-22' order by md5(id || '{n}')`,
  },
  {
    name: "save a week",
    who: "contractor",
    weight: 5,
    about: "select id from assignments where contractor_id = '{contractor}'",
    call: `select from save_week('{id}', ${WEEK}, jsonb_build_object(
             (${WEEK})::text, 1 + {n} % 4, (${WEEK} + 1)::text, {n} % 5), {n} % 7 = 0)`,
  },
  {
    name: "save a week for somebody",
    who: "recruiting",
    weight: 2,
    about: "select id from assignments",
    call:
      `select from save_week('{id}', ${WEEK}, jsonb_build_object((${WEEK} + 2)::text, 1 + {n} % 4))`,
  },
  {
    name: "enter a shift",
    who: "contractor",
    weight: 5,
    about: "select id from assignments where contractor_id = '{contractor}'",
    call:
      `select from enter_shift('{id}', (${DAY})::timestamp at time zone 'America/Denver' + interval '18 hours',
             (${DAY})::timestamp at time zone 'America/Denver' + interval '1 hour' * (22 + {n} % 6), 30 * ({n} % 2))`,
  },
  {
    name: "submit",
    who: "contractor",
    weight: 9,
    call: `update time_entries set status = 'submitted'
            where status = 'draft' and set_aside_at is null and work_date < '2026-03-20'`,
  },
  {
    name: "approve one",
    who: "contact",
    weight: 9,
    about: "select id from time_entries where status = 'submitted' and set_aside_at is null",
    call: "update time_entries set status = 'approved' where id = '{id}'",
  },
  {
    name: "approve all",
    who: "contact",
    weight: 4,
    call:
      "update time_entries set status = 'approved' where status = 'submitted' and set_aside_at is null",
  },
  {
    name: "approve a week",
    who: "payroll",
    weight: 3,
    call:
      `update time_entries set status = 'approved' where status = 'submitted' and set_aside_at is null
              and work_date >= ${WEEK}`,
  },
  {
    name: "send submitted back",
    who: "contact",
    weight: 4,
    about: "select id from time_entries where status = 'submitted' and set_aside_at is null",
    rows: 3,
    call:
      "update time_entries set status = 'draft', sent_back_reason = 'No break.' where id in ({ids})",
  },
  {
    name: "send approved back",
    who: "billing",
    weight: 6,
    about: `select id from time_entries as entry where status = 'approved'
               and not exists (select from invoice_lines where time_entry_id = entry.id and released_at is null)`,
    rows: 3,
    call: "update time_entries set status = 'draft' where id in ({ids})",
  },
  {
    name: "correct drafts",
    who: "recruiting",
    weight: 3,
    call: `update time_entries set hours = 1 + {n} % 4
        where status = 'draft' and set_aside_at is null and started_at is null and work_date > ${DAY}`,
  },
  {
    name: "note",
    who: "payroll",
    weight: 3,
    call:
      `update time_entries set notes = '{n}' where status <> 'locked' and set_aside_at is null and work_date <= ${DAY}`,
  },
  {
    name: "delete drafts",
    who: "contractor",
    weight: 2,
    call:
      `delete from time_entries where status = 'draft' and set_aside_at is null and work_date = ${DAY}`,
  },
  {
    name: "set aside",
    who: "payroll",
    weight: 2,
    about: "select id from time_entries where not is_payable and set_aside_at is null",
    rows: 3,
    call: "select from set_aside_time(array[{ids}]::uuid[], 'Entered twice.')",
  },
  {
    name: "set approved time aside",
    who: "payroll",
    weight: 2,
    about: "select id from time_entries where is_payable",
    rows: 2,
    call: "select from set_aside_time(array[{ids}]::uuid[], 'Not worked.')",
  },
  {
    name: "correct approved time",
    who: "payroll",
    weight: 5,
    about: "select id from time_entries where is_payable and started_at is null",
    call: "select from correct_time_entry('{id}', 'Left early.', 0.5 + {n} % 6)",
  },
  {
    name: "correct an approved shift",
    who: "payroll",
    weight: 3,
    about: "select id from time_entries where is_payable and started_at is not null",
    call: `select from time_entries as entry
            cross join lateral correct_time_entry(
                  entry.id, 'Left early.', ended_at => entry.ended_at - interval '1 minute' * ({n} % 20)) as corrected
            where entry.id = '{id}'`,
  },
  {
    name: "correct a day",
    who: "payroll",
    weight: 2,
    about: "select id from time_entries where is_payable and started_at is null",
    call: `select from correct_time_entry('{id}', 'The wrong day.', null, ${DAY})`,
  },
  {
    name: "take back",
    who: "payroll",
    weight: 2,
    about: "select id from time_entries where set_aside_at is not null",
    rows: 3,
    call: "select from take_back_set_aside_time(array[{ids}]::uuid[])",
  },
  {
    name: "move ends",
    who: "recruiting",
    weight: 2,
    about: "select id from assignments where coalesce(end_date, 'infinity') > '2026-06-01'",
    rows: 4,
    call: "update assignments set end_date = date '2026-12-01' + {n} % 30 where id in ({ids})",
  },
  { name: "lock-ended", who: "schedule", weight: 3, call: "lock-ended" },
];
