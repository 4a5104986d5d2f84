// Money that comes in, through supabase-js: entered, spread, confirmed, returned, given up.
import { assertEquals } from "@std/assert";
import { withProjectFirm } from "../support/access/project.ts";

Deno.test("receipts/are_entered_and_confirmed_and_returned_over_http_by_billing", () =>
  withProjectFirm(async ({ firm, clients: { billing, viewer } }) => {
    const invoice_id = firm.id("invoices", "north sent"); // over 100
    const entered = await billing.from("checks")
      .insert({
        facility_id: firm.people.north,
        method: "ach",
        amount: 90,
        received_on: "2026-02-03",
      })
      .select().single();
    const check_id = entered.data.id;
    const made = await billing.from("check_reconciliations").insert({ check_id }).select("id")
      .single();
    const reconciling = { check_reconciliation_id: made.data?.id };
    const line = await billing.from("check_reconciliation_lines")
      .insert({ ...reconciling, invoice_id, component: "principal", amount: 100.01 });
    assertEquals(line.status, 201, JSON.stringify(line.error));

    const denied = await viewer.rpc("confirm_check_reconciliation", reconciling);
    assertEquals([denied.status, denied.error?.details], [403, "role_required"]);
    const over = await billing.rpc("confirm_check_reconciliation", reconciling);
    assertEquals([over.status, over.error?.details], [409, "lines_over_owed"]);
    await billing.from("check_reconciliation_lines").update({ amount: 80 })
      .eq("check_reconciliation_id", reconciling.check_reconciliation_id);
    const confirmed = await billing.rpc("confirm_check_reconciliation", reconciling);
    assertEquals([confirmed.status, confirmed.data.status], [200, "confirmed"]);
    const again = await billing.rpc("confirmcheckreconciliation", reconciling);
    assertEquals(again.data, confirmed.data);

    const look = async () => {
      const { data } = await billing.from("invoices")
        .select("status, amount_paid, balance").eq("id", invoice_id).single();
      return data;
    };
    assertEquals(await look(), { status: "partially_paid", amount_paid: 80, balance: 20 });
    const credit = await billing.from("facility_credits").select("remaining").eq(
      "check_id",
      check_id,
    );
    assertEquals(credit.data, [{ remaining: 10 }]);

    const off = await billing.rpc("write_off_invoice", {
      invoice_id,
      amount: 20,
      reason: "Disputed",
    });
    assertEquals([off.status, off.data.status, off.data.balance], [200, "paid", 0]);
    const returned = await billing.rpc("return_check", { check_id, reason: "No funds" });
    assertEquals([returned.status, returned.data.status], [200, "returned"]);
    assertEquals(await look(), { status: "partially_paid", amount_paid: 20, balance: 80 });
    const late = await billing.from("check_reconciliation_lines").update({ amount: 1 })
      .eq("check_reconciliation_id", reconciling.check_reconciliation_id).select();
    assertEquals([late.status, late.error?.details], [409, "reconciliation_not_proposed"]);
  }));
