import assert from "node:assert/strict";
import { join } from "node:path";
import { readReleaseState, RELEASES } from "../../../tools/releases.ts";

/** Files of a project by their paths. */
type Files = Readonly<Record<string, string>>;

const FIRST = "supabase/migrations/20261122000000_0_9_0.sql";
const SECOND = "supabase/migrations/20261201000000_0_10_0.sql";
const TEXT = "set local lock_timeout = '5s';\n\n\tselect 'a \"quoted\" \\n', '{}';\n-- ünd\n";

/** A dump as pg_dump writes it, the texts escaped for an array and then for COPY. */
function dump(...files: readonly [version: string, name: string, text: string][]): string {
  const rows = files.map(([version, name, text]) => {
    const array = `{"${text.replaceAll(/["\\]/g, "\\$&")}"}`;
    const copied = array.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
    return `${version}\t${copied}\t${name}\n`;
  });
  return "COPY public.checks (id, amount) FROM stdin;\n1\t2\n\\.\n\n" +
    "COPY supabase_migrations.schema_migrations (version, statements, name) FROM stdin;\n" +
    `${rows.join("")}\\.\n\nCOPY public.alerts (id) FROM stdin;\n\\.\n`;
}

const DUMP_0_9 = dump(["20261122000000", "0_9_0", TEXT]);
const DUMP_0_10 = dump(["20261122000000", "0_9_0", TEXT], [
  "20261201000000",
  "0_10_0",
  "select 1;",
]);

async function stateOf(files: Files) {
  const root = await Deno.makeTempDir();
  try {
    for (const folder of ["supabase/migrations", RELEASES]) {
      await Deno.mkdir(join(root, folder), { recursive: true });
    }
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(join(root, path), text);
    }
    return await readReleaseState(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("releases/are_the_dumps_in_the_order_of_their_versions", async () => {
  const { releases, released, unreleased, violations } = await stateOf({
    [FIRST]: TEXT,
    [SECOND]: "select 1;",
    [`${RELEASES}/0.9.0.sql`]: DUMP_0_9,
    [`${RELEASES}/0.10.0.sql`]: DUMP_0_10,
  });
  assert.deepEqual(violations, []);
  assert.deepEqual(releases.map(({ version }) => version), ["0.9.0", "0.10.0"]);
  assert.deepEqual(released.map(({ name }) => name), ["0_9_0", "0_10_0"]);
  assert.deepEqual(unreleased, []);
});

Deno.test("releases/let_the_newest_file_change_until_it_is_released", async () => {
  for (const files of [{ [FIRST]: "select 2;" }, { [FIRST]: TEXT, [SECOND]: "select 3;" }]) {
    const dumps: Files = SECOND in files ? { [`${RELEASES}/0.9.0.sql`]: DUMP_0_9 } : {};
    const { unreleased, violations } = await stateOf({ ...files, ...dumps });
    assert.deepEqual(violations, []);
    assert.equal(unreleased.length, 1);
  }
});

Deno.test("releases/refuse_a_released_file_that_changed_or_went_missing", async () => {
  const dumps = { [`${RELEASES}/0.9.0.sql`]: DUMP_0_9 };
  const changed = await stateOf({ ...dumps, [FIRST]: `${TEXT} ` });
  assert.deepEqual(changed.violations, ["20261122000000_0_9_0.sql is released and has changed."]);
  const missing = await stateOf({ ...dumps });
  assert.deepEqual(missing.violations, ["20261122000000_0_9_0.sql is released and went missing."]);
});

Deno.test("releases/refuse_a_second_file_an_older_one_and_a_version_of_two_files", async () => {
  const first = { [FIRST]: TEXT, [`${RELEASES}/0.9.0.sql`]: DUMP_0_9 };
  const older = "supabase/migrations/20261101000000_late.sql";
  const { violations } = await stateOf({ ...first, [SECOND]: "", [older]: "" });
  const names = "20261101000000_late.sql, 20261201000000_0_10_0.sql";
  assert.deepEqual(violations, [
    `More than one file is not released: ${names}.`,
    `${names} is older than 20261122000000_0_9_0.sql, which is released.`,
  ]);
  const two = await stateOf({
    [FIRST]: TEXT,
    [SECOND]: "select 1;",
    [`${RELEASES}/0.9.0.sql`]: DUMP_0_10,
  });
  assert.deepEqual(two.violations, ["Release 0.9.0 adds 2 migrations, not one."]);
});

Deno.test("releases/are_not_read_from_a_dump_without_a_history", async () => {
  await assert.rejects(stateOf({ [`${RELEASES}/0.9.0.sql`]: "select 1;" }), /holds no history/);
});
