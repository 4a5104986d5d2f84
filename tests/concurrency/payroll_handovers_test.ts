// Two who hand over one batch at once: named interleavings on real connections.
import { assertEquals, assertMatch } from "@std/assert";
import { advance, close, closeBatch, prepare } from "../support/payroll/batches.ts";
import { enterCodes, handOver } from "../support/payroll/earnings.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { work } from "../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const SHIFT = { date: MONDAY, hours: 8, rule: "flsa" as const };

Deno.test("hand_over_payroll/of_two_at_once_one_is_refused_and_told_of_the_other", () =>
  withDatabase(async ({ sql, url }) => {
    await work(sql, [SHIFT]);
    await enterCodes(sql);
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    const hand = (sql: Parameters<typeof handOver>[0]) => handOver(sql, batch, "w2");
    await assertRefused(interleave(url, hand, () => hand(sql)), 409, "payroll_handed_over");
    const rows = await sql`select nth from payroll_handovers`;
    assertEquals(rows.map(({ nth }) => nth), [1]);

    const again = (sql: Parameters<typeof handOver>[0]) =>
      handOver(sql, batch, "w2", { again: true });
    await interleave(url, again, () => again(sql));
    const all = await sql`select nth, digest from payroll_handovers order by nth`;
    assertEquals(all.map(({ nth }) => nth), [1, 2, 3]);
    assertEquals(new Set(all.map(({ digest }) => digest)).size, 1);
  }));

Deno.test("hand_over_payroll/waits_for_the_batch_that_is_being_closed", () =>
  withDatabase(async ({ sql, url }) => {
    await work(sql, [SHIFT]);
    await enterCodes(sql);
    const batch = await prepare(sql, MONDAY);
    for (let step = 0; step < 2; step++) await advance(sql, batch);
    const file = await interleave(
      url,
      (sql) => closeBatch(sql, batch),
      () => handOver(sql, batch, "w2"),
    );
    assertMatch(file, /,closed,/);
  }));
