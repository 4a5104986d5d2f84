// A facility whose state is corrected: leave of its hours is of the other state's plan, at once, what was taken and what
// was accrued alike.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import {
  addNurse,
  addPlan,
  balanceOf,
  ledgerOf,
  openWith,
  payWeeks,
  sumsOf,
  takeLeave,
  workWeeks,
} from "../../support/leave/leave.ts";
import { connectTo, withDatabase } from "../../support/server/database.ts";
import { interleave } from "../../support/sql/interleaving.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const MONDAY = "2026-03-02";
const CLOCK = { clock: "2026-03-20 18:00:00+00" };

const moveTo = (sql: postgres.ISql, state: string, from = "CO") =>
  sql`update facilities set work_state = ${state} where work_state = ${from}`;

Deno.test("leave/of_a_facility_in_another_state_is_of_that_states_plan_and_not_there_twice", () =>
  withDatabase(async ({ sql }) => {
    const colorado = await addPlan(sql);
    const arizona = await addPlan(sql, { state: "AZ" });
    const { contractorId, at } = await addNurse(sql, ["CO", "AZ", "TX"]);
    await workWeeks(sql, at.CO, MONDAY, { hours: 12 });
    await payWeeks(sql, MONDAY);
    await takeLeave(sql, at.CO, "2026-03-09", 2);
    assertEquals(await sumsOf(sql, colorado, contractorId), ["accrued 2.0000", "used -2.0000"]);

    await sql`update facilities set work_state = null where work_state = 'AZ'`;
    await moveTo(sql, "AZ");
    assertEquals(await sumsOf(sql, colorado, contractorId), []);
    assertEquals(await sumsOf(sql, arizona, contractorId), ["accrued 2.0000", "used -2.0000"]);
    for (const day of ["2026-03-10", "2026-03-11"]) {
      await assertRefused(takeLeave(sql, at.CO, day, 1), 409, "leave_not_enough");
    }
    const before = await ledgerOf(sql, contractorId);
    await workWeeks(sql, at.TX, "2026-03-09", { days: 1 });
    await payWeeks(sql, "2026-03-09");
    assertEquals(await ledgerOf(sql, contractorId), before, "closing has nothing left to do");
  }, CLOCK));

Deno.test("leave/of_a_facility_in_a_state_without_a_plan_is_of_the_firms_own_and_accrues_none", () =>
  withDatabase(async ({ sql }) => {
    const colorado = await addPlan(sql, {}, { carried_hours_count: true, year_accrual_cap: 48 });
    const firms = await addPlan(sql, { state: null });
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, firms, contractorId, "2026-03-01", 1);
    await workWeeks(sql, at.CO, "2025-12-15", { weeks: 4, hours: 6 });
    await payWeeks(sql, "2025-12-15", 4);
    await takeLeave(sql, at.CO, "2026-03-09", 2);
    assertEquals(await sumsOf(sql, colorado, contractorId), ["accrued 4.0000", "used -2.0000"]);
    await moveTo(sql, "TX");
    assertEquals(await sumsOf(sql, colorado, contractorId), []);
    assertEquals(await balanceOf(sql, firms, contractorId), 3); // 1 and 4, less 2
    await moveTo(sql, "CO", "TX");
    assertEquals(await sumsOf(sql, colorado, contractorId), ["accrued 4.0000", "used -2.0000"]);
  }, CLOCK));

Deno.test("leave/of_states_that_no_plan_is_of_is_left_alone", () =>
  withDatabase(async ({ sql }) => {
    const firms = await addPlan(sql, { state: null });
    const { contractorId, at } = await addNurse(sql);
    await workWeeks(sql, at.CO, MONDAY, { hours: 12 });
    await payWeeks(sql, MONDAY);
    const before = await ledgerOf(sql, contractorId);
    await moveTo(sql, "TX");
    assertEquals(await ledgerOf(sql, contractorId), before);
    assertEquals(await balanceOf(sql, firms, contractorId), 2);
  }, CLOCK));

Deno.test("leave/that_is_approved_while_its_facility_changes_state_is_of_the_new_one", () =>
  withDatabase(async ({ sql, url }) => {
    const colorado = await addPlan(sql);
    const arizona = await addPlan(sql, { state: "AZ" });
    const { contractorId, at } = await addNurse(sql);
    for (const plan of [colorado, arizona]) {
      await openWith(sql, plan, contractorId, "2026-03-01", 10);
    }
    const entry = await takeLeave(sql, at.CO, MONDAY, 4, { status: "submitted" });
    const other = connectTo(url);
    try {
      await interleave(
        url,
        async (first) => {
          await first`set local role service_role`;
          await moveTo(first, "AZ");
        },
        () =>
          other.begin(async (second) => {
            await second`set local role service_role`;
            await second`update time_entries set status = 'approved' where id = ${entry}`;
          }),
      );
    } finally {
      await other.end();
    }
    assertEquals(await balanceOf(sql, colorado, contractorId), 10);
    assertEquals(await balanceOf(sql, arizona, contractorId), 6);
  }, CLOCK));
