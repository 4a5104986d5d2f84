// Every test file is run by `deno task test` or by the rest of `deno task test all`.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { LEFT_OUT, LESSENED, runOf } from "../../tiers.ts";
import { filesIn, ROOT } from "./files.ts";

const files = await filesIn("tests", "_test.ts");
const leftOut = LEFT_OUT.flatMap(({ paths }) => paths);
const less = LESSENED.flatMap(({ paths }) => paths);

Deno.test("tiers/name_files_and_folders_that_are_there_each_once", async () => {
  assertStrictEquals(new Set([...leftOut, ...less]).size, leftOut.length + less.length);
  for (const path of [...leftOut, ...less]) {
    const { isFile, isDirectory } = await Deno.stat(new URL(path, ROOT));
    assert(isFile ? path.endsWith("_test.ts") : isDirectory, path);
  }
  assertEquals(
    less.filter((path) => leftOut.some((other) => path.startsWith(`${other}/`))),
    [],
  );
});

Deno.test("tiers/run_each_file_in_one_of_both_and_those_that_do_less_in_both", () => {
  const test = runOf([], files).args;
  const rest = runOf(["rest"], files).args;
  assertEquals([...new Set([...test, ...rest])].sort(), files);
  assertEquals(test.filter((file) => rest.includes(file)), [...less].sort());
  assertEquals(runOf(["all"], files).args.at(-1), "tests/");
  for (const path of leftOut) {
    assert(!test.some((file) => `${file}/`.startsWith(`${path}/`)), path);
  }
});

Deno.test("tiers/halve_the_rest_and_the_longest_of_it", () => {
  const [first, second] = ["rest/1", "rest/2"].map((half) => runOf([half], files).args);
  assert(first && second);
  assertEquals([...first, ...second].sort(), runOf(["rest"], files).args.toSorted());
  assert(Math.abs(first.length - second.length) < 2);
  const longest = ["tests/console/dialogs_test.ts", "tests/console/looks_test.ts"];
  assertStrictEquals(longest.filter((file) => first.includes(file)).length, 1);
});

Deno.test("tiers/leave_out_what_is_to_be_ignored_and_all_below_it", () => {
  const http = (args: readonly string[]) => args.filter((file) => file.startsWith("tests/http/"));
  assert(http(runOf(["rest"], files).args).length > 0);
  const ignoring = "--ignore=tests/http,tests/deploy/self_hosted_test.ts";
  const { args } = runOf(["rest", ignoring], files);
  assertEquals(http(args), []);
  assert(!args.includes("tests/deploy/self_hosted_test.ts"));
  assertStrictEquals(args[0], ignoring);
  const [, ...half] = runOf(["rest/1", ignoring], files).args;
  assertEquals(half, runOf(["rest/1"], files).args.filter((file) => args.includes(file)));
});

Deno.test("tiers/what_is_named_runs_whichever_tier_it_is_of", () => {
  const args = ["--no-check", "tests/console", "tests/http"];
  assertEquals(runOf(args, files), { tier: "named", args, leftOut: [] });
});

Deno.test("tiers/say_what_they_leave_out", () => {
  const [head, ...kinds] = runOf(["--no-check"], files).leftOut;
  assertEquals(head, "Left out, for `deno task test all`:");
  assertEquals(kinds, [...LEFT_OUT, ...LESSENED].map(({ what }) => `- ${what}`));
  assertMatch(runOf(["all"], files).leftOut.join(" "), /^Left out, for before a release: /);
});
