// Every test file is run by `deno task test` or by the rest of `deno task test all`.
import assert from "node:assert/strict";
import { LEFT_OUT, LESSENED, runOf } from "../../tiers.ts";
import { ROOT } from "./files.ts";

Deno.test("tiers/name_files_and_folders_that_are_there_each_once", async () => {
  const paths = [...LEFT_OUT, ...LESSENED].flatMap((kind) => kind.paths);
  assert.equal(new Set(paths).size, paths.length);
  for (const path of paths) {
    const { isFile, isDirectory } = await Deno.stat(new URL(path, ROOT));
    assert(isFile ? path.endsWith("_test.ts") : isDirectory, path);
  }
});

Deno.test("tiers/the_rest_is_what_the_first_leaves_out_and_what_it_does_less_of", () => {
  const [ignored = "", ...first] = runOf([]).args;
  const rest = new Set(runOf(["rest"]).args);
  const left = ignored.replace("--ignore=", "").split(",");
  const less = LESSENED.flatMap((kind) => kind.paths);
  assert.deepEqual([...left, ...less].filter((path) => !rest.has(path)), []);
  assert.equal(first.at(-1), "tests/");
  assert.deepEqual(first.filter((path) => left.includes(path)), []);
  assert.equal(runOf(["all"]).args.at(-1), "tests/");
});

Deno.test("tiers/what_is_named_runs_whichever_tier_it_is_of", () => {
  const args = ["--no-check", "tests/console", "tests/http"];
  assert.deepEqual(runOf(args), { tier: "named", args, leftOut: [] });
});

Deno.test("tiers/say_what_they_leave_out", () => {
  const kinds = [...LEFT_OUT, ...LESSENED];
  assert.deepEqual(runOf(["--no-check"]).leftOut.slice(1), kinds.map(({ what }) => `- ${what}`));
  assert.match(runOf(["all"]).leftOut.join(" "), /^Left out, for before a release: /);
});
