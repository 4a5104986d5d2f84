// What an invoice bills of codes: worked hours in their class at their own rate, the rest by its quantity.
import { assertEquals } from "@std/assert";
import {
  backfill,
  createInvoice,
  lineIdsOf,
  MONDAY,
  recompute,
  SUNDAY,
  unbilledDifferences,
} from "../../../support/billing/billed_time.ts";
import {
  codedEntry,
  codedLinesOf,
  codeRate,
  listedRate,
} from "../../../support/billing/coded_time.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { outcomeOf, runWeek } from "../../../support/billing/runs.ts";
import { listed } from "../../../support/billing/unbilled_entries.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { correct } from "../../../support/time/corrections.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import type postgres from "postgres";

const [TUESDAY, SATURDAY] = [dayOfWeek(MONDAY, 2), dayOfWeek(MONDAY, 6)];
const CLOCK = { clock: "2026-03-10 12:00:00+00" };

/** A facility where charge bills 106, a mile 0.67 and an hour on call 8. */
async function withRates(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await codeRate(sql, assignment, "charge", { bill: "106", pay: "64" });
  await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
  await listedRate(sql, firm.facilityId, "mileage", { bill: "0.67", pay: "0.67" });
  return { firm, assignment };
}

Deno.test("codes/bill_worked_time_at_their_rate_and_what_is_not_worked_by_its_quantity", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    await firm.entry(assignment, "approved", MONDAY, "8");
    await codedEntry(sql, assignment, MONDAY, "on_call", "12");
    await codedEntry(sql, assignment, TUESDAY, "charge", "8");
    await codedEntry(sql, assignment, TUESDAY, "mileage", "40.25");
    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(await codedLinesOf(sql, draft.id), [
      "2026-03-02 regular - 8.00 × 100.00 × 1.000 = 800.00",
      "2026-03-02 code on_call 12.00 × 8.00 × 1.000 = 96.00",
      "2026-03-03 regular charge 8.00 × 106.00 × 1.000 = 848.00",
      "2026-03-03 code mileage 40.25 × 0.67 × 1.000 = 26.97",
    ]);
    assertEquals(draft.total, "1770.97");
    const [line] = await sql`
      select hours, quantity, part, description from invoice_lines where code = 'on_call'`;
    assertEquals(line, { hours: null, quantity: "12.00", part: 1, description: "Ada Nurse" });
    const ids = await lineIdsOf(sql, draft.id);
    await recompute(sql, draft.id);
    assertEquals(await lineIdsOf(sql, draft.id), ids, "lines that are right stay");
  }, CLOCK));

Deno.test("codes/bill_by_the_assignment_before_the_price_list_and_that_before_the_code_by_its_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const bill = async (day: string) => {
      await codedEntry(sql, assignment, day, "holiday_worked", "1");
      const draft = await createInvoice(sql, firm.facilityId, day, day);
      return (await codedLinesOf(sql, draft.id)).join();
    };
    assertEquals(
      await bill("2026-03-02"),
      "2026-03-02 regular holiday_worked 1.00 × 150.00 × 1.000 = 150.00",
    );
    await listedRate(sql, firm.facilityId, "holiday_worked", { bill: "140", from: "2026-03-03" });
    assertEquals(
      await bill("2026-03-03"),
      "2026-03-03 regular holiday_worked 1.00 × 140.00 × 1.000 = 140.00",
    );
    await codeRate(sql, assignment, "holiday_worked", { bill: "130", from: "2026-03-04" });
    await codeRate(sql, assignment, "holiday_worked", { bill: "120", from: "2026-03-05" });
    assertEquals(
      await bill("2026-03-04"),
      "2026-03-04 regular holiday_worked 1.00 × 130.00 × 1.000 = 130.00",
    );
  }, CLOCK));

Deno.test("codes/count_toward_overtime_if_they_are_worked_and_the_multiplier_is_of_their_rate", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    for (const n of [1, 2, 3, 4]) {
      await firm.entry(assignment, "approved", dayOfWeek(MONDAY, n), "10");
      await codedEntry(sql, assignment, dayOfWeek(MONDAY, n), "on_call", "13");
    }
    await codedEntry(sql, assignment, SATURDAY, "charge", "13"); // beyond 40 of the week, and 12 of the day
    const draft = await createInvoice(sql, firm.facilityId);
    const lines = await codedLinesOf(sql, draft.id);
    assertEquals(lines.slice(-1), [
      "2026-03-07 overtime charge 13.00 × 106.00 × 1.500 = 2067.00",
    ]);
    assertEquals(lines.filter((line) => line.includes("overtime")).length, 1);
  }, CLOCK));

