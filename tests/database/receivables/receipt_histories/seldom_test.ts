// What random histories seldom reach.
import { assertEquals } from "@std/assert";
import { draft } from "../../../support/billing/drafts.ts";
import { voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import {
  confirm,
  owed,
  post,
  receive,
  reconcile,
  writeOff,
} from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

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

Deno.test("receipt_histories/write_offs_of_one_reason_are_repeated_only_when_their_amounts_are", () =>
  withDatabase(async ({ sql }) => {
    const invoice = await (await Firm.create(sql)).sentInvoice("2026-04-01", "100.00");
    for (const amount of ["10", "4", "14"]) await writeOff(sql, invoice, amount);
    assertEquals(
      await owed(sql, invoice),
      "partially_paid 28.00 of 100.00, interest 0.00 of 0.00",
    );
  }));

Deno.test("receipt_histories/interest_paid_while_principal_is_open_makes_it_due_again_whatever_its_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    await firm.pay(invoice, "2026-04-11", "400.00");
    await sql`update invoices set accrued_interest = 5, interest_computed_on = '2026-04-21'`;
    await post(firm, "5", { [invoice]: "interest 5" }, "2026-04-21");
    assertEquals((await sql`select from invoices where interest_computed_on is null`).length, 1);
  }));
