// What the law asks of codes beside overtime: the minimum wage.
import { assertEquals } from "@std/assert";
import { prepare } from "../../../support/payroll/batches.ts";
import { codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { explainedLines } from "../../../support/payroll/regular_rates.ts";
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

// 48 hours at 20.00 under the federal rule; at another assignment, of an exempt job, twelve hours on call at 5.00 and
// ten miles a dollar above the government's rate.
Deno.test("codes/at_an_assignment_without_overtime_are_in_no_regular_rate", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, assignmentIds } = await work(
      sql,
      [1, 2, 3, 4].map((day) => ({ date: dayOfWeek(MONDAY, day), hours: 12, rule: "flsa" })),
    );
    const { flsa, none } = assignmentIds;
    for (const assignment of [flsa, none]) await payRate(sql, assignment, "2020-01-01", "20");
    await codeRate(sql, none, "on_call", "5");
    await codeRate(sql, none, "mileage", "1.725");
    await enterCoded(sql, none, MONDAY, "on_call", { hours: "12" });
    await enterCoded(sql, none, MONDAY, "mileage", { quantity: "10" });
    const batch = await prepare(sql, MONDAY);
    const [item] = await sql`
      select straight_pay, premium_pay, gross_pay from payroll_items where payroll_batch_id = ${batch}`;
    assertEquals({ ...item }, {
      straight_pay: "960.00",
      premium_pay: "80.00", // 8 × ½ × 960 / 48
      gross_pay: "1117.25", // with 60.00 and 17.25
    });
    assertEquals(await explainedLines(sql, contractorId, MONDAY), [
      "straight Regular 48 × 20 = 960: in, 29 CFR 778.109, 778.115",
      "code Mileage 10 × 0.725 = 7.25: out, 29 USC 207(e)(2), 29 CFR 778.217",
      "mileage_excess Mileage 10 × 1 = 10: out, 29 USC 213(a)(1), 29 CFR part 541",
      "code On call 12 × 5 = 60: out, 29 USC 213(a)(1), 29 CFR part 541",
      "regular_rate 48 × 20 = 960: result, 29 USC 207(e), 29 CFR 778.109",
      "overtime_premium 8 = 80: result, Fair Labor Standards Act: 29 USC 207(a), 29 CFR 778.110",
    ]);
  }));
