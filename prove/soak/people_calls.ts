import { plusDays } from "../../fixtures/days.ts";
import type { Kind } from "./kind.ts";

/** Acts of hiring, placing again and moving ends. */
export const PEOPLE: readonly Kind[] = [
  {
    name: "hire a candidate",
    who: "recruiting",
    weight: 3,
    about: "select id from candidates where status = 'offered'",
    call:
      `select hired.* from (select id from facilities where name <> 'East' order by md5(id || '{n}') limit 1) as facility
            cross join lateral hire_candidate('{id}', facility.id, date '{today}' - 7, 90 + {n} % 20, 60) as hired`,
  },
  {
    name: "place somebody again",
    who: "recruiting",
    weight: 1,
    about: "select id from candidates where status = 'hired'",
    call:
      `select hired.* from (select id from facilities where name <> 'East' order by md5(id || '{n}') limit 1) as facility
            cross join lateral hire_candidate('{id}', facility.id, date '{today}', 90 + {n} % 20, 60,
                                              overtime_rule => 'flsa') as hired`,
  },
  {
    name: "move ends",
    who: "recruiting",
    weight: 2,
    about: "select id from assignments where coalesce(end_date, 'infinity') > date '{today}' + 90",
    rows: 4,
    call:
      "update assignments set end_date = date '{today}' + 200 + {n} % 30 where id in ({ids}) returning id",
    http: ({ ids, today, n }) => ({
      path: `assignments?id=in.(${ids})&select=id`,
      method: "PATCH",
      body: { end_date: plusDays(today, 200 + n % 30) },
    }),
  },
  {
    name: "turn a candidate down",
    who: "recruiting",
    weight: 1,
    about: "select id from candidates where status = 'applied'",
    call: "update candidates set status = 'rejected' where id = '{id}' returning id",
  },
  {
    name: "erase a candidate",
    who: "service",
    weight: 1,
    about: "select id from candidates where status = 'rejected'",
    call: "select erase_person(kind => 'candidate', id => '{id}', reason => 'Asked for it.')",
  },
];
