// What was sent keeps its amounts; what its week would have come to is billed as a difference.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { addContractors } from "../../../../fixtures/people.ts";
import { applyNew, everything } from "../../../support/assignments/rate_hits.ts";
import {
  backfill,
  createInvoice,
  lineIdsOf,
  linesOf,
  MONDAY,
  recompute,
  SUNDAY,
  unbilledDifferences,
} from "../../../support/billing/billed_time.ts";
import { adjust } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { billInScope } from "../../../support/billing/terms.ts";
import { runWeek } from "../../../support/billing/runs.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";

/** As an invoice has it of Ada, for a week. */
const difference = (week: string, amount: string) =>
  `Ada Nurse, week of ${week}: difference from what was billed = ${amount}`;

/** Ada's eight hours on a Monday, at 100, billed and sent; further ones on other Mondays. */
async function withSentWeeks(sql: postgres.Sql, ...mondays: string[]) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  const sent = [];
  for (const monday of mondays) {
    await firm.entry(assignment, "approved", monday, "8");
    const { id } = await createInvoice(sql, firm.facilityId, monday, dayOfWeek(monday, 7));
    await send(sql, [id]);
    sent.push(id);
  }
  return { firm, assignment, sent };
}

Deno.test("backfill_invoice/brings_a_week_in_california_to_its_overtime_when_a_day_comes_late", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [ada = ""] = await addContractors(sql, 1);
    const assignment = await firm.assignmentOf(ada, { overtimeRule: "california" });
    for (const n of [1, 2, 4, 5, 6, 7]) {
      await firm.entry(assignment, "approved", dayOfWeek(MONDAY, n), "5");
    }
    await runWeek(sql, MONDAY);
    const [weekly] = await sql<[{ id: string; total: string }]>`select id, total from invoices`;
    await send(sql, [weekly.id]);
    assertEquals(weekly.total, "3000.00"); // 30 regular hours

    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 3), "5");
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(await linesOf(sql, late.id), [
      "2026-03-04 regular 5.00 × 100.00 × 1.000 = 500.00",
      difference(MONDAY, "250.00"), // Sunday's 5 hours were the seventh day's: half as much again
    ]);
    await send(sql, [late.id]);
    assertEquals(await unbilledDifferences(sql), []);
    const [billed] = await sql`select sum(amount) as amount from invoice_lines`;
    assertEquals(billed?.amount, "3750.00"); // 30 regular hours and 5 of overtime
  }));

Deno.test("backfill_invoice/bills_overtime_that_time_at_another_facility_made", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = [await Firm.create(sql), await Firm.create(sql)];
    const atMercy = await mercy.assignment();
    const [ada] = await sql<[{ id: string }]>`select id from contractors`;
    const atSouth = await south.assignmentOf(ada.id);
    await billInScope(sql, "contractor");
    for (const n of [2, 3, 4, 5]) {
      await mercy.entry(atMercy, "approved", dayOfWeek(MONDAY, n), "10");
    }
    const first = await createInvoice(sql, mercy.facilityId);
    await send(sql, [first.id]);
    await south.entry(atSouth, "approved", MONDAY, "6");
    assertEquals((await createInvoice(sql, south.facilityId)).total, "600.00");
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} 4000.00 4300.00 300.00`]);
    const late = await backfill(sql, mercy.facilityId, SUNDAY);
    assertEquals(await linesOf(sql, late.id), [difference(MONDAY, "300.00")]);
    await assertRefused(backfill(sql, south.facilityId, SUNDAY), 409, "nothing_to_bill");
  }));

Deno.test("backfill_invoice/finds_the_difference_of_a_draft_that_was_sent_as_it_was", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = [await Firm.create(sql), await Firm.create(sql)];
    const atMercy = await mercy.assignment();
    const [ada] = await sql<[{ id: string }]>`select id from contractors`;
    const atSouth = await south.assignmentOf(ada.id);
    await billInScope(sql, "contractor");
    for (const n of [2, 3, 4, 5]) {
      await mercy.entry(atMercy, "approved", dayOfWeek(MONDAY, n), "10");
    }
    await south.entry(atSouth, "approved", MONDAY, "6");
    const first = await createInvoice(sql, mercy.facilityId);
    await createInvoice(sql, south.facilityId);
    assertEquals(await unbilledDifferences(sql), []);
    await runWeek(sql, dayOfWeek(MONDAY, 8)); // forgets what is equal, and not what is on a draft
    await send(sql, [first.id]);
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} 4000.00 4300.00 300.00`]);
  }));

