// Of an order no more is sent than it is over, unless whoever sends says so.
import { assert, assertEquals } from "@std/assert";
import { billLine } from "../../../support/billing/by_hand.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { invoiceOf, send, voidInvoice } from "../../../support/billing/invoices.ts";
import { addOrder, draftOfOrder } from "../../../support/billing/orders.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const DAY = "2026-03-04";

function withFirm(test: (firm: Firm) => Promise<void>): () => Promise<void> {
  return () =>
    withDatabase(async ({ sql }) => await test(await Firm.create(sql)), {
      clock: "2026-03-04 17:30:00+00",
    });
}

Deno.test(
  "send_invoices/sends_of_an_order_up_to_its_amount_and_not_a_cent_more",
  withFirm(async (firm) => {
    const { sql } = firm;
    const order = await addOrder(firm, { amount: "1000.00" });
    await send(sql, [await draftOfOrder(firm, order, "400.00")], DAY);
    const [fits, over] = [
      await draftOfOrder(firm, order, "600.00"),
      await draftOfOrder(firm, order, "600.01"),
    ];
    await assertRefused(send(sql, [over], DAY), 409, "order_exceeded");
    await send(sql, [fits], DAY);
    await assertRefused(
      send(sql, [await draftOfOrder(firm, order, "0.01")], DAY),
      409,
      "order_exceeded",
    );
    // What adds nothing goes, though more was sent than is ordered by now.
    await sql`update purchase_orders set amount = 500`;
    await send(sql, [await draftOfOrder(firm, order, "5.00", "-5.00")], DAY);
  }),
);

Deno.test(
  "send_invoices/names_every_order_that_would_be_exceeded_and_sends_nothing",
  withFirm(async (firm) => {
    const { sql } = firm;
    const used = await addOrder(firm, { number: "PO-2", amount: "1000.00" });
    await send(sql, [await draftOfOrder(firm, used, "700.00")], DAY);
    const other = await Firm.create(sql, "Aspen Clinic");
    const small = await addOrder(other, { number: "A-7", amount: "50.00" });
    const past = await addOrder(firm, { number: "PO-1", endsOn: "2026-01-05", amount: "5000.00" });
    const open = await addOrder(firm, {
      number: "PO-3",
      startsOn: "2026-01-06",
      endsOn: null,
    });

    const late = await draft(firm);
    const assignment = await firm.assignment();
    for (const day of ["2026-01-05", "2026-01-06", "2026-01-07"]) {
      await billLine(sql, late, await firm.entry(assignment, "approved", day, "1"));
    }
    const early = await draft(firm);
    await billLine(sql, early, await firm.entry(assignment, "approved", "2026-01-01", "1"));
    for (const [order, invoice] of [[past, late], [open, early]] as const) {
      await sql`
        update invoice_lines set purchase_order_id = ${order}
         where invoice_id = ${invoice} and work_date is not null`;
    }

    const ids = [
      await draftOfOrder(firm, used, "200.00"),
      await draftOfOrder(other, small, "80.00"),
      late,
      await draftOfOrder(firm, used, "150.00"),
      early,
      await draft(firm),
    ];
    const before = await contents(sql);
    const message = [
      "Orders would be exceeded: Aspen Clinic, A-7: of 50.00, 0.00 were sent, and these invoices add 80.00, which is 30.00 too much; ",
      "Mercy Hospital, PO-1: it pays for time from 2026-01-01 to 2026-01-05, and these invoices have 2 days outside, the first 2026-01-06; ",
      "Mercy Hospital, PO-2: of 1000.00, 700.00 were sent, and these invoices add 350.00, which is 50.00 too much; ",
      "Mercy Hospital, PO-3: it pays for time from 2026-01-06 on, and these invoices have 1 day outside, the first 2026-01-01.",
    ].join("");
    await assertRejectsWith(() => send(sql, ids, DAY), { detail: "order_exceeded", message });
    assertEquals(await contents(sql), before);
    await assertRefused(send(sql, ids, DAY, null), 409, "order_exceeded");
    const sent = await send(sql, ids, DAY, true);
    assert(sent.every(({ status }) => status === "sent"));
  }),
);

Deno.test(
  "send_invoices/counts_of_an_order_neither_drafts_nor_what_was_voided_or_credited",
  withFirm(async (firm) => {
    const { sql } = firm;
    const order = await addOrder(firm, { amount: "100.00" });
    const [first, second, third, fourth] = [
      await draftOfOrder(firm, order, "100.00"),
      await draftOfOrder(firm, order, "60.00", "40.00"),
      await draftOfOrder(firm, order, "60.00"),
      await draftOfOrder(firm, order, "40.00"),
    ];
    await send(sql, [first], DAY);
    await assertRefused(send(sql, [second], DAY), 409, "order_exceeded");
    await voidInvoice(sql, first);
    await send(sql, [second], DAY);
    const [sixty] = await sql<[{ id: string }]>`
      select id from invoice_lines where invoice_id = ${second} and amount = 60`;
    await credit(sql, second, { lines: [sixty.id], reinstate: false });
    await send(sql, [third], DAY);
    await assertRefused(send(sql, [fourth], DAY), 409, "order_exceeded");
    // What was sent already is answered as it is.
    assertEquals(await send(sql, [third], DAY), [await invoiceOf(sql, third)]);
  }),
);

Deno.test(
  "send_invoices/keeps_the_number_of_the_order_that_the_invoice_is_of",
  withFirm(async (firm) => {
    const { sql } = firm;
    await sql`update facilities set purchase_order = 'STANDING'`;
    const [one, two] = [
      await addOrder(firm, { number: "PO-1" }),
      await addOrder(firm, { number: "PO-2" }),
    ];
    const none = await draft(firm);
    const ofOne = await draftOfOrder(firm, one, "5.00", "6.00");
    const ofBoth = await draftOfOrder(firm, one, "5.00", "6.00");
    await sql`update invoice_lines set purchase_order_id = ${two} where invoice_id = ${ofBoth} and amount = 5`;
    const someOfOne = await draftOfOrder(firm, one, "5.00", "6.00");
    await sql`update invoice_lines set purchase_order_id = null where invoice_id = ${someOfOne} and amount = 5`;
    const byOrder = await draft(firm);
    await sql`update invoices set group_key = ${two}, group_name = 'PO-2' where id = ${byOrder}`;
    const sent = await send(sql, [none, ofOne, ofBoth, someOfOne, byOrder], DAY);
    assertEquals(sent.map(({ purchase_order }) => purchase_order), [
      "STANDING",
      "PO-1",
      "STANDING",
      "PO-1",
      "PO-2",
    ]);
    // It stays what the invoice said.
    const renamed = sql`update purchase_orders set number = 'PO-4' where id = ${one}`;
    await assertRefused(renamed, 409, "purchase_order_used");
    assertEquals((await invoiceOf(sql, ofOne)).purchase_order, "PO-1");
  }),
);
