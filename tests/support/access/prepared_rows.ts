/** Prepared rows, and what is tried on each of them. */
import type postgres from "postgres";

export type Value = string | boolean | null | readonly string[];
export type Values = Readonly<Record<string, Value>>;

/** One thing that a caller may or may not do; the letter stands for it in the matrix. */
export type Attempt =
  | { readonly letter: string; readonly kind: "select" | "delete" }
  | { readonly letter: string; readonly kind: "insert" | "update"; readonly values: Values };

/** A row of the data that the matrix asks for. */
export interface PreparedRow {
  readonly table: string;
  readonly label: string;
  readonly key: Readonly<Record<string, string>>;
  readonly attempts: readonly Attempt[];
}

/** Attempts on a row beside reading, adding one like it and removing it. */
export interface Trials {
  /** The column that an update writes, with the value it has. */
  readonly touch: string;
  /**
   * Columns that differ in "a row like it", where the same row twice is refused to everyone, or has a column
   * that people do not write (`undefined`).
   */
  readonly like?: Readonly<Record<string, Value | undefined>>;
  /** Further updates, each with its letter. */
  readonly moves?: Readonly<Record<string, Values>>;
  /** The key's columns, where that is not `id`. */
  readonly key?: readonly string[];
}

/** Collects prepared rows while it inserts them, as the superuser. */
export class PreparedRows<Sql extends postgres.ISql = postgres.Sql> {
  constructor(readonly sql: Sql, readonly all: PreparedRow[] = []) {}

  /** Inserts a row and prepares the attempts on it. Gives its id, where it has one. */
  async add(table: string, label: string, values: Values, trials: Trials): Promise<string> {
    const id = crypto.randomUUID();
    const row = trials.key === undefined ? { id, ...values } : values;
    await this.sql.unsafe(insertStatement(table, row));
    this.know(table, label, row, trials, values);
    return id;
  }

  /** Prepares the attempts on a row that is there. */
  know(table: string, label: string, row: Values, trials: Trials, like: Values = row): void {
    const key = Object.fromEntries(
      (trials.key ?? ["id"]).map((column) => [column, String(row[column])]),
    );
    const moves = Object.entries(trials.moves ?? {});
    this.all.push({
      table,
      label,
      key,
      attempts: [
        { letter: "r", kind: "select" },
        { letter: "i", kind: "insert", values: written({ ...like, ...trials.like }) },
        { letter: "u", kind: "update", values: { [trials.touch]: row[trials.touch] ?? null } },
        { letter: "d", kind: "delete" },
        ...moves.map(([letter, values]) => ({ letter, kind: "update" as const, values })),
      ],
    });
  }
}

function written(values: Readonly<Record<string, Value | undefined>>): Values {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  );
}

/** An attempt as a statement; without a key, on all rows. */
export function statementOf(row: PreparedRow, attempt: Attempt): string {
  const conditions = Object.entries(row.key).map(([column, value]) =>
    `${column} = ${literal(value)}`
  );
  const where = conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
  switch (attempt.kind) {
    case "select":
      return `select from public."${row.table}"${where}`;
    case "insert":
      return insertStatement(row.table, attempt.values);
    case "update": {
      const set = Object.entries(attempt.values).map(([column, value]) =>
        `${column} = ${literal(value)}`
      );
      return `update public."${row.table}" set ${set.join(", ")}${where}`;
    }
    case "delete":
      return `delete from public."${row.table}"${where}`;
  }
}

/** Inserts one row. */
export function insertStatement(table: string, values: Values): string {
  const columns = Object.keys(values).join(", ");
  return `insert into public."${table}" (${columns})
    values (${Object.values(values).map(literal).join(", ")})`;
}

function literal(value: Value): string {
  if (value === null) return "null";
  const text = Array.isArray(value) ? `{${value.join(",")}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}
