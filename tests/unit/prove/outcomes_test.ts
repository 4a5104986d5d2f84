// What callers of the soak are told, and what of it is a finding.
import { assertEquals } from "@std/assert";
import type { Kind } from "../../../prove/soak/kind.ts";
import { Outcomes } from "../../../prove/soak/outcomes.ts";

const READ: Kind = { name: "read", who: "viewer", weight: 1, call: "select 1" };
const WRITE: Kind = { ...READ, name: "write" };
/** One in SQL, and the same over HTTP. */
const TIMEOUTS = ["57014: canceling statement", "57014: canceling statement (500)"] as const;

Deno.test("soak/finds_a_timeout_that_the_same_kind_meets_again", () => {
  const outcomes = new Outcomes([READ, WRITE], new Set(["role_required"]));
  for (const kind of [READ, WRITE]) outcomes.count(kind, TIMEOUTS[0], 8_000);
  assertEquals(outcomes.wrong(), []);
  outcomes.count(WRITE, TIMEOUTS[1], 8_000);
  assertEquals(outcomes.wrong(), TIMEOUTS.map((told) => `"write" was told "${told}" (1 ×)`));
  assertEquals(outcomes.conflicts(), 3);
});

Deno.test("soak/finds_what_is_neither_done_nor_a_refusal_that_is_explained", () => {
  const outcomes = new Outcomes([READ, WRITE], new Set(["role_required"]));
  for (const told of ["done", "role_required", "no_such_slug", "XX000: oh"]) {
    outcomes.count(READ, told, 1);
  }
  assertEquals(outcomes.wrong(), [
    '"read" was told "no_such_slug" (1 ×)',
    '"read" was told "XX000: oh" (1 ×)',
  ]);
  assertEquals(outcomes.neverDone(), ["write"]);
});
