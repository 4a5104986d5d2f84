// What is wrong in two ways is refused for what comes first: an invoice that is not sent owes nothing at all.
import { withDatabase } from "../../support/database.ts";
import { Firm } from "../../support/firm.ts";
import { assertRefusedUnchanged } from "../../support/hiring.ts";
import { draft, voidInvoice } from "../../support/invoices.ts";
import { confirm, receive, reconcile, writeOff } from "../../support/receipts.ts";

Deno.test("receipt_histories/more_than_the_total_of_a_draft_or_void_invoice_is_refused_as_not_sent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const gone = await firm.sentInvoice("2026-04-01", "100.00");
    await voidInvoice(sql, gone);
    for (const invoice of [await draft(firm), gone]) {
      const check = await receive(firm, "200");
      const lines = await reconcile(sql, { check }, { [invoice]: "150" });
      const refuses = (attempt: () => Promise<unknown>) =>
        assertRefusedUnchanged(sql, attempt, 409, "invoice_not_sent");
      await refuses(() => confirm(sql, lines));
      await refuses(() => writeOff(sql, invoice, "150"));
    }
  }));
