// A facility has its invoices by the week, every two weeks or by the calendar month; overtime goes by workweeks.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { backfill, createInvoice } from "../../../support/billing/billed_time.ts";
import { facilityInGroups, groupedInvoices } from "../../../support/billing/groups.ts";
import { send } from "../../../support/billing/invoices.ts";
import { draft, facilityWithTime, outcomeOf, runWeek } from "../../../support/billing/runs.ts";
import type { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { plusDays } from "../../../../fixtures/days.ts";

async function setCycle(
  { sql, facilityId }: Firm,
  cycle: "week" | "two_weeks" | "month",
  from: string | null = null,
): Promise<void> {
  await sql`
    update facilities set billing_cycle = ${cycle}, two_weeks_from = ${from} where id = ${facilityId}`;
}

/** The periods of the drafts that runs of so many weeks in a row make, from one on; each is sent. */
async function runWeeks(sql: postgres.Sql, from: string, number: number): Promise<string[]> {
  for (let week = 0; week < number; week++) {
    await runWeek(sql, plusDays(from, 7 * week));
    const drafts = await sql<{ id: string }[]>`select id from invoices where status = 'draft'`;
    if (drafts.length > 0) {
      await send(
        sql,
        drafts.map(({ id }) => id),
        plusDays(from, 7 * week + 7),
      );
    }
  }
  return await groupedInvoices(sql);
}

const every = (from: string, to: string, step = 1) => {
  const days = [];
  for (let day = from; day <= to; day = plusDays(day, step)) days.push(day);
  return days;
};

Deno.test("billing_cycles/a_month_is_billed_by_the_run_of_the_week_that_it_ends_in", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", ...every("2026-03-01", "2026-05-10", 7));
    await setCycle(firm, "month");
    // March ends on a Tuesday, April on a Thursday.
    assertEquals(await runWeeks(sql, "2026-02-23", 11), [
      "- 2026-03-01 2026-03-31 4000.00",
      "- 2026-04-01 2026-04-30 3200.00",
    ]);
  }));

Deno.test("billing_cycles/a_month_that_ends_on_a_monday_is_billed_by_that_weeks_run", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-08-03");
    await setCycle(firm, "month");
    await runWeek(sql, "2026-08-24");
    assertEquals(await groupedInvoices(sql), []);
    await runWeek(sql, "2026-08-31");
    assertEquals(await groupedInvoices(sql), ["- 2026-08-01 2026-08-31 800.00"]);
  }));

Deno.test("billing_cycles/february_and_december_are_whole_months", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2027-12-31", "2028-02-01", "2028-02-29");
    await setCycle(firm, "month");
    await runWeek(sql, "2027-12-27");
    await runWeek(sql, "2028-02-28");
    assertEquals(await groupedInvoices(sql), [
      "- 2027-12-01 2027-12-31 800.00",
      "- 2028-02-01 2028-02-29 1600.00",
    ]);
  }, { clock: "2028-03-10 12:00:00+00" }));

Deno.test("billing_cycles/two_weeks_begin_where_the_facilitys_do", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", ...every("2026-03-02", "2026-04-05", 7));
    await setCycle(firm, "two_weeks", "2026-03-04"); // a Wednesday of the first week
    assertEquals(await runWeeks(sql, "2026-03-02", 5), [
      "- 2026-03-02 2026-03-15 1600.00",
      "- 2026-03-16 2026-03-29 1600.00",
    ]);
  }));

Deno.test("billing_cycles/two_weeks_may_begin_on_a_later_day_than_is_billed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", ...every("2026-03-02", "2026-03-22", 7));
    await setCycle(firm, "two_weeks", "2027-03-08"); // 53 weeks after 2 March 2026
    assertEquals(await runWeeks(sql, "2026-03-02", 3), [
      "- 2026-02-23 2026-03-08 800.00",
      "- 2026-03-09 2026-03-22 1600.00",
    ]);
  }));

Deno.test("billing_cycles/the_first_month_begins_after_the_weeks_that_were_sent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", ...every("2026-03-02", "2026-04-30"));
    assertEquals((await runWeeks(sql, "2026-03-02", 2)).length, 2);
    await setCycle(firm, "month");
    const bills = await runWeeks(sql, "2026-03-16", 7);
    assertEquals(bills.map((bill) => bill.slice(0, 23)), [
      "- 2026-03-02 2026-03-08",
      "- 2026-03-09 2026-03-15",
      "- 2026-03-16 2026-03-31",
      "- 2026-04-01 2026-04-30",
    ]);
    assertEquals([...await sql`select * from unbilled_time`], []);
  }));

