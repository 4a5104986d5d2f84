// `deno task statements <batch>`: the earnings statements of a payroll batch, in PDFs of at most 100 people each.
import { connect } from "../supabase/functions/_shared/database.ts";
import { UsageError } from "./database_argument.ts";
import { explain } from "./explain.ts";
import { readStatementsArguments, USAGE } from "./statements/arguments.ts";
import { FilesLeftError, writeStatements } from "./statements/files.ts";

const FAILED = 1;
const WRONG_USE = 2;
const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;
const stopped = new AbortController();

async function main(): Promise<number> {
  const args = readStatementsArguments(Deno.args, {
    databaseUrl: Deno.env.get("SUPABASE_DB_URL"),
    dataDir: Deno.env.get("DATA_DIR"),
  });
  if (args === "help") {
    console.log(USAGE);
    return 0;
  }
  const sql = connect(args.databaseUrl);
  for (const name of STOP_SIGNALS) {
    Deno.addSignalListener(name, () => stopped.abort(new Error("It was stopped.")));
  }
  const progress = Deno.stderr.isTerminal() ? (line: string) => console.error(line) : () => {};
  try {
    const written = await writeStatements(sql, args, progress, console.error, stopped.signal);
    console.log(JSON.stringify(written));
    return 0;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

try {
  Deno.exit(await main());
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(
    isUsage
      ? error.message
      : error instanceof FilesLeftError
      ? `${error.message} Remove them. The reason: ${explain(error.cause)}`
      : `Nothing was written: ${explain(error)}`,
  );
  Deno.exit(isUsage ? WRONG_USE : FAILED);
}
