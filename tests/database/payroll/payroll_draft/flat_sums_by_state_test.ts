// A flat sum is divided by the hours that the state asks for.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { adjustment, payRate, stipend } from "../../../support/payroll/extras.ts";
import { itemOf } from "../../../support/payroll/items.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, work, type Worker } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

/** Somebody who works 46 hours of a week in a state, or in none that is known, at so much an hour. */
async function work46(sql: postgres.Sql, state: string | null, rate: string): Promise<Worker> {
  const days = [8, 8, 8, 8, 8, 6];
  const worker = await work(
    sql,
    days.map((hours, day) => ({ date: dayOfWeek(MONDAY, day + 1), hours, rule: "flsa" as const })),
  );
  await payRate(sql, worker.assignmentIds.flsa, "2020-01-01", rate);
  await sql`update facilities set work_state = ${state}`;
  return worker;
}

const gross = async (sql: postgres.Sql, { contractorId }: Worker) =>
  (await itemOf(sql, await prepare(sql, MONDAY), contractorId))?.gross_pay;

const divisors = async (sql: postgres.Sql) =>
  (await sql<{ flat_sum_divisor: string | null }[]>`
    select flat_sum_divisor from assignment_stipends
     union all select flat_sum_divisor from payroll_adjustments`)
    .map((row) => row.flat_sum_divisor);

function test(name: string, body: (sql: postgres.Sql) => Promise<void>): void {
  Deno.test(`payroll_draft/${name}`, () => withDatabase(({ sql }) => body(sql)));
}

// 29 CFR 778.110(b): 46 hours at 12.00 with a bonus of 46.00 are 13.00 an hour, and 46 × 13 + 6 × 6.50 = 637.00.
test("divides_a_flat_bonus_by_all_hours_where_the_law_is_the_federal_one", async (sql) => {
  const worker = await work46(sql, "TX", "12");
  await adjustment(sql, worker.contractorId, MONDAY, "bonus", "46", {
    inRegularRate: true,
    isFlatSum: true,
    divisor: null,
  });
  assertEquals(await divisors(sql), ["all_hours"]);
  assertEquals(await gross(sql, worker), "637.00");
});

for (const [state, pay] of [["CA", "508.38"], [null, "508.38"], ["CO", "505.98"]] as const) {
  // docs/overtime.md: 46 hours at 10.00 with 15.00.
  test(`divides_a_flat_stipend_as_${state ?? "no_state"}_asks`, async (sql) => {
    const worker = await work46(sql, state, "10");
    await stipend(sql, worker.assignmentIds.flsa, "flat_sum", "15", { divisor: null });
    assertEquals(await divisors(sql), [state === "CO" ? "all_hours" : "regular_hours"]);
    assertEquals(await gross(sql, worker), pay);
  });
}

test("divides_a_flat_bonus_as_the_states_of_its_days_ask_when_it_is_approved", async (sql) => {
  const worker = await work46(sql, "CO", "10");
  const enter = (payableOn: string) =>
    adjustment(sql, worker.contractorId, payableOn, "bonus", "15", {
      inRegularRate: true,
      isFlatSum: true,
      divisor: null,
      isApproved: false,
    });
  await enter(MONDAY);
  assertEquals(await divisors(sql), ["all_hours"]);
  await sql`update facilities set work_state = 'CA'`;
  assertEquals(await divisors(sql), ["all_hours"], "what was entered stays until it is approved");
  await sql`update payroll_adjustments set approved_at = now()`;
  assertEquals(await divisors(sql), ["regular_hours"]);
  assertEquals(await gross(sql, worker), "508.38");
});

test("goes_on_with_flat_sums_from_before_by_the_regular_hours", async (sql) => {
  const worker = await work46(sql, "CO", "10");
  await stipend(sql, worker.assignmentIds.flsa, "flat_sum", "15", { divisor: null });
  await sql`update assignment_stipends set flat_sum_divisor = null`;
  assertEquals(await gross(sql, worker), "508.38");
});

test("forgets_what_a_stipend_is_divided_by_when_it_is_no_flat_sum", async (sql) => {
  const worker = await work46(sql, "CA", "10");
  await stipend(sql, worker.assignmentIds.flsa, "flat_sum", "15", { divisor: null });
  await sql`update assignment_stipends set kind = 'hours_driven'`;
  assertEquals(await divisors(sql), [null]);
  await sql`update assignment_stipends set kind = 'flat_sum'`;
  assertEquals(await divisors(sql), ["regular_hours"]);
});
