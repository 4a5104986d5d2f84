import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { digestOf, listOf, readReleaseState, RELEASES } from "../../../tools/releases/released.ts";

const FIRST = "20261122000000_0_9_0.sql";
const SECOND = "20261201000000_0_10_0.sql";
const TEXTS = { [FIRST]: "select 'ünd';\n", [SECOND]: "select 1;" };
const LIST = [
  { version: "0.9.0", date: "2026-11-22", file: FIRST, sha256: digestOf("select 'ünd';\n") },
  { version: "0.10.0", date: "2026-12-01", file: SECOND, sha256: digestOf("select 1;") },
];

/** The state of a project with a list of releases and migrations, by their names. */
async function stateOf(list: unknown, files: Readonly<Record<string, string>>) {
  const root = await Deno.makeTempDir();
  try {
    for (const folder of ["supabase/migrations", RELEASES]) {
      await Deno.mkdir(join(root, folder), { recursive: true });
    }
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(join(root, "supabase/migrations", name), text);
    }
    await Deno.writeTextFile(listOf(root), JSON.stringify(list));
    return await readReleaseState(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("releases/have_all_migrations_up_to_their_own", async () => {
  const { releases, violations } = await stateOf(LIST, TEXTS);
  assertEquals(violations, []);
  assertEquals(
    releases.map(({ version, migrations }) => [version, migrations.map(({ name }) => name)]),
    [["0.9.0", ["0_9_0"]], ["0.10.0", ["0_9_0", "0_10_0"]]],
  );
});

Deno.test("releases/refuse_a_released_file_that_changed_or_went_missing", async () => {
  const changed = await stateOf(LIST, { ...TEXTS, [FIRST]: "select 'ünd'; \n" });
  assertEquals(changed.violations, [`${FIRST} is released and has changed.`]);
  const missing = await stateOf(LIST, { [FIRST]: TEXTS[FIRST] ?? "" });
  assertEquals(missing.violations, [`${SECOND} is released and went missing.`]);
});

Deno.test("releases/refuse_a_migration_that_was_not_released", async () => {
  const { violations } = await stateOf(LIST.slice(0, 1), TEXTS);
  assertEquals(violations, [
    `${SECOND} is not released: supabase/migrations/ holds only what is.`,
  ]);
});

Deno.test("releases/are_not_read_from_a_list_that_lacks_something", async () => {
  const [first, second] = LIST;
  for (const line of [{ ...second, date: "yesterday" }, { ...second, sha256: "" }, {}]) {
    await assertRejects(() => stateOf([first, line], TEXTS));
  }
});
