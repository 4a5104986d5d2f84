// Which guarantees there may be, and that they stay once a week was paid or billed by them.
import type postgres from "postgres";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";
import { except, guarantee } from "../../../support/time/guarantees.ts";

const MONDAY = "2026-03-02";
const CLOCK = { clock: "2026-03-10 12:00:00+00" };

const BAD: readonly [constraint: string, what: Parameters<typeof guarantee>[2]][] = [
  ["guarantee_has_hours", { pay: null, bill: null }],
  ["guaranteed_pay_hours_fit_a_week", { pay: "0" }],
  ["guaranteed_pay_hours_fit_a_week", { pay: "168.01" }],
  ["guaranteed_bill_hours_fit_a_week", { bill: "0" }],
  ["guaranteed_bill_hours_fit_a_week", { bill: "168.01" }],
  ["guarantee_ends_after_it_starts", { to: "2026-03-01" }],
  ["regular_time_is_guaranteed_by_the_week", { code: "regular" }],
  ["effective_from_is_finite", { from: "infinity" }],
  ["effective_to_is_finite", { to: "infinity" }],
];

Deno.test("guarantees/promise_hours_of_a_week_or_of_another_code_than_regular", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    for (const [constraint, what] of BAD) {
      await assertViolates(guarantee(sql, assignment, what), constraint, JSON.stringify(what));
    }
    await guarantee(sql, assignment, { pay: "168", bill: "168", to: MONDAY });
    await assertRefused(
      guarantee(sql, assignment, { from: "1926-03-02" }),
      400,
      "day_out_of_range",
    );
    await assertRefused(except(sql, assignment, "1926-03-02", "4"), 400, "day_out_of_range");
    await assertViolates(except(sql, assignment, MONDAY, "0"), "excepted_hours_fit_a_day");
    await assertViolates(except(sql, assignment, MONDAY, "24.01"), "excepted_hours_fit_a_day");
    await assertViolates(
      except(sql, assignment, MONDAY, "4", "holiday"),
      "exception_kind_is_known",
    );
  }));

Deno.test("guarantees/of_an_assignment_and_a_code_never_overlap", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [one, other] = [await firm.assignment(), await firm.assignment()];
    await guarantee(sql, one, { to: "2026-03-29" });
    await guarantee(sql, one, { from: "2026-03-30" });
    await guarantee(sql, one, { code: "call_back" });
    await guarantee(sql, one, { code: "cancelled" });
    await guarantee(sql, other);
    const again = (what: Parameters<typeof guarantee>[2]) =>
      assertViolates(guarantee(sql, one, what), "guarantees_never_overlap");
    await again({ from: "2026-03-29", to: "2026-03-29" });
    await again({ from: "2027-01-04" });
    await again({ code: "call_back", from: "2027-01-04" });
  }));

Deno.test("guarantees/of_a_code_are_of_one_by_the_hour_which_stays_as_it_is", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await assertRefused(
      guarantee(sql, assignment, { code: "mileage" }),
      409,
      "code_not_by_the_hour",
    );
    await guarantee(sql, assignment, { code: "call_back" });
    await assertRefused(
      sql`update time_codes set pay_multiplier = 2 where name = 'call_back'`,
      409,
      "time_code_used",
    );
    await assertRefused(
      sql`update guarantees set code = 'visit'`,
      409,
      "code_not_by_the_hour",
    );
  }));

/** Edits that would price what was paid and billed anew. */
const EDITS = [
  "pay_hours = 30",
  "bill_hours = 30",
  "code = 'cancelled'",
  "effective_from = '2026-02-23'",
];

const USES: Readonly<Record<string, (sql: postgres.Sql, firm: Firm) => Promise<unknown>>> = {
  paid: async (sql) => close(sql, await prepare(sql, MONDAY)),
  sent: async (sql, firm) => send(sql, [(await createInvoice(sql, firm.facilityId)).id]),
};

for (const [how, use] of Object.entries(USES)) {
  Deno.test(`guarantees/stay_but_for_their_last_day_once_they_were_${how}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await guarantee(sql, assignment);
      await sql`update guarantees set pay_hours = 35, bill_hours = 35`;
      await use(sql, firm);
      for (const edit of EDITS) {
        await assertRefused(sql.unsafe(`update guarantees set ${edit}`), 409, "guarantee_used");
      }
      await assertRefused(sql`delete from guarantees`, 409, "guarantee_used");
      await sql`update guarantees set effective_to = '2026-03-15'`;
      await guarantee(sql, assignment, { pay: "30", from: "2026-03-16" });
    }, CLOCK));
}

const LINES: Readonly<Record<string, (sql: postgres.Sql, firm: Firm) => Promise<unknown>>> = {
  draft_batch: (sql) => prepare(sql, MONDAY),
  draft_invoice: (sql, firm) => createInvoice(sql, firm.facilityId),
};

for (const [what, make] of Object.entries(LINES)) {
  Deno.test(`guarantees/that_a_${what}_has_are_not_removed_and_change_all_the_same`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await guarantee(sql, assignment);
      await make(sql, firm);
      await assertRefused(sql`delete from guarantees`, 409, "guarantee_used");
      await sql`update guarantees set pay_hours = 35, bill_hours = 35`;
    }, CLOCK));
}

Deno.test("guarantees/are_removed_while_no_line_is_by_them", () =>
  withDatabase(async ({ sql }) => {
    await guarantee(sql, await (await Firm.create(sql)).assignment());
    await sql`delete from guarantees`;
  }, CLOCK));
