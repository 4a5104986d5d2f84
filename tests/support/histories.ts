/**
 * Tests over random histories: `deno task test` goes through a few, under a name that says so, and `deno task test all`
 * through all of them. tests/tiers.ts names their files.
 */
const IS_FEW = Deno.env.get("TEST_TIER") === "test";
/** True where this run goes through all of them, and so should have drawn whatever they can. */
export const isWhole = !IS_FEW;
/** The part of all that is a few. */
const FEW = 1 / 20;

/** Registers such a test, by its name in this run. */
export function test(name: string, happens: () => Promise<void>): void {
  Deno.test(IS_FEW ? `${name}_in_a_few_histories` : name, happens);
}

/** Number of histories that this run goes through. */
export function countOf(all: number): number {
  return IS_FEW ? Math.ceil(all * FEW) : all;
}
