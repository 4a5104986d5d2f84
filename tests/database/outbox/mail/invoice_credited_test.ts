// Who was mailed an invoice is mailed the credit notes of it, and nobody else.
import { assertEquals } from "@std/assert";
import type { InvoiceCreditedMail } from "../../../../supabase/functions/_shared/delivery/texts/invoice_credited.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { dataOfOnly, messages, settle, switchOn } from "../../../support/outbox/mail.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";

const CLOCK = { clock: "2026-03-04 17:30:00+00" };

Deno.test("mail/of_credit_notes_says_what_is_credited_and_what_is_left_to_pay", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    await switchOn(sql, "invoice");
    await switchOn(sql, "invoice_credited");
    const id = await draft(firm, ["1250.50", "100.00"]);
    await send(sql, [id]);
    await settle(sql, "sent");
    const lines = await sql<{ id: string }[]>`
      select id from invoice_lines where invoice_id = ${id} order by amount`;
    const notes = [];
    for (const line of lines) {
      notes.push(await credit(sql, id, { lines: [line.id], reason: "Agreed otherwise" }));
    }
    const written = (await messages(sql)).slice(1);
    assertEquals(
      written.map(({ kind, subject_id, step }) => [kind, subject_id, step]),
      notes.map((note) => ["invoice_credited", id, note["id"]]),
    );
    await sql`
      update private.outbox set status = 'dropped', next_try_at = null, error = 'x', dropped_at = now()
       where id = ${written[1]?.id ?? null}`;
    const said: InvoiceCreditedMail = {
      to: "pay@mercy.example",
      firm: null,
      facility_name: "Mercy Hospital",
      number: String(notes[0]?.["number"]),
      invoice_number: "INV-2026-000001",
      issued_on: "2026-03-04",
      reason: "Agreed otherwise",
      amount: "100.00",
      discount_taken_back: null,
      left_as_credit: "0.00",
      owed: "0.00",
    };
    assertEquals<unknown>(await dataOfOnly(sql), said);
  }, CLOCK));

Deno.test("mail/of_credit_notes_is_not_written_where_the_invoice_never_went_out_or_it_is_off", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    await switchOn(sql, "invoice");
    const mailed = await draft(firm);
    await send(sql, [mailed]);
    await settle(sql, "sent");
    await credit(sql, mailed);
    await switchOn(sql, "invoice_credited");
    const failed = await draft(firm);
    await send(sql, [failed]);
    await settle(sql, "failed");
    await credit(sql, failed);
    assertEquals((await messages(sql)).map(({ kind }) => kind), ["invoice", "invoice"]);
  }, CLOCK));
