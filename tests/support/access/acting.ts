/** Acting as a caller directly in SQL, and being refused. */
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { type Caller, type DatabaseIdentity, identityOf } from "./callers.ts";
import type { AccessFirm } from "./firm/firm.ts";

/** Does work as a caller, in one transaction as PostgREST opens it for a request; it is committed. */
export async function actingAs<T>(
  sql: postgres.Sql,
  identity: DatabaseIdentity,
  work: (sql: postgres.TransactionSql) => PromiseLike<T>,
): Promise<T> {
  const { role, claims } = identity;
  return await sql.begin(async (sql) => {
    await sql`
      select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`;
    return await work(sql);
  }) as T;
}

/** Runs one statement as a caller of the firm. Gives its rows. */
export function runAs(
  sql: postgres.Sql,
  firm: AccessFirm,
  caller: Caller,
  statement: string,
): Promise<postgres.RowList<postgres.Row[]>> {
  return actingAs(sql, identityOf(caller, firm.users), (sql) => sql.unsafe(statement));
}

/** Asserts that privileges or policies refuse: SQLSTATE 42501. */
export async function assertDenied(attempt: PromiseLike<unknown>, what = ""): Promise<void> {
  const error = await Promise.resolve(attempt).then(() => null, (error: unknown) => error);
  assert(error instanceof postgres.PostgresError, `not refused: ${what}`);
  assertEquals(error.code, "42501", `${what}: ${error.message}`);
}

/** Asserts that a statement finds no row that it may write: the policies hide them. */
export async function assertFindsNothing(
  attempt: PromiseLike<postgres.RowList<postgres.Row[]>>,
): Promise<void> {
  assertStrictEquals((await attempt).count, 0);
}

/** The columns of a table that a caller may name in an update. */
export async function writableColumns(
  sql: postgres.Sql,
  firm: AccessFirm,
  caller: Caller,
  table: string,
): Promise<string[]> {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
     where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
     order by attnum`;
  const writable: string[] = [];
  for (const { name } of columns) {
    const attempt = runAs(sql, firm, caller, `update ${table} set ${name} = default where false`);
    const error = await attempt.then(() => null, (error: unknown) => error);
    if (error === null) writable.push(name);
    else assert(error instanceof postgres.PostgresError && error.code === "42501", String(error));
  }
  return writable;
}
