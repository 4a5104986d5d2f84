/** People who sign up with a new firm and become somebody of it by an invitation. */
import { assertEquals } from "@std/assert";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../../supabase/functions/_shared/database.types.ts";

/** Result of a request: its rows, or the reason why there are none. */
interface Answer<T> {
  readonly data: T;
  readonly error: { readonly message: string } | null;
}

/** The rows of a request; fails the test where it was refused. */
export async function done<T>(request: PromiseLike<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error } = await request;
  assertEquals(error, null, error?.message);
  return data as NonNullable<T>;
}

/** A client that keeps its session to itself. */
export function clientOf(url: string, key: string): SupabaseClient<Database> {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

/** A client of somebody new who signed up by e-mail and password, and is nobody to the firm yet. */
export async function signUp(
  url: string,
  key: string,
  email: string,
): Promise<SupabaseClient<Database>> {
  const client = clientOf(url, key);
  const { error } = await client.auth.signUp({ email, password: "a long password" });
  assertEquals(error, null, error?.message);
  return client;
}

/** Invites somebody: a code is made for a row; its person signs up and accepts it. */
export async function join(
  inviter: SupabaseClient<Database>,
  kind: "staff_member" | "contractor" | "facility_contact",
  row: { readonly id: string; readonly email: string },
  newcomer: SupabaseClient<Database>,
): Promise<SupabaseClient<Database>> {
  const { code } = await done(inviter.rpc("invite", { kind, id: row.id }));
  assertEquals(await done(newcomer.rpc("accept_invitation", { code })), { kind, id: row.id });
  return newcomer;
}
