// Orders that somebody names at the moment at which somebody else takes them away: named interleavings on real
// connections.
import { assertRejects } from "@std/assert";
import { draft } from "../support/billing/drafts.ts";
import { addOrder } from "../support/billing/orders.ts";
import { Firm } from "../support/firm.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

const TAKEN_AWAY = {
  are_not_deleted: "delete from purchase_orders",
  do_not_go_to_another_facility:
    "update purchase_orders set facility_id = (select id from facilities where name = 'Aspen Clinic')",
};

for (const [behaviour, write] of Object.entries(TAKEN_AWAY)) {
  Deno.test(`purchase_orders/that_an_assignment_is_given_at_this_moment_${behaviour}`, () =>
    withDatabase(async ({ sql, url }) => {
      await Firm.create(sql, "Aspen Clinic");
      const firm = await Firm.create(sql);
      await firm.assignment();
      const order = await addOrder(firm);
      const taking = interleave(
        url,
        (sql) => sql`update assignments set purchase_order_id = ${order}`,
        () => sql.unsafe(write),
      );
      await assertRefused(taking, 409, "purchase_order_used");
    }));

  Deno.test(`purchase_orders/that_a_line_is_made_of_at_this_moment_${behaviour}`, () =>
    withDatabase(async ({ sql, url }) => {
      await Firm.create(sql, "Aspen Clinic");
      const firm = await Firm.create(sql);
      const [invoice, order] = [await draft(firm), await addOrder(firm)];
      const taking = interleave(
        url,
        (sql) =>
          sql`update invoice_lines set purchase_order_id = ${order} where invoice_id = ${invoice}`,
        () => sql.unsafe(write),
      );
      await assertRefused(taking, 409, "purchase_order_used");
    }));
}

Deno.test("purchase_orders/that_are_gone_by_now_are_not_given_to_an_assignment", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await firm.assignment();
    const order = await addOrder(firm);
    const giving = interleave(
      url,
      (sql) => sql`delete from purchase_orders`,
      () => sql`update assignments set purchase_order_id = ${order}`,
    );
    await assertRejects(() => giving, Error, "purchase_order_is_the_facilitys");
  }));
