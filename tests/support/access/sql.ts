/** Asks the database itself who may do what, as PostgREST would ask it. */
import { assert } from "@std/assert";
import type postgres from "postgres";
import { type Caller, CALLERS, identityOf, type Users } from "./callers.ts";
import { type Expectation, expectation, letters, rowName } from "./expectation.ts";
import type { AccessFirm } from "./firm/firm.ts";
import { statementOf } from "./prepared_rows.ts";

/**
 * Runs a statement as a caller and takes it back. Answers `rows n` or the SQLSTATE, detail and message of
 * the refusal.
 */
const ATTEMPT = `
create or replace function pg_temp.attempt(as_role text, claims text, statement text) returns text
language plpgsql as $$
declare
    v_rows bigint;
    v_detail text;
begin
    perform set_config('request.jwt.claims', claims, true), set_config('role', as_role, true);
    execute statement;
    get diagnostics v_rows = row_count;
    set constraints all immediate; -- as at the end of a request
    raise exception using errcode = 'ZZ000', message = 'rows ' || v_rows;
exception
    when sqlstate 'ZZ000' then return sqlerrm;
    when others then
        get stacked diagnostics v_detail = pg_exception_detail;
        return concat_ws(' ', sqlstate, nullif(v_detail, ''), sqlerrm);
end;
$$`;

/** Statement to try, and the caller who tries it. */
export interface Trial {
  readonly caller: Caller;
  readonly statement: string;
}

/**
 * Answer of the database to each of the trials, `rows n` or a refusal; nothing is changed.
 *
 * @param sql one connection, in a transaction
 */
export async function answersTo(
  sql: postgres.ISql,
  users: Users,
  trials: readonly Trial[],
): Promise<string[]> {
  const identities = trials.map((trial) => identityOf(trial.caller, users));
  await sql.unsafe(ATTEMPT);
  const answers = await sql<{ answer: string }[]>`
    select pg_temp.attempt(trial.role, trial.claims, trial.statement) as answer
      from unnest(${identities.map((identity) => identity.role)}::text[],
                  ${identities.map((identity) => identity.claims)}::text[],
                  ${trials.map((trial) => trial.statement)}::text[])
           with ordinality as trial (role, claims, statement, n)
     order by trial.n`;
  return answers.map((row) => row.answer);
}

/** Trials that the database lets through; nothing is changed. */
async function letThrough<T extends Trial>(
  sql: postgres.ISql,
  users: Users,
  trials: readonly T[],
): Promise<T[]> {
  const answers = await answersTo(sql, users, trials);
  return trials.filter((trial, index) => isLetThrough(answers[index] ?? "", trial));
}

/**
 * The rights that the database grants on the firm's rows.
 *
 * @param sql one connection, in a transaction
 * @param table only the rows of this one
 */
export async function rightsInSql(
  sql: postgres.ISql,
  firm: AccessFirm,
  table?: string,
): Promise<Expectation> {
  const rows = firm.rows.filter((row) => table === undefined || row.table === table);
  const cells = rows.flatMap((row) =>
    CALLERS.flatMap((caller) =>
      row.attempts.map((attempt) => ({
        name: rowName(row),
        caller,
        letter: attempt.letter,
        statement: statementOf(row, attempt),
      }))
    )
  );
  const rights = new Map(
    rows.map((row) => [rowName(row), new Map<Caller, string>(CALLERS.map((one) => [one, ""]))]),
  );
  for (const { name, caller, letter } of await letThrough(sql, firm.users, cells)) {
    const row = rights.get(name);
    row?.set(caller, letters((row.get(caller) ?? "") + letter));
  }
  return rights;
}

/**
 * Writers of a table's rows without looking: a statement without a condition is not held by the
 * policies for reading. Only callers who may write none of its rows are asked.
 */
export async function blindWritersInSql(
  sql: postgres.ISql,
  firm: AccessFirm,
  table: string,
): Promise<string[]> {
  const rows = firm.rows.filter((row) => row.table === table);
  const trials = rows.slice(0, 1).flatMap((row) =>
    row.attempts.filter((attempt) => "ud".includes(attempt.letter)).flatMap((attempt) =>
      CALLERS
        .filter((caller) =>
          rows.every((row) =>
            !expectation().get(rowName(row))?.get(caller)?.includes(attempt.letter)
          )
        )
        .map((caller) => ({ caller, statement: statementOf({ ...row, key: {} }, attempt) }))
    )
  );
  const answers = await answersTo(sql, firm.users, trials);
  // A guard that refuses a row's state to a person was reached, so the policy did not hide the row.
  const done = trials.filter((trial, index) => {
    const answer = answers[index] ?? "";
    return isLetThrough(answer, trial) ||
      (trial.caller !== "service" && answer.startsWith("PT409 "));
  });
  return done.map(({ caller, statement }) => `${caller}: ${statement}`);
}

/** Integrity constraints (class 23) are asked after the policies: whoever meets one was let through. */
function isLetThrough(answer: string, trial: Trial): boolean {
  if (answer.startsWith("rows ") || answer.startsWith("23")) return answer !== "rows 0";
  // Privileges and policies, the project's own refusals: nothing else.
  const isRefusal = /^(42501|PT403|PT409) /.test(answer);
  assert(isRefusal, `${trial.caller}: ${trial.statement}: ${answer}`);
  return false;
}

/** The cells in which two matrices differ, as `row / caller: expected, found`. */
export function differences(expected: Expectation, found: Expectation): string[] {
  const rows = [...new Set([...expected.keys(), ...found.keys()])];
  return rows.flatMap((row) => {
    const cells = CALLERS.map((caller) => ({
      caller,
      expected: expected.get(row)?.get(caller),
      found: found.get(row)?.get(caller),
    }));
    return cells.filter((cell) => cell.expected !== cell.found).map((cell) =>
      `${row} / ${cell.caller}: expected "${cell.expected}", found "${cell.found}"`
    );
  });
}
