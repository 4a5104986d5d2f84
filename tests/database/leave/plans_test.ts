// Which plans and terms there may be, and that they and the ledger stay once people have leave by them.
import { assertEquals } from "@std/assert";
import {
  addNurse,
  addPlan,
  addTerms,
  ledgerOf,
  openWith,
  payWeeks,
  takeLeave,
  workWeeks,
} from "../../support/leave/leave.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";

const BAD_PLANS: readonly [constraint: string, edit: string][] = [
  ["leave_plan_name_is_not_blank", "name = ' '"],
  ["leave_plan_state_has_two_letters", "state = 'Colorado'"],
  ["regular_time_is_no_leave", "code = 'regular'"],
  ["leave_plan_is_of_a_known_code", "code = 'nap'"],
  ["hours_counted_of_plan_are_known", "hours_counted = 'some'"],
  ["only_plans_of_a_state_count_its_hours", "state = null"],
  ["in_use_from_is_finite", "in_use_from = 'infinity'"],
];

const BAD_TERMS: readonly [constraint: string, edit: string][] = [
  ["effective_from_is_finite", "effective_from = 'infinity'"],
  ["hours_per_hour_accrued_is_positive", "hours_per_hour_accrued = 0"],
  ["year_accrual_cap_is_not_negative", "year_accrual_cap = -1"],
  ["balance_cap_is_not_negative", "balance_cap = -1"],
  ["year_use_cap_is_not_negative", "year_use_cap = -1"],
  ["carry_over_hours_is_not_negative", "carry_over_hours = -1"],
  ["waiting_days_are_at_most_a_year", "waiting_days = 367"],
  ["waiting_hours_is_not_negative", "waiting_hours = -1"],
  ["reinstated_within_months_is_at_most_ten_years", "reinstated_within_months = 121"],
  ["pay_basis_of_leave_is_known", "pay_basis = 'guess'"],
  ["only_averages_are_of_days", "average_days = 7"],
  ["only_averages_are_of_days", "pay_basis = 'average_of_days'"],
  ["average_days_are_at_most_a_year", "pay_basis = 'average_of_days', average_days = 0"],
  ["leave_plan_source_is_not_blank", "source = ' '"],
];

Deno.test("leave_plans/are_what_can_be_counted", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, { in_use_from: null });
    for (const [constraint, edit] of BAD_PLANS) {
      const attempt = sql.unsafe(`update leave_plans set ${edit} where id = '${plan}'`);
      await assertViolates(attempt, constraint, edit);
    }
    for (const [constraint, edit] of BAD_TERMS) {
      const attempt = sql.unsafe(
        `update leave_plan_terms set ${edit} where leave_plan_id = '${plan}'`,
      );
      await assertViolates(attempt, constraint, edit);
    }
    const early = (table: string, column: string) =>
      assertRefused(
        sql.unsafe(`update ${table} set ${column} = '1926-01-01'`),
        400,
        "day_out_of_range",
      );
    await early("leave_plans", "in_use_from");
    await early("leave_plan_terms", "effective_from");
  }));

Deno.test("leave_plans/are_of_a_code_of_hours_that_are_not_worked_which_stays_so_while_they_are_in_use", () =>
  withDatabase(async ({ sql }) => {
    for (const code of ["charge", "mileage"]) {
      await assertRefused(addPlan(sql, { code }), 409, "leave_code_not_right");
    }
    const worked =
      sql`update time_codes set is_worked = true, in_regular_rate = true where name = 'sick'`;
    await worked;
    await sql`update time_codes set is_worked = false where name = 'sick'`;
    const plan = await addPlan(sql);
    const edit = () =>
      sql`update time_codes set is_worked = true, in_regular_rate = true where name = 'sick'`;
    await assertRefused(edit(), 409, "time_code_used");
    await sql`update leave_plans set in_use_from = null where id = ${plan}`;
    await edit();
    await assertRefused(
      sql`update leave_plans set in_use_from = '2026-01-01' where id = ${plan}`,
      409,
      "leave_code_not_right",
    );
    await assertRefused(sql`delete from time_codes where name = 'sick'`, 409, "time_code_used");
  }));

Deno.test("leave_plans/of_a_states_sick_leave_are_not_paid_out", () =>
  withDatabase(async ({ sql }) => {
    const rule = "sick_leave_of_a_state_is_not_paid_out";
    await assertViolates(addPlan(sql, { paid_out: true }), rule);
    const sick = await addPlan(sql, { state: null, paid_out: true });
    await assertViolates(sql`update leave_plans set state = 'WA' where id = ${sick}`, rule);
    const vacation = await addPlan(sql, { code: "vacation", paid_out: true });
    await assertViolates(sql`update leave_plans set code = 'sick' where id = ${vacation}`, rule);
  }));

