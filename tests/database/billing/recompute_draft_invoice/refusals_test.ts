// What is refused, and that a refusal changes nothing.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { everything } from "../../../support/assignments/rate_hits.ts";
import { createInvoice, MONDAY, recompute } from "../../../support/billing/billed_time.ts";
import { bringInto } from "../../../support/billing/states.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

/** Asserts that recomputing is refused, with a message that says so, and leaves every row as it was. */
async function refuses(
  sql: postgres.Sql,
  invoiceId: string | null,
  status: 400 | 404 | 409,
  slug: string,
  message: RegExp,
): Promise<void> {
  const before = await everything(sql);
  const attempt = recompute(sql, invoiceId);
  await assertRefused(attempt, status, slug);
  await assertRejectsWith(() => attempt, message);
  assertEquals(await everything(sql), before);
}

Deno.test("recompute_draft_invoice/refuses_a_missing_or_unknown_id", () =>
  withDatabase(async ({ sql }) => {
    await refuses(sql, null, 400, "argument_missing", / invoice\./);
    const unknown = crypto.randomUUID();
    await refuses(sql, unknown, 404, "invoice_not_found", new RegExp(unknown));
  }));

for (const state of ["sent", "partially_paid", "paid", "void"] as const) {
  Deno.test(`recompute_draft_invoice/refuses_a_${state}_invoice_though_it_would_change`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await firm.entry(assignment, "approved", MONDAY);
      const { id } = await createInvoice(sql, firm.facilityId);
      await bringInto(sql, id, state);
      await firm.entry(assignment, "approved", MONDAY);
      await refuses(sql, id, 409, "invoice_not_draft", new RegExp(`${id} is ${state}:`));
    }));
}

Deno.test("recompute_draft_invoice/refuses_amounts_too_large_for_their_columns", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved", MONDAY, "24");
    const { id } = await createInvoice(sql, firm.facilityId);
    await sql`update assignment_rates set bill_rate = 99999999.99`;
    await sql`update assignments set bill_overtime_multiplier = 99`;
    await refuses(sql, id, 409, "amount_too_large", /10,000,000,000\.00/);
  }));
