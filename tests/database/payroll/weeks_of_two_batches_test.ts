// A week that one open batch pays, and of which another one takes what was carried or is recovered.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import {
  close,
  discard,
  periodOf,
  prepare,
  prepareOffCycle,
} from "../../support/payroll/batches.ts";
import { adjustment } from "../../support/payroll/extras.ts";
import { linesOf } from "../../support/payroll/items.ts";
import { arrange, FIRST, overpaid, SECOND, THIRD } from "../../support/payroll/overpaid.ts";
import { withDatabase } from "../../support/server/database.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const NOW = { clock: "2026-03-31T12:00:00Z" };
const LATE = dayOfWeek(FIRST, 3);

/** Time of the first week that is approved late, on the assignment of time that is there. */
async function late(sql: postgres.Sql, hours: string): Promise<void> {
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    select assignment_id, ${LATE}, ${hours}::text::numeric, 'approved' from time_entries
     where work_date = ${FIRST}`;
}

/** Lines of a batch that name the first week. */
async function firstWeekOf(sql: postgres.Sql, batch: string): Promise<string[]> {
  return (await linesOf(sql, batch)).filter((line) => line.startsWith(FIRST));
}

/**
 * Somebody of whose first week 300.00 of a deduction were carried, and 3 hours came late. One batch pays these, with
 * 180.00 of what was carried; one of the second week, which is closed, takes the other 120.00.
 */
async function carried(
  sql: postgres.Sql,
): Promise<{ offCycle: string; again: () => Promise<string> }> {
  const { contractorId } = await work(sql, [
    { date: FIRST, hours: 8, rule: "none" },
    { date: SECOND, hours: 20, rule: "none" },
  ]);
  await adjustment(sql, contractorId, FIRST, "deduction", "780");
  const period = await periodOf(sql, FIRST);
  const first = await prepare(sql, FIRST);
  assertEquals((await firstWeekOf(sql, first)).at(-1), `${FIRST} carried = 300.00`);
  await close(sql, first);
  await late(sql, "3");
  const again = async () => (await prepareOffCycle(sql, period, [contractorId]))["id"] ?? "";
  const offCycle = await again();
  assertEquals(await linesOf(sql, offCycle), [
    `${FIRST} straight 3.00 60.00 = 180.00`,
    `${FIRST} carried = -180.00`,
  ]);
  const second = await prepare(sql, SECOND);
  assertEquals(await linesOf(sql, second), [
    `${FIRST} carried = -120.00`,
    `${SECOND} straight 20.00 60.00 = 1200.00`,
  ]);
  await close(sql, second);
  return { offCycle, again };
}

const LATE_PAY = `${FIRST} straight 3.00 60.00 = 180.00`;

Deno.test("close_and_lock_payroll_batch/keeps_the_pay_of_a_week_of_which_it_took_what_was_carried", () =>
  withDatabase(async ({ sql }) => {
    const { offCycle } = await carried(sql);
    await discard(sql, offCycle);
    assertEquals(await linesOf(sql, await prepare(sql, THIRD)), [
      LATE_PAY,
      `${FIRST} carried = -180.00`,
    ]);
  }, NOW));

Deno.test("close_and_lock_payroll_batch/lets_another_open_batch_be_rebuilt_with_the_week_that_it_pays", () =>
  withDatabase(async ({ sql }) => {
    const { offCycle, again } = await carried(sql);
    assertEquals(await again(), offCycle);
    assertEquals(await linesOf(sql, offCycle), [LATE_PAY, `${FIRST} carried = -180.00`]);
  }, NOW));

Deno.test("close_and_lock_payroll_batch/keeps_the_pay_of_a_week_of_which_it_recovered", () =>
  withDatabase(async ({ sql }) => {
    const id = await overpaid(sql); // 200.00 of the first week
    await arrange(sql, id);
    await late(sql, "2");
    const period = await periodOf(sql, FIRST);
    const offCycle = (await prepareOffCycle(sql, period, [id]))["id"] ?? "";
    const netted = [`${FIRST} straight 2.00 40.00 = 80.00`, `${FIRST} overpayment = -80.00`];
    assertEquals((await linesOf(sql, offCycle)).toSorted(), netted.toSorted());
    const third = await prepare(sql, THIRD);
    assertEquals(await firstWeekOf(sql, third), [`${FIRST} recovery = -120.00`]);
    await close(sql, third);
    await prepareOffCycle(sql, period, [id]);
    assertEquals((await linesOf(sql, offCycle)).toSorted(), netted.toSorted(), "built anew");
    await discard(sql, offCycle);
    const last = await prepareOffCycle(sql, period, [id], "2026-03-27", "Once more");
    assertEquals((await linesOf(sql, last["id"] ?? "")).toSorted(), netted.toSorted());
  }, NOW));
