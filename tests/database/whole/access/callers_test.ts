// Who is asking: the database role says what kind of caller, the claims say which user, tables say the rest.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs, assertDenied } from "../../../support/access/acting.ts";
import { signedIn } from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

/** Rows that the tables show to whoever has these claims, as authenticated. */
async function seen(sql: postgres.Sql, claims: string): Promise<number> {
  return await actingAs(sql, { role: "authenticated", claims }, async (sql) => {
    const [row] = await sql<[{ count: number }]>`
      select (select count(*) from staff_members) + (select count(*) from facilities)
             + (select count(*) from time_entries) + (select count(*) from my_pay_rates)
             + (select count(*) from contractors) + (select count(*) from invoices) as count`;
    return Number(row.count);
  });
}

/** Answer of private.caller() after some statements, as a session of a role. */
async function caller(sql: postgres.Sql, session: string, ...statements: string[]) {
  const [row] = await sql.begin(async (sql) => {
    await sql.unsafe(`grant usage on schema private to public;
                      grant execute on function private.caller() to public`);
    await sql.unsafe(`set local session authorization ${session}`);
    for (const statement of statements) await sql.unsafe(statement);
    return await sql`select private.caller() as caller`;
  });
  return row?.caller;
}

function claimsOf(firm: AccessFirm, also: Record<string, unknown>): string {
  return JSON.stringify({ role: "authenticated", sub: firm.users.admin, ...also });
}

Deno.test("access/the_caller_is_what_the_database_role_says", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(await caller(sql, "authenticator"), "nobody");
    assertEquals(await caller(sql, "authenticator", "set local role anon"), "nobody");
    assertEquals(
      await caller(sql, "authenticator", "set local role authenticated"),
      "authenticated",
    );
    assertEquals(await caller(sql, "authenticator", "set local role service_role"), "service_role");
    assertEquals(await caller(sql, "postgres"), "owner");
    assertEquals(await caller(sql, "postgres", "set local role anon"), "nobody");
    assertEquals(await caller(sql, "supabase_auth_admin"), "nobody");
  }));

Deno.test("access/the_claims_do_not_say_what_kind_of_caller_it_is", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const asService = claimsOf(firm, { role: "service_role", sub: undefined });
    const claim = `select set_config('request.jwt.claims', '${asService}', true)`;
    assertEquals(await caller(sql, "authenticator", claim), "nobody");
    const identity = { role: "authenticated", claims: asService };
    await assertRefused(
      actingAs(sql, identity, (sql) => sql`select rls_auto_enable()`),
      403,
      "role_required",
    );
    assertStrictEquals(await seen(sql, asService), 0);
  }));

Deno.test("access/a_role_that_inherits_from_authenticated_is_nobody", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const role = `heir_${crypto.randomUUID().replaceAll("-", "")}`;
    await sql.begin(async (sql) => {
      await sql.unsafe(`create role ${role}; grant authenticated to ${role}`);
      const claims = claimsOf(firm, {});
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`;
      const [row] = await sql`
        select (select count(*)::int from staff_members) as staff, private.is_staff() as is_staff`;
      assertEquals(row, { staff: 0, is_staff: false });
      await sql`reset role`;
      await sql.unsafe(`drop role ${role}`);
    });
  }));

Deno.test("access/an_admins_claims_are_worth_nothing_to_anon_and_authenticator", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const claims = claimsOf(firm, {});
    for (
      const statement of [
        "select from facilities",
        "select from my_pay",
        "select rls_auto_enable()",
      ]
    ) {
      await assertDenied(actingAs(sql, { role: "anon", claims }, (sql) => sql.unsafe(statement)));
      const asAuthenticator = sql.begin(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${claims}, true)`;
        await sql.unsafe("set local session authorization authenticator");
        await sql.unsafe(statement);
      });
      await assertDenied(asAuthenticator);
    }
  }));

Deno.test("access/whoever_has_no_sub_or_one_that_is_no_user_is_nobody", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    assert(await seen(sql, claimsOf(firm, {})) > 0);
    const { admin } = firm.users;
    const subs = [
      undefined,
      null,
      "",
      " ",
      "admin",
      1,
      true,
      [admin],
      { id: admin },
      `${admin}\n`,
      ` ${admin}`,
      `${admin}' or true`,
      admin.replaceAll("-", ""),
      `{${admin}}`,
      admin.slice(1),
      "00000000-0000-0000-0000-000000000000",
      "ffffffff-ffff-ffff-ffff-ffffffffffff",
      crypto.randomUUID(),
    ];
    for (const sub of subs) {
      assertStrictEquals(await seen(sql, claimsOf(firm, { sub })), 0, `${sub}`);
    }
    for (const claims of ["", "{", "{}", "null", "[]", '"text"', "1", `["${admin}"]`]) {
      assertStrictEquals(await seen(sql, claims), 0, claims);
    }
  }));

Deno.test("access/roles_in_metadata_or_other_claims_are_ignored", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const everything = {
      roles: ["admin"],
      user_role: "admin",
      is_admin: true,
      app_metadata: { roles: ["admin"], role: "admin", user_id: firm.users.admin },
      user_metadata: { roles: ["admin"], sub: firm.users.admin, role: "service_role" },
      contractor_id: firm.people.ada,
      facility_id: firm.people.north,
    };
    const stranger = crypto.randomUUID();
    assertStrictEquals(await seen(sql, claimsOf(firm, { sub: stranger, ...everything })), 0);
    const asViewer = claimsOf(firm, { sub: firm.users.viewer, ...everything });
    const attempt = actingAs(
      sql,
      { role: "authenticated", claims: asViewer },
      (sql) => sql`insert into staff_members (name, roles) values ('Stranger', '{admin}')`,
    );
    await assertRefused(attempt, 403, "role_required");
  }));

Deno.test("access/the_older_settings_of_single_claims_are_ignored", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const visible = await actingAs(sql, signedIn(crypto.randomUUID()), async (sql) => {
      await sql`select set_config('request.jwt.claim.sub', ${firm.users.admin}, true),
                       set_config('request.jwt.claim.role', 'service_role', true)`;
      return await sql`select from staff_members`;
    });
    assertStrictEquals(visible.length, 0);
  }));

Deno.test("access/a_member_without_roles_reads_as_staff_and_an_inactive_one_is_nobody", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { claims } = signedIn(firm.users.billing);
    await sql`update staff_members set roles = '{}' where user_id = ${firm.users.billing}`;
    assert(await seen(sql, claims) > 0);
    await sql`update staff_members set is_active = false where user_id = ${firm.users.billing}`;
    assertStrictEquals(await seen(sql, claims), 0);
  }));
