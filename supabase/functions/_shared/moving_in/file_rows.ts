import { CsvError, parse } from "csv-parse/sync";
import { DAY_COLUMNS, MONEY_COLUMNS } from "./columns.ts";
import { type Dates, dayOfMonthFirst, plainMoney, separatorOf } from "./spreadsheet.ts";

/** A row of a file: its values by the names of the columns, and the line on which it begins. */
export type FileRow = Readonly<Record<string, string>> & { readonly line: string };

/** Errors of a file, by its line and, where it is one, the name of the column. */
export interface FileError {
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

/** The rows of a file, or what is wrong with it as CSV. */
export interface FileRows {
  readonly rows: readonly FileRow[];
  readonly errors: readonly FileError[];
}

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads a CSV file (RFC 4180) in UTF-8, whose first line has the names of the columns, as import_rows takes it. Values
 * are separated by commas, semicolons or tabs. Rows without any value are left out, as is a column without name and
 * values, which spreadsheets like to add. Money loses its sign and commas.
 *
 * @param dates us takes 11/23/2026 for 2026-11-23; else such a day is an error, since it might be the other way round
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { fileRows } from "./file_rows.ts";
 *
 * const { rows } = fileRows(new TextEncoder().encode('external_number,name\r\nF1,"Mercy, Denver"\r\n'));
 * assertEquals(rows, [{ line: "2", external_number: "F1", name: "Mercy, Denver" }]);
 * ```
 */
export function fileRows(file: Uint8Array, dates: Dates = "iso"): FileRows {
  const lines = readLines(file);
  if ("errors" in lines) return { rows: [], errors: lines.errors };
  const [header, ...body] = lines.lines;
  if (header === undefined) return { rows: [], errors: [wrong(1, "", "The file is empty.")] };
  const names = header.cells.map(columnName);
  const errors = [
    ...headerErrors(header.line, names, body),
    ...body.filter(({ cells }) => cells.length !== names.length).map(({ line, cells }) =>
      wrong(
        line,
        "",
        `It has ${counted(cells.length, "value")}, and the first line ${
          counted(names.length, "column")
        }.`,
      )
    ),
  ];
  if (errors.length > 0) return { rows: [], errors };
  const rows = body.map(({ line, cells }) => ({
    ...Object.fromEntries(
      names.flatMap((name, nth) => {
        if (name === "") return [];
        const cell = cells[nth] ?? "";
        if (MONEY_COLUMNS.has(name)) return [[name, plainMoney(cell)]];
        const day = DAY_COLUMNS.has(name) ? dayOfMonthFirst(cell) : null;
        if (day === null) return [[name, cell]];
        if (dates === "iso") errors.push(wrong(line, name, wrongDay(cell)));
        return [[name, day]];
      }),
    ),
    line: String(line),
  }));
  return errors.length > 0 ? { rows: [], errors } : { rows, errors };
}

/** The name of a column as import_rows has it, of what somebody writes above it: `Facility number`, `Cost center`. */
function columnName(heading: string): string {
  const name = heading.trim().toLowerCase().replaceAll(/[\s_-]+/g, "_");
  return name === "cost_center" ? "cost_centre" : name;
}

const wrongDay = (cell: string) =>
  `"${cell.trim()}" may be in either order: write it as 2026-11-23, or say that the month comes first.`;

/** Errors as a CSV file: line, column, message. */
export function errorsFile(errors: readonly FileError[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = errors.map(({ line, column, message }) =>
    [line, quoted(column), quoted(message)].join(",")
  );
  return ["line,column,message", ...lines].map((line) => `${line}\r\n`).join("");
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

const wrong = (line: number, column: string, message: string): FileError => ({
  line,
  column,
  message,
});

/** Takes the file apart; each record with the line on which it begins. */
function readLines(
  file: Uint8Array,
): { readonly lines: Line[] } | { readonly errors: readonly FileError[] } {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return {
      errors: [wrong(1, "", "The file is not UTF-8: save it as “CSV UTF-8”.")],
    };
  }
  try {
    const csv = text.replaceAll(/\r\n?/g, "\n");
    const records = parse(csv, {
      delimiter: separatorOf(csv),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return {
      // The parser says where a record ends.
      lines: records.map(({ record, info }) => ({
        line: info.lines - record.join("").split("\n").length + 1,
        cells: record,
      })),
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as unknown as { lines?: number };
    return { errors: [wrong(lines ?? 1, "", `${error.message}.`)] };
  }
}

function headerErrors(line: number, names: readonly string[], body: readonly Line[]): FileError[] {
  return names.flatMap((name, nth) => {
    if (name === "") {
      const used = body.some(({ cells }) => (cells[nth] ?? "").trim() !== "");
      return used ? [wrong(line, "", `Column ${nth + 1} has values and no name.`)] : [];
    }
    if (name === "line") return [wrong(line, name, "No column is called line.")];
    return names.indexOf(name) < nth ? [wrong(line, name, "Two columns have this name.")] : [];
  });
}
