// Cash ahead: when open invoices and unbilled work are expected, and what is to be paid.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { insertInvoices } from "../../../fixtures/invoices.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { dispute } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { close, closePeriod, payGroup, periodOf, prepare } from "../../support/payroll/batches.ts";
import { writeOff } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { ahead, paidBefore, paysAhead } from "./ahead.ts";
import { bill, CLOCK, pay, worked } from "./week.ts";

/** A pay group with somebody who is placed at the firm's facility. */
async function addGroup(
  sql: postgres.Sql,
  firm: Firm,
  name: string,
  calendar: Parameters<typeof payGroup>[2],
): Promise<string> {
  const id = await payGroup(sql, name, calendar);
  const assignment = await firm.assignment();
  await sql`
    update contractors set pay_group_id = ${id}
     where id = (select contractor_id from assignments where id = ${assignment})`;
  return id;
}

Deno.test("cash_ahead/expects_invoices_on_their_due_day_where_too_few_were_paid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoice("2026-04-09", "100.00"); // a Thursday
    await firm.sentInvoice("2026-03-15", "50.00"); // five days late: in five days
    await paidBefore(firm, "2026-03-01", Array(11).fill(3));
    assertEquals(await ahead(sql, "1000"), [
      "2026-03-23 50.00 0.00 0.00 1050.00",
      "2026-04-06 100.00 0.00 0.00 1150.00",
    ]);
    const rows = await sql`select from cash_ahead()`;
    assertEquals(rows.length, 8);
  }, CLOCK));

Deno.test("cash_ahead/expects_invoices_after_as_many_days_as_their_facility_takes", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const other = await Firm.create(sql, "Aspen Clinic");
    // Earlier ones, which took longer, are not among the last twelve.
    await paidBefore(firm, "2026-02-01", Array(5).fill(90));
    await paidBefore(firm, "2026-03-01", [10, 12, 14, 20, 20, 20, 20, 24, 26, 60, 61, 62]);
    await firm.sentInvoice("2026-04-16", "100.00"); // issued on March 17: expected on April 6
    await firm.sentInvoice("2026-03-22", "7.00"); // issued on February 20: 28 days by now, by 60, 61 and 62
    await firm.sentInvoice("2026-02-09", "3.00"); // issued on January 10, and longer than any: 49 days late
    await other.sentInvoice("2026-04-16", "20.00");
    assertEquals(await ahead(sql), [
      "2026-04-06 100.00 0.00 0.00 100.00",
      "2026-04-13 20.00 0.00 0.00 120.00",
      "2026-04-20 7.00 0.00 0.00 127.00",
      "2026-05-04 3.00 0.00 0.00 130.00",
    ]);
  }, CLOCK));

Deno.test("cash_ahead/takes_the_middle_of_the_two_in_the_middle", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await paidBefore(firm, "2026-03-01", [...Array(6).fill(10), ...Array(6).fill(50)]);
    await firm.sentInvoice("2026-04-16", "100.00"); // issued on March 17: expected on April 16
    assertEquals(await ahead(sql), ["2026-04-13 100.00 0.00 0.00 100.00"]);
    const medians = await sql<{ days: number | null }[]>`
      select private.median_days(days::int[]) as days
        from (values (1, '{3}'), (2, '{9,2}'), (3, '{4,1,30}'), (4, '{}')) as told (nth, days) order by nth`;
    assertEquals(medians.map(({ days }) => days), [3, 6, 4, null]);
  }, CLOCK));

Deno.test("cash_ahead/counts_the_days_to_the_last_money_and_not_to_a_write_off", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    for (const invoice of await firm.sentInvoices(12, "2026-01-31", "100.00")) { // issued on January 1
      await firm.pay(invoice, "2026-01-04", "40.00");
      await firm.pay(invoice, "2026-01-11", "50.00");
      await writeOff(sql, invoice, "10.00"); // today, 78 days after the issue
    }
    await firm.sentInvoice("2026-04-16", "100.00"); // issued on March 17: expected on the 27th
    assertEquals(await ahead(sql), ["2026-03-23 100.00 0.00 0.00 100.00"]);
    // Yesterday none of them was paid whole: by due days, and what is 47 days late in 47 days.
    assertEquals(await ahead(sql, "0", "1", "2026-03-19"), [
      "2026-04-13 100.00 0.00 0.00 100.00",
      "2026-05-04 120.00 0.00 0.00 220.00",
    ]);
  }, CLOCK));

