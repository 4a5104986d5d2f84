// The state in which people work decides their overtime rule; another one is for whom a reason is recorded.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import { Firm } from "../../../support/firm.ts";
import {
  assignment,
  contractor,
  facility,
  importRows,
  wrong,
} from "../../../support/moving_in/imports.ts";
import { hire, type Hiring } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

/** A test in which people can be hired for a facility in a state, null for none that is known. */
function withFirmIn(state: string | null, test: (firm: Firm) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await sql`update facilities set work_state = ${state}`;
      await test(firm);
    });
}

/** Hires somebody else each time, with the secret key. */
async function hireAt(firm: Firm, args: Hiring = {}) {
  const candidate_id = await firm.candidate();
  return await asService(
    firm.sql,
    (sql) => hire(sql, { candidate_id, facility_id: firm.facilityId, ...args }),
  );
}

function asService<T>(sql: postgres.Sql, act: (sql: postgres.TransactionSql) => Promise<T>) {
  return actingAs(sql, { role: "service_role", claims: "" }, act);
}

const OWN = { overtime_rule: "contract_48" };
const REASON = { overtime_rule_reason: "The contract pays more." };

/** A rule of the firm's own. */
async function addOwnRule({ sql }: Firm): Promise<void> {
  await sql`
    insert into overtime_rules (name, title, weekly_overtime_after, source)
    values ('contract_48', 'Over 48', 48, 'The contract')`;
}

const STATES = { CA: "california", TX: "flsa", CO: "colorado", KY: "kentucky", AK: "alaska" };

for (const [state, rule] of Object.entries(STATES)) {
  Deno.test(
    `overtime_rules/left_out_are_that_of_${state}`,
    withFirmIn(state, async (firm) => {
      assertEquals((await hireAt(firm))["overtime_rule"], rule);
      assertEquals((await hireAt(firm, { overtime_rule: null }))["overtime_rule"], rule);
      const [written] = await asService(firm.sql, (sql) =>
        sql`
          insert into assignments (contractor_id, facility_id, start_date, department)
          select contractor_id, facility_id, '2028-01-01', 'Charge' from assignments limit 1
          returning overtime_rule`);
      assertEquals(written?.["overtime_rule"], rule);
    }),
  );
}

Deno.test(
  "overtime_rules/left_out_are_refused_where_no_state_decides",
  withFirmIn(null, async (firm) => {
    const { sql } = firm;
    await assertRefused(hireAt(firm), 409, "facility_without_state");
    assertEquals((await hireAt(firm, { overtime_rule: "flsa" }))["overtime_rule"], "flsa");
    for (const state of ["PR", "VI", "CA-ON"]) {
      await sql`update facilities set work_state = ${state}`;
      await assertRefused(hireAt(firm), 409, "state_without_rule");
    }
  }),
);

Deno.test(
  "overtime_rules/of_the_product_are_not_for_employees_in_states_without_one",
  withFirmIn("PR", async (firm) => {
    const slug = "state_without_rule";
    await assertRefused(hireAt(firm, { overtime_rule: "flsa", ...REASON }), 409, slug);
    await addOwnRule(firm);
    await hireAt(firm, OWN);
    await hireAt(firm, { overtime_rule: "none", overtime_rule_reason: "Exempt: a physician." });
    await hireAt(firm, { overtime_rule: "flsa", employment_type: "1099" });
  }),
);

Deno.test(
  "overtime_rules/other_than_the_states_are_for_employees_with_a_reason",
  withFirmIn("CA", async (firm) => {
    const { sql } = firm;
    await addOwnRule(firm);
    for (const args of [{ overtime_rule: "flsa" }, OWN]) {
      await assertRefused(hireAt(firm, args), 400, "rule_not_of_state");
      await hireAt(firm, { ...args, ...REASON });
    }
    await hireAt(firm, { overtime_rule: "flsa", employment_type: "1099" });
    const { id } = await hireAt(firm);
    const change = (set: string) =>
      asService(sql, (sql) => sql.unsafe(`update assignments set ${set} where id = '${id}'`));
    await assertRefused(change("overtime_rule = 'flsa'"), 400, "rule_not_of_state");
    await change("overtime_rule = 'flsa', overtime_rule_reason = 'The contract pays more.'");
    await assertRefused(change("overtime_rule_reason = null"), 400, "rule_not_of_state");
    await change("overtime_rule = 'california'");
    // What is installed, or a dump that is loaded, keeps what it has.
    await sql`update assignments set overtime_rule = 'flsa', overtime_rule_reason = null where id = ${
      String(id)
    }`;
  }),
);

Deno.test(
  "overtime_rules/other_than_the_states_are_asked_of_who_becomes_employed_or_works_elsewhere",
  withFirmIn("CA", async (firm) => {
    const { sql } = firm;
    const { id, contractor_id } = await hireAt(firm, {
      overtime_rule: "flsa",
      employment_type: "1099",
    });
    const employ = () =>
      asService(
        sql,
        (sql) =>
          sql.unsafe(`update contractors set employment_type = 'w2' where id = '${contractor_id}'`),
      );
    await assertRefused(employ(), 409, "employment_needs_overtime_reason");
    const [other] = await sql<[{ id: string }]>`
      insert into facilities (name, work_state) values ('Austin General', 'TX') returning id`;
    await asService(
      sql,
      (sql) => sql`update assignments set facility_id = ${other.id} where id = ${String(id)}`,
    );
    await employ();
    await assertRefused(
      asService(
        sql,
        (sql) =>
          sql`update assignments set facility_id = ${firm.facilityId} where id = ${String(id)}`,
      ),
      400,
      "rule_not_of_state",
    );
  }),
);

Deno.test("import_rows/of_assignments_have_the_rule_of_the_state", () =>
  withDatabase(async ({ sql }) => {
    const states = { F1: "CA", F2: "", F3: "PR" };
    await importRows(
      sql,
      "facilities",
      Object.entries(states).map(([external_number, state]) =>
        facility({ external_number, name: external_number, work_state: state })
      ),
    );
    await importRows(sql, "contractors", [contractor()]);
    const rows = (facility_number: string, rule = "", reason = "") => [
      assignment({ facility_number, overtime_rule: rule, overtime_rule_reason: reason }),
    ];
    const errors = async (...args: Parameters<typeof rows>) =>
      await wrong(sql, "assignments", rows(...args));
    assertEquals(await errors("F1", "flsa"), ["2 overtime_rule_reason"]);
    assertEquals(await errors("F1", "flsa", "The contract."), []);
    assertEquals(await errors("F2"), ["2 overtime_rule"]);
    assertEquals(await errors("F2", "flsa"), []);
    assertEquals(await errors("F3"), ["2 overtime_rule"]);
    assertEquals(await errors("F3", "flsa", "The contract."), ["2 overtime_rule"]);
    await importRows(sql, "assignments", rows("F1"));
    assertEquals([...await sql`select overtime_rule from assignments`], [
      { overtime_rule: "california" },
    ]);
    // The file again changes nothing, whatever the rule became meanwhile.
    await sql`update assignments set overtime_rule = 'flsa'`;
    assertEquals(await errors("F1"), []);
  }, { clock: "2026-04-20 18:00:00+00" }));
