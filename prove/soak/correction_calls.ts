import type { Kind } from "./kind.ts";

/** Time that was wrong: sent back, changed, deleted, set aside, corrected. */
export const CORRECTIONS: readonly Kind[] = [
  {
    name: "send submitted back",
    who: "contact",
    weight: 4,
    about: "select id from time_entries where status = 'submitted' and set_aside_at is null",
    rows: 3,
    call: `update time_entries set status = 'draft', sent_back_reason = 'No break.'
            where id in ({ids}) returning *`,
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "send approved back",
    who: "billing",
    weight: 4,
    about:
      `select id from time_entries as entry where status = 'approved' and work_date > date '{today}' - 25
               and not exists (select from invoice_lines where time_entry_id = entry.id and released_at is null)`,
    rows: 3,
    call: "update time_entries set status = 'draft' where id in ({ids}) returning *",
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "take an approval back",
    who: "contact",
    weight: 3,
    about:
      `select id from time_entries as entry where status = 'approved' and work_date > date '{today}' - 25
               and not exists (select from invoice_lines where time_entry_id = entry.id and released_at is null)`,
    rows: 3,
    call: "update time_entries set status = 'submitted' where id in ({ids}) returning *",
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "correct drafts",
    who: "recruiting",
    weight: 2,
    call: `update time_entries set hours = 1 + {n} % 4
            where status = 'draft' and set_aside_at is null and started_at is null and quantity is null
              and work_date > date '{day}' returning *`,
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "note",
    who: "payroll",
    weight: 2,
    call: `update time_entries set notes = '{n}'
            where status <> 'locked' and set_aside_at is null
              and work_date between date '{day}' - 7 and date '{day}' returning *`,
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "delete drafts",
    who: "contractor",
    weight: 2,
    call: `delete from time_entries
            where status = 'draft' and set_aside_at is null and work_date = date '{day}' returning *`,
    keep: (books, rows) => books.removeTime(rows.map(({ id }) => `${id}`)),
  },
  {
    name: "set aside",
    who: "payroll",
    weight: 2,
    about: "select id from time_entries where not is_payable and set_aside_at is null",
    rows: 3,
    call: "select * from set_aside_time(array[{ids}]::uuid[], 'Entered twice.')",
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "set approved time aside",
    who: "payroll",
    weight: 2,
    about: "select id from time_entries where is_payable and work_date > date '{today}' - 25",
    rows: 2,
    call: "select * from set_aside_time(array[{ids}]::uuid[], 'Not worked.')",
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "correct approved time",
    who: "payroll",
    weight: 4,
    about: `select id from time_entries where is_payable and started_at is null and quantity is null
          and work_date > date '{today}' - 25`,
    call: "select * from correct_time_entry('{id}', 'Left early.', 0.5 + {n} % 6)",
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "correct approved units",
    who: "payroll",
    weight: 2,
    about:
      "select id from time_entries where is_payable and quantity is not null and work_date > date '{today}' - 25",
    call: "select * from correct_time_entry('{id}', 'Fewer miles.', quantity => 0.25 + {n} % 60)",
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "correct an approved shift",
    who: "payroll",
    weight: 2,
    about:
      "select id from time_entries where is_payable and started_at is not null and work_date > date '{today}' - 25",
    call: `select corrected.* from time_entries as entry
            cross join lateral correct_time_entry(
                  entry.id, 'Left early.', ended_at => entry.ended_at - interval '1 minute' * ({n} % 20)) as corrected
            where entry.id = '{id}'`,
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "correct a day",
    who: "payroll",
    weight: 2,
    about:
      "select id from time_entries where is_payable and started_at is null and work_date > date '{today}' - 25",
    call: "select * from correct_time_entry('{id}', 'The wrong day.', null, date '{day}')",
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "bring a client's line",
    who: "service",
    weight: 3,
    about: `select id from assignments
             where '{day}' between start_date and coalesce(end_date, '{day}') and external_number is not null`,
    call: `with brought as materialized (
             select import_rows('time', jsonb_build_array(jsonb_build_object(
                      'system', 'Mercy''s program', 'line_id', concat_ws(' ', assignment.id, '{day}', {n} % 3),
                      'worker_number', contractor.external_number, 'assignment_number', assignment.external_number,
                      'work_date', '{day}', 'hours', 1 + {n} % 5, 'approved', case when {n} % 4 > 0 then 'yes' end)),
                    false) as answer
               from assignments as assignment join contractors as contractor on contractor.id = contractor_id
              where assignment.id = '{id}')
           select saved.* from brought
            cross join lateral save_week('{id}', case when brought.answer is not null then
                  date '{day}' - (extract(isodow from date '{day}')::int - 1) end, jsonb_build_object()) as saved`,
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "take a client's lines",
    who: "payroll",
    weight: 2,
    about: "select id from client_time where taken_at is null",
    call: `select saved.* from take_client_time(array['{id}']::uuid[]) as line
            cross join lateral save_week(line.assignment_id,
                  line.work_date - (extract(isodow from line.work_date)::int - 1), jsonb_build_object()) as saved`,
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "dispute a client's line",
    who: "billing",
    weight: 1,
    about: "select id from client_time where disputed_at is null",
    call: "select * from dispute_client_time(array['{id}']::uuid[], 'Not so.')",
  },
  {
    name: "take back",
    who: "payroll",
    weight: 2,
    about: "select id from time_entries where set_aside_at is not null",
    rows: 3,
    call: "select * from take_back_set_aside_time(array[{ids}]::uuid[])",
    keep: (books, rows) => books.setTime(rows),
  },
];
