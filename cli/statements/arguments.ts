import { parseArgs } from "node:util";
import { z } from "zod";
import { databaseOf, type Environment, parsed, UsageError } from "../database_argument.ts";

/** Arguments of one call of `deno task statements`. */
export interface StatementsArguments {
  /** Id of the payroll batch. */
  readonly batch: string;
  /** Folder that the files go to. */
  readonly folder: string;
  readonly databaseUrl: string;
}

/** Text that `deno task statements --help` prints. */
export const USAGE = `Prints the earnings statements of a payroll batch, all at once: PDFs of at
most 100 people each, by last and first name.

deno task statements BATCH [options]

  BATCH                the batch's id: the last part of its address in the
                       console, payroll/batches/<id>
  --to FOLDER          folder that the files go to (default: here)
  --database-url URL   the database (default: SUPABASE_DB_URL, else the stack
                       that runs on DATA_DIR, which is .data); without a
                       password, which PGPASSWORD gives, or SUPABASE_DB_URL
  --help               this text

The files are earnings_<pay date>_<first 8 letters of the id>_001.pdf and so on,
for the eyes of whoever runs it alone. Each statement begins on a new page.
Statements of a batch that is not closed say DRAFT.

Prints counts as JSON. Where the folder has files of the batch already, or
something fails or it is stopped (Ctrl-C), it writes none and takes back those
that it wrote. Any that it cannot remove, it names.

Exit code 0: all are written. 1: none is, but for those that it names. 2: the
command was not understood.`;

/**
 * Reads the arguments of `deno task statements`.
 *
 * @param args as typed
 * @param environment SUPABASE_DB_URL and DATA_DIR, where they are set
 * @returns what to print, or "help"
 * @throws {UsageError} something is missing, unknown or malformed
 */
export function readStatementsArguments(
  args: readonly string[],
  environment: Environment,
): StatementsArguments | "help" {
  const { values, positionals } = parsed("statements", () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "to": { type: "string", default: "." },
        "database-url": { type: "string" },
        "help": { type: "boolean", short: "h", default: false },
      },
    }));
  if (values.help) return "help";
  const [batch, ...more] = positionals;
  if (batch === undefined) {
    throw new UsageError("No batch named: give its id. See deno task statements --help.");
  }
  if (more.length > 0) throw new UsageError(`One batch at a time: what is ${more.join(" ")}?`);
  if (!z.guid().safeParse(batch).success) {
    throw new UsageError(
      `${batch} is no id of a batch: it is the last part of the batch's address in the console.`,
    );
  }
  if (values.to === "") throw new UsageError("--to names no folder.");
  return {
    batch,
    folder: values.to,
    databaseUrl: databaseOf(values["database-url"], environment),
  };
}
