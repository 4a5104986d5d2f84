// Weeks that are entered as planned, or planned as the one before, where something stands in the way of a shift: the others are.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import { identityOf, newUsers } from "../../../support/access/callers.ts";
import { Firm } from "../../../support/firm.ts";
import { withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";
import { asLastWeek, enterAsPlanned, plan, planPattern } from "../../../support/time/plans.ts";
import { enterShift } from "../../../support/time/shifts.ts";

const WEEK = { firstDay: "2026-03-02", to: "15:00", breakMinutes: 0 };
const REST = ["2026-03-04 8.00", "2026-03-05 8.00", "2026-03-06 8.00"];
const NOW = { clock: "2026-03-09 12:00:00+00" };

/** Does it by the secret key: the owner's own sessions pass closed days. */
const byKey = <T>(sql: postgres.Sql, work: (sql: postgres.TransactionSql) => PromiseLike<T>) =>
  actingAs(sql, identityOf("service", newUsers()), work);

for (const breakMinutes of [0, 30]) {
  Deno.test(
    `enter_planned_shifts/leaves_out_both_halves_of_a_double_that_was_entered_as_one_with_breaks_of_${breakMinutes}`,
    withMovingClock("2026-03-07", async (firm) => {
      const { sql } = firm;
      const assignment = await firm.assignment();
      const [begin, middle, end] = [
        "2026-03-02 16:00 MST",
        "2026-03-03 00:00 MST",
        "2026-03-03 08:00 MST",
      ] as const;
      await plan(sql, assignment, begin, middle, breakMinutes);
      await plan(sql, assignment, middle, end, breakMinutes);
      await planPattern(sql, assignment, { ...WEEK, days: [3, 4, 5] });
      await enterShift(sql, assignment, begin, end, { breakMinutes });
      assertEquals(await enterAsPlanned(sql, assignment), REST);
      assertEquals(await enterAsPlanned(sql, assignment), REST);
    }),
  );
}

Deno.test(
  "enter_planned_shifts/leaves_out_closed_days_but_for_what_is_entered_and_says_so_where_nothing_else_is_left",
  withMovingClock("2026-03-07", async (firm) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await planPattern(sql, assignment, { ...WEEK, days: [1, 2, 3, 4, 5] });
    const enter = () => byKey(sql, (sql) => enterAsPlanned(sql, assignment));
    await enterShift(sql, assignment, "2026-03-02 07:00 MST", "2026-03-02 15:00 MST");
    await sql`select close_area('time', '2026-03-03')`;
    assertEquals(await enter(), ["2026-03-02 8.00", ...REST]);
    await sql`delete from time_entries`;
    await sql`select close_area('time', '2026-03-06')`;
    await assertRefused(enter(), 409, "area_closed");
    await sql`delete from planned_shifts`;
    await assertRefused(enter(), 409, "nothing_planned_to_enter");
  }),
);

Deno.test(
  "plan_as_last_week/leaves_out_closed_days_and_plans_the_others",
  withMovingClock("2026-03-11", async (firm) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await planPattern(sql, assignment, { ...WEEK, days: [1, 2, 3] });
    await sql`select close_area('time', '2026-03-10')`;
    assertEquals(await byKey(sql, (sql) => asLastWeek(sql, "2026-03-09", { assignment })), [
      "closed Mon 09 07:00",
      "closed Tue 10 07:00",
      "planned Wed 11 07:00",
    ]);
  }),
);

Deno.test("plan_as_last_week/leaves_out_what_is_no_shift_in_the_night_of_another_clock_and_plans_the_others", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [one, other] = [await firm.assignment(), await firm.assignment()];
    await plan(sql, one, "2026-10-24 07:00 MDT", "2026-10-25 07:00 MDT"); // with one hour more a week later
    await plan(sql, other, "2026-10-24 07:00 MDT", "2026-10-24 15:00 MDT");
    const outcomes = await asLastWeek(sql, "2026-10-26", { facility: firm.facilityId });
    assertEquals(outcomes.sort(), ["not_valid Sat 31 07:00", "planned Sat 31 07:00"]);
    const planned =
      await sql`select assignment_id from planned_shifts where work_date = '2026-10-31'`;
    assertEquals([...planned], [{ assignment_id: other }]);
    // From two to half past two there is nothing in the other night, and from two to four an hour.
    await sql`delete from planned_shifts`;
    await plan(sql, one, "2026-03-01 02:00 MST", "2026-03-01 03:00 MST");
    await plan(sql, other, "2026-03-01 01:30 MST", "2026-03-01 03:15 MST", 60);
    await plan(sql, one, "2026-03-01 12:00 MST", "2026-03-01 13:00 MST");
    assertEquals(await asLastWeek(sql, "2026-03-02", { facility: firm.facilityId }), [
      "not_valid Sun 08 01:30",
      "not_valid Sun 08 03:00",
      "planned Sun 08 12:00",
    ]);
  }, NOW));

Deno.test("plan_as_last_week/plans_the_first_of_those_that_overlap_in_the_night_in_which_the_clock_is_set_forward", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await plan(sql, assignment, "2026-03-01 00:00 MST", "2026-03-01 02:30 MST");
    await plan(sql, assignment, "2026-03-01 03:00 MST", "2026-03-01 07:00 MST");
    await plan(sql, assignment, "2026-03-01 07:00 MST", "2026-03-01 09:00 MST");
    const of = { assignment };
    const planned = ["planned Sun 08 00:00", "overlaps Sun 08 03:00", "planned Sun 08 07:00"];
    assertEquals(await asLastWeek(sql, "2026-03-02", of), planned);
    assertEquals(
      await asLastWeek(sql, "2026-03-02", of),
      planned.map((shift) => shift.replace(/^planned/, "already_planned")),
    );
  }, NOW));

Deno.test("plan_shifts/names_the_shift_that_would_overlap_in_the_night_in_which_the_clock_is_set_forward", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await assertRejectsWith(
      () =>
        planPattern(sql, assignment, {
          firstDay: "2026-03-07",
          days: [6, 7],
          from: "03:00",
          to: "02:30",
          breakMinutes: 0,
        }),
      {
        detail: "planned_shift_overlaps",
        message:
          "The shift of 2026-03-08 would begin before the one before it ends, since the clock is set forward.",
      },
    );
    assertEquals((await sql`select from planned_shifts`).count, 0);
  }, NOW));
