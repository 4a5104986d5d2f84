// The areas of the schema: their order, and which of them use what a later one has (docs/architecture.md, "Areas").
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { readSchemaTree } from "../../../stack/schema/tree.ts";
import { readFile, ROOT } from "./files.ts";

const CREATED =
  /\bcreate (?:or replace )?(?:function|table|view|sequence)\s+((?:public|private)\.\w+)/g;
const NAMED = /\b(?:public|private)\.\w+/g;

/** Files of the areas with their code alone, without comments; what belongs to the whole schema is left out. */
const files = (await readSchemaTree(fileURLToPath(ROOT))).flatMap(({ path, text }) => {
  const [, area] = /^supabase\/schemas\/(\w+)\//.exec(path) ?? [];
  const code = text.replaceAll(/--.*$/gm, "").replaceAll(
    /\bcomment on [^;]*?\bis '(?:[^']|'')*';/g,
    "",
  );
  return area === undefined ? [] : [{ area, code }];
});

/** The areas, in the order in which their last files load. */
const areas = [...new Set(files.map(({ area }) => area).reverse())].reverse();

/** The uses of a later area, as `people → outbox`. */
function usesAgainstTheOrder(): string[] {
  const home = new Map(
    files.flatMap(({ area, code }) =>
      [...code.matchAll(CREATED)].map(([, name = ""]) => [name, area] as const)
    ),
  );
  assert(home.size > 400, "the schema's objects were not found");
  const uses = files.flatMap(({ area, code }) =>
    (code.match(NAMED) ?? []).flatMap((name) => {
      const used = home.get(name);
      return used && areas.indexOf(used) > areas.indexOf(area) ? [`${area} → ${used}`] : [];
    })
  );
  return [...new Set(uses)].sort();
}

Deno.test("house_rules/contributing_lists_the_areas_in_the_order_in_which_they_load", async () => {
  const contributing = await readFile("CONTRIBUTING.md");
  const [, listed = ""] =
    /The areas, in the order in which they load: ([^.]*)\./.exec(contributing) ?? [];
  assertEquals(listed.split(/,\s+/), areas);
});

Deno.test("house_rules/an_area_uses_a_later_one_only_where_architecture_says_why", async () => {
  const architecture = await readFile("docs/architecture.md");
  const [section = ""] = /^## Areas$.*?^## /ms.exec(architecture) ?? [];
  const allowed = [...section.matchAll(/^- `(\w+)` → `(\w+)`: /gm)].map(([, area, used]) =>
    `${area} → ${used}`
  );
  assertEquals(usesAgainstTheOrder(), allowed.sort());
});
