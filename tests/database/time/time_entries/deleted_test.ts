// Time that was billed or paid wrongly and taken back can be deleted; what billed and paid it keeps what it said.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { withDatabase } from "../../../support/server/database.ts";
import { Firm } from "../../../support/firm.ts";
import { voidInvoice } from "../../../support/billing/invoices.ts";
import { discard, prepare } from "../../../support/payroll/batches.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const NOW = { clock: "2026-03-17 12:00:00+00" };

/** An approved entry on a draft invoice and in a draft batch; gives the ids of these. */
async function billedAndPaid(sql: postgres.Sql, firm: Firm) {
  await firm.entry(await firm.assignment(), "approved", "2026-03-02", "8");
  const [invoice] = await sql<[{ id: string }]>`
    select id from create_facility_invoice(${firm.facilityId}, '2026-03-02', '2026-03-08')`;
  return { invoice: invoice.id, batch: await prepare(sql, "2026-03-02") };
}

async function linesOf(sql: postgres.Sql): Promise<postgres.Row[]> {
  return [
    ...await sql`
      select kind, hours, rate, amount, time_entry_id is null as lost from invoice_lines
      union all
      select kind, hours, rate, amount, time_entry_id is null from payroll_item_lines order by 1`,
  ];
}

Deno.test("time_entries/that_were_on_a_void_invoice_and_in_a_discarded_batch_can_be_deleted", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { invoice, batch } = await billedAndPaid(sql, firm);
    const before = await linesOf(sql);
    await voidInvoice(sql, invoice);
    await discard(sql, batch);
    await sql`update time_entries set status = 'draft'`;
    assertEquals((await sql`delete from time_entries`).count, 1);
    assertEquals(await linesOf(sql), before.map((line) => ({ ...line, lost: true })));
    for (const set of ["hours = 1, amount = rate", "released_at = now()", "description = 'x'"]) {
      await assertRefused(
        sql.unsafe(`update invoice_lines set ${set}`),
        409,
        "invoice_not_draft",
      );
    }
  }, NOW));

Deno.test("time_entries/keep_their_lines_of_void_invoices_and_discarded_batches_while_they_are_there", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { invoice, batch } = await billedAndPaid(sql, firm);
    await assertRefused(sql`delete from time_entries`, 409, "time_entry_not_draft");
    await voidInvoice(sql, invoice);
    await discard(sql, batch);
    await assertRefused(
      sql`update invoice_lines set time_entry_id = null`,
      409,
      "invoice_not_draft",
    );
    await assertRefused(
      sql`update payroll_item_lines set time_entry_id = null`,
      409,
      "payroll_batch_discarded",
    );
  }, NOW));
