// Weeks that another batch pays which may still be discarded.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { close, discard, prepare } from "../../../support/payroll/batches.ts";
import { adjustment, stipend } from "../../../support/payroll/extras.ts";
import { itemOf, linesOf } from "../../../support/payroll/items.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { entryOf } from "../../../support/time/worked_time.ts";
import {
  applyLate,
  approveAll,
  MONDAY,
  NEXT_MONDAY,
  prepareAndClose,
  weekOf,
} from "./late_weeks.ts";

Deno.test("payroll_draft/leaves_weeks_to_another_open_batch_that_pays_them", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [10, 10, 10, 10, 10], { late: [1] });
    await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100");
    await adjustment(sql, worker.contractorId, MONDAY, "bonus", "25");
    const first = await prepare(sql, MONDAY);
    await approveAll(sql);
    await assertRefused(prepare(sql, NEXT_MONDAY), 409, "nothing_to_pay");

    await close(sql, first);
    const second = await prepare(sql, NEXT_MONDAY);
    assertEquals(await linesOf(sql, second), [
      `${MONDAY} straight 10.00 60.00 = 600.00`,
      `${MONDAY} difference 10.00 0.00 = 300.00`,
    ]);
  }));

Deno.test("payroll_draft/pays_the_weeks_of_a_batch_that_is_discarded", () =>
  withDatabase(async ({ sql }) => {
    await weekOf(sql, [10, 10, 10, 10, 10]);
    await discard(sql, await prepare(sql, MONDAY));
    const [batch] = await sql`
      select gross_total from payroll_batches where id = ${await prepare(sql, NEXT_MONDAY)}`;
    assertEquals(batch?.gross_total, "3300.00");
  }));

// What a batch that was discarded later would have paid was once counted on, and never paid or taken back.
Deno.test("payroll_draft/counts_on_no_batch_that_may_be_discarded", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [10, 10, 10, 10, 10], { late: [2, 3, 4, 5] });
    await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100");
    const first = await prepare(sql, MONDAY);
    await approveAll(sql);
    await assertRefused(prepare(sql, NEXT_MONDAY), 409, "nothing_to_pay");
    await discard(sql, first);
    await sql`update time_entries set status = 'draft' where id = ${entryOf(worker, 1)}`;
    const item = await itemOf(sql, await prepare(sql, NEXT_MONDAY), worker.contractorId);
    assertEquals(
      [item?.straight_pay, item?.premium_pay, item?.stipend_pay],
      ["2400.00", "0.00", "100.00"],
    );
  }));

Deno.test("payroll_draft/pays_a_rate_hit_also_when_the_first_batch_that_did_is_discarded", () =>
  withDatabase(async ({ sql: pool }) => {
    const sql = await pool.reserve();
    const at = (clock: string) => sql`select set_config('app.clock', ${clock}, false)`;
    const worker = await weekOf(sql, [10, 10], { late: [2] });
    await at("2026-03-20 08:00Z");
    await prepareAndClose(sql);
    await at("2026-03-20 12:00Z");
    await applyLate(sql, worker.assignmentIds.flsa, MONDAY, "1");
    const first = await prepare(sql, NEXT_MONDAY);
    await approveAll(sql);
    await assertRefused(prepare(sql, "2026-03-16"), 409, "nothing_to_pay");
    await discard(sql, first);
    await at("2026-03-20 16:00Z");
    assertEquals(await linesOf(sql, await prepare(sql, "2026-03-16")), [
      `${MONDAY} straight 10.00 61.00 = 610.00`,
      `${MONDAY} difference 0.00 0.00 = 10.00`,
    ]);
    sql.release();
  }));

Deno.test("payroll_draft/looks_at_a_paid_week_again_until_a_batch_that_knew_the_hit_is_closed", () =>
  withDatabase(async ({ sql, url }) => {
    const worker = await weekOf(sql, [10]);
    const at = async (clock: string, act: (sql: postgres.Sql) => Promise<unknown>) => {
      const then = connectTo(url, { "app.clock": clock });
      await act(then);
      const weeks =
        await then`select week_start from private.weeks_to_pay('2026-03-15', private.default_pay_group())`;
      await then.end();
      return weeks.length;
    };
    const hit = (sql: postgres.Sql) => applyLate(sql, worker.assignmentIds.flsa, MONDAY, "1");
    assertEquals(await at("2026-03-20 08:00Z", hit), 1);
    assertStrictEquals(await at("2026-03-20 10:00Z", prepareAndClose), 0);
    assertEquals(await at("2026-03-20 12:00Z", hit), 1);
    const draft = await prepare(sql, NEXT_MONDAY);
    assertStrictEquals(await at("2026-03-20 13:00Z", () => Promise.resolve()), 0);
    assertStrictEquals(await at("2026-03-20 14:00Z", (sql) => close(sql, draft)), 0);
  }));
