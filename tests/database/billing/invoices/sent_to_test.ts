// What a sent invoice says of whom it was sent to stays; the names of contractors are in its lines.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

/** An invoice with its lines, in characters. */
async function documentOf(sql: postgres.Sql, invoice: string): Promise<string> {
  const [{ document }] = await sql<[{ document: string }]>`
    select jsonb_build_array(to_jsonb(invoice), (
             select jsonb_agg(to_jsonb(line) order by line.id) from invoice_lines as line
              where line.invoice_id = invoice.id))::text as document
      from invoices as invoice where id = ${invoice}`;
  return document;
}

const keptOf = (sql: postgres.Sql, invoice: string) =>
  sql`select facility_name, billing_email from invoices where id = ${invoice}`;

/** A firm whose facility has an address for its bills. */
async function firmWithAddress(sql: postgres.Sql): Promise<Firm> {
  const firm = await Firm.create(sql, "Mercy Hospital");
  await sql`update facilities set billing_email = 'bills@mercy.example'`;
  return firm;
}

Deno.test("invoices/once_sent_say_the_same_to_the_byte_whatever_becomes_of_facility_and_contractors", () =>
  withDatabase(async ({ sql }) => {
    const firm = await firmWithAddress(sql);
    await firm.entry(await firm.assignment(), "approved", "2026-03-02", "8");
    const { id } = await createInvoice(sql, firm.facilityId);
    assertEquals([...await keptOf(sql, id)], [{ facility_name: null, billing_email: null }]);
    await send(sql, [id]);
    const sent = await documentOf(sql, id);
    assertMatch(sent, /"facility_name": "Mercy Hospital"/);
    assertMatch(sent, /"billing_email": "bills@mercy\.example"/);
    assertMatch(sent, /"description": "Ada Nurse"/);

    await sql`update facilities set name = 'Grace', billing_email = null, payment_terms_days = 5`;
    await sql`update contractors set first_name = 'Eve', last_name = 'Other', email = 'eve@example.org'`;
    assertStrictEquals(await documentOf(sql, id), sent);
    await voidInvoice(sql, id);
    const kept = { facility_name: "Mercy Hospital", billing_email: "bills@mercy.example" };
    assertEquals([...await keptOf(sql, id)], [kept]);
  }));

Deno.test("invoices/once_sent_keep_whom_they_were_sent_to_by_whatever_key", () =>
  withDatabase(async ({ sql }) => {
    const firm = await firmWithAddress(sql);
    const invoice = await firm.sentInvoice("2026-02-11");
    for (const role of ["service_role", "postgres"]) {
      for (const column of ["facility_name", "billing_email"]) {
        const change = sql.begin(async (sql) => {
          await sql`select set_config('role', ${role}, true)`;
          await sql`update invoices set ${sql({ [column]: "Other" })} where id = ${invoice}`;
        });
        await assertRefused(change, 409, "invoice_not_draft");
      }
    }
  }));

Deno.test("invoices/keep_nobody_as_drafts_and_what_an_import_says", () =>
  withDatabase(async ({ sql }) => {
    const firm = await firmWithAddress(sql);
    const early = sql`update invoices set facility_name = 'Other' where id = ${await draft(firm)}`;
    await assertViolates(early, "only_sent_invoices_keep_their_facility");
    const imported = async (also: Record<string, string>) => {
      const values = {
        facility_id: firm.facilityId,
        number: crypto.randomUUID(),
        period_start: "2025-01-06",
        period_end: "2025-01-12",
        status: "sent",
        due_date: "2025-02-01",
        total: "10.00",
        ...also,
      };
      const [row] = await sql`
        insert into invoices ${sql(values)} returning facility_name, billing_email`;
      return row;
    };
    assertEquals(await imported({}), {
      facility_name: "Mercy Hospital",
      billing_email: "bills@mercy.example",
    });
    const then = { facility_name: "Mercy before the merger", billing_email: "then@mercy.example" };
    assertEquals(await imported(then), then);
  }));