Deno.test("leave_plans/of_a_state_and_a_code_are_in_use_one_at_a_time", () =>
  withDatabase(async ({ sql }) => {
    await addPlan(sql);
    await assertViolates(addPlan(sql), "state_has_one_leave_plan_of_a_code_in_use");
    await addPlan(sql, { in_use_from: null });
    await addPlan(sql, { state: "WA" });
    await addPlan(sql, { state: null });
    await assertViolates(
      addPlan(sql, { state: null }),
      "state_has_one_leave_plan_of_a_code_in_use",
    );
    await addPlan(sql, { code: "vacation" });
  }));

Deno.test("leave_plans/change_and_go_before_anybody_has_leave_by_them", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    await sql`update leave_plans set state = 'WA', code = 'vacation' where id = ${plan}`;
    await sql`update leave_plan_terms set hours_per_hour_accrued = 40 where leave_plan_id = ${plan}`;
    await sql`delete from leave_plan_terms where leave_plan_id = ${plan}`;
    await addTerms(sql, plan, {});
    assertEquals((await sql`delete from leave_plans where id = ${plan}`).count, 1);
    assertEquals(
      (await sql`select from leave_plan_terms where leave_plan_id = ${plan}`).length,
      0,
    );
  }));

Deno.test("leave_plans/and_terms_stay_once_people_have_leave_by_them", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, {}, {}, {
      effective_from: "2026-03-09",
      hours_per_hour_accrued: 40,
    });
    const { at } = await addNurse(sql);
    await workWeeks(sql, at.CO, "2026-03-02");
    await payWeeks(sql, "2026-03-02");
    for (const edit of ["state = 'WA'", "code = 'vacation'", "hours_counted = 'everywhere'"]) {
      await assertRefused(sql.unsafe(`update leave_plans set ${edit}`), 409, "leave_plan_used");
    }
    await assertRefused(sql`delete from leave_plans where id = ${plan}`, 409, "leave_plan_used");
    await sql`
      update leave_plans set name = 'Sick leave', may_go_below_zero = true, in_use_from = null where id = ${plan}`;
    const used = (edit: string) =>
      sql.unsafe(
        `update leave_plan_terms set ${edit}
          where leave_plan_id = '${plan}' and effective_from = '2020-01-01'`,
      );
    for (
      const edit of [
        "effective_from = '2020-01-02'",
        "hours_per_hour_accrued = 40",
        "year_accrual_cap = 40",
        "balance_cap = 40",
        "year_use_cap = 40",
        "carry_over_hours = 40",
        "carried_hours_count = true",
        "waiting_days = 40",
        "waiting_hours = 40",
        "reinstated_within_months = 6",
        "pay_basis = 'regular_rate_of_week'",
        "pay_basis = 'average_of_days', average_days = 30",
      ]
    ) await assertRefused(used(edit), 409, "leave_terms_used");
    await used("source = 'Another', note = 'A note'");
    await assertRefused(
      sql`delete from leave_plan_terms where leave_plan_id = ${plan} and effective_from = '2020-01-01'`,
      409,
      "leave_terms_used",
    );
    // Nobody has leave by the later ones yet.
    assertEquals(
      (await sql`delete from leave_plan_terms where leave_plan_id = ${plan} and effective_from = '2026-03-09'`)
        .count,
      1,
    );
  }));

Deno.test("leave_ledger/is_append_only_to_everyone", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 10);
    await takeLeave(sql, at.CO, "2026-03-02", 8);
    const before = await ledgerOf(sql, contractorId);
    for (
      const attempt of [
        "update leave_ledger set hours = 11",
        "update leave_ledger set kind = 'adjusted'",
        "update leave_ledger set reason = 'Another'",
        "update leave_ledger set day = '2026-03-03'",
        "delete from leave_ledger",
        "truncate leave_ledger",
      ]
    ) await assertRefused(sql.unsafe(attempt), 409, "leave_ledger_is_append_only");
    for (const attempt of ["hours = 0", "kind = 'found'"]) {
      const [column = "", value = ""] = attempt.split(" = ");
      await assertViolates(
        sql.unsafe(
          `insert into leave_ledger (contractor_id, leave_plan_id, day, reason, kind, hours)
           values ('${contractorId}', '${plan}', '2026-03-02', 'Why',
                   ${column === "kind" ? value : "'adjusted'"}, ${column === "hours" ? value : 1})`,
        ),
        column === "hours" ? "leave_hours_are_not_zero" : "leave_ledger_kind_is_known",
      );
    }
    await assertViolates(
      sql`
        insert into leave_ledger (contractor_id, leave_plan_id, day, kind, hours)
        values (${contractorId}, ${plan}, '2026-03-02', 'adjusted', 1)`,
      "leave_by_hand_says_why",
    );
    assertEquals(await ledgerOf(sql, contractorId), before);
  }));
