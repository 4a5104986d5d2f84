import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { loadKeys } from "../stack/keys.ts";
import { startPostgrest } from "../stack/postgrest.ts";
import { startRest } from "../stack/lite.ts";
import type { BenchContext } from "./benchmark.ts";
import type { Database } from "./databases.ts";

/** The REST endpoint of a database, as the stack serves it, and supabase-js speaking to it. */
export interface RestClient extends AsyncDisposable {
  readonly client: SupabaseClient;
}

/** Serves `/rest/v1` over HTTP on this machine; the client calls with the secret key. */
export async function restClient(
  database: Database,
  { postgrestBin }: BenchContext,
): Promise<RestClient> {
  const directory = await Deno.makeTempDir({ prefix: "bench-keys-" });
  const keys = await loadKeys(join(directory, "keys.json"), false);
  await Deno.remove(directory, { recursive: true });
  const sql = postgres(database.url, { max: 1 });
  await sql.unsafe(`alter role authenticator password '${keys.databasePassword}'`);
  await sql.end();

  const asAuthenticator = new URL(database.url);
  asAuthenticator.username = "authenticator";
  asAuthenticator.password = keys.databasePassword;
  const rest = postgrestBin === null
    ? await startRest(asAuthenticator.href, database.url, keys)
    : await startPostgrest(postgrestBin, asAuthenticator.href, keys);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => rest.fetch(request),
  );
  const client = createClient(`http://127.0.0.1:${server.addr.port}`, keys.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await server.shutdown();
      await rest.close();
    },
  };
}
