import type { RowToImport } from "./types.ts";

/** CSV as RFC 4180 has it, and the API's files are, taken apart: each row by the names of the first one. */
export function csvRows(text: string): Record<string, string>[] {
  const [names = [], ...lines] = cellsOf(text);
  return lines.map((cells) =>
    Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ""]))
  );
}

/** A cell, quoted or not, and what ends it. */
const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|$)/gy;

function cellsOf(text: string): string[][] {
  const found: string[][] = [];
  let row: string[] = [];
  for (const { 1: cell = "", 2: end = "", index } of text.matchAll(CELL)) {
    // After the last line's end there is nothing more.
    if (index === text.length && row.length === 0) break;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ",") continue;
    found.push(row);
    row = [];
  }
  return found;
}

/**
 * Rows of a CSV file as `import_rows` takes them, each with the line on which it begins, so that errors name it. The
 * first line has the names of the columns, and values are separated by commas. Rows without any value are left out.
 */
export function rowsToImport(text: string): RowToImport[] {
  const plain = text.replace(/^\uFEFF/, "");
  let line = 2;
  return csvRows(plain).flatMap((row) => {
    const values = Object.values(row).join("");
    const begins = line;
    line += 1 + (values.match(/\r\n|\n/g)?.length ?? 0);
    return values === "" ? [] : [{ ...row, line: begins }];
  });
}
