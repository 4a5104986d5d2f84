/** Asks over HTTP, with supabase-js, who may do what. */
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { type Caller, CALLERS } from "./callers.ts";
import { letters, rowName } from "./expectation.ts";
import type { Attempt, PreparedRow } from "./prepared_rows.ts";
import type { ProjectFirm } from "./project.ts";

type Row = Readonly<Record<string, unknown>>;

/** Answer to an attempt. */
interface Answer {
  readonly data: readonly Row[] | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly status: number;
}

/** Prepared rows of one table that a caller reads, in one request; as names of the matrix. */
export async function readOverHttp(
  { firm, clients }: ProjectFirm,
  table: string,
  caller: Caller,
): Promise<string[]> {
  const rows = firm.rows.filter((row) => row.table === table);
  const columns = Object.keys(rows[0]?.key ?? {});
  const [first = ""] = columns;
  const ids = [...new Set(rows.map((row) => row.key[first] ?? ""))];
  const answer: Answer = await clients[caller].from(table).select<string, Row>(columns.join()).in(
    first,
    ids,
  );
  if (caller === "signed_out") {
    assertEquals(answer.status, 401, `${table}: ${JSON.stringify(answer)}`);
    return [];
  }
  assertEquals(answer.error, null, `${caller} reads ${table}: ${answer.error?.message}`);
  return rows.filter((row) =>
    answer.data?.some((seen) =>
      Object.entries(row.key).every(([column, value]) => String(seen[column]) === value)
    )
  ).map(rowName);
}

/** Tries to write as a caller; what succeeded is taken back. */
export async function writesOverHttp(
  project: ProjectFirm,
  row: PreparedRow,
  attempt: Attempt,
  caller: Caller,
): Promise<boolean> {
  const answer = await write(project, row, attempt, caller);
  const what = `${caller}: ${attempt.kind} ${rowName(row)}: ${JSON.stringify(answer)}`;
  if (answer.error !== null) {
    // Integrity constraints (class 23) are asked after the policies.
    if (answer.error.code.startsWith("23")) return true;
    assertMatch(answer.error.code, /^(42501|PT403|PT409)$/, what);
    assertStrictEquals(answer.status, statusOf(answer.error.code, caller), what);
    return false;
  }
  const [written] = answer.data ?? [];
  if (written === undefined) return false;
  if (attempt.kind === "insert") {
    const key = Object.keys(row.key).map((column) => [column, String(written[column])]);
    await project.remove(row.table, Object.fromEntries(key));
  } else if (attempt.letter !== "u") { // which leaves what was there
    await project.restore();
  }
  return true;
}

function statusOf(code: string, caller: Caller): number {
  if (code === "42501") return caller === "signed_out" ? 401 : 403;
  return Number(code.slice(2));
}

async function write(
  { clients }: ProjectFirm,
  row: PreparedRow,
  attempt: Attempt,
  caller: Caller,
): Promise<Answer> {
  const table = clients[caller].from(row.table);
  const columns = Object.keys(row.key).join();
  switch (attempt.kind) {
    case "insert":
      return await table.insert(asSent(attempt.values)).select<string, Row>(columns);
    case "update":
      return await table.update(attempt.values).match(row.key).select<string, Row>(columns);
    case "delete":
      return await table.delete().match(row.key).select<string, Row>(columns);
    case "select":
      return await table.select<string, Row>(columns).match(row.key);
  }
}

/** Values as a program sends them: objects as such, which statements have as text. */
function asSent(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [
      column,
      typeof value === "string" && value.startsWith('{"') ? JSON.parse(value) : value,
    ]),
  );
}

/** Cells of the matrix: what is tried on which row, by whom. */
export interface Cell {
  readonly row: PreparedRow;
  readonly attempt: Attempt;
  readonly caller: Caller;
}

/** All cells of the matrix that write. */
export function writingCells(rows: readonly PreparedRow[]): Cell[] {
  return rows.flatMap((row) =>
    CALLERS.flatMap((caller) =>
      row.attempts.filter((attempt) => attempt.kind !== "select")
        .map((attempt) => ({ row, attempt, caller }))
    )
  );
}

/** The letters of the cells, by row and caller. */
export function rightsOf(cells: readonly Cell[]): Map<string, Map<Caller, string>> {
  const rights = new Map<string, Map<Caller, string>>();
  for (const { row, attempt, caller } of cells) {
    const name = rowName(row);
    const found = rights.get(name) ?? new Map();
    found.set(caller, letters((found.get(caller) ?? "") + attempt.letter));
    rights.set(name, found);
  }
  return rights;
}
