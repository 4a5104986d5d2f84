// The pages for people at work speak in the console's own words: what stands in bold there is a text of the console.
import { assert, assertEquals } from "@std/assert";
import { words } from "../../../console/src/words.ts";
import { filesIn, readFile } from "./files.ts";

/** All texts of the console that have no part to fill in. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

Deno.test("house_rules/pages_for_people_at_work_name_what_the_console_shows", async () => {
  const texts = new Set(textsOf(words));
  const unknown: string[] = [];
  let named = 0;
  for (const page of await filesIn("docs/for", ".md")) {
    for (const [, text = ""] of (await readFile(page)).matchAll(/\*\*(.+?)\*\*/gs)) {
      named++;
      const label = text.replaceAll(/\s+/g, " ");
      if (!texts.has(label)) unknown.push(`${page}: ${label}`);
    }
  }
  assert(named > 150, `${named} labels were found`);
  assertEquals(unknown, []);
});
