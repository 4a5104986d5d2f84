// Numbers of credit notes: with the invoices, or a series of their own.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { draft } from "../../../support/billing/drafts.ts";
import { numbersOf, send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const CLOCK = { clock: "2026-05-20 12:00:00-06" };

const setPrefix = (sql: postgres.Sql, prefix: string | null) =>
  sql`update organization_settings set credit_note_number_prefix = ${prefix}`;

/** The number of a credit note over 10.00 of an invoice. */
async function creditTen(sql: postgres.Sql, invoice: string): Promise<string> {
  const [line] = await sql<[{ id: string }]>`
    select id from invoice_lines where invoice_id = ${invoice}`;
  const note = await credit(sql, invoice, { lines: [line.id], amounts: ["10"] });
  return note.number ?? "";
}

Deno.test("credit_invoice/numbers_its_notes_from_their_own_series_where_the_settings_say_so", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["100.00"]);
    await send(sql, [invoice], "2026-03-10");
    const numbers = [await creditTen(sql, invoice)];
    await setPrefix(sql, "CN");
    numbers.push(await creditTen(sql, invoice), await creditTen(sql, invoice));
    await sql`update organization_settings set invoice_number_prefix = 'NEW'`;
    assertEquals(await numbersOf(sql, [await draft(firm)], "2026-05-20"), ["NEW-2026-000003"]);
    await setPrefix(sql, null);
    numbers.push(await creditTen(sql, invoice));
    await setPrefix(sql, "CN");
    numbers.push(await creditTen(sql, invoice));
    assertEquals(numbers, [
      "INV-2026-000002",
      "CN-2026-000001",
      "CN-2026-000002",
      "NEW-2026-000004",
      "CN-2026-000003",
    ]);
    const [found] =
      await sql`select count(*)::int as found from search('2') where kind = 'credit_note'`;
    assertEquals(found?.found, 1);
  }, CLOCK));

Deno.test("credit_invoice/passes_over_a_number_that_is_there_already", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["100.00"]);
    await send(sql, [invoice], "2026-03-10");
    const other = await firm.sentInvoice("2026-06-01", "50.00");
    await setPrefix(sql, "CN");
    await sql`alter table invoices disable trigger user`;
    await sql`update invoices set number = 'CN-2026-000001' where id = ${other}`;
    await sql`alter table invoices enable trigger user`;
    assertEquals(await creditTen(sql, invoice), "CN-2026-000002");
  }, CLOCK));

Deno.test("organization_settings/refuse_the_invoices_prefix_for_credit_notes", () =>
  withDatabase(async ({ sql }) => {
    for (const prefix of ["INV", "cn", "", "TOOLONGAPREFIX"]) {
      await assertRejectsWith(() => setPrefix(sql, prefix), { code: "23514" });
    }
  }));
