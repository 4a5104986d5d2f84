import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../../supabase/functions/_shared/database.types.ts";
import { project } from "./project.ts";

/** supabase-js that knows the tables, views and procedures of the database. */
export type Client = SupabaseClient<Database>;

/**
 * A client of the project under test, signed out until it signs in. It keeps its session to itself.
 *
 * @param key the publishable key, or the secret one
 */
export function clientWith(key: string): Client {
  return createClient<Database>(project().baseUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}
