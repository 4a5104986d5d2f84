// What docs/api.md says of who writes a table is what the matrix of rights says of its rows.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { readTables } from "../../../../tools/catalog.ts";
import { readWriters } from "../../../../tools/who_writes.ts";
import type { Caller } from "../../../support/access/callers.ts";
import { expectation } from "../../../support/access/expectation.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";

const CALLERS: Readonly<Record<string, Caller>> = {
  billing: "billing",
  payroll: "payroll",
  recruiting: "recruiting",
  admin: "admin",
  contractors: "ada",
  contacts: "north",
};
/** The letters of the matrix; each of a state is a change too. */
const LETTERS = { insert: "i", update: "uspabclhy", delete: "d" };

Deno.test("generated/docs_say_that_somebody_writes_a_table_where_the_matrix_lets_them_write_a_row", () =>
  withDatabase(async ({ sql }) => {
    const matrix = expectation();
    const tables = await readTables(sql);
    const before = await contents(sql);
    const writers = await readWriters(sql, tables);
    assertEquals(await contents(sql), before);
    let asked = 0;
    for (const { name } of tables) {
      const rows = [...matrix].filter(([row]) => row.startsWith(`${name} / `));
      for (const [write, letters] of Object.entries(LETTERS)) {
        const tried = [...writers].filter(([what]) =>
          what === `${write} ${name}` || what.startsWith(`${write} ${name}.`)
        );
        for (const [who, caller] of Object.entries(CALLERS)) {
          const says = tried.some(([, names]) => names.includes(who));
          const may = rows.some(([, rights]) =>
            [...rights.get(caller) ?? ""].some((letter) => letters.includes(letter))
          );
          // The matrix changes one column of a row, and the page says it of each.
          if (write !== "update" || may) assertStrictEquals(says, may, `${who} ${write} ${name}`);
          asked++;
        }
      }
    }
    assert(asked > 500, `${asked} asked`);
    assertEquals(writers.get("update contractors.is_active"), ["admin"]);
    assertEquals(writers.get("update contractors.email"), ["recruiting", "admin"]);
    assertEquals(writers.get("update assignments.end_date"), ["recruiting", "admin"]);
  }));
