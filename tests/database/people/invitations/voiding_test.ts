// What makes the code of an invitation good for nothing.
import { assertEquals } from "@std/assert";
import { actingAs } from "../../../support/access/acting.ts";
import { signedIn } from "../../../support/access/callers.ts";
import {
  acceptAs,
  assertNotValid,
  invite,
  newcomer,
  statesOf,
  TABLE_OF,
  testEachKind,
  unlink,
  userOf,
  withdraw,
} from "../../../support/people/invitations.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const user = () => crypto.randomUUID();

testEachKind("inviting_again_voids_the_former_code", async (sql, person) => {
  const [former, code] = [await invite(sql, person), await invite(sql, person)];
  await assertNotValid(acceptAs(sql, user(), former));
  assertEquals(await statesOf(sql, person), ["replaced", "open"]);
  assertEquals(await acceptAs(sql, user(), code), person);
});

testEachKind("a_code_is_good_for_fourteen_days", async (sql, person) => {
  const code = await invite(sql, person);
  const acceptOn = (clock: string) =>
    actingAs(sql, signedIn(user()), async (sql) => {
      await sql`select set_config('app.clock', ${clock}, true)`;
      return await sql`select public.accept_invitation(${code})`;
    });
  await assertNotValid(acceptOn("2026-03-15 12:00:00+00"));
  const [seen] = await sql.begin(async (sql) => {
    await sql`set local app.clock = '2026-03-15 12:00:00+00'`;
    return await sql`select state from invitations`;
  });
  assertEquals(seen?.state, "expired");
  await acceptOn("2026-03-15 11:59:59+00");
});

testEachKind("a_withdrawn_code_is_good_for_nothing", async (sql, person) => {
  await assertRefused(withdraw(sql, person), 404, "invitation_not_found");
  const code = await invite(sql, person);
  assertEquals(await withdraw(sql, person), person);
  assertEquals(await withdraw(sql, person), person);
  assertEquals(await statesOf(sql, person), ["withdrawn"]);
  await assertNotValid(acceptAs(sql, user(), code));
  assertEquals(await userOf(sql, person), null);
});

testEachKind("a_new_e_mail_voids_the_code", async (sql, person) => {
  const code = await invite(sql, person);
  const change = (set: string) => sql.unsafe(`update ${TABLE_OF[person.kind]} set ${set}`);
  const name = person.kind === "contractor" ? "last_name" : "name";
  await change(`${name} = 'Ada Okafor-Lind', email = email`);
  assertEquals(await statesOf(sql, person), ["open"]);
  await change("email = 'else@example.org'");
  assertEquals(await statesOf(sql, person), ["changed"]);
  await assertNotValid(acceptAs(sql, user(), code));
});

Deno.test("invitations/other_roles_void_the_code_of_staff_whoever_writes_them", () =>
  withDatabase(async ({ sql }) => {
    const person = await newcomer(sql, "staff_member");
    const admin = user();
    await sql`insert into staff_members (user_id, roles) values (${admin}, '{admin}')`;
    const code = await invite(sql, person);
    await actingAs(
      sql,
      signedIn(admin),
      (sql) => sql`update staff_members set roles = '{admin}' where id = ${person.id}`,
    );
    await assertNotValid(acceptAs(sql, user(), code));
  }));

Deno.test("invitations/another_facility_voids_the_code_of_a_contact", () =>
  withDatabase(async ({ sql }) => {
    const person = await newcomer(sql, "facility_contact");
    const code = await invite(sql, person);
    await sql`
      with other as (insert into facilities (name) values ('North') returning id)
      update facility_contacts set facility_id = other.id from other`;
    await assertNotValid(acceptAs(sql, user(), code));
  }));

testEachKind(
  "an_inactive_row_is_not_invited_and_its_code_is_void_for_good",
  async (sql, person) => {
    const code = await invite(sql, person);
    const setActive = (active: boolean) =>
      sql.unsafe(`update ${TABLE_OF[person.kind]} set is_active = ${active}`);
    await setActive(false);
    await assertRefused(acceptAs(sql, user(), code), 409, "person_inactive");
    await assertRefused(invite(sql, person), 409, "person_inactive");
    await setActive(true);
    await assertNotValid(acceptAs(sql, user(), code));
    await acceptAs(sql, user(), await invite(sql, person));
  },
);

testEachKind("the_code_of_a_deleted_row_is_good_for_nothing", async (sql, person) => {
  const code = await invite(sql, person);
  await sql.unsafe(`delete from ${TABLE_OF[person.kind]}`);
  await assertNotValid(acceptAs(sql, user(), code));
  await assertRefused(invite(sql, person), 404, "person_not_found");
  await assertRefused(withdraw(sql, person), 404, "person_not_found");
  const [kept] = await sql`select state, name from invitations`;
  assertEquals(kept, { state: "changed", name: null });
});

testEachKind("whom_the_secret_key_links_meanwhile_is_not_linked_again", async (sql, person) => {
  const code = await invite(sql, person);
  await sql.unsafe(`update ${TABLE_OF[person.kind]} set user_id = gen_random_uuid()`);
  await assertRefused(acceptAs(sql, user(), code), 409, "already_linked");
  await unlink(sql, person);
  await assertNotValid(acceptAs(sql, user(), code));
});
