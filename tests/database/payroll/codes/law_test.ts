// What the law asks of codes beside overtime: the minimum wage, and what is paid where nothing counts toward overtime.
import { assertEquals } from "@std/assert";
import { prepare } from "../../../support/payroll/batches.ts";
import { codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { itemOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

Deno.test("codes/of_special_days_count_toward_the_minimum_wage_without_their_premium", () =>
  withDatabase(async ({ sql }) => {
    const people = [];
    for (const code of ["holiday_worked", "charge"]) {
      const { contractorId, assignmentIds } = await work(sql, []);
      await payRate(sql, assignmentIds.flsa, "2020-01-01", "6");
      await codeRate(sql, assignmentIds.flsa, "charge", "9");
      await enterCoded(sql, assignmentIds.flsa, MONDAY, code, { hours: "8" });
      people.push(contractorId);
    }
    await sql`update facilities set work_state = 'TX'`;
    const batch = await prepare(sql, MONDAY);
    const low = await sql<{ id: string }[]>`
      select contractor_id as id from payroll_batch_review(${batch})
       where 'below_minimum_wage' = any (exceptions)`;
    // Both are paid 9.00 an hour; of the holiday's 3.00 are a premium out of the regular rate.
    assertEquals(low.map(({ id }) => id), people.slice(0, 1));
  }));

Deno.test("codes/of_exempt_placements_are_in_no_regular_rate_of_another", () =>
  withDatabase(async ({ sql }) => {
    const days = [1, 2, 3, 4, 5, 6];
    const { contractorId, assignmentIds: { flsa, none } } = await work(
      sql,
      days.map((day) => ({ date: dayOfWeek(MONDAY, day), hours: 8, rule: "flsa" })),
    );
    await payRate(sql, flsa, "2020-01-01", "20");
    for (const assignment of [flsa, none]) await codeRate(sql, assignment, "on_call", "3");
    const premium = async () =>
      (await itemOf(sql, await prepare(sql, MONDAY), contractorId))?.premium_pay;
    await enterCoded(sql, none, dayOfWeek(MONDAY, 7), "on_call", { hours: "24" });
    assertEquals(await premium(), "80.00");
    // (960 + 72) / 48 = 21.50
    await enterCoded(sql, flsa, dayOfWeek(MONDAY, 7), "on_call", { hours: "24" });
    assertEquals(await premium(), "86.00");
  }));
