// A discount that two checks would take at once: a named interleaving on real connections.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { draft } from "../support/billing/drafts.ts";
import { send } from "../support/billing/invoices.ts";
import { Firm } from "../support/firm.ts";
import { credit } from "../support/receivables/credit_notes.ts";
import {
  addLine,
  confirm,
  credits,
  payments,
  receive,
  reconcile,
} from "../support/receivables/receipts.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

Deno.test("discounts/of_two_checks_for_one_invoice_at_once_are_taken_once", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set discount_rate = 0.02, discount_days = 10`;
    const invoice = await draft(firm, ["100.00"]);
    await send(sql, [invoice], "2026-04-15");
    const spread = async () => {
      const id = await reconcile(sql, { check: await receive(firm, "98", "2026-04-20") }, {
        [invoice]: "98",
      });
      await sql`
        insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
        values (${id}, ${invoice}, 'discount', 2)`;
      return id;
    };
    const [first, second] = [await spread(), await spread()];
    const late = interleave(url, (sql) => confirm(sql, first), () => confirm(sql, second));
    await assertRefused(late, 409, "lines_over_owed");
    assertEquals(await payments(sql), [
      "2026-04-20 principal 2.00 discount",
      "2026-04-20 principal 98.00",
    ]);
  }, { clock: "2026-04-21 18:00:00+00" }));

for (const first of ["check", "credit note"] as const) {
  Deno.test(
    `discounts/of_a_part_that_is_credited_at_this_moment_are_not_kept_${
      first.replace(" ", "_")
    }_first`,
    () =>
      withDatabase(async ({ sql, url }) => {
        const firm = await Firm.create(sql);
        await sql`update facilities set discount_rate = 0.02, discount_days = 10`;
        const invoice = await draft(firm, ["100.00"]);
        await send(sql, [invoice], "2026-04-15");
        const check = await receive(firm, "98", "2026-04-20");
        const id = await reconcile(sql, { check }, { [invoice]: "98" });
        await addLine(sql, id, invoice, "discount 2");
        const [line] = await sql<[{ id: string }]>`select id from invoice_lines`;
        const confirming = (sql: Sql) => confirm(sql, id);
        const crediting = (sql: Sql) => credit(sql, invoice, { lines: [line.id], amounts: ["50"] });
        if (first === "check") {
          await interleave(url, confirming, () => crediting(sql));
          assertEquals(await credits(sql), ["49.00 of 49.00"]);
        } else {
          const late = interleave(url, crediting, () => confirming(sql));
          await assertRefused(late, 409, "lines_over_owed");
        }
      }, { clock: "2026-04-21 18:00:00+00" }),
  );
}
