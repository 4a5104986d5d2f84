// Who is signed in, in one row.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../support/access/acting.ts";
import { SERVICE, signedIn } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { withDatabase } from "../../support/server/database.ts";

/** In Denver it is still Sunday the 18th. */
const CLOCK = { clock: "2026-01-19 05:00:00+00" };

async function me(sql: postgres.Sql, userId: string): Promise<readonly unknown[]> {
  return await actingAs(
    sql,
    signedIn(userId),
    (sql) =>
      sql`select name, roles, contractor_id, facility_ids, facility_names from me where user_id = ${userId}`,
  );
}

Deno.test("me/says_of_staff_contractors_and_contacts_what_they_are", () =>
  withDatabase(async ({ sql }) => {
    const { users, people } = await prepareFirm(sql);
    const nothing = { roles: [], contractor_id: null, facility_ids: [], facility_names: [] };
    assertEquals([...await me(sql, users.billing)], [
      { ...nothing, name: "billing", roles: ["billing"] },
    ]);
    assertEquals([...await me(sql, users.ada)], [
      { ...nothing, name: "ada Nurse", contractor_id: people.ada },
    ]);
    assertEquals([...await me(sql, users.north)], [
      { ...nothing, name: "north", facility_ids: [people.north], facility_names: ["north"] },
    ]);
    await sql`insert into facility_contacts (facility_id, name, user_id) values (${people.south}, 'N', ${users.north})`;
    await sql`insert into staff_members (name, user_id, roles) values ('Ada N.', ${users.ada}, '{viewer}')`;
    assertEquals([...await me(sql, users.north)], [{
      ...nothing,
      name: "N",
      facility_ids: [people.north, people.south],
      facility_names: ["north", "south"],
    }]);
    assertEquals([...await me(sql, users.ada)], [
      { ...nothing, name: "Ada N.", roles: ["viewer"], contractor_id: people.ada },
    ]);
  }));

Deno.test("me/says_the_firm_s_name_to_whoever_is_somebody_of_it", () =>
  withDatabase(async ({ sql }) => {
    const { users } = await prepareFirm(sql);
    await sql`update organization_settings set legal_name = 'Mesa Staffing LLC'`;
    const firmOf = (userId: string) =>
      actingAs(sql, signedIn(userId), async (sql) => (await sql`select firm_name from me`)[0]);
    for (const user of [users.billing, users.ada, users.north]) {
      assertEquals(await firmOf(user), { firm_name: "Mesa Staffing LLC" });
    }
    await sql`update staff_members set is_active = false where user_id = ${users.viewer}`;
    for (const user of [crypto.randomUUID(), users.viewer]) {
      assertEquals(await firmOf(user), { firm_name: null });
    }
  }));

Deno.test("me/is_a_row_without_anything_for_who_is_linked_to_nothing_or_deactivated", () =>
  withDatabase(async ({ sql }) => {
    const { users } = await prepareFirm(sql);
    await sql`update staff_members set is_active = false where user_id = ${users.viewer}`;
    await sql`update contractors set is_active = false where user_id = ${users.ada}`;
    await sql`update facility_contacts set is_active = false where user_id = ${users.north}`;
    for (const user of [crypto.randomUUID(), users.viewer, users.ada, users.north]) {
      assertEquals([...await me(sql, user)], [
        { name: null, roles: [], contractor_id: null, facility_ids: [], facility_names: [] },
      ]);
    }
    // Staff read the rows of all.
    await sql`insert into staff_members (name, user_id) values ('Ada', ${users.ada}), ('Nora', ${users.north})`;
    for (const [user, name] of [[users.ada, "Ada"], [users.north, "Nora"]] as const) {
      const roles = ["viewer"];
      assertEquals([...await me(sql, user)], [
        { name, roles, contractor_id: null, facility_ids: [], facility_names: [] },
      ]);
    }
  }));

Deno.test("me/is_nobody_for_the_secret_key_and_one_row_for_everybody_else", () =>
  withDatabase(async ({ sql }) => {
    const { users } = await prepareFirm(sql);
    const rowsFor = (identity: typeof SERVICE) =>
      actingAs(sql, identity, async (sql) => (await sql`select from me`).count);
    assertStrictEquals(await rowsFor(SERVICE), 0);
    assertStrictEquals((await sql`select from me`).count, 0);
    for (const user of Object.values(users)) assertEquals(await rowsFor(signedIn(user)), 1);
  }));

Deno.test("me/says_which_day_and_week_it_is_where_the_firm_is_and_in_which_timezone", () =>
  withDatabase(async ({ sql }) => {
    const [row] = await actingAs(
      sql,
      signedIn(crypto.randomUUID()),
      (sql) => sql`select business_date::text, week_start::text, operating_timezone from me`,
    );
    assertEquals(row, {
      business_date: "2026-01-18",
      week_start: "2026-01-12",
      operating_timezone: "America/Denver",
    });
  }, CLOCK));
