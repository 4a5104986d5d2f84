import { parseArgs } from "node:util";
import { z } from "zod";
import { parsed, UsageError } from "../database_argument.ts";
import { type Days, type ReportName, REPORTS } from "./reports.ts";

const HELP = "See deno task group --help.";
const DEFAULT_SECONDS = 90;
const NAMES = Object.keys(REPORTS) as ReportName[];

/** Arguments of one call of `deno task group`. */
export interface GroupArguments {
  /** The file of firms. */
  readonly path: string;
  readonly reports: readonly ReportName[];
  readonly days: Days;
  /** Folder of the files that are written. */
  readonly out: string;
  readonly seconds: number;
}

/**
 * Reads the arguments of `deno task group`.
 *
 * @param args as typed
 * @param today the day, as `YYYY-MM-DD`: without days, the month before it is asked about
 * @returns what to ask, or "help"
 * @throws {UsageError} something is missing, unknown or malformed
 */
export function readGroupArguments(
  args: readonly string[],
  today: string,
): GroupArguments | "help" {
  const { values, positionals } = parsed("group", () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        from: { type: "string" },
        to: { type: "string" },
        out: { type: "string", default: "." },
        timeout: { type: "string", default: String(DEFAULT_SECONDS) },
        help: { type: "boolean", short: "h", default: false },
      },
    }));
  if (values.help) return "help";
  const [path, ...typed] = positionals;
  if (path === undefined) throw new UsageError(`No file of firms named. ${HELP}`);
  const unknown = typed.find((name) => !(name in REPORTS));
  if (unknown !== undefined) {
    throw new UsageError(`There is no report ${unknown}: name ${NAMES.join(" or ")}. ${HELP}`);
  }
  const seconds = Number(values.timeout);
  if (!(seconds > 0)) throw new UsageError(`--timeout is a number of seconds. ${HELP}`);
  return {
    path,
    reports: typed.length === 0 ? NAMES : NAMES.filter((name) => typed.includes(name)),
    days: daysOf(values.from, values.to) ?? monthBefore(today),
    out: values.out,
    seconds,
  };
}

/** The days that were typed; null where none were. */
function daysOf(from: string | undefined, to: string | undefined): Days | null {
  if (from === undefined && to === undefined) return null;
  const { success, data } = z.object({ from: z.iso.date(), to: z.iso.date() })
    .safeParse({ from, to });
  if (!success) throw new UsageError(`--from and --to are days, as 2026-03-31, and both. ${HELP}`);
  if (data.from > data.to) throw new UsageError(`--to is before --from. ${HELP}`);
  return data;
}

function monthBefore(today: string): Days {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const day = (date: number) => new Date(date).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 2, 1)), to: day(Date.UTC(year, month - 1, 0)) };
}
