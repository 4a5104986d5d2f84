// What the law asks of codes beside overtime: the minimum wage.
import { assertEquals } from "@std/assert";
import { prepare } from "../../../support/payroll/batches.ts";
import { codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { work } from "../../../support/time/worked_time.ts";

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
