/**
 * Tests over random histories: `deno task test` goes through a few of them, `deno task test rest` through a quarter, and
 * `deno task test all`, as whoever names a file, through all. Names say which. tests/tiers.ts names their files.
 */
const TIER = Deno.env.get("TEST_TIER");
const LESS: Readonly<Record<string, { readonly part: number; readonly name: string }>> = {
  test: { part: 1 / 20, name: "_in_a_few_histories" },
  rest: { part: 1 / 4, name: "_in_a_quarter_of_the_histories" },
};
const less = LESS[TIER ?? ""];
/** True where this run goes through all of them, and so should have drawn whatever they can. */
export const isWhole = less === undefined;

/** Registers such a test, by its name in this run. */
export function test(name: string, happens: () => Promise<void>): void {
  Deno.test(`${name}${less?.name ?? ""}`, happens);
}

/** Number of histories that this run goes through. */
export function countOf(all: number): number {
  return Math.ceil(all * (less?.part ?? 1));
}
