import type postgres from "postgres";

/** A value as PostgreSQL writes it, so that no cent is rounded; null is null. */
type Row = Readonly<Record<string, string | null>>;

/** Content of one table. */
export interface TableRows {
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** Every row of ours, by table, such as `public.invoices`. */
export type Rows = ReadonlyMap<string, TableRows>;

/** Something that is not as it was. */
export interface Difference {
  /** A table, `public.invoices`, or a column, `public.invoices.total`: what a release may name. */
  readonly name: string;
  /** Differences, for people. */
  readonly what: string;
}

/**
 * Reads all tables of `public` and `private`.
 *
 * @param sql as the tables' owner
 * @throws Error for a table without a primary key, whose rows could not be told apart
 */
export async function readRows(sql: postgres.Sql): Promise<Rows> {
  const tables = await sql<{ name: string; columns: string[]; key: string[] }[]>`
    select format('%I.%I', nspname, relname) as name,
           (select array_agg(attname::text order by attnum) from pg_attribute
             where attrelid = class.oid and attnum > 0 and not attisdropped) as columns,
           coalesce((select array_agg(attname::text order by attnum)
                       from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
                      where indrelid = class.oid and indisprimary), '{}') as key
      from pg_class as class
      join pg_namespace as schema on schema.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition
       and nspname in ('public', 'private')
     order by name`;
  return await sql.begin("isolation level repeatable read", async (transaction) => {
    await transaction`set local timezone = 'UTC'`;
    const found = new Map<string, TableRows>();
    for (const { name, columns, key } of tables) {
      if (key.length === 0) throw new Error(`${name} has no primary key`);
      const texts = columns.map((column) => `"${column}"::text`).join(", ");
      const rows = await transaction.unsafe<Row[]>(`select ${texts} from ${name}`);
      found.set(name, { key, columns, rows: [...rows] });
    }
    return found;
  });
}

/** Grows with whatever is changed, by upgrades too. */
const LOG = "public.audit_log";

/**
 * Former rows that are no longer the same: tables and columns that are gone, rows that are gone
 * or new, values that changed. New tables, new columns and new rows of the log are no difference.
 */
export function compareRows(before: Rows, after: Rows): Difference[] {
  return [...before].flatMap(([name, old]) => {
    const now = after.get(name);
    return now === undefined
      ? [{ name, what: `is gone, with ${old.rows.length} rows` }]
      : compareTable(name, old, now);
  });
}

function compareTable(name: string, before: TableRows, after: TableRows): Difference[] {
  const shared = before.columns.filter((column) => after.columns.includes(column));
  const gone = before.columns.filter((column) => !shared.includes(column));
  const differences = gone.map((column) => ({ name: `${name}.${column}`, what: "is gone" }));
  const key = before.key.filter((column) => shared.includes(column));
  const left = byKey(before.rows, key);
  const right = byKey(after.rows, key);

  const found: [name: string, row: string, what: string][] = [];
  for (const [row, old] of left) {
    const now = right.get(row);
    if (now === undefined) found.push([name, row, "is gone"]);
    for (const column of now === undefined ? [] : shared) {
      if (now?.[column] === old[column]) continue;
      found.push([`${name}.${column}`, row, `was ${old[column]}, is ${now?.[column]}`]);
    }
  }
  for (const row of right.keys()) {
    if (!left.has(row) && name !== LOG) found.push([name, row, "is new"]);
  }
  const grouped = Map.groupBy(found, ([name, , what]) => `${name} ${what.split(" ")[0]}`);
  const summaries = [...grouped.values()].map((group) => {
    const [first, row, what] = group[0] ?? ["", "", ""];
    return { name: first, what: `${group.length} rows differ; ${row} ${what}` };
  });
  return [...differences, ...summaries];
}

function byKey(rows: readonly Row[], key: readonly string[]): Map<string, Row> {
  return new Map(rows.map((row) => [key.map((column) => row[column]).join(" "), row]));
}
