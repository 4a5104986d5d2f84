import { Buffer } from "node:buffer";
import type postgres from "postgres";

/**
 * A value written into a statement, in hexadecimal digits, of which none is special in SQL. With parameters
 * a statement takes two round trips where nothing is prepared, as a pooler asks: the first for their types.
 *
 * @param sql the connection that the statement is for
 * @param value a text, bytes, or null
 */
export function written(sql: postgres.ISql, value: string | Uint8Array | null): postgres.Fragment {
  if (value === null) return sql`null`;
  return typeof value === "string"
    ? sql.unsafe(`convert_from(decode('${Buffer.from(value).toString("hex")}', 'hex'), 'UTF8')`)
    : sql.unsafe(`decode('${Buffer.from(value).toString("hex")}', 'hex')`);
}
