// Who writes orders and names them, and what stays once one is used.
import { assertEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { send } from "../../../support/billing/invoices.ts";
import { addOrder, draftOfOrder } from "../../../support/billing/orders.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("purchase_orders/stay_with_their_facility_once_an_assignment_or_a_line_names_them", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const elsewhere = (await Firm.create(sql, "Aspen Clinic")).facilityId;
    const [named, billed, free] = [
      await addOrder(firm, { number: "PO-1", amount: "100.00" }),
      await addOrder(firm, { number: "PO-2", amount: "100.00" }),
      await addOrder(firm, { number: "PO-3", amount: "100.00" }),
    ];
    const assignment = await firm.assignment();
    await sql`update assignments set purchase_order_id = ${named} where id = ${assignment}`;
    await draftOfOrder(firm, billed, "900.00");
    for (const id of [named, billed]) {
      await sql`
        update purchase_orders set number = number, amount = 5, starts_on = '2026-02-01', ends_on = null where id = ${id}`;
      for (
        const write of [
          sql`update purchase_orders set facility_id = ${elsewhere} where id = ${id}`,
          sql`delete from purchase_orders where id = ${id}`,
        ]
      ) {
        await assertRefused(write, 409, "purchase_order_used");
      }
    }
    await sql`update purchase_orders set facility_id = ${elsewhere} where id = ${free}`;
    await assertRefused(
      sql`update assignments set purchase_order_id = ${free} where id = ${assignment}`,
      409,
      "purchase_order_is_the_facilitys",
    );
    await sql`delete from purchase_orders where id = ${free}`;
    await sql`update assignments set purchase_order_id = null`;
    await sql`delete from purchase_orders where id = ${named}`;
    const logged = await sql`
      select procedure, count(*)::int from audit_log where table_name = 'purchase_orders' group by 1 order by 1`;
    assertEquals([...logged], [
      { procedure: "delete", count: 2 },
      { procedure: "insert", count: 3 },
      { procedure: "update", count: 3 },
    ]);
  }));

Deno.test("purchase_orders/keep_the_number_that_stands_on_sent_invoices", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const order = await addOrder(firm);
    const draft = await draftOfOrder(firm, order, "900.00");
    await sql`update purchase_orders set number = 'PO-2'`;
    await send(sql, [draft], "2026-03-09");
    await assertRefused(
      sql`update purchase_orders set number = 'PO-3'`,
      409,
      "purchase_order_used",
    );
    await sql`update purchase_orders set number = 'PO-2', amount = 900`;
  }));

Deno.test("assignments/get_their_department_order_title_and_requisition_from_recruiting_and_billing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.id("assignments", "ada at north");
    const order = await addOrder({ sql, facilityId: firm.people.north }, { number: "PO-9" });
    const run = (caller: Parameters<typeof runAs>[2], set: string) =>
      runAs(sql, firm, caller, `update assignments set ${set} where id = '${id}' returning id`);
    const placing = `department = 'Surgery', cost_centre = '4711', purchase_order_id = '${order}',
                     title = 'Charge nurse', requisition = 'REQ-1'`;
    for (const caller of ["recruiting", "billing", "admin"] as const) {
      assertEquals((await run(caller, placing)).length, 1);
    }
    for (const caller of ["payroll", "viewer", "ada", "north"] as const) {
      await assertRefused(run(caller, placing), 403, "role_required");
    }
    await assertRefused(run("billing", "end_date = '2026-12-31'"), 403, "role_required");
    await assertDenied(run("billing", "start_date = '2026-01-01'"));
  }));
