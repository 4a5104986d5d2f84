// One facility that cannot be billed does not keep the others from it.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import {
  assignmentAtRate,
  billed,
  draft,
  facilityBeyondMeasure,
  facilityWithTime,
  outcomeOf,
  runWeek,
  sent,
} from "../../../support/billing/runs.ts";
import type { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

/** Periods that touch the week of 2 March, and one that does not. */
const OVERLAPPING = [
  { start: "2026-02-23", end: "2026-03-02" },
  { start: "2026-03-08", end: "2026-03-08" },
  { start: "2026-01-01", end: "2026-12-31" },
];

/** A run over a facility in a situation, and one beside it that is billed whatever happens there. */
async function skipped(situation: (firm: Firm) => Promise<unknown>): Promise<string> {
  let reason = "";
  await withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-04");
    await situation(firm);
    const other = await facilityWithTime(sql, "Other", "2026-03-04");
    const run = await runWeek(sql);
    assertEquals([run.invoices_created, run.facilities_skipped], [1, 1]);
    assertEquals([run.entries_billed, run.amount, run.late_entries], [1, "800.00", 1]);
    const { outcome, invoice_id, entries, amount, ...said } = outcomeOf(run, firm);
    assertEquals([outcome, invoice_id, entries, amount], ["skipped", null, 0, "0.00"]);
    assertEquals(await billed(firm), []);
    assertEquals((await billed(other)).length, 1);
    reason = said.reason ?? "none";
  });
  return reason;
}

for (const { start, end } of OVERLAPPING) {
  Deno.test(`weekly_billing_run/skips_a_facility_with_a_sent_invoice_from_${start}_to_${end}`, async () => {
    const reason = await skipped((firm) => sent(firm, "INV-2026-000007", { start, end }));
    assertEquals(
      reason,
      `Invoice INV-2026-000007 from ${start} to ${end} covers the week or a part of it.`,
    );
  });

  Deno.test(`weekly_billing_run/skips_a_facility_with_another_draft_from_${start}_to_${end}`, async () => {
    const reason = await skipped((firm) => draft(firm, { start, end }));
    assertEquals(reason, `A draft from ${start} to ${end} overlaps the week.`);
  });
}

Deno.test("weekly_billing_run/skips_a_facility_whose_week_was_sent_before_this_time_was_approved", async () => {
  const reason = await skipped((firm) => sent(firm, "INV-2026-000007"));
  assertMatch(reason, /^Invoice INV-2026-000007 /);
});

Deno.test("weekly_billing_run/minds_no_invoice_beside_the_week_void_or_a_sent_backfill", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-04");
    await draft(firm, { start: "2026-02-23", end: "2026-03-01" });
    await sent(firm, "INV-1", { start: "2026-03-09", end: "2026-03-15" });
    await sent(firm, "INV-2", { kind: "backfill" });
    const voided = await sent(firm, "INV-3");
    await sql`update invoices set status = 'void' where id = ${voided}`;
    assertEquals(outcomeOf(await runWeek(sql), firm).outcome, "created");
    assertEquals(await billed(firm), ["2026-03-04 regular 8.00 800.00"]);
  }));

Deno.test("weekly_billing_run/does_not_list_a_facility_whose_week_is_on_a_sent_invoice", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-01", "2026-03-09");
    await sent(firm, "INV-1");
    assertEquals((await runWeek(sql)).details, []);
  }));

