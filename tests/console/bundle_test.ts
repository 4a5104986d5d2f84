// What the console is made of, and how much of it a browser has to load.
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { join } from "node:path";
import { FIRST_LOAD_BYTES, firstLoad, packedBytes } from "../../bench/first_load.ts";
import { FIELD_OF_SLUG } from "../../console/src/api/field_of_slug.ts";
import { BUNDLE, CONSOLE, provideConsole } from "../../stack/console_build.ts";
import { consoleFiles } from "../../stack/console_files.ts";

const readConsole = (path: string) => Deno.readTextFile(join(CONSOLE, path));

Deno.test("console/the_first_load_is_at_most_200_kb_packed_without_react_admin_and_screens", async () => {
  await provideConsole(BUNDLE, { log: () => {} });
  const loaded = await firstLoad();
  assert(loaded.size > 0, "index.html names no script");
  const size = await packedBytes(loaded.values());
  assert(size <= FIRST_LOAD_BYTES, `it is ${size} bytes`);
  const lazy: string[] = [];
  for await (const { name } of Deno.readDir(join(BUNDLE, "assets"))) {
    if (!loaded.has(`assets/${name}`)) lazy.push(name.split("-")[0] ?? "");
  }
  for (
    const group of [
      "app",
      "board",
      "time",
      "billing",
      "cash",
      "payroll",
      "books",
      "profit",
      "people",
      "mail",
      "settings",
    ]
  ) {
    assert(lazy.includes(group), `${group} is no chunk of its own`);
  }
});

Deno.test("console/a_page_names_only_what_is_there_and_runs_nothing_of_others", async () => {
  await provideConsole(BUNDLE, { log: () => {} });
  const serve = consoleFiles(BUNDLE, { url: "http://x", publishableKey: "k" });
  for (const name of (await firstLoad()).keys()) {
    const answer = await serve(new Request(`http://x/${name}`));
    assertMatch(answer?.headers.get("cache-control") ?? "", /immutable/, name);
    await answer?.body?.cancel();
  }
  const page = await (await serve(new Request("http://x/")))?.text() ?? "";
  assertNotMatch(page, /<script(?![^>]*src=)|https?:\/\//);
});

Deno.test("console/the_bundle_has_the_description_of_the_api_as_docs_has_it", async () => {
  await provideConsole(BUNDLE, { log: () => {} });
  assertEquals(
    await Deno.readTextFile(join(BUNDLE, "openapi.json")),
    await readConsole("../docs/openapi.json"),
  );
});

Deno.test("console/packages_are_pinned_free_and_locked_without_a_host", async () => {
  const { dependencies, devDependencies } = JSON.parse(await readConsole("package.json"));
  for (const version of Object.values<string>({ ...dependencies, ...devDependencies })) {
    assertMatch(version, /^\d+\.\d+\.\d+$/);
  }
  const { packages } = JSON.parse(await readConsole("package-lock.json"));
  for (const name of Object.keys(dependencies)) {
    assertMatch(packages[`node_modules/${name}`].license, /^(MIT|ISC)$/, name);
  }
  const resolved = Object.values<{ resolved?: string }>(packages).filter((one) =>
    one.resolved !== undefined
  );
  assertEquals(resolved, []);
  const contributing = await Deno.readTextFile(join(CONSOLE, "../CONTRIBUTING.md"));
  const unexplained = Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !contributing.includes(`\`${name}\``));
  assertEquals(unexplained, []);
});

Deno.test("console/refusals_mark_the_field_that_errors_md_knows", async () => {
  const errors = await Deno.readTextFile(join(CONSOLE, "../docs/errors.md"));
  const [, table = ""] = errors.split("| slug ");
  const statuses = new Map(
    [...(table.split("\n\n")[0] ?? "").matchAll(/^\| `(\w+)` +\| (\d+)/gm)].map((
      [, slug = "", status],
    ) => [slug, status]),
  );
  assert(statuses.size > 100, "the slugs were not found");
  assertEquals(Object.keys(FIELD_OF_SLUG).filter((slug) => !statuses.has(slug)), []);
  const malformed = [...statuses].filter(([, status]) => status === "400").map(([slug]) => slug);
  assertEquals(malformed.filter((slug) => !(slug in FIELD_OF_SLUG)), []);
});
