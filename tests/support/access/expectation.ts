/** The matrix as programs ask it. */
import { type Caller, CALLERS } from "./callers.ts";
import { MATRIX } from "./matrix.ts";

/** Rights of callers to a prepared row: the letters. */
export type Rights = ReadonlyMap<Caller, string>;

/** The matrix by table and label of the row, as `expectation.get("candidates / applied")`. */
export type Expectation = ReadonlyMap<string, Rights>;

/** Name of a prepared row in the matrix. */
export function rowName(row: { readonly table: string; readonly label: string }): string {
  return `${row.table} / ${row.label}`;
}

/** The tables and views that the matrix has rows for. */
export function tablesOf(expectation: Expectation): string[] {
  return [...new Set([...expectation.keys()].map((row) => row.split(" / ")[0] ?? ""))].sort();
}

/** The matrix, read. */
export function expectation(): Expectation {
  const [head = "", ...lines] = MATRIX.trim().split("\n");
  if (head.trim().split(/\s+/).join() !== CALLERS.join()) {
    throw new Error("the matrix's columns are not the callers");
  }
  const rows = new Map<string, Rights>();
  let table = "";
  for (const line of lines) {
    if (!line.startsWith(" ")) {
      table = line;
      continue;
    }
    const words = line.trim().split(/\s+/);
    const cells = words.splice(-CALLERS.length);
    const name = rowName({ table, label: words.join(" ") });
    if (rows.has(name)) throw new Error(`the matrix has ${name} twice`);
    rows.set(name, new Map(CALLERS.map((caller, index) => [caller, letters(cells[index])])));
  }
  return rows;
}

/** Letters in one order, so that rights compare as text. */
export function letters(rights: string | undefined): string {
  return [...rights ?? "-"].filter((letter) => letter !== "-").sort().join("");
}
