// The firm of the matrix, on which hostile calls are made: what is wrong in it from the start, they cannot find.
import { assertEquals } from "@std/assert";
import { brokenRules } from "../../../../prove/hostile/broken_rules.ts";
import { TODAY } from "../../../../prove/hostile/sql_ground.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { listed } from "../../../support/billing/unbilled_entries.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** Amounts of this firm are written by hand, and do not add up. */
const BY_HAND: readonly string[] = [
  "an invoice is not the sum of its lines",
  "a payroll item is not the sum of its lines",
  "a batch is not the sum of its items",
  "lines are disputed that their invoice does not say, or more of it than they are",
];

Deno.test("access/the_firm_of_the_matrix_lists_as_unbilled_what_no_line_bills", () =>
  withDatabase(async ({ sql }) => {
    await prepareFirm(sql);
    await listed(sql);
  }));

Deno.test("access/the_firm_of_the_matrix_breaks_no_rule_of_hours_and_money_but_those_known", () =>
  withDatabase(async ({ sql, url }) => {
    await prepareFirm(sql);
    const broken = [...await brokenRules(url, TODAY)].filter(([, ids]) => ids.length > 0);
    assertEquals(broken.map(([rule]) => rule), BY_HAND);
  }, { clock: `${TODAY} 18:00:00+00` }));
