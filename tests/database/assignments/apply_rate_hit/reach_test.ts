// A hit that reaches time on sent invoices and in payroll batches.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, everything, rateHit, ratesOf } from "../../../support/assignments/rate_hits.ts";
import { invoiceFor } from "../../../support/billing/by_hand.ts";
import { Firm } from "../../../support/firm.ts";
import { discard } from "../../../support/payroll/batches.ts";
import { batchFor } from "../../../support/payroll/by_hand.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const REACHES = "rate_hit_reaches_billed_or_paid_time";
const UNDER_REVIEW = "payroll_batch_under_review";

const entries = (count: number) => `${count} time ${count === 1 ? "entry" : "entries"}`;

/** Asserts that the hit is refused for so much billed and paid time up to a day, until retroactive hits are allowed. */
async function reaches(
  sql: postgres.Sql,
  hit: string,
  billed: number,
  paid: number,
  lastDay: string,
) {
  const before = await everything(sql);
  for (const notAllowed of [false, null]) {
    const attempt = apply(sql, hit, notAllowed);
    await assertRefused(attempt, 409, REACHES);
    await assertRejectsWith(() => attempt, {
      message: new RegExp(
        ` reaches time up to ${lastDay}: ${entries(billed)} on sent invoices, ` +
          `${entries(paid)} in closed payroll batches\\.$`,
      ),
      hint: new RegExp(`^Choose a day after ${lastDay}, or allow a retroactive hit`),
    });
  }
  assertEquals(await everything(sql), before);
  assertEquals((await apply(sql, hit, true)).status, "applied");
}

Deno.test("apply_rate_hit/counts_the_sent_time_that_it_reaches_and_takes_a_yes_for_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = (day: string) => firm.entry(assignment, "approved", day);
    await invoiceFor(firm, await entry("2026-01-04"), "sent"); // before its day
    await invoiceFor(firm, await entry("2026-01-05"), "sent");
    await invoiceFor(firm, await entry("2026-01-06"), "partially_paid");
    await invoiceFor(firm, await entry("2026-01-07"), "paid");
    await invoiceFor(firm, await entry("2026-01-08"), "draft");
    await invoiceFor(firm, await entry("2026-01-09"), "void");
    const other = await firm.assignment();
    await invoiceFor(firm, await firm.entry(other, "approved", "2026-01-05"), "sent");
    await reaches(sql, await rateHit(sql, assignment, "2026-01-05"), 3, 0, "2026-01-07");
  }));

Deno.test("apply_rate_hit/counts_the_paid_time_that_it_reaches_and_takes_a_yes_for_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = (day: string) => firm.entry(assignment, "approved", day);
    await batchFor(sql, await entry("2026-01-04"), "closed"); // before its day
    await batchFor(sql, await entry("2026-01-05"), "closed");
    await batchFor(sql, await entry("2026-01-12"), "discarded");
    await batchFor(sql, await entry("2026-01-19"), "draft");
    await reaches(sql, await rateHit(sql, assignment, "2026-01-05"), 0, 1, "2026-01-05");
    assertEquals(await ratesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-01-05 105.00 63.00",
    ]);
  }));

Deno.test("apply_rate_hit/counts_an_entry_once_for_its_lines_and_once_for_each_of_both", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const both = await firm.entry(assignment, "approved", "2026-01-05", "9");
    await invoiceFor(firm, both, "sent", [
      { hours: "8" },
      { hours: "1", kind: "overtime", multiplier: "1.5" },
    ]);
    await batchFor(sql, both, "closed");
    const billed = await firm.entry(assignment, "approved", "2026-01-06");
    await invoiceFor(firm, billed, "sent");
    await reaches(sql, await rateHit(sql, assignment, "2026-01-01"), 2, 1, "2026-01-06");
  }));

Deno.test("apply_rate_hit/asks_for_a_yes_whichever_of_the_rates_changes", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await invoiceFor(firm, await firm.entry(assignment, "approved", "2026-01-05"), "sent");
    await batchFor(sql, await firm.entry(assignment, "approved", "2026-01-06"), "closed");
    await reaches(
      sql,
      await rateHit(sql, assignment, "2026-01-05", { bill: "0" }),
      1,
      1,
      "2026-01-06",
    );
    await reaches(
      sql,
      await rateHit(sql, assignment, "2026-01-05", { pay: "0" }),
      1,
      1,
      "2026-01-06",
    );
  }));

Deno.test("apply_rate_hit/keeps_what_a_closed_batch_paid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await batchFor(sql, await firm.entry(assignment, "approved", "2026-01-05"), "closed");
    const paid = () =>
      sql`select to_jsonb(batch) || to_jsonb(item) || to_jsonb(line) as row
            from payroll_batches as batch
            join payroll_items as item on item.payroll_batch_id = batch.id
            join payroll_item_lines as line on line.payroll_item_id = item.id`;
    const before = [...await paid()];
    await apply(sql, await rateHit(sql, assignment, "2026-01-05"), true);
    assertEquals([...await paid()], before);
  }));

Deno.test("apply_rate_hit/refuses_a_batch_in_review_or_approved_that_pays_time_it_reaches", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    for (const [status, words] of [["in_review", "in review"], ["approved", "approved"]] as const) {
      const assignment = await firm.assignment();
      const batch = await batchFor(
        sql,
        await firm.entry(assignment, "approved", "2026-01-05"),
        status,
      );
      const hit = await rateHit(sql, assignment, "2026-01-05");
      const before = await everything(sql);
      for (const allowRetroactive of [false, true]) {
        const attempt = apply(sql, hit, allowRetroactive);
        await assertRefused(attempt, 409, UNDER_REVIEW);
        await assertRejectsWith(
          () => attempt,
          new RegExp(`of 2026-01-05 to 2026-01-11 is ${words}`),
        );
      }
      assertEquals(await everything(sql), before);

      await discard(sql, batch);
      assertEquals((await apply(sql, hit)).status, "applied");
    }
  }));

Deno.test("apply_rate_hit/refuses_a_batch_that_pays_the_contractor_for_the_same_week", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const [contractor] = await sql`select contractor_id as id from assignments`;
    const elsewhere = await firm.assignmentOf(contractor?.id);
    await batchFor(sql, await firm.entry(elsewhere, "approved", "2026-01-06"), "approved");
    const hit = await rateHit(sql, assignment, "2026-01-05");

    // Time that came late changes the week's pay once it is approved.
    const late = await firm.entry(assignment, "submitted", "2026-01-11");
    await apply(sql, await rateHit(sql, assignment, "2026-01-05"));
    await sql`update time_entries set status = 'approved' where id = ${late}`;
    await assertRefused(apply(sql, hit), 409, UNDER_REVIEW);
  }));

Deno.test("apply_rate_hit/minds_no_batch_that_it_does_not_touch", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await batchFor(sql, await firm.entry(assignment, "approved", "2026-01-11"), "approved");
    await batchFor(
      sql,
      await firm.entry(await firm.assignment(), "approved", "2026-01-12"),
      "approved",
    );
    await firm.entry(assignment, "approved", "2026-01-12");
    await apply(sql, await rateHit(sql, assignment, "2026-01-12")); // another week, another contractor
    await apply(sql, await rateHit(sql, assignment, "2026-01-11", { pay: "0" })); // what is billed alone
    const pay = await rateHit(sql, assignment, "2026-01-11", { bill: "0" });
    await assertRefused(apply(sql, pay), 409, UNDER_REVIEW);
  }));