Deno.test("billing_cycles/the_first_week_begins_after_the_month_that_was_sent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", ...every("2026-03-02", "2026-04-12"));
    await setCycle(firm, "month");
    await runWeeks(sql, "2026-03-02", 5);
    await setCycle(firm, "week");
    const bills = await runWeeks(sql, "2026-03-30", 2);
    assertEquals(bills.map((bill) => bill.slice(0, 23)), [
      "- 2026-03-01 2026-03-31",
      "- 2026-04-01 2026-04-05",
      "- 2026-04-06 2026-04-12",
    ]);
  }));

Deno.test("billing_cycles/overtime_of_a_week_over_two_months_is_the_weeks", () =>
  withDatabase(async ({ sql }) => {
    // From Monday, 30 March: 16 hours in March, 32 in April, of which 8 are overtime.
    const firm = await facilityWithTime(sql, "Mercy", ...every("2026-03-30", "2026-04-04"));
    await setCycle(firm, "month");
    await runWeeks(sql, "2026-03-30", 5);
    assertEquals(await groupedInvoices(sql), [
      "- 2026-03-01 2026-03-31 1600.00",
      "- 2026-04-01 2026-04-30 3600.00",
    ]);
  }));

Deno.test("billing_cycles/time_of_a_cycle_that_goes_on_is_not_late_and_not_backfilled", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-02-27", "2026-03-02", "2026-03-09");
    await setCycle(firm, "month");
    const run = await runWeek(sql, "2026-03-09");
    assertEquals([run.late_entries, run.details], [1, []]);
    const late = await backfill(sql, firm.facilityId);
    assertEquals([late.period, late.total], ["2026-02-27 2026-02-28", "800.00"]);
  }, { clock: "2026-03-25 12:00:00-06" }));

Deno.test("billing_cycles/the_run_tells_the_days_and_what_the_cycle_before_came_to", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-02", "2026-04-01", "2026-04-02");
    await setCycle(firm, "month");
    await runWeek(sql, "2026-03-30");
    const outcome = outcomeOf(await runWeek(sql, "2026-04-27"), firm);
    assertEquals(
      [outcome.period_start, outcome.period_end, outcome.amount, outcome.last_week_amount],
      ["2026-04-01", "2026-04-30", "1600.00", "800.00"],
    );
  }));

Deno.test("billing_cycles/a_draft_of_a_part_of_the_cycle_is_in_its_way", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-02", "2026-03-20");
    await setCycle(firm, "month");
    await draft(firm, { start: "2026-03-01", end: "2026-03-10" });
    const outcome = outcomeOf(await runWeek(sql, "2026-03-30"), firm);
    assertEquals(
      [outcome.outcome, outcome.reason],
      ["skipped", "A draft from 2026-03-01 to 2026-03-10 overlaps the cycle."],
    );
  }));

Deno.test("billing_cycles/what_a_backfill_billed_before_the_cycle_was_over_leaves_it_whole", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-02", "2026-03-09", "2026-03-20");
    await setCycle(firm, "month");
    const late = await backfill(sql, firm.facilityId, "2026-03-10");
    await send(sql, [late.id], "2026-03-11");
    await firm.entry(await firm.assignment(), "approved", "2026-03-05", "8");
    await runWeek(sql, "2026-03-30");
    assertEquals(await groupedInvoices(sql), [
      "- 2026-03-01 2026-03-31 1600.00",
      "- 2026-03-02 2026-03-10 1600.00",
    ]);
  }));

Deno.test("billing_cycles/what_people_billed_of_a_cycles_beginning_is_left_out", () =>
  withDatabase(async ({ sql }) => {
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-02", "2026-03-20");
    await setCycle(firm, "month");
    const own = await createInvoice(sql, firm.facilityId, "2026-03-01", "2026-03-10");
    await send(sql, [own.id], "2026-03-11");
    await runWeek(sql, "2026-03-30");
    assertEquals(await groupedInvoices(sql), [
      "- 2026-03-01 2026-03-10 800.00",
      "- 2026-03-11 2026-03-31 800.00",
    ]);
  }));

Deno.test("billing_cycles/what_people_billed_of_one_department_leaves_the_others_whole", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu: [ada = ""], other } = await facilityInGroups(sql, "department");
    await setCycle(firm, "month");
    for (const day of ["2026-03-02", "2026-03-20"]) {
      for (const assignment of [ada, other]) await firm.entry(assignment, "approved", day, "8");
    }
    const own = await createInvoice(sql, firm.facilityId, "2026-03-01", "2026-03-10", "ICU");
    await send(sql, [own.id], "2026-03-11");
    await runWeek(sql, "2026-03-30");
    assertEquals(await groupedInvoices(sql), [
      "ICU 2026-03-01 2026-03-10 800.00",
      "- 2026-03-01 2026-03-31 1600.00",
      "ICU 2026-03-11 2026-03-31 800.00",
    ]);
  }));
