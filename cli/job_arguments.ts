import { parseArgs } from "node:util";
import { isJobName, JOB_NAMES, type JobName } from "../supabase/functions/_shared/jobs/job_name.ts";
import { databaseOf, type Environment, parsed, UsageError } from "./database_argument.ts";

/** Arguments of one call of `deno task job`. */
export interface JobArguments {
  readonly job: JobName;
  readonly today: string | undefined;
  readonly dryRun: boolean;
  readonly all: boolean;
  readonly databaseUrl: string;
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
  environment: Environment,
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
    databaseUrl: databaseOf(values["database-url"], environment),
  };
}

function parse(args: readonly string[]) {
  return parsed("job", () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "today": { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "all": { type: "boolean", default: false },
        "database-url": { type: "string" },
        "help": { type: "boolean", short: "h", default: false },
      },
    }));
}
