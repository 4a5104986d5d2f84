// Adjustment lines count, and they stay. Who writes them, and where: tests/database/whole/access/billing_test.ts.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import {
  createInvoice,
  invoiceOf,
  linesOf,
  MONDAY,
  recompute,
} from "../../../support/billing/billed_time.ts";
import { adjust } from "../../../support/billing/drafts.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

/** A draft of 800.00 in the firm's database. */
async function draftIn(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await firm.entry(assignment, "approved", MONDAY, "8");
  return { firm, assignment, draft: await createInvoice(sql, firm.facilityId) };
}

Deno.test("recompute_draft_invoice/keeps_adjustments_and_counts_them", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment, draft } = await draftIn(sql);
    await adjust(sql, draft.id, "-50.25");
    await adjust(sql, draft.id, "12.50");
    const adjustments = () =>
      sql`select xmin::text, * from invoice_lines where kind = 'adjustment' order by amount`;
    const before = [...await adjustments()];
    await firm.entry(assignment, "approved", "2026-03-04", "1");
    for (let times = 0; times < 2; times++) {
      assertEquals((await recompute(sql, draft.id)).total, "862.25");
      assertEquals([...await adjustments()], before);
    }
    assertEquals((await linesOf(sql, draft.id)).slice(-2), [
      "Travel = -50.25",
      "Travel = 12.50",
    ]);
    assertEquals((await createInvoice(sql, firm.facilityId)).total, "862.25");
  }));

Deno.test("invoices/count_an_adjustment_the_moment_it_is_added_changed_or_removed", () =>
  withDatabase(async ({ sql }) => {
    const { draft } = await draftIn(sql);
    const total = async () => (await invoiceOf(sql, draft.id)).total;
    await adjust(sql, draft.id, "-900");
    assertEquals(await total(), "-100.00");
    await sql`update invoice_lines set amount = -1 where kind = 'adjustment'`;
    assertEquals(await total(), "799.00");
    await sql`delete from invoice_lines where kind = 'adjustment'`;
    assertEquals(await total(), "800.00");
  }));

Deno.test("invoices/take_no_adjustment_without_a_description", () =>
  withDatabase(async ({ sql }) => {
    const { draft } = await draftIn(sql);
    for (const description of ["", "  "]) {
      const adding = sql`insert into invoice_lines (invoice_id, kind, description, amount)
                         values (${draft.id}, 'adjustment', ${description}, 1)`;
      await assertViolates(adding, "line_without_time_is_described");
    }
  }));

Deno.test("invoices/refuse_an_adjustment_that_makes_their_total_too_large", () =>
  withDatabase(async ({ sql }) => {
    const { draft } = await draftIn(sql);
    await assertRefused(adjust(sql, draft.id, "9999999999.00"), 409, "amount_too_large");
    assertEquals((await invoiceOf(sql, draft.id)).total, "800.00");
  }));
