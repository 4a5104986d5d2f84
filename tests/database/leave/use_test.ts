// Leave that is taken: what waits is held back, what is approved is in the ledger, and nobody takes what there is not.
import { assertEquals } from "@std/assert";
import {
  addNurse,
  addPlan,
  balanceOf,
  ledgerOf,
  openWith,
  payWeeks,
  takeLeave,
  workWeeks,
} from "../../support/leave/leave.ts";
import { connectTo, withDatabase } from "../../support/server/database.ts";
import { interleave } from "../../support/sql/interleaving.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { correct } from "../../support/time/corrections.ts";
import { setAside } from "../../support/time/set_aside.ts";

const DAY = "2026-03-02";
const DRAFT = { status: "draft" };
const CLOCK = { clock: "2026-03-20 18:00:00+00" };

Deno.test("leave/waits_with_time_that_is_not_approved_and_is_used_with_time_that_is", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 10.3333);
    const entry = await takeLeave(sql, at.CO, DAY, 6, DRAFT);
    const balances = async () => {
      const [row] = await sql`select balance, pending, available from leave_balances`;
      return [row?.balance, row?.pending, row?.available].map(Number);
    };
    assertEquals(await balances(), [10.3333, 6, 4.33]);
    for (const status of ["submitted", "pending_approval", "approved"]) {
      await sql`update time_entries set status = ${status} where id = ${entry}`;
    }
    assertEquals(await balances(), [4.3333, 0, 4.33]);
    await sql`update time_entries set status = 'draft' where id = ${entry}`;
    assertEquals(await balances(), [10.3333, 6, 4.33]);
    await sql`delete from time_entries where id = ${entry}`;
    assertEquals(await balances(), [10.3333, 0, 10.33]);
    assertEquals(await ledgerOf(sql, contractorId), [
      "2026-03-01 opening 10.3333",
      "2026-03-02 used -6.0000",
      "2026-03-02 used 6.0000",
    ]);
  }));

Deno.test("leave/is_refused_where_there_is_not_enough_with_what_waits", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    const refused = (attempt: PromiseLike<unknown>) =>
      assertRefused(attempt, 409, "leave_not_enough");
    await refused(takeLeave(sql, at.CO, DAY, 1, DRAFT));
    await openWith(sql, plan, contractorId, "2026-03-01", 10);
    const entry = await takeLeave(sql, at.CO, DAY, 6, DRAFT);
    await refused(takeLeave(sql, at.CO, "2026-03-03", 4.01, DRAFT));
    await refused(sql`update time_entries set hours = 10.01 where id = ${entry}`);
    await sql`update time_entries set hours = 10 where id = ${entry}`;
    // Less leave is there by the time it is approved: fewer hours may be.
    await sql`update time_entries set status = 'submitted' where id = ${entry}`;
    await sql`
      insert into leave_ledger (contractor_id, leave_plan_id, day, kind, hours, reason)
      values (${contractorId}, ${plan}, ${DAY}, 'adjusted', -4, 'A mistake')`;
    await refused(sql`update time_entries set status = 'approved' where id = ${entry}`);
    await sql`update time_entries set status = 'draft' where id = ${entry}`;
    await sql`update time_entries set hours = 8 where id = ${entry}`;
    await sql`update time_entries set hours = 6 where id = ${entry}`;
    for (const status of ["submitted", "approved"]) {
      await sql`update time_entries set status = ${status} where id = ${entry}`;
    }
    assertEquals(await balanceOf(sql, plan, contractorId), 0);
  }));

Deno.test("leave/of_several_days_that_are_entered_at_once_is_one_sum", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 10);
    const enter = (hours: number) =>
      sql`
        insert into time_entries (assignment_id, work_date, hours, code)
        select ${
        at.CO ?? ""
      }, date '2026-03-02' + nth, ${hours}, 'sick' from generate_series(0, 1) as nth`;
    await assertRefused(enter(5.5), 409, "leave_not_enough");
    await enter(5);
  }));

