import { assert, assertEquals } from "@std/assert";
import { writtenRefusals } from "./refusals.ts";

/** Nouns that are counted in words, in the plural. `hours` have two decimals, which take it. */
const PLURAL =
  "adjustments|alerts|arguments|assignments|batches|candidates|checks|contractors|credits|days|entries|" +
  "extensions|facilities|hits|invoices|lines|payments|people|periods|rates|renewals|stipends|weeks|workweeks";

/** The words that begin a sentence which says what to do. */
const WHAT_TO_DO = new Set(
  ("Add Approve Ask Bill Call Change Choose Close Correct Create Delete Discard Do End Enter Expect Give Have Insert Keep " +
    "Leave Look Lower Make Move Pay Post Prepare Return Say Send Set Spend Start Submit Take Try Use Void Wait Write")
    .split(" "),
);

/** `%s entries` and `These entries`, also where words stand between. */
const COUNTED = new RegExp(
  `(?:%s|\\bthese)(?: (?!(?:as|at|by|for|from|has|in|is|of|on|or|owes|to|up)\\b)\\w+){0,2} (?:${PLURAL})\\b`,
  "i",
);

Deno.test("house_rules/no_refusal_counts_before_a_plural_that_is_fixed", async () => {
  const refusals = await writtenRefusals();
  assert(refusals.length > 100);
  const fixed = refusals.filter(({ message }) => COUNTED.test(message));
  assertEquals(fixed.map(({ place }) => place), [], "call private.counted");
});

Deno.test("house_rules/every_hint_says_first_what_to_do", async () => {
  const others = (await writtenRefusals())
    .filter(({ hint }) => !WHAT_TO_DO.has(/^\w+/.exec(hint)?.[0] ?? ""))
    .map(({ place, hint }) => `${place}: ${hint}`);
  assertEquals(others, [], "a new word for what to do belongs into the list");
});
