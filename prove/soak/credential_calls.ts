import type { Kind } from "./kind.ts";

const KIND = "(select id from credential_kinds order by md5(id || '{n}') limit 1)";

/** Credentials: they are entered, verified, renewed and removed, and asked for here and there, while people are placed. */
export const CREDENTIALS: readonly Kind[] = [
  {
    name: "enter a kind of credential",
    who: "admin",
    weight: 1,
    about: "select id from facilities where (select count(*) from credential_kinds) < 6",
    call: `insert into credential_kinds (name, months_good, is_confidential)
           values ('Kind ' || {n}, case when {n} % 2 = 0 then 1 + {n} % 24 end, {n} % 3 = 0)
               on conflict do nothing returning id`,
  },
  {
    name: "enter a credential",
    who: "recruiting",
    weight: 4,
    about: "select id from contractors where is_active and exists (select from credential_kinds)",
    call:
      `insert into credentials (contractor_id, credential_kind_id, number, issued_on, expires_on)
           values ('{id}', ${KIND}, 'N' || {n}, date '{today}' - {n} % 400, date '{today}' + {n} % 200) returning id`,
  },
  {
    name: "enter a credential of a candidate",
    who: "recruiting",
    weight: 2,
    about:
      "select id from candidates where status = 'offered' and exists (select from credential_kinds)",
    call:
      `insert into credentials (candidate_id, credential_kind_id, issued_on) values ('{id}', ${KIND}, date '{today}')
               on conflict do nothing returning id`,
  },
  {
    name: "verify a credential",
    who: "recruiting",
    weight: 2,
    about: "select id from credentials where verified_at is null",
    call: "update credentials set verified_at = now() where id = '{id}' returning id",
  },
  {
    name: "end a credential early",
    who: "recruiting",
    weight: 1,
    about: "select id from credentials where issued_on < date '{today}'",
    call: "update credentials set expires_on = date '{today}' - 1 where id = '{id}' returning id",
  },
  {
    name: "remove a credential",
    who: "recruiting",
    weight: 1,
    about: "select id from credentials",
    call: "delete from credentials where id = '{id}' returning id",
  },
  {
    name: "require a credential", // of a facility or an assignment, for a while
    who: "recruiting",
    weight: 2,
    about:
      "select id from assignments where exists (select from credential_kinds) and (select count(*) from requirements) < 8",
    call:
      `insert into requirements (credential_kind_id, facility_id, assignment_id, effective_from, effective_to)
           select ${KIND}, case when {n} % 2 = 0 then facility_id end, case when {n} % 2 = 1 then id end,
                  date '{today}', date '{today}' + {n} % 30
             from assignments where id = '{id}' on conflict do nothing returning id`,
  },
  {
    name: "require it no more",
    who: "recruiting",
    weight: 1,
    about: "select id from requirements",
    call: "delete from requirements where id = '{id}' returning id",
  },
  {
    name: "hire all the same",
    who: "recruiting",
    weight: 1,
    about: "select id from candidates where status = 'offered'",
    call:
      `select hired.* from (select id from facilities where name <> 'East' order by md5(id || '{n}') limit 1) as facility
            cross join lateral hire_candidate('{id}', facility.id, date '{today}' - 7, 90 + {n} % 20, 60,
                                              missing_credentials_reason => 'It is on its way.') as hired`,
  },
  {
    name: "read who lacks what",
    who: "viewer",
    weight: 2,
    call: "select assignment_id, is_valid from required_credentials",
    http: () => ({ path: "required_credentials?is_valid=is.false" }),
  },
  {
    name: "read what runs out",
    who: "recruiting",
    weight: 1,
    call: "select * from credentials_due",
    http: () => ({ path: "credentials_due" }),
  },
  {
    name: "read time without credentials",
    who: "contact",
    weight: 2,
    call: "select * from time_without_credentials(date '{today}' - 30, date '{today}')",
  },
];