// Twelve hours on each of five days accrue two hours, on Sunday, March 8.
Deno.test("leave/is_not_taken_on_a_day_before_it_accrued", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    await workWeeks(sql, at.CO, DAY, { hours: 12 });
    await payWeeks(sql, DAY);
    assertEquals(await balanceOf(sql, plan, contractorId), 2);
    await assertRefused(takeLeave(sql, at.CO, "2026-03-07", 1, DRAFT), 409, "leave_not_enough");
    await takeLeave(sql, at.CO, "2026-03-09", 2);
    // Nor so that leave of a later day is left without: that of the 9th would lack it until the 15th.
    await workWeeks(sql, at.CO, "2026-03-10", { days: 4, hours: 15 });
    await payWeeks(sql, "2026-03-09");
    assertEquals(await balanceOf(sql, plan, contractorId), 2);
    await assertRefused(takeLeave(sql, at.CO, "2026-03-08", 2), 409, "leave_not_enough");
    await assertRefused(takeLeave(sql, at.CO, "2026-03-09", 0.01), 409, "leave_not_enough");
    await takeLeave(sql, at.CO, "2026-03-16", 2);
  }, CLOCK));

Deno.test("leave/of_the_last_year_that_lapsed_is_taken_late_and_lapses_less", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, { carry_over_hours: 0 });
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2025-12-01", 8);
    await sql`select private.lapse_leave('2026-01-05')`;
    await openWith(sql, plan, contractorId, "2026-01-02", 8);
    await takeLeave(sql, at.CO, "2025-12-30", 8);
    await sql`select private.lapse_leave('2026-01-05')`;
    assertEquals(await balanceOf(sql, plan, contractorId), 8);
    assertEquals(await balanceOf(sql, plan, contractorId, "2025-12-31"), 0);
  }, CLOCK));

Deno.test("leave/may_be_taken_before_it_is_accrued_where_the_plan_lets_it", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, { may_go_below_zero: true });
    const { contractorId, at } = await addNurse(sql);
    await takeLeave(sql, at.CO, DAY, 8);
    assertEquals(await balanceOf(sql, plan, contractorId), -8);
  }));

Deno.test("leave/is_taken_from_the_plan_of_the_state_and_else_from_the_firms", () =>
  withDatabase(async ({ sql }) => {
    const colorado = await addPlan(sql);
    const firms = await addPlan(sql, { state: null });
    const vacation = await addPlan(sql, { state: null, code: "vacation" });
    const { contractorId, at } = await addNurse(sql, ["CO", "TX"]);
    for (const plan of [colorado, firms, vacation]) {
      await openWith(sql, plan, contractorId, "2026-03-01", 20);
    }
    await takeLeave(sql, at.CO, DAY, 1);
    await takeLeave(sql, at.TX, DAY, 2);
    await takeLeave(sql, at.CO, DAY, 4, { code: "vacation" });
    await takeLeave(sql, at.CO, DAY, 3, { code: "holiday_off" });
    assertEquals(
      await Promise.all([colorado, firms, vacation].map((id) => balanceOf(sql, id, contractorId))),
      [19, 18, 16],
    );
  }));

Deno.test("leave/of_people_who_are_no_employees_is_none", () =>
  withDatabase(async ({ sql }) => {
    await addPlan(sql);
    const { contractorId, at } = await addNurse(sql, ["CO"], { employment: "1099" });
    await takeLeave(sql, at.CO, DAY, 8);
    assertEquals(await ledgerOf(sql, contractorId), []);
  }));

Deno.test("leave/follows_corrections_of_its_hours_and_its_day_and_comes_back_when_it_is_set_aside", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 10);
    const entry = await takeLeave(sql, at.CO, DAY, 6);
    await assertRefused(correct(sql, entry, { hours: "10.5" }), 409, "leave_not_enough");
    await correct(sql, entry, { hours: "8" });
    await correct(sql, entry, { hours: "4", day: "2026-03-04" });
    assertEquals(await ledgerOf(sql, contractorId), [
      "2026-03-01 opening 10.0000",
      "2026-03-02 used -6.0000",
      "2026-03-02 used -2.0000",
      "2026-03-02 used 8.0000",
      "2026-03-04 used -4.0000",
    ]);
    await setAside(sql, [entry]);
    assertEquals(await balanceOf(sql, plan, contractorId), 10);
  }, CLOCK));

