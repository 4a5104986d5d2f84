import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";

/**
 * Restores a plain dump of pg_dump as psql would, but without psql.
 *
 * @param sql one connection, as a superuser
 */
export async function restoreDump(sql: postgres.Sql, dump: string): Promise<void> {
  const lines = dump.split("\n");
  let pending: string[] = [];
  const run = async () => {
    const text = pending.join("\n").trim();
    pending = [];
    if (text !== "") await sql.unsafe(text);
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (/^COPY .* FROM stdin;$/.test(line)) {
      await run();
      const end = lines.indexOf("\\.", at);
      const rows = lines.slice(at + 1, end).map((row) => `${row}\n`);
      await pipeline(Readable.from(rows), await sql.unsafe(line).writable());
      at = end;
    } else if (!/^\\(un)?restrict /.test(line)) {
      pending.push(line);
    }
  }
  await run();
}
