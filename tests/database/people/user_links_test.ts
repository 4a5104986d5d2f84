// Who signed in as whom is kept, under the name they had.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../support/access/acting.ts";
import type { Caller } from "../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../support/access/firm/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

/** Facts about a user that staff see. */
async function named(sql: postgres.Sql, firm: AccessFirm, user: string) {
  const rows = await runAs(
    sql,
    firm,
    "viewer",
    `select name, email, kind, is_linked from user_names where user_id = '${user}'`,
  );
  return [...rows];
}

const LINKED = [
  { table: "staff_members", label: "viewer", kind: "staff_member" },
  { table: "contractors", label: "ada", kind: "contractor" },
  { table: "facility_contacts", label: "north", kind: "facility_contact" },
] as const;

Deno.test("user_links/a_past_user_keeps_the_name_that_the_row_had_then", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const { table, label, kind } of LINKED.slice(1)) {
      const [before, after] = [firm.users[label as "ada"], crypto.randomUUID()];
      const id = firm.id(table, label);
      const name = kind === "contractor" ? "first_name" : "name";
      await sql.unsafe(
        `update ${table} set user_id = '${after}', ${name} = 'Later' where id = $1`,
        [
          id,
        ],
      );
      const full = (first: string) => kind === "contractor" ? `${first} Nurse` : first;
      const [old] = await named(sql, firm, before);
      assertEquals([old?.name, old?.kind, old?.is_linked], [full(label), kind, false]);
      const [now] = await named(sql, firm, after);
      assertEquals([now?.name, now?.kind, now?.is_linked], [full("Later"), kind, true]);
    }
  }));

Deno.test("user_links/a_corrected_name_and_address_follow_while_somebody_is_linked", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const corrections: readonly (readonly [Caller, string, "viewer" | "ada" | "north", string])[] =
      [
        ["admin", "staff_members", "viewer", "name = 'Corrected', email = 'c1@example.org'"],
        [
          "recruiting",
          "contractors",
          "ada",
          "first_name = 'Cor', last_name = 'rected', email = 'c2@example.org'",
        ],
        ["billing", "facility_contacts", "north", "name = 'Corrected', email = 'c3@example.org'"],
      ];
    for (const [caller, table, label, set] of corrections) {
      const where = `where id = '${firm.id(table, label)}'`;
      const done = await runAs(sql, firm, caller, `update ${table} set ${set} ${where}`);
      assertEquals(done.count, 1);
      const [known] = await named(sql, firm, firm.users[label]);
      assertMatch(known?.name, /^Cor ?rected$/);
      assertMatch(known?.email, /^c\d@example\.org$/);
      // Whoever was unlinked is not corrected any more.
      if (table === "staff_members") continue; // they could not look
      await sql.unsafe(`update ${table} set user_id = null ${where}`);
      await sql.unsafe(`update ${table} set email = 'later@example.org' ${where}`);
      const [past] = await named(sql, firm, firm.users[label]);
      assertEquals([past?.email, past?.is_linked], [known?.email, false]);
    }
  }));

Deno.test("user_links/the_secret_key_links_and_links_again_and_the_log_has_both", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.id("staff_members", "invited");
    const users = [crypto.randomUUID(), crypto.randomUUID()];
    for (const user of users) {
      const link = `update staff_members set user_id = '${user}' where id = '${id}'`;
      assertEquals((await runAs(sql, firm, "service", link)).count, 1);
    }
    assertEquals(
      [
        ...await sql`
        select link.user_id, link.unlinked_at is null as is_linked from private.user_links as link
         where link.row_id = ${id} order by link.id`,
      ],
      [{ user_id: users[0], is_linked: false }, { user_id: users[1], is_linked: true }],
    );
    const logged = await sql<{ user: string }[]>`
      select new ->> 'user_id' as user from audit_log
       where row_id = ${id} and caller = 'service_role' order by at`;
    assertEquals(logged.map(({ user }) => user), users);
  }));

Deno.test("user_links/who_ever_signed_in_is_deleted_by_the_owner_alone_and_keeps_their_name", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const writers = { staff_members: "admin", facility_contacts: "billing" } as const;
    for (const { table, label } of LINKED) {
      const id = firm.id(table, label);
      // Also once the user is gone from the row.
      for (const unlink of [false, true]) {
        if (unlink) await sql.unsafe(`update ${table} set user_id = null where id = '${id}'`);
        const callers = table === "contractors" ? [] : [writers[table], "admin" as const];
        for (const caller of [...callers, "service" as const]) {
          const attempt = runAs(sql, firm, caller, `delete from ${table} where id = '${id}'`);
          await assertRefused(attempt, 409, "once_linked");
        }
      }
    }
    await sql`update staff_members set user_id = ${firm.users.viewer} where name = 'viewer'`;
    const member = firm.id("staff_members", "billing");
    const linked = async () => {
      const rows = await sql<{ id: string }[]>`
        select row_id as id from private.user_links where unlinked_at is null order by id`;
      return rows.map(({ id }) => id);
    };
    const before = await linked();
    await sql`delete from staff_members where id = ${member}`;
    assertEquals(await linked(), before.filter((id) => id !== member));
    const [known] = await named(sql, firm, firm.users.billing);
    assertEquals([known?.name, known?.is_linked], ["billing", false]);
    const invited = `delete from staff_members where id = '${firm.id("staff_members", "invited")}'`;
    assertEquals((await runAs(sql, firm, "admin", invited)).count, 1);
  }));

Deno.test("user_links/a_load_of_rows_without_a_user_leaves_none_and_calls_nothing", () =>
  withDatabase(async ({ sql }) => {
    await sql`
      insert into contractors (first_name, last_name, email)
      select 'N', i::text, i || '@example.org' from generate_series(1, 50) as i`;
    await sql`update contractors set first_name = 'M'`;
    assertStrictEquals((await sql`select from private.user_links`).length, 0);
    const triggers = await sql`
      select tgrelid::regclass as table, tgqual is null as always from pg_trigger
       where tgfoid = 'private.keep_user_links'::regproc and tgqual is null`;
    assertEquals([...triggers], []);
  }));
