// Who was mailed an invoice is told when it is void, and nobody else.
import { assertEquals } from "@std/assert";
import type { InvoiceVoidedMail } from "../../../../supabase/functions/_shared/delivery/texts/invoice_voided.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { dataOfWaiting, messages, settle, switchOn } from "../../../support/outbox/mail.ts";
import { withDatabase } from "../../../support/server/database.ts";

const CLOCK = { clock: "2026-03-04 17:30:00+00" };

Deno.test("mail/of_void_invoices_goes_to_whom_the_invoice_was_mailed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    await switchOn(sql, "invoice");
    await switchOn(sql, "invoice_voided");
    const id = await draft(firm, ["1250.50"]);
    await send(sql, [id]);
    await settle(sql, "sent");
    await voidInvoice(sql, id);
    await sql`update invoices set status = 'void' where id = ${id}`; // again
    const said: InvoiceVoidedMail = {
      to: "pay@mercy.example",
      firm: null,
      facility_name: "Mercy Hospital",
      number: "INV-2026-000001",
      issue_date: "2026-03-04",
      total: "1250.50",
    };
    assertEquals<unknown>(await dataOfWaiting(sql), [said]);
    const [, voided] = await messages(sql);
    assertEquals([voided?.kind, voided?.subject_id, voided?.step], ["invoice_voided", id, ""]);
  }, CLOCK));

Deno.test("mail/of_void_invoices_is_not_written_where_the_invoice_never_went_out_or_it_is_off", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    const written = async () => (await messages(sql)).map(({ kind }) => kind);
    await switchOn(sql, "invoice");
    const before = await draft(firm);
    await send(sql, [before]);
    await settle(sql, "sent");
    await voidInvoice(sql, before);
    assertEquals(await written(), ["invoice"], "off");

    await switchOn(sql, "invoice_voided");
    const [waits, failed, unknown] = [await draft(firm), await draft(firm), await draft(firm)];
    await send(sql, [unknown]);
    await settle(sql, "failed");
    await sql`update private.outbox set maybe_sent = true where subject_id = ${unknown}`;
    await send(sql, [failed]);
    await settle(sql, "failed");
    await send(sql, [waits]);
    for (const id of [await draft(firm), waits, failed]) await voidInvoice(sql, id);
    assertEquals((await written()).includes("invoice_voided"), false);
    await voidInvoice(sql, unknown);
    assertEquals((await written()).at(-1), "invoice_voided", "it may have been sent");
  }, CLOCK));
