// Rates of what a guarantee pays and bills for a shift that was cancelled late, and of which there is no time.
import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import { createInvoice, unbilledDifferences } from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { guarantee } from "../../../support/time/guarantees.ts";
import { cancel, planAhead } from "../../../support/time/plans.ts";

const MONDAY = "2026-03-02";
const TUESDAY = "2026-03-03";
/** The day after that of the shift. */
const THURSDAY = "2026-03-05";
/** The Monday after the week, in the firm's timezone. */
const CLOCK = { clock: "2026-03-09 18:00:00+00" };

/** A shift of Wednesday that was cancelled an hour before: four hours at 60.00 are paid for it, and six at 100.00 billed. */
async function cancelledLate(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  await sql`update facilities set cancellation_notice_hours = 24`;
  const assignment = await firm.assignment();
  await guarantee(sql, assignment, { code: "cancelled", pay: "4", bill: "6" });
  const { id } = await planAhead(
    sql,
    assignment,
    "2026-03-04 07:00 MST",
    "2026-03-04 19:30 MST",
    30,
  );
  await cancel(sql, id, { at: "2026-03-04 06:00 MST" });
  return { firm, assignment };
}

/** Lines of pay of a batch that are no straight pay, such as `"guarantee 4.00 × 60.00 = 240.00"`. */
async function extrasOf(sql: postgres.Sql, batchId: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', line.kind, line.quantity || ' ×', line.rate, '=', line.amount) as line
      from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
     where item.payroll_batch_id = ${batchId} and line.kind <> 'straight'`;
  return lines.map(({ line }) => line);
}

/** Documents that a hit reaches, such as `"draft_batches 1 0 240.00 12.00"`. */
async function reached(sql: postgres.Sql, hit: string): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', target, documents, entries, amount, change) as row from rate_hit_reach(${hit})
     where documents > 0 order by target`;
  return rows.map(({ row }) => row);
}

Deno.test("guarantees/of_a_late_cancellation_have_the_rate_that_time_of_the_code_has", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await cancelledLate(sql);
    const compare = async () => {
      const [both] = await sql<[{ is_same: boolean; bill: string; pay: string }]>`
        select (coded.bill_rate, coded.pay_rate, coded.hourly_bill_rate, coded.hourly_pay_rate, coded.bill_multiplier,
                coded.bill_amount, coded.pay_multiplier, coded.pay_amount)
                   is not distinct from (alone.*) as is_same,
               alone.bill_rate as bill, alone.pay_rate as pay
          from private.rates_of_coded_time as coded
         cross join private.rate_of_code(coded.assignment_id, coded.code, coded.work_date) as alone`;
      return both;
    };
    await sql`
      insert into time_entries (assignment_id, work_date, hours, code) values (${assignment}, '2026-03-04', 3, 'cancelled')`;
    assertEquals(await compare(), { is_same: true, bill: "100.00", pay: "60.00" });
    await sql`
      insert into facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate)
      values (${firm.facilityId}, 'cancelled', '2026-01-01', 55, 33)`;
    assertEquals(await compare(), { is_same: true, bill: "55.00", pay: "33.00" });
    await sql`
      insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
      values (${assignment}, 'cancelled', '2026-02-01', 44, 22)`;
    assertEquals(await compare(), { is_same: true, bill: "44.00", pay: "22.00" });
  }, CLOCK));

Deno.test("guarantees/of_a_late_cancellation_follow_a_rate_hit_from_its_day_on", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await cancelledLate(sql);
    const batch = await prepare(sql, MONDAY);
    assertEquals(await extrasOf(sql, batch), ["guarantee 4.00 × 60.00 = 240.00"]);
    const after = await rateHit(sql, assignment, THURSDAY, { bill: "0", pay: "3" });
    assertEquals(await reached(sql, after), []);
    const hit = await rateHit(sql, assignment, TUESDAY, { bill: "0", pay: "3" });
    assertEquals(await reached(sql, hit), ["draft_batches 1 0 240.00 12.00"]);
    await apply(sql, hit);
    assertEquals(await extrasOf(sql, batch), ["guarantee 4.00 × 63.00 = 252.00"]);
  }, CLOCK));

Deno.test("guarantees/of_a_late_cancellation_follow_a_rate_hit_of_their_code_where_it_has_a_rate_of_its_own", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await cancelledLate(sql);
    await sql`
      insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
      values (${assignment}, 'cancelled', '2026-01-01', 50, 20)`;
    const batch = await prepare(sql, MONDAY);
    const hours = await rateHit(sql, assignment, TUESDAY, { bill: "0", pay: "3" });
    assertEquals(await reached(sql, hours), []);
    const both = await rateHit(sql, assignment, TUESDAY, {
      bill: "0",
      pay: "3",
      codes: ["cancelled"],
      by: "amount",
    });
    assertEquals(await reached(sql, both), ["draft_batches 1 0 80.00 12.00"]);
    await apply(sql, both);
    assertEquals(await extrasOf(sql, batch), ["guarantee 4.00 × 23.00 = 92.00"]);
  }, CLOCK));

Deno.test("guarantees/of_a_late_cancellation_that_were_paid_and_billed_are_reached_by_a_hit_that_is_retroactive", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await cancelledLate(sql);
    await firm.entry(assignment, "approved", MONDAY, "8");
    await close(sql, await prepare(sql, MONDAY));
    await send(sql, [(await createInvoice(sql, firm.facilityId)).id]);
    const hit = await rateHit(sql, assignment, TUESDAY, { bill: "5", pay: "3" });
    assertEquals(await reached(sql, hit), [
      "closed_batches 1 0 240.00 12.00",
      "sent_invoices 1 0 600.00 30.00",
    ]);
    const { message } = await assertRejects(() => apply(sql, hit), Error);
    assertStrictEquals(
      message,
      "The rate hit of 2026-03-03 reaches time up to 2026-03-08: 0 time entries and 1 guaranteed week on sent invoices, " +
        "0 time entries and 1 guaranteed week in closed payroll batches.",
    );
    await apply(sql, hit, true);
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), ["difference = 12.00"]);
    assertEquals(await unbilledDifferences(sql), ["2026-03-02 1400.00 1430.00 30.00"]);
  }, CLOCK));

for (const place of ["assignment", "facility"] as const) {
  Deno.test(`guarantees/of_a_late_cancellation_that_were_paid_follow_another_rate_of_the_code_of_the_${place}`, () =>
    withDatabase(async ({ sql }) => {
      const { firm, assignment } = await cancelledLate(sql);
      await close(sql, await prepare(sql, MONDAY));
      if (place === "assignment") {
        await sql`
          insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
          values (${assignment}, 'cancelled', '2026-03-04', 100, 80)`;
      } else {
        await sql`
          insert into facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate)
          values (${firm.facilityId}, 'cancelled', '2026-03-04', 100, 80)`;
      }
      assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), ["difference = 80.00"]);
    }, CLOCK));
}

Deno.test("guarantees/of_a_late_cancellation_promise_nothing_on_a_day_without_a_rate", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await cancelledLate(sql);
    await sql`update assignment_rates set effective_from = ${THURSDAY}`;
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status) values (${assignment}, '2026-03-06', 8, 'approved')`;
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), []);
  }, CLOCK));
