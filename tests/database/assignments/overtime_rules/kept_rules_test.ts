// A rule stays as it is once somebody is paid or billed by it.
import { assertEquals, assertMatch } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

/** Edits that price history anew. */
const EDITS = [
  "name = 'other'",
  "daily_overtime_after = 9",
  "daily_doubletime_after = 13",
  "weekly_overtime_after = 39",
  "seventh_day = true",
  "seventh_day = false, whole_seventh_day = true",
  "consecutive_overtime_after = 11",
  "asks_for = 'the contract'",
  "source = 'Elsewhere'",
];

async function addRule(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into overtime_rules (name, title, daily_overtime_after, weekly_overtime_after, source)
    values ('contract_48', 'Over 48 a week', 8, 48, 'The contract')`;
}

async function assertKept(sql: postgres.Sql, rule: string): Promise<void> {
  for (const edit of EDITS) {
    await assertRefused(
      sql.unsafe(`update overtime_rules set ${edit} where name = '${rule}'`),
      409,
      "overtime_rule_used",
    );
  }
  const removal = sql`delete from overtime_rules where name = ${rule}`;
  await assertRefused(removal, 409, "overtime_rule_used");
}

const USES = {
  an_assignment: "update assignments set overtime_rule = 'contract_48'",
  bill_terms: "update assignment_bill_terms set overtime_rule = 'contract_48'",
  a_facility: "update facilities set bill_overtime_rule = 'contract_48'",
};

for (const [what, use] of Object.entries(USES)) {
  Deno.test(`overtime_rules/stay_as_they_are_once_used_by_${what}`, () =>
    withDatabase(async ({ sql }) => {
      await (await Firm.create(sql)).assignment();
      await addRule(sql);
      await sql.unsafe(use);
      await assertKept(sql, "contract_48");
      // What they are called prices nothing.
      await sql`update overtime_rules set title = 'Beyond 48 hours' where name = 'contract_48'`;
    }));
}

Deno.test("overtime_rules/are_changed_and_deleted_before_anybody_uses_them", () =>
  withDatabase(async ({ sql }) => {
    await addRule(sql);
    for (const edit of EDITS) {
      await sql.unsafe(`update overtime_rules set ${edit} where name in ('contract_48', 'other')`);
    }
    assertEquals((await sql`delete from overtime_rules where name = 'other'`).count, 1);
  }));

Deno.test("overtime_rules/that_come_with_the_product_stay_also_where_nobody_uses_them", () =>
  withDatabase(async ({ sql }) => {
    const rules = await sql<{ name: string }[]>`select name from overtime_rules order by name`;
    assertEquals(rules.length, 7);
    for (const { name } of rules) {
      const edits = sql`update overtime_rules set source = 'Elsewhere' where name = ${name}`;
      await assertRefused(edits, 409, "overtime_rule_used");
      await assertRefused(
        sql`delete from overtime_rules where name = ${name}`,
        409,
        "overtime_rule_used",
      );
    }
  }));

Deno.test("overtime_rules/are_not_truncated", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(sql`truncate overtime_rules cascade`, 409, "truncate_refused");
    await assertRefused(sql`truncate assignment_bill_terms`, 409, "truncate_refused");
  }));

Deno.test("overtime_rules/are_in_the_audit_log_by_their_names", () =>
  withDatabase(async ({ sql }) => {
    await addRule(sql);
    await sql`update overtime_rules set weekly_overtime_after = 50 where name = 'contract_48'`;
    await sql`update overtime_rules set name = 'contract_50' where name = 'contract_48'`;
    const log = await sql`
      select procedure, row_id, old ->> 'name' as old, new ->> 'name' as new,
             new -> 'weekly_overtime_after' as hours
        from audit_log where table_name = 'overtime_rules' order by at, new`;
    assertEquals([...log], [
      { procedure: "insert", row_id: null, old: null, new: "contract_48", hours: 48 },
      { procedure: "update", row_id: null, old: "contract_48", new: "contract_48", hours: 50 },
      { procedure: "update", row_id: null, old: null, new: "contract_50", hours: 50 },
      { procedure: "update", row_id: null, old: "contract_48", new: null, hours: null },
    ]);
  }));

Deno.test("overtime_rules/that_there_are_not_are_refused_by_name_with_those_there_are", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    await addRule(sql);
    for (
      const write of [
        "update assignments set overtime_rule = 'texas'",
        "update assignment_bill_terms set overtime_rule = 'texas'",
        "update facilities set bill_overtime_rule = 'texas'",
      ]
    ) await assertRefused(sql.unsafe(write), 400, "overtime_rule_unknown");
    const error = await sql`update assignments set overtime_rule = 'texas'`
      .then(() => null, (error: { hint: string }) => error);
    assertMatch(error?.hint ?? "", /alaska, california, .*contract_48, flsa, kentucky, none/);
  }));
