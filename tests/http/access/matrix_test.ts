// Every table, every caller, every command, through supabase-js by people who signed in.
import { assertEquals } from "@std/assert";
import { type Caller, CALLERS } from "../../support/access/callers.ts";
import { expectation, rowName, tablesOf } from "../../support/access/expectation.ts";
import {
  type Cell,
  readOverHttp,
  writesOverHttp,
  writingCells,
} from "../../support/access/http.ts";
import { withProjectFirm } from "../../support/access/project.ts";

/** Requests at a time that are expected to change nothing. */
const AT_ONCE = 8;

const matrix = expectation();

function isAllowed(row: string, caller: Caller, letter: string): boolean {
  return matrix.get(row)?.get(caller)?.includes(letter) ?? false;
}

Deno.test("access/gives_each_caller_what_the_matrix_says_over_http", (t) =>
  withProjectFirm(async (project) => {
    const { rows } = project.firm;
    await t.step("to read", async () => {
      for (const table of tablesOf(matrix)) {
        const names = rows.filter((row) => row.table === table).map(rowName);
        await Promise.all(CALLERS.map(async (caller) => {
          assertEquals(
            await readOverHttp(project, table, caller),
            names.filter((name) => isAllowed(name, caller, "r")),
            `${caller} reads ${table}`,
          );
        }));
      }
    });

    const cells = writingCells(rows);
    const mayWrite = (cell: Cell) => isAllowed(rowName(cell.row), cell.caller, cell.attempt.letter);
    const wrong: string[] = [];
    const check = async (cell: Cell) => {
      const written = await writesOverHttp(project, cell.row, cell.attempt, cell.caller);
      if (written !== mayWrite(cell)) {
        const { row, attempt, caller } = cell;
        wrong.push(
          `${rowName(row)} / ${caller}: "${attempt.letter}" was ${written ? "done" : "refused"}`,
        );
      }
    };
    await t.step("what must not be written", async () => {
      const queue = cells.filter((cell) => !mayWrite(cell));
      await Promise.all(Array.from({ length: AT_ONCE }, async () => {
        for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) await check(cell);
      }));
      assertEquals(wrong, []);
    });
    await t.step("what may be written", async () => {
      for (const cell of cells.filter(mayWrite)) await check(cell);
      assertEquals(wrong, []);
    });
  }));
