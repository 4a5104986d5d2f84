// Days of work, of earning, of issue, of receipt and of renewal are days that somebody can mean.
import { withDatabase } from "../../../support/server/database.ts";
import { Firm } from "../../../support/firm.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { receive } from "../../../support/receivables/receipts.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const BEYOND = ["0044-03-15 BC", "0026-03-02", "1999-12-31", "2101-01-01", "20260-03-02"];

/** So that no day is one that has not come yet. */
const LAST_DAY = { clock: "2100-12-31 12:00:00-07" };

const refuses = (attempt: PromiseLike<unknown>) => assertRefused(attempt, 400, "day_out_of_range");

Deno.test("days/of_issue_are_refused_out_of_range", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const id = await draft(firm);
    for (const day of BEYOND) {
      await refuses(send(sql, [id], day));
      await refuses(sql`
        update invoices set status = 'sent', number = '1', issue_date = ${day}::text::date,
               due_date = ${day}::text::date where id = ${id}`);
      await refuses(sql`
        insert into invoices (facility_id, period_start, period_end, status, number, issue_date, due_date)
        values (${firm.facilityId}, '2026-01-05', '2026-01-11', 'sent', '1', ${day}::text::date, ${day}::text::date)`);
    }
    await send(sql, [id], "2000-01-01");
    await send(sql, [await draft(firm)], "2100-12-31");
  }, LAST_DAY));

Deno.test("days/of_receipt_are_refused_out_of_range", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    for (const day of ["2000-01-01", "2100-12-31"]) await receive(firm, "1", day);
    for (const day of BEYOND) {
      await refuses(sql`
        insert into checks (facility_id, amount, received_on)
        values (${firm.facilityId}, 1, ${day}::text::date)`);
      await refuses(sql`update checks set received_on = ${day}::text::date`);
    }
    await sql`update checks set amount = 2`;
  }, LAST_DAY));

Deno.test("days/of_work_are_refused_out_of_range", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const day of BEYOND) {
      await sql`update assignments set start_date = least(start_date, ${day}::text::date)`;
      await sql`
        insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
        values (${assignment}, ${day}::text::date, 100, 60)`;
      await refuses(sql`
        insert into time_entries (assignment_id, work_date, hours)
        values (${assignment}, ${day}::text::date, 8)`);
    }
    await firm.entry(assignment, "draft", "2100-12-31");
    await refuses(sql`update time_entries set work_date = work_date + 1`);
  }));

Deno.test("days/that_earned_a_bonus_are_refused_out_of_range", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.assignment();
    const earn = (from: string, to: string) =>
      sql`
        insert into payroll_adjustments (contractor_id, payable_on, kind, amount, earned_from, earned_to)
        select id, '30000-01-01', 'bonus', 5, ${from}::text::date, ${to}::text::date from contractors`;
    for (const day of BEYOND.slice(0, 3)) await refuses(earn(day, "2026-03-02"));
    for (const day of BEYOND.slice(3)) await refuses(earn("2026-03-02", day));
    await earn("2000-01-01", "2100-12-31");
    await refuses(sql`update payroll_adjustments set earned_from = earned_from - 1`);
  }));

Deno.test("days/of_renewal_are_refused_out_of_range", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await refuses(firm.renewal(assignment, "2101-01-01"));
    await firm.renewal(assignment, "2100-12-31");
    await refuses(sql`update contract_renewals set renewal_date = '2101-01-01'`);
    await sql`update assignments set end_date = '2100-12-31'`;
    await refuses(sql`update assignments set end_date = '2101-01-01'`); // it comes up for renewal
  }));

Deno.test("days/of_a_period_to_bill_are_refused_out_of_range", () =>
  withDatabase(async ({ sql }) => {
    const { facilityId } = await Firm.create(sql);
    for (const day of [...BEYOND, "5874897-12-31"]) {
      for (const [start, end] of [["2026-03-02", day], [day, "2026-03-08"]] as const) {
        await refuses(sql`
          select create_facility_invoice(${facilityId}, ${start}::text::date, ${end}::text::date)`);
      }
    }
  }));

Deno.test("days/the_last_that_there_is_ends_no_payroll_period", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(
      sql`
        insert into payroll_periods (period_start, period_end, pay_date)
        values ('2026-03-02', '5874897-12-31', '2026-03-13')`,
      400,
      "payroll_period_not_whole_weeks",
    );
  }));
