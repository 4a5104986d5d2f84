import { ByteWriter, parquetWrite } from "hyparquet-writer";
import type { Kind } from "./tables.ts";

/** Digits of a decimal after the point. */
const SCALE = 2;

export type Columns = Readonly<Record<string, Kind>>;
export type Row = Readonly<Record<string, string | null>>;

/** Rows as CSV (RFC 4180). Import it as text: a spreadsheet runs a cell that begins with `=`. */
export function csvOf(columns: Columns, rows: readonly Row[]): string {
  const names = Object.keys(columns);
  const cell = (text: string) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return [names, ...rows.map((row) => names.map((name) => cell(row[name] ?? "")))]
    .map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** Rows as Parquet, with days, instants and decimals as such. */
export function parquetOf(columns: Columns, rows: readonly Row[]): Uint8Array {
  const named = Object.entries(columns);
  const writer = new ByteWriter();
  parquetWrite({
    writer,
    columnData: named.map(([name, kind]) => ({
      name,
      data: rows.map((row) => valueOf(kind, row[name] ?? null)),
    })),
    schema: [
      { name: "root", num_children: named.length },
      ...named.map(([name, kind]) =>
        ({ name, repetition_type: "OPTIONAL", ...typeOf(kind) }) as const
      ),
    ],
  });
  return new Uint8Array(writer.getBuffer());
}

function typeOf(kind: Kind) {
  switch (kind) {
    case "text":
      return { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
    case "day":
      return { type: "INT32", converted_type: "DATE" } as const;
    case "instant":
      return { type: "INT64", converted_type: "TIMESTAMP_MILLIS" } as const;
    case "decimal":
      return { type: "INT64", converted_type: "DECIMAL", precision: 18, scale: SCALE } as const;
  }
}

function valueOf(kind: Kind, text: string | null): string | Date | bigint | null {
  if (text === null || kind === "text") return text;
  return kind === "decimal" ? unscaled(text) : new Date(text);
}

/** `12.50` is 1250n: no amount becomes a JavaScript number. */
function unscaled(text: string): bigint {
  const [whole = "", part = ""] = text.split(".");
  if (part.length > SCALE) {
    throw new Error(`${text} has more than ${SCALE} digits after the point.`);
  }
  return BigInt(whole + part.padEnd(SCALE, "0"));
}
