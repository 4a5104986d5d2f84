import { assertEquals, assertNotStrictEquals } from "@std/assert";
import {
  advance,
  close,
  closeBatch,
  periodOf,
  prepareDraft,
} from "../../../support/payroll/batches.ts";
import { adjustment } from "../../../support/payroll/extras.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { auditOf } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";
import { dayOfWeek, entryOf, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NOW = { clock: "2026-03-17 12:00:00+00" };

Deno.test("prepare_payroll_draft/pays_w2_and_1099_contractors_all_that_is_payable_up_to_the_periods_end", () =>
  withDatabase(async ({ sql }) => {
    const date = dayOfWeek(MONDAY, 14);
    const nurse = await work(sql, [
      { date: "2026-02-27", hours: 2, rule: "flsa" }, // before the period, and never paid
      { date: MONDAY, hours: 10, rule: "california" },
      { date, hours: 8, rule: "flsa" },
      { date: dayOfWeek(MONDAY, 15), hours: 8, rule: "flsa" }, // after it
    ]);
    const doctor = await work(sql, [{ date, hours: 13, rule: "california" }], {
      employmentType: "1099",
    });
    await sql`update time_entries set status = 'locked' where id = ${entryOf(doctor, 1)}`;
    const batch = await prepareDraft(sql, await periodOf(sql, MONDAY, 2));
    assertEquals(
      [batch.status, batch.gross_total, batch.prepared_at, batch.prepared_by],
      ["draft", "2040.00", "2026-03-17T12:00:00+00:00", null],
    );
    assertEquals(await linesOf(sql, batch.id, nurse.contractorId), [
      "2026-02-23 straight 2.00 60.00 = 120.00",
      `${MONDAY} straight 10.00 60.00 = 600.00`,
      `${MONDAY} overtime_premium 2.00 = 60.00`,
      "2026-03-09 straight 8.00 60.00 = 480.00",
    ]);
    assertEquals(await linesOf(sql, batch.id, doctor.contractorId), [
      "2026-03-09 straight 13.00 60.00 = 780.00",
    ]);
  }, NOW));

Deno.test("prepare_payroll_draft/again_builds_the_same_draft_anew", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, [{ date: MONDAY, hours: 10, rule: "flsa" }]);
    const period = await periodOf(sql, MONDAY);
    const first = await prepareDraft(sql, period);
    assertEquals(await prepareDraft(sql, period), first);
    await adjustment(sql, nurse.contractorId, MONDAY, "bonus", "25");
    const second = await prepareDraft(sql, period);
    assertEquals(second, { ...first, gross_total: "625.00" });
    assertEquals(await auditOf(sql, "prepare_payroll_draft"), [
      "payroll_batches draft → draft",
      "payroll_batches none → draft",
    ]);
  }));

Deno.test("prepare_payroll_draft/after_a_closed_batch_makes_a_further_one_with_what_came_late", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(
      sql,
      [1, 2, 3, 4, 5].map((n) => ({ date: dayOfWeek(MONDAY, n), hours: 9, rule: "flsa" as const })),
    );
    await sql`update time_entries set status = 'draft' where id = ${entryOf(nurse, 2)}`;
    const period = await periodOf(sql, MONDAY);
    const first = await prepareDraft(sql, period);
    assertEquals(first.gross_total, "2160.00");
    await close(sql, first.id);
    await sql`update time_entries set status = 'submitted' where status = 'draft'`;
    await sql`update time_entries set status = 'approved' where status = 'submitted'`;
    const second = await prepareDraft(sql, period);
    assertNotStrictEquals(second.id, first.id);
    // 45 hours come to 2,700 and 5 × 30; approved in two pieces, the overtime is not lost.
    assertEquals(await linesOf(sql, second.id), [
      `${MONDAY} straight 9.00 60.00 = 540.00`,
      `${MONDAY} difference 5.00 0.00 = 150.00`,
    ]);
  }));

Deno.test("prepare_payroll_draft/counts_a_workweek_that_ends_with_its_period_whole", () =>
  withDatabase(async ({ sql }) => {
    await work(
      sql,
      [1, 2, 3, 4, 5, 6].map((n) => ({
        date: dayOfWeek(MONDAY, n),
        hours: 8,
        rule: "flsa" as const,
      })),
    );
    const batch = await prepareDraft(sql, await periodOf(sql, MONDAY));
    assertEquals(batch.gross_total, "3120.00"); // 48 × 60 and 8 × 30
    await advance(sql, batch.id);
    await advance(sql, batch.id);
    const closed = await closeBatch(sql, batch.id);
    const before = await contents(sql);
    assertEquals(await closeBatch(sql, batch.id), closed);
    assertEquals(await contents(sql), before);
  }));
