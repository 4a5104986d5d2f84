/** Users of the project under test, and clients that they signed in with. */
import { assert, assertEquals } from "@std/assert";
import type { SupabaseClient } from "@supabase/supabase-js";
import type postgres from "postgres";
import { clientWith as typedClientWith } from "../http/client.ts";
import { project } from "../http/project.ts";
import { type Caller, PEOPLE, type Person, type Users } from "./callers.ts";

/** A client for each caller of the matrix. */
export type Clients = Readonly<Record<Caller, SupabaseClient>>;

/** crypt('demo-password', '$2a$04$DemoFirmDemoFirmDemoFe'): as quick as bcrypt gets, since each test signs nine people in. */
const PASSWORD = "demo-password";
const PASSWORD_HASH = "$2a$04$DemoFirmDemoFirmDemoFe9LayPWMWlLg2NJSKH4YgPn0WtrYRCyu";

/** The e-mail address of a user that `createUser` made. */
export function emailOf(userId: string): string {
  return `${userId}@test.example`;
}

/** Creates a user who may sign in, as the seed does. */
export async function createUser(sql: postgres.Sql, id: string): Promise<void> {
  const email = emailOf(id);
  await sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
      confirmation_token, recovery_token, email_change, email_change_token_new,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    values (${id}, 'authenticated', 'authenticated', ${email}, ${PASSWORD_HASH}, now(), '', '', '', '',
      '{"provider": "email", "providers": ["email"]}', '{}', now(), now())`;
  await sql`
    insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
    values (${id}::text::uuid, ${id}::text::uuid, 'email', ${id}::text,
      jsonb_build_object('sub', ${id}::text, 'email', ${email}::text, 'email_verified', true), now(), now())`;
  const [instance] = await sql`
    select from information_schema.columns
     where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'`;
  if (instance !== undefined) {
    await sql`
      update auth.users set instance_id = '00000000-0000-0000-0000-000000000000' where id = ${id}`;
  }
}

/** Removes users and their sessions. */
export async function removeUsers(sql: postgres.Sql, ids: readonly string[]): Promise<void> {
  await sql`delete from auth.users where id = any (${ids}::uuid[])`;
}

/** A client that nobody has signed in with; the matrix names its tables as the catalog does, so it takes any. */
export function clientWith(key: string): SupabaseClient {
  return typedClientWith(key);
}

/** A client that a user signed in with, by password. */
export async function signIn(userId: string): Promise<SupabaseClient> {
  const client = clientWith(project().publishableKey);
  const { error } = await client.auth.signInWithPassword({
    email: emailOf(userId),
    password: PASSWORD,
  });
  assertEquals(error, null, `sign-in failed: ${error?.message}`);
  return client;
}

/** The access token of a user who signed in by password. */
export async function accessToken(userId: string): Promise<string> {
  const { data } = await (await signIn(userId)).auth.getSession();
  assert(data.session);
  return data.session.access_token;
}

/** A client for every caller: everybody who can sign in has. */
export async function signInAll(users: Users): Promise<Clients> {
  const signedIn = await Promise.all(
    PEOPLE.map(async (person) => [person, await signIn(users[person])] as const),
  );
  const { publishableKey, secretKey } = project();
  return {
    ...Object.fromEntries(signedIn) as Record<Person, SupabaseClient>,
    signed_out: clientWith(publishableKey),
    service: clientWith(secretKey),
  };
}
