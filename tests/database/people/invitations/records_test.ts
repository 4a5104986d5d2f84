// What is left of invitations: in the audit log, in the view, in the names of past users.
import { assert, assertEquals, assertNotMatch, assertStrictEquals } from "@std/assert";
import { actingAs } from "../../../support/access/acting.ts";
import { signedIn } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import {
  accept,
  invite,
  INVITED_KINDS,
  newcomer,
  TABLE_OF,
  unlink,
  withdraw,
} from "../../../support/people/invitations.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("invitations/each_deed_is_in_the_audit_log_by_whom_and_by_which_procedure", () =>
  withDatabase(async ({ sql }) => {
    const { users } = await prepareFirm(sql);
    const one = crypto.randomUUID();
    for (const kind of INVITED_KINDS) {
      const person = await newcomer(sql, kind);
      const since = await sql`select count(*)::int from audit_log`;
      const asAdmin = <T>(call: (sql: Parameters<typeof invite>[0]) => Promise<T>) =>
        actingAs(sql, signedIn(users.admin), call);
      const codes = [
        await asAdmin((sql) => invite(sql, person)),
        await asAdmin((sql) => invite(sql, person)),
      ];
      await asAdmin((sql) => withdraw(sql, person));
      codes.push(await asAdmin((sql) => invite(sql, person)));
      await actingAs(sql, signedIn(one), (sql) => accept(sql, codes[2] ?? ""));
      await asAdmin((sql) => unlink(sql, person));

      const log = await sql<Record<string, string>[]>`
        select procedure, table_name, actor, row_id, old::text, new::text,
               coalesce(old ->> 'user_id', old ->> 'void_reason') as before,
               coalesce(new ->> 'user_id', new ->> 'void_reason') as after
          from audit_log order by at, old is null offset ${since[0]?.count}`;
      const said = log.map(({ procedure, table_name, before, after }) =>
        [procedure, table_name, before, after].join(" ").trim()
      );
      assertEquals(said, [
        "invite invitations",
        "invite invitations  replaced",
        "invite invitations",
        "withdraw_invitation invitations  withdrawn",
        "invite invitations",
        `accept_invitation ${TABLE_OF[kind]}  ${one}`,
        `unlink ${TABLE_OF[kind]} ${one}`,
      ]);
      for (const { procedure, table_name, actor, row_id, old, new: made } of log) {
        assertStrictEquals(actor, procedure === "accept_invitation" ? one : users.admin);
        if (table_name !== "invitations") assertStrictEquals(row_id, person.id);
        else if (old === null) assert(made?.includes(person.id));
        assertNotMatch(`${old} ${made}`, /code|sha256|\\x[0-9a-f]{8}/);
        for (const code of codes) assert(!`${old} ${made}`.includes(code));
      }
    }
  }));

Deno.test("invitations/the_view_says_who_is_invited_by_whom_and_until_when", () =>
  withDatabase(async ({ sql }) => {
    const { users } = await prepareFirm(sql);
    const person = await newcomer(sql, "contractor");
    await actingAs(sql, signedIn(users.recruiting), (sql) => invite(sql, person));
    const [row] = await actingAs(
      sql,
      signedIn(users.viewer),
      (sql) => sql`select * from invitations where row_id = ${person.id}`,
    );
    const { id, ...seen } = row ?? {};
    assert(id);
    assertEquals(seen, {
      kind: "contractor",
      row_id: person.id,
      name: "Ben Nurse",
      state: "open",
      created_at: new Date("2026-03-01T12:00:00Z"),
      created_by: users.recruiting,
      expires_at: new Date("2026-03-15T12:00:00Z"),
      accepted_at: null,
      accepted_by: null,
      voided_at: null,
    });
  }, { clock: "2026-03-01 12:00:00+00" }));
