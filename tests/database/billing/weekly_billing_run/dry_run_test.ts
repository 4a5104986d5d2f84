import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  assignmentAtRate,
  draft,
  facilityBeyondMeasure,
  facilityWithTime,
  type Run,
  runWeek,
} from "../../../support/billing/runs.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";

/** A run's row but for what a dry one cannot say: it made no invoice. */
function told({ dry_run: _, details, ...run }: Run): unknown {
  return {
    ...run,
    details: details.map(({ invoice_id, ...detail }) =>
      detail.outcome === "created" ? detail : { ...detail, invoice_id }
    ),
  };
}

Deno.test("weekly_billing_run/dry_reports_what_the_run_after_it_reports_and_leaves_its_row_alone", () =>
  withDatabase(async ({ sql }) => {
    await facilityWithTime(sql, "North", "2026-02-03", "2026-03-02", "2026-03-03");
    const south = await facilityWithTime(sql, "South", "2026-03-04");
    await draft(south);
    await facilityBeyondMeasure(sql, "East");
    await draft(await facilityWithTime(sql, "West", "2026-03-04"), { end: "2026-03-04" });
    const before = await contents(sql);
    const dry = await runWeek(sql, undefined, { dryRun: true });
    const { billing_runs, ...after } = await contents(sql);
    assertEquals({ ...after, billing_runs: "" }, before);
    assertMatch(billing_runs ?? "", /^[^\n]+$/);
    assertEquals(
      dry.details.map(({ facility, outcome, amount }) => `${facility} ${outcome} ${amount}`),
      ["East skipped 0.00", "North created 1600.00", "South existing 800.00", "West skipped 0.00"],
    );
    assertEquals(dry.late_entries, 9);
    assert(
      dry.details.every((detail) => detail.outcome !== "created" || !("invoice_id" in detail)),
    );

    const run = await runWeek(sql);
    assertEquals([dry.dry_run, run.dry_run], [true, false]);
    assertEquals(told(dry), told(run));

    // And again, with drafts to bring up to date.
    await south.entry(await assignmentAtRate(south, "10"), "approved", "2026-03-05");
    const dryAgain = await runWeek(sql, undefined, { dryRun: true });
    assertEquals(told(dryAgain), told(await runWeek(sql)));
    assertEquals(dryAgain.amount, "2440.00");
  }));

Deno.test("weekly_billing_run/takes_null_for_a_run_that_is_not_dry", () =>
  withDatabase(async ({ sql }) => {
    await facilityWithTime(sql, "North", "2026-03-02");
    const [run] = await sql`select dry_run from weekly_billing_run('2026-03-02', null)`;
    assertEquals(run?.dry_run, false);
    assertEquals((await sql`select from invoices`).length, 1);
  }));
