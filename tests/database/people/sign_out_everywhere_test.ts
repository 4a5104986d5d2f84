// Signing out everywhere: tokens from before are refused by name, in whatever they ask; sessions and their refresh tokens end.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../support/access/acting.ts";
import { SERVICE, signedIn } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { newcomer } from "../../support/people/invitations.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const NOW = () => Date.now() / 1000;

/** A user whose token was issued at a second of the clock. */
function issued(userId: string, iat?: number) {
  const { role, claims } = signedIn(userId);
  return { role, claims: JSON.stringify({ ...JSON.parse(claims), iat }) };
}

/** Tells what a statement answers a user whose token is of a time. */
const ask = (sql: postgres.Sql, userId: string, iat: number | undefined, statement: string) =>
  actingAs(sql, issued(userId, iat), (sql) => sql.unsafe(statement));

const READS = ["me", "facilities", "staff_members", "my_assignments", "time_entries", "user_names"];

Deno.test("sign_out_everywhere/refuses_tokens_from_before_and_takes_those_from_after", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { billing, admin } = firm.users;
    const before = Math.floor(NOW()) - 30;
    const [answer] = await ask(sql, billing, before, "select sign_out_everywhere() as answer");
    const { signed_out_at: at } = answer?.["answer"] ?? {};
    assert(Math.abs(Date.parse(at) / 1000 - NOW()) < 30, at);

    for (const of of READS) {
      const read = ask(sql, billing, before, `select from ${of}`);
      await assertRefused(read, 401, "signed_out_everywhere");
    }
    for (
      const call of [
        "select weekly_billing_run()",
        "select sign_out_everywhere()",
        "update facilities set purchase_order = 'PO' where false",
        "select accept_invitation('a code')",
      ]
    ) {
      await assertRefused(ask(sql, billing, before, call), 401, "signed_out_everywhere");
    }
    // What says no time, or one of the same second, may be from before.
    const same = Math.floor(Date.parse(at) / 1000);
    for (const iat of [undefined, same]) {
      const read = ask(sql, billing, iat, "select from me");
      await assertRefused(read, 401, "signed_out_everywhere");
    }
    assertStrictEquals(
      (await ask(sql, billing, same + 1, "select from facilities")).count > 0,
      true,
    );
    assertStrictEquals((await ask(sql, admin, before, "select from facilities")).count > 0, true);

    const [logged] = await sql`select * from audit_log where procedure = 'sign_out_everywhere'`;
    assertEquals(
      [logged?.["actor"], logged?.["row_id"], logged?.["caller"]],
      [billing, billing, "authenticated"],
    );
  }));

Deno.test("sign_out_everywhere/of_others_is_for_admins_and_servers", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { admin, billing, ada } = firm.users;
    const iat = Math.floor(NOW()) - 30;
    const of = `select sign_out_everywhere('contractor', '${firm.people.ada}') as answer`;
    await assertRefused(ask(sql, billing, iat, of), 403, "role_required");
    await ask(sql, admin, iat, of);
    await assertRefused(
      ask(sql, ada, iat, "select from my_assignments"),
      401,
      "signed_out_everywhere",
    );
    assertStrictEquals((await ask(sql, admin, iat, "select from facilities")).count > 0, true);
    await actingAs(sql, SERVICE, (sql) => sql.unsafe(of));

    const half = "select sign_out_everywhere(kind => 'contractor')";
    await assertRefused(ask(sql, admin, iat, half), 400, "argument_missing");
    await assertRefused(
      ask(sql, admin, iat, half.replace("contractor", "robot")),
      400,
      "kind_unknown",
    );
    const nobody = `select sign_out_everywhere('contractor', '${crypto.randomUUID()}')`;
    await assertRefused(ask(sql, admin, iat, nobody), 404, "person_not_found");
    await assertRefused(
      actingAs(sql, SERVICE, (sql) => sql`select sign_out_everywhere()`),
      403,
      "sign_in_required",
    );
    const { id } = await newcomer(sql, "contractor");
    const [row] = await ask(
      sql,
      admin,
      iat,
      `select sign_out_everywhere('contractor', '${id}') as answer`,
    );
    assertEquals(row?.["answer"], { signed_out_at: null, sessions_ended: false });
  }));

Deno.test("sign_out_everywhere/ends_the_sessions_of_that_user_alone", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { billing, payroll } = firm.users;
    for (const user of [billing, payroll]) {
      const session = crypto.randomUUID();
      await sql`
        insert into auth.users (id, aud, role, email, created_at, updated_at)
        values (${user}, 'authenticated', 'authenticated', ${user}, now(), now()) on conflict do nothing`;
      await sql`insert into auth.sessions (id, user_id) values (${session}, ${user})`;
      await sql`
        insert into auth.refresh_tokens (id, token, user_id, session_id)
        values (${session}, ${session}, ${user}, ${session})`;
    }
    const call = "select sign_out_everywhere() as answer";
    const [row] = await ask(sql, billing, Math.floor(NOW()) - 30, call);
    assertEquals(row?.["answer"].sessions_ended, true);
    for (const table of ["sessions", "refresh_tokens"]) {
      const left = await sql.unsafe(`select user_id from auth.${table}`);
      assertEquals(left.map(({ user_id }) => user_id), [payroll], table);
    }
  }));

Deno.test("sign_out_everywhere/says_where_the_sessions_are_anothers", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`drop table auth.sessions cascade`;
    const [row] = await ask(
      sql,
      firm.users.billing,
      Math.floor(NOW()) - 30,
      "select sign_out_everywhere() as answer",
    );
    assertEquals(row?.["answer"].sessions_ended, false);
    await assertRefused(
      ask(sql, firm.users.billing, Math.floor(NOW()) - 30, "select from me"),
      401,
      "signed_out_everywhere",
    );
  }));
