import { z } from "zod";

/** Settings that a job function reads from its environment. */
export interface CronEnvironment {
  /** Address of the database: a postgres:// URL of a role that owns the tables. */
  readonly databaseUrl: string;
  /** Secrets that schedulers may present: the secret in force, then the one before it; none = refuse all. */
  readonly sharedSecrets: readonly string[];
}

/** The environment lacks something or holds something unusable; the message says what to do. */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";
}

/** The address of a database: a postgres:// URL. */
export const databaseUrl: z.ZodType<string> = z.string({ error: "is not set" }).regex(
  /^postgres(ql)?:\/\/./,
  {
    error: "is not a postgres:// URL",
  },
);

/**
 * Reads and checks a job function's environment.
 *
 * @param get looks a variable up, such as `(name) => Deno.env.get(name)`
 * @throws {EnvironmentError} SUPABASE_DB_URL is missing or malformed
 */
export function readCronEnvironment(get: (name: string) => string | undefined): CronEnvironment {
  const url = databaseUrl.safeParse(get("SUPABASE_DB_URL"));
  if (!url.success) {
    throw new EnvironmentError(
      `SUPABASE_DB_URL ${
        url.error.issues[0]?.message
      }: set it to the database's direct connection.`,
    );
  }
  // A secret read from a file ends in a newline, which no header can carry: blanks around it don't count.
  const secret = (name: string) => get(name)?.trim() ?? "";
  const current = secret("CRON_SHARED_SECRET");
  const previous = secret("CRON_SHARED_SECRET_PREVIOUS");
  // The previous one alone counts for nothing: emptying CRON_SHARED_SECRET shuts everybody out.
  const sharedSecrets = current === "" ? [] : [...new Set([current, previous])].filter(Boolean);
  return { databaseUrl: url.data, sharedSecrets };
}

/** Settings that the function documents reads from its environment. */
export interface DocumentsEnvironment {
  /** The project's address, without a slash at its end. */
  readonly apiUrl: string;
  /** For callers who send none: the key that client apps have; null = there is none. */
  readonly publishableKey: string | null;
}

const PublishableKeys = z.record(z.string(), z.string());

/**
 * Reads and checks the environment of the function documents: what the platform sets by itself, and
 * what self-hosted projects have, the older SUPABASE_ANON_KEY.
 *
 * @param get looks a variable up, such as `(name) => Deno.env.get(name)`
 * @throws {EnvironmentError} SUPABASE_URL or SUPABASE_PUBLISHABLE_KEYS cannot be used
 */
export function readDocumentsEnvironment(
  get: (name: string) => string | undefined,
): DocumentsEnvironment {
  const url = z.url({ protocol: /^https?$/ }).safeParse(get("SUPABASE_URL"));
  if (!url.success) {
    throw new EnvironmentError("SUPABASE_URL is not an address: set it to the project's.");
  }
  return {
    apiUrl: url.data.replace(/\/+$/, ""),
    publishableKey: newestKey(get("SUPABASE_PUBLISHABLE_KEYS")) ??
      (get("SUPABASE_ANON_KEY")?.trim() || null),
  };
}

/** Of `{"default": "sb_publishable_…"}` that key, else any. */
function newestKey(dictionary: string | undefined): string | null {
  if (dictionary === undefined || dictionary.trim() === "") return null;
  let keys: unknown;
  try {
    keys = JSON.parse(dictionary);
  } catch {
    keys = null;
  }
  const parsed = PublishableKeys.safeParse(keys);
  if (!parsed.success) {
    throw new EnvironmentError("SUPABASE_PUBLISHABLE_KEYS is not a JSON object of keys by name.");
  }
  return parsed.data.default ?? Object.values(parsed.data)[0] ?? null;
}
