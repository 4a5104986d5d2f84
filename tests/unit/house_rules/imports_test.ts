// Who may import whom, and who reads the environment (CONTRIBUTING, "Who may import whom").
import { assert, assertEquals } from "@std/assert";
import { filesIn, readFile, ROOT } from "./files.ts";

const SHARED = "supabase/functions/_shared";

/** Per folder, the folders of ours that it may import from, beside itself; the first match counts. */
const MAY_IMPORT: readonly [folder: string, from: readonly string[]][] = [
  [`${SHARED}/interest/`, []],
  [`${SHARED}/moving_in/`, []],
  [`${SHARED}/delivery/texts/`, [`${SHARED}/documents/text.ts`]],
  [`${SHARED}/delivery/`, [`${SHARED}/`]],
  [`${SHARED}/jobs/`, [
    `${SHARED}/interest/`,
    `${SHARED}/delivery/`,
    `${SHARED}/database.types.ts`,
  ]],
  [`${SHARED}/`, [`${SHARED}/`]],
  ["supabase/functions/", [`${SHARED}/`]],
  ["cli/", [`${SHARED}/`, "stack/schema/", "packages/client/src/"]],
  ["stack/", [`${SHARED}/`]],
  ["fixtures/", []],
  ["bench/", [`${SHARED}/`, "stack/", "fixtures/", "tools/markdown.ts"]],
  ["tools/", [
    `${SHARED}/delivery/texts/`,
    `${SHARED}/documents/scripts.ts`,
    "stack/",
    "cli/preflight/",
    "packages/mcp/src/catalog.ts",
  ]],
  ["prove/", [`${SHARED}/`, "stack/", "fixtures/", "tools/", "tests/support/"]],
  ["packages/", [`${SHARED}/database.types.ts`]],
  ["deploy/self_hosted/", [`${SHARED}/`, "stack/"]],
  ["deploy/", []],
  ["site/", []],
  ["console/", [
    `${SHARED}/database.types.ts`,
    `${SHARED}/interest/`,
    `${SHARED}/moving_in/`,
    `${SHARED}/delivery/texts/`,
    `${SHARED}/version.ts`,
    "packages/client/src/",
  ]],
  ["tests/", [""]],
];

async function sources(): Promise<string[]> {
  const folders = [
    "supabase/functions",
    "cli",
    "stack",
    "fixtures",
    "bench",
    "tools",
    "prove",
    "packages/client/src",
    "site/.vitepress",
    "packages/mcp/src",
    "deploy",
    "tests",
  ];
  return (await Promise.all(folders.map((folder) => filesIn(folder, ".ts")))).flat();
}

/** The console's, which has packages of its own. */
async function consoleSources(): Promise<string[]> {
  return (await Promise.all([".ts", ".tsx"].map((end) => filesIn("console/src", end)))).flat();
}

/** Imports of a file: files of ours as paths from the root, and packages by name. */
async function importsOf(path: string): Promise<{ ours: string[]; packages: string[] }> {
  const statements = (await readFile(path)).matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^;]*?\bfrom\s*"([^"]+)"|import\("([^"]+)"\)/g,
  );
  const specifiers = [...statements].map(([, from, dynamic]) => from ?? dynamic ?? "");
  const isOurs = (specifier: string) => specifier.startsWith(".");
  return {
    ours: specifiers.filter(isOurs).map((specifier) =>
      new URL(specifier, new URL(path, ROOT)).href.slice(ROOT.href.length)
    ),
    packages: specifiers.filter((specifier) =>
      !isOurs(specifier) && !specifier.startsWith("node:")
    ),
  };
}

Deno.test("house_rules/files_import_only_what_their_folder_may", async () => {
  const violations: string[] = [];
  let seen = 0;
  for (const path of [...await sources(), ...await consoleSources()]) {
    const [folder, from] = MAY_IMPORT.find(([folder]) => path.startsWith(folder)) ?? ["", []];
    // A function is its own folder: functions never import each other.
    const own = folder === "supabase/functions/" ? path.replace(/[^/]*$/, "") : folder;
    for (const target of (await importsOf(path)).ours) {
      seen++;
      const allowed = target.startsWith(own) || from.some((folder) => target.startsWith(folder));
      if (!allowed) violations.push(`${path} imports ${target}`);
    }
  }
  assert(seen > 100, "the imports were not found");
  assertEquals(violations, []);
});

Deno.test("house_rules/files_do_not_import_each_other_in_a_circle", async () => {
  const imports = new Map<string, readonly string[]>();
  for (const path of [...await sources(), ...await consoleSources()]) {
    imports.set(path, (await importsOf(path)).ours);
  }
  // Takes away what imports nothing that is still there, until only circles and their users are left.
  for (let size = Infinity; imports.size < size;) {
    size = imports.size;
    for (const [path, targets] of imports) {
      if (!targets.some((target) => imports.has(target))) imports.delete(path);
    }
  }
  assertEquals([...imports.keys()], []);
});

Deno.test("house_rules/only_entry_points_read_the_environment", async () => {
  const entryPoints =
    /^(supabase\/functions\/[^_][^/]*\/index\.ts|packages\/mcp\/src\/main\.ts|cli\/|stack\/|deploy\/|tests\/|bench\/|prove\/)/;
  const violations: string[] = [];
  for (const path of await sources()) {
    if (
      !entryPoints.test(path) && /^[^*/]*\b(Deno\.env|process\.env)\b/m.test(await readFile(path))
    ) {
      violations.push(path);
    }
  }
  assertEquals(violations, []);
});

Deno.test("house_rules/every_package_comes_from_the_import_map", async () => {
  const { imports } = JSON.parse(await readFile("import_map.json"));
  const violations: string[] = [];
  // With what they take from the console, whose packages a fresh clone does not have yet when it checks types.
  const reached = new Set(await sources());
  for (const path of reached) { // Goes on to what is added on the way.
    const { ours, packages } = await importsOf(path);
    for (const name of packages) if (!(name in imports)) violations.push(`${path}: ${name}`);
    for (const target of ours) if (target.startsWith("console/src/")) reached.add(target);
  }
  assertEquals(violations, []);
});

Deno.test("house_rules/tests_assert_with_the_standard_library", async () => {
  const violations: string[] = [];
  for (const path of await sources()) {
    if (/^import .* from "node:assert/m.test(await readFile(path))) violations.push(path);
  }
  assertEquals(violations, []);
});