Deno.test("cash_ahead/expects_no_interest", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoice("2026-04-09", "100.00");
    await insertInvoices(
      sql,
      sql`
        select gen_random_uuid() as id, ${firm.facilityId}::uuid as facility_id, 'interest' as kind, 'INT-1' as number,
               '2026-04-09'::date as due, 7.00 as total, 0 as interest, null::date as computed_on,
               null::date as paid_on`,
    );
    assertEquals(await ahead(sql), ["2026-04-06 100.00 0.00 0.00 100.00"]);
  }, CLOCK));

Deno.test("cash_ahead/leaves_out_what_is_disputed_or_paid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await dispute(sql, await firm.sentInvoice("2026-04-09", "100.00"));
    await firm.pay(await firm.sentInvoice("2026-04-09", "80.00"), "2026-03-19", "30.00");
    assertEquals(await ahead(sql), ["2026-04-06 50.00 0.00 0.00 50.00"]);
    // A day before that payment all of it was open.
    assertEquals(
      (await ahead(sql, "0", "1", "2026-03-18"))[0],
      "2026-04-06 180.00 0.00 0.00 180.00",
    );
  }, CLOCK));

Deno.test("cash_ahead/expects_unbilled_work_a_cycle_later_and_pays_the_mean_of_four_batches", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await worked(firm);
    // Today is March 20: billed by the 27th, due by April 26; pay days are known of two periods.
    await pay(sql);
    await periodOf(sql, "2026-03-16");
    await periodOf(sql, "2026-03-23");
    assertEquals(await ahead(sql, "0", "1.1"), [
      "2026-03-23 0.00 0.00 3564.00 -3564.00",
      "2026-03-30 0.00 0.00 3564.00 -7128.00",
      "2026-04-20 0.00 5400.00 0.00 -1728.00",
    ]);
    await bill(firm, "2026-03-02", "2026-03-20");
    assertEquals((await ahead(sql))[2], "2026-04-13 5400.00 0.00 0.00 -1080.00");
  }, CLOCK));

Deno.test("cash_ahead/pays_in_the_running_week_what_is_due_today_or_late", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await worked(firm); // 3,240.00, paid on March 13
    await periodOf(sql, "2026-02-16"); // nobody's: the batch of March 13 paid what was due by then
    await pay(sql);
    const late = await periodOf(sql, "2026-03-09"); // due today, March 20
    const other = await addGroup(sql, firm, "Nights", null);
    await sql`
      insert into payroll_periods (pay_group_id, period_start, period_end, pay_date)
      values (${other}, '2026-03-02', '2026-03-08', '2026-03-11')`; // late, of a group of which nothing is known
    const said = ["2026-03-16 0.00 0.00 3240.00 2160.00", "2026-04-20 0.00 5400.00 0.00 7560.00"];
    assertEquals(await ahead(sql, "5400"), said);
    // Two days late it is paid in this week all the same.
    await sql`update payroll_periods set pay_date = '2026-03-18' where id = ${late}`;
    assertEquals(await ahead(sql, "5400"), said);
    await closePeriod(sql, late); // nothing was due
    assertEquals(await ahead(sql, "5400"), ["2026-04-20 0.00 5400.00 0.00 10800.00"]);
  }, CLOCK));

