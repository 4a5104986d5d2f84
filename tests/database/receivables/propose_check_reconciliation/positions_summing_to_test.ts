// The search for amounts that add up to a check finds the best there is, held against a count over all sums.
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { withDatabase } from "../../../support/server/database.ts";
import { firstSummingTo } from "./oracle.ts";

/** Cents, of which few are different, so that many subsets have the same sum. */
const amounts = fc.integer({ min: 2, max: 60 }).chain((largest) =>
  fc.array(fc.integer({ min: -1, max: largest }), { maxLength: 40, size: "max" })
);
const searches = amounts.chain((amounts) =>
  fc.record({
    amounts: fc.constant(amounts),
    target: fc.oneof(
      fc.integer({ min: 1, max: 700 }),
      fc.subarray(amounts.filter((amount) => amount > 0)).map((some) =>
        Math.max(1, some.reduce((sum, amount) => sum + amount, 0))
      ),
    ),
  })
);

Deno.test("propose_check_reconciliation/finds_the_fewest_and_oldest_amounts_that_add_up", () =>
  withDatabase(({ sql }) =>
    fc.assert(
      fc.asyncProperty(searches, async ({ amounts, target }) => {
        const [found] = await sql`
          select private.positions_summing_to(${amounts}::numeric[], ${target}) as positions`;
        assertEquals(found?.positions, firstSummingTo(amounts, target));
      }),
      { numRuns: 200 },
    )
  ));
