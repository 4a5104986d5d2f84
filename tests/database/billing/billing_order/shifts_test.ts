// A shift over the week's start: what is billed of its first part may make its second one overtime.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import {
  backfill,
  createInvoice,
  linesOf,
  unbilledDifferences,
} from "../../../support/billing/billed_time.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { enterParts } from "../../../support/time/shifts.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };

/** A night of 13.5 hours from Sunday, 7 pm, approved: 5 hours of one week, 8.5 of the next. */
async function nightOverTheWeeksStart(sql: postgres.Sql): Promise<Firm> {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await enterParts(sql, assignment, "2026-03-08T19:00:00-06", "2026-03-09T08:30:00-06");
  await sql`update time_entries set status = 'submitted'`;
  await sql`update time_entries set status = 'approved'`;
  return firm;
}

const TOGETHER = [
  "2026-03-09 overtime 1.50 × 100.00 × 1.500 = 225.00",
  "2026-03-09 regular 7.00 × 100.00 × 1.000 = 700.00",
];

Deno.test("billing_order/a_shift_over_the_weeks_start_has_its_overtime_in_the_second_week", () =>
  withDatabase(async ({ sql }) => {
    const { facilityId } = await nightOverTheWeeksStart(sql);
    await send(sql, [(await createInvoice(sql, facilityId, "2026-03-02", "2026-03-08")).id]);
    const { id } = await createInvoice(sql, facilityId, "2026-03-09", "2026-03-15");
    assertEquals((await linesOf(sql, id)).sort(), TOGETHER);
  }, CLOCK));

Deno.test("billing_order/a_shift_whose_second_week_is_billed_first_is_billed_its_difference", () =>
  withDatabase(async ({ sql }) => {
    const { facilityId } = await nightOverTheWeeksStart(sql);
    const second = await createInvoice(sql, facilityId, "2026-03-09", "2026-03-15");
    assertEquals(second.total, "850.00");
    await send(sql, [second.id]);
    const first = await createInvoice(sql, facilityId, "2026-03-02", "2026-03-08");
    assertEquals(await unbilledDifferences(sql), ["2026-03-09 850.00 925.00 75.00"]);
    const late = await backfill(sql, facilityId, "2026-03-15");
    assertEquals(late.total, "75.00");
    await send(sql, [first.id, late.id]);
    await sql`delete from private.weeks_to_compare`; // as if they had been equal, and were forgotten
    await voidInvoice(sql, first.id);
    assertEquals(await unbilledDifferences(sql), ["2026-03-09 925.00 850.00 -75.00"]);
  }, CLOCK));
