import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { owe, type Owed, proposedFor } from "../../../support/receivables/proposals.ts";
import { withDatabase } from "../../../support/server/database.ts";

/**
 * A test of which lines are proposed for a check.
 *
 * @param amount what the check is over
 * @param owed what the facility's invoices owe, the first of them number 1
 * @param lines such as `"1 principal 100.00"`: principal before interest, the oldest first
 */
export function pays(
  name: string,
  amount: string,
  owed: readonly Owed[],
  lines: readonly string[],
): void {
  Deno.test(`propose_check_reconciliation/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const ids = await owe(firm, ...owed);
      const proposed = await proposedFor(firm, amount);
      assertEquals(
        proposed.map(([id, ...rest]) => [ids.indexOf(id) + 1, ...rest].join(" ")),
        lines,
      );
    }));
}
