// Pay below the minimum wage of where it is worked is refused, unless a reason is recorded.
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

const LOW = "pay_below_minimum_wage";
const REASON = { below_minimum_wage_reason: "A learner, by a certificate of the state." };

function withFirmIn(state: string | null, test: (firm: Firm) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await sql`update facilities set work_state = ${state}`;
      await test(firm);
    });
}

function asService<T>(sql: postgres.Sql, act: (sql: postgres.TransactionSql) => Promise<T>) {
  return actingAs(sql, { role: "service_role", claims: "" }, act);
}

/** Hires somebody else each time, with the secret key. */
async function hireAt(firm: Firm, args: Hiring) {
  const candidate_id = await firm.candidate();
  return await asService(
    firm.sql,
    (sql) => hire(sql, { candidate_id, facility_id: firm.facilityId, ...args }),
  );
}

/** Names the minimum wages of the facility, with the secret key. */
function name(firm: Firm, names: string[] | null) {
  return asService(
    firm.sql,
    (sql) => sql`update facilities set minimum_wage_jurisdictions = ${names}`,
  );
}

Deno.test(
  "minimum_wages/of_the_state_are_what_a_hire_pays_at_least",
  withFirmIn("CO", async (firm) => {
    await assertRefused(hireAt(firm, { pay_rate: "15.15" }), 400, LOW);
    await hireAt(firm, { pay_rate: "15.16" });
    await hireAt(firm, { pay_rate: "14.81", start_date: "2025-12-31" });
    await assertRefused(
      hireAt(firm, { pay_rate: "15.15", below_minimum_wage_reason: " " }),
      400,
      LOW,
    );
    const { id } = await hireAt(firm, { pay_rate: "10", ...REASON });
    const [rate] = await firm.sql`
      select below_minimum_wage_reason from assignment_rates where assignment_id = ${String(id)}`;
    assertEquals(rate, REASON);
    await hireAt(firm, { pay_rate: "10", employment_type: "1099" });
  }),
);

Deno.test(
  "minimum_wages/are_the_highest_of_those_a_facility_names",
  withFirmIn("CA", async (firm) => {
    await name(firm, ["CA", "CA South San Francisco"]);
    await assertRefused(hireAt(firm, { pay_rate: "18.14" }), 400, LOW);
    await hireAt(firm, { pay_rate: "18.15" });
    // Health care workers of a large employer (SB 525): July 2026.
    const large = `
      select jurisdiction from minimum_wages where jurisdiction like 'CA health care: 10,000%' limit 1`;
    const [found] = await firm.sql.unsafe<[{ jurisdiction: string }]>(large);
    await name(firm, [found.jurisdiction]);
    await hireAt(firm, { pay_rate: "24" });
    await assertRefused(hireAt(firm, { pay_rate: "24.99", start_date: "2026-07-01" }), 400, LOW);
    await name(firm, []);
    await hireAt(firm, { pay_rate: "16.90" });
    const [kept] = await firm.sql`select minimum_wage_jurisdictions as names from facilities`;
    assertEquals(kept?.["names"], null);
  }),
);

Deno.test(
  "minimum_wages/are_federal_where_no_state_has_more_and_none_elsewhere",
  withFirmIn(null, async (firm) => {
    const at = (pay_rate: string) => hireAt(firm, { pay_rate, overtime_rule: "flsa", ...OTHER });
    const OTHER = { overtime_rule_reason: "By contract" };
    await assertRefused(at("7.24"), 400, LOW);
    await at("7.25");
    await firm.sql`update facilities set work_state = 'GA'`;
    await assertRefused(at("7.24"), 400, LOW);
    await firm.sql`update facilities set work_state = 'AS'`; // its own, by industry
    await at("5");
    await firm.sql`update facilities set work_state = 'GB-LND'`;
    await firm.sql`
      insert into overtime_rules (name, title, source) values ('uk', 'Contract', 'The contract')`;
    await hireAt(firm, { pay_rate: "5", overtime_rule: "uk" });
  }),
);

Deno.test(
  "minimum_wages/that_a_facility_names_are_known_and_of_its_state",
  withFirmIn("CA", async (firm) => {
    await assertRefused(name(firm, ["CA Atlantis"]), 400, "minimum_wage_unknown");
    await assertRefused(name(firm, ["CO Denver"]), 400, "minimum_wage_of_another_state");
    await name(firm, ["CA Berkeley", "US"]);
    const move = asService(firm.sql, (sql) => sql`update facilities set work_state = 'NV'`);
    await assertRefused(move, 400, "minimum_wage_of_another_state");
    const gone = asService(
      firm.sql,
      (sql) => sql`delete from minimum_wages where jurisdiction = 'CA Berkeley'`,
    );
    await assertRefused(gone, 409, "minimum_wage_used");
    await firm.sql`
      delete from minimum_wages where jurisdiction = 'CA Berkeley' and effective_from < '2025-07-01'`;
  }),
);

