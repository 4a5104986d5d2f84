// Approved time that nobody has invoiced is counted, so that somebody notices.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { draft, facilityWithTime, runWeek } from "../../../support/billing/runs.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { setAside } from "../../../support/time/set_aside.ts";

/** A week with thirteen weeks of assignments before it: the first of them begins on 9 March. */
const JUNE = "2026-06-01";

async function lateEntries(...days: string[]): Promise<number> {
  let late = -1;
  await withDatabase(async ({ sql }) => {
    await facilityWithTime(sql, "Mercy", ...days);
    late = (await runWeek(sql, JUNE)).late_entries;
  });
  return late;
}

Deno.test("weekly_billing_run/counts_late_entries_of_thirteen_weeks_up_to_the_weeks_end", async () => {
  assertStrictEquals(await lateEntries("2026-03-08"), 0);
  assertEquals(await lateEntries("2026-03-09"), 1);
  assertEquals(await lateEntries("2026-05-31"), 1);
  assertStrictEquals(await lateEntries("2026-06-08"), 0);
});

Deno.test("weekly_billing_run/does_not_count_what_it_bills_as_late", async () => {
  assertStrictEquals(await lateEntries("2026-06-01", "2026-06-07"), 0);
});

Deno.test("weekly_billing_run/counts_as_late_what_approval_made_billable_and_no_live_invoice_has", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-05-04", "2026-05-11", "2026-05-18");
    await runWeek(sql, "2026-05-04");
    await runWeek(sql, "2026-05-11");
    await sql`update invoices set status = 'void' where period_start = '2026-05-11'`;
    await sql`
      update invoice_lines as line set released_at = now(), part = null from invoices as invoice
       where invoice.id = line.invoice_id and invoice.status = 'void'`;
    await sql`update time_entries set status = 'locked' where work_date = '2026-05-18'`;
    const assignment = await firm.assignment();
    for (const status of ["draft", "submitted", "pending_approval", "locked"]) {
      await firm.entry(assignment, status, "2026-05-19");
    }
    // Freed by voiding, and locked after its approval.
    assertEquals((await runWeek(sql, JUNE)).late_entries, 2);
  }));

Deno.test("weekly_billing_run/counts_the_time_of_facilities_that_it_skips_as_late", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-06-01", "2026-06-02");
    await draft(firm, { start: "2026-06-03", end: "2026-06-03" });
    const run = await runWeek(sql, JUNE);
    assertEquals([run.facilities_skipped, run.late_entries], [1, 2]);
  }));

Deno.test("weekly_billing_run/counts_what_is_not_approved_of_its_week", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-06-01");
    const assignment = await firm.assignment();
    for (const status of ["draft", "submitted", "pending_approval", "locked"]) {
      for (const day of ["2026-05-31", "2026-06-01", "2026-06-07", "2026-06-08"]) {
        await firm.entry(assignment, status, day);
      }
    }
    await setAside(sql, [await firm.entry(assignment, "draft", "2026-06-02")]);
    for (const dryRun of [true, false]) {
      assertEquals((await runWeek(sql, JUNE, { dryRun })).unapproved_entries, 8);
    }
  }));
