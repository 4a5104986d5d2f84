// Voiding against voiding, sending, paying, correcting and billing: named interleavings on real connections.
import { assertEquals } from "@std/assert";
import { billLine, invoiceFor } from "../support/billing/by_hand.ts";
import { draft, withDraft } from "../support/billing/drafts.ts";
import { auditOfInvoices, send, voidInvoice } from "../support/billing/invoices.ts";
import { Firm } from "../support/firm.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

/** A test with an approved entry on a draft. */
function withBilledEntry(
  test: (firm: Firm, id: string, entry: string, url: string) => Promise<void>,
) {
  return () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      const entry = await firm.entry(await firm.assignment(), "approved");
      await test(firm, await invoiceFor(firm, entry, "draft"), entry, url);
    });
}

Deno.test(
  "invoices/voided_at_this_moment_are_not_sent",
  withDraft(async ({ sql }, id, url) => {
    const sending = interleave(url, (sql) => voidInvoice(sql, id), () => send(sql, [id]));
    await assertRefused(sending, 409, "invoices_not_sendable");
  }),
);

Deno.test(
  "invoices/sent_at_this_moment_are_voided_with_their_number",
  withDraft(async ({ sql }, id, url) => {
    const voiding = interleave(
      url,
      (sql) => send(sql, [id], "2026-03-01"),
      () => voidInvoice(sql, id),
    );
    const { status, number } = await voiding;
    assertEquals([status, number], ["void", "INV-2026-000001"]);
  }),
);

Deno.test(
  "invoices/voided_by_two_at_once_keep_the_first_reason",
  withDraft(async ({ sql }, id, url) => {
    const second = interleave(
      url,
      (sql) => voidInvoice(sql, id, "First."),
      () => voidInvoice(sql, id, "Second."),
    );
    assertEquals((await second).void_reason, "First.");
    assertEquals((await auditOfInvoices(sql)).length, 1);
  }),
);

Deno.test(
  "invoices/keep_their_time_from_correction_until_they_are_void",
  withBilledEntry(async ({ sql }, id, entry, url) => {
    const sendBack = () => sql`update time_entries set status = 'draft' where id = ${entry}`;
    const connection = connectTo(url);
    await connection.begin(async (first) => {
      await voidInvoice(first, id);
      await assertRefused(sendBack(), 409, "time_entry_on_live_invoice");
    });
    await connection.end();
    assertEquals((await sendBack()).count, 1);
  }),
);

Deno.test(
  "invoices/voided_at_this_moment_give_their_time_to_the_draft_that_waits_for_it",
  withBilledEntry(async (firm, id, entry, url) => {
    const { sql } = firm;
    const next = await draft(firm, []);
    await interleave(url, (sql) => voidInvoice(sql, id), () => billLine(sql, next, entry));
    assertEquals((await send(sql, [next]))[0]?.total, "400.00");
  }),
);