Deno.test(
  "minimum_wages/are_asked_of_rates_that_the_secret_key_writes",
  withFirmIn("CO", async (firm) => {
    const id = await firm.assignment();
    const write = (day: string, pay: string, reason: string | null = null) =>
      asService(firm.sql, (sql) =>
        sql`
          insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate, below_minimum_wage_reason)
          values (${id}, ${day}, 100, ${pay}, ${reason})`);
    await assertRefused(write("2026-02-01", "15"), 400, LOW);
    await write("2026-02-01", "15", "A learner");
    const change = (set: string) =>
      asService(firm.sql, (sql) =>
        sql.unsafe(
          `update assignment_rates set ${set} where assignment_id = '${id}' and effective_from = '2026-02-01'`,
        ));
    await change("bill_rate = 101");
    await assertRefused(change("below_minimum_wage_reason = null"), 400, LOW);
    await change("pay_rate = 16, below_minimum_wage_reason = null");
    await assertRefused(change("pay_rate = 15"), 400, LOW);
    // What is installed, or a dump that is loaded, keeps what it has.
    await firm.sql`
      update assignment_rates set pay_rate = 9 where assignment_id = ${id} and effective_from = '2026-02-01'`;
    await change("bill_rate = 102");
  }),
);

Deno.test(
  "minimum_wages/are_asked_of_rate_hits_on_every_day_that_they_reach",
  withFirmIn("CO", async (firm) => {
    const { sql } = firm;
    const id = await firm.assignment();
    await sql`
      insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      values (${id}, '2026-06-01', 100, 50)`;
    const apply = async (day: string, change: string, reason?: string) => {
      const [hit] = await sql<[{ id: string }]>`
        insert into rate_hits (assignment_id, effective_on, pay_rate_change) values (${id}, ${day}, ${change})
        returning id`;
      return await asService(sql, (sql) =>
        sql`
          select from apply_rate_hit(${hit.id}, true, below_minimum_wage_reason => ${
          reason ?? null
        })`);
    };
    const rates = () =>
      sql<{ row: string }[]>`
        select concat_ws(' ', effective_from, pay_rate, below_minimum_wage_reason) as row
          from assignment_rates where assignment_id = ${id} order by effective_from`;
    await assertRefused(apply("2026-03-01", "-40"), 400, LOW);
    await apply("2026-03-01", "-40", "A learner");
    assertEquals((await rates()).map(({ row }) => row), [
      "2026-01-01 60.00",
      "2026-03-01 20.00 A learner",
      "2026-06-01 10.00 A learner",
    ]);
    await apply("2026-07-01", "1"); // the reason goes on
    await apply("2026-03-01", "30");
    await sql`update assignment_rates set below_minimum_wage_reason = null`;
    await assertRefused(apply("2026-08-01", "-30"), 400, LOW);
  }),
);

Deno.test(
  "minimum_wages/are_asked_of_files_of_assignments",
  withFirmIn("CO", async ({ sql }) => {
    await importRows(sql, "facilities", [facility({ work_state: "CO" })]);
    await importRows(sql, "contractors", [contractor({})]);
    const file = (cells: Record<string, string>) => [assignment({ pay_rate: "12.00", ...cells })];
    assertEquals(await wrong(sql, "assignments", file({})), ["2 pay_rate"]);
    assertEquals(await wrong(sql, "assignments", file({ pay_rate: "15.16" })), []);
    await importRows(sql, "assignments", file(REASON));
    const [rate] = await sql`select below_minimum_wage_reason from assignment_rates`;
    assertEquals(rate, REASON);
  }),
);

Deno.test(
  "minimum_wages/times_one_and_a_half_are_from_where_on_flsa_is_nevadas_rule",
  withFirmIn("NV", async (firm) => {
    const { sql } = firm;
    const slug = "pay_below_overtime_rule";
    await assertRefused(hireAt(firm, { pay_rate: "17.99" }), 400, slug);
    const { id, overtime_rule } = await hireAt(firm, { pay_rate: "18.00" });
    assertEquals(overtime_rule, "flsa");
    const agreed = { overtime_rule_reason: "Four days of 10 hours, agreed on 2026-02-01." };
    const low = await hireAt(firm, { pay_rate: "17.99", ...agreed });
    await assertRefused(
      asService(
        sql,
        (sql) =>
          sql`update assignments set overtime_rule_reason = null where id = ${String(low["id"])}`,
      ),
      400,
      slug,
    );
    const write = asService(sql, (sql) =>
      sql`
        insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
        values (${String(id)}, '2026-06-01', 100, 17)`);
    await assertRefused(write, 400, slug);
    // By the day too, with the reason why it is not the state's.
    await hireAt(firm, {
      pay_rate: "17.99",
      overtime_rule: "alaska",
      overtime_rule_reason: "Below 1.5 times the minimum wage, NRS 608.018(1).",
    });
    await hireAt(firm, { pay_rate: "15", employment_type: "1099" });
  }),
);
