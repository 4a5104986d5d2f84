// What a rate hit touches, before it is applied.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { apply, rateHit } from "../../support/assignments/rate_hits.ts";
import { invoiceFor } from "../../support/billing/by_hand.ts";
import { createInvoice } from "../../support/billing/billed_time.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { addCoded, addCodeRate } from "../../support/time/codes.ts";
import { batchFor } from "../../support/payroll/by_hand.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const NOTHING = {
  draft_invoices: "0 0 0.00 0.00",
  draft_batches: "0 0 0.00 0.00",
  batches_under_review: "0 0 0.00 0.00",
  sent_invoices: "0 0 0.00 0.00",
  closed_batches: "0 0 0.00 0.00",
};

/** By target, as `"<documents> <entries> <amount> <change>"`. */
async function reach(sql: postgres.Sql, hit: string | null): Promise<Record<string, string>> {
  const rows = await sql<{ target: string; row: string }[]>`
    select target, concat_ws(' ', documents, entries, amount, change) as row from rate_hit_reach(${hit})`;
  return Object.fromEntries(rows.map(({ target, row }) => [target, row]));
}

/** An assignment of 100 and 60 an hour, and a way to add approved entries of four hours to it. */
async function working(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  const entry = (day: string, hours = "4") => firm.entry(assignment, "approved", day, hours);
  return { firm, assignment, entry };
}

Deno.test("rate_hit_reach/adds_up_drafts_and_what_was_sent_from_the_hits_day_on", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment, entry } = await working(sql);
    await invoiceFor(firm, await entry("2026-01-04"), "sent"); // before its day
    await invoiceFor(firm, await entry("2026-01-05"), "sent");
    await invoiceFor(firm, await entry("2026-01-06"), "partially_paid");
    await invoiceFor(firm, await entry("2026-01-07", "9"), "paid", [
      { hours: "8" },
      { hours: "1", kind: "overtime", multiplier: "1.5" },
    ]);
    await invoiceFor(firm, await entry("2026-01-08"), "draft");
    await invoiceFor(firm, await entry("2026-01-09", "2"), "draft");
    await invoiceFor(firm, await entry("2026-01-10"), "void");
    const other = await firm.assignment();
    await invoiceFor(firm, await firm.entry(other, "approved", "2026-01-05"), "sent");
    const hit = await rateHit(sql, assignment, "2026-01-05");
    assertEquals(await reach(sql, hit), {
      ...NOTHING,
      draft_invoices: "2 2 600.00 30.00",
      sent_invoices: "3 3 1750.00 87.50",
    });
  }));

Deno.test("rate_hit_reach/adds_up_batches_in_draft_under_review_and_closed", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, entry } = await working(sql);
    await batchFor(sql, await entry("2026-01-04"), "closed"); // before its day
    await batchFor(sql, await entry("2026-01-05"), "closed");
    await batchFor(sql, await entry("2026-01-12"), "discarded");
    await batchFor(sql, await entry("2026-01-19", "8"), "draft");
    await batchFor(sql, await entry("2026-01-26"), "in_review");
    await batchFor(sql, await entry("2026-02-02"), "approved");
    const hit = await rateHit(sql, assignment, "2026-01-05", { bill: "0", pay: "3.00" });
    assertEquals(await reach(sql, hit), {
      ...NOTHING,
      draft_batches: "1 1 480.00 24.00",
      batches_under_review: "2 2 480.00 24.00",
      closed_batches: "1 1 240.00 12.00",
    });
  }));

Deno.test("rate_hit_reach/leaves_drafts_out_whose_rate_does_not_change", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment, entry } = await working(sql);
    const id = await entry("2026-01-05");
    await invoiceFor(firm, id, "draft");
    await batchFor(sql, id, "draft");
    const bill = await rateHit(sql, assignment, "2026-01-05", { bill: "1", pay: "0" });
    const pay = await rateHit(sql, assignment, "2026-01-05", { bill: "0", pay: "1" });
    assertEquals(await reach(sql, bill), { ...NOTHING, draft_invoices: "1 1 400.00 4.00" });
    assertEquals(await reach(sql, pay), { ...NOTHING, draft_batches: "1 1 240.00 4.00" });
  }));

Deno.test("rate_hit_reach/is_of_codes_that_follow_the_rate_of_an_hour_and_of_no_other", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await working(sql);
    await addCodeRate(sql, assignment, "on_call");
    const at = { day: "2026-01-05", status: "approved" };
    await addCoded(sql, assignment, "on_call", { hours: "12" }, at);
    await prepare(sql, "2026-01-05");
    const ofOnCall = await rateHit(sql, assignment, "2026-01-05", { bill: "1", pay: "1" });
    assertEquals((await reach(sql, ofOnCall)).draft_batches, "1 0 0.00 0.00");
    await addCoded(sql, assignment, "holiday_worked", { hours: "2" }, at); // 1.5 ×
    await addCoded(sql, assignment, "cancelled", { hours: "4" }, at); // 1 ×
    const { id } = await createInvoice(sql, firm.facilityId, "2026-01-05", "2026-01-11");
    await send(sql, [id]);
    const batch = await prepare(sql, "2026-01-05");
    const hit = await rateHit(sql, assignment, "2026-01-05", { bill: "10", pay: "1" });
    assertEquals(await reach(sql, hit), {
      ...NOTHING,
      draft_batches: "1 2 420.00 7.00",
      sent_invoices: "1 2 700.00 70.00",
    });
    await close(sql, batch);
    assertEquals((await reach(sql, hit)).closed_batches, "1 2 420.00 7.00");
    await assertRefused(apply(sql, hit), 409, "rate_hit_reaches_billed_or_paid_time");
    // Where all that was billed and paid has rates of its own, it reaches nothing of that.
    await addCodeRate(sql, assignment, "holiday_worked", { bill: "150", pay: "90" });
    await addCodeRate(sql, assignment, "cancelled", { bill: "100", pay: "60" });
    await apply(sql, hit);
  }, { clock: "2026-01-19 12:00:00+00" }));

Deno.test("rate_hit_reach/says_what_apply_rate_hit_then_changes_and_nothing_of_it_afterwards", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment, entry } = await working(sql);
    const invoice = await invoiceFor(firm, await entry("2026-01-05"), "draft");
    const hit = await rateHit(sql, assignment, "2026-01-05");
    const { draft_invoices } = await reach(sql, hit);
    await apply(sql, hit);
    const [{ total }] = await sql<[{ total: string }]>`
      select total from invoices where id = ${invoice}`;
    assertEquals([draft_invoices, total], ["1 1 400.00 20.00", "420.00"]);
    assertEquals(await reach(sql, hit), {});
    const cancelled = await rateHit(sql, assignment, "2026-01-06");
    await sql`update rate_hits set status = 'cancelled' where id = ${cancelled}`;
    assertEquals(await reach(sql, cancelled), {});
  }));

Deno.test("rate_hit_reach/is_for_billing_and_payroll_and_for_hits_that_are_there", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const hit = firm.id("rate_hits", "pending");
    for (const caller of CALLERS) {
      const asking = runAs(sql, firm, caller, `select * from rate_hit_reach('${hit}')`);
      if (caller === "signed_out") await assertDenied(asking);
      else if (["billing", "payroll", "admin", "service"].includes(caller)) {
        assertEquals((await asking).length, 5);
      } else await assertRefused(asking, 403, "role_required");
    }
    await assertRefused(reach(sql, null), 400, "argument_missing");
    await assertRefused(reach(sql, crypto.randomUUID()), 404, "rate_hit_not_found");
  }));
