// A code stays as it is once time, a rate or a line names it.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";
import { addCoded, addCodeRate } from "../../../support/time/codes.ts";

/** Edits that price history anew, one by one legal for the code below. */
const EDITS = [
  "name = 'other'",
  "unit = 'visit', is_worked = false",
  "is_worked = false",
  "pay_multiplier = 1.6",
  "pay_multiplier = 1, pay_amount = 2",
  "bill_multiplier = 1.6",
  "bill_amount = 2",
  "unit = 'mile', is_worked = false, in_regular_rate = false, is_reimbursement = true",
  "is_worked = false, in_regular_rate = false",
  "premium_is_creditable = true",
  "is_worked = false, regular_rate_section = '778.109'",
];

/** Edits that a code takes however it is used. */
const FREE = [
  "title = 'Float pool'",
  "entered_by = '{}'",
  "earning_code = 'FLT'",
  "revenue_account = 'revenue_codes'",
  "pay_account = 'wages'",
  "revenue_account = null, pay_account = null",
];

const FLOAT = "insert into time_codes (name, title, is_worked, pay_multiplier, pay_amount, " +
  "bill_multiplier, bill_amount) values ('float', 'Float', true, 1.5, 0, 1.5, 0)";

async function assertKept(sql: postgres.Sql, code: string): Promise<void> {
  for (const edit of EDITS) {
    await assertRefused(
      sql.unsafe(`update time_codes set ${edit} where name = '${code}'`),
      409,
      "time_code_used",
    );
  }
  await assertRefused(sql`delete from time_codes where name = ${code}`, 409, "time_code_used");
}

const USES: Readonly<Record<string, (firm: Firm, assignment: string) => Promise<unknown>>> = {
  time: ({ sql }, assignment) => addCoded(sql, assignment, "float", { hours: "4" }),
  a_rate_of_an_assignment: ({ sql }, assignment) => addCodeRate(sql, assignment, "float"),
  the_price_list_of_a_facility: ({ sql, facilityId }) =>
    sql`
      insert into facility_code_rates (facility_id, code, effective_from, pay_rate)
      values (${facilityId}, 'float', '2026-01-01', 5)`,
};

for (const [what, use] of Object.entries(USES)) {
  Deno.test(`time_codes/stay_as_they_are_once_used_by_${what}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await sql.unsafe(FLOAT);
      await use(firm, assignment);
      await assertKept(sql, "float");
      // Neither what it is called nor who enters it nor its code of the provider nor its accounts price anything.
      for (const edit of FREE) {
        await sql.unsafe(`update time_codes set ${edit} where name = 'float'`);
      }
    }));
}

Deno.test("time_codes/are_changed_and_deleted_before_anything_names_them", () =>
  withDatabase(async ({ sql }) => {
    for (const edit of EDITS) {
      await sql.unsafe(FLOAT);
      await sql.unsafe(`update time_codes set ${edit} where name = 'float'`);
      assertEquals((await sql`delete from time_codes where title = 'Float'`).count, 1, edit);
    }
    // Those that every firm has, too.
    await sql`update time_codes set pay_multiplier = 2 where name = 'holiday_worked'`;
    assertEquals((await sql`delete from time_codes where name = 'preceptor'`).count, 1);
  }));

Deno.test("time_codes/that_are_regular_keep_all_but_their_title_also_where_there_is_no_time", () =>
  withDatabase(async ({ sql }) => {
    await assertKept(sql, "regular");
    for (
      const edit of [
        "entered_by = '{payroll}'",
        "earning_code = 'REG'",
        "revenue_account = 'revenue_codes'",
        "pay_account = 'wages'",
      ]
    ) {
      const attempt = sql.unsafe(`update time_codes set ${edit} where name = 'regular'`);
      await assertRefused(attempt, 409, "time_code_used");
    }
    await sql`update time_codes set title = 'Regular time' where name = 'regular'`;
  }));

Deno.test("time_codes/are_what_the_law_can_make_something_of", () =>
  withDatabase(async ({ sql }) => {
    const refused: readonly (readonly [values: string, constraint: string])[] = [
      ["'Float'", "time_code_name_is_a_word"],
      ["'f', title => ' '", "time_code_name_is_a_word"],
      ["'float', title => ' '", "time_code_title_is_not_blank"],
      ["'float', unit => 'Mile'", "time_code_unit_is_a_word"],
      ["'float', unit => 'mile', is_worked => true", "only_hours_are_worked"],
      [
        "'float', is_worked => true, in_regular_rate => false",
        "worked_hours_are_in_the_regular_rate",
      ],
      [
        "'float', is_reimbursement => true, in_regular_rate => false",
        "reimbursements_are_no_hours",
      ],
      [
        "'float', unit => 'mile', is_reimbursement => true",
        "reimbursements_are_in_no_regular_rate",
      ],
      ["'float', regular_rate_section => '778.114'", "regular_rate_section_is_known"],
      [
        "'float', is_worked => true, regular_rate_section => '778.109'",
        "regular_rate_section_is_of_its_kind",
      ],
      ["'float', regular_rate_section => '778.222'", "regular_rate_section_is_of_its_kind"],
      [
        "'float', in_regular_rate => false, regular_rate_section => '778.223'",
        "regular_rate_section_is_of_its_kind",
      ],
      [
        "'float', unit => 'mile', in_regular_rate => false, is_reimbursement => true, regular_rate_section => '778.218'",
        "regular_rate_section_is_of_its_kind",
      ],
      ["'float', pay_multiplier => 1", "pay_of_code_is_told_whole"],
      ["'float', bill_amount => 1", "bill_of_code_is_told_whole"],
      ["'float', pay_multiplier => -1, pay_amount => 0", "pay_multiplier_is_not_negative"],
      ["'float', bill_multiplier => 1, bill_amount => -1", "bill_amount_is_not_negative"],
      ["'float', entered_by => '{viewer}'", "time_codes_are_entered_by_known_roles"],
      ["'float', earning_code => ' X'", "earning_code_of_time_code_is_plain_text"],
      [
        "'float', is_worked => true, premium_is_creditable => true",
        "only_premiums_of_half_the_rate_are_creditable",
      ],
      [
        "'float', is_worked => true, pay_multiplier => 1.499, pay_amount => 0, premium_is_creditable => true",
        "only_premiums_of_half_the_rate_are_creditable",
      ],
    ];
    for (const [values, constraint] of refused) {
      const [name = "", ...named] = values.split(", ");
      const columns = ["name", ...named.map((part) => part.split(" => ")[0] ?? "")];
      const cells = [name, ...named.map((part) => part.split(" => ")[1] ?? "")];
      if (!columns.includes("title")) {
        columns.push("title");
        cells.push("'Float'");
      }
      const insert = `insert into time_codes (${columns}) values (${cells})`;
      await assertViolates(sql.unsafe(insert), constraint, values);
    }
  }));

Deno.test("time_codes/are_in_the_audit_log_by_their_names", () =>
  withDatabase(async ({ sql }) => {
    await sql.unsafe(FLOAT);
    await sql`update time_codes set title = 'Float pool' where name = 'float'`;
    const log = await sql`
      select procedure, old ->> 'title' as old, new ->> 'title' as new
        from audit_log where table_name = 'time_codes' order by at`;
    assertEquals([...log], [
      { procedure: "insert", old: null, new: "Float" },
      { procedure: "update", old: "Float", new: "Float pool" },
    ]);
  }));
