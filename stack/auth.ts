import { parseSmtpUrl } from "../supabase/functions/_shared/delivery/smtp_url.ts";
import { printMail, serveAuthTemplates } from "./auth_mails.ts";
import type { Service } from "./gateway.ts";
import type { StackKeys } from "./keys.ts";
import { freePort } from "./processes.ts";
import { serveProgram } from "./served_program.ts";
import { StackError } from "./stack_error.ts";

/** Sender of its mails. */
const SENDER = "auth@demo.example";
/** Settings of the stack's Auth alone: who signs up is in, as the embedded auth has it, and mails are as many as asked for. */
const OF_THE_STACK = {
  GOTRUE_MAILER_AUTOCONFIRM: "true",
  GOTRUE_RATE_LIMIT_EMAIL_SENT: "10000",
};
/** Paths that need no key: those that links in mails lead to, and that of the public keys. */
const OPEN = /^\/(verify|callback|authorize|\.well-known\/jwks\.json)$/;

/** Lines that it writes about each request, refused ones too; no setting of its own turns them off. */
const NO_NEWS = /"level":"(info|warning)"/;

/** Options of startAuthBinary. */
export interface AuthOptions {
  readonly binary: string;
  /** The database as `supabase_auth_admin`. */
  readonly authAdminUrl: string;
  /** Address of the stack for its clients. */
  readonly publicUrl: string;
  readonly keys: StackKeys;
  /** Address of the mail server; null: mails go onto the stack's output. */
  readonly smtpUrl: string | null;
  /** Variables of its own on top of the stack's. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables for Deno, which watches over it, such as HOME and DENO_DIR. */
  readonly runtimeEnvironment: Readonly<Record<string, string>>;
  /** Receives its output and its mails, line by line. */
  readonly log: (line: string) => void;
}

/** Facts without which Auth neither connects nor comes up. */
export type AuthPlace = Pick<AuthOptions, "authAdminUrl" | "publicUrl" | "keys">;

/**
 * Makes the tables of Auth in schema `auth`, or brings them up to what the binary knows.
 *
 * @throws StackError with what it says.
 */
export async function migrateAuth(binary: string, place: AuthPlace): Promise<void> {
  const migrating = new Deno.Command(binary, {
    args: ["migrate"],
    env: authEnvironment(place),
    clearEnv: true,
    stdin: "null",
  }).output();
  const { success, stdout, stderr } = await migrating.catch((error) => {
    throw new StackError(`AUTH_BIN ${binary} cannot be run: ${error.message}`);
  });
  if (success) return;
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("").trim();
  throw new StackError(`AUTH_BIN ${binary} cannot make its tables:\n${said}`);
}

/**
 * `/auth/v1` by a real Supabase Auth.
 *
 * @throws StackError when the binary cannot be run or does not become ready.
 */
export async function startAuthBinary(options: AuthOptions): Promise<Service> {
  const { binary, smtpUrl, runtimeEnvironment, log } = options;
  await using parts = new AsyncDisposableStack();
  const templates = parts.use(await serveAuthTemplates());
  let smtp: Record<string, string>;
  if (smtpUrl === null) {
    // Loaded where Auth is, alone.
    const { startMailPrinter } = await import("./mail_printer.ts");
    const printer = parts.use(await startMailPrinter((mail) => printMail(mail, log)));
    smtp = smtpEnvironment(`smtp://127.0.0.1:${printer.port}`, SENDER);
  } else {
    smtp = smtpEnvironment(smtpUrl, SENDER);
  }
  const service = await serveProgram({
    name: "auth",
    title: "Auth",
    variable: "AUTH_BIN",
    binary,
    prefix: "/auth/v1",
    open: OPEN,
    start: () => {
      const port = freePort();
      return {
        args: ["serve"],
        environment: {
          ...authEnvironment(options),
          ...OF_THE_STACK,
          GOTRUE_SMTP_MAX_FREQUENCY: "1s",
          ...smtp,
          ...templates.environment,
          ...options.environment,
          GOTRUE_API_HOST: "127.0.0.1",
          PORT: String(port),
        },
        port,
        readyUrl: `http://127.0.0.1:${port}/health`,
      };
    },
    runtimeEnvironment,
    log: (line) => {
      if (!NO_NEWS.test(line)) log(line);
    },
  }, options.keys);
  const kept = parts.move();
  return {
    fetch: service.fetch,
    close: async () => {
      await service.close();
      await kept.disposeAsync();
    },
  };
}

/** The environment of an Auth over this project's database, without its address and its mail server. */
export function authEnvironment(
  { authAdminUrl, publicUrl, keys }: AuthPlace,
): Record<string, string> {
  const { signingKey, jwtSecret } = keys;
  if (signingKey === null) throw new Error("these keys are the embedded auth's");
  const database = new URL(authAdminUrl);
  database.searchParams.set("sslmode", "disable");
  return {
    DATABASE_URL: database.href,
    GOTRUE_DB_DRIVER: "postgres",
    DB_NAMESPACE: "auth",
    API_EXTERNAL_URL: publicUrl,
    GOTRUE_SITE_URL: publicUrl,
    GOTRUE_URI_ALLOW_LIST: `${publicUrl}/**`,
    GOTRUE_JWT_SECRET: jwtSecret,
    GOTRUE_JWT_KEYS: JSON.stringify([{ ...signingKey, key_ops: ["sign", "verify"] }]),
    GOTRUE_JWT_EXP: "3600",
    GOTRUE_JWT_AUD: "authenticated",
    GOTRUE_JWT_ADMIN_ROLES: "service_role",
    GOTRUE_JWT_DEFAULT_GROUP_NAME: "authenticated",
    GOTRUE_EXTERNAL_EMAIL_ENABLED: "true",
    ...Object.fromEntries(
      ["CONFIRMATION", "INVITE", "RECOVERY", "EMAIL_CHANGE"].map((kind) => [
        `GOTRUE_MAILER_URLPATHS_${kind}`,
        "/auth/v1/verify",
      ]),
    ),
    GOTRUE_DB_MAX_POOL_SIZE: "10",
  };
}

/** The variables by which Auth sends its mails, by the server of an SMTP_URL. */
export function smtpEnvironment(url: string, sender: string): Record<string, string> {
  const { host, port, login } = parseSmtpUrl(url);
  return {
    GOTRUE_SMTP_HOST: host,
    GOTRUE_SMTP_PORT: String(port),
    GOTRUE_SMTP_USER: login?.user ?? "",
    GOTRUE_SMTP_PASS: login?.password ?? "",
    GOTRUE_SMTP_ADMIN_EMAIL: sender,
  };
}
