// What files may have, in three places: docs/moving_in.md, what the console shows, and what import_rows takes.
import { assertEquals } from "@std/assert";
import {
  FILE_COLUMNS,
  FILE_KINDS,
} from "../../../../supabase/functions/_shared/moving_in/columns.ts";
import { withDatabase } from "../../../support/server/database.ts";

const page = await Deno.readTextFile(new URL("../../../../docs/moving_in.md", import.meta.url));

Deno.test("import_rows/takes_the_states_that_facilities_take", () =>
  withDatabase(async ({ sql }) => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const codes = [
      ...letters.flatMap((one) => letters.map((other) => one + other)),
      "GB-LND",
      "co",
    ];
    const [{ check }] = await sql<[{ check: string }]>`
      select pg_get_expr(conbin, conrelid) as check from pg_constraint where conname = 'work_state_is_a_code'`;
    const different = await sql.unsafe(
      `select work_state from unnest($1::text[]) as work_state
        cross join (select pattern from private.import_patterns() where type = 'state') as state
        where (${check}) <> (work_state ~ pattern)`,
      [codes],
    );
    assertEquals([...different], []);
  }));

Deno.test("import_rows/takes_the_columns_that_the_docs_and_the_console_name", () =>
  withDatabase(async ({ sql }) => {
    for (const kind of FILE_KINDS) {
      const section = page.split("\n### ").find((section) => section.startsWith(`${kind}\n`)) ?? "";
      const documented = [...section.matchAll(/^\| (\*\*|`)(\w+)(?:\*\*|`) +\|/gm)].map(
        ([, mark, name]) => ({ name, isRequired: mark === "**" }),
      );
      const taken = await sql<{ name: string; isRequired: boolean }[]>`
        select name, is_required as "isRequired" from private.import_columns(${kind}) order by place`;
      assertEquals(documented, [...taken], kind);
      const named = (isRequired: boolean) =>
        taken.filter((column) => column.isRequired === isRequired).map(({ name }) => name);
      assertEquals<unknown>(FILE_COLUMNS[kind], { required: named(true), optional: named(false) });
    }
  }));
