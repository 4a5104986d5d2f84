// What webhooks are told of invoices: ids alone, in the order in which it happened, each once.
import { assert, assertEquals, assertRejects } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import { SERVICE } from "../../../support/access/callers.ts";
import { adjust, draft, emptyDraft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { addWebhook, callsOf } from "../../../support/outbox/webhooks.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { post, returnCheck, writeOff } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** A test with a firm and a webhook that is told of everything; `told` gives the events about an invoice. */
function withWebhook(
  test: (
    firm: Firm,
    told: (invoiceId: string) => Promise<string[]>,
    setClock: (instant: string) => Promise<void>,
  ) => Promise<void>,
): () => Promise<void> {
  return withMovingClock("2026-04-10", async (firm, setClock) => {
    const { id } = await addWebhook(firm.sql);
    await test(firm, (invoiceId) => told(firm.sql, id, invoiceId), setClock);
  });
}

async function told(sql: postgres.Sql, webhookId: string, invoiceId: string): Promise<string[]> {
  const calls = await callsOf(sql, webhookId);
  const rows =
    await sql`select distinct subject_id from private.outbox where data ->> 'invoice_id' = ${invoiceId}`;
  assert(rows.every((row) => row.subject_id === invoiceId), "they are about the invoice");
  return calls.filter(({ data }) => data.invoice_id === invoiceId).map(({ kind }) => kind);
}

Deno.test(
  "webhooks/are_told_of_an_invoice_as_it_is_sent_credited_and_paid",
  withWebhook(async (firm, told) => {
    const invoice = await draft(firm, ["100.00", "50.00"]);
    assertEquals(await told(invoice), []);
    await send(firm.sql, [invoice]);
    const [line] = await firm.sql`
      select id from invoice_lines where invoice_id = ${invoice} and amount = 50`;
    const note = await credit(firm.sql, invoice, { lines: [line?.id] });
    await post(firm, "60.00", { [invoice]: "60.00" });
    assertEquals(await told(invoice), ["invoice.sent", "invoice.credited"]);
    await post(firm, "40.00", { [invoice]: "40.00" });
    assertEquals(await told(invoice), ["invoice.sent", "invoice.credited", "invoice.paid"]);
    const data = await firm.sql`select data from private.outbox order by place`;
    assertEquals(data.map(({ data }) => data), [
      { invoice_id: invoice },
      { invoice_id: invoice, credit_note_id: note.id },
      { invoice_id: invoice },
    ]);
  }),
);

Deno.test(
  "webhooks/are_told_of_the_credit_before_what_it_pays",
  withWebhook(async (firm, told) => {
    const invoice = await draft(firm);
    await send(firm.sql, [invoice]);
    await credit(firm.sql, invoice);
    assertEquals(await told(invoice), ["invoice.sent", "invoice.credited", "invoice.paid"]);
  }),
);

Deno.test(
  "webhooks/are_told_each_time_that_an_invoice_becomes_paid",
  withWebhook(async (firm, told, setClock) => {
    const invoice = await draft(firm);
    await send(firm.sql, [invoice]);
    const check = await post(firm, "100.00", { [invoice]: "100.00" });
    await setClock(noon("2026-04-11"));
    await returnCheck(firm.sql, check);
    await writeOff(firm.sql, invoice, "30.00");
    assertEquals(await told(invoice), ["invoice.sent", "invoice.paid"]);
    await post(firm, "70.00", { [invoice]: "70.00" });
    assertEquals(await told(invoice), ["invoice.sent", "invoice.paid", "invoice.paid"]);
  }),
);

Deno.test(
  "webhooks/are_told_of_an_invoice_of_zero_that_it_was_sent_and_then_paid",
  withWebhook(async (firm, told) => {
    const invoice = await draft(firm, ["100.00", "-100.00"]);
    await send(firm.sql, [invoice]);
    assertEquals(await told(invoice), ["invoice.sent", "invoice.paid"]);
  }),
);

Deno.test(
  "webhooks/are_told_that_a_sent_invoice_is_void_and_not_that_a_draft_is",
  withWebhook(async (firm, told) => {
    const [sent, unsent] = [await draft(firm), await draft(firm)];
    await send(firm.sql, [sent]);
    for (const invoice of [sent, unsent, sent]) await voidInvoice(firm.sql, invoice);
    assertEquals(await told(sent), ["invoice.sent", "invoice.voided"]);
    assertEquals(await told(unsent), []);
  }),
);

Deno.test(
  "webhooks/are_not_told_that_what_a_firm_moves_in_with_was_sent_but_of_what_comes_of_it",
  withWebhook(async (firm, told) => {
    const opening = await emptyDraft(firm, { kind: "opening" });
    await adjust(firm.sql, opening, "100.00");
    await firm.sql`
      update invoices set status = 'sent', number = 'A-1', issue_date = '2026-04-01', due_date = '2026-04-01'
       where id = ${opening}`;
    assertEquals(await told(opening), []);
    await post(firm, "100.00", { [opening]: "100.00" });
    assertEquals(await told(opening), ["invoice.paid"]);
    const imported = await firm.sentInvoice("2026-04-30");
    assertEquals(await told(imported), []);
  }),
);

Deno.test(
  "webhooks/are_told_of_what_a_program_inserts_as_sent_with_the_secret_key",
  withWebhook(async (firm, told) => {
    const insert = (status: string, kind: string, total: number) =>
      actingAs(firm.sql, SERVICE, async (sql) => {
        const [row] = await sql<[{ id: string }]>`
          insert into invoices (facility_id, kind, period_start, period_end, due_date, total, status, number)
          values (${firm.facilityId}, ${kind}, '2026-03-02', '2026-03-08', '2026-04-30', ${total}, ${status},
                  gen_random_uuid()::text)
          returning id`;
        return row.id;
      });
    assertEquals(await told(await insert("sent", "manual", 100)), ["invoice.sent"]);
    const nothing = await insert("sent", "manual", 0);
    assertEquals(await told(nothing), ["invoice.sent", "invoice.paid"]);
    assertEquals(await told(await insert("sent", "opening", 100)), []);
  }),
);

Deno.test("webhooks/are_told_once_of_what_is_called_again_and_not_of_what_is_taken_back", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { id } = await addWebhook(sql);
    const invoice = await draft(firm);
    const undone = sql.begin(async (sql) => {
      await send(sql, [invoice]);
      throw new Error("taken back");
    });
    await assertRejects(() => undone, Error, "taken back");
    assertEquals(await callsOf(sql, id), []);
    for (let call = 0; call < 3; call++) await send(sql, [invoice]);
    assertEquals((await callsOf(sql, id)).length, 1);
  }));

Deno.test("webhooks/are_told_of_the_events_that_they_want_and_while_they_are_on", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const sent = await addWebhook(sql, { events: ["invoice.sent"] });
    const voided = await addWebhook(sql, { events: ["invoice.voided", "invoice.paid"] });
    const off = await addWebhook(sql);
    await sql`update webhooks set is_active = false where id = ${off.id}`;
    const invoices = [await draft(firm), await draft(firm)];
    await send(sql, invoices);
    await voidInvoice(sql, invoices[1] ?? "");
    assertEquals(
      (await callsOf(sql, sent.id)).map(({ kind, data }) => [kind, data.invoice_id]),
      invoices.map((invoice) => ["invoice.sent", invoice]),
    );
    assertEquals<unknown>(await callsOf(sql, voided.id), [
      { kind: "invoice.voided", data: { invoice_id: invoices[1] } },
    ]);
    assertEquals(await callsOf(sql, off.id), []);
  }));
