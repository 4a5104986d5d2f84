/** Staff of a firm, and how they come to the database. */
import type postgres from "postgres";
import { type DatabaseIdentity, signedIn } from "../access/callers.ts";

/** Somebody new on the staff, with these roles. */
export async function staffMember(
  sql: postgres.Sql,
  ...roles: readonly string[]
): Promise<DatabaseIdentity> {
  const id = crypto.randomUUID();
  await sql`insert into public.staff_members (user_id, roles) values (${id}, ${[...roles]})`;
  return signedIn(id);
}
