// What a run says of each facility is what its invoice's lines come to, beside the week before and what came late.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { addContractors } from "../../../../fixtures/people.ts";
import {
  assignmentAtRate,
  draft,
  facilityWithTime,
  outcomeOf,
  type Run,
  runWeek,
} from "../../../support/billing/runs.ts";
import type { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

const HOURS = ["regular_hours", "overtime_hours", "doubletime_hours"] as const;

/** The hours of each class, the late ones and last week's amount, such as `40.00 10.00 0.00, late 0.00, before 0.00`. */
function said(run: Run, firm: Firm): string {
  const outcome = outcomeOf(run, firm);
  const hours = HOURS.map((name) => outcome[name]).join(" ");
  return `${hours}, late ${outcome.late_hours}, before ${outcome.last_week_amount}`;
}

/** The hours of each class that the lines of a run's invoices have, by facility, as the run would say them. */
async function hoursOfLines(sql: postgres.Sql): Promise<unknown> {
  return [
    ...await sql`
    select invoice.facility_id, invoice.total::text as amount,
           coalesce(sum(line.hours) filter (where line.kind = 'regular'), 0.00)::text as regular_hours,
           coalesce(sum(line.hours) filter (where line.kind = 'overtime'), 0.00)::text as overtime_hours,
           coalesce(sum(line.hours) filter (where line.kind = 'doubletime'), 0.00)::text as doubletime_hours
      from invoices as invoice join invoice_lines as line on line.invoice_id = invoice.id
     where invoice.period_start = '2026-03-02'
     group by invoice.id order by invoice.facility_id`,
  ];
}

Deno.test("weekly_billing_run/details_have_the_hours_of_each_class_that_the_lines_have", () =>
  withDatabase(async ({ sql }) => {
    const long = await facilityWithTime(sql, "Long");
    const [contractorId = ""] = await addContractors(sql, 1);
    const california = await long.assignmentOf(contractorId, { overtimeRule: "california" });
    for (const day of ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"]) {
      await long.entry(california, "approved", day, "13.25");
    }
    await facilityWithTime(sql, "Short", "2026-03-04", "2026-03-05");
    const none = await facilityWithTime(sql, "None", "2026-03-04");
    await draft(none, { end: "2026-03-04" });
    const dry = await runWeek(sql, undefined, { dryRun: true });
    const real = await runWeek(sql);
    const lines = await hoursOfLines(sql);
    for (const run of [dry, real]) {
      assertEquals(
        run.details.filter(({ outcome }) => outcome !== "skipped")
          .map(({ facility_id, amount, regular_hours, overtime_hours, doubletime_hours }) => ({
            ...{ facility_id, amount, regular_hours, overtime_hours, doubletime_hours },
          })).sort((a, b) => a.facility_id < b.facility_id ? -1 : 1),
        lines,
      );
      assertEquals(said(run, long), "40.00 20.00 6.25, late 0.00, before 0.00");
      // What was skipped is on no invoice, and is late.
      assertEquals(said(run, none), "0.00 0.00 0.00, late 8.00, before 0.00");
    }
  }));

Deno.test("weekly_billing_run/details_have_the_late_hours_of_each_facility_and_all_are_late_entries", () =>
  withDatabase(async ({ sql }) => {
    const north = await facilityWithTime(sql, "North", "2026-02-03", "2026-02-04", "2026-03-02");
    const south = await facilityWithTime(sql, "South", "2026-03-03");
    const other = await assignmentAtRate(south, "50.00");
    await south.entry(other, "approved", "2026-02-24", "7.50");
    await south.entry(other, "submitted", "2026-02-25", "7.50");
    for (const dryRun of [true, false]) {
      const run = await runWeek(sql, undefined, { dryRun });
      assertEquals(said(run, north), "8.00 0.00 0.00, late 16.00, before 0.00");
      assertEquals(said(run, south), "8.00 0.00 0.00, late 7.50, before 0.00");
      assertEquals(run.late_entries, 3);
    }
  }));

Deno.test("weekly_billing_run/details_have_the_amount_of_the_facilitys_live_invoices_of_exactly_the_week_before", () =>
  withDatabase(async ({ sql }) => {
    const north = await facilityWithTime(sql, "North", "2026-02-16", "2026-02-23", "2026-03-02");
    const south = await facilityWithTime(sql, "South", "2026-02-24", "2026-03-02");
    await facilityWithTime(sql, "East", "2026-02-23");
    for (const week of ["2026-02-16", "2026-02-23"]) await runWeek(sql, week);
    assertEquals(said(await runWeek(sql), north), "8.00 0.00 0.00, late 0.00, before 800.00");
    // An invoice of other days is not of the week; a void one bills nothing.
    await draft(north, { start: "2026-02-26", end: "2026-02-28", kind: "backfill" });
    await sql`
      update invoices set status = 'void'
       where period_start = '2026-02-23' and facility_id = ${south.facilityId}`;
    await sql`
      update invoice_lines as line set released_at = now(), part = null from invoices as invoice
       where invoice.id = line.invoice_id and invoice.status = 'void'`;
    for (const dryRun of [true, false]) {
      const run = await runWeek(sql, undefined, { dryRun });
      assertEquals(said(run, north), "8.00 0.00 0.00, late 0.00, before 800.00");
      assertEquals(said(run, south), "8.00 0.00 0.00, late 8.00, before 0.00");
    }
  }));
