// Invoices are mailed when they are sent, in the transaction that sends them.
import { assertEquals } from "@std/assert";
import type { InvoiceMail } from "../../../../supabase/functions/_shared/delivery/texts/invoice.ts";
import { draft, drafts } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { dataOfOnly, messages, settle, switchOn } from "../../../support/outbox/mail.ts";
import { withDatabase } from "../../../support/server/database.ts";

const CLOCK = { clock: "2026-03-04 17:30:00+00" };

Deno.test("mail/invoices_are_written_once_each_when_they_are_sent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await switchOn(sql, "invoice");
    const ids = await drafts(firm, 3);
    await send(sql, ids);
    await send(sql, ids);
    const written = await messages(sql);
    assertEquals(written.map(({ subject_id }) => subject_id).sort(), ids.toSorted());
    assertEquals(written.map(({ kind, step }) => `${kind}${step}`), Array(3).fill("invoice"));
  }, CLOCK));

Deno.test("mail/invoices_of_nothing_in_sum_are_written_too", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    await switchOn(sql, "invoice");
    await send(sql, [await draft(firm, ["40.00", "-40.00"])]);
    const { total, owed } = await dataOfOnly(sql);
    assertEquals([total, owed], ["0.00", "0.00"]);
  }, CLOCK));

Deno.test("mail/invoices_are_not_written_when_they_are_not_sent_moved_in_or_mail_is_off", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await send(sql, [await draft(firm)]);
    assertEquals(await messages(sql), [], "off");
    await switchOn(sql, "time_to_approve");
    await send(sql, [await draft(firm)]);
    assertEquals(await messages(sql), [], "another kind is on");
    await switchOn(sql, "invoice");
    await sql`update mail_settings set provider = 'none'`;
    await send(sql, [await draft(firm)]);
    assertEquals(await messages(sql), [], "there is no provider");

    await sql`update mail_settings set provider = 'smtp'`;
    await voidInvoice(sql, await draft(firm));
    await firm.pay(await firm.sentInvoice("2026-03-01"), "2026-03-02", "1000.00");
    const opening = await draft(firm);
    await sql`update invoices set kind = 'opening' where id = ${opening}`;
    await send(sql, [opening]);
    assertEquals(await messages(sql), []);
  }, CLOCK));

Deno.test("mail/invoices_that_are_not_sent_after_all_leave_no_mail", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await switchOn(sql, "invoice");
    const id = await draft(firm);
    await sql.begin(async (transaction) => {
      await send(transaction, [id]);
      const [outbox] = await transaction`select count(*)::int from private.outbox`;
      assertEquals(outbox?.count, 1);
      throw new Error("undone");
    }).catch((error) => assertEquals(error.message, "undone"));
    assertEquals(await messages(sql), []);
  }, CLOCK));

Deno.test("mail/invoices_that_are_void_meanwhile_are_dropped", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await switchOn(sql, "invoice");
    const id = await draft(firm);
    await send(sql, [id]);
    await voidInvoice(sql, id);
    assertEquals(await dataOfOnly(sql), { drop: "The invoice is void." });
  }, CLOCK));

Deno.test("mail/invoices_go_to_the_billing_e_mail_of_today_else_to_the_one_they_were_sent_to", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await switchOn(sql, "invoice");
    await send(sql, [await draft(firm)]);
    assertEquals(await dataOfOnly(sql), {
      fail: "Mercy Hospital has no e-mail address. Enter one, and send this again.",
    });
    await settle(sql, "failed");
    await sql`update facilities set billing_email = 'old@mercy.example'`;
    await send(sql, [await draft(firm)]);
    await sql`update facilities set billing_email = 'new@mercy.example'`;
    assertEquals((await dataOfOnly(sql)).to, "new@mercy.example");
    await sql`update facilities set billing_email = null`;
    assertEquals((await dataOfOnly(sql)).to, "old@mercy.example");
    await sql`update facilities set billing_email = 'mercy.example'`;
    assertEquals(await dataOfOnly(sql), {
      fail:
        "'mercy.example' is not one e-mail address. Correct it for Mercy Hospital, and send this again.",
    });
  }, CLOCK));

Deno.test("mail/invoices_say_what_they_bill_until_when_it_is_due_and_what_is_owed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update organization_settings set legal_name = 'Mesa Staffing', remit_to = 'First Bank'`;
    await sql`update facilities set billing_email = 'pay@mercy.example', purchase_order = 'PO-1'`;
    await switchOn(sql, "invoice");
    const id = await draft(firm, ["1250.50"]);
    await sql`update invoices set group_key = 'ICU', group_name = 'ICU' where id = ${id}`;
    await send(sql, [id]);
    // The paper keeps what it was sent with; the mail is from the firm as it is called now.
    await sql`update organization_settings set legal_name = 'Mesa Health', remit_to = 'Second Bank'`;
    await firm.pay(id, "2026-03-04", "250.00");
    const said: InvoiceMail = {
      to: "pay@mercy.example",
      firm: "Mesa Health",
      facility_name: "Mercy Hospital",
      number: "INV-2026-000001",
      kind: "manual",
      period_start: "2026-01-05",
      period_end: "2026-01-11",
      issue_date: "2026-03-04",
      due_date: "2026-04-03",
      total: "1250.50",
      owed: "1000.50",
      group_by: "department",
      group_name: "ICU",
      purchase_order: "PO-1",
      remit_to: "First Bank",
    };
    assertEquals<unknown>(await dataOfOnly(sql), said);
  }, CLOCK));
