// Lists that are longer than an answer.
import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { allPages } from "../../../packages/client/src/all_pages.ts";

/** Answers of a list of so many rows, as PostgREST cuts them, and the ranges that were asked for. */
function listOf(count: number, maxRows = 1000) {
  const asked: [number, number][] = [];
  const page = (from: number, to: number) => {
    asked.push([from, to]);
    const rows = Math.max(0, Math.min(count - from, to - from + 1, maxRows));
    return Promise.resolve({
      data: Array.from({ length: rows }, (_, at) => from + at),
      error: null,
    });
  };
  return { asked, page };
}

Deno.test("all_pages/reads_on_until_an_answer_is_not_full", async () => {
  for (const [count, answers] of [[0, 1], [999, 1], [1000, 2], [2500, 3]] as const) {
    const { asked, page } = listOf(count);
    const rows = await allPages(page);
    assertEquals(rows, Array.from({ length: count }, (_, at) => at));
    assertStrictEquals(asked.length, answers);
  }
  const { asked, page } = listOf(250, 100);
  assertStrictEquals((await allPages(page, 100)).length, 250);
  assertEquals(asked, [[0, 99], [100, 199], [200, 299]]);
});

Deno.test("all_pages/throws_the_error_of_a_page_as_it_is", async () => {
  const error = { code: "PT403", details: "role_required", message: "No.", hint: null };
  const { page } = listOf(1000);
  const thrown = await assertRejects(
    () =>
      allPages((from, to) => from === 0 ? page(from, to) : Promise.resolve({ data: null, error }))
        .catch((thrown) => {
          assertStrictEquals(thrown, error);
          throw new Error("thrown");
        }),
    Error,
  );
  assertStrictEquals(thrown.message, "thrown");
});
