// Nothing leads a reader to what the project does not have: a document or an issue of those who made it.
import { assertEquals } from "@std/assert";
import { filesIn, readFile } from "./files.ts";

const ELSEWHERE =
  /\bdesign\.md\b|\bspec\.md\b|\bthe spec\b|\bspec's\b|\b(?:spec|design) §|\b[Ii]ssue #?\d+\b/;
const FOLDERS = [
  "bench",
  "cli",
  "console/src",
  "deploy",
  "docs",
  "fixtures",
  "packages",
  "prove",
  "site/.vitepress",
  "stack",
  "supabase/functions",
  "supabase/schemas",
  "tests",
  "tools",
];

Deno.test("house_rules/nothing_refers_to_what_a_reader_does_not_have", async () => {
  const own = "tests/unit/house_rules/what_readers_have_test.ts";
  const nested = await Promise.all(
    FOLDERS.flatMap((folder) =>
      [".ts", ".tsx", ".sql", ".md"].map((ending) => filesIn(folder, ending))
    ),
  );
  const paths = ["README.md", "CONTRIBUTING.md", "AGENTS.md", "SECURITY.md", ...nested.flat()]
    .filter((path) =>
      path !== own && !path.includes("/node_modules/") &&
      !path.startsWith("tests/upgrade/releases/")
    );
  const found: string[] = [];
  for (const path of paths) {
    const lines = (await readFile(path)).split("\n");
    found.push(...lines.flatMap((line, at) => ELSEWHERE.test(line) ? [`${path}:${at + 1}`] : []));
  }
  assertEquals(found, []);
});
