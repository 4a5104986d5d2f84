// What is refused whatever was billed and paid, and that a refusal changes nothing.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import {
  apply,
  applyNew,
  everything,
  rateHit,
  ratesOf,
} from "../../../support/assignments/rate_hits.ts";
import { invoiceFor } from "../../../support/billing/by_hand.ts";
import { Firm } from "../../../support/firm.ts";
import { type TestDatabase, withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

/** Asserts that applying is refused, with a message that says so, and leaves every row as it was. */
async function refuses(
  sql: postgres.Sql,
  hit: string | null,
  status: 400 | 404 | 409,
  slug: string,
  message: RegExp,
): Promise<void> {
  const before = await everything(sql);
  const attempt = apply(sql, hit, true);
  await assertRefused(attempt, status, slug);
  await assertRejectsWith(() => attempt, message);
  assertEquals(await everything(sql), before);
}

/** A test with an assignment that has a rate of 100 / 60 from 2026-01-01. */
function withAssignment(test: (sql: postgres.Sql, assignment: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }: TestDatabase) =>
      await test(sql, await (await Firm.create(sql)).assignment())
    );
}

Deno.test(
  "apply_rate_hit/refuses_a_missing_or_unknown_id",
  withAssignment(async (sql) => {
    await refuses(sql, null, 400, "argument_missing", / rate hit\./);
    const unknown = crypto.randomUUID();
    await refuses(sql, unknown, 404, "rate_hit_not_found", new RegExp(unknown));
  }),
);

Deno.test(
  "apply_rate_hit/refuses_a_cancelled_hit",
  withAssignment(async (sql, assignment) => {
    const hit = await rateHit(sql, assignment, "2026-02-01");
    await sql`update rate_hits set status = 'cancelled' where id = ${hit}`;
    await refuses(sql, hit, 409, "rate_hit_cancelled", /2026-02-01/);
  }),
);

Deno.test(
  "apply_rate_hit/refuses_a_day_before_the_first_rate",
  withAssignment(async (sql, assignment) => {
    const slug = "rate_hit_before_first_rate";
    const hit = await rateHit(sql, assignment, "2025-12-31");
    await refuses(sql, hit, 409, slug, /2025-12-31/);
    await assertRejectsWith(() => apply(sql, hit), { hint: /2026-01-01/ });
    await sql`delete from assignment_rates`;
    await refuses(sql, hit, 409, slug, /2025-12-31/);
  }),
);

Deno.test(
  "apply_rate_hit/refuses_a_rate_that_would_fall_to_zero_or_below_on_its_day",
  withAssignment(async (sql, assignment) => {
    const slug = "rate_not_positive";
    const lower = async (bill: string, pay: string, message: RegExp) =>
      await refuses(
        sql,
        await rateHit(sql, assignment, "2026-02-01", { bill, pay }),
        409,
        slug,
        message,
      );
    await lower("-100", "0", /bill rate would be 0\.00 from 2026-02-01/);
    await lower("-100.01", "5", /bill rate would be -0\.01 from 2026-02-01/);
    await lower("5", "-60", /pay rate would be 0\.00 from 2026-02-01/);
  }),
);

Deno.test(
  "apply_rate_hit/asks_nothing_of_the_rates_of_other_assignments",
  withAssignment(async (sql, assignment) => {
    const other = await (await Firm.create(sql, "Lakeside Clinic")).assignment();
    await sql`
      update assignment_rates set base_bill_rate = 20, base_pay_rate = 15, bill_rate = 20, pay_rate = 15
       where assignment_id = ${other}`;
    await applyNew(sql, assignment, "2026-02-01", { bill: "-25", pay: "-20" });
    await applyNew(sql, assignment, "2026-03-01", { bill: "0", pay: "6" });
    assertEquals(await ratesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-02-01 75.00 40.00",
      "2026-03-01 75.00 46.00",
    ]);
    assertEquals(await ratesOf(sql, other), ["2026-01-01 20.00 15.00"]);
  }),
);