Deno.test("codes/that_bill_nothing_have_no_line_are_not_unbilled_and_count_toward_no_overtime", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    await codeRate(sql, assignment, "orientation", { bill: "0", pay: "30" });
    for (const n of [1, 2, 3, 4, 5]) {
      await firm.entry(assignment, "approved", dayOfWeek(MONDAY, n), "8");
    }
    await codedEntry(sql, assignment, MONDAY, "orientation", "4"); // counted, it would come first
    await codedEntry(sql, assignment, SATURDAY, "sick", "8");
    assertEquals((await listed(sql)).length, 5);
    const run = await runWeek(sql, MONDAY);
    const { entries, amount, regular_hours, overtime_hours } = outcomeOf(run, firm);
    assertEquals({ entries, amount, regular_hours, overtime_hours }, {
      entries: 5,
      amount: "4000.00",
      regular_hours: "40.00",
      overtime_hours: "0.00",
    });
    assertEquals(await listed(sql), []);
    const [{ id }] = await sql<[{ id: string }]>`select id from invoices`;
    await send(sql, [id]);
    await sql`insert into private.weeks_to_compare (contractor_id, week_start)
              select contractor_id, ${MONDAY} from assignments`;
    assertEquals(await unbilledDifferences(sql), []);
    await voidInvoice(sql, id);
    assertEquals((await listed(sql)).length, 5, "what bills nothing is not freed");
    assertEquals((await runWeek(sql, MONDAY)).amount, "4000.00");
  }, CLOCK));

Deno.test("codes/that_bill_nothing_alone_leave_nothing_to_bill", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    await codedEntry(sql, assignment, MONDAY, "vacation", "8");
    await assertRefused(createInvoice(sql, firm.facilityId), 409, "nothing_to_bill");
    await assertRefused(backfill(sql, firm.facilityId, SUNDAY), 409, "nothing_to_bill");
    assertEquals((await runWeek(sql, MONDAY)).details, []);
  }, CLOCK));

Deno.test("codes/that_come_late_are_billed_by_a_backfill_and_units_make_no_difference", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    for (const n of [1, 2, 3, 4]) {
      await firm.entry(assignment, "approved", dayOfWeek(MONDAY, n), "10");
    }
    const first = await createInvoice(sql, firm.facilityId);
    await send(sql, [first.id]);
    await codedEntry(sql, assignment, MONDAY, "mileage", "100");
    await codedEntry(sql, assignment, MONDAY, "on_call", "12");
    const run = await runWeek(sql, MONDAY);
    assertEquals([run.late_entries, outcomeOf(run, firm).late_hours], [2, "0.00"]);
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(await codedLinesOf(sql, late.id), [
      "2026-03-02 code mileage 100.00 × 0.67 × 1.000 = 67.00",
      "2026-03-02 code on_call 12.00 × 8.00 × 1.000 = 96.00",
    ]);
    await codedEntry(sql, assignment, MONDAY, "charge", "2");
    assertEquals((await codedLinesOf(sql, (await recompute(sql, late.id)).id)).slice(-1), [
      "Ada Nurse, week of 2026-03-02: difference from what was billed = 100.00", // Thursday's last two hours
    ]);
  }, CLOCK));

Deno.test("codes/that_come_to_something_else_since_they_were_sent_have_a_difference_each", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    for (const n of [1, 2, 3, 4]) {
      await firm.entry(assignment, "approved", dayOfWeek(MONDAY, n), "8");
    }
    await codedEntry(sql, assignment, dayOfWeek(MONDAY, 5), "charge", "8"); // the last of forty hours
    await codedEntry(sql, assignment, MONDAY, "mileage", "100");
    await codedEntry(sql, assignment, MONDAY, "on_call", "12");
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id]);
    await listedRate(sql, firm.facilityId, "mileage", { bill: "0.70", pay: "0.67" });
    await codeRate(sql, assignment, "on_call", { bill: "7", pay: "5" });
    await firm.entry(assignment, "approved", MONDAY, "2");
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    const week = `Ada Nurse, week of ${MONDAY}: difference from what was billed`;
    assertEquals(await codedLinesOf(sql, late.id), [
      "2026-03-02 regular - 2.00 × 100.00 × 1.000 = 200.00",
      `${week}, charge = 106.00`, // half as much again of its last two hours
      `${week}, mileage = 3.00`,
      `${week}, on_call = -12.00`,
    ]);
    assertEquals(await unbilledDifferences(sql), []);
    const ids = await lineIdsOf(sql, late.id);
    await recompute(sql, late.id);
    assertEquals(await lineIdsOf(sql, late.id), ids, "lines that are right stay");
    await voidInvoice(sql, late.id);
    const listedOnes = await sql`
      select code, code_title, billed_amount, due_amount from unbilled_differences order by code`;
    assertEquals(listedOnes.map((one) => Object.values(one).join(" ")), [
      "mileage Mileage 67.00 70.00",
      "on_call On call 96.00 84.00",
    ]);
  }, CLOCK));

