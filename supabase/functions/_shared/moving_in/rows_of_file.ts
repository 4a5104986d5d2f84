import { bai2Rows, isBai2 } from "./bai2.ts";
import { baiLockboxRows, isBaiLockbox } from "./bai_lockbox.ts";
import type { FileKind } from "./columns.ts";
import { type FileRows, fileRows } from "./file_rows.ts";
import type { ImportMapping } from "./mapping.ts";
import type { Dates } from "./spreadsheet.ts";

/**
 * The rows of a file of a kind, as import_rows takes them: CSV, and of remittances also what banks send, which is known
 * by its first record.
 *
 * @param dates us takes 3/1/2026 of a CSV file for 2026-03-01
 * @param mapping says which of a CSV file's columns are which of ours; null = they are ours
 */
export function rowsOfFile(
  kind: FileKind,
  file: Uint8Array,
  dates: Dates = "iso",
  mapping: ImportMapping | null = null,
): FileRows {
  if (kind === "remittances") {
    const beginning = new TextDecoder().decode(file.subarray(0, 100));
    if (isBai2(beginning)) return bai2Rows(file);
    if (isBaiLockbox(beginning)) return baiLockboxRows(file);
  }
  return fileRows(file, dates, mapping);
}
