// The statements that break the tree, and the tests that they are given to.
import { assert, assertEquals } from "@std/assert";
import {
  changeOf,
  describe,
  lineOf,
  mutantsOf,
  readBodies,
  statementOf,
} from "../../../prove/mutations/bodies.ts";
import { EQUIVALENT } from "../../../prove/mutations/equivalent.ts";
import { type MeasuredTest, testsOf } from "../../../prove/mutations/tests_of.ts";

function test(path: string, calls: readonly string[], seconds: number, text = ""): MeasuredTest {
  return { path, text, seconds, calls: new Set(calls) };
}

function pathsOf(body: Parameters<typeof testsOf>[0], tests: readonly MeasuredTest[]): string[] {
  const bodies = [{ name: "private.sums", text: "select amount from public.open_bills" }];
  return testsOf(body, bodies, tests).map(({ path }) => path);
}

Deno.test("mutants/every_function_and_view_of_the_tree_can_be_broken", async () => {
  const bodies = await readBodies();
  const tree = bodies.map(({ name }) => name);
  assert(tree.includes("public.void_invoice") && tree.includes("public.ar_aging"), "they are read");
  assertEquals(tree.length, new Set(tree).size, "each is read once");
  const mutants = mutantsOf(bodies);
  for (const mutant of mutants) {
    const { body: { name, statement, at, text }, place } = mutant;
    assertEquals(statement.slice(at, at + text.length), text, name);
    const broken = statementOf(mutant);
    assert(broken.startsWith(`create or replace `), name);
    const from = at + place.at;
    assertEquals(broken.slice(0, from), statement.slice(0, from), name);
    assertEquals(
      broken.slice(from),
      place.new + statement.slice(from + place.old.length),
      describe(mutant),
    );
  }
});

Deno.test("mutants/that_say_the_same_as_the_tree_are_places_of_it", async () => {
  const mutants = new Set(
    mutantsOf(await readBodies()).map((mutant) =>
      JSON.stringify([mutant.body.name, lineOf(mutant), changeOf(mutant)])
    ),
  );
  const gone = Object.values(EQUIVALENT).flat()
    .filter(({ body, line, change }) => !mutants.has(JSON.stringify([body, line, change])));
  assertEquals(gone, []);
});

Deno.test("mutants/are_given_to_the_tests_that_call_them_the_likeliest_first", () => {
  const body = {
    path: "supabase/schemas/billing/bill_time.sql",
    name: "private.bill",
    isView: false,
  };
  const calls = ["private.bill"];
  const tests = [
    test("tests/database/payroll/pay_test.ts", calls, 1),
    test("tests/database/billing/draft_test.ts", calls, 5),
    test("tests/database/billing/lines_test.ts", calls, 2),
    test("tests/database/billing/sent_test.ts", calls, 9, "private.bill(1)"),
    test("tests/concurrency/bill_time_test.ts", calls, 20),
    test("tests/database/billing/other_test.ts", ["private.other"], 1, "private.bill(1)"),
  ];
  assertEquals(pathsOf(body, tests), [
    "tests/concurrency/bill_time_test.ts",
    "tests/database/billing/sent_test.ts",
    "tests/database/billing/lines_test.ts",
    "tests/database/billing/draft_test.ts",
    "tests/database/payroll/pay_test.ts",
  ]);
});

Deno.test("mutants/of_a_view_are_given_to_what_names_it", () => {
  const view = {
    path: "supabase/schemas/billing/views.sql",
    name: "public.open_bills",
    isView: true,
  };
  const tests = [
    test("tests/database/journal/sums_test.ts", ["private.sums"], 1),
    test("tests/database/billing/open_test.ts", [], 1, "select * from open_bills"),
    test("tests/database/billing/draft_test.ts", ["private.bill"], 1),
    test("tests/database/billing/sums_test.ts", ["private.sums"], 1),
    test("tests/database/people/open_test.ts", [], 1, "select * from open_bills"),
  ];
  assertEquals(pathsOf(view, tests), [
    "tests/database/billing/open_test.ts",
    "tests/database/people/open_test.ts",
    "tests/database/billing/sums_test.ts",
    "tests/database/journal/sums_test.ts",
  ]);
});

Deno.test("mutants/are_given_to_five_minutes_of_tests_or_to_one_that_takes_longer", () => {
  const body = { path: "supabase/schemas/time/a.sql", name: "private.a", isView: false };
  const many = [1, 2, 3].map((at) => test(`tests/database/time/t${at}_test.ts`, [body.name], 140));
  assertEquals(pathsOf(body, many).length, 2);
  assertEquals(pathsOf(body, [test("tests/database/time/t_test.ts", [body.name], 400)]).length, 1);
});
