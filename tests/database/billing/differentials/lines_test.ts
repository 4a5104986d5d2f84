// What an invoice bills of premiums by clock and calendar: a line beside those of the hours, never at the overtime multiplier.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import {
  backfill,
  createInvoice,
  lineIdsOf,
  MONDAY,
  recompute,
  SUNDAY,
  unbilledDifferences,
} from "../../../support/billing/billed_time.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { correct } from "../../../support/time/corrections.ts";
import { addCalendar, addPremium, nurse, shift } from "../../../support/time/premiums.ts";

const CLOCK = { clock: "2026-03-20 12:00:00+00" };

/** The lines of an invoice, such as `"2026-03-03 3 differential Night 2.00 × 10.00 × 1.000 = 20.00"`, with their parts. */
async function linesOf(sql: postgres.Sql, invoiceId: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select case when line.kind = 'difference' then 'difference = ' || line.amount
                else concat_ws(' ', line.work_date, line.part, line.kind, rule.title, line.hours, line.quantity, '×', line.rate,
                               '×', line.multiplier, '=', line.amount) end as line
      from invoice_lines as line left join premium_rules as rule on rule.id = line.premium_rule_id
     where line.invoice_id = ${invoiceId}
     order by line.work_date, line.time_entry_id, line.part, line.amount`;
  return lines.map(({ line }) => line);
}

/** Nicky Nurse of Bullhorn's page: 100 an hour, 10 more from 15:00 to 23:00, half as much again on weekends. */
async function nicky(sql: postgres.Sql, combines: "highest" | "adds" = "highest") {
  const firm = await Firm.create(sql);
  const { assignment } = await nurse(firm);
  await addPremium(sql, { title: "Night", clock: "15:00-23:00", combines });
  await addPremium(sql, { title: "Weekend", days: [6, 7], pay: "× 1.5", bill: "× 1.5", combines });
  return { firm, assignment };
}

Deno.test("differentials/bill_bullhorns_published_rates_by_the_clock", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(await linesOf(sql, draft.id), [
      "2026-03-03 1 regular 10.00 × 100.00 × 1.000 = 1000.00",
      "2026-03-03 2 differential Night 2.00 × 10.00 × 1.000 = 20.00",
    ]);
    assertStrictEquals(draft.total, "1020.00");
    const ids = await lineIdsOf(sql, draft.id);
    await recompute(sql, draft.id);
    assertEquals(await lineIdsOf(sql, draft.id), ids, "lines that are right stay");
    await send(sql, [draft.id]);
    assertEquals(await unbilledDifferences(sql), []);
  }, CLOCK));

for (const [combines, total] of [["highest", "1500.00"], ["adds", "1520.00"]] as const) {
  Deno.test(`differentials/of_a_saturday_bill_${total}_where_${combines}`, () =>
    withDatabase(async ({ sql }) => {
      const { firm, assignment } = await nicky(sql, combines);
      await shift(sql, assignment, "2026-03-07 07:00", "2026-03-07 17:00");
      assertStrictEquals((await createInvoice(sql, firm.facilityId)).total, total);
    }, CLOCK));
}

Deno.test("differentials/are_not_billed_at_the_overtime_multiplier", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await nicky(sql);
    await sql`update premium_rules set days_of_week = '{7}' where title = 'Weekend'`;
    for (const day of [2, 3, 4, 5, 6]) {
      await shift(sql, assignment, `2026-03-0${day} 15:00`, `2026-03-0${day} 23:00`);
    }
    await shift(sql, assignment, "2026-03-07 13:00", "2026-03-07 19:00");
    const draft = await createInvoice(sql, firm.facilityId);
    // 40 × 100 + 6 × 150 + 44 × 10.
    assertStrictEquals(draft.total, "5340.00");
    assertEquals((await linesOf(sql, draft.id)).slice(-2), [
      "2026-03-07 1 overtime 6.00 × 100.00 × 1.500 = 900.00",
      "2026-03-07 2 differential Night 4.00 × 10.00 × 1.000 = 40.00",
    ]);
  }, CLOCK));

Deno.test("differentials/come_after_all_classes_of_their_entry", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { assignment } = await nurse(firm, "california");
    await addPremium(sql, { title: "Night", clock: "15:00-23:00" });
    await addPremium(sql, { title: "Tuesday", days: [2], combines: "adds" });
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 21:00");
    const draft = await createInvoice(sql, firm.facilityId);
    const lines = (await linesOf(sql, draft.id)).map((line) =>
      line.split(" ").slice(1, 3).join(" ")
    );
    assertEquals(lines, [
      "1 regular",
      "2 overtime",
      "3 doubletime",
      "4 differential",
      "5 differential",
    ]);
    assertStrictEquals(draft.total, "2000.00"); // 800 + 600 + 400, 6 × 10 and 14 × 10
  }, CLOCK));

Deno.test("differentials/of_a_draft_follow_the_correction_of_its_time", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await nicky(sql);
    const [id = ""] = await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    const draft = await createInvoice(sql, firm.facilityId);
    await correct(sql, id, {
      startedAt: "2026-03-03 07:00-07",
      endedAt: "2026-03-03 18:00-07",
      breakMinutes: 0,
    });
    assertEquals(await linesOf(sql, draft.id), [
      "2026-03-03 1 regular 11.00 × 100.00 × 1.000 = 1100.00",
      "2026-03-03 2 differential Night 3.00 × 10.00 × 1.000 = 30.00",
    ]);
  }, CLOCK));

Deno.test("differentials/of_a_draft_follow_the_corrected_begin_of_a_break", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await nicky(sql);
    const [id = ""] = await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00", {
      breakMinutes: 30,
      breakStartedAt: "2026-03-03 12:00 MST",
    });
    const draft = await createInvoice(sql, firm.facilityId);
    await correct(sql, id, { breakStartedAt: "2026-03-03 16:00 MST" });
    assertEquals(
      (await linesOf(sql, draft.id)).at(1),
      "2026-03-03 2 differential Night 1.50 × 10.00 × 1.000 = 15.00",
    );
  }, CLOCK));

Deno.test("differentials/by_rules_that_come_late_or_end_are_billed_by_difference", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    await send(sql, [(await createInvoice(sql, firm.facilityId)).id]);
    const calendar = await addCalendar(sql, []);
    await addPremium(sql, { title: "Holiday", calendar, bill: "+ 2", combines: "adds" });
    assertEquals(await unbilledDifferences(sql), []);
    await sql`
      insert into holiday_calendar_days (calendar_id, day, name) values (${calendar}, '2026-03-03', 'Holiday')`;
    assertEquals(await unbilledDifferences(sql), ["2026-03-02 1020.00 1040.00 20.00"]);
    const draft = await backfill(sql, firm.facilityId);
    assertEquals(await linesOf(sql, draft.id), ["difference = 20.00"]);
    await send(sql, [draft.id]);
    await sql`update premium_rules set effective_to = '2026-03-02' where title = 'Night'`;
    await sql`delete from holiday_calendar_days`;
    assertEquals(await unbilledDifferences(sql), ["2026-03-02 1040.00 1000.00 -40.00"]);
  }, CLOCK));

Deno.test("differentials/follow_a_rule_when_their_draft_is_brought_up_to_date", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    const draft = await createInvoice(sql, firm.facilityId);
    await addPremium(sql, { title: "Early", clock: "06:00-08:00", bill: "+ 3", combines: "adds" });
    assertStrictEquals((await recompute(sql, draft.id)).total, "1023.00");
    await sql`update premium_rules set effective_to = '2026-03-02' where title in ('Night', 'Early')`;
    assertStrictEquals((await recompute(sql, draft.id)).total, "1000.00");
    await sql`update premium_rules set effective_to = null where title = 'Night'`;
    await send(sql, [draft.id]); // as it was
    assertEquals(await unbilledDifferences(sql), ["2026-03-02 1000.00 1020.00 20.00"]);
  }, CLOCK));

Deno.test("differentials/of_a_void_invoice_are_billed_again", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    const first = await createInvoice(sql, firm.facilityId);
    await voidInvoice(sql, first.id, "Wrong facility.");
    const [released] = await sql`
      select count(*)::int from invoice_lines where premium_rule_id is not null and part is null`;
    assertEquals(released, { count: 1 });
    assertStrictEquals(
      (await createInvoice(sql, firm.facilityId, MONDAY, SUNDAY)).total,
      "1020.00",
    );
  }, CLOCK));

Deno.test("differentials/of_drafts_follow_a_rate_hit_also_where_another_is_the_highest_then", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { assignment } = await nurse(firm);
    await addPremium(sql, { title: "Night", clock: "15:00-23:00", bill: "+ 21" });
    await addPremium(sql, { title: "Tuesday", days: [2], bill: "× 1.2" });
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    const draft = await createInvoice(sql, firm.facilityId);
    assertStrictEquals(draft.total, "1202.00"); // 8 × 20, 2 × 21
    const hit = await rateHit(sql, assignment, "2026-03-02", { bill: "10.00", pay: "0.00" });
    const [reach] = await sql<[{ change: string }]>`
      select sum(line.change)::text as change
        from rate_hits as hit cross join lateral private.invoice_lines_of_rate_hit(hit) as line where hit.id = ${hit}`;
    assertStrictEquals(reach.change, "116.00"); // as far as the same ones count
    await apply(sql, hit);
    assertEquals(await linesOf(sql, draft.id), [
      "2026-03-03 1 regular 10.00 × 110.00 × 1.000 = 1100.00",
      "2026-03-03 2 differential Tuesday 10.00 × 22.00 × 1.000 = 220.00",
    ]);
    const ids = await lineIdsOf(sql, draft.id);
    await recompute(sql, draft.id);
    assertEquals(await lineIdsOf(sql, draft.id), ids);
  }, CLOCK));

Deno.test("differentials/are_no_hours_of_their_entry_and_credited_with_it", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    const draft = await createInvoice(sql, firm.facilityId);
    await assertRefused(
      sql`delete from invoice_lines where premium_rule_id is null`,
      409,
      "time_entry_not_billed_whole",
    );
    await send(sql, [draft.id]);
    const [night] = await sql<[{ id: string }]>`
      select id from invoice_lines where premium_rule_id is not null`;
    await assertRefused(
      credit(sql, draft.id, { lines: [night.id] }),
      409,
      "time_entry_not_credited_whole",
    );
    const [margin] = await sql`
      select billed_hours, billed_amount, straight_pay from assignment_margin where assignment_id = ${assignment}`;
    assertEquals({ ...margin }, {
      billed_hours: "10.00",
      billed_amount: "1020.00",
      straight_pay: "500.00",
    });
  }, CLOCK));

Deno.test("differentials/are_revenue_of_their_own_and_named_on_the_invoice", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await nicky(sql);
    await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
    const accrued = await sql<{ row: string }[]>`
      select concat_ws(' ', account, amount) as row from private.accrued_revenue('2026-03-08') order by account`;
    const revenue = ["revenue_differentials 20.00", "revenue_regular 1000.00"];
    assertEquals(accrued.map(({ row }) => row), revenue);
    const draft = await createInvoice(sql, firm.facilityId);
    await send(sql, [draft.id]);
    const posted = await sql<{ row: string }[]>`
      select concat_ws(' ', account, -amount) as row
        from private.postings_of_invoices('2026-01-01', '2026-12-31', null, false)
       where account like 'revenue%' order by account`;
    assertEquals(posted.map(({ row }) => row), revenue);
    const [paper] = await sql<[{ lines: { rows: unknown[]; classes: unknown[] } }]>`
      select private.summed_lines_on_paper(${draft.id}, null) as lines`;
    assertEquals(paper.lines.classes, [
      {
        kind: "regular",
        hours: "10.00",
        amount: "1000.00",
        code_title: null,
        quantity: null,
        unit: null,
      },
      {
        kind: "differential",
        hours: null,
        amount: "20.00",
        code_title: "Night",
        quantity: "2.00",
        unit: "hour",
      },
    ]);
  }, CLOCK));

/** Ways by which a premium that no line is by ceases to be for a shift on March 3. */
const WITHOUT: Readonly<
  Record<string, (sql: postgres.Sql, elsewhere: string) => Promise<unknown>>
> = {
  removed: (sql) => sql`delete from premium_rules`,
  of_later_days: (sql) => sql`update premium_rules set effective_from = '2026-03-04'`,
  of_another_facility: (sql, id) => sql`update premium_rules set facility_id = ${id}`,
  of_another_code: (sql) => sql`update premium_rules set codes = '{charge}'`,
  of_less: (sql) => sql`update premium_rules set from_time = '22:00'`,
};

for (const [name, change] of Object.entries(WITHOUT)) {
  Deno.test(`differentials/that_were_billed_by_difference_are_taken_back_when_their_rule_is_${name}`, () =>
    withDatabase(async ({ sql }) => {
      const elsewhere = await Firm.create(sql, "Other Hospital");
      const firm = await Firm.create(sql);
      const { assignment } = await nurse(firm);
      await shift(sql, assignment, "2026-03-03 07:00", "2026-03-03 17:00");
      await send(sql, [(await createInvoice(sql, firm.facilityId)).id]);
      await addPremium(sql, { clock: "15:00-23:00", pay: null, facility: firm.facilityId });
      await send(sql, [(await backfill(sql, firm.facilityId)).id]);
      await sql`select from weekly_billing_run(${MONDAY}, false)`;
      const [compared] = await sql`select count(*)::int from private.weeks_to_compare`;
      assertEquals(compared, { count: 0 }, "the week is forgotten");
      await change(sql, elsewhere.facilityId);
      assertEquals(await unbilledDifferences(sql), ["2026-03-02 1020.00 1000.00 -20.00"]);
    }, CLOCK));
}
