// The source tree of the schema: its files, and what is not written in them.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { readSchemaTree } from "../../../stack/schema/tree.ts";
import { filesIn, ROOT } from "./files.ts";

const tree = await readSchemaTree(fileURLToPath(ROOT));
const code = tree.map(({ path, text }) => ({ path, text: text.replaceAll(/--.*$/gm, "") }));

/** Finds of a pattern in the tree's code, a line each. */
function findings(pattern: RegExp): string[] {
  return code.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([found]) => `${path}: ${found.replaceAll(/\s+/g, " ")}`)
  );
}

Deno.test("house_rules/config_toml_lists_each_file_of_the_schema_once", async () => {
  const listed = tree.map(({ path }) => path);
  assert(listed.length > 0);
  assertEquals(listed.toSorted(), await filesIn("supabase/schemas", ".sql"));
});

// A condition over rows comes back from the catalog as another expression, so that the CLI sees a difference
// for ever: `(old.a, old.b) is distinct from (new.a, new.b)`. Compare one by one.
Deno.test("house_rules/no_trigger_compares_rows_in_its_condition", () => {
  assert(findings(/\bcreate (?:constraint )?trigger\b[^;]*?\bwhen\s*\(/gi).length > 0);
  assertEquals(
    findings(
      /\bcreate (?:constraint )?trigger\b[^;]*?\bwhen\b[^;]*?(?:\([^()]*,[^()]*\)\s*(?:is (?:not )?distinct from|=|<>)|(?:is (?:not )?distinct from|=|<>)\s*\([^()]*,)[^;]*/gi,
    ),
    [],
  );
});

// A migration adds columns at the end, wherever the tree has them: nothing may count on their order.
Deno.test("house_rules/nothing_inserts_without_naming_its_columns", () => {
  assert(findings(/\binsert into\b/gi).length > 20);
  assertEquals(
    findings(
      /\binsert into\s+[\w."]+(?:\s+as\s+\w+)?\s*(?:values\b|select\b|with\b|table\b|\(\s*select\b)/gi,
    ),
    [],
  );
});