Deno.test("backfill_invoice/bills_a_rate_that_was_raised_for_time_that_is_sent", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment, sent } = await withSentWeeks(sql, "2026-02-23", MONDAY);
    await sql`select from apply_rate_hit(${
      (await sql<[{ id: string }]>`
      insert into rate_hits (assignment_id, effective_on, bill_rate_change)
      values (${assignment}, '2026-02-23', 5) returning id`)[0].id
    }, true)`;
    assertEquals(await unbilledDifferences(sql), [
      "2026-02-23 800.00 840.00 40.00",
      `${MONDAY} 800.00 840.00 40.00`,
    ]);
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals({ ...late, id: "" }, {
      id: "",
      kind: "backfill",
      status: "draft",
      period: `2026-02-23 ${SUNDAY}`, // from the first of its weeks
      total: "80.00",
    });
    assertEquals(await unbilledDifferences(sql), []);

    const before = await everything(sql);
    assertEquals(await backfill(sql, firm.facilityId, SUNDAY), late);
    assertEquals(await recompute(sql, late.id), late);
    assertEquals(await everything(sql), before);

    await send(sql, [late.id]);
    const amounts = await sql`select total from invoices where id = any (${sent})`;
    assertEquals(amounts.map(({ total }) => total), ["800.00", "800.00"]);
    await assertRefused(backfill(sql, firm.facilityId, SUNDAY), 409, "nothing_to_bill");
  }));

Deno.test("backfill_invoice/follows_a_multiplier_that_changed_and_keeps_lines_that_are_right", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withSentWeeks(sql, "2026-02-23");
    for (const n of [1, 2, 3]) {
      await firm.entry(assignment, "approved", dayOfWeek(MONDAY, n), "16");
    }
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id]);
    await applyNew(sql, assignment, "2026-03-16"); // of no day that is billed
    await sql`update assignment_rates set bill_rate = 101 where effective_from = '2026-01-01'`;
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    const ids = await lineIdsOf(sql, late.id);
    await sql`update assignments set bill_overtime_multiplier = 2`;
    assertEquals((await backfill(sql, firm.facilityId, SUNDAY)).id, late.id);
    assertEquals(await linesOf(sql, late.id), [
      difference("2026-02-23", "8.00"),
      difference(MONDAY, "660.00"), // 36 × 101 + 12 × 202 less 36 × 100 + 12 × 150
    ]);
    const kept = (await lineIdsOf(sql, late.id)).filter((id) => ids.includes(id));
    assertEquals(kept.length, 1);
  }));

Deno.test("backfill_invoice/takes_what_was_too_much_as_far_as_there_is_something_to_take_it_from", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withSentWeeks(sql, "2026-02-16", "2026-02-23");
    await sql`update assignment_rates set bill_rate = 90`; // 80 too much, twice
    await assertRefused(backfill(sql, firm.facilityId, SUNDAY), 409, "nothing_to_bill");
    await firm.entry(assignment, "approved", MONDAY, "1");
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(await linesOf(sql, late.id), [
      "2026-03-02 regular 1.00 × 90.00 × 1.000 = 90.00",
      difference("2026-02-16", "-80.00"),
      difference("2026-02-23", "-10.00"),
    ]);
    assertEquals(late.total, "0.00");
    assertEquals(await unbilledDifferences(sql), ["2026-02-23 790.00 720.00 -70.00"]);

    await adjust(sql, late.id, "-30");
    assertEquals((await backfill(sql, firm.facilityId, SUNDAY)).total, "0.00");
    assertEquals(await unbilledDifferences(sql), [
      "2026-02-16 740.00 720.00 -20.00",
      "2026-02-23 800.00 720.00 -80.00",
    ]);
  }));

Deno.test("backfill_invoice/bills_differences_of_weeks_that_end_by_its_last_day", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await withSentWeeks(sql, "2026-02-23", MONDAY);
    await sql`update assignment_rates set bill_rate = 110`;
    const whole = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(whole.total, "160.00");
    const part = await backfill(sql, firm.facilityId, dayOfWeek(MONDAY, 6));
    assertEquals(await linesOf(sql, part.id), [difference("2026-02-23", "80.00")]);
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} 800.00 880.00 80.00`]);
  }));

Deno.test("void_invoice/makes_its_differences_due_again_and_those_of_weeks_that_it_was_a_part_of", () =>
  withDatabase(async ({ sql }) => {
    const { firm, sent: [sent = ""] } = await withSentWeeks(sql, MONDAY);
    await sql`update assignment_rates set bill_rate = 110`;
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    await send(sql, [late.id]);
    await runWeek(sql, dayOfWeek(MONDAY, 8));
    const marks = () => sql`select from private.weeks_to_compare`;
    assertStrictEquals((await marks()).length, 0);

    await voidInvoice(sql, late.id);
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} 800.00 880.00 80.00`]);
    const again = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(await linesOf(sql, again.id), [difference(MONDAY, "80.00")]);
    await send(sql, [again.id]);
    await runWeek(sql, dayOfWeek(MONDAY, 8));
    assertStrictEquals((await marks()).length, 0);

    await voidInvoice(sql, sent); // billed again it is 880, and 80 too much
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} 80.00 0.00 -80.00`]);
    assertEquals((await backfill(sql, firm.facilityId, SUNDAY)).total, "800.00");
  }));