Deno.test("cash_ahead/goes_on_with_the_calendar_of_a_pay_group_and_names_who_has_none", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await worked(firm);
    await pay(sql); // the period of March 2, paid on the 13th
    const unknown = async () => {
      const rows = await sql<{ week: string; names: string }[]>`
        select min(week_start)::text as week, name as names
          from cash_ahead() cross join unnest(payroll_unknown_of) as name group by name order by name`;
      return rows.map(({ week, names }) => `${names} from ${week}`);
    };
    const pays = () => paysAhead(sql);
    await periodOf(sql, "2026-03-16"); // paid on March 27
    assertEquals(await pays(), ["2026-03-23 3240.00"]);
    assertEquals(await unknown(), ["Everybody from 2026-03-30"]);
    // By a calendar of two weeks the next period is that of March 23, a single week, and then two by two.
    await sql`update pay_groups set weeks = 2, first_day = '2026-03-02', pay_day_offset = 5`;
    const calendar = ["2026-04-03", "2026-04-17", "2026-05-01"];
    await sql`insert into holidays (day, name) values ('2026-04-17', 'Firm day') on conflict do nothing`;
    const forecast = [
      "2026-03-23 3240.00",
      "2026-03-30 3240.00",
      "2026-04-13 3240.00",
      "2026-04-27 3240.00",
    ];
    assertEquals(await pays(), forecast);
    assertEquals(await unknown(), []);
    const [{ made }] = await sql<[{ made: string[] }]>`
      select array_agg(pay_date::text order by pay_date) as made
        from make_payroll_periods((select id from pay_groups)) where pay_date <= '2026-05-10'`;
    assertEquals(made, [calendar[0], "2026-04-16", calendar[2]]);
    assertEquals(await pays(), forecast, "the same once they are made");
    // Of a group of which no batch was closed nothing is known, and without people nobody is paid.
    await addGroup(sql, firm, "Nights", [1, "2026-03-02", 5]);
    assertEquals(await unknown(), ["Nights from 2026-03-16"]);
    await sql`update assignments set end_date = '2026-03-15'`;
    assertEquals([await pays(), await unknown()], [[], []]);
  }, CLOCK));

Deno.test("cash_ahead/pays_nobody_for_periods_in_which_a_group_paused", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await worked(firm, "2026-06-01"); // 3,240.00
    await close(sql, await prepare(sql, "2026-06-01", 2));
    await sql`update pay_groups set weeks = 2, first_day = '2026-06-01', pay_day_offset = 5`;
    const [{ contractor }] = await sql<[{ contractor: string }]>`
      update assignments set end_date = '2026-06-14' returning contractor_id as contractor`;
    assertEquals(await paysAhead(sql), []);
    await firm.assignmentOf(contractor, { startDate: "2026-10-05" });
    // Today is October 15: the period that runs is the first after eight in which nobody was placed.
    const said = ["2026-10-19", "2026-11-02", "2026-11-16", "2026-11-30"].map((week) =>
      `${week} 3240.00`
    );
    assertEquals(await paysAhead(sql), said);
    await sql`select make_payroll_periods((select id from pay_groups))`;
    assertEquals(await paysAhead(sql), said, "the same once they are made, and closed by nobody");
  }, { clock: "2026-10-15 15:00:00+00" }));

Deno.test("cash_ahead/answers_who_reads_the_books_and_refuses_everyone_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const asking = runAs(sql, firm, caller, "select week_start from cash_ahead()");
      if (caller === "signed_out") await assertDenied(asking);
      else if (caller === "admin" || caller === "service") {
        assertEquals((await asking).length, 8, caller);
      } else await assertRefused(asking, 403, "role_required");
    }
  }));

Deno.test("cash_ahead/refuses_amounts_factors_and_days_that_are_none", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(ahead(sql, "NaN"), 400, "opening_balance_not_valid");
    await assertRefused(ahead(sql, "10000000000"), 400, "opening_balance_not_valid");
    for (const factor of ["0.99", "2", "NaN"]) {
      await assertRefused(ahead(sql, "0", factor), 400, "payroll_tax_factor_not_valid");
    }
    await assertRefused(ahead(sql, "0", "1", "2026-03-21"), 400, "cash_ahead_of_a_later_day");
    await assertRefused(ahead(sql, "0", "1", "-infinity"), 400, "date_not_finite");
    await assertRefused(sql`select cash_ahead(null)`, 400, "argument_missing");
  }, CLOCK));
