import { CsvError, parse } from "csv-parse/sync";
import { DAY_COLUMNS, HEADINGS, LONG_CHOICES, MONEY_COLUMNS } from "./columns.ts";
import { type ImportMapping, mappedColumns } from "./mapping.ts";
import { type Dates, type MonthFirst, monthFirst, plainMoney, separatorOf } from "./spreadsheet.ts";

/** A row of a file: its values by the names of the columns, and the line on which it begins. */
export type FileRow = Readonly<Record<string, string>> & { readonly line: string };

/** Errors of a file, by its line and, where it is one, the name of the column. */
export interface FileError {
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

/** The rows of a file, as far as it is CSV, and what is wrong with it. */
export interface FileRows {
  /** Number of its rows, also of those that cannot be read. */
  readonly count: number;
  /** Those that can be read; none where the first line is wrong. A value that is wrong stands as it is in the file. */
  readonly rows: readonly FileRow[];
  readonly errors: readonly FileError[];
  /** Number of payments over 0.00 in a bank's file, which pay nothing and are left out; undefined where it has none. */
  readonly leftOut?: number;
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
 * @param dates us takes 3/1/2026 for 2026-03-01; else such a day is an error, since it might be the other way round
 * @param mapping says which of the file's columns are which of ours; null = they are ours
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
export function fileRows(
  file: Uint8Array,
  dates: Dates = "iso",
  mapping: ImportMapping | null = null,
): FileRows {
  const lines = readLines(file);
  if ("errors" in lines) return { count: 0, rows: [], errors: lines.errors };
  const [header, ...body] = lines.lines;
  if (header === undefined) {
    return { count: 0, rows: [], errors: [wrong(1, "", "The file is empty.")] };
  }
  const mapped = mapping === null ? null : mappedColumns(header.cells, mapping, dates);
  const names = mapped?.names ?? header.cells.map(columnName);
  const ofHeader = mapped === null
    ? headerErrors(header.line, names, body)
    : mapped.missing.map(({ name, heading }) =>
      wrong(header.line, name, `The file has no column "${heading}".`)
    );
  const isWhole = ({ cells }: Line) => cells.length === header.cells.length;
  const errors = [
    ...ofHeader,
    ...body.filter((line) => !isWhole(line)).map(({ line, cells }) =>
      wrong(
        line,
        "",
        `It has ${counted(cells.length, "value")}, and the first line ${
          counted(header.cells.length, "column")
        }.`,
      )
    ),
  ];
  if (ofHeader.length > 0) return { count: body.length, rows: [], errors };
  const ours = (cells: readonly string[]) => mapped?.cellsOf(cells) ?? cells;
  const rows = body.filter(isWhole).map(({ line, cells }) => ({ line, cells: ours(cells) })).map((
    { line, cells },
  ) => ({
    ...Object.fromEntries(
      names.flatMap((name, nth) => {
        if (name === "") return [];
        const cell = cells[nth] ?? "";
        if (MONEY_COLUMNS.has(name)) return [[name, plainMoney(cell)]];
        const choice = LONG_CHOICES[name]?.find((one) => one === underscored(cell));
        if (choice !== undefined) return [[name, choice]];
        const read = DAY_COLUMNS.has(name) ? monthFirst(cell) : null;
        if (read !== null && dates === "us") return [[name, read.day]];
        if (read !== null) errors.push(wrong(line, name, wrongDay(cell.trim(), read)));
        return [[name, cell]];
      }),
    ),
    line: String(line),
  }));
  return { count: body.length, rows, errors };
}

/** All errors of a file, line by line; of a cell, what reading it found, of which the server's are a consequence. */
export function allErrors(
  ofFile: readonly FileError[],
  ofServer: readonly FileError[],
): FileError[] {
  const cell = ({ line, column }: FileError) => `${line} ${column}`;
  const found = new Set(ofFile.map(cell));
  return [...ofFile, ...ofServer.filter((error) => !found.has(cell(error)))]
    .sort((one, other) => one.line - other.line);
}

/** The name of a column as import_rows has it, of what somebody writes above it: `Facility number`, `Cost center`. */
function columnName(heading: string): string {
  const name = underscored(heading);
  const [column] = Object.entries(HEADINGS).find(([, known]) => underscored(known) === name) ?? [];
  return column ?? name;
}

const underscored = (text: string) => text.trim().toLowerCase().replaceAll(/[\s_-]+/g, "_");

function wrongDay(written: string, { day, isEitherOrder }: MonthFirst): string {
  return isEitherOrder
    ? `"${written}" may be in either order: write it as ${day} or ${
      day.replace(/-(..)-(..)$/, "-$2-$1")
    }, or say that the month comes first.`
    : `"${written}" has the month first: write it as ${day}, or say that the month comes first.`;
}

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
