// What is not voided, why, and that then nothing changes.

import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { invoiceFor } from "../../../support/billing/by_hand.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { listed } from "../../../support/billing/unbilled_entries.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const REASON = "Wrong facility.";

/** Asserts that voiding is refused with these words and leaves every row as it was. */
async function refuses(
  sql: postgres.Sql,
  id: string | null,
  status: 400 | 404 | 409,
  slug: string,
  message: string,
  reason: string | null = REASON,
): Promise<void> {
  await assertRefusedUnchanged(sql, () => voidInvoice(sql, id, reason), status, slug);
  await assertRejectsWith(() => voidInvoice(sql, id, reason), { message });
}

/** A test with a sent invoice of 100.00. */
function withSent(test: (firm: Firm, id: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const id = await draft(firm);
      await send(sql, [id], "2026-01-12");
      await test(firm, id);
    });
}

Deno.test(
  "void_invoice/refuses_a_missing_or_unknown_id",
  withSent(async ({ sql }) => {
    const missing = "No value is given for invoice.";
    await refuses(sql, null, 400, "argument_missing", missing);
    const unknown = crypto.randomUUID();
    await refuses(sql, unknown, 404, "invoice_not_found", `There is no invoice ${unknown}.`);
  }),
);

Deno.test(
  "void_invoice/refuses_a_missing_or_blank_reason_also_for_a_void_one",
  withSent(async ({ sql }, id) => {
    const message = "A reason is missing.";
    const blanks = [null, "", "  ", " \t\n"];
    for (const reason of blanks) await refuses(sql, id, 400, "reason_missing", message, reason);
    await voidInvoice(sql, id);
    for (const reason of blanks) await refuses(sql, id, 400, "reason_missing", message, reason);
  }),
);

Deno.test("void_invoice/is_not_done_by_hand_with_the_secret_key_which_would_keep_the_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    for (const state of ["draft", "sent"] as const) {
      const entry = await firm.entry(await firm.assignment(), "approved");
      const id = await invoiceFor(firm, entry, state);
      const statement = `update invoices set status = 'void' where id = '${id}'`;
      const byHand = () =>
        sql.begin((key) => key.unsafe(`set local role service_role; ${statement}`));
      await assertRefusedUnchanged(sql, byHand, 409, "invoice_void_not_writable");
      await voidInvoice(sql, id);
      assertEquals((await listed(sql)).length, state === "draft" ? 1 : 2);
    }
  }));

Deno.test(
  "void_invoice/refuses_while_principal_is_paid_in_part_or_whole",
  withSent(async (firm, id) => {
    const message = (sum: string) => `Invoice INV-2026-000001 has payments of ${sum} in force.`;
    await firm.pay(id, "2026-02-10", "40.00");
    await refuses(firm.sql, id, 409, "invoice_has_payments", message("40.00"));
    await firm.pay(id, "2026-02-11", "60.00");
    await refuses(firm.sql, id, 409, "invoice_has_payments", message("100.00"));
    await assertRejectsWith(() => voidInvoice(firm.sql, id), { hint: /^Return the check/ });
  }),
);

Deno.test(
  "void_invoice/refuses_while_interest_alone_is_paid",
  withSent(async ({ sql }, id) => {
    await sql`update invoices set accrued_interest = 3`;
    await sql`
      insert into payments (invoice_id, paid_on, component, amount)
      values (${id}, '2026-03-01', 'interest', 2.5)`;
    const message = "Invoice INV-2026-000001 has payments of 2.50 in force.";
    await refuses(sql, id, 409, "invoice_has_payments", message);
  }),
);

Deno.test(
  "void_invoice/counts_write_offs_but_no_reversed_payments_and_none_of_other_invoices",
  withSent(async (firm, id) => {
    const { sql } = firm;
    await firm.pay(id, "2026-02-10", "40.00");
    await sql`update payments set reversed_at = now()`;
    await firm.pay(await firm.sentInvoice("2026-02-11"), "2026-02-10", "700.00");
    await sql`
      insert into payments (invoice_id, source, paid_on, amount, reason)
      values (${id}, 'write_off', '2026-03-01', 10, 'disputed')`;
    const message = "Invoice INV-2026-000001 has payments of 10.00 in force.";
    await refuses(sql, id, 409, "invoice_has_payments", message);
  }),
);
