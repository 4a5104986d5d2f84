// The procedures that make drafts, through supabase-js, under both their names.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { withProjectFirm } from "../support/access/project.ts";
import { MONDAY, SUNDAY } from "../support/billing/billed_time.ts";
import { Firm } from "../support/firm.ts";

/** Runs a test with a facility that has 8 approved hours, and takes it away again with its drafts. */
async function withBillableFacility(
  sql: postgres.Sql,
  test: (facilityId: string) => Promise<void>,
): Promise<void> {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await firm.entry(assignment, "approved", MONDAY, "8");
  try {
    await test(firm.facilityId);
  } finally {
    await sql.begin(async (sql) => {
      await sql`delete from invoices where facility_id = ${firm.facilityId}`;
      await sql`set local session_replication_role = replica`;
      await sql`delete from time_entries where assignment_id = ${assignment}`;
      await sql`delete from assignment_rates where assignment_id = ${assignment}`;
      const [contractor] = await sql<[{ contractor_id: string }]>`
        delete from assignments where id = ${assignment} returning contractor_id`;
      await sql`delete from contractors where id = ${contractor.contractor_id}`;
      await sql`delete from facilities where id = ${firm.facilityId}`;
    });
  }
}

Deno.test("billing/answers_the_draft_to_billing_and_says_why_it_refuses", () =>
  withProjectFirm(async ({ sql, clients }) => {
    await withBillableFacility(sql, async (facility_id) => {
      const week = { facility_id, period_start: MONDAY, period_end: SUNDAY };
      const calls = async (invoice_id: string) => [
        await clients.billing.rpc("create_facility_invoice", week),
        await clients.billing.rpc("createfacilityinvoice", week),
        await clients.billing.rpc("recompute_draft_invoice", { invoice_id }),
        await clients.billing.rpc("recomputedraftinvoice", { invoice_id }),
      ];
      const denied = await clients.recruiting.rpc("create_facility_invoice", week);
      assertEquals([denied.status, denied.error?.details], [403, "role_required"]);
      assertEquals((await clients.signed_out.rpc("createfacilityinvoice", week)).status, 401);

      const made = await clients.billing.rpc("create_facility_invoice", week);
      assertEquals(made.status, 200, JSON.stringify(made.error));
      assertEquals(
        [made.data.kind, made.data.period_start, made.data.period_end, Number(made.data.total)],
        ["manual", MONDAY, SUNDAY, 800],
      );
      for (const { status, data, error } of await calls(made.data.id)) {
        assertEquals(status, 200, JSON.stringify(error));
        assertEquals(data, made.data);
      }

      const other = { ...week, period_start: SUNDAY };
      const overlapping = await clients.billing.rpc("createfacilityinvoice", other);
      assertEquals(
        [overlapping.status, overlapping.error?.code, overlapping.error?.details],
        [409, "PT409", "period_overlaps_draft"],
      );
      assert(overlapping.error?.hint);
    });
  }));

Deno.test("billing/answers_a_backfill_of_what_came_late", () =>
  withProjectFirm(async ({ sql, clients }) => {
    await withBillableFacility(sql, async (facility_id) => {
      const nothing = await clients.billing.rpc("backfill_invoice", {
        facility_id,
        through_date: "2026-03-01",
      });
      assertEquals([nothing.status, nothing.error?.details], [409, "nothing_to_bill"]);
      const { data, status } = await clients.billing.rpc("backfill_invoice", { facility_id });
      assertEquals(status, 200);
      assertEquals([data.kind, data.period_start], ["backfill", MONDAY]);
    });
  }));
