import { filterQuery } from "./list_query.ts";
import { factsOf } from "./resources.ts";
import { MAX_ROWS, plainRows, type RelationName } from "./rows.ts";

/** Most rows of one file. */
export const MOST_ROWS = 50_000;

/** Rows that were written, and whether there was more. */
export interface CsvFile {
  readonly text: string;
  readonly rows: number;
  readonly isWhole: boolean;
}

/**
 * All rows that a list's filter shows, as CSV. They are fetched by key, so that rows which come and go meanwhile shift
 * no page.
 */
export async function csvOf(
  name: RelationName,
  filter: Readonly<Record<string, unknown>>,
  select: string,
  today: string,
): Promise<CsvFile> {
  const { key } = factsOf(name);
  const found: Record<string, unknown>[] = [];
  for (let after: string | null = null;;) {
    const page: Record<string, unknown>[] = await plainRows(name, {
      ...Object.fromEntries(filterQuery(filter, today)),
      select,
      order: key,
      limit: `${MAX_ROWS}`,
      ...(after === null ? {} : { [key]: `gt.${after}` }),
    });
    found.push(...page.map((row) => flat(row)));
    if (page.length < MAX_ROWS || found.length >= MOST_ROWS) {
      return {
        text: csvText(found.slice(0, MOST_ROWS)),
        rows: Math.min(found.length, MOST_ROWS),
        isWhole: page.length < MAX_ROWS,
      };
    }
    after = String(page.at(-1)?.[key]);
  }
}

/** Rows as RFC 4180 has them: columns in words first, lines that end with CRLF. */
export function csvText(found: readonly Record<string, unknown>[]): string {
  const names = [...new Set(found.flatMap((row) => Object.keys(row)))];
  return [names.map(headingOf), ...found.map((row) => names.map((name) => row[name]))]
    .map((cells) => cells.map(cell).join(","))
    .map((line) => `${line}\r\n`)
    .join("");
}

/** Rows that a row belongs to, each in a word. */
const ONE_OF: Readonly<Record<string, string>> = {
  assignments: "assignment",
  candidates: "candidate",
  contractors: "contractor",
  facilities: "facility",
  payroll_batches: "batch",
  payroll_periods: "period",
  time_codes: "code",
};

/** A column in words: `Due date` of `due_date`, `Facility name` of `facilities.name`. */
export function headingOf(name: string): string {
  const words = name.split(".").map((part) => ONE_OF[part] ?? part).join(" ")
    .replaceAll("_", " ").replace(/ at$/, " (time)").replace(/\bid\b/, "ID");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A spreadsheet runs a text that begins as a formula does; an apostrophe keeps it a text. Numbers stay numbers. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const harmless = typeof value !== "number" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function flat(
  row: Record<string, unknown>,
  prefix = "",
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.entries(
          flat(value as Record<string, unknown>, `${prefix}${name}.`),
        )
        : [[prefix + name, value]]
    ),
  );
}
