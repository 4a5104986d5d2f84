// A draft follows the hours and rates of today, and nothing else changes.
import { assert, assertEquals } from "@std/assert";
import { applyNew, everything } from "../../../support/assignments/rate_hits.ts";
import {
  backfill,
  createInvoice,
  invoiceOf,
  lineIdsOf,
  linesOf,
  MONDAY,
  recompute,
  SUNDAY,
  unbilled,
} from "../../../support/billing/billed_time.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("recompute_draft_invoice/changes_nothing_on_a_draft_that_is_right_however_often", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "13.33");
    await firm.entry(assignment, "approved", SUNDAY, "24");
    const draft = await createInvoice(sql, firm.facilityId);
    const before = await everything(sql);
    for (let times = 0; times < 3; times++) {
      assertEquals(await recompute(sql, draft.id), draft);
    }
    assertEquals(await everything(sql), before);
  }));

Deno.test("recompute_draft_invoice/adds_what_was_approved_since_and_keeps_the_lines_that_are_right", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", "2026-03-06", "8");
    const late = await firm.entry(assignment, "pending_approval", MONDAY, "8");
    const draft = await createInvoice(sql, firm.facilityId);
    const ids = await lineIdsOf(sql, draft.id);
    await sql`update time_entries set status = 'approved' where id = ${late}`;
    assertEquals(await unbilled(sql), ["2026-03-02 8.00"]);

    assertEquals(await recompute(sql, draft.id), { ...draft, total: "1600.00" });
    assertEquals(await unbilled(sql), []);
    const now = await lineIdsOf(sql, draft.id);
    assertEquals(now.length, 2);
    assert(ids.every((id) => now.includes(id)), "a line that was right was made anew");
    const [log] = await sql`
      select old ->> 'total' as old, new ->> 'total' as new from audit_log
       where procedure = 'recompute_draft_invoice' and row_id = ${draft.id}`;
    assertEquals(log, { old: "800.00", new: "1600.00" });
  }));

Deno.test("recompute_draft_invoice/moves_hours_to_overtime_when_earlier_time_of_the_week_comes_late", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const day of ["2026-03-03", "2026-03-04", "2026-03-05"]) {
      await firm.entry(assignment, "approved", day, "12");
    }
    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(draft.total, "3600.00");
    await firm.entry(assignment, "approved", MONDAY, "10");
    assertEquals((await recompute(sql, draft.id)).total, "4900.00");
    assertEquals(await linesOf(sql, draft.id), [
      "2026-03-02 regular 10.00 × 100.00 × 1.000 = 1000.00",
      "2026-03-03 regular 12.00 × 100.00 × 1.000 = 1200.00",
      "2026-03-04 regular 12.00 × 100.00 × 1.000 = 1200.00",
      "2026-03-05 regular 6.00 × 100.00 × 1.000 = 600.00",
      "2026-03-05 overtime 6.00 × 100.00 × 1.500 = 900.00",
    ]);
  }));

Deno.test("recompute_draft_invoice/finds_a_rate_hit_applied_and_changes_nothing_more", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "13");
    await firm.entry(assignment, "approved", "2026-03-04", "13");
    const draft = await createInvoice(sql, firm.facilityId);
    await applyNew(sql, assignment, "2026-03-04", { bill: "0.01" });
    const repriced = await invoiceOf(sql, draft.id);
    assertEquals(repriced.total, "2700.14"); // 0.12 and, rounded up, 0.02 more
    const before = await everything(sql);
    assertEquals(await recompute(sql, draft.id), repriced);
    assertEquals(await everything(sql), before);
  }));

Deno.test("recompute_draft_invoice/takes_up_a_multiplier_that_changed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved", MONDAY, "13");
    const draft = await createInvoice(sql, firm.facilityId);
    await sql`update assignments set bill_overtime_multiplier = 1.25`;
    assertEquals((await recompute(sql, draft.id)).total, "1325.00");
  }));

Deno.test("recompute_draft_invoice/mends_lines_that_are_wrong_missing_or_of_another_period", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const [first, second, after] = [
      await firm.entry(assignment, "approved", MONDAY, "8"),
      await firm.entry(assignment, "approved", "2026-03-04", "7"),
      await firm.entry(assignment, "approved", "2026-03-09", "1"),
    ];
    const draft = await createInvoice(sql, firm.facilityId);
    const right = await linesOf(sql, draft.id);
    await sql`update invoice_lines set kind = 'overtime' where time_entry_id = ${first}`;
    await sql`insert into invoice_lines (invoice_id, time_entry_id, part, kind, work_date, hours, rate, amount)
              values (${draft.id}, ${after}, 1, 'regular', '2026-03-09', 1, 100, 100)`;
    await sql`delete from invoice_lines where time_entry_id = ${second}`;
    await sql`update invoices set total = -5`;
    assertEquals(await recompute(sql, draft.id), draft);
    assertEquals(await linesOf(sql, draft.id), right);
    assertEquals(await unbilled(sql), ["2026-03-09 1.00"]);
  }));

Deno.test("recompute_draft_invoice/keeps_the_dates_of_drafts_of_every_kind", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", "2026-03-04", "8");
    const draft = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(draft.period, `2026-03-04 ${SUNDAY}`);
    await firm.entry(assignment, "approved", "2026-02-03", "1");
    await firm.entry(assignment, "approved", "2026-03-05", "1");
    await firm.entry(assignment, "approved", "2026-03-09", "1");
    assertEquals(await recompute(sql, draft.id), { ...draft, total: "900.00" });
    const week = await createInvoice(sql, firm.facilityId, "2026-03-09", "2026-03-15");
    await firm.entry(assignment, "approved", "2026-02-03", "1");
    assertEquals(await recompute(sql, week.id), week);
  }));

Deno.test("recompute_draft_invoice/takes_no_time_from_another_draft", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "8");
    const week = await createInvoice(sql, firm.facilityId);
    await firm.entry(assignment, "approved", "2026-03-04", "1");
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(late.total, "100.00");
    for (const draft of [week, late]) {
      assertEquals(await recompute(sql, draft.id), draft);
    }
  }));
