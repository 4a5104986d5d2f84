// What other proposals claim is not proposed again.
import { assert, assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { claim, owe, proposedFor } from "../../../support/receivables/proposals.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { confirm } from "../../../support/receivables/receipts.ts";

/** A test with an invoice that owes 100.00 and 10.00 of interest. */
function withInvoice(test: (firm: Firm, id: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const [id] = await owe(firm, { principal: "100.00", interest: "10.00" });
      assert(id !== undefined);
      await test(firm, id);
    });
}

for (const source of ["check", "credit"] as const) {
  Deno.test(
    `propose_check_reconciliation/proposes_what_the_proposal_of_a_${source}_leaves`,
    withInvoice(async (firm, id) => {
      await claim(firm, source, [id, "principal", "40.00"], [id, "interest", "3.00"]);
      assertEquals(await proposedFor(firm, "500.00"), [
        [id, "principal", "60.00"],
        [id, "interest", "7.00"],
      ]);
    }),
  );
}

Deno.test(
  "propose_check_reconciliation/adds_up_what_several_proposals_claim",
  withInvoice(async (firm, id) => {
    await claim(firm, "check", [id, "principal", "40.00"]);
    await claim(firm, "credit", [id, "principal", "35.00"]);
    assertEquals(await proposedFor(firm, "25.00"), [[id, "principal", "25.00"]]);
    assertEquals(await proposedFor(firm, "25.00"), [[id, "interest", "10.00"]]);
    assertEquals(await proposedFor(firm, "25.00"), []);
  }),
);

Deno.test(
  "propose_check_reconciliation/takes_what_is_claimed_beyond_what_is_open_for_paid",
  withInvoice(async (firm, id) => {
    const [other] = await owe(firm, { principal: "70.00" });
    await claim(firm, "check", [id, "principal", "150.00"]);
    assertEquals<unknown>(await proposedFor(firm, "500.00"), [
      [other, "principal", "70.00"],
      [id, "interest", "10.00"],
    ]);
  }),
);

Deno.test(
  "propose_check_reconciliation/counts_what_is_confirmed_once_and_what_was_returned_not_at_all",
  withInvoice(async (firm, id) => {
    const { sql } = firm;
    const confirmed = await claim(firm, "check", [id, "principal", "40.00"]);
    await confirm(sql, confirmed);
    const returned = await claim(firm, "check", [id, "principal", "50.00"]);
    await sql`update check_reconciliations set status = 'returned' where id = ${returned}`;
    assertEquals(await proposedFor(firm, "60.00"), [[id, "principal", "60.00"]]);
  }),
);
