import { assert, assertEquals, assertNotMatch, assertStrictEquals } from "@std/assert";
import { filesIn, readFile } from "./files.ts";

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

Deno.test("house_rules/examples_pin_what_they_need_and_contributing_says_why", async () => {
  const { imports } = JSON.parse(await readFile("import_map.json"));
  const contributing = await readFile("CONTRIBUTING.md");
  const paths = (await filesIn("examples", "/package.json"))
    .filter((path) => !path.includes("/node_modules/"));
  assert(paths.length > 3);
  for (const path of paths) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(await readFile(path));
    for (const [name, version] of Object.entries<string>({ ...dependencies, ...devDependencies })) {
      assert(
        name === "staffing-client"
          ? version === "file:../../packages/client"
          : /^\d+\.\d+\.\d+$/.test(version),
        `${path}: ${name} ${version}`,
      );
      assert(contributing.includes(`\`${name}\``), `${path}: ${name}`);
      if (name !== "@supabase/supabase-js") continue;
      assertStrictEquals(`npm:${name}@${version}`, imports[name], path);
    }
    const lock = await readFile(path.replace("package.json", "package-lock.json"));
    assertNotMatch(lock, /"resolved": "http|localhost|127\.0\.0\.1/, path);
  }
});
