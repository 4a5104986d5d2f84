// unlink: access ends at once, and the row is free for the next.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { actingAs } from "../../../support/access/acting.ts";
import { identityOf, SERVICE, signedIn } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import {
  acceptAs,
  assertNotValid,
  invite,
  newcomer,
  TABLE_OF,
  testEachKind,
  unlink,
  userOf,
} from "../../../support/people/invitations.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const user = () => crypto.randomUUID();

testEachKind("who_is_unlinked_sees_nothing_from_then_on", async (sql, person) => {
  const one = user();
  await acceptAs(sql, one, await invite(sql, person));
  const seen = () =>
    actingAs(
      sql,
      signedIn(one),
      (sql) => sql.unsafe(`select from ${TABLE_OF[person.kind]} where id = '${person.id}'`),
    );
  assertEquals((await seen()).length, 1);
  assertEquals(await unlink(sql, person), person);
  assertStrictEquals((await seen()).length, 0);
  const log = await sql`select * from audit_log`;
  assertEquals(await unlink(sql, person), person);
  assertEquals([...await sql`select * from audit_log`], [...log]);
});

testEachKind(
  "who_is_unlinked_is_invited_again_and_the_old_code_stays_used",
  async (sql, person) => {
    const [one, other] = [user(), user()];
    const old = await invite(sql, person);
    await acceptAs(sql, one, old);
    await unlink(sql, person);
    await assertNotValid(acceptAs(sql, one, old));
    const code = await invite(sql, person);
    await assertNotValid(acceptAs(sql, one, old));
    assertEquals(await acceptAs(sql, other, code), person);
    await assertNotValid(acceptAs(sql, one, old));
    const names = await sql`select user_id, row_id, is_linked from user_names order by is_linked`;
    assertEquals([...names], [
      { user_id: one, row_id: person.id, is_linked: false },
      { user_id: other, row_id: person.id, is_linked: true },
    ]);
  },
);

Deno.test("invitations/the_last_admin_stays_linked_but_for_the_owner", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const member = (label: string) =>
      ({ kind: "staff_member", id: firm.id("staff_members", label) }) as const;
    const admin = identityOf("admin", firm.users);
    await actingAs(sql, admin, (sql) => unlink(sql, member("colleague of the admin")));
    await actingAs(sql, admin, (sql) => unlink(sql, member("billing")));
    for (const identity of [admin, SERVICE]) {
      const attempt = actingAs(sql, identity, (sql) => unlink(sql, member("admin")));
      await assertRefused(attempt, 409, "last_admin");
    }
    await unlink(sql, member("admin"));
    assertEquals(await userOf(sql, member("admin")), null);
  }));

Deno.test("invitations/a_row_without_a_name_gets_one_before_it_is_unlinked", () =>
  withDatabase(async ({ sql }) => {
    const person = await newcomer(sql, "staff_member");
    await sql`update staff_members set name = null, user_id = gen_random_uuid()`;
    await assertRefused(unlink(sql, person), 409, "name_missing");
    await sql`update staff_members set name = 'Ada'`;
    assertEquals(await unlink(sql, person), person);
  }));
