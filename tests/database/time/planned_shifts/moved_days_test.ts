// Shifts that are left over outside an assignment whose days were moved: they are shown, and nothing is made of them.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { enterAsPlanned, plan, planPattern } from "../../../support/time/plans.ts";

const WEEK = { firstDay: "2026-03-02", days: [1, 2, 3, 4, 5], to: "15:00", breakMinutes: 0 };

Deno.test(
  "enter_planned_shifts/leaves_out_what_is_outside_the_assignment_and_enters_the_rest",
  withMovingClock("2026-03-03", async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await planPattern(sql, assignment, WEEK);
    await sql`update assignments set end_date = '2026-03-04'`;
    await setClock("2026-03-09 12:00 America/Denver");
    const three = ["2026-03-02 8.00", "2026-03-03 8.00", "2026-03-04 8.00"];
    assertEquals(await enterAsPlanned(sql, assignment), three);
    assertEquals(await enterAsPlanned(sql, assignment), three);
    // A night that ends on a day after the last one is not entered in part.
    await sql`delete from time_entries`;
    await sql`delete from planned_shifts`;
    await sql`update assignments set end_date = null`;
    await plan(sql, assignment, "2026-03-04 19:00 MST", "2026-03-05 07:00 MST");
    await sql`update assignments set end_date = '2026-03-04'`;
    await assertRefused(enterAsPlanned(sql, assignment), 409, "nothing_planned_to_enter");
    await sql`update assignments set end_date = '2026-03-05'`;
    assertEquals(await enterAsPlanned(sql, assignment), ["2026-03-04 5.00", "2026-03-05 7.00"]);
    // Nor what is before the first one.
    await sql`delete from time_entries`;
    await sql`update assignments set start_date = '2026-03-05'`;
    await assertRefused(enterAsPlanned(sql, assignment), 409, "nothing_planned_to_enter");
  }),
);

Deno.test(
  "missing_time/counts_planned_hours_on_days_of_the_assignment_alone",
  withMovingClock("2026-03-03", async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await planPattern(sql, assignment, WEEK);
    await setClock("2026-03-10 12:00 America/Denver");
    const hours = async () =>
      (await sql`select planned_hours from missing_time`)[0]?.["planned_hours"];
    assertStrictEquals(await hours(), "40.00");
    await sql`update assignments set end_date = '2026-03-04'`;
    assertStrictEquals(await hours(), "24.00");
    await sql`update assignments set end_date = null, start_date = '2026-03-05'`;
    assertStrictEquals(await hours(), "16.00");
    // Of a night its part on the last day.
    await sql`delete from planned_shifts`;
    await sql`update assignments set start_date = '2026-03-02'`;
    await plan(sql, assignment, "2026-03-04 19:00 MST", "2026-03-05 07:00 MST");
    await sql`update assignments set end_date = '2026-03-04'`;
    assertStrictEquals(await hours(), "5.00");
  }),
);