Deno.test("codes/have_premiums_of_their_hours_in_their_difference", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    await firm.entry(assignment, "approved", MONDAY, "8");
    await codedEntry(sql, assignment, TUESDAY, "charge", "8");
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id]);
    await sql`
      insert into premium_rules (title, assignment_id, effective_from, bill_multiplier, bill_amount, codes)
      values ('Lead', ${assignment}, '2026-01-01', 1, 5, '{charge}')`;
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} charge 848.00 888.00 40.00`]);
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    await send(sql, [late.id]);
    assertEquals(await unbilledDifferences(sql), []);
  }, CLOCK));

Deno.test("codes/are_credited_and_billed_again_and_voided_and_billed_again", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withRates(sql);
    const entry = await codedEntry(sql, assignment, MONDAY, "on_call", "12");
    const miles = await codedEntry(sql, assignment, MONDAY, "mileage", "10");
    await codedEntry(sql, assignment, MONDAY, "charge", "2");
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id]);
    const [{ line }] = await sql<[{ line: string }]>`
      select id as line from invoice_lines where time_entry_id = ${entry}`;
    const note = await credit(sql, id, { lines: [line] });
    assertEquals(note.amount, "96.00");
    await correct(sql, entry, { hours: "11" });
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(await codedLinesOf(sql, late.id), [
      "2026-03-02 code on_call 11.00 × 8.00 × 1.000 = 88.00",
    ]);
    await voidInvoice(sql, late.id);
    const again = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(again.total, "88.00");
    await correct(sql, entry, { hours: "10" }); // on a draft, which follows
    assertEquals((await recompute(sql, again.id)).total, "80.00");
    await assertRefused(
      sql`select correct_time_entry(${miles}, 'Odometer.', quantity => 9)`,
      409,
      "time_entry_on_live_invoice",
    );
  }, CLOCK));

Deno.test("codes/have_up_to_four_decimals_a_mile_and_cents_an_hour", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await codeRate(sql, assignment, "mileage", { bill: "0.7250", pay: "0.7" });
    await codeRate(sql, assignment, "on_call", { bill: "8.005", pay: "5" });
    await listedRate(sql, firm.facilityId, "visit", { bill: "12.34567", pay: "0" });
    const rates = await sql`
      select code, bill_rate, pay_rate from assignment_code_rates
       union all select code, bill_rate, pay_rate from facility_code_rates order by code`;
    assertEquals(rates.map(({ code, bill_rate, pay_rate }) => `${code} ${bill_rate} ${pay_rate}`), [
      "mileage 0.725 0.70",
      "on_call 8.01 5.00",
      "visit 12.3457 0.00",
    ]);
    await codedEntry(sql, assignment, MONDAY, "on_call", "12");
    await codedEntry(sql, assignment, TUESDAY, "mileage", "34.5");
    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(await codedLinesOf(sql, draft.id), [
      "2026-03-02 code on_call 12.00 × 8.01 × 1.000 = 96.12",
      "2026-03-03 code mileage 34.50 × 0.725 × 1.000 = 25.01",
    ]);
    const ids = await lineIdsOf(sql, draft.id);
    await recompute(sql, draft.id);
    assertEquals(await lineIdsOf(sql, draft.id), ids, "lines that are right stay");
  }, CLOCK));

Deno.test("codes/add_an_amount_of_four_decimals_to_what_a_rate_of_an_hour_comes_to_in_cents", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`
      insert into time_codes (name, title, unit, pay_multiplier, pay_amount, bill_multiplier, bill_amount)
      values ('trip', 'Trip', 'mile', 0, 0.725, 0.3333, 0.0105), ('waiting', 'Waiting', 'hour', 0, 0.725, 0, 1)`;
    const codes = await sql`
      select name, pay_amount, bill_amount from time_codes where name in ('trip', 'waiting') order by name`;
    assertEquals(codes.map(({ pay_amount, bill_amount }) => `${pay_amount} ${bill_amount}`), [
      "0.725 0.0105",
      "0.73 1.00",
    ]);
    await codedEntry(sql, assignment, MONDAY, "trip", "3");
    const [row] = await sql`select bill_rate, pay_rate from private.rates_of_coded_time`;
    assertEquals(row, { bill_rate: "33.3105", pay_rate: "0.725" }); // 0.333 of 100.00
  }, CLOCK));
