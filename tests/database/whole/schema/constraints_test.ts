// docs/errors.md explains what a direct write may break.
import { assert, assertEquals } from "@std/assert";
import { withDatabase } from "../../../support/server/database.ts";

const ERRORS = new URL("../../../../docs/errors.md", import.meta.url);

/** The names in the table of constraints; `…` stands for any text. */
async function explained(): Promise<string[]> {
  const [, section = ""] = (await Deno.readTextFile(ERRORS)).split(/^## Constraints$/m);
  const cells = [...section.matchAll(/^\| (`[^|]*?) +\|/gm)].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

Deno.test("docs/explain_every_check_and_exclusion_that_a_write_may_break_and_no_other", () =>
  withDatabase(async ({ sql }) => {
    const rows = await sql<{ name: string }[]>`
      select distinct conname as name from pg_constraint
       where connamespace = 'public'::regnamespace and contype in ('c', 'x') order by 1`;
    const names = rows.map(({ name }) => name);
    const patterns = (await explained()).map((name) =>
      new RegExp(`^${name.replaceAll("…", ".+")}$`)
    );
    assert(patterns.length > 40);
    const unexplained = names.filter((name) => !patterns.some((pattern) => pattern.test(name)));
    const gone = patterns.filter((pattern) => !names.some((name) => pattern.test(name)));
    assertEquals({ unexplained, gone }, { unexplained: [], gone: [] });
  }));
