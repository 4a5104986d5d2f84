import { assertEquals } from "@std/assert";
import { apply, rateHit } from "../support/assignments/rate_hits.ts";
import { close, draftOf, prepare, rebuild } from "../support/payroll/batches.ts";
import { adjustment } from "../support/payroll/extras.ts";
import { linesOf } from "../support/payroll/items.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { work } from "../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

Deno.test("payroll_draft/rebuilt_beside_another_does_not_pay_the_same_difference", () =>
  withDatabase(async ({ sql, url }) => {
    const worker = await work(sql, [{ date: MONDAY, hours: 10, rule: "flsa" }]);
    await close(sql, await prepare(sql, MONDAY));
    await apply(sql, await rateHit(sql, worker.assignmentIds.flsa, MONDAY, { pay: "1" }), true);
    const first = await draftOf(sql, "2026-03-09");
    const second = await draftOf(sql, "2026-03-16");
    await interleave(url, (sql) => rebuild(sql, first), () => rebuild(sql, second));
    assertEquals(await linesOf(sql, first), [`${MONDAY} difference 0.00 0.00 = 10.00`]);
    assertEquals(await linesOf(sql, second), []);
  }));

Deno.test("payroll_adjustments/keep_their_approval_while_a_batch_takes_them_up", () =>
  withDatabase(async ({ sql, url }) => {
    const worker = await work(sql, []);
    await adjustment(sql, worker.contractorId, MONDAY, "bonus", "25");
    const batch = await draftOf(sql, MONDAY);
    await assertRefused(
      interleave(
        url,
        (sql) => rebuild(sql, batch),
        () => sql`update payroll_adjustments set approved_at = null`,
      ),
      409,
      "payroll_adjustment_on_live_batch",
    );
  }));
