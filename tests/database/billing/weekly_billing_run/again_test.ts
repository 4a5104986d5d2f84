// A run again: after a lost answer, after more was approved, after the drafts were sent or voided.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import {
  billed,
  draft,
  facilityBeyondMeasure,
  facilityWithTime,
  outcomeOf,
  type Run,
  runWeek,
} from "../../../support/billing/runs.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

/** Answer of a run when all that it made was there before. */
function repeated(run: Run): Run {
  return {
    ...run,
    invoices_created: 0,
    invoices_existing: run.invoices_created + run.invoices_existing,
    details: run.details.map((detail) =>
      detail.outcome === "created" ? { ...detail, outcome: "existing" } : detail
    ),
  };
}

Deno.test("weekly_billing_run/again_reports_the_same_and_changes_nothing_but_its_own_row", () =>
  withDatabase(async ({ sql }) => {
    await facilityWithTime(sql, "North", "2026-03-02", "2026-03-03");
    await draft(await facilityWithTime(sql, "South", "2026-03-04"));
    await facilityBeyondMeasure(sql, "East");
    await draft(await facilityWithTime(sql, "West", "2026-03-04"), { end: "2026-03-04" });
    const first = await runWeek(sql);
    assertEquals(
      [first.invoices_created, first.invoices_existing, first.facilities_skipped],
      [1, 1, 2],
    );
    const { billing_runs: _, ...before } = await contents(sql);
    for (let retry = 0; retry < 2; retry++) assertEquals(await runWeek(sql), repeated(first));
    const { billing_runs: __, ...after } = await contents(sql);
    assertEquals(after, before);
    assertEquals((await sql`select from billing_runs`).length, 3);
  }));

Deno.test("weekly_billing_run/again_brings_what_was_approved_meanwhile_onto_the_draft", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-02");
    const submitted = await firm.entry(await firm.assignment(), "submitted", "2026-03-03");
    const first = await runWeek(sql);
    await sql`update time_entries set status = 'approved' where id = ${submitted}`;
    const second = await runWeek(sql);
    assertEquals(
      [second.invoices_created, second.invoices_existing, second.entries_billed, second.amount],
      [0, 1, 2, "1200.00"],
    );
    assertStrictEquals(outcomeOf(second, firm).invoice_id, outcomeOf(first, firm).invoice_id);
    assertEquals((await billed(firm)).length, 2);
  }));

Deno.test("weekly_billing_run/again_after_sending_bills_nothing_twice_and_names_what_came_late", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-02");
    await runWeek(sql);
    await sql`
      update invoices set status = 'sent', number = 'INV-1', issue_date = '2026-03-09',
             due_date = '2026-04-08'`;
    const quiet = await runWeek(sql);
    assertEquals([quiet.details, quiet.late_entries], [[], 0]);

    await firm.entry(await firm.assignment(), "approved", "2026-03-03");
    const late = await runWeek(sql);
    assertEquals([late.facilities_skipped, late.late_entries], [1, 1]);
    assertMatch(outcomeOf(late, firm).reason ?? "", /^Invoice INV-1 /);
    assertEquals(await billed(firm), ["2026-03-02 regular 8.00 800.00"]);
    assertEquals((await sql`select from invoices`).length, 1);
  }));

Deno.test("weekly_billing_run/again_after_voiding_bills_the_freed_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-02");
    await runWeek(sql);
    await sql`update invoices set status = 'void'`;
    await sql`update invoice_lines set released_at = now(), part = null`;
    const run = await runWeek(sql);
    assertEquals([run.invoices_created, run.entries_billed], [1, 1]);
    assertEquals(await billed(firm), ["2026-03-02 regular 8.00 800.00"]);
  }));

Deno.test("weekly_billing_run/again_with_the_same_request_id_answers_the_first_run", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-02");
    const request = { requestId: crypto.randomUUID() };
    const first = await runWeek(sql, undefined, request);
    assertEquals(first.invoices_created, 1);
    await firm.entry(await firm.assignment(), "approved", "2026-03-03");
    const before = await contents(sql);
    assertEquals(await runWeek(sql, undefined, request), first);
    assertEquals(
      await runWeek(sql, undefined, { ...request, name: "weeklybillingrun" }),
      first,
    );
    assertEquals(await contents(sql), before);
    for (const other of [{ dryRun: true }, { weekStart: "2026-03-09" }]) {
      const { weekStart, ...options } = { weekStart: undefined, ...other, ...request };
      const attempt = () => runWeek(sql, weekStart, options);
      await assertRefusedUnchanged(sql, attempt, 409, "request_id_reused");
    }
    assertEquals((await runWeek(sql)).entries_billed, 2);
  }));
