import { Firm } from "../../../support/firm.ts";
import { owe, propose } from "../../../support/receivables/proposals.ts";
import { receive } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

Deno.test("propose_check_reconciliation/asks_for_a_check", () =>
  withDatabase(async ({ sql }) => {
    await assertRefusedUnchanged(sql, () => propose(sql, null), 400, "argument_missing");
    const unknown = crypto.randomUUID();
    await assertRefusedUnchanged(sql, () => propose(sql, unknown), 404, "check_not_found");
  }));

Deno.test("propose_check_reconciliation/refuses_a_returned_check_whether_it_was_proposed_or_not", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await owe(firm, { principal: "100.00" });
    const [never, once] = [await receive(firm, "100.00"), await receive(firm, "100.00")];
    await propose(sql, once);
    await sql`update checks set status = 'returned', return_reason = 'No funds'`;
    for (const check of [never, once]) {
      await assertRefusedUnchanged(sql, () => propose(sql, check), 409, "check_returned");
    }
  }));
