import { assert, assertEquals, assertNotMatch, assertStrictEquals } from "@std/assert";
import { readFile } from "./files.ts";

Deno.test("house_rules/every_dependency_is_pinned_to_one_version", async () => {
  const { imports } = JSON.parse(await readFile("import_map.json"));
  const versions = new Map<string, string>();
  for (const [name, target] of Object.entries<string>(imports)) {
    const [, pack = "", version = ""] =
      target.match(/^npm:(@?[^@]+)@(\d+\.\d+\.\d+[^/]*)(?:\/.*)?$/) ?? [];
    assert(version, `${name} is not pinned: ${target}`);
    assertStrictEquals(versions.get(pack) ?? version, version, `${pack} has two versions`);
    versions.set(pack, version);
  }
});

Deno.test("house_rules/contributing_says_why_each_dependency_is_there", async () => {
  const { imports } = JSON.parse(await readFile("import_map.json"));
  const contributing = await readFile("CONTRIBUTING.md");
  const packages = Object.values<string>(imports).map((target) =>
    target.match(/^npm:(@?[^@]+)@/)?.[1]
  );
  assertEquals(packages.filter((name) => !contributing.includes(`\`${name}\``)), []);
});

Deno.test("house_rules/the_lock_file_names_no_host", async () => {
  assertNotMatch(await readFile("deno.lock"), /:\/\/|localhost|127\.0\.0\.1/);
});
