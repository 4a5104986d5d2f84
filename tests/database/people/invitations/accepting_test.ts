// invite and accept_invitation: who is linked to what, and to what only.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type { InvitationCode } from "../../../../tools/json_shapes.ts";
import { actingAs } from "../../../support/access/acting.ts";
import {
  acceptAs,
  assertNotValid,
  invite,
  INVITED_KINDS,
  newcomer,
  statesOf,
  TABLE_OF,
  testEachKind,
  userOf,
  withdraw,
} from "../../../support/people/invitations.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const user = () => crypto.randomUUID();

testEachKind("whoever_is_signed_in_and_has_the_code_is_linked", async (sql, person) => {
  const [invited] = await sql<[{ answer: InvitationCode }]>`
    select public.invite(${person.kind}, ${person.id}) as answer`;
  assertEquals(Object.keys(invited.answer).sort(), ["code", "expires_at", "mailed_to"]);
  assertEquals(invited.answer.mailed_to, null);
  assertMatch(invited.answer.code, /^[0-9a-f-]{72}$/);
  assertStrictEquals(Date.parse(invited.answer.expires_at), Date.parse("2026-03-15T12:00:00Z"));

  const one = user();
  assertEquals(await acceptAs(sql, one, invited.answer.code), person);
  assertStrictEquals(await userOf(sql, person), one);
  assertEquals(await statesOf(sql, person), ["accepted"]);
  const [kept] = await sql`select accepted_by from invitations where accepted_at is not null`;
  assertStrictEquals(kept?.accepted_by, one);
});

testEachKind("accepting_again_answers_the_same_and_changes_nothing", async (sql, person) => {
  const [one, code] = [user(), await invite(sql, person)];
  await acceptAs(sql, one, code);
  const log = await sql`select * from audit_log`;
  assertEquals(await acceptAs(sql, one, code), person);
  assertEquals([...await sql`select * from audit_log`], [...log]);
});

testEachKind("a_code_copied_with_white_space_is_the_same", async (sql, person) => {
  const code = await invite(sql, person);
  assertEquals(
    await acceptAs(sql, user(), ` ${code.slice(0, 40)}\r\n${code.slice(40)}\n`),
    person,
  );
});

testEachKind("only_the_digest_of_a_code_is_kept", async (sql, person) => {
  const code = await invite(sql, person);
  const tables = await sql<{ path: string }[]>`
    select oid::regclass::text as path from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`;
  for (const { path } of tables) {
    const found = await sql.unsafe(
      `select from ${path} as row where row::text like '%' || $1 || '%'`,
      [code],
    );
    assertStrictEquals(found.length, 0, path);
  }
  const [kept] =
    await sql`select from private.invitations where code_sha256 = sha256(${code}::text::bytea)`;
  assert(kept);
});

testEachKind("a_code_links_one_user_only", async (sql, person) => {
  const [one, code] = [user(), await invite(sql, person)];
  await acceptAs(sql, one, code);
  await assertNotValid(acceptAs(sql, user(), code));
  assertStrictEquals(await userOf(sql, person), one);
  await assertRefused(invite(sql, person), 409, "already_linked");
  await assertRefused(withdraw(sql, person), 409, "already_linked");
});

testEachKind("an_unknown_code_is_refused_as_a_used_one", async (sql, person) => {
  const code = await invite(sql, person);
  await assertNotValid(acceptAs(sql, user(), ""));
  await assertNotValid(acceptAs(sql, user(), code.slice(1)));
  await assertNotValid(acceptAs(sql, user(), code.toUpperCase()));
});

testEachKind("a_user_is_linked_to_one_row_of_a_kind", async (sql, person) => {
  const one = user();
  await acceptAs(sql, one, await invite(sql, person));
  const table = TABLE_OF[person.kind];
  const [other] = await sql.unsafe<[{ id: string }]>(
    `insert into ${table} (${
      person.kind === "contractor"
        ? "first_name, last_name, email) select first_name, last_name, 'x' || email"
        : person.kind === "facility_contact"
        ? "facility_id, name) select facility_id, 'Ivo'"
        : "name) select 'Ivo'"
    } from ${table} returning id`,
  );
  const second = { kind: person.kind, id: other.id };
  const code = await invite(sql, second);
  await assertRefused(acceptAs(sql, one, code), 409, "user_already_linked");
  assertEquals(await statesOf(sql, second), ["open"]);
  assertEquals(await acceptAs(sql, user(), code), second);
});

Deno.test("invitations/somebody_may_be_staff_a_contractor_and_a_contact_of_two_facilities", () =>
  withDatabase(async ({ sql }) => {
    const one = user();
    for (const kind of [...INVITED_KINDS, "facility_contact"] as const) {
      const person = await newcomer(sql, kind);
      assertEquals(await acceptAs(sql, one, await invite(sql, person)), person);
    }
    assertEquals((await sql`select from facility_contacts where user_id = ${one}`).length, 2);
  }));

Deno.test("invitations/an_equal_e_mail_address_proves_nothing", () =>
  withDatabase(async ({ sql }) => {
    const person = await newcomer(sql, "staff_member");
    await invite(sql, person);
    const claims = JSON.stringify({
      role: "authenticated",
      sub: user(),
      email: "ada@example.org",
      user_metadata: { email: "ada@example.org", email_verified: true },
    });
    await actingAs(sql, { role: "authenticated", claims }, async (sql) => {
      assertStrictEquals((await sql`select from staff_members`).length, 0);
      await assertRefused(
        sql.savepoint((sql) => sql`select public.accept_invitation('ada@example.org')`),
        404,
        "invitation_not_valid",
      );
    });
    assertEquals(await userOf(sql, person), null);
  }));
