// What the console says in place of a constraint's name is said of constraints, and unique indexes, that there are.
import { assert, assertEquals } from "@std/assert";
import { words } from "../../../../console/src/words.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("console/words_for_constraints_are_of_constraints_that_there_are", () =>
  withDatabase(async ({ sql }) => {
    const known = await sql<{ name: string }[]>`
      select conname as name from pg_constraint where connamespace = 'public'::regnamespace
       union all
      select class.relname
        from pg_index as index
        join pg_class as class on class.oid = index.indexrelid
       where class.relnamespace = 'public'::regnamespace and index.indisunique`;
    const names = new Set(known.map(({ name }) => name));
    const said = Object.keys(words.constraints);
    assert(said.length > 0);
    assertEquals(said.filter((name) => !names.has(name)), []);
  }));
