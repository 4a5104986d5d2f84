/** Invitations: somebody to invite, and the calls. */
import type postgres from "postgres";
import { type DatabaseIdentity, signedIn } from "../access/callers.ts";
import { actingAs } from "../access/acting.ts";
import { withDatabase } from "../server/database.ts";
import { assertRefused } from "../sql/refusal.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Kinds of people who are invited. */
export const INVITED_KINDS = ["staff_member", "contractor", "facility_contact"] as const;
export type InvitedKind = (typeof INVITED_KINDS)[number];

/** Somebody of the firm, by kind and id. */
export interface Person {
  readonly kind: InvitedKind;
  readonly id: string;
}

/** The table that a kind's rows are in. */
export const TABLE_OF: Readonly<Record<InvitedKind, string>> = {
  staff_member: "staff_members",
  contractor: "contractors",
  facility_contact: "facility_contacts",
};

/** Adds somebody whom nobody signs in as yet; a contact is at a facility of their own. */
export async function newcomer(sql: Sql, kind: InvitedKind): Promise<Person> {
  const insert = {
    staff_member: `
      insert into public.staff_members (name, email, roles)
      values ('Ada Okafor', 'ada@example.org', '{payroll}') returning id`,
    contractor: `
      insert into public.contractors (first_name, last_name, email)
      values ('Ben', 'Nurse', gen_random_uuid() || '@example.org') returning id`,
    facility_contact: `
      with facility as (insert into public.facilities (name) values ('Mercy') returning id)
      insert into public.facility_contacts (facility_id, name, email)
      select id, 'Lee Park', 'lee@example.org' from facility returning id`,
  };
  const [row] = await sql.unsafe<[{ id: string }]>(insert[kind]);
  return { kind, id: row.id };
}

/** Calls invite. Gives the code. */
export async function invite(sql: Sql, { kind, id }: Person): Promise<string> {
  const [answer] = await sql.unsafe<[{ code: string }]>(
    "select public.invite($1, $2) ->> 'code' as code",
    [kind, id],
  );
  return answer.code;
}

/** Calls withdraw_invitation. */
export async function withdraw(sql: Sql, { kind, id }: Person): Promise<Person> {
  return await answered(sql, "select public.withdraw_invitation($1, $2) as answer", kind, id);
}

/** Calls accept_invitation. */
export async function accept(sql: Sql, code: string | null): Promise<Person> {
  return await answered(sql, "select public.accept_invitation($1) as answer", code);
}

/** Calls accept_invitation as a user who is signed in. */
export async function acceptAs(sql: postgres.Sql, user: string, code: string): Promise<Person> {
  return await actingAs(sql, signedIn(user), (sql) => accept(sql, code));
}

/** Calls unlink. */
export async function unlink(sql: Sql, { kind, id }: Person): Promise<Person> {
  return await answered(sql, "select public.unlink($1, $2) as answer", kind, id);
}

/** The user who signs in as somebody. */
export async function userOf(sql: Sql, { kind, id }: Person): Promise<string | null> {
  const [row] = await sql.unsafe<{ user_id: string | null }[]>(
    `select user_id from public.${TABLE_OF[kind]} where id = $1`,
    [id],
  );
  return row?.user_id ?? null;
}

/** The states of somebody's invitations, as staff see them, in the order in which they were made. */
export async function statesOf(sql: Sql, { kind, id }: Person): Promise<string[]> {
  const rows = await sql.unsafe<{ state: string }[]>(
    "select state from public.invitations where kind = $1 and row_id = $2 order by created_at, voided_at",
    [kind, id],
  );
  return rows.map(({ state }) => state);
}

/** Somebody who is signed in, by what PostgREST may say of them. */
export function claiming(claims: Readonly<Record<string, unknown>>): DatabaseIdentity {
  return { role: "authenticated", claims: JSON.stringify({ role: "authenticated", ...claims }) };
}

async function answered(sql: Sql, call: string, ...values: (string | null)[]): Promise<Person> {
  const [row] = await sql.unsafe<[{ answer: Person }]>(call, values);
  return row.answer;
}

/** Asserts the one answer to a code that cannot be accepted, whatever the reason. */
export function assertNotValid(attempt: PromiseLike<unknown>): Promise<void> {
  return assertRefused(attempt, 404, "invitation_not_valid");
}

/** Registers a test that is run for each kind of person, on one whom nobody signs in as. */
export function testEachKind(
  name: string,
  test: (sql: postgres.Sql, person: Person) => Promise<void>,
): void {
  Deno.test(`invitations/${name}`, async (t) => {
    for (const kind of INVITED_KINDS) {
      await t.step(
        kind,
        () =>
          withDatabase(async ({ sql }) => test(sql, await newcomer(sql, kind)), {
            clock: "2026-03-01 12:00:00+00",
          }),
      );
    }
  });
}