Deno.test("weekly_billing_run/skips_facilities_whose_invoice_fails_and_bills_all_others", () =>
  withDatabase(async ({ sql }) => {
    const bad: Firm[] = [];
    const good: Firm[] = [];
    for (let n = 0; n < 9; n++) {
      if (n % 4 === 1) bad.push(await facilityBeyondMeasure(sql, `${n}`));
      else good.push(await facilityWithTime(sql, `${n}`, "2026-03-02", "2026-03-03"));
    }
    const run = await runWeek(sql);
    assertEquals(
      [run.invoices_created, run.facilities_skipped, run.entries_billed, run.amount],
      [7, 2, 14, "11200.00"],
    );
    assertEquals(run.late_entries, 14);
    for (const firm of bad) {
      const { outcome, reason, invoice_id, entries, amount } = outcomeOf(run, firm);
      assertEquals([outcome, invoice_id, entries, amount], ["skipped", null, 0, "0.00"]);
      assertEquals(reason, "A line or the total of the invoice would reach 10,000,000,000.00.");
      assertEquals(await billed(firm), []);
    }
    for (const firm of good) assertEquals((await billed(firm)).length, 2);
    assertEquals((await sql`select from invoices`).length, 7);
    assertEquals((await sql`select from audit_log where table_name = 'invoices'`).length, 7);
  }));

Deno.test("weekly_billing_run/leaves_a_draft_whose_update_fails_as_it_was", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-02");
    await runWeek(sql);
    const assignment = await assignmentAtRate(firm, "99999999.99");
    for (const day of ["03", "04", "05", "06", "07"]) {
      await firm.entry(assignment, "approved", `2026-03-${day}`, "24");
    }
    const run = await runWeek(sql);
    assertEquals(outcomeOf(run, firm).outcome, "skipped");
    assertEquals([run.entries_billed, run.late_entries], [0, 5]);
    assertEquals(await billed(firm), ["2026-03-02 regular 8.00 800.00"]);
    assertEquals([...await sql`select total from invoices`], [{ total: "800.00" }]);
  }));

Deno.test("weekly_billing_run/adds_up_invoices_that_are_each_as_large_as_one_may_be", () =>
  withDatabase(async ({ sql }) => {
    for (const name of ["North", "South"]) {
      const firm = await facilityWithTime(sql, name);
      const assignment = await assignmentAtRate(firm, "99999999.99");
      for (const day of ["02", "03", "04", "05"]) {
        await firm.entry(assignment, "approved", `2026-03-${day}`, "24");
      }
    }
    const run = await runWeek(sql);
    assertEquals([run.invoices_created, run.amount], [2, "19199999998.08"]);
  }));

/** Makes every new invoice of a facility fail with a SQLSTATE. */
async function failing(sql: postgres.Sql, { facilityId }: Firm, sqlstate: string): Promise<void> {
  await sql.unsafe(`
    create or replace function public.fail() returns trigger language plpgsql as
    $$ begin raise exception 'It failed.' using errcode = '${sqlstate}'; end; $$;
    create or replace trigger fails before insert on invoices
      for each row when (new.facility_id = '${facilityId}') execute function public.fail()`);
}

// A deadlock victim, a full disk, out of memory, a lock timeout, an internal error, a plain raise.
for (const sqlstate of ["40P01", "40001", "53100", "53200", "55P03", "XX000", "P0001", "42501"]) {
  Deno.test(`weekly_billing_run/fails_with_what_is_no_facility's_fault_${sqlstate}`, () =>
    withDatabase(async ({ sql }) => {
      const bad = await facilityWithTime(sql, "Mercy", "2026-03-04");
      await facilityWithTime(sql, "Other", "2026-03-04");
      await failing(sql, bad, sqlstate);
      await assertRejectsWith(() => runWeek(sql), { code: sqlstate });
      for (const table of ["invoices", "billing_runs"]) {
        assertStrictEquals((await sql`select from ${sql(table)}`).length, 0, table);
      }
      const log = await sql`select from audit_log where procedure = 'weekly_billing_run'`;
      assertStrictEquals(log.length, 0);
    }));
}

for (const sqlstate of ["PT409", "22003", "23514", "23P01"]) {
  Deno.test(`weekly_billing_run/skips_a_facility_that_fails_with_${sqlstate}`, async () => {
    assertEquals(await skipped((firm) => failing(firm.sql, firm, sqlstate)), "It failed.");
  });
}
