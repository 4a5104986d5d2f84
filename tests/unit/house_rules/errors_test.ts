import assert from "node:assert/strict";
import { filesIn, readFile } from "./files.ts";

Deno.test("house_rules/docs_errors_lists_exactly_the_errors_that_are_raised", async () => {
  const raised = new Set<string>();
  for (const path of await filesIn("supabase/migrations", ".sql")) {
    for (
      const [, status, slug] of (await readFile(path)).matchAll(
        /private\.refuse\(\s*(\d{3}),\s*'(\w+)'/g,
      )
    ) {
      raised.add(`${slug} ${status}`);
    }
  }
  const documented = [...(await readFile("docs/errors.md")).matchAll(/^\| `(\w+)` *\| (\d{3}) /gm)]
    .map(([, slug, status]) => `${slug} ${status}`);
  assert(raised.size > 0);
  assert.deepEqual(documented, [...raised].sort(), "sorted by slug");
});
