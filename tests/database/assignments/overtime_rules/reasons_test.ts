// What a rule asks for is recorded, of W-2 people.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { identityOf } from "../../../support/access/callers.ts";
import { actingAs, runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { hire } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

/** One statement with the secret key. */
function asService(sql: postgres.Sql, statement: string) {
  const identity = { role: "service_role", claims: "" };
  return actingAs(sql, identity, (sql) => sql.unsafe(statement));
}

async function reasons(sql: postgres.Sql): Promise<(string | null)[]> {
  const rows = await sql<{ reason: string | null }[]>`
    select overtime_rule_reason as reason from assignments order by start_date`;
  return rows.map(({ reason }) => reason);
}

Deno.test("hire_candidate/asks_of_w2_people_what_their_rule_asks_for", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const place = { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
    for (const overtime_rule of ["none", "california_health_care"]) {
      for (const overtime_rule_reason of [null, "", " \n"]) {
        await assertRefused(
          hire(sql, { ...place, overtime_rule, overtime_rule_reason }),
          400,
          "overtime_rule_reason_missing",
        );
      }
    }
    const overtime_rule_reason = " Election of 2026-01-05, ICU nights ";
    await hire(sql, { ...place, overtime_rule: "california_health_care", overtime_rule_reason });
    assertEquals(await reasons(sql), ["Election of 2026-01-05, ICU nights"]);
  }));

for (const employment_type of ["1099", "corp_to_corp"]) {
  Deno.test(`hire_candidate/asks_nothing_of_${employment_type}_contractors`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const place = { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
      await hire(sql, { ...place, overtime_rule: "none", employment_type });
      assertEquals(await reasons(sql), [null]);
      assertEquals([...await sql`select employment_type from contractors`], [
        { employment_type },
      ]);
    }));
}

Deno.test("hire_candidate/takes_nobody_up_as_w2_whose_other_assignment_lacks_its_reason", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const place = { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
    const first = { ...place, end_date: "2026-03-31", overtime_rule: "none" };
    await hire(sql, { ...first, employment_type: "1099" });
    const again = (overtime_rule_reason: string | null) =>
      asService(
        sql,
        `select from public.hire_candidate(
           candidate_id => '${place.candidate_id}', facility_id => '${place.facility_id}',
           start_date => '2026-04-01', bill_rate => 100, pay_rate => 60, overtime_rule => 'none',
           overtime_rule_reason => ${
          overtime_rule_reason === null ? "null" : `'${overtime_rule_reason}'`
        })`,
      );
    await assertRefused(again("Exempt."), 409, "employment_needs_overtime_reason");
    await asService(sql, "update assignments set overtime_rule_reason = 'Exempt administrator.'");
    await again("Exempt.");
    assertEquals(await reasons(sql), ["Exempt administrator.", "Exempt."]);
  }));

Deno.test("overtime_rules/get_what_they_ask_for_from_recruiting_in_one_write", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const where = `where id = '${firm.id("assignments", "ben at south")}'`;
    await sql.unsafe(
      `insert into assignments (id, contractor_id, facility_id, start_date)
       select '33333333-3333-4333-8333-333333333333', contractor_id, facility_id, '2030-01-01'
         from assignments ${where}`,
    );
    const change = (set: string) =>
      runAs(
        sql,
        firm,
        "recruiting",
        `update assignments set ${set} where id = '33333333-3333-4333-8333-333333333333'
         returning overtime_rule_reason as reason`,
      );
    await assertRefused(change("overtime_rule = 'none'"), 400, "overtime_rule_reason_missing");
    const exempt = await change("overtime_rule = 'none', overtime_rule_reason = 'Administrator'");
    assertEquals(exempt[0]?.reason, "Administrator");
    // It stays correctable, and does not go.
    await change("overtime_rule_reason = 'Executive'");
    await assertRefused(
      change("overtime_rule_reason = null"),
      400,
      "overtime_rule_reason_missing",
    );
    // It was that of the other rule.
    await assertRefused(
      change("overtime_rule = 'california_health_care'"),
      400,
      "overtime_rule_reason_missing",
    );
    assertEquals((await change("overtime_rule = 'colorado'"))[0]?.reason, null);
  }));

Deno.test("overtime_rules/get_what_they_ask_for_from_the_secret_key_but_not_from_imports", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.assignment();
    const insert = `
      insert into assignments (contractor_id, facility_id, start_date, overtime_rule)
      select contractor_id, facility_id, '2027-01-01', 'none' from assignments limit 1`;
    await assertRefused(asService(sql, insert), 400, "overtime_rule_reason_missing");
    await sql.unsafe(insert);
  }));

Deno.test("contractors/become_w2_with_what_their_rules_ask_for", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const [contractor] = await sql<[{ id: string }]>`
      insert into contractors (first_name, last_name, email, employment_type)
      values ('Di', 'Nurse', 'di@example.org', 'corp_to_corp') returning id`;
    const [assignment] = await sql<[{ id: string }]>`
      insert into assignments (contractor_id, facility_id, start_date, overtime_rule)
      select ${contractor.id}, id, '2026-03-02', 'none' from facilities limit 1 returning id`;
    const employ = () =>
      runAs(
        sql,
        firm,
        "payroll",
        `update contractors set employment_type = 'w2' where id = '${contractor.id}'`,
      );
    await assertRefused(employ(), 409, "employment_needs_overtime_reason");
    await actingAs(sql, identityOf("recruiting", firm.users), (sql) =>
      sql`
        update assignments set overtime_rule_reason = 'Exempt.' where id = ${assignment.id}`);
    await employ();
  }));
