// What is used of an order, and who learns of it.
import { assertEquals } from "@std/assert";
import { pastTriggers } from "../../../../fixtures/past_triggers.ts";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { addOrder, draftOfOrder } from "../../../support/billing/orders.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("purchase_order_usage/adds_up_what_is_sent_and_drafted_and_warns_from_80_percent_on", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const order = async (number: string, amount: string | null, drafted: string, sent: string) => {
      const id = await addOrder(firm, { number, amount });
      const [one, other] = [
        await draftOfOrder(firm, id, sent),
        await draftOfOrder(firm, id, drafted),
      ];
      await send(sql, [one], "2026-03-01", true);
      return { id, sent: one, drafted: other };
    };
    await order("A", "1000.00", "99.94", "700.00");
    await order("B", "1000.00", "100.00", "700.00");
    await order("C", "1000.00", "600.00", "700.00");
    await order("D", null, "600.00", "700.00");
    const back = await order("E", "1000.00", "80.00", "900.00");
    await voidInvoice(sql, back.drafted);
    await credit(sql, back.sent);
    await addOrder(firm, { number: "F", amount: "3.00" });
    const used = await sql<{ row: string }[]>`
      select concat_ws(' ', number, sent_amount, draft_amount, remaining, used_share, is_nearly_used::text, over_amount) as row
        from purchase_order_usage order by number`;
    assertEquals(used.map(({ row }) => row), [
      "A 700.00 99.94 200.06 0.7999 false 0.00",
      "B 700.00 100.00 200.00 0.8000 true 0.00",
      "C 700.00 600.00 -300.00 1.3000 true 300.00",
      "D 700.00 600.00 false 0.00",
      "E 0.00 0.00 1000.00 0.0000 false 0.00",
      "F 0.00 0.00 3.00 0.0000 false 0.00",
    ]);
  }));

Deno.test("purchase_order_usage/tells_contacts_of_their_facility_nothing_of_drafts", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const facilityId = firm.people.north;
    const order = await addOrder({ sql, facilityId }, { number: "PO-9", amount: "1000.00" });
    await pastTriggers(sql, async (sql) => {
      await sql`
        update invoice_lines as line set purchase_order_id = ${order}
          from invoices as invoice
         where invoice.id = invoice_id and facility_id = ${facilityId} and line.kind = 'adjustment'`;
      await sql`
        insert into private.order_amounts (purchase_order_id, invoice_id, credit_note_id, amount)
        select purchase_order_id, invoice_id, null, line.amount
          from invoice_lines as line join invoices on invoices.id = invoice_id
         where purchase_order_id is not null and sent_at is not null
         union all
        select purchase_order_id, invoice_id, credit_note_id, - line.amount
          from invoice_lines as line join credit_note_lines on invoice_line_id = line.id
         where purchase_order_id is not null`;
    });
    // Of three that were sent, a credit note took one back.
    const asked =
      `select sent_amount, draft_amount from purchase_order_usage where number = 'PO-9'`;
    const [staff] = await runAs(sql, firm, "viewer", asked);
    const [contact] = await runAs(sql, firm, "north", asked);
    assertEquals(await runAs(sql, firm, "south", asked).then((rows) => [...rows]), []);
    assertEquals([staff, contact], [
      { sent_amount: "200.00", draft_amount: "100.00" },
      { sent_amount: "200.00", draft_amount: "0.00" },
    ]);
  }));

Deno.test("purchase_orders/count_what_billing_adjusts_on_invoices_that_are_made_by_order", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const order = await addOrder(firm);
    const [byOrder, other] = [await draft(firm), await draft(firm)];
    await sql`update invoices set group_key = ${order}, group_name = 'PO-1' where id = ${byOrder}`;
    await sql`update invoices set group_key = ${crypto.randomUUID()}, group_name = 'Ada' where id = ${other}`;
    await sql.begin(async (sql) => {
      await sql`set local role service_role`;
      for (const id of [byOrder, other]) {
        await sql`
          insert into invoice_lines (invoice_id, kind, description, amount)
          values (${id}, 'adjustment', 'Parking', 12.50)`;
      }
    });
    const added = await sql`
      select invoice_id, purchase_order_id from invoice_lines where description = 'Parking' order by purchase_order_id`;
    assertEquals([...added], [
      { invoice_id: byOrder, purchase_order_id: order },
      { invoice_id: other, purchase_order_id: null },
    ]);
  }));