Deno.test(
  "apply_rate_hit/refuses_a_change_that_takes_a_later_rate_to_zero",
  withAssignment(async (sql, assignment) => {
    await applyNew(sql, assignment, "2026-03-01", { bill: "0", pay: "-40" });
    const hit = await rateHit(sql, assignment, "2026-02-01", { bill: "0", pay: "-20" });
    await refuses(sql, hit, 409, "rate_not_positive", /pay rate would be 0\.00 from 2026-03-01/);
  }),
);

Deno.test(
  "apply_rate_hit/refuses_to_lift_pay_above_bill_unless_a_negative_margin_is_allowed",
  withAssignment(async (sql, assignment) => {
    const slug = "pay_exceeds_bill";
    const hit = await rateHit(sql, assignment, "2026-02-01", { bill: "0", pay: "40.01" });
    await refuses(
      sql,
      hit,
      409,
      slug,
      /2026-02-01 on, an hour would pay 100\.01 and bill only 100\.00/,
    );
    await assertRefused(apply(sql, hit, false, null), 409, slug);
    await apply(sql, hit, false, true);
    assertEquals(await ratesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-02-01 100.00 100.01",
    ]);
    const lowered = await rateHit(sql, assignment, "2026-01-15", { bill: "-40.01", pay: "0" });
    await refuses(sql, lowered, 409, slug, /2026-01-15/);
  }),
);

Deno.test(
  "apply_rate_hit/refuses_to_lift_a_later_pay_above_its_bill",
  withAssignment(async (sql, assignment) => {
    await applyNew(sql, assignment, "2026-03-01", { bill: "-30", pay: "0" });
    const hit = await rateHit(sql, assignment, "2026-02-01", { bill: "0", pay: "20" });
    await refuses(
      sql,
      hit,
      409,
      "pay_exceeds_bill",
      /From 2026-03-01 on, an hour would pay 80\.00/,
    );
  }),
);

Deno.test(
  "apply_rate_hit/does_not_ask_where_pay_equals_bill_or_exceeds_it_already",
  withAssignment(async (sql, assignment) => {
    await applyNew(sql, assignment, "2026-02-01", { bill: "0", pay: "40" });
    await apply(
      sql,
      await rateHit(sql, assignment, "2026-02-01", { bill: "0", pay: "1" }),
      false,
      true,
    );
    await applyNew(sql, assignment, "2026-02-01", { bill: "0", pay: "1" });
  }),
);

Deno.test(
  "apply_rate_hit/looks_at_no_rate_before_its_day",
  withAssignment(async (sql, assignment) => {
    await applyNew(sql, assignment, "2026-02-01", { bill: "500", pay: "500" });
    await applyNew(sql, assignment, "2026-02-01", { bill: "-110", pay: "-100" });
  }),
);

Deno.test(
  "apply_rate_hit/refuses_a_rate_too_large_for_its_column",
  withAssignment(async (sql, assignment) => {
    await applyNew(sql, assignment, "2026-03-01", { bill: "99999000", pay: "0" });
    const hit = await rateHit(sql, assignment, "2026-02-01", { bill: "900", pay: "0" });
    await refuses(sql, hit, 409, "rate_too_large", /900\.00/);
  }),
);

Deno.test("apply_rate_hit/refuses_an_amount_or_total_too_large_for_its_column", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "approved", "2026-01-05", "24");
    const draft = await invoiceFor(firm, entry, "draft");
    await sql`insert into invoice_lines (invoice_id, kind, description, amount)
              values (${draft}, 'adjustment', 'Opening balance', 9000000000)`;
    const hit = await rateHit(sql, assignment, "2026-01-05", { bill: "90000000" });
    await refuses(sql, hit, 409, "rate_too_large", /90000000\.00/);
  }));
