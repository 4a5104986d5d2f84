// A firm keeps an active admin who can sign in.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { runAs } from "../../support/access/acting.ts";
import type { Caller } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const LOSSES = [
  "update staff_members set roles = '{viewer}'",
  "update staff_members set is_active = false",
  "update staff_members set user_id = gen_random_uuid()",
  "update staff_members set user_id = null",
  "update staff_members set roles = '{billing}', is_active = false",
] as const;

/** The firm, whose admin is the only one. */
async function withLastAdmin(
  test: (
    as: (caller: Caller, statement: string) => PromiseLike<{ count: number }>,
    admin: string,
    sql: Parameters<typeof runAs>[0],
  ) => Promise<void>,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`delete from staff_members where id = ${
      firm.id("staff_members", "colleague of the admin")
    }`;
    const as = (caller: Caller, statement: string) => runAs(sql, firm, caller, statement);
    await test(as, firm.id("staff_members", "admin"), sql);
  });
}

Deno.test("staff/the_last_active_admin_stays_one_by_whatever_key_but_the_owners", () =>
  withLastAdmin(async (as, admin, sql) => {
    for (const loss of LOSSES) {
      await assertRefused(as("service", `${loss} where id = '${admin}'`), 409, "last_admin");
      if (loss.includes("user_id")) continue; // nobody who is signed in writes it
      await assertRefused(as("admin", `${loss} where id = '${admin}'`), 409, "last_admin");
    }
    await sql`update staff_members set roles = '{viewer}' where id = ${admin}`;
    assertStrictEquals(
      (await sql`select from staff_members where 'admin' = any (roles)`).length,
      0,
    );
  }));

Deno.test("staff/an_admin_goes_once_there_is_another_who_is_active", () =>
  withLastAdmin(async (as, admin, sql) => {
    await sql`
      insert into staff_members (user_id, roles, is_active)
      values (gen_random_uuid(), '{admin}', false)`;
    const step = () =>
      as("admin", `update staff_members set roles = '{viewer}' where id = '${admin}'`);
    await assertRefused(step(), 409, "last_admin");
    await sql`update staff_members set is_active = true`;
    assertEquals((await step()).count, 1);
  }));

Deno.test("staff/one_statement_does_not_take_all_admins_away", () =>
  withLastAdmin(async (as, admin, sql) => {
    await sql`insert into staff_members (user_id, roles) values (gen_random_uuid(), '{admin}')`;
    for (const loss of LOSSES) {
      if (loss.endsWith("null")) continue; // who was given no name has a user
      const all = `${loss} where 'admin' = any (roles)`;
      await assertRefused(as("service", all), 409, "last_admin");
    }
    // To hand it over in one statement is fine.
    const handOver = `
      update staff_members
         set roles = case when roles = '{payroll}' then '{admin,payroll}'::text[] else '{viewer}' end
       where roles && '{admin,payroll}'`;
    assertEquals((await as("admin", handOver)).count, 3);
    assert(admin);
  }));

Deno.test("staff/who_shared_an_assignment_is_switched_off_and_not_removed", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await sql`
      with rae as (insert into staff_members (name) values ('Rae Lund'), ('Sam Roe') returning id, name)
      insert into assignment_recruiters (assignment_id, staff_member_id, share, effective_from)
      select ${assignment}, id, 1, '2026-03-02' from rae where name = 'Rae Lund'`;
    const removal = sql`delete from staff_members where name = 'Rae Lund'`;
    const error = await removal.then(() => null, (error) => error);
    await assertRefused(removal, 409, "staff_member_is_recruiter");
    assertMatch(error.message, /^Rae Lund is or was a recruiter/);
    assertMatch(error.hint, /switch Active off/);
    assertEquals((await sql`update staff_members set is_active = false`).count, 2);
    assertEquals((await sql`delete from staff_members where name = 'Sam Roe'`).count, 1);
    await sql`delete from assignment_recruiters`;
    assertEquals((await sql`delete from staff_members where name = 'Rae Lund'`).count, 1);
  }));

Deno.test("staff/a_firm_without_an_admin_changes_its_staff_by_the_secret_key", () =>
  withLastAdmin(async (as, admin, sql) => {
    await sql`delete from staff_members where id = ${admin}`;
    await sql`
      insert into staff_members (user_id, roles, is_active) values (gen_random_uuid(), '{admin}', false)`;
    const staff = await as("service", "update staff_members set is_active = false");
    assertEquals(staff.count, 6);
    const invited = "delete from staff_members where user_id is null";
    assertEquals((await as("service", invited)).count, 1);
  }));
