// Roles that count only with a second factor, who may say so, and what goes without.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs, assertFindsNothing } from "../../support/access/acting.ts";
import { SERVICE, signedIn } from "../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../support/access/firm/firm.ts";
import { codeOf, signedInAt, withFactors } from "../../support/people/factors.ts";
import { askTwoPeople } from "../../support/people/two_people.ts";
import { accept, invite, newcomer } from "../../support/people/invitations.ts";
import { staffMember } from "../../support/people/staff.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";

const ASK = (roles: string) =>
  `update organization_settings set second_factor_roles = '${roles}' returning second_factor_roles`;

type Who = "admin" | "billing" | "payroll" | "recruiting" | "viewer" | "ada" | "north";

/** A firm that asks a second factor of these roles; `as` runs a statement at a level of assurance. */
function withFirm(
  roles: string,
  test: (
    as: (
      who: Who,
      aal: "aal1" | "aal2",
      statement: string,
    ) => Promise<postgres.RowList<postgres.Row[]>>,
    firm: AccessFirm,
    sql: postgres.Sql,
  ) => Promise<void>,
): Promise<void> {
  return withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await withFactors(sql);
    await sql.unsafe(ASK(roles));
    await test(
      (who, aal, statement) =>
        actingAs(sql, signedInAt(firm.users[who], aal), (sql) => sql.unsafe(statement)),
      firm,
      sql,
    );
  });
}

Deno.test("second_factor/a_role_that_it_is_asked_of_counts_only_with_it", () =>
  withFirm("{billing}", async (as) => {
    const bill = "select weekly_billing_run()";
    await assertRefused(as("billing", "aal1", bill), 403, "second_factor_required");
    assertStrictEquals((await as("billing", "aal2", bill)).count, 1);
    // An admin may do the same, by a role of which none is asked.
    assertStrictEquals((await as("admin", "aal1", bill)).count, 1);
    await assertRefused(as("payroll", "aal1", bill), 403, "role_required");
  }));

Deno.test("second_factor/is_asked_of_who_requests_an_approval_too", () =>
  withFirm("{billing}", async (as, _firm, sql) => {
    await askTwoPeople(sql);
    const request = `select request_approval('write_off_invoice',
      jsonb_build_object('invoice_id', id, 'amount', 1, 'reason', 'Disputed.'), 'They are bankrupt.')
      from (select id from invoices where status = 'sent' and balance > 1 order by id limit 1) as one`;
    await assertRefused(as("billing", "aal1", request), 403, "second_factor_required");
    assertStrictEquals((await as("billing", "aal2", request)).count, 1);
  }));

Deno.test("second_factor/writes_and_rows_that_take_the_role_are_refused_and_hidden", () =>
  withFirm("{billing,payroll}", async (as) => {
    const enter = "update facilities set purchase_order = 'PO-7' where false";
    await assertRefused(as("billing", "aal1", enter), 403, "second_factor_required");
    assertStrictEquals((await as("billing", "aal2", enter)).count, 0);
    await assertFindsNothing(as("payroll", "aal1", "select from payroll_items"));
    assertStrictEquals((await as("payroll", "aal2", "select from payroll_items")).count > 0, true);
    // Whatever all staff read, they read.
    assertStrictEquals((await as("payroll", "aal1", "select from facilities")).count > 0, true);
  }));

Deno.test("second_factor/who_has_several_roles_keeps_those_that_it_is_not_asked_of", () =>
  withFirm("{billing}", async (_, __, sql) => {
    const { claims } = await staffMember(sql, "billing", "recruiting");
    const user = JSON.parse(claims).sub;
    const has = async (aal: "aal1" | "aal2", role: string) => {
      const [row] = await actingAs(
        sql,
        signedInAt(user, aal),
        (sql) => sql`select private.has_role(${role}) as has`,
      );
      return row?.["has"];
    };
    assertEquals(
      [await has("aal1", "billing"), await has("aal1", "recruiting"), await has("aal2", "billing")],
      [false, true, true],
    );
    const both = (aal: "aal1" | "aal2") =>
      actingAs(
        sql,
        signedInAt(user, aal),
        (sql) => sql`select private.has_role('recruiting', 'billing') as has`,
      );
    assertEquals((await both("aal1"))[0]?.["has"], true);
  }));

Deno.test("second_factor/asked_of_admins_takes_every_role_of_theirs", () =>
  withFirm("{admin}", async (as) => {
    for (
      const call of ["select rls_auto_enable()", "select weekly_billing_run()"]
    ) {
      await assertRefused(as("admin", "aal1", call), 403, "second_factor_required");
    }
    await assertFindsNothing(as("admin", "aal1", "select from audit_log"));
    assertStrictEquals((await as("admin", "aal2", "select from audit_log")).count > 0, true);
    assertStrictEquals((await as("billing", "aal1", "select weekly_billing_run()")).count, 1);
  }));

