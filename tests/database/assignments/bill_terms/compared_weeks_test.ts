// What was sent is compared with what the terms come to now; drafts count like what was sent.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice, MONDAY } from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";

const NEXT_MONDAY = dayOfWeek(MONDAY, 8);

/** A firm whose facility was invoiced for two weeks of one assignment, and another assignment's week that was not. */
async function withTwoWeeks(
  test: (sql: postgres.Sql, assignment: string) => Promise<void>,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const monday of [MONDAY, NEXT_MONDAY]) {
      await firm.entry(assignment, "approved", dayOfWeek(monday, 7), "8");
      const { id } = await createInvoice(sql, firm.facilityId, monday, dayOfWeek(monday, 7));
      if (monday === MONDAY) await send(sql, [id]);
    }
    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 15), "8"); // on no invoice
    assertEquals(await marks(sql), []);
    await test(sql, assignment);
  });
}

/** The weeks that are going to be compared, each once; takes them away. */
async function marks(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ week: string }[]>`
    with gone as (delete from private.weeks_to_compare returning week_start)
    select distinct week_start::text as week from gone order by 1`;
  return rows.map(({ week }) => week);
}

Deno.test("bill_terms/that_are_added_have_the_billed_weeks_from_then_on_compared", () =>
  withTwoWeeks(async (sql, assignment) => {
    const add = (day: string) =>
      sql`
        insert into assignment_bill_terms (assignment_id, effective_from, overtime_rule)
        values (${assignment}, ${day}, 'flsa')`;
    await add(dayOfWeek(MONDAY, 15));
    assertEquals(await marks(sql), []);
    await add(NEXT_MONDAY);
    assertEquals(await marks(sql), [NEXT_MONDAY]);
    await add(MONDAY); // up to the next ones
    assertEquals(await marks(sql), [MONDAY]);
  }));

Deno.test("bill_terms/that_change_or_move_or_go_have_the_billed_weeks_that_they_held_for_compared", () =>
  withTwoWeeks(async (sql, assignment) => {
    await sql`update assignment_bill_terms set scope = 'contractor'`;
    assertEquals(await marks(sql), [MONDAY, NEXT_MONDAY]);
    await sql`
      insert into assignment_bill_terms (assignment_id, effective_from, overtime_rule)
      values (${assignment}, ${dayOfWeek(MONDAY, 15)}, 'flsa')`;
    const later = sql`where effective_from > ${MONDAY}`;
    await sql`update assignment_bill_terms set effective_from = ${NEXT_MONDAY} ${later}`;
    assertEquals(await marks(sql), [NEXT_MONDAY]);
    await sql`update assignment_bill_terms set overtime_multiplier = 2 ${later}`;
    assertEquals(await marks(sql), [NEXT_MONDAY]);
    await sql`update assignment_bill_terms set effective_from = ${dayOfWeek(MONDAY, 15)} ${later}`;
    assertEquals(await marks(sql), [NEXT_MONDAY]);
    await sql`update assignment_bill_terms set effective_from = ${MONDAY} ${later}`;
    assertEquals(await marks(sql), [MONDAY, NEXT_MONDAY]);
    await sql`delete from assignment_bill_terms where effective_from = ${MONDAY}`;
    assertEquals(await marks(sql), [MONDAY, NEXT_MONDAY]);
  }));

Deno.test("bill_terms/that_are_the_first_have_weeks_before_them_compared_too", () =>
  withTwoWeeks(async (sql) => {
    await sql`update assignment_bill_terms set effective_from = '2025-12-22'`;
    await sql`update assignments set start_date = '2025-12-01'`;
    await marks(sql);
    // As in databases whose first terms begin after their assignment.
    await sql`alter table assignment_bill_terms disable trigger first_bill_terms_stay`;
    await sql`update assignment_bill_terms set effective_from = ${NEXT_MONDAY}`;
    await marks(sql);
    await sql`update assignment_bill_terms set overtime_multiplier = 2`;
    assertEquals(await marks(sql), [MONDAY, NEXT_MONDAY]);
  }));

Deno.test("bill_terms/that_an_assignment_forwards_have_its_billed_weeks_compared", () =>
  withTwoWeeks(async (sql) => {
    await sql`update assignments set bill_overtime_multiplier = 2`;
    assertEquals(await marks(sql), [MONDAY, NEXT_MONDAY]);
  }));
