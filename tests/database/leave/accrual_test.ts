// What accrues as batches close: by the state of the hours, in exact fractions, by differences.
import { assertEquals } from "@std/assert";
import {
  addNurse,
  addPlan,
  addTerms,
  balanceOf,
  ledgerOf,
  openWith,
  payWeeks,
  sumsOf,
  takeLeave,
  workWeeks,
} from "../../support/leave/leave.ts";
import { advance, closeBatch, prepare } from "../../support/payroll/batches.ts";
import { withDatabase } from "../../support/server/database.ts";
import { contents } from "../../support/sql/rows.ts";
import { correct } from "../../support/time/corrections.ts";
import { setAside } from "../../support/time/set_aside.ts";

const MONDAY = "2026-03-02";
const NEXT_MONDAY = "2026-03-09";

Deno.test("leave/of_a_firm_that_uses_no_plan_is_nothing", () =>
  withDatabase(async ({ sql }) => {
    await addPlan(sql, { in_use_from: null });
    const { contractorId, at } = await addNurse(sql);
    await workWeeks(sql, at.CO, MONDAY);
    await takeLeave(sql, at.CO, NEXT_MONDAY, 24);
    await payWeeks(sql, MONDAY, 2);
    await sql`select private.lapse_leave('2027-01-01')`;
    assertEquals(await ledgerOf(sql, contractorId), []);
  }));

Deno.test("leave/accrues_by_the_week_in_exact_fractions_when_a_batch_closes", () =>
  withDatabase(async ({ sql }) => {
    await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    await workWeeks(sql, at.CO, MONDAY, { weeks: 3, days: 1 });
    const batch = await prepare(sql, MONDAY, 3);
    await advance(sql, batch);
    await advance(sql, batch);
    assertEquals(await ledgerOf(sql, contractorId), []);
    await closeBatch(sql, batch);
    // 24 hours are 0.8, and so are the rows.
    const rows = [
      "2026-03-08 accrued 0.2667",
      "2026-03-15 accrued 0.2666",
      "2026-03-22 accrued 0.2667",
    ];
    assertEquals(await ledgerOf(sql, contractorId), rows);
    const before = await contents(sql);
    await closeBatch(sql, batch);
    assertEquals(await contents(sql), before);
    const [{ id } = { id: null }] =
      await sql`select distinct payroll_batch_id as id from leave_ledger`;
    assertEquals(id, batch);
  }));

Deno.test("leave/accrues_for_employees_alone", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    for (const employment of ["1099", "corp_to_corp"] as const) {
      const { contractorId, at } = await addNurse(sql, ["CO"], { employment });
      await workWeeks(sql, at.CO, MONDAY);
      assertEquals(await sumsOf(sql, plan, contractorId), [], employment);
    }
    await payWeeks(sql, MONDAY);
    assertEquals((await sql`select from leave_ledger`).length, 0);
  }));

Deno.test("leave/accrues_by_the_state_of_the_hours_and_for_those_worked_alone", () =>
  withDatabase(async ({ sql }) => {
    const colorado = await addPlan(sql);
    const washington = await addPlan(sql, { state: "WA" }, { hours_per_hour_accrued: 40 });
    const firms = await addPlan(sql, { state: null, code: "vacation" });
    const { contractorId, at } = await addNurse(sql, ["CO", "WA", "TX"]);
    await workWeeks(sql, at.CO, MONDAY, { days: 3, hours: 10 });
    await workWeeks(sql, at.WA, NEXT_MONDAY, { days: 2, hours: 10 });
    await workWeeks(sql, at.TX, NEXT_MONDAY, { days: 1, hours: 10 });
    await takeLeave(sql, at.TX, "2026-03-13", 24, { code: "holiday_off" });
    await payWeeks(sql, MONDAY, 2);
    assertEquals(await sumsOf(sql, colorado, contractorId), ["accrued 1.0000"]);
    assertEquals(await sumsOf(sql, washington, contractorId), ["accrued 0.5000"]);
    assertEquals(await sumsOf(sql, firms, contractorId), ["accrued 2.0000"]);
  }));

Deno.test("leave/accrues_from_the_day_on_from_which_the_plan_is_in_use_by_the_terms_of_each_day", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(
      sql,
      { in_use_from: "2026-03-04" },
      {},
      { effective_from: "2026-03-06", hours_per_hour_accrued: 40 },
      { effective_from: "2026-03-09", hours_per_hour_accrued: null },
    );
    const { contractorId, at } = await addNurse(sql);
    await workWeeks(sql, at.CO, MONDAY, { weeks: 2, hours: 10 });
    await payWeeks(sql, MONDAY, 2);
    // Wednesday and Thursday by 30, Friday by 40.
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 0.9167"]);
  }));

Deno.test("leave/follows_corrected_time_by_the_difference_up_and_down", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    const [first = "", second = ""] = await workWeeks(sql, at.CO, MONDAY, { hours: 6 });
    await workWeeks(sql, at.CO, NEXT_MONDAY, { hours: 6 });
    await payWeeks(sql, MONDAY);
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 1.0000"]);

    await correct(sql, first, { hours: "9" });
    await payWeeks(sql, NEXT_MONDAY);
    assertEquals(await ledgerOf(sql, contractorId), [
      "2026-03-08 accrued 1.0000",
      "2026-03-08 accrued 0.1000",
      "2026-03-15 accrued 1.0000",
    ]);

    await correct(sql, first, { hours: "3" });
    await setAside(sql, [second]);
    await workWeeks(sql, at.CO, "2026-03-16", { days: 1, hours: 6 });
    await payWeeks(sql, "2026-03-16");
    // 3 + 3 × 6 of the first week are 0.7.
    assertEquals(await balanceOf(sql, plan, contractorId, "2026-03-08"), 0.7);
    assertEquals(await balanceOf(sql, plan, contractorId), 1.9);
  }));

