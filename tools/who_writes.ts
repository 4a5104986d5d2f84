import type postgres from "postgres";
import type { CatalogTable } from "./catalog.ts";

/** A way of writing a table. */
export type Write = "insert" | "update" | "delete";

/** Writers of each thing, by `update contractors.is_active`, or `delete contractors` of whole rows; nobody is left out. */
export type Writers = ReadonlyMap<string, readonly string[]>;

const STAFF = ["billing", "payroll", "recruiting", "admin"] as const;
const OTHERS = ["contractors", "contacts"] as const;

/** Tries a statement and takes it back; true if it was let through. */
const ATTEMPT = `
create function pg_temp.may_write(claims text, statement text) returns boolean
language plpgsql as $$
begin
    perform set_config('request.jwt.claims', claims, true), set_config('role', 'authenticated', true);
    execute statement;
    raise exception using errcode = 'ZZ000';
exception
    when sqlstate 'ZZ000' then return true;
    when insufficient_privilege or sqlstate 'PT403' then return false;
end;
$$`;

/** Somebody of each kind, who signs in by these users. */
const PEOPLE = `
insert into public.staff_members (name, roles, user_id)
select role, array[role], users.id
  from unnest($1::text[], $2::uuid[]) as users (role, id) where role <> all (array['contractors', 'contacts']);
insert into public.contractors (first_name, last_name, email, user_id)
select 'A', 'Contractor', id || '@example.org', id
  from unnest($1::text[], $2::uuid[]) as users (role, id) where role = 'contractors';
with facility as (insert into public.facilities (name) values ('A facility') returning id)
insert into public.facility_contacts (facility_id, name, user_id)
select facility.id, 'A contact', users.id
  from facility, unnest($1::text[], $2::uuid[]) as users (role, id) where role = 'contacts'`;

/**
 * Tries it: writes each column of each table, in no row, as somebody of each kind. Whoever may not write a table or a
 * column is refused for that, also where there is no row; tests hold it. What a row's state refuses is not in it.
 *
 * @returns leaving the database as it was
 */
export async function readWriters(
  sql: postgres.Sql,
  tables: readonly CatalogTable[],
): Promise<Writers> {
  const names = [...STAFF, ...OTHERS];
  const users = new Map(names.map((name) => [name, crypto.randomUUID()]));
  const trials = tables.flatMap(trialsOf).flatMap((trial) =>
    names.map((name) => ({ ...trial, name }))
  );
  const writers = new Map<string, string[]>();
  await inVain(sql, async (sql) => {
    for (const statement of PEOPLE.split(";")) {
      await sql.unsafe(statement, [names, [...users.values()]]);
    }
    await sql.unsafe(ATTEMPT);
    const answers = await sql<{ may: boolean }[]>`
      select pg_temp.may_write(
                 json_build_object('role', 'authenticated', 'sub', trial.sub)::text, trial.statement) as may
        from unnest(${trials.map(({ name }) => users.get(name) ?? "")}::text[],
                    ${trials.map(({ statement }) => statement)}::text[])
             with ordinality as trial (sub, statement, n)
       order by trial.n`;
    for (const [index, { what, name }] of trials.entries()) {
      if (answers[index]?.may) writers.set(what, [...writers.get(what) ?? [], name]);
    }
  });
  return writers;
}

function trialsOf({ name, columns }: CatalogTable): { what: string; statement: string }[] {
  const table = `public."${name}"`;
  return [
    { what: `delete ${name}`, statement: `delete from ${table} where false` },
    ...columns.filter(({ isAdded }) => isAdded).map((column) => ({
      what: `insert ${name}.${column.name}`,
      statement: `insert into ${table} ("${column.name}") select null where false`,
    })),
    ...columns.filter(({ isChanged }) => isChanged).map((column) => ({
      what: `update ${name}.${column.name}`,
      statement: `update ${table} set "${column.name}" = default where false`,
    })),
  ];
}

/** Does work in a transaction that is taken back. */
async function inVain(
  sql: postgres.Sql,
  work: (sql: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  const done = new Error("done");
  await sql.begin(async (sql) => {
    await work(sql);
    throw done;
  }).catch((error: unknown) => {
    if (error !== done) throw error;
  });
}
