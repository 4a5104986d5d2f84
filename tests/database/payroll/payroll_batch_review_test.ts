// A batch per person, against the one before, with what is to be looked at.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { adjustment } from "../../support/payroll/extras.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const WEEKS = ["2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23"] as const;
const NOW = { clock: "2026-04-01 12:00:00+00" };

/** Somebody called that, who worked so many hours on each day of a week. */
async function worked(sql: postgres.Sql, name: string, week: string, ...hours: number[]) {
  const shifts = hours.map((hours, nth) => ({
    date: dayOfWeek(week, nth + 1),
    hours,
    rule: "none" as const,
  }));
  const worker = await work(sql, shifts);
  await sql`update contractors set last_name = ${name} where id = ${worker.contractorId}`;
  return worker;
}

/** Further days of somebody's. */
async function works(
  sql: postgres.Sql,
  { assignmentIds }: Awaited<ReturnType<typeof worked>>,
  week: string,
  ...hours: number[]
) {
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    select ${assignmentIds.none}, ${week}::text::date + nth::int - 1, hours, 'approved'
      from unnest(${hours}::numeric[]) with ordinality as day (hours, nth)`;
}

/** By person: hours, most of a week, differences, gross; hours, gross and change against before; exceptions. */
async function review(sql: postgres.Sql, batch: string | null): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', last_name, trim_scale(hours), trim_scale(most_hours_of_a_week), trim_scale(difference_pay),
                     trim_scale(gross_pay), '|', trim_scale(hours_before), trim_scale(gross_pay_before),
                     trim_scale(gross_pay_change), '|', array_to_string(exceptions, ' ')) as row
      from payroll_batch_review(${batch})`;
  return rows.map(({ row }) => row.trim());
}

Deno.test("payroll_batch_review/compares_each_person_with_the_period_paid_before_exceptions_first", () =>
  withDatabase(async ({ sql }) => {
    const [first, second, third] = WEEKS;
    const usual = await worked(sql, "Usual", first, 8, 8);
    const gone = await worked(sql, "Gone", first, 8);
    await close(sql, await prepare(sql, first));
    await works(sql, usual, second, 8, 8, 8);
    await worked(sql, "New", second, 10);
    await adjustment(sql, gone.contractorId, third, "bonus", "50"); // not in it
    assertEquals(await review(sql, await prepare(sql, second)), [
      "Gone 0 0 0 0 | 8 480 -480 | no_time",
      "New 10 10 0 600 | 0 0 600 | first_pay",
      "Usual 24 24 0 1440 | 16 960 480 |",
    ]);
  }, NOW));

Deno.test("payroll_batch_review/names_too_many_hours_of_a_week_what_is_carried_and_differences", () =>
  withDatabase(async ({ sql }) => {
    const [first, second, third] = WEEKS;
    const most = await worked(sql, "Most", first, 8);
    const over = await worked(sql, "Over", first, 8);
    const owes = await worked(sql, "Owes", first, 8);
    const late = await worked(sql, "Late", first, 8);
    await close(sql, await prepare(sql, first));
    await works(sql, most, second, 20, 20, 20);
    await works(sql, most, third, 20);
    await works(sql, over, second, 20, 20, 20.01);
    await adjustment(sql, owes.contractorId, second, "deduction", "70");
    await works(sql, late, second, 8);
    // A raise of what was paid: the difference comes with the next batch.
    await sql`
      update assignment_rates set pay_rate = 61 where assignment_id = ${late.assignmentIds.none}`;
    const batch = await prepare(sql, second, 2);
    assertEquals(await review(sql, batch), [
      "Late 8 8 8 496 | 8 480 16 | differences",
      "Over 60.01 60.01 0 3600.6 | 8 480 3120.6 | over_60_hours",
      "Owes 0 0 0 0 | 8 480 -480 | carried no_time",
      "Most 80 60 0 4800 | 8 480 4320 |",
    ]);
  }, NOW));

Deno.test("payroll_batch_review/names_employees_with_a_week_whose_straight_pay_is_below_the_minimum_wage", () =>
  withDatabase(async ({ sql }) => {
    const [week] = WEEKS;
    const paid = async (name: string, pay: string, ...hours: number[]) => {
      const worker = await worked(sql, name, week, ...hours);
      await sql`
        update assignment_rates set pay_rate = ${pay} where assignment_id = ${worker.assignmentIds.none}`;
      return worker;
    };
    await paid("Just", "15.16", 0.17, 8.33); // to the cent of each line
    await paid("Rounded", "15.16", 8.1, 8.1); // a line of them is half a cent up, its week is not
    await paid("Low", "15.15", 8);
    const reason = await paid("Reason", "9", 8);
    const both = await paid("Both", "14", 8);
    await paid("Coming", "15.10", 8);
    await sql`update facilities set work_state = 'CO'`;
    await sql`
      update assignment_rates set below_minimum_wage_reason = 'A learner'
       where assignment_id = ${reason.assignmentIds.none}`;
    // A better paid day elsewhere makes the week whole.
    const [other] = await sql<[{ id: string }]>`
      insert into facilities (name, work_state) values ('Elsewhere', 'GA') returning id`;
    const [second] = await sql<[{ id: string }]>`
      insert into assignments (contractor_id, facility_id, start_date, overtime_rule)
      values (${both.contractorId}, ${other.id}, '2026-01-01', 'none') returning id`;
    await sql`
      insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      values (${second.id}, '2026-01-01', 100, 20)`;
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${second.id}, ${dayOfWeek(week, 3)}, 1, 'approved')`;
    const batch = await prepare(sql, week);
    const rows = await sql<{ last_name: string }[]>`
      select last_name from payroll_batch_review(${batch})
       where 'below_minimum_wage' = any (exceptions) order by last_name`;
    assertEquals(rows.map((row) => row.last_name), ["Coming", "Low", "Reason"]);
  }, NOW));

Deno.test("payroll_batch_review/adds_up_the_closed_batches_of_the_newest_period_before_and_no_other", () =>
  withDatabase(async ({ sql }) => {
    const [first, second, third, fourth] = WEEKS;
    const ada = await worked(sql, "Ada", first, 8);
    await close(sql, await prepare(sql, first));
    await works(sql, ada, second, 4);
    await close(sql, await prepare(sql, second));
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${ada.assignmentIds.none}, ${dayOfWeek(second, 5)}, 2, 'approved')`;
    await close(sql, await prepare(sql, second));
    await works(sql, ada, third, 1);
    await prepare(sql, third); // open
    await works(sql, ada, fourth, 5);
    assertEquals(await review(sql, await prepare(sql, fourth)), [
      "Ada 5 5 0 300 | 6 360 -60 |",
    ]);
  }, NOW));

Deno.test("payroll_batch_review/is_for_payroll_and_for_batches_that_are_there", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const batch = firm.id("payroll_batches", "closed");
    for (const caller of CALLERS) {
      const asking = runAs(sql, firm, caller, `select * from payroll_batch_review('${batch}')`);
      if (caller === "signed_out") await assertDenied(asking);
      else if (["payroll", "admin", "service"].includes(caller)) {
        assertEquals((await asking).length, 2);
      } else await assertRefused(asking, 403, "role_required");
    }
    await assertRefused(review(sql, null), 400, "argument_missing");
    await assertRefused(review(sql, crypto.randomUUID()), 404, "payroll_batch_not_found");
  }));
