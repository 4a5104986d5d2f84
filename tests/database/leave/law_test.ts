// The published examples of the states' laws; where each was read stands in its test.
import { assertEquals } from "@std/assert";
import {
  addNurse,
  addPlan,
  balanceOf,
  openWith,
  payWeeks,
  place,
  sumsOf,
  takeLeave,
  workWeeks,
} from "../../support/leave/leave.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const DECEMBER = { clock: "2026-12-20 18:00:00+00" };

// Colorado's INFO #6B, as told by nocolawgroup.com: "carries 40 hours, may accrue 8 more".
Deno.test("leave/carried_hours_lessen_what_a_year_in_colorado_accrues", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, {
      year_accrual_cap: 48,
      carry_over_hours: 48,
      carried_hours_count: true,
    });
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2025-12-31", 40);
    await workWeeks(sql, at.CO, "2026-01-05", { weeks: 10, hours: 10 });
    await payWeeks(sql, "2026-01-05", 10); // 500 hours would be 16.67
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 8.0000", "opening 40.0000"]);
  }));

// Washington's Department of Labor & Industries: 60 hours a week are 3 hours every two weeks, 20 hours are 1.
Deno.test("leave/accrues_on_overtime_in_washington", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, { state: "WA" }, { hours_per_hour_accrued: 40 });
    const much = await addNurse(sql, ["WA"]);
    const little = await addNurse(sql, ["WA"]);
    await workWeeks(sql, much.at.WA, "2026-03-02", { weeks: 2, hours: 12 });
    await workWeeks(sql, little.at.WA, "2026-03-02", { weeks: 2, hours: 4 });
    await payWeeks(sql, "2026-03-02", 2);
    assertEquals(await sumsOf(sql, plan, much.contractorId), ["accrued 3.0000"]);
    assertEquals(await sumsOf(sql, plan, little.contractorId), ["accrued 1.0000"]);
  }));

// 940 CMR 33.03(2): 550 hours in Massachusetts, 350 in New Hampshire and 200 in Maine: all 1,100 count.
Deno.test("leave/counts_all_hours_of_whoever_works_in_massachusetts", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, { state: "MA", hours_counted: "everywhere" });
    const nurse = await addNurse(sql, ["MA", "NH", "ME"]);
    const elsewhere = await addNurse(sql, ["NH"]);
    await workWeeks(sql, nurse.at.MA, "2026-01-05", { weeks: 11, hours: 10 });
    await workWeeks(sql, nurse.at.NH, "2026-03-23", { weeks: 7, hours: 10 });
    await workWeeks(sql, nurse.at.ME, "2026-05-11", { weeks: 4, hours: 10 });
    await workWeeks(sql, elsewhere.at.NH, "2026-03-23", { weeks: 7, hours: 10 });
    await payWeeks(sql, "2026-01-05", 22);
    assertEquals(await sumsOf(sql, plan, nurse.contractorId), ["accrued 36.6667"]);
    assertEquals(await sumsOf(sql, plan, elsewhere.contractorId), []);
  }));

// 56 Ill. Adm. Code 200.300, Example A: hired on 2024-07-01, leave may be taken from 2024-09-29 on.
Deno.test("leave/is_usable_90_days_after_hiring_in_illinois", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, { state: "IL" }, { waiting_days: 90 });
    const { contractorId, at } = await addNurse(sql, ["IL"], { from: "2024-07-01" });
    await openWith(sql, plan, contractorId, "2024-07-01", 8);
    await assertRefused(
      takeLeave(sql, at.IL, "2024-09-28", 4, { status: "draft" }),
      409,
      "leave_not_yet_usable",
    );
    await takeLeave(sql, at.IL, "2024-09-29", 4);
    const [balance] = await sql`select usable_from::text from leave_balances`;
    assertEquals(balance, { usable_from: "2024-09-29" });
  }));

