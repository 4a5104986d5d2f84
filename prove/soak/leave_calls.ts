import type { Kind } from "./kind.ts";

const EMPLOYEES =
  `select contractor_id as id from assignments join contractors as person on person.id = contractor_id
    where person.employment_type = 'w2' and coalesce(end_date, 'infinity') > '{today}'`;
const IN_USE = "from leave_plans as plan where plan.in_use_from is not null";

/** Leave: taken by whoever has some, given or taken by hand, paid out, and gone with the state of a facility. */
export const LEAVE: readonly Kind[] = [
  {
    name: "take leave",
    who: "contractor",
    weight: 8,
    about:
      `select id from assignments where contractor_id = '{contractor}' and start_date <= date '{day}'
                and coalesce(end_date, 'infinity') >= date '{day}'`,
    call: `insert into time_entries (assignment_id, work_date, code, hours, quantity)
           values ('{id}', date '{day}', 'vacation', 0.5 + {n} % 6, null) returning *`,
    keep: (books, rows) => books.setTime(rows),
  },
  {
    name: "adjust leave",
    who: "payroll",
    weight: 3,
    about: EMPLOYEES,
    call: `select booked.* from (select plan.id ${IN_USE}) as used
            cross join lateral adjust_leave('{id}', used.id, date '{day}', {n} % 12 - 3.5, 'Forgotten.') as booked`,
  },
  {
    name: "pay leave out",
    who: "payroll",
    weight: 1,
    about: `select contractor_id as id from leave_balances where available > 0`,
    call: `select booked.* from (select plan.id ${IN_USE}) as used
            cross join lateral pay_out_leave('{id}', used.id, date '{today}', 'As agreed.') as booked`,
  },
  {
    name: "correct a facility's state", // mostly back to that of the plan
    who: "billing",
    weight: 2,
    about: "select id from facilities",
    call:
      `update facilities set work_state = case when {n} % 3 = 0 then 'NV' else 'CO' end where id = '{id}'
           returning work_state`,
    http: ({ id, n }) => ({
      path: `facilities?id=eq.${id}`,
      method: "PATCH",
      body: { work_state: n % 3 === 0 ? "NV" : "CO" },
    }),
  },
];
