import { parseArgs, parseEnv } from "node:util";
import { databaseUrl } from "../supabase/functions/_shared/env.ts";
import { isJobName, JOB_NAMES, type JobName } from "../supabase/functions/_shared/jobs/job_name.ts";

/** What one call of `deno task job` asks for. */
export interface JobArguments {
  readonly job: JobName;
  readonly today: string | undefined;
  readonly dryRun: boolean;
  readonly all: boolean;
  readonly databaseUrl: string;
}

/** The command was not understood; the message says what to write instead. */
export class UsageError extends Error {
  override name = "UsageError";
}

/**
 * Reads the arguments of `deno task job`.
 *
 * @param args as typed
 * @param environment SUPABASE_DB_URL and DATA_DIR, where they are set
 * @returns what to run, or "help"
 * @throws {UsageError} something is missing, unknown or malformed
 */
export function readArguments(
  args: readonly string[],
  environment: { readonly databaseUrl?: string | undefined; readonly dataDir?: string | undefined },
): JobArguments | "help" {
  const { values, positionals } = parse(args);
  if (values.help) return "help";
  const [job, ...rest] = positionals;
  if (!isJobName(job)) {
    throw new UsageError(
      `${job === undefined ? "No job named" : `No job is called ${job}`}: name ` +
        `${JOB_NAMES.join(" or ")}. See deno task job --help.`,
    );
  }
  if (rest.length > 0) throw new UsageError(`One job at a time: what is ${rest.join(" ")}?`);
  return {
    job,
    today: values.today,
    dryRun: values["dry-run"],
    all: values.all,
    databaseUrl: checkedUrl(
      withoutPassword(values["database-url"]) || environment.databaseUrl ||
        databaseOfStack(environment.dataDir || ".data"),
    ),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "today": { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "all": { type: "boolean", default: false },
        "database-url": { type: "string" },
        "help": { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.split(". ")[0]}. See deno task job --help.`);
  }
}

/**
 * What is typed is shown: deno prints the command of a task, and the system the arguments of a process.
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

/** The address that the stack on a data directory has written down. */
function databaseOfStack(dataDir: string): string {
  const path = `${dataDir}/stack.env`;
  let url: string | undefined;
  try {
    url = parseEnv(Deno.readTextFileSync(path)).SUPABASE_DB_URL;
  } catch {
    // No stack has run there.
  }
  if (url === undefined) {
    throw new UsageError(
      `No database named, and no stack in ${dataDir}: pass --database-url, set SUPABASE_DB_URL, or ` +
        "start the stack with deno task start.",
    );
  }
  return url;
}
