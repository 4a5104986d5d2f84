// One step at a time, and a double click is one step.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { advance, closeBatch, discard, prepare } from "../../../support/payroll/batches.ts";
import { adjustment } from "../../../support/payroll/extras.ts";
import { auditOf } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { work } from "../../../support/time/worked_time.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const NOW = { clock: "2026-03-17 12:00:00+00" };

/** A test with a draft batch. */
function withDraft(test: (sql: postgres.Sql, batch: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }) => {
      await work(sql, [{ date: "2026-03-02", hours: 8, rule: "flsa" }]);
      await test(sql, await prepare(sql, "2026-03-02"));
    }, NOW);
}

async function refuses(
  sql: postgres.Sql,
  batch: string,
  slug: string,
  expectations: readonly (string | null)[],
): Promise<void> {
  for (const expected of expectations) {
    await assertRefusedUnchanged(sql, () => advance(sql, batch, expected), 409, slug);
  }
}

Deno.test(
  "advance_payroll_batch_status/goes_from_draft_through_review_to_approved_step_by_step",
  withDraft(async (sql, batch) => {
    const reviewed = await advance(sql, batch);
    assertEquals([reviewed.status, reviewed.in_review_at, reviewed.approved_at ?? null], [
      "in_review",
      "2026-03-17T12:00:00+00:00",
      null,
    ]);
    const approved = await advance(sql, batch);
    assertEquals([approved.status, approved.approved_at, approved.approved_by], [
      "approved",
      "2026-03-17T12:00:00+00:00",
      null,
    ]);
    await refuses(sql, batch, "payroll_batch_under_review", [null]);
    assertEquals(await auditOf(sql, "advance_payroll_batch_status"), [
      "payroll_batches draft → in_review",
      "payroll_batches in_review → approved",
    ]);
  }),
);

Deno.test(
  "advance_payroll_batch_status/twice_with_the_same_expectation_is_one_step",
  withDraft(async (sql, batch) => {
    for (const expected of ["draft", "in_review"]) {
      const first = await advance(sql, batch, expected);
      const before = await contents(sql);
      assertEquals(await advance(sql, batch, expected), first);
      assertEquals(await contents(sql), before);
    }
  }),
);

Deno.test(
  "advance_payroll_batch_status/again_with_the_same_request_id_is_one_step",
  withDraft(async (sql, batch) => {
    const [request, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const first = await advance(sql, batch, null, request);
    const before = await contents(sql);
    assertEquals(await advance(sql, batch, null, request), first);
    assertEquals(await contents(sql), before);
    const reused = () => advance(sql, batch, "draft", request);
    await assertRefusedUnchanged(sql, reused, 409, "request_id_reused");
    assertEquals((await advance(sql, batch, null, other)).status, "approved");
    assertEquals((await advance(sql, batch, null, request)).status, "approved");
  }),
);

Deno.test(
  "advance_payroll_batch_status/refuses_what_is_neither_expected_nor_one_step_on",
  withDraft(async (sql, batch) => {
    await refuses(sql, batch, "payroll_batch_status_unexpected", ["in_review"]);
    await advance(sql, batch);
    await advance(sql, batch);
    await refuses(sql, batch, "payroll_batch_under_review", ["draft"]); // two steps on
    await closeBatch(sql, batch);
    await refuses(sql, batch, "payroll_batch_closed", [null, "draft", "in_review"]);
  }),
);

Deno.test(
  "advance_payroll_batch_status/refuses_a_discarded_batch",
  withDraft(async (sql, batch) => {
    await discard(sql, batch);
    await refuses(sql, batch, "payroll_batch_discarded", [null, "draft", "in_review"]);
  }),
);

Deno.test(
  "advance_payroll_batch_status/refuses_what_it_cannot_make_out",
  withDraft(async (sql, batch) => {
    await assertRefusedUnchanged(sql, () => advance(sql, null), 400, "argument_missing");
    for (const status of ["approved", "closed", "discarded", "Draft", ""]) {
      const attempt = () => advance(sql, batch, status);
      await assertRefusedUnchanged(sql, attempt, 400, "expected_status_unknown");
    }
    const unknown = () => advance(sql, crypto.randomUUID());
    await assertRefusedUnchanged(sql, unknown, 404, "payroll_batch_not_found");
  }),
);

Deno.test("advance_payroll_batch_status/approves_though_deductions_go_beyond_the_pay_of_some", () =>
  withDatabase(async ({ sql }) => {
    const shift = { date: "2026-03-02", hours: 1, rule: "flsa" } as const;
    for (const [name, amount] of [["Bea", "60.00"], ["Cid", "60.01"], ["Dan", "500"]] as const) {
      const { contractorId } = await work(sql, [shift]);
      await sql`update contractors set first_name = ${name} where id = ${contractorId}`;
      await adjustment(sql, contractorId, "2026-03-02", "deduction", amount);
    }
    const batch = await prepare(sql, "2026-03-02");
    await advance(sql, batch);
    assertEquals((await advance(sql, batch)).status, "approved");
    const items = await sql`select gross_pay from payroll_items where gross_pay <> 0`;
    assertEquals(items.length, 0);
  }, NOW));

Deno.test("advance_payroll_batch_status/does_not_approve_pay_below_zero_that_an_earlier_release_prepared", () =>
  withDatabase(async ({ sql }) => {
    const shift = { date: "2026-03-02", hours: 1, rule: "flsa" } as const;
    const { contractorId } = await work(sql, [shift]);
    await sql`update contractors set first_name = 'Cid' where id = ${contractorId}`;
    await adjustment(sql, contractorId, "2026-03-02", "deduction", "60.01");
    const batch = await prepare(sql, "2026-03-02");
    await sql`update payroll_items set adjustment_pay = -60.01, gross_pay = -0.01`;
    await sql`delete from payroll_item_lines where kind = 'carried'`;
    await advance(sql, batch);
    await refuses(sql, batch, "payroll_batch_outdated", [null, "in_review"]);
    await assertRejectsWith(() => advance(sql, batch), /pay below zero: Cid Nurse: -0\.01\.$/);
    await discard(sql, batch);
    const again = await prepare(sql, "2026-03-02");
    await advance(sql, again);
    assertEquals((await advance(sql, again)).status, "approved");
  }, NOW));
