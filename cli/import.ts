// `deno task import <kind> file`: brings in a file of former books, of a bank or of a client's system, counts as JSON on stdout.
import postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { ImportAnswer } from "../supabase/functions/_shared/database.types.ts";
import {
  allErrors,
  errorsFile,
  type FileError,
} from "../supabase/functions/_shared/moving_in/file_rows.ts";
import type { ImportMapping } from "../supabase/functions/_shared/moving_in/mapping.ts";
import { rowsOfFile } from "../supabase/functions/_shared/moving_in/rows_of_file.ts";
import { UsageError } from "./database_argument.ts";
import { explain } from "./explain.ts";
import { type ImportArguments, readImportArguments } from "./import_arguments.ts";
import { USAGE } from "./import_usage.ts";

const FAILED = 1;
const WRONG_USE = 2;

/** So many errors of a kind are said; who has more mends them by a file. */
const SHOWN_OF_A_KIND = 20;

/** A file has errors; each is said in a line of its own, but for those of which many are alike. */
class FileNotValidError extends Error {
  override name = "FileNotValidError";

  /** @param all where the file of all errors is, if not all of them are said */
  constructor(path: string, errors: readonly FileError[], all: string | null) {
    const kinds = [...Map.groupBy(errors, kindOf).values()];
    const lines = kinds.flatMap((alike) => [
      ...alike.slice(0, SHOWN_OF_A_KIND).map(({ line, column, message }) =>
        `${path}:${line}: ${column === "" ? "" : `${column}: `}${message}`
      ),
      ...(alike.length > SHOWN_OF_A_KIND
        ? [`${path}: … and ${counted(alike.length - SHOWN_OF_A_KIND)} more like these.`]
        : []),
    ]);
    const count = errors.length === 1 ? "1 error" : `${counted(errors.length)} errors`;
    super([
      ...lines,
      `${count}: nothing was imported.${all === null ? "" : ` All of them are in ${all}.`}`,
    ].join("\n"));
  }
}

const counted = (count: number) => count.toLocaleString("en-US");

/** Likeness of errors: the column, and the words of the message without what it quotes or counts. */
function kindOf({ column, message }: FileError): string {
  return `${column} ${message.replaceAll(/"[^"]*"|\d+/g, "…")}`;
}

/** Says what is wrong with a file; all of it in a file beside it, where that is much. */
async function refuseFile(path: string, errors: readonly FileError[]): Promise<never> {
  const isLong = [...Map.groupBy(errors, kindOf).values()].some((alike) =>
    alike.length > SHOWN_OF_A_KIND
  );
  const all = `${path}.errors.csv`;
  if (isLong) await Deno.writeTextFile(all, errorsFile(errors));
  throw new FileNotValidError(path, errors, isLong ? all : null);
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
  const file = await readFile(args.path);
  const sql = connect(args.databaseUrl);
  try {
    const mapping = args.mapping === null ? null : await readMapping(sql, args.kind, args.mapping);
    const { rows, errors: ofFile, leftOut } = rowsOfFile(args.kind, file, args.dates, mapping);
    const isWrong = ofFile.length > 0;
    if (isWrong && rows.length === 0) await refuseFile(args.path, ofFile);
    const { errors: ofServer, ...counts } = await importFile(
      sql,
      { ...args, dryRun: args.dryRun || isWrong },
      JSON.stringify(rows),
    );
    const errors = allErrors(ofFile, ofServer);
    if (errors.length > 0) await refuseFile(args.path, errors);
    console.log(JSON.stringify({ ...counts, ...(leftOut !== undefined && { left_out: leftOut }) }));
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

/** The mapping of that name. */
async function readMapping(
  sql: postgres.Sql,
  kind: string,
  name: string,
): Promise<ImportMapping> {
  const known = await sql<(ImportMapping & { name: string })[]>`
    select name, columns, constants, replacements
      from public.import_mappings where kind = ${kind} order by name`;
  const mapping = known.find((one) => one.name === name);
  if (mapping === undefined) {
    throw new UsageError(
      `There is no mapping ${name} of ${kind}. There are: ${
        known.map((one) => one.name).join("; ") || "none"
      }.`,
    );
  }
  return mapping;
}

/** Imports; of a file with errors, all of them are asked for. */
async function importFile(
  sql: postgres.Sql,
  { kind, dryRun }: ImportArguments,
  rows: string,
): Promise<ImportAnswer> {
  const call = async (dryRun: boolean) => {
    const [row] = await sql<[{ answer: ImportAnswer }]>`
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

try {
  Deno.exit(await main());
} catch (error) {
  const isOwn = error instanceof UsageError || error instanceof FileNotValidError;
  console.error(isOwn ? error.message : `Nothing was imported: ${explain(error)}`);
  Deno.exit(error instanceof UsageError ? WRONG_USE : FAILED);
}
