// A facility has its invoices as one, by department, by order or by assignment.
import { assertEquals } from "@std/assert";
import {
  backfill,
  createInvoice,
  recompute,
  unbilled,
} from "../../../support/billing/billed_time.ts";
import { facilityInGroups, groupedInvoices } from "../../../support/billing/groups.ts";
import { addOrder } from "../../../support/billing/orders.ts";
import { send } from "../../../support/billing/invoices.ts";
import { runWeek } from "../../../support/billing/runs.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

Deno.test("billing_groups/the_weekly_run_makes_an_invoice_of_each_department", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu, other } = await facilityInGroups(sql, "department");
    for (const id of [...icu, other]) await firm.entry(id, "approved", "2026-03-03", "8");
    await firm.entry(other, "approved", "2026-02-27", "4"); // late, and of no department
    const run = await runWeek(sql);
    assertEquals(await groupedInvoices(sql), [
      "ICU 2026-03-02 2026-03-08 1600.00",
      "- 2026-03-02 2026-03-08 800.00",
    ]);
    assertEquals(run.invoices_created, 2);
    assertEquals(
      run.details.map((one) => [one.group_key, one.group_name, one.amount, one.late_hours]),
      [["ICU", "ICU", "1600.00", "0.00"], ["", null, "800.00", "4.00"]],
    );
    assertEquals(await unbilled(sql), ["2026-02-27 4.00"]);
  }));

Deno.test("billing_groups/an_order_is_called_by_its_number_and_an_assignment_by_its_contractor", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu, order } = await facilityInGroups(sql, "order");
    await firm.entry(icu[0] ?? "", "approved", "2026-03-03", "8");
    const byOrder = await createInvoice(sql, firm.facilityId, undefined, undefined, order);
    await sql`update facilities set invoices_by = 'assignment'`;
    await firm.entry(icu[1] ?? "", "approved", "2026-03-03", "8");
    await createInvoice(sql, firm.facilityId, undefined, undefined, icu[1]);
    assertEquals(byOrder.total, "800.00");
    assertEquals(await groupedInvoices(sql), [
      "Ada Nurse 2026-03-02 2026-03-08 800.00",
      "PO-4711 2026-03-02 2026-03-08 800.00",
    ]);
  }));

Deno.test("billing_groups/lines_keep_department_cost_centre_and_order_of_the_day_they_were_made", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu, order } = await facilityInGroups(sql, "order");
    await firm.entry(icu[0] ?? "", "approved", "2026-03-03", "8");
    const draft = await createInvoice(sql, firm.facilityId, undefined, undefined, order);
    const kept = () => sql`select department, cost_centre, purchase_order_id from invoice_lines`;
    assertEquals([...await kept()], [
      { department: "ICU", cost_centre: "7100", purchase_order_id: order },
    ]);
    await sql`update assignments set department = 'Surgery', cost_centre = null`;
    await recompute(sql, draft.id);
    const now = { department: "Surgery", cost_centre: null, purchase_order_id: order };
    assertEquals([...await kept()], [now]);
    await send(sql, [draft.id], "2026-03-09");
    await sql`update assignments set department = 'ICU'`;
    assertEquals([...await kept()], [now]);
    await assertRefused(sql`update invoice_lines set department = 'ICU'`, 409, "invoice_not_draft");
  }));

Deno.test("billing_groups/a_backfill_continues_the_draft_of_its_own_group", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu, other } = await facilityInGroups(sql, "department");
    for (const id of [icu[0] ?? "", other]) await firm.entry(id, "approved", "2026-02-24", "4");
    const first = await backfill(sql, firm.facilityId, "2026-03-08", "ICU");
    const second = await backfill(sql, firm.facilityId, "2026-03-08");
    await firm.entry(other, "approved", "2026-02-25", "2");
    const again = await backfill(sql, firm.facilityId, "2026-03-08");
    assertEquals([again.id, again.total], [second.id, "600.00"]);
    assertEquals((await backfill(sql, firm.facilityId, "2026-03-08", "ICU")).id, first.id);
  }));

Deno.test("billing_groups/a_sent_invoice_keeps_its_group", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu } = await facilityInGroups(sql, "department");
    await firm.entry(icu[0] ?? "", "approved", "2026-03-03", "8");
    const { id } = await createInvoice(sql, firm.facilityId, undefined, undefined, "ICU");
    await send(sql, [id], "2026-03-09");
    for (const change of [{ group_key: "Surgery" }, { group_name: "Surgery" }]) {
      await assertRefused(sql`update invoices set ${sql(change)}`, 409, "invoice_not_draft");
    }
  }));

