// Invitations that meet: named interleavings on two connections.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { actingAs } from "../support/access/acting.ts";
import { SERVICE, signedIn } from "../support/access/callers.ts";
import {
  accept,
  acceptAs,
  assertNotValid,
  invite,
  INVITED_KINDS,
  newcomer,
  type Person,
  statesOf,
  TABLE_OF,
  unlink,
  userOf,
  withdraw,
} from "../support/people/invitations.ts";
import { connectTo, type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave, waitUntilBlocked } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

const [ONE, OTHER] = [crypto.randomUUID(), crypto.randomUUID()];

/** Registers a race that is run for each kind, on somebody who is invited. */
function testRace(
  name: string,
  race: (database: TestDatabase, person: Person, code: string) => Promise<void>,
): void {
  Deno.test(`invitations/${name}`, async (t) => {
    for (const kind of INVITED_KINDS) {
      await t.step(kind, () =>
        withDatabase(async (database) => {
          // Two admins, so that who changes staff waits for nobody else.
          await database.sql`
            insert into staff_members (user_id, roles)
            select gen_random_uuid(), '{admin}' from generate_series(1, 2)`;
          const person = await newcomer(database.sql, kind);
          await race(database, person, await invite(database.sql, person));
        }));
    }
  });
}

type Sql = Parameters<Parameters<typeof actingAs>[2]>[0];

/** Accepts as a user in a transaction that is open. */
async function acceptIn(sql: Sql, user: string, code: string): Promise<Person> {
  const { role, claims } = signedIn(user);
  await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`;
  return await accept(sql, code);
}

testRace(
  "of_two_users_who_accept_one_code_at_once_the_first_is_linked",
  async (db, person, code) => {
    await assertNotValid(
      interleave(db.url, (sql) => acceptIn(sql, ONE, code), () => acceptAs(db.sql, OTHER, code)),
    );
    assertStrictEquals(await userOf(db.sql, person), ONE);
    assertEquals(await statesOf(db.sql, person), ["accepted"]);
  },
);

testRace("one_user_who_accepts_twice_at_once_is_answered_twice", async (db, person, code) => {
  const again = await interleave(
    db.url,
    (sql) => acceptIn(sql, ONE, code),
    () => acceptAs(db.sql, ONE, code),
  );
  assertEquals(again, person);
});

testRace("a_code_that_is_being_withdrawn_is_good_for_nothing", async (db, person, code) => {
  await assertNotValid(
    interleave(db.url, (sql) => withdraw(sql, person), () => acceptAs(db.sql, ONE, code)),
  );
  assertEquals(await userOf(db.sql, person), null);
  assertEquals(await statesOf(db.sql, person), ["withdrawn"]);
});

testRace("a_code_that_is_being_accepted_is_not_withdrawn_any_more", async (db, person, code) => {
  await assertRefused(
    interleave(db.url, (sql) => acceptIn(sql, ONE, code), () => withdraw(db.sql, person)),
    409,
    "already_linked",
  );
  assertStrictEquals(await userOf(db.sql, person), ONE);
});

testRace("who_is_being_deactivated_does_not_get_in", async (db, person, code) => {
  const deactivate = (sql: Sql) =>
    sql.unsafe(`update ${TABLE_OF[person.kind]} set is_active = false where id = '${person.id}'`);
  await assertRefused(
    interleave(db.url, deactivate, () => acceptAs(db.sql, ONE, code)),
    409,
    "person_inactive",
  );
  assertEquals(await userOf(db.sql, person), null);
});

testRace("who_is_deactivated_while_they_accept_is_linked_and_out", async (db, person, code) => {
  const table = TABLE_OF[person.kind];
  await interleave(
    db.url,
    (sql) => acceptIn(sql, ONE, code),
    () => db.sql.unsafe(`update ${table} set is_active = false where id = '${person.id}'`),
  );
  assertStrictEquals(await userOf(db.sql, person), ONE);
  const seen = actingAs(db.sql, signedIn(ONE), (sql) => sql.unsafe(`select from ${table}`));
  assertStrictEquals((await seen).length, 0);
});

testRace("who_is_unlinked_while_they_accept_is_out", async (db, person, code) => {
  await interleave(db.url, (sql) => acceptIn(sql, ONE, code), () => unlink(db.sql, person));
  assertEquals(await userOf(db.sql, person), null);
  await assertNotValid(acceptAs(db.sql, ONE, code));
});

testRace("who_accepts_again_while_they_are_unlinked_stays_out", async (db, person, code) => {
  await acceptAs(db.sql, ONE, code);
  await assertNotValid(
    interleave(db.url, (sql) => unlink(sql, person), () => acceptAs(db.sql, ONE, code)),
  );
  assertEquals(await userOf(db.sql, person), null);
});

testRace("whose_row_changes_while_they_accept_is_not_linked", async (db, person, code) => {
  const correct = (sql: Sql) =>
    sql.unsafe(
      `update ${TABLE_OF[person.kind]} set email = 'else@example.org' where id = '${person.id}'`,
    );
  await assertNotValid(interleave(db.url, correct, () => acceptAs(db.sql, ONE, code)));
});

testRace("of_two_invitations_at_once_the_second_is_open", async (db, person) => {
  const codes: string[] = [];
  codes.push(
    await interleave(
      db.url,
      async (sql) => codes.push(await invite(sql, person)),
      () => invite(db.sql, person),
    ),
  );
  assertEquals(await statesOf(db.sql, person), ["replaced", "replaced", "open"]);
  const [first = "", second = ""] = codes;
  await assertNotValid(acceptAs(db.sql, ONE, first));
  assertEquals(await acceptAs(db.sql, ONE, second), person);
});

testRace(
  "a_user_who_accepts_two_codes_of_a_kind_at_once_is_linked_once",
  async (db, person, code) => {
    const add = {
      staff_member: "insert into staff_members (name) values ('Cy') returning id",
      contractor: `insert into contractors (first_name, last_name, email)
                 values ('Cy', 'Nurse', 'cy@example.org') returning id`,
      facility_contact: `insert into facility_contacts (facility_id, name)
                       select facility_id, 'Cy' from facility_contacts returning id`,
    };
    const [other] = await db.sql.unsafe<[{ id: string }]>(add[person.kind]);
    const second = await invite(db.sql, { kind: person.kind, id: other.id });
    await assertRefused(
      interleave(db.url, (sql) => acceptIn(sql, ONE, code), () => acceptAs(db.sql, ONE, second)),
      409,
      "user_already_linked",
    );
  },
);

Deno.test("invitations/of_two_admins_who_are_unlinked_at_once_one_stays", () =>
  withDatabase(async ({ sql, url }) => {
    const rows = await sql<{ id: string }[]>`
      insert into staff_members (name, user_id, roles)
      values ('Ada', ${ONE}, '{admin}'), ('Bea', ${OTHER}, '{admin}') returning id`;
    const [ada, bea] = rows.map(({ id }) => ({ kind: "staff_member", id }) as const);
    assert(ada && bea);
    await assertRefused(
      interleave(
        url,
        async (sql) => {
          const { role, claims } = SERVICE;
          await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`;
          await unlink(sql, ada);
        },
        () => actingAs(sql, SERVICE, (sql) => unlink(sql, bea)),
      ),
      409,
      "last_admin",
    );
    assertStrictEquals(await userOf(sql, bea), OTHER);
  }));