Deno.test("leave/that_is_carried_late_lessens_at_once_what_the_new_year_has_accrued", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, { year_accrual_cap: 48, carried_hours_count: true });
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2025-12-20", 30);
    await workWeeks(sql, at.CO, "2026-01-05", { weeks: 12, hours: 10 });
    await payWeeks(sql, "2026-01-05", 12); // 600 hours would be 20, and 18 are left of 48
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 18.0000", "opening 30.0000"]);
    // 150 hours of the old year are 5, which are carried too: 13 are left.
    await workWeeks(sql, at.CO, "2025-12-01", { weeks: 3, hours: 10 });
    await payWeeks(sql, "2025-12-01", 3);
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 18.0000", "opening 30.0000"]);
    assertEquals(await balanceOf(sql, plan, contractorId, "2025-12-31"), 35);
  }, { clock: "2026-04-20 18:00:00+00" }));

Deno.test("leave/never_goes_beyond_the_cap_of_a_year_and_no_order_of_weeks_matters", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, { year_accrual_cap: 2 });
    const { contractorId, at } = await addNurse(sql);
    const [entry = ""] = await workWeeks(sql, at.CO, MONDAY, { days: 5, hours: 9 });
    await payWeeks(sql, MONDAY);
    await workWeeks(sql, at.CO, NEXT_MONDAY, { days: 5, hours: 9 });
    await payWeeks(sql, NEXT_MONDAY);
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 2.0000"]);
    // What the first week loses, the second one fills up.
    await correct(sql, entry, { hours: "3" });
    await workWeeks(sql, at.CO, "2026-03-16", { days: 1, hours: 9 });
    await payWeeks(sql, "2026-03-16");
    assertEquals(await ledgerOf(sql, contractorId), [
      "2026-03-08 accrued 1.5000",
      "2026-03-08 accrued -0.2000",
      "2026-03-15 accrued 0.5000",
      "2026-03-15 accrued 0.2000",
    ]);
  }));

Deno.test("leave/beyond_the_cap_of_the_balance_is_capped_at_once_and_has_room_again_when_some_is_taken", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, { balance_cap: 10 });
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 9);
    await workWeeks(sql, at.CO, MONDAY, { hours: 12 });
    await payWeeks(sql, MONDAY);
    assertEquals(await ledgerOf(sql, contractorId), [
      "2026-03-01 opening 9.0000",
      "2026-03-08 accrued 2.0000",
      "2026-03-08 capped -1.0000",
    ]);
    await takeLeave(sql, at.CO, "2026-03-10", 8);
    await workWeeks(sql, at.CO, NEXT_MONDAY, { hours: 12 });
    await payWeeks(sql, NEXT_MONDAY);
    assertEquals(await balanceOf(sql, plan, contractorId), 4);
    const [year] = await sql`select accrued_this_year, used_this_year from leave_balances`;
    assertEquals(year, { accrued_this_year: "3.0000", used_this_year: "8.0000" });
  }, { clock: "2026-03-20 18:00:00+00" }));

Deno.test("leave/that_was_brought_along_is_not_capped_by_what_accrues", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, { balance_cap: 10 });
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 100);
    await workWeeks(sql, at.CO, MONDAY, { hours: 12 });
    await payWeeks(sql, MONDAY);
    assertEquals(await balanceOf(sql, plan, contractorId), 100);
  }));

Deno.test("leave/that_was_capped_comes_back_when_earlier_time_turns_out_to_be_less", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, { balance_cap: 3 });
    const { contractorId, at } = await addNurse(sql);
    const [entry = ""] = await workWeeks(sql, at.CO, MONDAY, { hours: 12 });
    await payWeeks(sql, MONDAY);
    await workWeeks(sql, at.CO, NEXT_MONDAY, { hours: 12 });
    await payWeeks(sql, NEXT_MONDAY);
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 4.0000", "capped -1.0000"]);
    await correct(sql, entry, { hours: "3" });
    await workWeeks(sql, at.CO, "2026-03-16", { days: 1, hours: 3 });
    await payWeeks(sql, "2026-03-16");
    // 1.7 and 2 are 0.7 beyond, and so is all of what came last.
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 3.8000", "capped -0.8000"]);
  }));

Deno.test("leave/follows_terms_that_were_entered_late_with_the_next_batch", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    await workWeeks(sql, at.CO, MONDAY, { hours: 12 });
    await payWeeks(sql, MONDAY);
    await addTerms(sql, plan, { effective_from: "2026-03-06", hours_per_hour_accrued: 20 });
    await workWeeks(sql, at.CO, NEXT_MONDAY, { hours: 12 });
    await payWeeks(sql, NEXT_MONDAY);
    assertEquals(await sumsOf(sql, plan, contractorId), ["accrued 5.2000"]);
  }));
