// Premium rules stay as they are once lines are by them; what no rule can be is refused.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";
import { addCalendar, addPremium, nurse, type Premium } from "../../../support/time/premiums.ts";

const CLOCK = { clock: "2026-03-20 12:00:00+00" };

/** A rule for all Tuesdays, and eight hours of one. */
async function usedRule(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const { assignment } = await nurse(firm);
  await addPremium(sql, { days: [2] });
  await firm.entry(assignment, "approved", "2026-03-03", "8");
  return firm;
}

const CHANGES = [
  "update premium_rules set pay_amount = 6",
  "update premium_rules set days_of_week = '{2,3}'",
  "update premium_rules set effective_from = '2026-01-02'",
  "update premium_rules set from_time = '07:00', to_time = '08:00'",
  "update premium_rules set combines = 'adds'",
  "update premium_rules set codes = '{regular,charge}'",
  "update premium_rules set bill_multiplier = 1.1",
  "delete from premium_rules",
];

Deno.test("premium_rules/stay_once_a_line_of_pay_is_by_them", () =>
  withDatabase(async ({ sql }) => {
    await usedRule(sql);
    await prepare(sql, "2026-03-02");
    for (const change of CHANGES) await assertRefused(sql.unsafe(change), 409, "premium_rule_used");
    await sql`update premium_rules set title = 'Tuesdays', effective_to = '2026-12-31'`;
  }, CLOCK));

Deno.test("premium_rules/stay_once_a_line_of_an_invoice_is_by_them_until_it_is_void", () =>
  withDatabase(async ({ sql }) => {
    const firm = await usedRule(sql);
    const draft = await createInvoice(sql, firm.facilityId);
    for (const change of CHANGES) await assertRefused(sql.unsafe(change), 409, "premium_rule_used");
    await voidInvoice(sql, draft.id, "Again.");
    await assertRefused(sql`delete from premium_rules`, 409, "premium_rule_used");
    await sql`update premium_rules set pay_amount = 6`;
  }, CLOCK));

Deno.test("premium_rules/change_and_go_while_nothing_is_by_them", () =>
  withDatabase(async ({ sql }) => {
    await usedRule(sql);
    for (const change of CHANGES) await sql.unsafe(change);
    const rows = await sql`select from premium_rules`;
    assertEquals(rows.length, 0);
  }, CLOCK));

Deno.test("premium_rules/are_for_codes_of_hours_worked_alone_and_keep_them", () =>
  withDatabase(async ({ sql }) => {
    for (const code of ["on_call", "mileage", "nothing"]) {
      await assertRefused(
        addPremium(sql, { days: [1], codes: ["regular", code] }),
        400,
        "premium_code_not_worked",
      );
    }
    await sql`
      insert into time_codes (name, title, is_worked, pay_multiplier, pay_amount, bill_multiplier, bill_amount)
      values ('float', 'Float', true, 1, 1, 1, 1)`;
    await addPremium(sql, { days: [1], codes: ["float"] });
    await assertRefused(sql`delete from time_codes where name = 'float'`, 409, "time_code_used");
    await sql`delete from premium_rules`;
    await sql`delete from time_codes where name = 'float'`;
  }));

Deno.test("premium_rules/and_days_of_calendars_lie_on_plausible_days", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(addPremium(sql, { from: "1999-12-31" }), 400, "day_out_of_range");
    await assertRefused(addPremium(sql, { to: "2101-01-01" }), 400, "day_out_of_range");
    await assertRefused(addCalendar(sql, ["2101-01-01"]), 400, "day_out_of_range");
  }));

Deno.test("premium_rules/are_what_a_premium_can_be", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { assignment } = await nurse(firm);
    const impossible: readonly [Premium, string][] = [
      [{ facility: firm.facilityId, assignment }, "premium_rule_is_of_one_place"],
      [{ to: "2025-12-31" }, "premium_rule_ends_after_it_starts"],
      [{ days: [] }, "days_of_week_are_one_to_seven"],
      [{ days: [0] }, "days_of_week_are_one_to_seven"],
      [{ clock: "19:00" }, "premium_is_from_and_to_a_time"],
      [{ clock: "19:00-24:00" }, "premium_times_are_whole_minutes"],
      [{ clock: "19:00:30-07:00" }, "premium_times_are_whole_minutes"],
      [{ pay: "× 0.9" }, "pay_multiplier_of_premium_is_one_or_more"],
      [{ bill: "× 0.9" }, "bill_multiplier_of_premium_is_one_or_more"],
      [{ pay: "+ 0", bill: "× 1" }, "premium_rule_adds_something"],
      [{ pay: null, bill: null }, "premium_rule_adds_something"],
      [{ codes: [] }, "premium_is_of_some_codes"],
      [{ title: " " }, "premium_rule_title_is_not_blank"],
      [{ pay: "× 1.5", creditable: true }, "only_premiums_of_days_are_creditable"],
      [
        { pay: "× 1.5", creditable: true, days: [7], clock: "07:00-19:00" },
        "only_premiums_of_days_are_creditable",
      ],
      [{ pay: "× 1.4", creditable: true, days: [7] }, "only_premiums_of_days_are_creditable"],
      [{ pay: null, creditable: true, days: [7] }, "only_premiums_of_days_are_creditable"],
    ];
    for (const [premium, constraint] of impossible) {
      await assertViolates(addPremium(sql, premium), constraint, JSON.stringify(premium));
    }
    for (
      const [change, constraint] of [
        ["pay_amount = null", "pay_of_premium_is_told_whole"],
        ["bill_amount = null", "bill_of_premium_is_told_whole"],
        ["combines = 'lowest'", "combination_of_premiums_is_known"],
      ] as const
    ) {
      await addPremium(sql, { days: [1] });
      await assertViolates(sql.unsafe(`update premium_rules set ${change}`), constraint);
    }
    await addPremium(sql, { pay: "× 1.5", creditable: true, days: [7] });
  }));
