import { parseEnv } from "node:util";
import { z } from "zod";
import { parseSmtpUrl } from "../../supabase/functions/_shared/delivery/smtp_url.ts";
import { StackError } from "../../stack/stack_error.ts";
import { MAIL_VARIABLES } from "../../stack/surroundings.ts";

/** A program that another project publishes. */
export interface ProgramSource {
  /** A file of this machine, or the https:// address of an archive. */
  readonly from: string;
  /** SHA-256 of that file or archive; null: a file is taken as it is. */
  readonly sha256: string | null;
}

/** All that an operator sets. */
export interface Settings {
  /** Address of the console and of the API, without a slash at its end. */
  readonly publicUrl: URL;
  readonly tls: { readonly certificate: string; readonly key: string } | null;
  readonly smtpUrl: string;
  readonly mailSender: string;
  readonly signUps: boolean;
  readonly postgrest: ProgramSource;
  readonly auth: ProgramSource;
  readonly cluster: { readonly version: string; readonly name: string };
  /** The first of twenty ports of this machine. */
  readonly portsFrom: number;
  readonly keepDays: number;
  /** Secret of the schedulers before this one; empty: none. */
  readonly cronSharedSecretPrevious: string;
  /** Those of MAIL_VARIABLES that are set. */
  readonly mail: Readonly<Record<string, string>>;
  /** Variables that go to Auth and to PostgREST as they are. */
  readonly further: { readonly auth: Variables; readonly postgrest: Variables };
}

/** Variables of an environment. */
export type Variables = Readonly<Record<string, string>>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/i).transform((text) => text.toLowerCase());
const Path = z.string().startsWith("/");
const given = (value: unknown) => value === "" ? undefined : value;

const File = z.object({
  PUBLIC_URL: z.string().regex(/^https?:\/\/[^/?#\s]+$/),
  TLS_CERTIFICATE: z.preprocess(given, Path.optional()),
  TLS_KEY: z.preprocess(given, Path.optional()),
  SMTP_URL: z.string().refine((text) => {
    try {
      return parseSmtpUrl(text);
    } catch {
      return false;
    }
  }),
  MAIL_SENDER: z.email(),
  SIGN_UPS: z.enum(["on", "off"]).default("on"),
  POSTGREST: z.string().regex(/^(\/|https:\/\/)/),
  POSTGREST_SHA256: z.preprocess(given, Sha256.optional()),
  AUTH: z.string().regex(/^(\/|https:\/\/)/),
  AUTH_SHA256: z.preprocess(given, Sha256.optional()),
  POSTGRES_CLUSTER: z.string().regex(/^\d+\/[\w-]+$/).default("15/main"),
  PORTS_FROM: z.coerce.number().int().min(1024).max(65_500).default(8300),
  KEEP_DAYS: z.coerce.number().int().min(1).default(14),
  CRON_SHARED_SECRET_PREVIOUS: z.string().default(""),
});

const EXPECTED: Readonly<Record<string, string>> = {
  PUBLIC_URL: "https://staffing.example.com, without a slash at its end",
  TLS_CERTIFICATE: "the path of a file",
  TLS_KEY: "the path of a file",
  SMTP_URL: "smtps://user:password@host:465 or smtp://user:password@host:587",
  MAIL_SENDER: "an e-mail address",
  SIGN_UPS: "on or off",
  POSTGREST: "the path of a file, or an https:// address",
  POSTGREST_SHA256: "64 hexadecimal digits",
  AUTH: "the path of a file, or an https:// address",
  AUTH_SHA256: "64 hexadecimal digits",
  POSTGRES_CLUSTER: "a cluster such as 15/main",
  PORTS_FROM: "a number from 1024 to 65500",
  KEEP_DAYS: "a number from 1 on",
};

/**
 * Reads the text of a file of settings.
 *
 * @throws StackError naming the variable and what it may be, without its value, which may be a password
 */
export function readSettings(text: string): Settings {
  const variables = parseEnv(text) as Record<string, string>;
  const { data, error } = File.safeParse(variables);
  if (!data) {
    const name = String(error.issues[0]?.path[0]);
    throw new StackError(`${name} cannot be used: set it to ${EXPECTED[name] ?? "a text"}.`);
  }
  const publicUrl = new URL(data.PUBLIC_URL);
  const { TLS_CERTIFICATE: certificate, TLS_KEY: key } = data;
  const isEncrypted = publicUrl.protocol === "https:";
  if (isEncrypted && (certificate === undefined || key === undefined)) {
    throw new StackError("PUBLIC_URL is https://: set TLS_CERTIFICATE and TLS_KEY.");
  }
  const [version = "", name = ""] = data.POSTGRES_CLUSTER.split("/");
  return {
    publicUrl,
    tls: isEncrypted && certificate !== undefined && key !== undefined
      ? { certificate, key }
      : null,
    smtpUrl: data.SMTP_URL,
    mailSender: data.MAIL_SENDER,
    signUps: data.SIGN_UPS === "on",
    postgrest: source("POSTGREST", data.POSTGREST, data.POSTGREST_SHA256),
    auth: source("AUTH", data.AUTH, data.AUTH_SHA256),
    cluster: { version, name },
    portsFrom: data.PORTS_FROM,
    keepDays: data.KEEP_DAYS,
    cronSharedSecretPrevious: data.CRON_SHARED_SECRET_PREVIOUS,
    mail: picked(variables, (name) => MAIL_VARIABLES.some((one) => one === name)),
    further: {
      auth: picked(variables, (name) => name.startsWith("GOTRUE_")),
      postgrest: picked(variables, (name) => name.startsWith("PGRST_")),
    },
  };
}

function source(name: string, from: string, sha256: string | undefined): ProgramSource {
  if (from.startsWith("https:") && sha256 === undefined) {
    throw new StackError(
      `${name} is an address: set ${name}_SHA256 to the checksum that the page of the release shows.`,
    );
  }
  return { from, sha256: sha256 ?? null };
}

function picked(variables: Variables, isWanted: (name: string) => boolean): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isWanted(name)));
}
