/** Parts that readers of banks' files share. */
import type { FileError, FileRow, FileRows } from "./file_rows.ts";

/** A line of a bank's file, with its number. */
export interface BankLine {
  readonly line: number;
  readonly text: string;
}

/** Columns of remittances, as a bank's file has them of one payment, or of one invoice of it. */
export type BankRow = Readonly<Record<string, string>>;

/** The lines of a bank's file that are not blank. */
export function bankLines(file: Uint8Array): readonly BankLine[] {
  return textOf(file)
    .split(/\r\n?|\n/)
    .map((text, nth) => ({ line: nth + 1, text: text.trimEnd() }))
    .filter(({ text }) => text !== "");
}

/** Text in UTF-8, or else in Windows-1252, in which banks write names: it has ISO 8859-1 (Latin-1) in it. */
function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}

/** Characters that a remark or a reason may have. */
const MOST = 2000;

/** A text that is no longer than one may be here. */
export const shortened = (text: string): string =>
  text.length <= MOST ? text : [...text].slice(0, MOST).join("");

/** An error about a line as a whole. */
export const wrongLine = (line: number, message: string): FileError => ({
  line,
  column: "",
  message,
});

/** A day that a bank writes as YYMMDD, as `2026-11-23`; null of what is no such day. */
export function bankDay(text: string): string | null {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const written = `20${year}-${month}-${day}`;
  const meant = new Date(`${written}T00:00Z`);
  // 260230 would be read as a day of March.
  const isDay = !Number.isNaN(meant.getTime()) && meant.toISOString().startsWith(written);
  return isDay ? written : null;
}

/** Cents as a bank writes money, `1250` or `-1250`, as `12.50`. */
export function moneyOfCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Rows of a file as import_rows takes them, without what is empty. Of a file with errors none is imported. */
export function rowsOf(
  rows: readonly { readonly line: number; readonly row: BankRow }[],
  errors: readonly FileError[],
  leftOut: number,
): FileRows {
  const whole = rows.map(({ line, row }): FileRow => ({
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== "")),
    line: String(line),
  }));
  return {
    count: rows.length,
    rows: errors.length > 0 ? [] : whole,
    errors,
    ...(leftOut > 0 && { leftOut }),
  };
}