// 56 Ill. Adm. Code 200.300, Example D: from 1 June to 15 August, back within 12 months: balance and days are reinstated.
Deno.test("leave/and_days_of_employment_come_back_with_whoever_is_rehired_in_illinois", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, { state: "IL" }, {
      waiting_days: 90,
      reinstated_within_months: 12,
    });
    const { contractorId } = await addNurse(sql, ["IL"], { from: "2024-06-01", to: "2024-08-15" });
    await openWith(sql, plan, contractorId, "2024-08-15", 10);
    // 76 days were before: 14 more have passed with 2025-08-14.
    const again = await place(sql, contractorId, "IL", "2025-08-01");
    await sql`select private.lapse_leave('2025-09-01')`;
    assertEquals(await balanceOf(sql, plan, contractorId), 10);
    await assertRefused(takeLeave(sql, again, "2025-08-14", 4), 409, "leave_not_yet_usable");
    await takeLeave(sql, again, "2025-08-15", 4);
    assertEquals(await balanceOf(sql, plan, contractorId), 6);
  }));

// Maine's FAQ on earned paid leave: until 2025-09-23 who carries 8 hours accrues 32, since then 40.
Deno.test("leave/carried_hours_lessened_what_maine_accrued_until_its_law_changed", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(
      sql,
      { state: "ME" },
      {
        hours_per_hour_accrued: 40,
        year_accrual_cap: 40,
        carry_over_hours: 40,
        carried_hours_count: true,
      },
      {
        effective_from: "2025-09-24",
        hours_per_hour_accrued: 40,
        year_accrual_cap: 40,
        carry_over_hours: 40,
      },
    );
    const { contractorId, at } = await addNurse(sql, ["ME"]);
    await openWith(sql, plan, contractorId, "2024-12-31", 8);
    await workWeeks(sql, at.ME, "2025-01-06", { weeks: 34, hours: 8 });
    await payWeeks(sql, "2025-01-06", 34); // 1,360 hours would be 34
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 32.0000", "opening 8.0000"]);
    await workWeeks(sql, at.ME, "2025-09-29", { weeks: 10, hours: 8 });
    await payWeeks(sql, "2025-09-29", 10); // 400 hours would be 10, and the year has room for 8
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 40.0000", "opening 8.0000"]);
  }, { clock: "2025-12-20 18:00:00+00" }));

// jdsupra.com 6033594 on Connecticut: carries 40 hours into 2026, accrues 40 more, uses at most 40.
Deno.test("leave/of_80_hours_40_are_taken_in_a_year_in_connecticut", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, { state: "CT" }, {
      year_accrual_cap: 40,
      year_use_cap: 40,
      carry_over_hours: 40,
    });
    const { contractorId, at } = await addNurse(sql, ["CT"]);
    await openWith(sql, plan, contractorId, "2025-12-31", 40);
    await workWeeks(sql, at.CT, "2026-01-05", { weeks: 26, hours: 10 });
    await payWeeks(sql, "2026-01-05", 26); // 1,300 hours would be 43.33
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 40.0000", "opening 40.0000"]);
    for (const day of ["06", "07", "08", "09", "10"]) {
      await takeLeave(sql, at.CT, `2026-07-${day}`, 8);
    }
    await assertRefused(takeLeave(sql, at.CT, "2026-07-13", 1), 409, "leave_not_enough");
    await takeLeave(sql, at.CT, "2027-01-04", 8, { status: "draft" });
  }, DECEMBER));

// Neb. Rev. Stat. 48-3803: nothing accrues before 80 hours of consecutive employment.
Deno.test("leave/accrues_nothing_for_the_first_80_hours_in_nebraska", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, { state: "NE" }, {
      waiting_hours: 80,
      reinstated_within_months: 12,
    });
    const { contractorId, at } = await addNurse(sql, ["NE"], { from: "2025-12-01" });
    await workWeeks(sql, at.NE, "2025-12-22", { weeks: 1, hours: 8 });
    await payWeeks(sql, "2025-12-22");
    assertEquals(await sumsOf(sql, plan, contractorId), []);
    await workWeeks(sql, at.NE, "2026-01-05", { weeks: 1, hours: 8 });
    await payWeeks(sql, "2026-01-05");
    assertEquals(await sumsOf(sql, plan, contractorId), []);
    await workWeeks(sql, at.NE, "2026-01-12", { weeks: 1, hours: 6 });
    await payWeeks(sql, "2026-01-12");
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 1.0000"]);
  }));
