// A contractor's workweek that several invoices bill: its forty hours are regular once.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import {
  createInvoice,
  type Invoice,
  linesOf,
  MONDAY,
  recompute,
} from "../../../support/billing/billed_time.ts";
import { billInScope } from "../../../support/billing/terms.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";

Deno.test("create_facility_invoice/bills_a_facility_the_hours_at_it_alone_unless_its_terms_say_otherwise", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = [await Firm.create(sql), await Firm.create(sql)];
    const first = await mercy.assignment();
    const [ada] = await sql<[{ id: string }]>`select id from contractors`;
    const second = await south.assignmentOf(ada.id);
    for (const n of [1, 2]) await mercy.entry(first, "approved", dayOfWeek(MONDAY, n), "12");
    for (const n of [3, 4]) await south.entry(second, "approved", dayOfWeek(MONDAY, n), "12");
    await createInvoice(sql, mercy.facilityId);
    const atSouth = await createInvoice(sql, south.facilityId);
    assertEquals(atSouth.total, "2400.00");
    const [paid] = await sql`
      select sum(overtime_hours) as hours from private.classified_time(array[${ada.id}::uuid], array[${MONDAY}::date])`;
    assertEquals(paid?.hours, "8.00");
    await billInScope(sql, "contractor");
    assertEquals((await recompute(sql, atSouth.id)).total, "2800.00");
  }));

Deno.test("create_facility_invoice/counts_an_assignments_hours_alone_where_its_terms_say_so", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const first = await firm.assignment();
    const [ada] = await sql<[{ id: string }]>`select id from contractors`;
    const second = await firm.assignmentOf(ada.id);
    for (const n of [1, 2]) await firm.entry(first, "approved", dayOfWeek(MONDAY, n), "12");
    for (const n of [3, 4]) await firm.entry(second, "approved", dayOfWeek(MONDAY, n), "12");
    const { id, total } = await createInvoice(sql, firm.facilityId);
    assertEquals(total, "5200.00"); // 48 hours at the facility, 8 of them overtime
    await billInScope(sql, "assignment");
    assertEquals((await recompute(sql, id)).total, "4800.00");
  }));

/** A contractor at two facilities, whose hours count together: 30 from Monday on at the first, then 24 at the second. */
async function weekOfTwoFacilities(sql: postgres.Sql): Promise<readonly [Firm, Firm]> {
  const firms = [await Firm.create(sql), await Firm.create(sql)] as const;
  const [mercy, south] = firms;
  const first = await mercy.assignment();
  const [contractor] = await sql<[{ id: string }]>`select id from contractors`;
  const second = await south.assignmentOf(contractor.id);
  await billInScope(sql, "contractor");
  for (const n of [1, 2, 3]) await mercy.entry(first, "approved", dayOfWeek(MONDAY, n), "10");
  for (const n of [4, 5]) await south.entry(second, "approved", dayOfWeek(MONDAY, n), "12");
  return firms;
}

const AT_MERCY = [
  "2026-03-02 regular 10.00 × 100.00 × 1.000 = 1000.00",
  "2026-03-03 regular 10.00 × 100.00 × 1.000 = 1000.00",
  "2026-03-04 regular 10.00 × 100.00 × 1.000 = 1000.00",
];
const AT_SOUTH = [
  "2026-03-05 regular 10.00 × 100.00 × 1.000 = 1000.00",
  "2026-03-05 overtime 2.00 × 100.00 × 1.500 = 300.00",
  "2026-03-06 overtime 12.00 × 100.00 × 1.500 = 1800.00",
];

Deno.test("create_facility_invoice/gives_the_overtime_to_the_facility_where_the_week_passes_forty_hours", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = await weekOfTwoFacilities(sql);
    // Until Mercy is billed, South's hours are all there are.
    const atSouth = await createInvoice(sql, south.facilityId);
    assertEquals(atSouth.total, "2400.00");
    const atMercy = await createInvoice(sql, mercy.facilityId);
    assertEquals(await linesOf(sql, atMercy.id), AT_MERCY);
    await recompute(sql, atSouth.id);
    assertEquals(await linesOf(sql, atSouth.id), AT_SOUTH);
    assertEquals(await recompute(sql, atMercy.id), atMercy);
  }));

Deno.test("create_facility_invoice/bills_a_week_day_by_day_as_at_once", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = await weekOfTwoFacilities(sql);
    const bill = (firm: Firm, n: number) =>
      createInvoice(sql, firm.facilityId, dayOfWeek(MONDAY, n), dayOfWeek(MONDAY, n));
    const days: Invoice[] = [];
    for (const n of [5, 4]) days.push(await bill(south, n));
    for (const n of [2, 3, 1]) days.push(await bill(mercy, n));
    for (const { id } of days) await recompute(sql, id); // once all of the week is billed
    const lines = await Promise.all(days.map(({ id }) => linesOf(sql, id)));
    assertEquals(lines.flat().sort(), [...AT_MERCY, ...AT_SOUTH].sort());
  }));

Deno.test("create_facility_invoice/counts_no_more_than_forty_regular_hours_when_time_comes_late", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = await weekOfTwoFacilities(sql);
    for (const { facilityId } of [mercy, south]) await createInvoice(sql, facilityId);
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      select id, ${MONDAY}, 2, 'approved' from assignments where facility_id = ${south.facilityId}`;
    assertEquals(await linesOf(sql, (await createInvoice(sql, south.facilityId)).id), [
      // The week's first 40 hours are regular, 30 of them at Mercy.
      "2026-03-02 regular 2.00 × 100.00 × 1.000 = 200.00",
      "2026-03-05 regular 8.00 × 100.00 × 1.000 = 800.00",
      "2026-03-05 overtime 4.00 × 100.00 × 1.500 = 600.00",
      "2026-03-06 overtime 12.00 × 100.00 × 1.500 = 1800.00",
    ]);
    const [hours] = await sql`select sum(hours) as hours from invoice_lines where kind = 'regular'`;
    assertEquals(hours?.hours, "40.00");
  }));
