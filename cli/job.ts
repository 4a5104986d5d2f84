// `deno task job <lock-ended|accrue-interest|maintain|deliver>`: a one-off run of a scheduled job, counts as JSON on stdout.
import { connect } from "../supabase/functions/_shared/database.ts";
import { deliveryOf } from "../supabase/functions/_shared/delivery/delivery.ts";
import { readDeliveryEnvironment } from "../supabase/functions/_shared/delivery/environment.ts";
import {
  InvalidJobOptionError,
  JobFailedError,
} from "../supabase/functions/_shared/jobs/job_run.ts";
import { UsageError } from "./database_argument.ts";
import { readArguments } from "./job_arguments.ts";
import { runJob } from "./job_runner.ts";
import { USAGE } from "./job_usage.ts";

const FAILED = 1;
const WRONG_USE = 2;

async function main(): Promise<number> {
  const args = readArguments(Deno.args, {
    databaseUrl: Deno.env.get("SUPABASE_DB_URL"),
    dataDir: Deno.env.get("DATA_DIR"),
  });
  if (args === "help") {
    console.log(USAGE);
    return 0;
  }
  const delivery = args.job === "deliver"
    ? deliveryOf(readDeliveryEnvironment((name) => Deno.env.get(name)), console.error)
    : undefined;
  const sql = connect(args.databaseUrl);
  const progress = Deno.stderr.isTerminal() ? (line: string) => console.error(line) : () => {};
  try {
    console.log(JSON.stringify(await runJob(sql, { ...args, delivery }, progress)));
    return 0;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function explain(error: unknown): string {
  if (error instanceof JobFailedError) {
    return `${error.job} failed (run ${error.runId}): ${error.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}

try {
  Deno.exit(await main());
} catch (error) {
  console.error(explain(error));
  const isWrongUse = error instanceof UsageError || error instanceof InvalidJobOptionError;
  Deno.exit(isWrongUse ? WRONG_USE : FAILED);
}
