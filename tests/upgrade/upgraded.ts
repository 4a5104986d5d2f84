/** Tier of the tests that runs; tests/main.ts sets it. */
const TIER = Deno.env.get("TEST_TIER");
/** Before a release, every earlier one is upgraded. */
const EVERY = Deno.env.get("RELEASES") === "all";
const LAST_RELEASES = 3;

/**
 * True if this run upgrades a release on a PostgreSQL: the last one on 17 in `deno task test`, the last three on both
 * in `deno task test all`, all of them with `RELEASES=all`.
 *
 * @param since how many releases came after it
 */
export function isUpgraded(since: number, major: number): boolean {
  const isInTest = since === 0 && major === 17;
  if (TIER === "test") return isInTest;
  if (TIER === "rest" && isInTest) return false;
  return EVERY || since < LAST_RELEASES;
}
