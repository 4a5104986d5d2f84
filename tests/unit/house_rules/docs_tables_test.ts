// Tables of docs are not padded: a row that is added changes no other.
import { assert, assertEquals } from "@std/assert";
import { filesIn, readFile } from "./files.ts";

Deno.test("house_rules/tables_of_docs_are_not_padded", async () => {
  const padded: string[] = [];
  let rows = 0;
  for (
    const path of ["README.md", "CONTRIBUTING.md", "AGENTS.md", ...await filesIn("docs", ".md")]
  ) {
    for (const [at, line] of (await readFile(path)).split("\n").entries()) {
      if (!line.startsWith("|")) continue;
      rows++;
      // An empty cell has two spaces.
      if (/[^|\s] {2,}\||\| {2,}[^|\s]|-{4,}/.test(line)) padded.push(`${path}:${at + 1}`);
    }
  }
  assert(rows > 500, "the tables were not found");
  assertEquals(
    padded,
    [],
    "put `<!-- deno-fmt-ignore-start -->` before the table, and take the padding out",
  );
});
