import { partOf, rowsOf, table as markdownTable, withPart } from "../tools/markdown.ts";
import type { Figure } from "./benchmark.ts";
import type { Machine } from "./machine.ts";
import { aimOf, measuredCells } from "./table.ts";

/** The page that has the figures. */
export const PAGE = new URL("../docs/performance.md", import.meta.url);

/** Load of others a core, above which figures are marked. */
const MOST_LOAD = 0.5;
const BUSY = ", busy";
const RUNS = "runs of the bench";
const RUNS_HEAD = ["run", "machine", "PostgreSQL", "load before", "load of others, at most"];
/** A run that recorded itself on a quiet machine, as rows name it. */
const QUIET_RUN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;

/** A table of the page. Its rows begin with the name of their benchmark and end with their run. */
export interface PageTable {
  /** Name that its marks on the page have. */
  readonly name: string;
  /** Cells of a row between its benchmark and its run. */
  readonly head: readonly string[];
  /** So many of these say what was measured: the row is known by them. */
  readonly known: number;
  /** Cells of the rows. */
  readonly rows: (figures: readonly Figure[]) => readonly (readonly string[])[];
  readonly benchmarks: readonly { readonly name: string }[];
}

/** The form of most tables: a row a figure. */
export const ROW_A_FIGURE: Pick<PageTable, "head" | "known" | "rows"> = {
  head: ["what", "size", "time", "floor", "ratio", "aim"],
  known: 2,
  rows: (figures) => figures.map((figure) => [...measuredCells(figure), aimCell(figure)]),
};

/** Aim of a figure; it says so when it was missed. */
export function aimCell(figure: Figure): string {
  const { text, isMet } = aimOf(figure);
  return isMet ? text : `${text}, missed`;
}

/** A run that records itself. */
export interface Run {
  /** Its beginning, such as `2026-11-26 14:05`, in UTC. */
  readonly name: string;
  readonly machine: Machine;
  readonly results: readonly Result[];
}

/** Figures of a benchmark, by its name, and the load that others made meanwhile. */
export interface Result {
  readonly benchmark: string;
  readonly figures: readonly Figure[];
  readonly load: number;
}

/** The page with the figures of a run in place of those of the same benchmarks. */
export function recorded(page: string, tables: readonly PageTable[], run: Run): string {
  const cited = new Set<string>();
  for (const table of tables) {
    const rows = newRows(table, rowsOf(partOf(page, table.name)), run);
    for (const row of rows) cited.add((row.at(-1) ?? "").replace(BUSY, ""));
    page = withPart(page, table.name, markdownTable(["bench", ...table.head, "run"], rows));
  }
  const runs = rowsOf(partOf(page, RUNS)).filter(([name]) => name !== run.name);
  const citedRuns = [...runs, runRow(run)].filter(([name = ""]) => cited.has(name));
  return withPart(page, RUNS, markdownTable(RUNS_HEAD, citedRuns));
}

/** Rows of a table: of benchmarks that did not run as they are; no busy figure takes the place of a quiet one. */
function newRows(table: PageTable, old: readonly string[][], run: Run): string[][] {
  const keyOf = (row: readonly string[]) => row.slice(1, 1 + table.known).join("\n");
  return table.benchmarks.flatMap(({ name }) => {
    const before = old.filter(([benchmark]) => benchmark === name);
    const result = run.results.find(({ benchmark }) => benchmark === name);
    if (result === undefined) return before;
    const isBusy = result.load > MOST_LOAD;
    const now = table.rows(result.figures).map((cells) => [
      name,
      ...cells,
      isBusy ? `${run.name}${BUSY}` : run.name,
    ]);
    if (!isBusy) return now;
    const quiet = new Map(
      before.filter((row) => QUIET_RUN.test(row.at(-1) ?? "")).map((row) => [keyOf(row), row]),
    );
    const rows = now.map((row) => quiet.get(keyOf(row)) ?? row);
    return [...rows, ...[...quiet.values()].filter((row) => !rows.includes(row))];
  });
}

function runRow({ name, machine, results }: Run): string[] {
  const most = Math.max(...results.map(({ load }) => load));
  return [name, machine.hardware, machine.postgres, machine.load.toFixed(2), most.toFixed(2)];
}
