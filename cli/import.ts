// `deno task import <kind> file.csv`: moves a firm in from a file of its former books, counts as JSON on stdout.
import postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import { type FileError, fileRows } from "../supabase/functions/_shared/moving_in/file_rows.ts";
import { UsageError } from "./database_argument.ts";
import { type ImportArguments, readImportArguments } from "./import_arguments.ts";
import { USAGE } from "./import_usage.ts";

const FAILED = 1;
const WRONG_USE = 2;

/** Answer of `import_rows`. In a dry run, inserted and skipped count what would be; they are 0 where there are errors. */
interface Imported {
  readonly kind: string;
  readonly dry_run: boolean;
  readonly rows: number;
  readonly inserted: number;
  readonly skipped: number;
  readonly errors: readonly FileError[];
}

/** A file has errors; each is said in a line of its own. */
class FileNotValidError extends Error {
  override name = "FileNotValidError";

  constructor(path: string, errors: readonly FileError[]) {
    const lines = errors.map(({ line, column, message }) =>
      `${path}:${line}: ${column === "" ? "" : `${column}: `}${message}`
    );
    const count = errors.length === 1 ? "1 error" : `${errors.length} errors`;
    super([...lines, `${count}: nothing was imported.`].join("\n"));
  }
}

async function main(): Promise<number> {
  const args = readImportArguments(Deno.args, {
    databaseUrl: Deno.env.get("SUPABASE_DB_URL"),
    dataDir: Deno.env.get("DATA_DIR"),
  });
  if (args === "help") {
    console.log(USAGE);
    return 0;
  }
  const { rows, errors } = fileRows(await readFile(args.path));
  if (errors.length > 0) throw new FileNotValidError(args.path, errors);
  const sql = connect(args.databaseUrl);
  try {
    const { errors, ...counts } = await importFile(sql, args, JSON.stringify(rows));
    if (errors.length > 0) throw new FileNotValidError(args.path, errors);
    console.log(JSON.stringify(counts));
    return 0;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function readFile(path: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Imports; of a file with errors, all of them are asked for. */
async function importFile(
  sql: postgres.Sql,
  { kind, dryRun }: ImportArguments,
  rows: string,
): Promise<Imported> {
  const call = async (dryRun: boolean) => {
    const [row] = await sql<[{ answer: Imported }]>`
      select public.import_rows(${kind}, ${rows}::text::jsonb, ${dryRun}) as answer`;
    return row.answer;
  };
  try {
    return await call(dryRun);
  } catch (error) {
    const isNotValid = error instanceof postgres.PostgresError &&
      error.detail === "import_not_valid";
    if (!isNotValid) throw error;
    return await call(true);
  }
}

function explain(error: unknown): string {
  if (error instanceof postgres.PostgresError && error.hint) {
    return `${error.message} ${error.hint}`;
  }
  return error instanceof Error ? error.message : String(error);
}

try {
  Deno.exit(await main());
} catch (error) {
  const isOwn = error instanceof UsageError || error instanceof FileNotValidError;
  console.error(isOwn ? error.message : `Nothing was imported: ${explain(error)}`);
  Deno.exit(error instanceof UsageError ? WRONG_USE : FAILED);
}
