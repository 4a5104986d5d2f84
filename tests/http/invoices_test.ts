// Sending and voiding invoices through supabase-js.
import { assert, assertEquals, fail } from "@std/assert";
import { withProjectFirm } from "../support/access/project.ts";

Deno.test("invoices/are_sent_and_voided_over_http_by_billing", () =>
  withProjectFirm(async ({ firm, clients: { billing, viewer } }) => {
    const [first, second] = [
      firm.id("invoices", "south draft"),
      firm.id("invoices", "north draft"),
    ];
    const sending = { invoice_ids: [first, second], issue_date: "2026-03-01" };
    const denied = await viewer.rpc("send_invoices", sending);
    assertEquals([denied.status, denied.error?.details], [403, "role_required"]);

    const sent = await billing.rpc("send_invoices", sending);
    assertEquals(sent.status, 200, JSON.stringify(sent.error));
    const [one, two, ...others] = sent.data;
    assertEquals(others, []);
    assertEquals([one.id, two.id], [first, second]);
    assertEquals([one.status, one.issue_date, one.due_date], [
      "sent",
      "2026-03-01",
      "2026-03-31",
    ]);
    const pattern = /^([A-Z0-9]+-2026)-(\d{6})$/;
    const [, prefix, number] = pattern.exec(one.number) ?? fail(one.number);
    assertEquals(two.number, `${prefix}-${String(Number(number) + 1).padStart(6, "0")}`);
    assertEquals((await billing.rpc("send_invoices", sending)).data, sent.data);

    const voiding = { invoice_id: first, reason: "Billed to the wrong facility." };
    const voided = await billing.rpc("void_invoice", voiding);
    assertEquals(voided.status, 200, JSON.stringify(voided.error));
    const { status, number: kept, void_reason } = voided.data;
    assertEquals([status, kept, void_reason], ["void", one.number, voiding.reason]);

    const again = await billing.rpc("send_invoices", sending);
    assertEquals(again.status, 409);
    assertEquals(again.error?.details, "invoices_not_sendable");
    assert(again.error?.message.includes(`(${first}): it is void.`), again.error?.message);
    assert(again.error?.hint);

    const paid = firm.id("invoices", "north paid");
    const refused = await billing.rpc("void_invoice", { ...voiding, invoice_id: paid });
    assertEquals([refused.status, refused.error?.details], [409, "invoice_has_payments"]);
  }));
