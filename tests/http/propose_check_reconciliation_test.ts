// Proposing what a check pays, and editing the proposal, through supabase-js.
import { assert, assertEquals } from "@std/assert";
import { withProjectFirm } from "../support/access/project.ts";

Deno.test("propose_check_reconciliation/is_proposed_and_edited_over_http_by_billing", () =>
  withProjectFirm(async ({ sql, firm, clients: { billing, viewer } }) => {
    const entered = await billing.from("checks").insert({
      facility_id: firm.people.south,
      method: "ach",
      amount: 130,
      received_on: "2026-03-02",
    });
    assertEquals(entered.status, 201, JSON.stringify(entered.error));
    const [check] = await sql<[{ id: string }]>`
      select id from checks where facility_id = ${firm.people.south}`;
    try {
      const denied = await viewer.rpc("propose_check_reconciliation", { check_id: check.id });
      assertEquals([denied.status, denied.error?.details], [403, "role_required"]);

      const proposed = await billing.rpc("propose_check_reconciliation", { check_id: check.id });
      assertEquals(proposed.status, 200, JSON.stringify(proposed.error));
      const { id, check_id, status } = proposed.data;
      assertEquals([check_id, status], [check.id, "proposed"]);
      const lines = () =>
        billing.from("check_reconciliation_lines").select("invoice_id, component, amount")
          .eq("check_reconciliation_id", id);
      const invoice_id = firm.id("invoices", "south sent");
      assertEquals((await lines()).data, [{ invoice_id, component: "principal", amount: 100 }]);

      await billing.from("check_reconciliation_lines").update({ amount: 90 })
        .eq("check_reconciliation_id", id);
      const again = await billing.rpc("propose_check_reconciliation", { check_id: check.id });
      assertEquals(again.data, proposed.data);
      assertEquals((await lines()).data, [{ invoice_id, component: "principal", amount: 90 }]);

      const unknown = { check_id: crypto.randomUUID() };
      const refused = await billing.rpc("propose_check_reconciliation", unknown);
      assertEquals([refused.status, refused.error?.details], [404, "check_not_found"]);
      assert(refused.error?.hint);
    } finally {
      await sql`delete from check_reconciliations where check_id = ${check.id}`;
      await sql`delete from checks where id = ${check.id}`;
    }
  }));
