// Who corrects what of a contractor and a placement, until when, and how the others are refused.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { assertDenied, runAs, writableColumns } from "../../support/access/acting.ts";
import { type Caller, STAFF } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../support/rejections.ts";

interface Correction {
  readonly table: "contractors" | "assignments";
  readonly set: string;
  readonly by: readonly Caller[];
}

const CORRECTIONS: readonly Correction[] = [
  { table: "contractors", set: "first_name = 'Eda'", by: ["recruiting", "admin"] },
  { table: "contractors", set: "last_name = 'Nurs'", by: ["recruiting", "admin"] },
  { table: "contractors", set: "email = 'eda@example.org'", by: ["recruiting", "admin"] },
  { table: "contractors", set: "employment_type = '1099'", by: ["payroll", "admin"] },
  { table: "contractors", set: "employment_type = 'corp_to_corp'", by: ["payroll", "admin"] },
  { table: "contractors", set: "is_active = false", by: ["admin"] },
  { table: "assignments", set: "overtime_rule = 'flsa'", by: ["recruiting", "admin"] },
  { table: "assignments", set: "overtime_rule_reason = 'Seen.'", by: ["recruiting", "admin"] },
];
const OTHERS = [...STAFF, "ada", "north"] as const;

Deno.test("corrections/each_column_is_its_roles_to_correct_and_the_others_are_told_so", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`
      insert into contractors (id, first_name, last_name, email)
      values (${firm.people.north}, 'Una', 'Untried', 'una@example.org')`; // an id that is not one of theirs
    await sql`
      insert into assignments (id, contractor_id, facility_id, start_date)
      values (${firm.people.north}, ${firm.people.north}, ${firm.people.north}, '2098-01-01')`;
    for (const { table, set, by } of CORRECTIONS) {
      for (const caller of OTHERS) {
        const correct = () =>
          runAs(sql, firm, caller, `update ${table} set ${set} where id = '${firm.people.north}'`);
        if (by.includes(caller)) assertEquals((await correct()).count, 1, `${caller} ${set}`);
        else await assertRefused(correct(), 403, "role_required");
      }
    }
    const logged = await sql<{ actor: string }[]>`
      select distinct actor from audit_log
       where table_name = 'contractors' and procedure = 'update' and actor is not null`;
    const { recruiting, payroll, admin } = firm.users;
    assertEquals(
      logged.map(({ actor }) => actor).toSorted(),
      [recruiting, payroll, admin].toSorted(),
    );
  }));

Deno.test("corrections/nobody_who_is_signed_in_links_or_makes_contractors_by_an_upsert_either", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const table of ["staff_members", "contractors", "facility_contacts"]) {
      const columns = await writableColumns(sql, firm, "admin", table);
      assert(!columns.includes("user_id") && !columns.includes("id"), table);
    }
    for (const caller of OTHERS) {
      await assertDenied(runAs(
        sql,
        firm,
        caller,
        `insert into contractors (first_name, last_name, email) values ('A', 'B', 'c@example.org')
             on conflict (id) do update set first_name = 'A'`,
      ));
      const upsert = runAs(
        sql,
        firm,
        caller,
        `insert into staff_members (name, roles) values ('Me', '{admin}')
             on conflict (id) do update set roles = '{admin}'`,
      );
      if (caller === "admin") await upsert;
      else await assertRefused(upsert, 403, "role_required");
    }
  }));

Deno.test("corrections/employment_and_the_overtime_rule_stay_once_there_is_approved_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { ada } = firm.people;
    const employ = (caller: Caller) =>
      runAs(
        sql,
        firm,
        caller,
        `update contractors set employment_type = '1099' where id = '${ada}'`,
      );
    const rule = (caller: Caller) =>
      runAs(
        sql,
        firm,
        caller,
        `update assignments set overtime_rule = 'none' where id = '${firm.placements.adaNorth}'`,
      );
    for (const caller of ["payroll", "admin", "service"] as const) {
      await assertRefused(employ(caller), 409, "contractor_employed_otherwise");
    }
    for (const caller of ["recruiting", "admin", "service"] as const) {
      await assertRefused(rule(caller), 409, "overtime_rule_in_use");
    }
    // Of a contractor and a placement whose time is not approved yet, they change.
    const [other] = await sql<[{ id: string; contractor_id: string }]>`
      with made as (insert into contractors (first_name, last_name, email)
                    values ('Ola', 'New', 'ola@example.org') returning id)
      insert into assignments (contractor_id, facility_id, start_date)
      select id, ${firm.people.north}, '2026-01-01' from made returning id, contractor_id`;
    await sql`
      insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      values (${other.id}, '2026-01-01', 100, 60)`;
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${other.id}, '2026-01-05', 8, 'submitted')`;
    for (
      const [caller, statement] of [
        [
          "payroll",
          `update contractors set employment_type = '1099' where id = '${other.contractor_id}'`,
        ],
        ["recruiting", `update assignments set overtime_rule = 'none' where id = '${other.id}'`],
      ] as const
    ) {
      assertEquals((await runAs(sql, firm, caller, statement)).count, 1);
    }
  }));

Deno.test("corrections/an_address_that_another_contractor_has_is_refused_with_their_name", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`update contractors set email = 'Ben@example.org' where first_name = 'ben'`;
    const correct = (email: string) =>
      runAs(
        sql,
        firm,
        "recruiting",
        `update contractors set email = '${email}' where id = '${firm.people.ada}'`,
      );
    await assertRefused(correct("bEN@example.org"), 409, "contractor_email_taken");
    await assertRejectsWith(
      () => correct("ben@example.org"),
      /^PostgresError: The contractor ben Nurse already has/,
    );
    assertEquals((await correct("Ada@example.org")).count, 1);
    assertEquals((await correct("ada@example.org")).count, 1); // of her own in other letters
  }));

Deno.test("corrections/a_contact_who_is_deactivated_sees_and_does_nothing_from_then_on", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const seen = async (table: string) =>
      (await runAs(sql, firm, "north", `select from ${table}`)).length;
    const tables = [
      "facilities",
      "facility_contacts",
      "invoices",
      "time_entries",
      "unapproved_time",
    ];
    for (const table of tables) assert(await seen(table) > 0, table);
    const deactivate = `update facility_contacts set is_active = false
                         where id = '${firm.id("facility_contacts", "north")}'`;
    for (const caller of ["payroll", "recruiting", "viewer", "north"] as const) {
      await assertRefused(runAs(sql, firm, caller, deactivate), 403, "role_required");
    }
    assertEquals((await runAs(sql, firm, "billing", deactivate)).count, 1);
    for (const table of tables) assertStrictEquals(await seen(table), 0, table);
    const approve = "update time_entries set status = 'approved' where status = 'submitted'";
    await assertRefused(runAs(sql, firm, "north", approve), 403, "role_required");
  }));
