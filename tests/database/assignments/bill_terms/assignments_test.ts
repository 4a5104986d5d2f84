// What programs write of an assignment goes on to its bill terms.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

async function terms(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ terms: string }[]>`
    select concat_ws(' ', overtime_rule, overtime_multiplier, doubletime_multiplier) as terms
      from assignment_bill_terms order by effective_from`;
  return rows.map(({ terms }) => terms);
}

const addTerms = (sql: postgres.Sql) =>
  sql`
    insert into assignment_bill_terms (assignment_id, effective_from, overtime_rule)
    select id, '2026-03-02', overtime_rule from assignments`;

Deno.test("bill_terms/follow_the_multipliers_of_an_assignment_where_there_is_one_row", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    await sql`update assignments set bill_overtime_multiplier = 1.4`;
    assertEquals(await terms(sql), ["colorado 1.400 2.000"]);
    // What billing wrote of the other stays.
    await sql`update assignment_bill_terms set doubletime_multiplier = 2.5`;
    await sql`update assignments set bill_overtime_multiplier = 1.6`;
    assertEquals(await terms(sql), ["colorado 1.600 2.500"]);
    await sql`update assignments set bill_doubletime_multiplier = 2.25`;
    assertEquals(await terms(sql), ["colorado 1.600 2.250"]);
  }));

Deno.test("bill_terms/of_several_rows_are_written_themselves", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    await addTerms(sql);
    for (const column of ["bill_overtime_multiplier", "bill_doubletime_multiplier"]) {
      await assertRefused(
        sql.unsafe(`update assignments set ${column} = 3`),
        409,
        "bill_terms_are_dated",
      );
    }
    // A program that writes back the whole row as it is changes nothing.
    await sql`
      update assignments set bill_overtime_multiplier = 1.5, bill_doubletime_multiplier = 2,
             end_date = '2026-12-31'`;
  }));

Deno.test("bill_terms/follow_a_corrected_overtime_rule_where_one_row_has_the_former_one", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    await sql`update assignments set overtime_rule = 'flsa'`;
    assertEquals(await terms(sql), ["flsa 1.500 2.000"]);
    await sql`update assignment_bill_terms set overtime_rule = 'none'`;
    await sql`update assignments set overtime_rule = 'california'`;
    assertEquals(await terms(sql), ["none 1.500 2.000"]);
  }));

Deno.test("bill_terms/of_several_rows_do_not_follow_the_overtime_rule", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    await addTerms(sql);
    await sql`update assignments set overtime_rule = 'flsa'`;
    assertEquals(await terms(sql), ["colorado 1.500 2.000", "colorado 1.500 2.000"]);
  }));

Deno.test("bill_terms/by_the_rule_of_the_facility_do_not_follow_that_of_the_pay", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set bill_overtime_rule = 'colorado'`;
    await firm.assignment();
    await sql`update assignments set overtime_rule = 'flsa'`;
    assertEquals(await terms(sql), ["colorado 1.500 2.000"]);
  }));