Deno.test("second_factor/is_told_by_me_and_me_works_without", () =>
  withFirm("{admin,payroll}", async (as) => {
    const told = async (who: Who, aal: "aal1" | "aal2") =>
      (await as(who, aal, "select lacks_second_factor as lacks from me"))[0]?.["lacks"];
    for (const who of ["admin", "payroll"] as const) {
      assertEquals([await told(who, "aal1"), await told(who, "aal2")], [true, false], who);
    }
    for (const who of ["billing", "recruiting", "viewer", "ada", "north"] as const) {
      assertEquals(await told(who, "aal1"), false, who);
    }
  }));

Deno.test("second_factor/invitations_are_accepted_and_own_pages_read_without", () =>
  withFirm("{admin,billing,payroll}", async (as, _, sql) => {
    const code = await invite(sql, await newcomer(sql, "staff_member"));
    const user = crypto.randomUUID();
    const { kind } = await actingAs(sql, signedInAt(user, "aal1"), (sql) => accept(sql, code));
    assertEquals(kind, "staff_member");
    assertStrictEquals((await as("ada", "aal1", "select from my_assignments")).count > 0, true);
    assertStrictEquals((await as("north", "aal1", "select from facilities")).count > 0, true);
  }));

Deno.test("second_factor/the_secret_key_and_the_owner_pass", () =>
  withFirm("{admin,billing,payroll}", async (_, __, sql) => {
    const bill = "select weekly_billing_run(dry_run => true)";
    assertStrictEquals((await actingAs(sql, SERVICE, (sql) => sql.unsafe(bill))).count, 1);
    assertStrictEquals((await sql.unsafe(bill)).count, 1);
  }));

Deno.test("second_factor/only_the_owner_and_an_admin_who_has_one_say_whom_it_is_asked_of", () =>
  withFirm("{}", async (as, firm, sql) => {
    await assertRefused(as("admin", "aal1", ASK("{billing}")), 403, "second_factor_required");
    await assertRefused(
      actingAs(sql, signedIn(firm.users.admin), (sql) => sql.unsafe(ASK("{billing}"))),
      403,
      "second_factor_required",
    );
    await assertRefused(
      actingAs(sql, SERVICE, (sql) => sql.unsafe(ASK("{billing}"))),
      403,
      "second_factor_required",
    );
    await assertRefused(as("billing", "aal2", ASK("{billing}")), 403, "role_required");
    const [row] = await as("admin", "aal2", ASK("{billing}"));
    assertEquals(row?.["second_factor_roles"], ["billing"]);
    // Nor does anybody else do without again.
    await assertRefused(as("admin", "aal1", ASK("{}")), 403, "second_factor_required");
    assertStrictEquals((await as("admin", "aal2", ASK("{}"))).count, 1);
    await assertViolates(as("admin", "aal2", ASK("{viewer}")), "second_factor_roles_are_known");
    const logged = await sql`
      select from audit_log
       where table_name = 'organization_settings' and new -> 'second_factor_roles' = '["billing"]'
         and actor = ${firm.users.admin}`;
    assertStrictEquals(logged.count > 0, true);
  }));

Deno.test("second_factor/is_refused_by_name_where_the_sign_in_service_has_none", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const admin = signedInAt(firm.users.admin, "aal2");
    const ask = actingAs(sql, admin, (sql) => sql.unsafe(ASK("{admin}")));
    await assertRefused(ask, 409, "second_factor_not_available");
    await assertRefused(sql.unsafe(ASK("{admin}")), 409, "second_factor_not_available");
    await assertRefused(
      sql`select private.remove_second_factor('staff_member', ${
        firm.id("staff_members", "admin")
      })`,
      409,
      "second_factor_not_available",
    );
  }));

Deno.test("second_factor/that_is_lost_is_removed_by_the_owner_who_ends_the_sessions_too", () =>
  withFirm("{admin}", async (as, firm, sql) => {
    await sql`insert into auth.mfa_factors (user_id) values (${firm.users.admin}), (${firm.users.billing})`;
    const id = firm.id("staff_members", "admin");
    const call = `select private.remove_second_factor('staff_member', '${id}') as removed`;
    for (const who of ["admin", "billing"] as const) {
      const error = await as(who, "aal2", call).then(() => null, (error) => error.code);
      assertEquals(error, "42501", who);
    }
    assertEquals((await sql.unsafe(call))[0]?.["removed"], 1);
    assertEquals((await sql.unsafe(call))[0]?.["removed"], 0);
    const left = await sql<{ user_id: string }[]>`select user_id from auth.mfa_factors`;
    assertEquals(left.map(({ user_id }) => user_id), [firm.users.billing]);
    await assertRefused(as("admin", "aal2", "select from me"), 401, "signed_out_everywhere");
    const [logged] = await sql`
      select old, caller from audit_log where procedure = 'remove_second_factor' and old @> '{"factors": 1}'`;
    assertEquals(logged?.["caller"], "owner");
  }));

Deno.test("second_factor/codes_of_these_tests_are_those_of_rfc_6238", () => {
  // Its test values are of eight digits, of the secret 12345678901234567890.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  assertEquals([codeOf(secret, 59_000), codeOf(secret, 1_111_111_109_000)], ["287082", "081804"]);
});
