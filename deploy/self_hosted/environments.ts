/** Environments of the services, which systemd and this recipe read from files. */
import { join } from "node:path";
import { authEnvironment, type AuthPlace, smtpEnvironment } from "../../stack/auth.ts";
import { readAuthTemplates, templateEnvironment } from "../../stack/auth_mails.ts";
import { envFile, type StackKeys } from "../../stack/keys.ts";
import { postgrestEnvironment, tokensOf } from "../../stack/postgrest.ts";
import { type Surroundings, surroundingsOf } from "../../stack/surroundings.ts";
import type { Database } from "./cluster.ts";
import type { Files } from "./files.ts";
import { type Places, portOf } from "./places.ts";
import type { Settings } from "./settings.ts";

/** Facts that an environment follows from. */
export interface Facts {
  readonly settings: Settings;
  readonly places: Places;
  readonly keys: StackKeys;
  readonly database: Database;
}

/** Facts by which Auth reaches its tables. */
export function authPlaceOf({ settings, keys, database }: Facts): AuthPlace {
  const authAdminUrl = database.urlAs("supabase_auth_admin");
  return { authAdminUrl, publicUrl: settings.publicUrl.origin, keys };
}

/** Rights of each function, by its name. */
export function functionRights(facts: Facts): (name: string) => Surroundings {
  const { settings, keys, database, places: { ports } } = facts;
  return surroundingsOf({
    databaseUrl: database.urlAs("postgres"),
    databasePort: database.port,
    apiUrl: `http://127.0.0.1:${ports.inner}`,
    apiPort: ports.inner,
    publishableKey: keys.publishableKey,
    cronSharedSecret: keys.cronSharedSecret,
    cronSharedSecretPrevious: settings.cronSharedSecretPrevious,
    mail: { ...settings.mail, SMTP_URL: settings.smtpUrl },
  });
}

/** Path of a service's environment. */
export function environmentFile({ etc }: Places, service: string): string {
  return join(etc, "services", `${service}.env`);
}

/** Writes all environments, for root alone: they have the passwords. */
export async function writeEnvironments(
  facts: Facts,
  functions: readonly string[],
  files: Files,
): Promise<void> {
  const { settings, places, keys, database } = facts;
  const { ports } = places;
  const put = (service: string, variables: Readonly<Record<string, string>>) =>
    files.put(environmentFile(places, service), envFile(variables), 0o600);
  await put("postgrest", {
    ...postgrestEnvironment({
      authenticatorUrl: database.urlAs("authenticator"),
      tokens: tokensOf(keys),
      port: ports.postgrest,
      adminPort: ports.postgrestAdmin,
      publicUrl: settings.publicUrl.origin,
    }),
    ...settings.further.postgrest,
  });
  await put("auth", {
    ...authEnvironment(authPlaceOf(facts)),
    ...smtpEnvironment(settings.smtpUrl, settings.mailSender),
    ...templateEnvironment(
      await readAuthTemplates(),
      `http://127.0.0.1:${ports.inner}/templates`,
    ),
    GOTRUE_DISABLE_SIGNUP: String(!settings.signUps),
    GOTRUE_MAILER_AUTOCONFIRM: "false",
    // nginx says whom a request is from; Auth counts by it.
    GOTRUE_RATE_LIMIT_HEADER: "X-Real-IP",
    GOTRUE_API_HOST: "127.0.0.1",
    PORT: String(ports.auth),
    ...settings.further.auth,
  });
  const rights = functionRights(facts);
  for (const name of functions) {
    const address = `tcp:127.0.0.1:${portOf(places, functions, name)}`;
    await put(name, { ...rights(name).variables, DENO_SERVE_ADDRESS: address });
  }
  await put("backup", {
    PGHOST: "127.0.0.1",
    PGPORT: String(database.port),
    PGUSER: "postgres",
    PGPASSWORD: keys.databasePassword,
    PATH: `${database.bin}:/usr/bin:/bin`,
    BACKUPS: places.backups,
    KEEP_DAYS: String(settings.keepDays),
  });
  await files.put(join(places.etc, "cron_shared_secret"), keys.cronSharedSecret + "\n", 0o600);
  await files.put(
    join(places.etc, "staffing.env"),
    envFile({
      SUPABASE_URL: settings.publicUrl.origin,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
      SUPABASE_SECRET_KEY: keys.secretKey,
      SUPABASE_DB_URL: database.urlAs("postgres"),
      CRON_SHARED_SECRET: keys.cronSharedSecret,
    }),
    0o600,
  );
}
