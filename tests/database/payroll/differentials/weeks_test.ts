// Premiums by clock and calendar in pay: Bullhorn's published rates, the regular rate, the credit of holidays, and what
// changes once a week was paid.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { close, discard, prepare } from "../../../support/payroll/batches.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { correct } from "../../../support/time/corrections.ts";
import {
  addCalendar,
  addPremium,
  nurse,
  type Premium,
  shift,
} from "../../../support/time/premiums.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT = "2026-03-09";
const CLOCK = { clock: "2026-03-20 12:00:00+00" };

/** The lines of a batch, such as `"differential Night 2.00 × 5.00 = 10.00"`. */
async function linesOf(sql: postgres.Sql, batchId: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', line.kind, rule.title, line.hours, line.quantity || ' ×', line.rate, '=', line.amount) as line
      from payroll_item_lines as line
      join payroll_items as item on item.id = line.payroll_item_id
      left join premium_rules as rule on rule.id = line.premium_rule_id
      left join time_entries as entry on entry.id = line.time_entry_id
     where item.payroll_batch_id = ${batchId}
     order by array_position('{straight,differential,overtime_premium,difference}'::text[], line.kind), entry.work_date,
              rule.title, line.amount`;
  return lines.map(({ line }) => line);
}

async function grossOf(sql: postgres.Sql, batchId: string): Promise<string> {
  const [batch] = await sql<[{ gross_total: string }]>`
    select gross_total from payroll_batches where id = ${batchId}`;
  return batch.gross_total;
}

/** Nicky Nurse of Bullhorn's page: 50 an hour, 5 more from 15:00 to 23:00, half as much again on weekends. */
async function nicky(sql: postgres.Sql, combines: "highest" | "adds" = "highest") {
  const firm = await Firm.create(sql);
  const { assignment, contractor } = await nurse(firm);
  await addPremium(sql, { title: "Night", clock: "15:00-23:00", combines });
  await addPremium(sql, { title: "Weekend", days: [6, 7], pay: "× 1.5", bill: "× 1.5", combines });
  return { firm, assignment, contractor };
}

Deno.test("differentials/pay_bullhorns_published_rates_by_the_clock", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    const batch = await prepare(sql, MONDAY);
    assertEquals(await linesOf(sql, batch), [
      "straight 10.00 50.00 = 500.00",
      "differential Night 2.00 × 5.00 = 10.00",
    ]);
    assertStrictEquals(await grossOf(sql, batch), "510.00");
    const [item] = await sql`
      select regular_hours, straight_pay, premium_pay, gross_pay from payroll_items`;
    assertEquals({ ...item }, {
      regular_hours: "10.00",
      straight_pay: "510.00",
      premium_pay: "0.00",
      gross_pay: "510.00",
    });
  }, CLOCK));

for (const [combines, gross] of [["highest", "750.00"], ["adds", "760.00"]] as const) {
  Deno.test(`differentials/of_a_saturday_pay_${gross}_where_${combines}`, () =>
    withDatabase(async ({ sql }) => {
      const { assignment } = await nicky(sql, combines);
      await shift(sql, assignment, "2026-03-07 07:00", "2026-03-07 17:00");
      assertStrictEquals(await grossOf(sql, await prepare(sql, MONDAY)), gross);
    }, CLOCK));
}

Deno.test("differentials/are_in_the_regular_rate", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nicky(sql);
    // 44 hours within the shift: 44 × 55 = 2,420, and half of 55 for four hours (29 CFR 778.207(b)).
    for (const day of [2, 3, 4, 5, 6]) {
      await shift(sql, assignment, `2026-03-0${day} 15:00`, `2026-03-0${day} 23:00`);
    }
    await sql`update premium_rules set days_of_week = '{7}' where title = 'Weekend'`;
    await shift(sql, assignment, "2026-03-07 15:00", "2026-03-07 19:00");
    const batch = await prepare(sql, MONDAY);
    assertStrictEquals(await grossOf(sql, batch), "2530.00");
    assertEquals((await linesOf(sql, batch)).at(-1), "overtime_premium 4.00 = 110.00");
    const [line] = await sql`
      select flsa_premium from payroll_item_lines where kind = 'overtime_premium'`;
    assertEquals(line, { flsa_premium: "110.00" });
  }, CLOCK));

Deno.test("differentials/come_to_the_published_case_of_days_and_evenings", () =>
  withDatabase(async ({ sql }) => {
    // 24 day hours at 8.00 and 24 evening hours at 1.00 more: 408 / 48 = 8.50; 40 × 8.50 + 8 × 12.75 = 442.00.
    const firm = await Firm.create(sql);
    const { assignment } = await nurse(firm, "flsa", "8");
    await addPremium(sql, { clock: "15:00-23:00", pay: "+ 1" });
    for (const day of [2, 3, 4]) {
      await shift(sql, assignment, `2026-03-0${day} 07:00`, `2026-03-0${day} 15:00`);
    }
    for (const day of [5, 6, 7]) {
      await shift(sql, assignment, `2026-03-0${day} 15:00`, `2026-03-0${day} 23:00`);
    }
    assertStrictEquals(await grossOf(sql, await prepare(sql, MONDAY)), "442.00");
  }, CLOCK));

/** Seven days of eight hours at 12.00, half as much again on Sunday and on a holiday. */
async function sevenDays(
  sql: postgres.Sql,
  { creditable = true, rule = "flsa" }: { creditable?: boolean; rule?: "flsa" | "colorado" } = {},
): Promise<string> {
  const firm = await Firm.create(sql);
  const { assignment } = await nurse(firm, rule, "12");
  const calendar = await addCalendar(sql, ["2026-03-04"]);
  await addPremium(sql, { title: "Sunday", days: [7], pay: "× 1.5", bill: null, creditable });
  await addPremium(sql, { title: "Holiday", calendar, pay: "× 1.5", bill: null, creditable });
  for (const day of [1, 2, 3, 4, 5, 6, 7]) {
    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, day), "8");
  }
  return await prepare(sql, MONDAY);
}

Deno.test("differentials/of_sundays_and_holidays_are_credited_where_the_firm_says_so", () =>
  withDatabase(async ({ sql }) => {
    // 29 CFR 778.203, .205: 672 and 96 for the two days, which are set off against 16 × 6.
    const batch = await sevenDays(sql);
    assertStrictEquals(await grossOf(sql, batch), "768.00");
  }, CLOCK));

Deno.test("differentials/that_are_not_creditable_are_in_the_regular_rate", () =>
  withDatabase(async ({ sql }) => {
    // 768 / 56 × ½ × 16 = 109.71.
    const batch = await sevenDays(sql, { creditable: false });
    assertStrictEquals(await grossOf(sql, batch), "877.71");
  }, CLOCK));

Deno.test("differentials/lessen_nothing_that_a_states_rule_pays", () =>
  withDatabase(async ({ sql }) => {
    const batch = await sevenDays(sql, { rule: "colorado" });
    assertStrictEquals(await grossOf(sql, batch), "864.00");
  }, CLOCK));

Deno.test("differentials/of_a_paid_week_are_paid_by_difference_when_its_time_is_corrected", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nicky(sql);
    const [id = ""] = await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    await close(sql, await prepare(sql, MONDAY));
    await correct(sql, id, {
      startedAt: "2026-03-03 07:00-07",
      endedAt: "2026-03-03 18:00-07",
      breakMinutes: 0,
    });
    const batch = await prepare(sql, NEXT);
    assertEquals(await linesOf(sql, batch), ["difference 1.00 = 55.00"]);
    await close(sql, batch);
    const [due] = await sql`select count(*)::int from private.due_marks`;
    assertEquals(due, { count: 0 });
  }, CLOCK));

// Half an hour of break at noon, and then at 16:00, in the evening's two hours.
const NOON_BREAK = { breakMinutes: 30, breakStartedAt: "2026-03-03 12:00 MST" };

Deno.test("differentials/of_a_draft_follow_the_corrected_begin_of_a_break", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nicky(sql);
    const [id = ""] = await shift(
      sql,
      assignment,
      "2026-03-03 07:00",
      "2026-03-03 17:00",
      NOON_BREAK,
    );
    const batch = await prepare(sql, MONDAY);
    await correct(sql, id, { breakStartedAt: "2026-03-03 16:00 MST" });
    assertEquals(await linesOf(sql, batch), [
      "straight 9.50 50.00 = 475.00",
      "differential Night 1.50 × 5.00 = 7.50",
    ]);
  }, CLOCK));

Deno.test("differentials/of_a_paid_week_follow_the_corrected_begin_of_a_break", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nicky(sql);
    const [id = ""] = await shift(
      sql,
      assignment,
      "2026-03-03 07:00",
      "2026-03-03 17:00",
      NOON_BREAK,
    );
    await close(sql, await prepare(sql, MONDAY));
    await correct(sql, id, { breakStartedAt: "2026-03-03 16:00 MST" });
    assertEquals(await linesOf(sql, await prepare(sql, NEXT)), [
      "difference = -2.50",
      "overpayment = 2.50",
    ]);
  }, CLOCK));

Deno.test("differentials/by_rules_and_holidays_that_come_late_are_paid_once", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    await close(sql, await prepare(sql, MONDAY));
    const calendar = await addCalendar(sql, []);
    await addPremium(sql, { title: "Holiday", calendar, pay: "+ 2", combines: "adds" });
    await addPremium(sql, { title: "Late", clock: "07:00-08:00", pay: "+ 3", combines: "adds" });
    await sql`
      insert into holiday_calendar_days (calendar_id, day, name) values (${calendar}, '2026-03-03', 'Holiday')`;
    const batch = await prepare(sql, NEXT);
    assertEquals(await linesOf(sql, batch), [
      "differential Holiday 10.00 × 2.00 = 20.00",
      "differential Late 1.00 × 3.00 = 3.00",
    ]);
    await close(sql, batch);
    await sql`delete from holiday_calendar_days`;
    await sql`update premium_rules set effective_to = '2026-03-02' where title = 'Night'`;
    assertEquals(await linesOf(sql, await prepare(sql, "2026-03-16")), [
      "difference = -30.00",
      "overpayment = 30.00",
    ]);
  }, CLOCK));

Deno.test("differentials/of_a_discarded_batch_are_paid_by_the_next_one", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    await discard(sql, await prepare(sql, MONDAY), "Again.");
    const batch = await prepare(sql, MONDAY);
    assertEquals((await linesOf(sql, batch)).length, 2);
    await close(sql, batch);
    const [live] = await sql`
      select count(*)::int from payroll_item_lines where kind = 'differential' and released_at is null`;
    assertEquals(live, { count: 1 });
  }, CLOCK));

Deno.test("differentials/follow_the_rate_of_the_hour", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-07 07:00", "2026-03-07 17:00");
    await close(sql, await prepare(sql, MONDAY));
    await payRate(sql, assignment, "2026-03-07", "52");
    assertEquals(await linesOf(sql, await prepare(sql, NEXT)), ["difference = 30.00"]);
  }, CLOCK));

Deno.test("differentials/are_earnings_of_their_own_for_the_payroll_provider", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    const batch = await prepare(sql, MONDAY);
    const rows = await sql<{ row: string }[]>`
      select concat_ws(' ', earning, work_state, hours, quantity, unit, rate, amount) as row
        from payroll_earnings(${batch}) order by line`;
    assertEquals(rows.map(({ row }) => row), [
      "straight CO 10.00 50.00 500.00",
      "differential CO 2.00 hour 5.00 10.00",
    ]);
  }, CLOCK));

Deno.test("differentials/follow_another_timezone_of_their_facility", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, firm } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    await close(sql, await prepare(sql, MONDAY));
    await sql`update facilities set timezone = 'America/New_York' where id = ${firm.facilityId}`;
    assertEquals(await linesOf(sql, await prepare(sql, NEXT)), ["difference = 10.00"]);
    await sql`update facilities set timezone = null`;
    await sql`update organization_settings set operating_timezone = 'America/Chicago'`;
    const [marks] = await sql`select count(*) > 1 as marked from private.due_marks`;
    assertEquals(marks, { marked: true });
  }, CLOCK));

/** A shift of 10:00 to 19:00 with half an hour of break that nobody placed: it lies in the five hours before the evening's. */
async function restedShift(sql: postgres.Sql, rules: readonly Premium[]) {
  const firm = await Firm.create(sql);
  const { assignment } = await nurse(firm);
  const other = await nurse(firm);
  for (const rule of rules) await addPremium(sql, rule);
  await shift(sql, assignment, "2026-03-03 10:00", "2026-03-03 19:00", { breakMinutes: 30 });
  return other.assignment;
}
const EVENING: Premium = { title: "Evening", clock: "15:00-23:00" };
const NOON: Premium = { title: "Noon", clock: "12:00-13:00", pay: "+ 1" };

Deno.test("differentials/of_pay_are_as_without_the_rules_that_are_billed_alone", () =>
  withDatabase(async ({ sql }) => {
    const billed = { ...NOON, pay: null, bill: "+ 1" };
    await restedShift(sql, [EVENING, billed, { ...billed, pay: "× 1" }]);
    const batch = await prepare(sql, MONDAY);
    assertEquals((await linesOf(sql, batch)).at(1), "differential Evening 4.00 × 5.00 = 20.00");
    await close(sql, batch);
    await sql`delete from premium_rules where title = 'Noon'`;
    await assertRefused(prepare(sql, NEXT), 409, "nothing_to_pay");
  }, CLOCK));

/** Ways by which a premium that paid nothing, since another was higher, ceases to move the break of a shift. */
const GONE: Readonly<Record<string, (sql: postgres.Sql, elsewhere: string) => Promise<unknown>>> = {
  removed: (sql) => sql`delete from premium_rules where title = 'Noon'`,
  of_later_days: (sql) =>
    sql`update premium_rules set effective_from = '2026-03-04' where title = 'Noon'`,
  of_another_assignment: (sql, id) =>
    sql`update premium_rules set assignment_id = ${id} where title = 'Noon'`,
};

for (const [name, change] of Object.entries(GONE)) {
  Deno.test(`differentials/follow_the_break_when_a_rule_is_${name}`, () =>
    withDatabase(async ({ sql }) => {
      const day: Premium = { title: "Tuesday", days: [2], pay: "+ 2" };
      const elsewhere = await restedShift(sql, [EVENING, day, NOON]);
      const batch = await prepare(sql, MONDAY);
      assertEquals((await linesOf(sql, batch)).slice(1), [
        "differential Evening 3.50 × 5.00 = 17.50",
        "differential Tuesday 5.00 × 2.00 = 10.00",
      ]);
      await close(sql, batch);
      await change(sql, elsewhere);
      assertEquals(await linesOf(sql, await prepare(sql, NEXT)), ["difference = 1.50"]);
    }, CLOCK));
}
