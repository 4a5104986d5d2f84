import { parseEnv } from "node:util";
import { databaseUrl } from "../supabase/functions/_shared/env.ts";

/** Variables that commands read from the environment, where it is set: SUPABASE_DB_URL and DATA_DIR. */
export interface Environment {
  readonly databaseUrl?: string | undefined;
  readonly dataDir?: string | undefined;
}

/** The command was not understood; the message says what to write instead. */
export class UsageError extends Error {
  override name = "UsageError";
}

/**
 * Arguments of a task as node's parseArgs reads them.
 *
 * @throws {UsageError} where it understands them not, in one line
 */
export function parsed<T>(task: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.split(". ")[0]}. See deno task ${task} --help.`);
  }
}

/**
 * The database that a command is about: what was typed, else the environment's, else that of the stack on DATA_DIR.
 *
 * @throws {UsageError} there is none, it is no address, or a password was typed
 */
export function databaseOf(typed: string | undefined, environment: Environment): string {
  return checkedUrl(
    withoutPassword(typed) || environment.databaseUrl ||
      databaseOfStack(environment.dataDir || ".data"),
  );
}

/**
 * Warning that typed text is shown: deno prints the command of a task, and the system the arguments of a process.
 * So a password is not taken from there, also so that nobody gets used to it.
 */
function withoutPassword(url: string | undefined): string | undefined {
  if (url !== undefined && /^\w+:\/\/[^/?#]*:[^/?#]*@|[?&]password=/.test(url)) {
    throw new UsageError(
      "A password in --database-url is seen by others: set SUPABASE_DB_URL to the whole address, or " +
        "leave the password out and set PGPASSWORD.",
    );
  }
  return url;
}

function checkedUrl(url: string): string {
  const { success, data } = databaseUrl.safeParse(url);
  if (!success) throw new UsageError("The database's address is not a postgres:// URL.");
  return data;
}

/**
 * Address of the console that the stack on DATA_DIR serves; null: the database is another, which `databaseOf` takes
 * from what was typed, or from the environment.
 */
export function consoleOfStack(typed: string | undefined, environment: Environment): string | null {
  if (typed || environment.databaseUrl) return null;
  const url = writtenByStack(environment.dataDir || ".data")["SUPABASE_URL"];
  return url === undefined ? null : `${url}/`;
}

function writtenByStack(dataDir: string): ReturnType<typeof parseEnv> {
  try {
    return parseEnv(Deno.readTextFileSync(`${dataDir}/stack.env`));
  } catch {
    return {}; // No stack has run there.
  }
}

/** The address that the stack on a data directory has written down. */
function databaseOfStack(dataDir: string): string {
  const url = writtenByStack(dataDir)["SUPABASE_DB_URL"];
  if (url === undefined) {
    throw new UsageError(
      `No database named, and no stack in ${dataDir}: pass --database-url, set SUPABASE_DB_URL, or ` +
        "start the stack with deno task start.",
    );
  }
  return url;
}
