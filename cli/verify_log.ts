// `deno task verify-log`: proves that the audit log is as it was written, its archive and files of it.
import { parseArgs } from "node:util";
import { connect } from "../supabase/functions/_shared/database.ts";
import { databaseOf, parsed, UsageError } from "./database_argument.ts";
import { explain } from "./explain.ts";
import {
  type ArchivedMonth,
  archivedMonths,
  fetchMonths,
  type LogProblem,
  verifyFiles,
  verifyLog,
} from "./log_files.ts";

const FAILED = 1;
const WRONG_USE = 2;

/** Text that `deno task verify-log --help` prints. */
const USAGE = `Proves that the audit log is as it was written: its archive by a chain of
digests, and that nothing of it can be changed or removed.

deno task verify-log [FOLDER] [options]

  FOLDER               proves the files in it besides, audit_log_2026-05.jsonl.gz
                       and so on, each by the one before and by the database
  --fetch              first writes the archived months that FOLDER lacks
  --files-only         proves the files by themselves, without a database
  --database-url URL   the database (default: SUPABASE_DB_URL, else the stack
                       that runs on DATA_DIR, which is .data); without a
                       password, which PGPASSWORD gives, or SUPABASE_DB_URL
  --help               this text

It prints the last digest. Whoever notes it elsewhere can prove later that no
month was taken off the end. docs/log.md says more.

Exit code 0: all is as it was written. 1: something is not. 2: the command was
not understood.`;

interface Arguments {
  readonly folder: string | undefined;
  readonly fetch: boolean;
  readonly databaseUrl: string | null;
}

function readArguments(): Arguments | "help" {
  const { values, positionals } = parsed("verify-log", () =>
    parseArgs({
      args: [...Deno.args],
      allowPositionals: true,
      options: {
        "fetch": { type: "boolean", default: false },
        "files-only": { type: "boolean", default: false },
        "database-url": { type: "string" },
        "help": { type: "boolean", short: "h", default: false },
      },
    }));
  if (values.help) return "help";
  const [folder, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`One folder at a time: what is ${more.join(" ")}?`);
  if (folder === undefined && (values.fetch || values["files-only"])) {
    throw new UsageError("Name the folder of the files. See deno task verify-log --help.");
  }
  if (values.fetch && values["files-only"]) {
    throw new UsageError("Files are fetched from a database: leave out --files-only.");
  }
  return {
    folder,
    fetch: values.fetch,
    databaseUrl: values["files-only"] ? null : databaseOf(values["database-url"], {
      databaseUrl: Deno.env.get("SUPABASE_DB_URL"),
      dataDir: Deno.env.get("DATA_DIR"),
    }),
  };
}

async function main(): Promise<number> {
  const args = readArguments();
  if (args === "help") {
    console.log(USAGE);
    return 0;
  }
  const { problems, months } = args.databaseUrl === null
    ? { problems: [] as LogProblem[], months: undefined }
    : await ofDatabase(args.databaseUrl, args);
  if (args.folder !== undefined) problems.push(...await verifyFiles(args.folder, months));
  for (const { where, problem } of problems) console.log(`${where}: ${problem}`);
  const last = months?.at(-1);
  if (last !== undefined) console.log(`${last.month.slice(0, 7)} ends with ${last.digest}`);
  console.log(
    problems.length === 0 ? "The log is as it was written." : "The log is NOT as it was.",
  );
  return problems.length === 0 ? 0 : FAILED;
}

async function ofDatabase(url: string, { folder, fetch }: Arguments): Promise<{
  problems: LogProblem[];
  months: ArchivedMonth[];
}> {
  const sql = connect(url);
  try {
    if (fetch && folder !== undefined) {
      for (const name of await fetchMonths(sql, folder)) console.log(`fetched ${name}`);
    }
    return { problems: await verifyLog(sql), months: await archivedMonths(sql) };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

try {
  Deno.exit(await main());
} catch (error) {
  console.error(explain(error));
  Deno.exit(error instanceof UsageError ? WRONG_USE : FAILED);
}
