import { App, type HonoContext } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import postgres from "postgres";
import { printMail, readAuthTemplates } from "./auth_mails.ts";
import type { Service } from "./gateway.ts";
import type { StackKeys } from "./keys.ts";
import {
  refusedBeforeLite,
  refusedBeforeLiteAuth,
  refusedEmbed,
  refusedNumber,
  refusedOrder,
  withBodyRead,
  withEmbedsNamed,
  withoutInsides,
} from "./lite_guards.ts";
import { foreignKeysOfViews } from "./lite_views.ts";
import { answeredAsPostgrest } from "./postgrest_status.ts";
import { messageOf } from "./stack_error.ts";

/** The one schema that is served. */
const EXPOSED = "public";

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
    postgresOptions: { types: ANSWERED_AS_JSON, onnotice: () => {} },
  });
  // Left to itself, Lite grants ALL on every table to anon, authenticated and service_role as
  // soon as it finds row level security switched on. "active" tells it that this was seen to, and
  // makes it take the request's role in every transaction.
  connection["rlsState"] = "active";

  connection.normalizeDbError = (error) => inOneLine(error, answeredAsPostgrest(error));

  // information_schema shows only what one may use, and authenticator itself may use nothing.
  const catalogue = createPostgresConnection({ url: postgresUrl, postgresOptions: { max: 1 } });
  const listener = postgres(postgresUrl, { max: 1, onnotice: () => {} });
  let read: { catalog: Introspected; whole: Promise<Introspected> } | undefined;
  connection.introspect = async (options) => {
    const catalog = await catalogue.introspect(options);
    if (read?.catalog !== catalog) {
      read = { catalog, whole: withViews(listener, catalog) };
      read.whole.catch(() => read = undefined);
    }
    return await read.whole;
  };

  // `notify pgrst, 'reload schema'`, as with PostgREST.
  await listener.listen("pgrst", () => void catalogue.clearSchemaCache());
  await connection.introspect({ useCache: true });

  const app = new App({
    connection,
    api: { schemas: [EXPOSED], extra_search_path: ["public", "extensions"], max_rows: MAX_ROWS },
    auth: {
      // No /auth/v1 here; only what checks keys and tokens.
      enabled: false,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        middlewares: [async (context, next) => {
          context.set("authService", BELIEVES_TOKENS);
          await next();
        }],
      },
    },
  });
  return {
    fetch: async (asked) => {
      const { request, body } = await withBodyRead(asked);
      const refused = refusedBeforeLite(request) ?? refusedOrder(request) ?? refusedNumber(body);
      if (refused !== null) return refused;
      const known = await connection.introspect({ useCache: true });
      return refusedEmbed(request, known) ??
        await withoutInsides(
          await app.fetch(withEmbedsNamed(request, body, known), { peerAddress: null }),
        );
    },
    close: async () => {
      await Promise.all([connection.close(), catalogue.close(), listener.end({ timeout: 1 })]);
    },
  };
}

type Introspected = Awaited<ReturnType<ReturnType<typeof createPostgresConnection>["introspect"]>>;

/** Lite's account of the catalog with the foreign keys that views have, and without those of what is not exposed. */
async function withViews(sql: postgres.Sql, catalog: Introspected): Promise<Introspected> {
  const exposed = catalog.foreign_keys.filter(({ schema }) => schema === EXPOSED);
  const foreign_keys = [
    ...exposed,
    ...await foreignKeysOfViews(sql, EXPOSED, catalog.foreign_keys),
  ];
  return { ...catalog, foreign_keys };
}

/**
 * `/auth/v1` by Supabase Lite, signed in as the role that owns the tables of auth and nothing
 * else. Mails are not sent: `log` gets them.
 *
 * @param authAdminUrl the database as `supabase_auth_admin`
 */
export async function startAuth(
  authAdminUrl: string,
  siteUrl: string,
  keys: StackKeys,
  log: (line: string) => void,
): Promise<Service> {
  const connection = createPostgresConnection({
    url: authAdminUrl,
    postgresOptions: { max: 4, onnotice: () => {} },
  });
  // As above: keeps Lite from granting anything. This role is its own master in auth.
  connection["rlsState"] = "inactive";
  const app = new App({
    connection,
    auth: {
      enabled: true,
      site_url: siteUrl,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      email: { template: await readAuthTemplates() },
    },
    options: {
      server: { admin: false, disableStudio: true },
      drivers: {
        email: {
          send: ({ to, subject, html = "" }) =>
            Promise.resolve(printMail({ to, subject, html }, log)),
        },
      },
    },
  });
  return {
    fetch: async (request) =>
      refusedBeforeLiteAuth(request) ?? await app.fetch(request, { peerAddress: null }),
    close: () => connection.close(),
  };
}

/**
 * Lite looks up a token's user and session in auth's tables, which authenticator may not read.
 * PostgREST believes a token that is signed and not expired; so does this.
 */
const BELIEVES_TOKENS = {
  repo: {
    findUserById: (id: string) => Promise.resolve({ id }),
    findSessionById: (id: string) => Promise.resolve({ id }),
  },
} as unknown as HonoContext["Variables"]["authService"];

/** Lite prints every refusal of the database with its stack; one line says as much. */
function inOneLine(error: unknown, answered: unknown): unknown {
  if (answered instanceof Error && !(INSPECT in answered)) {
    const code = error instanceof Error && "code" in error ? ` ${error.code}` : "";
    Object.defineProperty(answered, INSPECT, { value: () => `[rest]${code} ${messageOf(error)}` });
  }
  return answered;
}

const INSPECT = Symbol.for("Deno.customInspect");

/**
 * Parsers by which postgres.js reads what Lite then answers, so that it is what PostgREST answers: numbers for
 * numeric, and instants as JSON has them (`2026-04-01T09:30:00+00:00`). And how it writes arguments: a jsonb
 * argument, which Lite has made text of already, as it is, since written as JSON once more, an object would
 * come as one long text; a list or an object where a day or an instant belongs as JSON, which the database
 * then refuses in words.
 */
const ANSWERED_AS_JSON = {
  jsonb: {
    to: 3802,
    from: [3802],
    serialize: asText,
    parse: (text: string): unknown => JSON.parse(text),
  },
  numeric: {
    to: 1700,
    from: [1700],
    serialize: asText,
    parse: (text: string) => Number.isFinite(Number(text)) ? Number(text) : text,
  },
  date: { to: 1082, from: [1082], serialize: asText, parse: (text: string) => text },
  time: { to: 1083, from: [1083], serialize: asText, parse: (text: string) => text },
  timestamp: {
    to: 1114,
    from: [1114],
    serialize: asText,
    parse: (text: string) => text.replace(" ", "T"),
  },
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: asText,
    parse: (text: string) => text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"),
  },
};

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
