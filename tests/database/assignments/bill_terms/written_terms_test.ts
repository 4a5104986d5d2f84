// Bill terms as billing writes them.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { hire } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

/** All bill terms, in their order. */
async function terms(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ terms: string }[]>`
    select concat_ws(' ', effective_from, overtime_rule, scope, overtime_multiplier, doubletime_multiplier)
             as terms
      from assignment_bill_terms order by assignment_id, effective_from`;
  return rows.map(({ terms }) => terms);
}

/** Terms of the workweeks that begin on the days, by their multiplier. */
async function termsOfWeeks(sql: postgres.Sql, ...days: string[]): Promise<string[]> {
  const rows = await sql<{ multiplier: string }[]>`
    select overtime_multiplier::text as multiplier
      from unnest(${days}::text[]::date[]) with ordinality as week (start, nth)
      left join private.bill_terms_of_weeks as terms
        on week.start between terms.effective_from and terms.effective_to
     order by nth`;
  return rows.map(({ multiplier }) => multiplier);
}

const add = (sql: postgres.Sql, effectiveFrom: string, multiplier = "1.5") =>
  sql`
    insert into assignment_bill_terms (assignment_id, effective_from, overtime_rule, overtime_multiplier)
    select id, ${effectiveFrom}, 'flsa', ${multiplier} from assignments`;

Deno.test("bill_terms/of_a_hire_are_the_facilitys_from_the_first_week_on", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const place = { facility_id: firm.facilityId, start_date: "2026-03-05" };
    await hire(sql, { ...place, candidate_id: await firm.candidate() });
    assertEquals(await terms(sql), ["2026-03-02 colorado facility 1.500 2.000"]);

    await sql`
      update facilities set bill_overtime_rule = 'flsa', bill_scope = 'contractor',
             bill_overtime_multiplier = 1.4, bill_doubletime_multiplier = 1.9`;
    const { id } = await hire(sql, { ...place, candidate_id: await firm.candidate() });
    const [row] = await sql`
      select overtime_rule, scope, overtime_multiplier, doubletime_multiplier
        from assignment_bill_terms where assignment_id = ${id as string}`;
    assertEquals(row, {
      overtime_rule: "flsa",
      scope: "contractor",
      overtime_multiplier: "1.400",
      doubletime_multiplier: "1.900",
    });
  }));

Deno.test("bill_terms/hold_from_a_workweek_to_the_next_terms", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    await add(sql, "2026-03-02", "1.6");
    await add(sql, "2026-03-16", "1.7");
    assertEquals(
      await termsOfWeeks(sql, "2025-12-01", "2026-02-23", "2026-03-02", "2026-03-09", "2026-03-16"),
      ["1.500", "1.500", "1.600", "1.600", "1.700"],
    );
  }));

Deno.test("bill_terms/begin_with_a_workweek", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    await assertRefused(add(sql, "2026-03-04"), 400, "week_start_not_first_day");
    await add(sql, "2026-03-02");
    await assertRefused(
      sql`update assignment_bill_terms set effective_from = '2026-03-03' where effective_from = '2026-03-02'`,
      400,
      "week_start_not_first_day",
    );
    await assertRefused(add(sql, "0026-03-02"), 400, "day_out_of_range");
    await assertViolates(
      sql`update assignment_bill_terms set effective_from = 'infinity'`,
      "effective_from_is_finite",
    );
  }));

Deno.test("bill_terms/have_a_scope_that_there_is", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    for (const table of ["assignment_bill_terms set", "facilities set bill_"]) {
      for (const scope of ["'firm'", "null"]) {
        const set = table.endsWith("_") ? `${table}scope` : `${table} scope`;
        await assertRefused(sql.unsafe(`update ${set} = ${scope}`), 400, "bill_scope_unknown");
      }
    }
  }));

Deno.test("bill_terms/stay_for_the_first_week_of_an_assignment_that_stays", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment(); // from 2026-01-01, a Thursday
    const slug = "first_bill_terms_stay";
    await assertRefused(sql`delete from assignment_bill_terms`, 409, slug);
    await add(sql, "2026-03-02");
    const first = sql`where effective_from = '2025-12-29'`;
    await assertRefused(sql`delete from assignment_bill_terms ${first}`, 409, slug);
    await assertRefused(
      sql`update assignment_bill_terms set effective_from = '2026-01-05' ${first}`,
      409,
      slug,
    );
    // Another row may take its place, and it may move to before.
    await sql`update assignment_bill_terms set effective_from = '2025-12-22' ${first}`;
    await add(sql, "2025-12-29");
    await sql`delete from assignment_bill_terms where effective_from = '2025-12-22'`;
    // Later ones go, and all go with the assignment.
    await sql`delete from assignment_bill_terms where effective_from = '2026-03-02'`;
    await sql`delete from assignment_rates`;
    await sql`delete from assignments`;
    assertEquals(await terms(sql), []);
  }));

Deno.test("bill_terms/of_an_assignment_that_starts_earlier_hold_for_its_earlier_weeks_too", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    await add(sql, "2026-03-02", "1.6");
    await sql`update assignments set start_date = '2025-11-03'`;
    assertEquals(await termsOfWeeks(sql, "2025-11-03", "2026-03-02"), ["1.500", "1.600"]);
    await sql`delete from assignment_bill_terms where effective_from = '2026-03-02'`;
  }));

Deno.test("bill_terms/move_with_the_first_day_of_the_workweek", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    await add(sql, "2026-03-02", "1.6");
    await sql`update organization_settings set workweek_starts_on = 7`;
    assertEquals(await terms(sql), [
      "2025-12-28 colorado facility 1.500 2.000",
      "2026-03-01 flsa facility 1.600 2.000",
    ]);
    assertEquals(await termsOfWeeks(sql, "2026-02-22", "2026-03-01"), ["1.500", "1.600"]);
    await sql`update organization_settings set workweek_starts_on = 4`;
    assertEquals(await termsOfWeeks(sql, "2026-02-19", "2026-02-26"), ["1.500", "1.600"]);
  }));

Deno.test("bill_terms/are_in_the_audit_log_under_their_assignment", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await sql`update assignment_bill_terms set overtime_multiplier = 1.4`;
    const log = await sql`
      select procedure, row_id, old -> 'overtime_multiplier' as old, new -> 'overtime_multiplier' as new
        from audit_log where table_name = 'assignment_bill_terms' order by at`;
    assertEquals([...log], [
      { procedure: "insert", row_id: assignment, old: null, new: 1.5 },
      { procedure: "update", row_id: assignment, old: 1.5, new: 1.4 },
    ]);
  }));

Deno.test("facilities/get_the_terms_of_new_assignments_and_their_timezone_from_billing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const columns =
      "timezone, bill_overtime_rule, bill_scope, bill_overtime_multiplier, bill_doubletime_multiplier";
    const values = "'America/Anchorage', 'alaska', 'assignment', 1.25, 1.75";
    await runAs(
      sql,
      firm,
      "billing",
      `insert into facilities (name, ${columns}) values ('Juneau', ${values})`,
    );
    await runAs(sql, firm, "billing", `update facilities set (${columns}) = (${values})`);
    for (const timezone of ["America/Denvr", "", "Mars/Olympus"]) {
      await assertRefused(
        runAs(sql, firm, "billing", `update facilities set timezone = '${timezone}'`),
        400,
        "timezone_unknown",
      );
    }
    await runAs(sql, firm, "billing", "update facilities set timezone = null");
  }));
