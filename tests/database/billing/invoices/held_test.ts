// The invoices that a procedure is about are locked, each once, and all of them have to be there.
import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("invoices/that_a_procedure_names_twice_are_held_once", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const ids = await firm.sentInvoices(2, "2026-04-01");
    const hold = (wanted: readonly string[]) =>
      sql`select private.hold_invoices(${sql.array([...wanted])}::uuid[])`;
    assertEquals((await hold([...ids, ...ids])).length, 1);
    const missing = crypto.randomUUID();
    await assertRefused(hold([...ids, missing, ...ids]), 404, "invoice_not_found");
  }));
