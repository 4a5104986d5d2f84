import { App } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import type { StackKeys } from "./keys.ts";
import type { Service } from "./service.ts";

/**
 * `/auth/v1` by Supabase Lite, signed in as the role that owns the tables of auth and nothing
 * else. Mails are not sent: they appear on the stack's output.
 *
 * @param authAdminUrl the database as `supabase_auth_admin`
 */
export function startAuth(authAdminUrl: string, siteUrl: string, keys: StackKeys): Service {
  const connection = createPostgresConnection({
    url: authAdminUrl,
    postgresOptions: { max: 4, onnotice: () => {} },
  });
  // As in rest.ts: keeps Lite from granting anything. This role is its own master in auth.
  connection["rlsState"] = "inactive";
  const app = new App({
    connection,
    auth: {
      enabled: true,
      site_url: siteUrl,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
    options: { server: { admin: false, disableStudio: true } },
  });
  return {
    fetch: (request) => app.fetch(request, { peerAddress: null }),
    close: () => connection.close(),
  };
}
