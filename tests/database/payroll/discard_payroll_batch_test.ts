import { assertEquals, assertNotStrictEquals } from "@std/assert";
import { advance, close, discard, prepare } from "../../support/payroll/batches.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { linesOf } from "../../support/payroll/items.ts";
import { auditOf } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";
import { entryOf, work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NOW = { clock: "2026-03-17 12:00:00+00" };

for (const [status, steps] of [["draft", 0], ["in_review", 1], ["approved", 2]] as const) {
  Deno.test(`discard_payroll_batch/makes_all_that_a_batch_in_${status}_pays_payable_again`, () =>
    withDatabase(async ({ sql }) => {
      const nurse = await work(sql, [{ date: MONDAY, hours: 50 / 5, rule: "california" }]);
      await stipend(sql, nurse.assignmentIds.california, "hours_driven", "50");
      await adjustment(sql, nurse.contractorId, MONDAY, "bonus", "25");
      const batch = await prepare(sql, MONDAY);
      const lines = await linesOf(sql, batch);
      for (let step = 0; step < steps; step++) await advance(sql, batch);

      const discarded = await discard(sql, batch, "A bonus was missing.");
      assertEquals(
        [discarded.status, discarded.discarded_at, discarded.discard_reason],
        ["discarded", "2026-03-17T12:00:00+00:00", "A bonus was missing."],
      );
      const next = await prepare(sql, MONDAY);
      assertNotStrictEquals(next, batch);
      assertEquals(await linesOf(sql, next), lines);
      assertEquals(await linesOf(sql, batch), lines); // the record of what it would have paid
      assertEquals(await auditOf(sql, "discard_payroll_batch"), [
        `payroll_batches ${status} → discarded`,
      ]);
    }, NOW));
}

Deno.test("discard_payroll_batch/lets_its_time_be_corrected", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    const batch = await prepare(sql, MONDAY);
    const id = entryOf(nurse, 1);
    const takeUp = () =>
      sql`update time_entries set status = 'draft' where id = ${id} returning id`;
    await assertRefusedUnchanged(sql, takeUp, 409, "time_entry_on_live_batch");
    await discard(sql, batch);
    assertEquals([...await takeUp()], [{ id }]);
    const corrected = await sql`
      update time_entries set hours = 6 where id = ${id} returning status, hours`;
    assertEquals([...corrected], [{ status: "draft", hours: "6.00" }]);
  }));

Deno.test("discard_payroll_batch/again_answers_the_same_with_its_first_reason", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    const batch = await prepare(sql, MONDAY);
    const first = await discard(sql, batch);
    assertEquals(first.discard_reason, null);
    const before = await contents(sql);
    assertEquals(await discard(sql, batch, "Later."), first);
    assertEquals(await contents(sql), before);
  }));

Deno.test("discard_payroll_batch/refuses_a_closed_batch_and_one_that_there_is_not", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    await assertRefusedUnchanged(sql, () => discard(sql, batch), 409, "payroll_batch_closed");
    await assertRefusedUnchanged(sql, () => discard(sql, null), 400, "argument_missing");
    const unknown = () => discard(sql, crypto.randomUUID());
    await assertRefusedUnchanged(sql, unknown, 404, "payroll_batch_not_found");
  }));