Deno.test("leave/of_time_that_becomes_another_code_comes_back", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 10);
    const entry = await takeLeave(sql, at.CO, DAY, 6, DRAFT);
    await sql`update time_entries set code = 'vacation' where id = ${entry}`;
    await takeLeave(sql, at.CO, "2026-03-03", 10, DRAFT);
    await assertRefused(
      sql`update time_entries set code = 'sick' where id = ${entry}`,
      409,
      "leave_not_enough",
    );
  }));

Deno.test("leave/taken_since_the_day_from_which_a_plan_is_put_to_use_is_taken_from_it", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, { in_use_from: null });
    const { contractorId, at } = await addNurse(sql);
    for (const day of ["2026-03-02", "2026-03-03"]) await takeLeave(sql, at.CO, day, 8);
    await sql`update leave_plans set in_use_from = '2026-03-03' where id = ${plan}`;
    assertEquals(await ledgerOf(sql, contractorId), ["2026-03-03 used -8.0000"]);
  }));

/** Days from which a plan is used later, or no more, once somebody took leave of March 3 and accrued some on the 8th. */
for (
  const [what, day] of [["out_of_use", null], ["in_use_from_a_later_day", "2026-04-06"]] as const
) {
  Deno.test(`leave/of_a_plan_that_is_put_${what}_stays_and_is_corrected_by_difference`, () =>
    withDatabase(async ({ sql }) => {
      const plan = await addPlan(sql);
      const { contractorId, at } = await addNurse(sql);
      await openWith(sql, plan, contractorId, "2026-03-01", 10);
      const entry = await takeLeave(sql, at.CO, "2026-03-03", 8);
      const [worked = ""] = await workWeeks(sql, at.CO, DAY, { days: 1, hours: 15 });
      await payWeeks(sql, DAY);
      await sql`update leave_plans set in_use_from = ${day} where id = ${plan}`;
      assertEquals(await balanceOf(sql, plan, contractorId), 2.5);
      await correct(sql, entry, { hours: "6" });
      assertEquals(await balanceOf(sql, plan, contractorId), 4.5);
      await correct(sql, entry, { hours: "7", day: "2026-03-04" });
      assertEquals(await balanceOf(sql, plan, contractorId), 3.5);
      // What was worked before it is used accrues nothing, and loses nothing.
      await correct(sql, worked, { hours: "12" });
      await payWeeks(sql, "2026-03-09");
      assertEquals(await balanceOf(sql, plan, contractorId), 3.5);
      await sql`update leave_plans set in_use_from = '2020-01-01' where id = ${plan}`;
      assertEquals(await balanceOf(sql, plan, contractorId), 3.5, "nothing is taken twice");
      await setAside(sql, [entry]);
      assertEquals(await balanceOf(sql, plan, contractorId), 10.5);
    }, CLOCK));
}

Deno.test("leave/of_one_person_is_entered_by_one_at_a_time", () =>
  withDatabase(async ({ sql, url }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 10);
    const other = connectTo(url);
    try {
      await assertRefused(
        interleave(
          url,
          (first) => takeLeave(first, at.CO, DAY, 6, DRAFT),
          () => takeLeave(other, at.CO, "2026-03-03", 6, DRAFT),
        ),
        409,
        "leave_not_enough",
      );
    } finally {
      await other.end();
    }
  }));

Deno.test("leave/is_not_taken_away_while_somebody_takes_it", () =>
  withDatabase(async ({ sql, url }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 10);
    const other = connectTo(url);
    try {
      await assertRefused(
        interleave(
          url,
          (first) => takeLeave(first, at.CO, DAY, 6, DRAFT),
          () =>
            other`select public.adjust_leave(${contractorId}, ${plan}, '2026-03-02', -6, 'A mistake')`,
        ),
        409,
        "leave_not_enough",
      );
    } finally {
      await other.end();
    }
  }));
