// What lapses: at the turn of a year, and for being away.
import { assertEquals } from "@std/assert";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import {
  addNurse,
  addPlan,
  balanceOf,
  ledgerOf,
  openWith,
  payWeeks,
  place,
  sumsOf,
  takeLeave,
  workWeeks,
} from "../../support/leave/leave.ts";
import { withDatabase } from "../../support/server/database.ts";

const JANUARY = { clock: "2027-01-20 18:00:00+00" };

Deno.test("lock_ended/lets_leave_lapse_at_the_turn_of_the_year_once", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, { carry_over_hours: 40 });
    const { contractorId } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 48);
    await lockEndedAssignments(sql, { today: "2026-12-31" });
    assertEquals(await balanceOf(sql, plan, contractorId), 48);
    await lockEndedAssignments(sql, { today: "2027-01-01", dryRun: true });
    assertEquals(await balanceOf(sql, plan, contractorId), 48);
    for (const today of ["2027-01-01", "2027-01-02"]) await lockEndedAssignments(sql, { today });
    assertEquals(await ledgerOf(sql, contractorId), [
      "2026-03-01 opening 48.0000",
      "2026-12-31 lapsed -8.0000",
    ]);
  }));

Deno.test("leave/of_a_late_week_of_the_old_year_is_of_that_year_and_lapses_with_it", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, { carry_over_hours: 2 });
    const { contractorId, at } = await addNurse(sql);
    const day = (monday: string) => workWeeks(sql, at.CO, monday, { days: 5, hours: 12 });
    await day("2026-12-14");
    await payWeeks(sql, "2026-12-14");
    await day("2027-01-04");
    await payWeeks(sql, "2027-01-04");
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 4.0000"]);
    await day("2026-12-21");
    // The week of the turn: Monday to Thursday are of the old year.
    await day("2026-12-28");
    await payWeeks(sql, "2027-01-11");
    assertEquals(await ledgerOf(sql, contractorId), [
      "2026-12-20 accrued 2.0000",
      "2026-12-27 accrued 2.0000",
      "2026-12-31 accrued 1.6000",
      "2026-12-31 lapsed -3.6000",
      "2027-01-03 accrued 0.4000",
      "2027-01-10 accrued 2.0000",
    ]);
  }, JANUARY));

Deno.test("leave/that_lapsed_with_the_year_comes_back_when_late_leave_of_it_is_taken", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, { carry_over_hours: 40 });
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 48);
    await sql`select private.lapse_leave('2027-01-01')`;
    await takeLeave(sql, at.CO, "2026-12-30", 10);
    await sql`select private.lapse_leave('2027-01-02')`;
    assertEquals(await sumsOf(sql, plan, contractorId), ["opening 48.0000", "used -10.0000"]);
  }, JANUARY));

Deno.test("leave/of_whoever_is_away_for_longer_than_the_terms_say_lapses", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, { reinstated_within_months: 6 });
    const { contractorId } = await addNurse(sql, ["CO"], { to: "2026-03-31" });
    await openWith(sql, plan, contractorId, "2026-03-01", 10);
    await sql`select private.lapse_leave('2026-09-30')`;
    assertEquals(await balanceOf(sql, plan, contractorId), 10);
    for (const today of ["2026-10-01", "2026-10-02"]) {
      await sql`select private.lapse_leave(${today})`;
    }
    assertEquals(await ledgerOf(sql, contractorId), [
      "2026-03-01 opening 10.0000",
      "2026-09-30 lapsed -10.0000",
    ]);
    // Back too late: it stays gone.
    const again = await place(sql, contractorId, "CO", "2026-10-01");
    await workWeeks(sql, again, "2026-10-05", { hours: 12 });
    await payWeeks(sql, "2026-10-05");
    assertEquals(await balanceOf(sql, plan, contractorId), 2);
    // It had been in time, as it turns out.
    await sql`update assignments set start_date = '2026-09-30' where id = ${again}`;
    await sql`select private.lapse_leave('2026-10-20')`;
    assertEquals(await sumsOf(sql, plan, contractorId), [
      "accrued 2.0000",
      "lapsed -10.0000",
      "opening 10.0000",
      "reinstated 10.0000",
    ]);
  }, { clock: "2026-10-20 18:00:00+00" }));

Deno.test("leave/of_plans_whose_terms_say_nothing_of_it_never_lapses", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId } = await addNurse(sql, ["CO"], { to: "2026-03-31" });
    await openWith(sql, plan, contractorId, "2026-03-01", 100);
    await sql`select private.lapse_leave('2036-01-01')`;
    assertEquals(await balanceOf(sql, plan, contractorId), 100);
  }));