Deno.test("invitations/who_accepts_to_be_staff_waits_for_who_writes_staff_and_holds_nothing_meanwhile", () =>
  withDatabase(async ({ sql, url }) => {
    const admin = crypto.randomUUID();
    await sql`insert into staff_members (user_id, roles) values (${admin}, '{admin}')`;
    const person = await newcomer(sql, "staff_member");
    const code = await invite(sql, person);
    const accepting = connectTo(url);
    const accepted = await actingAs(sql, signedIn(admin), async (writing) => {
      await writing`update staff_members set name = name where user_id = ${admin}`;
      const accepted = acceptAs(accepting, ONE, code);
      await waitUntilBlocked(sql);
      await writing`update staff_members set name = 'Ada Lind' where id = ${person.id}`;
      return { accepted };
    });
    assertEquals(await accepted.accepted, person);
    await accepting.end();
  }));

Deno.test("invitations/of_a_contractor_wait_for_nobody_who_is_paying_them", () =>
  withDatabase(async ({ sql, url }) => {
    const person = await newcomer(sql, "contractor");
    const code = await invite(sql, person);
    const [paying, linking] = [connectTo(url), connectTo(url, { statement_timeout: "5s" })];
    await paying.begin(async (paying) => {
      await paying`
        insert into payroll_adjustments (contractor_id, kind, amount, payable_on)
        values (${person.id}, 'reimbursement', 5, '2026-03-06')`;
      assertEquals(await acceptAs(linking, ONE, code), person);
      await unlink(linking, person);
    });
    await Promise.all([paying.end(), linking.end()]);
  }));
