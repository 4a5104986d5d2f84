/** Names of columns, and how the cells of each are written. */
export type Columns = Readonly<Record<string, "text" | "plain">>;

/** Text that a spreadsheet would take for a formula. */
const FORMULA = /^[-=+@\t\r\n]/;

/**
 * A file of CSV as the API writes them: RFC 4180, and a text that a spreadsheet would take for a formula has an
 * apostrophe before it. Amounts and days are plain.
 */
export function csvFile(
  columns: Columns,
  rows: readonly Readonly<Record<string, string>>[],
): string {
  const named = Object.entries(columns);
  const lines = rows.map((row) =>
    named.map(([name, kind]) => {
      const cell = row[name] ?? "";
      return quoted(kind === "text" && FORMULA.test(cell) ? `'${cell}` : cell);
    })
  );
  return [named.map(([name]) => name), ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
