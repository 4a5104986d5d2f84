// Payroll says what is a flat sum, which days earned a bonus, and what a stipend is per; nobody else does.
import { assert, assertEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

Deno.test("access/payroll_enters_flat_sums_and_the_days_that_earned_a_bonus", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const asPayroll = (statement: string) => runAs(sql, firm, "payroll", statement);
    const enter = (kind: string, columns: string, values: string) =>
      asPayroll(`
        insert into payroll_adjustments (contractor_id, payable_on, kind, amount, ${columns})
        values ('${firm.people.ben}', '2026-01-09', '${kind}', 50, ${values}) returning id`);
    const [row] = await enter(
      "bonus",
      "is_flat_sum, earned_from, earned_to, approved_at",
      "true, '2025-12-01', '2026-01-09', now()",
    );
    assert(row);
    for (
      const set of [
        "is_flat_sum = false",
        "earned_from = '2025-12-02'",
        "earned_to = '2026-01-08'",
        "earned_from = null, earned_to = null",
      ]
    ) {
      const [changed] = await asPayroll(`
        update payroll_adjustments set ${set} where id = '${row.id}' returning approved_at`);
      assertEquals(changed, { approved_at: null }, set);
      await sql`update payroll_adjustments set approved_at = now() where id = ${row.id}`;
    }
    for (
      const [kind, columns, values, rule] of [
        ["reimbursement", "is_flat_sum", "true", "only_sums_in_the_regular_rate_are_flat"],
        [
          "deduction",
          "earned_from, earned_to",
          "'2026-01-05', '2026-01-06'",
          "only_sums_in_the_regular_rate_are_earned_over_days",
        ],
        ["bonus", "earned_from", "'2026-01-05'", "earned_days_come_together"],
        [
          "bonus",
          "earned_from, earned_to",
          "'2026-01-06', '2026-01-05'",
          "earned_days_end_after_they_start",
        ],
        [
          "bonus",
          "earned_from, earned_to",
          "'2026-01-05', '2026-01-10'",
          "what_is_earned_is_paid_afterwards",
        ],
      ] as const
    ) {
      await assertViolates(enter(kind, columns, values), rule);
    }
  }));

Deno.test("access/payroll_enters_stipends_per_day_and_per_shift", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const [assignment] = await sql`select id from assignments limit 1`;
    const enter = (caller: "payroll" | "recruiting", columns: string, values: string) =>
      runAs(
        sql,
        firm,
        caller,
        `insert into assignment_stipends (assignment_id, kind, effective_from, ${columns})
         values ('${assignment?.id}', 'flat_sum', '2030-01-07', ${values}) returning id`,
      );
    assertEquals((await enter("payroll", "daily_amount", "20")).length, 1);
    const [row] = await enter("payroll", "shift_amount", "30");
    assert(row);
    await runAs(
      sql,
      firm,
      "payroll",
      `update assignment_stipends set daily_amount = 31, shift_amount = null where id = '${row.id}'`,
    );
    await assertRefused(enter("recruiting", "daily_amount", "20"), 403, "role_required");
    const rule = "stipend_is_per_week_day_or_shift";
    await assertViolates(enter("payroll", "weekly_amount, daily_amount", "20, 20"), rule);
    await assertViolates(enter("payroll", "weekly_amount", "null"), rule);
    await assertViolates(enter("payroll", "daily_amount", "0"), "daily_amount_is_positive");
  }));
