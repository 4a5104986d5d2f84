// Voiding and crediting an invoice of interest, and voiding what it bills the interest of.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { invoiceOf, voidInvoice } from "../../../support/billing/invoices.ts";
import { invoiceInterest, withLateInvoices } from "../../../support/receivables/billed_interest.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { noon } from "../../../support/receivables/moving_clock.ts";
import { auditOf, owed, payments, post } from "../../../support/receivables/receipts.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

Deno.test(
  "void_invoice/puts_billed_interest_back_where_it_accrued_to_be_billed_again",
  withLateInvoices(async ({ sql, facilityId }, [a, b]) => {
    const { id = "" } = await invoiceInterest(sql, facilityId);
    const voided = await voidInvoice(sql, id);
    assertEquals(voided.status, "void");
    assertEquals(await owed(sql, a), "sent 0.00 of 1000.00, interest 0.00 of 15.29");
    assertEquals(await owed(sql, b), "sent 0.00 of 2000.00, interest 0.00 of 20.71");
    assertEquals(await payments(sql), [
      "2026-05-02 interest 14.79 interest_invoice reversed",
      "2026-05-02 interest 19.73 interest_invoice reversed",
    ]);
    assertEquals(await auditOf(sql, "void_invoice"), [
      "invoices sent → sent",
      "invoices sent → sent",
      "invoices sent → void",
    ]);
    assertEquals(await voidInvoice(sql, id), voided);
    await accrueOverdueInterest(sql);
    const again = await invoiceInterest(sql, facilityId);
    assertEquals([again.number, again.total], ["INV-2026-000002", "34.52"]);
  }),
);

Deno.test(
  "void_invoice/names_the_invoice_that_bills_its_interest",
  withLateInvoices(async ({ sql, facilityId }, [a]) => {
    await invoiceInterest(sql, facilityId);
    await assertRefusedUnchanged(sql, () => voidInvoice(sql, a), 409, "invoice_has_payments");
    await assertRejectsWith(() => voidInvoice(sql, a), {
      hint: /^Void INV-2026-000001 first, which bills its interest/,
    });
  }),
);

Deno.test(
  "void_invoice/refuses_an_invoice_of_interest_that_was_paid",
  withLateInvoices(async (firm) => {
    const { sql, facilityId } = firm;
    const { id } = await invoiceInterest(sql, facilityId);
    await post(firm, "34.52", { [id ?? ""]: "34.52" }, "2026-05-02");
    await assertRefusedUnchanged(
      sql,
      () => voidInvoice(sql, id ?? ""),
      409,
      "invoice_has_payments",
    );
    assertEquals((await invoiceOf(sql, id ?? "")).status, "paid");
  }),
);

Deno.test(
  "credit_invoice/puts_the_interest_of_its_lines_back_where_it_accrued",
  withLateInvoices(async ({ sql, facilityId }, [a, b], setClock) => {
    const { id = "" } = await invoiceInterest(sql, facilityId);
    await setClock(noon("2026-05-05"));
    const [line] = await sql<[{ id: string }]>`
      select id from invoice_lines where original_invoice_id = ${a}`;
    const note = await credit(sql, id, { lines: [line.id], countsFrom: "credit" });
    assertEquals([note.amount, note.counts_on], ["14.79", "2026-05-05"]);
    assertEquals(await owed(sql, a), "sent 0.00 of 1000.00, interest 0.00 of 15.29");
    assertEquals(await owed(sql, b), "sent 0.00 of 2000.00, interest 19.73 of 20.71");
    assertEquals(
      await owed(sql, id ?? ""),
      "partially_paid 14.79 of 34.52, interest 0.00 of 0.00",
    );
    await accrueOverdueInterest(sql);
    assertEquals((await invoiceInterest(sql, facilityId, "2026-05-01")).total, "14.79");
  }),
);

Deno.test(
  "credit_invoice/without_reinstate_gives_billed_interest_up",
  withLateInvoices(async ({ sql, facilityId }, [a]) => {
    const { id = "" } = await invoiceInterest(sql, facilityId);
    await credit(sql, id, { reinstate: false });
    assertEquals(await owed(sql, a), "sent 0.00 of 1000.00, interest 14.79 of 15.29");
    assertEquals((await invoiceOf(sql, id ?? "")).status, "paid");
    assertStrictEquals((await invoiceInterest(sql, facilityId)).id, id);
  }),
);

Deno.test(
  "credit_invoice/reinstates_interest_from_today_alone",
  withLateInvoices(async ({ sql, facilityId }) => {
    const { id = "" } = await invoiceInterest(sql, facilityId);
    await assertRefusedUnchanged(
      sql,
      () => credit(sql, id),
      409,
      "interest_reinstated_from_invoice",
    );
  }),
);

Deno.test(
  "credit_invoice/in_part_gives_up_billed_interest_which_is_not_owed_again_where_it_accrued",
  withLateInvoices(async ({ sql, facilityId }, [a, b]) => {
    const { id = "" } = await invoiceInterest(sql, facilityId);
    const [line] = await sql<[{ id: string }]>`
      select id from invoice_lines where original_invoice_id = ${a}`;
    await credit(sql, id, { lines: [line.id], amounts: ["4.79"] });
    assertEquals(await owed(sql, id), "partially_paid 4.79 of 34.52, interest 0.00 of 0.00");
    assertEquals(await owed(sql, a), "sent 0.00 of 1000.00, interest 14.79 of 15.29");
    await assertRefusedUnchanged(
      sql,
      () => credit(sql, id, { lines: [line.id], countsFrom: "credit" }),
      409,
      "line_not_creditable",
    );
    // All that is left is the other line: what was given up in part stays so.
    assertEquals((await credit(sql, id, { countsFrom: "credit" })).amount, "19.73");
    assertEquals(await owed(sql, a), "sent 0.00 of 1000.00, interest 14.79 of 15.29");
    assertEquals(await owed(sql, b), "sent 0.00 of 2000.00, interest 0.00 of 20.71");
    assertEquals((await credit(sql, id, { reinstate: false })).amount, "10.00");
  }),
);
