import { App } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import postgres from "postgres";
import type { StackKeys } from "./keys.ts";
import type { Service } from "./service.ts";

/** Rows an answer holds at most, as on Supabase. */
export const MAX_ROWS = 1000;

/**
 * `/rest/v1` by Supabase Lite, arranged so that it behaves as PostgREST does: it signs in as
 * `authenticator`, becomes the role of each request, never grants anything, and answers numbers.
 *
 * @param authenticatorUrl the database as `authenticator`
 * @param postgresUrl the database as `postgres`, from which only the catalogue is read
 */
export async function startRest(
  authenticatorUrl: string,
  postgresUrl: string,
  keys: StackKeys,
): Promise<Service> {
  const connection = createPostgresConnection({
    url: authenticatorUrl,
    postgresOptions: { types: { numeric: JSON_NUMBER }, onnotice: () => {} },
  });
  // Left to itself, Lite grants ALL on every table to anon, authenticated and service_role as
  // soon as it finds row level security switched on. "active" tells it that this was seen to, and
  // makes it take the request's role in every transaction.
  connection["rlsState"] = "active";

  // information_schema shows only what one may use, and authenticator itself may use nothing.
  const catalogue = createPostgresConnection({ url: postgresUrl, postgresOptions: { max: 1 } });
  connection.introspect = (options) => catalogue.introspect(options);

  // `notify pgrst, 'reload schema'`, as with PostgREST.
  const listener = postgres(postgresUrl, { max: 1, onnotice: () => {} });
  await listener.listen("pgrst", () => void catalogue.clearSchemaCache());
  await connection.introspect({ useCache: true });

  const app = new App({
    connection,
    api: { schemas: ["public"], extra_search_path: ["public", "extensions"], max_rows: MAX_ROWS },
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
    options: { server: { admin: false, disableStudio: true } },
  });
  return {
    fetch: (request) => app.fetch(request, { peerAddress: null }),
    close: async () => {
      await Promise.all([connection.close(), catalogue.close(), listener.end({ timeout: 1 })]);
    },
  };
}

/** PostgREST answers numeric as a JSON number; Lite answers 12.50 as a text. */
const JSON_NUMBER = {
  to: 1700,
  from: [1700],
  serialize: (value: unknown) => String(value),
  parse: (text: string) => Number.isFinite(Number(text)) ? Number(text) : text,
};
