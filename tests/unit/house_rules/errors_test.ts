import { assert, assertEquals } from "@std/assert";
import { filesIn, readFile } from "./files.ts";

Deno.test("house_rules/docs_errors_lists_exactly_the_errors_that_are_raised", async () => {
  const raised = new Set<string>();
  for (const path of await filesIn("supabase/schemas", ".sql")) {
    const text = await readFile(path);
    for (const [, status, slug] of text.matchAll(/private\.refuse\(\s*(\d{3}),\s*'(\w+)'/g)) {
      raised.add(`${slug} ${status}`);
    }
    // Triggers that refuse by their condition alone.
    for (const [, slug] of text.matchAll(/private\.refuse_(?:write|removal)\(\s*'(\w+)'/g)) {
      raised.add(`${slug} 409`);
    }
  }
  const documented = [...(await readFile("docs/errors.md")).matchAll(/^\| `(\w+)` *\| (\d{3}) /gm)]
    .map(([, slug, status]) => `${slug} ${status}`);
  assert(raised.size > 0);
  assertEquals(documented, [...raised].sort(), "sorted by slug");
});
