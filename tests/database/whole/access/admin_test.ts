// What admins alone may do, and what not even they may.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("access/only_admins_say_who_is_staff_and_what_they_may_do", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const promote = "update staff_members set roles = '{admin}'";
    const join = "insert into staff_members (name, roles) values ('New', '{admin}')";
    for (const caller of ["viewer", "billing", "payroll", "recruiting", "ada", "north"] as const) {
      await assertRefused(runAs(sql, firm, caller, promote), 403, "role_required");
      await assertRefused(
        runAs(sql, firm, caller, "delete from staff_members"),
        403,
        "role_required",
      );
      await assertRefused(runAs(sql, firm, caller, join), 403, "role_required");
    }
    assertEquals((await runAs(sql, firm, "admin", `${join} returning id`)).length, 1);
    const where = `where user_id = '${firm.users.viewer}'`;
    const change =
      `update staff_members set roles = '{billing}', is_active = false ${where} returning id`;
    assertEquals((await runAs(sql, firm, "admin", change)).length, 1);
    const remove = "delete from staff_members where name = 'New' returning id";
    assertEquals((await runAs(sql, firm, "admin", remove)).length, 1);
  }));

Deno.test("access/only_admins_change_the_settings", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const change = "update organization_settings set require_second_approver = true";
    for (const caller of ["viewer", "billing", "payroll", "recruiting", "ada"] as const) {
      await assertRefused(runAs(sql, firm, caller, change), 403, "role_required");
    }
    assertEquals((await runAs(sql, firm, "admin", change)).count, 1);
    await assertDenied(runAs(sql, firm, "admin", "delete from organization_settings"));
  }));

Deno.test("access/the_audit_log_is_read_by_admins_and_written_by_nobody", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const read = "select from audit_log";
    for (const caller of ["viewer", "billing", "payroll", "recruiting", "ada", "north"] as const) {
      assertStrictEquals((await runAs(sql, firm, caller, read)).length, 0, caller);
    }
    for (const caller of ["admin", "service"] as const) {
      assert((await runAs(sql, firm, caller, read)).length > 0);
    }
    for (const caller of ["viewer", "admin", "service", "ada"] as const) {
      for (
        const statement of [
          "insert into audit_log (procedure, table_name) values ('forged', 'invoices')",
          "update audit_log set actor = null",
          "delete from audit_log",
          "truncate audit_log",
        ]
      ) await assertDenied(runAs(sql, firm, caller, statement), `${caller}: ${statement}`);
    }
    await assertRefused(sql`delete from audit_log`, 409, "audit_log_is_append_only");
  }));

Deno.test("access/nobody_truncates_or_refers_to_a_table", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const table of new Set(firm.rows.map((row) => row.table))) {
      for (const caller of ["signed_out", "admin", "service"] as const) {
        await assertDenied(runAs(sql, firm, caller, `truncate "${table}"`), `${caller} ${table}`)
          .catch((error) => assertMatch(String(error), /is not a table/));
      }
    }
  }));
