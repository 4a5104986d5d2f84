// The overtime rule of each state.
import { assertEquals, assertMatch } from "@std/assert";
import { withDatabase } from "../../support/server/database.ts";

Deno.test("state_rules/name_every_state_and_territory_that_a_facility_can_be_in", () =>
  withDatabase(async ({ sql }) => {
    const [check] = await sql<[{ text: string }]>`
      select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'work_state_is_a_code'`;
    const codes = [...check.text.matchAll(/'([A-Z]{2})'/g)].map(([, code]) => code ?? "");
    const rules = await sql<{ state: string }[]>`select state from state_rules order by state`;
    assertEquals(rules.map(({ state }) => state), codes.toSorted());
  }));

Deno.test("state_rules/are_those_of_the_product_and_federal_where_a_state_has_none_of_its_own", () =>
  withDatabase(async ({ sql }) => {
    const rules = await sql<{ state: string; overtime_rule: string | null; source: string }[]>`
      select state, overtime_rule, source from state_rules order by state`;
    const own = rules.filter(({ overtime_rule }) => overtime_rule !== "flsa");
    assertEquals(own.map(({ state, overtime_rule }) => [state, overtime_rule]), [
      ["AK", "alaska"],
      ["CA", "california"],
      ["CO", "colorado"],
      ["KY", "kentucky"],
      ["PR", null],
      ["VI", null],
    ]);
    for (const { source } of rules) assertMatch(source, /\d/);
  }));
