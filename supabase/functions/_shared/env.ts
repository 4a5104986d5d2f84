import { z } from "zod";

/** What a job function needs to know from its environment. */
export interface CronEnvironment {
  /** Where the database is: a postgres:// URL of a role that owns the tables. */
  readonly databaseUrl: string;
  /** The secret that schedulers present; null = unset or blank, so every request is refused. */
  readonly sharedSecret: string | null;
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
  const secret = get("CRON_SHARED_SECRET")?.trim() ?? "";
  return { databaseUrl: url.data, sharedSecret: secret === "" ? null : secret };
}
