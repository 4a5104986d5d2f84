import { parseArgs } from "node:util";
import { FILE_KINDS, type FileKind } from "../supabase/functions/_shared/moving_in/columns.ts";
import type { Dates } from "../supabase/functions/_shared/moving_in/spreadsheet.ts";
import { databaseOf, type Environment, parsed, UsageError } from "./database_argument.ts";

const DATES = ["iso", "us"] as const;

/** Arguments of one call of `deno task import`. */
export interface ImportArguments {
  readonly kind: FileKind;
  readonly path: string;
  readonly dryRun: boolean;
  readonly dates: Dates;
  /** Name of the mapping by which the file is read; null = its columns are ours. */
  readonly mapping: string | null;
  readonly databaseUrl: string;
}

/**
 * Reads the arguments of `deno task import`.
 *
 * @param args as typed
 * @param environment SUPABASE_DB_URL and DATA_DIR, where they are set
 * @returns what to import, or "help"
 * @throws {UsageError} something is missing, unknown or malformed
 */
export function readImportArguments(
  args: readonly string[],
  environment: Environment,
): ImportArguments | "help" {
  const { values, positionals } = parsed("import", () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean", default: false },
        "dates": { type: "string", default: "iso" },
        "mapping": { type: "string" },
        "database-url": { type: "string" },
        "help": { type: "boolean", short: "h", default: false },
      },
    }));
  if (values.help) return "help";
  const [typed, path, ...rest] = positionals;
  const kind = FILE_KINDS.find((kind) => kind === typed);
  if (kind === undefined) {
    throw new UsageError(
      `${typed === undefined ? "No kind named" : `There is no import of ${typed}`}: name ` +
        `${FILE_KINDS.join(", ").replace(/, (?=\w+$)/, " or ")}. See deno task import --help.`,
    );
  }
  if (path === undefined) throw new UsageError("No file named. See deno task import --help.");
  if (rest.length > 0) throw new UsageError(`One file at a time: what is ${rest.join(" ")}?`);
  const dates = DATES.find((one) => one === values.dates);
  if (dates === undefined) {
    throw new UsageError(`--dates is us or iso, not ${values.dates}. See deno task import --help.`);
  }
  return {
    kind,
    path,
    dates,
    mapping: values.mapping ?? null,
    dryRun: values["dry-run"],
    databaseUrl: databaseOf(values["database-url"], environment),
  };
}
