// Rates that were lawful when they were written, and that a wage overtakes, are listed with the day.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { addAssignments } from "../../../../fixtures/assignments.ts";
import { addContractors } from "../../../../fixtures/people.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

const CLOCK = { clock: "2026-05-20 18:00:00+00" };

async function listed(sql: postgres.Sql) {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', effective_from, pay_rate, below_from, minimum_wage, jurisdiction) as row
      from pay_below_minimum_wage order by below_from, assignment_id, effective_from`;
  const [board] = await sql<[{ number: number; oldest_on: string | null }]>`
    select number, oldest_on::text from board() where item = 'pay_below_minimum_wage'`;
  assertEquals(board.number, rows.length);
  assertEquals(board.oldest_on ?? undefined, rows[0]?.row.split(" ")[2]);
  return rows.map(({ row }) => row);
}

Deno.test("pay_below_minimum_wage/lists_rates_that_a_wage_overtakes_until_they_are_raised", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set work_state = 'AK'`; // 13.00, 14.00 from July 2026, 15.00 from July 2027
    const id = await firm.assignment();
    const pay = (amount: string) => sql`update assignment_rates set pay_rate = ${amount}`;
    assertEquals(await listed(sql), []);
    await pay("14.50");
    assertEquals(await listed(sql), ["2026-01-01 14.50 2027-07-01 15.00 AK"]);
    await pay("13.00");
    assertEquals(await listed(sql), ["2026-01-01 13.00 2026-07-01 14.00 AK"]);
    await pay("12.00");
    assertEquals(await listed(sql), ["2026-01-01 12.00 2026-01-01 13.00 AK"]);

    // A raise that comes in time, and one that comes too late or is too small.
    await pay("13.00");
    const raise = (day: string, amount: string) =>
      sql`
        insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
        values (${id}, ${day}, 100, ${amount})`;
    await raise("2026-07-01", "15");
    assertEquals(await listed(sql), []);
    await sql`update assignment_rates set effective_from = '2026-07-02' where pay_rate = 15`;
    assertEquals(await listed(sql), ["2026-01-01 13.00 2026-07-01 14.00 AK"]);
    await sql`update assignments set end_date = '2026-06-30'`;
    assertEquals(await listed(sql), []);
  }, CLOCK));

Deno.test("pay_below_minimum_wage/leaves_out_recorded_reasons_others_than_employees_and_what_is_over", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set work_state = 'CO'`;
    const id = await firm.assignment();
    await sql`update assignment_rates set pay_rate = 9`;
    assertEquals((await listed(sql)).length, 1);
    await sql`update contractors set employment_type = '1099'`;
    assertEquals(await listed(sql), []);
    await sql`update contractors set employment_type = 'w2'`;
    await sql`update assignment_rates set below_minimum_wage_reason = 'A learner'`;
    assertEquals(await listed(sql), []);
    await sql`update assignment_rates set below_minimum_wage_reason = null`;
    await sql`update assignments set end_date = '2026-05-19' where id = ${id}`;
    assertEquals(await listed(sql), []);
    // The facility that moves is not refused, and its rates are listed.
    await sql`update assignments set end_date = null`;
    await sql`update assignment_rates set pay_rate = 10`;
    await sql`update facilities set work_state = 'GA'`;
    assertEquals(await listed(sql), []);
    await sql`update facilities set work_state = 'CO'`;
    assertEquals(await listed(sql), ["2026-01-01 10.00 2026-01-01 15.16 CO"]);
  }, CLOCK));

Deno.test("pay_below_minimum_wage/is_quick_at_10_000_assignments", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set work_state = 'CO'`;
    const people = await addContractors(sql, 10_000);
    const facilityId = firm.facilityId;
    await addAssignments(sql, people.map((contractorId) => ({ contractorId, facilityId })));
    await sql`
      update assignment_rates set pay_rate = 9
       where assignment_id in (select id from assignments order by id limit 10)`;
    await sql`analyze`;
    const started = performance.now();
    assertEquals((await listed(sql)).length, 10);
    const took = performance.now() - started;
    assertEquals(took < 5_000, true, `${took} ms`);
  }, CLOCK));
