import { assert, assertEquals } from "@std/assert";
import { readFile } from "./files.ts";

const { tasks } = JSON.parse(await readFile("deno.json"));

/** The tasks that a page's commands name. */
function tasksIn(page: string): string[] {
  return [...page.matchAll(/\b(?:deno|deno@[\d.]+) task ([\w-]+)/g)].map(([, task = ""]) => task);
}

Deno.test("house_rules/every_command_of_the_readme_is_a_task", async () => {
  const named = tasksIn(await readFile("README.md"));
  assert(named.includes("start") && named.includes("test"));
  assertEquals(named.filter((task) => !(task in tasks)), []);
});

Deno.test("house_rules/the_walkthrough_lists_every_task", async () => {
  const [, section = ""] = (await readFile("docs/walkthrough.md")).split("\n## Tasks\n");
  assertEquals([...new Set(tasksIn(section))].sort(), Object.keys(tasks).sort());
});

Deno.test("house_rules/the_readme_has_at_most_150_lines", async () => {
  const lines = (await readFile("README.md")).trimEnd().split("\n");
  assert(lines.length <= 150, `it has ${lines.length}`);
});
