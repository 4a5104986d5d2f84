// The form that providers write: hours at their rates, amounts, and what adjusts, whatever was paid.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { addCode, codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { enterCodes, forgetAssignments, workState } from "../../../support/payroll/earnings.ts";
import { adjustment, payRate, stipend } from "../../../support/payroll/extras.ts";
import { arrange, overpaid, SECOND, THIRD } from "../../../support/payroll/overpaid.ts";
import { providerBatch } from "../../../support/payroll/provider_batch.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { correct } from "../../../support/time/corrections.ts";
import { dayOfWeek, entryOf, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT = "2026-03-09";

async function rowsOf(sql: postgres.Sql, batch: string): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', week_start, earning, earning_code, code, work_state, hours, quantity, unit, rate, factor, '=', amount) as row
      from payroll_earnings_by_rate(${batch}) order by employment desc, line`;
  return rows.map(({ row }) => row);
}

/** Asserts that all of each person adds up, as money, by state, and as hours; and that each row is its product. */
async function addsUp(sql: postgres.Sql, batch: string): Promise<void> {
  const off = await sql`
    select item.contractor_id
      from payroll_items as item
      left join (select contractor_id, sum(amount) as amount,
                        coalesce(sum(hours) filter (where earning = 'overtime'), 0) as overtime,
                        coalesce(sum(hours) filter (where earning = 'doubletime'), 0) as doubletime,
                        coalesce(sum(hours) filter (where earning = 'regular'), 0) as regular
                   from payroll_earnings_by_rate(${batch}) group by contractor_id) as paid using (contractor_id)
      left join (select contractor_id, sum(hours) as hours, sum(overtime_hours) as overtime,
                        sum(doubletime_hours) as doubletime
                   from payroll_earnings(${batch}) where earning = 'difference' group by contractor_id) as moved
                using (contractor_id)
     where item.payroll_batch_id = ${batch}
       and (coalesce(paid.amount, 0) <> item.gross_pay
            or paid.overtime + coalesce(moved.overtime, 0) <> item.overtime_hours
            or paid.doubletime + coalesce(moved.doubletime, 0) <> item.doubletime_hours
            or paid.regular + paid.overtime + paid.doubletime + coalesce(moved.hours, 0)
               <> item.regular_hours + item.overtime_hours + item.doubletime_hours)`;
  assertEquals([...off], []);
  const byState = (from: string) =>
    sql.unsafe(
      `select contractor_id, week_start, work_state, sum(amount) as amount from ${from}($1)
        group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`,
      [batch],
    );
  assertEquals(
    [...await byState("payroll_earnings_by_rate")],
    [...await byState("payroll_earnings")],
  );
  const wrong = await sql`
    select from payroll_earnings_by_rate(${batch})
     where (hours is null) <> (factor is null) or hours <= 0 or amount <> round(hours * rate * factor, 2)`;
  assertEquals(wrong.length, 0);
  const twice = await sql`
    select from payroll_earnings_by_rate(${batch}) where earning = 'adjusting_amount'
     group by contractor_id, week_start, work_state having count(*) > 1`;
  assertEquals(twice.length, 0);
}

Deno.test("payroll_earnings_by_rate/has_hours_at_their_rates_and_one_amount_that_adjusts", () =>
  withDatabase(async ({ sql }) => {
    const batch = await providerBatch(sql);
    await addsUp(sql, batch);
    const rows = await rowsOf(sql, batch);
    assertEquals(rows.slice(0, 6), [
      // 45 hours at 33.33, and half of it for five: the provider's 1,583.18 are the batch's.
      `${MONDAY} regular REG CO 40.00 33.33 1.0 = 1333.20`,
      `${MONDAY} overtime OT CO 5.00 33.33 1.5 = 249.98`,
      `${NEXT} regular REG CO 31.00 33.33 1.0 = 1033.23`,
      `${MONDAY} regular REG CO 7.50 33.33 1.0 = 249.98`,
      `${MONDAY} regular REG CO 7.50 35.33 1.0 = 264.98`,
      // Two rows that round up half a cent each: the batch rounds the week.
      `${MONDAY} adjusting_amount ADJ CO = -0.01`,
    ]);
    const { columns } = await sql`select * from payroll_earnings_by_rate(${batch})`;
    assertStrictEquals(
      columns.map(({ name }) => name).join(),
      "employment,line,contractor_id,payroll_number,last_name,first_name,employment_type,period_start,period_end," +
        "pay_date,batch_status,week_start,earning,earning_code,work_state,hours,rate,factor,amount,code,unit,quantity",
    );
  }));

Deno.test("payroll_earnings_by_rate/takes_the_last_hours_of_a_placement_for_overtime_and_doubletime", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(
      sql,
      [11, 11, 11, 11, 13].map((hours, n) => ({
        date: dayOfWeek(MONDAY, n + 1),
        hours,
        rule: "california" as const,
      })),
    );
    await payRate(sql, worker.assignmentIds.california, dayOfWeek(MONDAY, 5), "62");
    const batch = await prepare(sql, MONDAY);
    await addsUp(sql, batch);
    assertEquals(await rowsOf(sql, batch), [
      `${MONDAY} regular CO 40.00 60.00 1.0 = 2400.00`,
      `${MONDAY} overtime CO 4.00 60.00 1.5 = 360.00`,
      `${MONDAY} overtime CO 12.00 62.00 1.5 = 1116.00`,
      `${MONDAY} doubletime CO 1.00 62.00 2.0 = 124.00`,
      // The regular rate, 3446 / 57: 8 × it and 1 × it beyond 44 × 60 and 13 × 62.
      `${MONDAY} adjusting_amount CO = ${await adjusting(sql, batch)}`,
    ]);
  }));

/** The amount that is between the batch and those rows, by the lines of the batch. */
async function adjusting(sql: postgres.Sql, batch: string): Promise<string> {
  const [row] = await sql<[{ amount: string }]>`
    select (gross_pay - 2400 - 360 - 1116 - 124)::text as amount from payroll_items where payroll_batch_id = ${batch}`;
  return row.amount;
}

Deno.test("payroll_earnings_by_rate/adds_up_with_codes_stipends_guarantees_and_codes_of_their_own", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(
      sql,
      [1, 2, 3, 4].map((n) => ({ date: dayOfWeek(MONDAY, n), hours: 10, rule: "flsa" as const })),
    );
    const assignment = worker.assignmentIds.flsa;
    await payRate(sql, assignment, "2020-01-01", "20.33");
    await codeRate(sql, assignment, "charge", "24.1");
    await codeRate(sql, assignment, "on_call", "3");
    await codeRate(sql, assignment, "mileage", "0.7551");
    await workState(sql, assignment, "TX");
    await stipend(sql, assignment, "hours_driven", "33.33");
    await enterCoded(sql, assignment, dayOfWeek(MONDAY, 5), "charge", { hours: "8.25" });
    await enterCoded(sql, assignment, dayOfWeek(MONDAY, 6), "on_call", { hours: "12" });
    await enterCoded(sql, assignment, dayOfWeek(MONDAY, 5), "mileage", { quantity: "101" });
    await enterCodes(sql);
    await sql`update time_codes set earning_code = 'CHG' where name = 'charge'`;
    const batch = await prepare(sql, MONDAY);
    await addsUp(sql, batch);
    const rows = await rowsOf(sql, batch);
    assertEquals(rows.filter((row) => / regular | overtime /.test(row)), [
      `${MONDAY} regular REGULAR TX 40.00 20.33 1.0 = 813.20`,
      `${MONDAY} overtime OVERTIME TX 8.25 24.10 1.5 = 298.24`,
    ]);
    assertEquals(rows.filter((row) => / on_call /.test(row)), [
      `${MONDAY} code on_call TX 12.00 hour 3.00 = 36.00`,
    ]);
  }));

Deno.test("payroll_earnings_by_rate/names_regular_hours_of_a_code_by_its_own_code", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    await addCode(sql, "lead", { is_worked: true });
    await codeRate(sql, worker.assignmentIds.flsa, "lead", "70");
    await enterCoded(sql, worker.assignmentIds.flsa, dayOfWeek(MONDAY, 2), "lead", { hours: "4" });
    await enterCodes(sql);
    const codes = async () =>
      (await rowsOf(sql, await prepare(sql, MONDAY))).map((row) => row.replace(/ = .*/, ""));
    assertEquals(await codes(), [
      `${MONDAY} regular REGULAR CO 8.00 60.00 1.0`,
      `${MONDAY} regular REGULAR lead CO 4.00 70.00 1.0`,
    ]);
    await sql`update time_codes set earning_code = 'LEAD' where name = 'lead'`;
    assertEquals((await codes()).slice(1), [`${MONDAY} regular LEAD lead CO 4.00 70.00 1.0`]);
  }));

Deno.test("payroll_earnings_by_rate/has_differences_as_amounts_and_recoveries_as_they_are_taken", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(
      sql,
      [1, 2, 3, 4].map((n) => ({ date: dayOfWeek(MONDAY, n), hours: 11, rule: "flsa" as const })),
    );
    await close(sql, await prepare(sql, MONDAY));
    await correct(sql, entryOf(worker, 4), { hours: "13" });
    await adjustment(sql, worker.contractorId, NEXT, "deduction", "10");
    const batch = await prepare(sql, NEXT);
    await addsUp(sql, batch);
    assertEquals(await rowsOf(sql, batch), [
      `${MONDAY} difference CO = 180.00`,
      `${NEXT} deduction = -10.00`,
    ]);
  }));

Deno.test("payroll_earnings_by_rate/adds_up_when_an_overpayment_is_found_and_taken_back", () =>
  withDatabase(async ({ sql }) => {
    const contractor = await overpaid(sql);
    await arrange(sql, contractor, { amount: "50", perPayDay: "50" });
    for (const week of [SECOND, THIRD]) {
      const [batch] = await sql<{ id: string }[]>`
        select batch.id from payroll_batches as batch join payroll_periods as period on period.id = payroll_period_id
         where period_start = ${week} and batch.status = 'closed'`;
      await addsUp(sql, batch?.id ?? await prepare(sql, week));
    }
  }));

Deno.test("payroll_earnings_by_rate/adds_up_for_batches_whose_premiums_tell_no_placement", () =>
  withDatabase(async ({ sql }) => {
    const batch = await providerBatch(sql);
    await forgetAssignments(sql);
    await addsUp(sql, batch);
  }));