Deno.test("billing_groups/days_that_are_billed_forbid_others_of_the_same_group_alone", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu, other } = await facilityInGroups(sql, "department");
    await firm.entry(icu[0] ?? "", "approved", "2026-03-03", "8");
    await firm.entry(other, "approved", "2026-03-04", "8");
    const draft = await createInvoice(sql, firm.facilityId, undefined, undefined, "ICU");
    await createInvoice(sql, firm.facilityId, "2026-03-04", "2026-03-10");
    await assertRefused(
      createInvoice(sql, firm.facilityId, "2026-03-01", "2026-03-03", "ICU"),
      409,
      "period_overlaps_draft",
    );
    await send(sql, [draft.id], "2026-03-09");
    await assertRefused(
      createInvoice(sql, firm.facilityId, "2026-03-01", "2026-03-03", "ICU"),
      409,
      "period_already_invoiced",
    );
  }));

Deno.test("billing_groups/a_draft_that_is_there_gives_up_time_that_is_in_another_group_by_now", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu, other } = await facilityInGroups(sql, "department");
    for (const id of [...icu, other]) await firm.entry(id, "approved", "2026-03-03", "8");
    await sql`update facilities set invoices_by = 'one'`;
    await runWeek(sql);
    assertEquals(await groupedInvoices(sql), ["- 2026-03-02 2026-03-08 2400.00"]);
    await sql`update facilities set invoices_by = 'assignment'`; // of which none is in no group
    await runWeek(sql);
    const byAssignment = [
      ...Array.from({ length: 3 }, () => "Ada Nurse 2026-03-02 2026-03-08 800.00"),
      "- 2026-03-02 2026-03-08 0.00",
    ];
    assertEquals(await groupedInvoices(sql), byAssignment);
    await runWeek(sql);
    assertEquals(await groupedInvoices(sql), byAssignment);
  }));

Deno.test("billing_groups/a_group_that_there_is_not_is_refused_and_those_that_there_are_are_named", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await facilityInGroups(sql, "department");
    await assertRejectsWith(
      () => createInvoice(sql, firm.facilityId, undefined, undefined, "Surgery"),
      {
        detail: "group_not_found",
        message: "Mercy Hospital has no group 'Surgery': its invoices are made by department.",
        hint: "Give one of its groups: 'ICU' (ICU).",
      },
    );
    await assertRefused(backfill(sql, firm.facilityId, null, "Surgery"), 404, "group_not_found");
    const bare = await Firm.create(sql, "Lone Clinic");
    await assertRejectsWith(
      () => createInvoice(sql, bare.facilityId, undefined, undefined, "ICU"),
      {
        detail: "group_not_found",
        message: "Lone Clinic has no group 'ICU': its invoices are made of all of its time.",
        hint: "Leave group_key out.",
      },
    );
  }));

Deno.test("billing_groups/nothing_to_bill_says_of_which_group", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu } = await facilityInGroups(sql, "department");
    await firm.entry(icu[0] ?? "", "approved", "2026-03-03", "8");
    await assertRejectsWith(() => createInvoice(sql, firm.facilityId), {
      detail: "nothing_to_bill",
      message: /^The facility has no approved time of no group from 2026-03-02 to 2026-03-08/,
    });
  }));

Deno.test("billing_groups/differences_are_billed_in_the_group_and_on_the_order_of_what_they_correct", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu, order } = await facilityInGroups(sql, "department");
    const [ada = ""] = icu;
    for (const day of ["2026-03-02", "2026-03-03"]) await firm.entry(ada, "approved", day, "8");
    const first = await createInvoice(sql, firm.facilityId, undefined, "2026-03-02", "ICU");
    const next = await addOrder(firm, { number: "PO-4712" });
    await send(sql, [first.id], "2026-03-09");
    await sql`update assignments set purchase_order_id = ${next} where id = ${ada}`;
    const second = await createInvoice(sql, firm.facilityId, "2026-03-03", "2026-03-03", "ICU");
    await send(sql, [second.id], "2026-03-09");
    await sql`update assignment_rates set bill_rate = 110`;

    await assertRefused(backfill(sql, firm.facilityId, "2026-03-08"), 409, "nothing_to_bill");
    const late = await backfill(sql, firm.facilityId, "2026-03-08", "ICU");
    assertEquals(
      [
        ...await sql`
          select kind, amount, purchase_order_id, department, cost_centre from invoice_lines
           where invoice_id = ${late.id} order by purchase_order_id = ${next}`,
      ],
      [order, next].map((purchase_order_id) => ({
        kind: "difference",
        amount: "80.00",
        purchase_order_id,
        department: "ICU",
        cost_centre: "7100",
      })),
    );
    assertEquals([...await sql`select * from unbilled_differences`], []);
  }));
