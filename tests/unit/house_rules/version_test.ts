// One version, told everywhere.
import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { readVersions } from "../../../tools/version_files.ts";
import { readFile, ROOT } from "./files.ts";

Deno.test("version/is_the_same_wherever_it_stands", async () => {
  const says = await readVersions(fileURLToPath(ROOT));
  const { version } = JSON.parse(await readFile("deno.json"));
  assertMatch(version, /^\d+\.\d+\.\d+(-dev)?$/);
  assertEquals(says, Object.fromEntries(Object.keys(says).map((path) => [path, version])));
});

Deno.test("version/of_a_release_has_its_day_in_the_changelog", async () => {
  const changelog = await readFile("CHANGELOG.md");
  const list = JSON.parse(await readFile("tests/upgrade/releases/releases.json"));
  const headings = [...changelog.matchAll(/^## (\d.*)$/gm)].map(([, heading]) => heading);
  assertEquals(
    headings,
    list.map(({ version, date }: Record<string, string>) => `${version} (${date})`).reverse(),
  );
});
