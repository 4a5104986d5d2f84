// A week is rounded once; its lines carry cents that add up to it.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { adjustment, payRate } from "../../../support/payroll/extras.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, entryOf, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

/** The lines of a week with so many hours a day from Monday on, at a rate. */
async function weekOf(
  sql: postgres.Sql,
  rule: OvertimeRule,
  rate: string,
  hours: readonly string[],
): Promise<string[]> {
  const shifts = hours.map((each, i) => ({ date: dayOfWeek(MONDAY, i + 1), hours: each, rule }));
  const worker = await work(sql, shifts);
  await payRate(sql, worker.assignmentIds[rule], MONDAY, rate);
  const lines = await linesOf(sql, await prepare(sql, MONDAY), worker.contractorId);
  return lines.map((line) => line.slice(MONDAY.length + 1));
}

Deno.test("payroll_draft/takes_cents_too_many_from_the_last_line", () =>
  withDatabase(async ({ sql }) => {
    // 3 × 5.005 = 15.015.
    assertEquals(await weekOf(sql, "flsa", "20.02", ["0.25", "0.25", "0.25"]), [
      "straight 0.25 20.02 = 5.01",
      "straight 0.25 20.02 = 5.01",
      "straight 0.25 20.02 = 5.00",
    ]);
  }));

Deno.test("payroll_draft/gives_cents_left_over_to_the_last_line", () =>
  withDatabase(async ({ sql }) => {
    // 5 × 2.004 = 10.02.
    assertEquals(await weekOf(sql, "none", "20.04", ["0.1", "0.1", "0.1", "0.1", "0.1"]), [
      ...Array<string>(4).fill("straight 0.10 20.04 = 2.00"),
      "straight 0.10 20.04 = 2.02",
    ]);
  }));

Deno.test("payroll_draft/rounds_half_a_cent_of_the_week_up", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(await weekOf(sql, "flsa", "20.02", ["0.25"]), [
      "straight 0.25 20.02 = 5.01", // 5.005
    ]);
  }));

Deno.test("payroll_draft/puts_the_cent_on_the_premium_where_there_is_one", () =>
  withDatabase(async ({ sql }) => {
    // 5 × 165.165 + 1.25 × 10.01 = 838.3375.
    const hours = ["8.25", "8.25", "8.25", "8.25", "8.25"];
    assertEquals(await weekOf(sql, "flsa", "20.02", hours), [
      ...Array<string>(5).fill("straight 8.25 20.02 = 165.17"),
      "overtime_premium 1.25 = 12.49",
    ]);
  }));

Deno.test("payroll_draft/puts_the_cent_on_the_doubletime_premium_where_there_is_one", () =>
  withDatabase(async ({ sql }) => {
    // 12.75 × 20.02 = 255.255, 4 × 10.01 = 40.04, 0.75 × 20.02 = 15.015: 310.31.
    assertEquals(await weekOf(sql, "california", "20.02", ["12.75"]), [
      "straight 12.75 20.02 = 255.26",
      "overtime_premium 4.00 = 40.04",
      "doubletime_premium 0.75 = 15.01",
    ]);
  }));

Deno.test("payroll_draft/does_not_round_the_regular_rate", () =>
  withDatabase(async ({ sql }) => {
    const shifts = [10, 10, 10, 10, 10, 10].map((hours, i) => ({
      date: dayOfWeek(MONDAY, i + 1),
      hours,
      rule: "flsa" as const,
    }));
    const worker = await work(sql, shifts);
    await adjustment(sql, worker.contractorId, MONDAY, "bonus", "0.25", { inRegularRate: true });
    // 3,600.25 / 60 = 60.0041…; 20 × half of it = 600.0416…
    const lines = await linesOf(sql, await prepare(sql, MONDAY));
    assertEquals(lines.at(-1), `${MONDAY} overtime_premium 20.00 = 600.04`);
  }));

Deno.test("payroll_draft/rounds_time_alone_where_a_deduction_takes_more_than_the_week", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [{ date: MONDAY, hours: "0.25", rule: "flsa" }]);
    await payRate(sql, worker.assignmentIds.flsa, MONDAY, "20.02");
    await adjustment(sql, worker.contractorId, MONDAY, "deduction", "10");
    assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), [
      `${MONDAY} adjustment = -10.00`,
      `${MONDAY} straight 0.25 20.02 = 5.01`,
      `${MONDAY} carried = 4.99`,
    ]);
  }));

Deno.test("payroll_draft/takes_the_entry_made_last_for_the_last_of_a_day", () =>
  withDatabase(async ({ sql }) => {
    const shift = { date: MONDAY, hours: "0.25", rule: "flsa" } as const;
    const worker = await work(sql, [shift, shift, shift]);
    await payRate(sql, worker.assignmentIds.flsa, MONDAY, "20.02");
    const [last] = await sql`
      update time_entries set created_at = '2020-01-02'
       where id = (select id from time_entries order by id limit 1) returning id`;
    await prepare(sql, MONDAY);
    const lines = await sql`select time_entry_id as id from payroll_item_lines where amount = 5.00`;
    assertEquals([...lines], [last]);
  }));

Deno.test("payroll_draft/rounds_a_week_once_also_where_it_is_paid_in_pieces", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [
      { date: "2026-03-04", hours: "0.25", rule: "flsa" },
      { date: "2026-03-05", hours: "0.25", rule: "flsa" },
      { date: "2026-03-03", hours: "0.25", rule: "flsa" },
    ]);
    await payRate(sql, worker.assignmentIds.flsa, MONDAY, "20.02");
    await sql`update time_entries set status = 'draft'`;
    const payAlso = async (n: number) => {
      for (const status of ["submitted", "approved"]) {
        await sql`update time_entries set status = ${status} where id = ${entryOf(worker, n)}`;
      }
      const batch = await prepare(sql, MONDAY);
      await close(sql, batch);
      return await linesOf(sql, batch);
    };
    assertEquals(await payAlso(1), [`${MONDAY} straight 0.25 20.02 = 5.01`]); // 5.005
    assertEquals(await payAlso(2), [`${MONDAY} straight 0.25 20.02 = 5.00`]); // 10.01
    assertEquals(await payAlso(3), [`${MONDAY} straight 0.25 20.02 = 5.01`]); // 15.015
  }));
