// docs/moving_in.md, "The columns", beside what import_rows takes.
import assert from "node:assert/strict";
import { IMPORT_KINDS } from "../../../cli/import_arguments.ts";
import { withDatabase } from "../../support/server/database.ts";

const page = await Deno.readTextFile(new URL("../../../docs/moving_in.md", import.meta.url));

Deno.test("import_rows/takes_the_columns_that_the_docs_name", () =>
  withDatabase(async ({ sql }) => {
    for (const kind of IMPORT_KINDS) {
      const section = page.split("\n### ").find((section) => section.startsWith(`${kind}\n`)) ?? "";
      const named = [...section.matchAll(/^\| (\*\*|`)(\w+)(?:\*\*|`) +\|/gm)].map(
        ([, mark, name]) => ({ name, isRequired: mark === "**" }),
      );
      const taken = await sql`
        select name, is_required as "isRequired" from private.import_columns(${kind}) order by place`;
      assert.deepEqual(named, [...taken], kind);
    }
    const kinds = await sql`
      select kind from unnest(${[...IMPORT_KINDS]}::text[]) as kind
       where not exists (select from private.import_columns(kind))`;
    assert.deepEqual([...kinds], []);
  }));
