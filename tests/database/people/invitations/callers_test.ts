// Who may invite, withdraw, accept and unlink.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs, assertDenied } from "../../../support/access/acting.ts";
import {
  type Caller,
  CALLERS,
  type DatabaseIdentity,
  identityOf,
  SERVICE,
} from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import {
  accept,
  claiming,
  invite,
  INVITED_KINDS,
  type InvitedKind,
  newcomer,
  type Person,
  unlink,
  userOf,
  withdraw,
} from "../../../support/people/invitations.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const INVITER: Readonly<Record<InvitedKind, Caller>> = {
  staff_member: "admin",
  contractor: "recruiting",
  facility_contact: "billing",
};

type Sql = Pick<postgres.Sql, "unsafe">;

/** Asserts which callers may do something with each kind of person; the others lack the role. */
async function assertCallers(
  prepare: (sql: postgres.Sql, person: Person) => Promise<unknown>,
  call: (sql: Sql, person: Person) => Promise<unknown>,
  may: (caller: Caller, kind: InvitedKind) => boolean,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm: AccessFirm = await prepareFirm(sql);
    for (const kind of INVITED_KINDS) {
      for (const caller of CALLERS) {
        const person = await newcomer(sql, kind);
        await prepare(sql, person);
        const attempt = actingAs(sql, identityOf(caller, firm.users), (sql) => call(sql, person));
        if (may(caller, kind)) await attempt;
        else if (caller === "signed_out") await assertDenied(attempt);
        else await assertRefused(attempt, 403, "role_required");
      }
      const person = await newcomer(sql, kind);
      await prepare(sql, person);
      await call(sql, person); // as the owner
    }
  });
}

const mayInvite = (caller: Caller, kind: InvitedKind) =>
  ["admin", "service", INVITER[kind]].includes(caller);

Deno.test("invitations/whoever_writes_the_rows_invites_so_does_the_secret_key_and_the_owner", () =>
  assertCallers(() => Promise.resolve(), invite, mayInvite));

Deno.test("invitations/whoever_invites_withdraws", () =>
  assertCallers(invite, withdraw, mayInvite));

Deno.test("invitations/admins_unlink_so_does_the_secret_key_and_the_owner", () =>
  assertCallers(
    () => Promise.resolve(),
    unlink,
    (caller) => caller === "admin" || caller === "service",
  ));

Deno.test("invitations/every_signed_in_user_accepts_and_nobody_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const sub = crypto.randomUUID();
    const acceptsAs = async (identity: DatabaseIdentity) => {
      const person = await newcomer(sql, "facility_contact");
      const code = await invite(sql, person);
      const answer = await actingAs(sql, identity, (sql) => accept(sql, code));
      assertEquals(answer, person);
      assert(await userOf(sql, person));
    };
    for (const caller of CALLERS) {
      const attempt = acceptsAs(identityOf(caller, firm.users));
      if (caller === "signed_out") await assertDenied(attempt);
      else if (caller === "service") await assertRefused(attempt, 403, "sign_in_required");
      else await attempt;
    }
    await acceptsAs(claiming({ sub }));
    await acceptsAs(claiming({ sub, is_anonymous: false }));
    for (
      const nobody of [
        SERVICE,
        { ...SERVICE, claims: JSON.stringify({ role: "service_role", sub }) },
        claiming({ sub, is_anonymous: true }),
        claiming({ sub: "auth0|5f7c8ec7c33c6c004bbafe82" }),
        claiming({ sub: "" }),
        claiming({}),
        { role: "authenticated", claims: "" },
        { role: "authenticated", claims: "no JSON" },
      ]
    ) {
      await assertRefused(acceptsAs(nobody), 403, "sign_in_required");
    }
    await assertRefused(accept(sql, "any"), 403, "sign_in_required");
  }));

Deno.test("invitations/arguments_that_are_missing_or_unknown_are_named", () =>
  withDatabase(async ({ sql }) => {
    const id = crypto.randomUUID();
    for (const name of ["invite", "withdraw_invitation", "unlink"]) {
      const call = (kind: string | null, id: string | null) =>
        sql.unsafe(`select public.${name}($1, $2)`, [kind, id]);
      for (const kind of ["candidate", "staff_members", "", null]) {
        await assertRefused(call(kind, id), 400, "kind_unknown");
      }
      for (const kind of INVITED_KINDS) {
        await assertRefused(call(kind, null), 400, "argument_missing");
        await assertRefused(call(kind, id), 404, "person_not_found");
      }
    }
    const nobody = actingAs(sql, claiming({ sub: id }), (sql) => accept(sql, null));
    await assertRefused(nobody, 400, "argument_missing");
  }));
