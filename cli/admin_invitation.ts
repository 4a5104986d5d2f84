import type postgres from "postgres";

/** A code, and until when who may accept it. */
export interface Invitation {
  readonly code: string;
  /** As people read it, such as `2026-03-15 12:00 UTC`. */
  readonly expiresAt: string;
  /** Name of the staff member. */
  readonly name: string;
}

/** Nobody was invited; the message says why, and what to do. */
export class NotInvitedError extends Error {
  override name = "NotInvitedError";
}

interface Member {
  readonly id: string;
  readonly name: string;
  readonly isLinked: boolean;
  readonly isAdmin: boolean;
}

/**
 * Invites the staff member with an e-mail address, and adds them as an admin where there is none.
 *
 * @param sql the database, as the owner of its schema
 * @throws {NotInvitedError} somebody signs in as them already, they are no admin, or several have the address
 * @throws {postgres.PostgresError} the database refuses, for one an inactive row
 */
export async function inviteAdmin(
  sql: postgres.Sql,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<Invitation> {
  return await sql.begin(async (sql) => {
    const member = await theOnly(sql, email) ?? await add(sql, email, name);
    if (member.isLinked) {
      throw new NotInvitedError(
        `Somebody already signs in as ${email}. Have an admin unlink that sign-in first, if somebody else is to sign in.`,
      );
    }
    if (!member.isAdmin) {
      throw new NotInvitedError(
        `${email} is staff, but no admin: give them the role first, or another --email.`,
      );
    }
    const [row] = await sql<[{ code: string; expires: string }]>`
      select answer ->> 'code' as code,
             to_char((answer ->> 'expires_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as expires
        from public.invite('staff_member', ${member.id}) as answer`;
    return { code: row.code, expiresAt: row.expires, name: member.name };
  });
}

async function theOnly(sql: postgres.TransactionSql, email: string): Promise<Member | undefined> {
  const [member, ...others] = await sql<Member[]>`
    select id, coalesce(name, email) as name, user_id is not null as "isLinked",
           'admin' = any (roles) as "isAdmin"
      from public.staff_members
     where lower(btrim(email)) = lower(${email})`;
  if (others.length > 0) {
    throw new NotInvitedError(
      `${others.length + 1} staff members have the e-mail ${email}: give each their own first.`,
    );
  }
  return member;
}

async function add(sql: postgres.TransactionSql, email: string, name: string): Promise<Member> {
  const [added] = await sql<[{ id: string }]>`
    insert into public.staff_members (name, email, roles)
    values (${name}, ${email}, '{admin}') returning id`;
  return { id: added.id, name, isLinked: false, isAdmin: true };
}
