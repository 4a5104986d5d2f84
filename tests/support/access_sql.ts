/** Asks the database itself who may do what, as PostgREST would ask it. */
import assert from "node:assert/strict";
import type postgres from "postgres";
import { CALLERS, type DatabaseIdentity, identityOf } from "./access_callers.ts";
import type { AccessFirm } from "./access_firm.ts";
import { type Expectation, letters } from "./access_matrix.ts";
import { statementOf } from "./access_rows.ts";

/**
 * Runs a statement as a caller and takes it back. Answers `rows n` or the SQLSTATE and message of the
 * refusal.
 */
const ATTEMPT = `
create or replace function pg_temp.attempt(as_role text, claims text, statement text) returns text
language plpgsql as $$
declare
    v_rows bigint;
begin
    perform set_config('request.jwt.claims', claims, true), set_config('role', as_role, true);
    execute statement;
    get diagnostics v_rows = row_count;
    raise exception using errcode = 'ZZ000', message = 'rows ' || v_rows;
exception
    when sqlstate 'ZZ000' then return sqlerrm;
    when others then return sqlstate || ' ' || sqlerrm;
end;
$$`;

/** What is tried, by whom, and the letter that stands for it. */
interface Cell {
  readonly row: string;
  readonly caller: typeof CALLERS[number];
  readonly letter: string;
  readonly identity: DatabaseIdentity;
  readonly statement: string;
}

/**
 * The rights that the database grants on the firm's rows; nothing is changed.
 *
 * @param sql one connection; the caller's transaction stays as it is
 * @param table only the rows of this one
 */
export async function rightsInSql(
  sql: postgres.TransactionSql,
  firm: AccessFirm,
  table?: string,
): Promise<Expectation> {
  const cells: Cell[] = firm.rows
    .filter((row) => table === undefined || row.table === table)
    .flatMap((row) =>
      CALLERS.flatMap((caller) =>
        row.attempts.map((attempt) => ({
          row: `${row.table} / ${row.label}`,
          caller,
          letter: attempt.letter,
          identity: identityOf(caller, firm.users),
          statement: statementOf(row, attempt),
        }))
      )
    );
  await sql.unsafe(ATTEMPT);
  const answers = await sql<{ answer: string }[]>`
    select pg_temp.attempt(cell.role, cell.claims, cell.statement) as answer
      from unnest(${cells.map((cell) => cell.identity.role)}::text[],
                  ${cells.map((cell) => cell.identity.claims)}::text[],
                  ${cells.map((cell) => cell.statement)}::text[])
           with ordinality as cell (role, claims, statement, n)
     order by cell.n`;

  const rights = new Map<string, Map<typeof CALLERS[number], string>>();
  for (const [index, cell] of cells.entries()) {
    const row = rights.get(cell.row) ?? new Map(CALLERS.map((caller) => [caller, ""]));
    const answer = answers[index]?.answer ?? "";
    if (isLetThrough(answer, cell)) {
      row.set(cell.caller, letters((row.get(cell.caller) ?? "") + cell.letter));
    }
    rights.set(cell.row, row);
  }
  return rights;
}

/** Integrity constraints (class 23) are asked after the policies: whoever meets one was let through. */
function isLetThrough(answer: string, cell: Cell): boolean {
  if (answer.startsWith("rows ") || answer.startsWith("23")) return answer !== "rows 0";
  // Privileges and policies, a view that is not written, the project's own refusals: nothing else.
  const isRefusal = /^(42501|55000|PT409) /.test(answer);
  assert(isRefusal, `${cell.caller}: ${cell.statement}: ${answer}`);
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
