import { readFileSync } from "node:fs";

/** A kind of person, as a procedure tells its callers apart. An admin is of every kind of staff. */
export type Kind =
  | "anybody"
  | "staff"
  | "billing"
  | "payroll"
  | "recruiting"
  | "admin"
  | "contact"
  | "contractor";

/** A JSON Schema, with what it refers to in its own `$defs`. */
export type Schema = Readonly<Record<string, unknown>>;

/** A procedure of the API. */
export interface Procedure {
  readonly name: string;
  readonly description: string;
  /** People of all kinds of one of these may call it. */
  readonly callers: readonly (readonly Kind[])[];
  readonly isReadOnly: boolean;
  /** True if it answers rows, of which a page may be asked for. */
  readonly answersRows: boolean;
  /** Order of its rows that no two share, as `due_date,invoice_id`; null: it names none. */
  readonly order: string | null;
  readonly input: Schema;
}

/** A table or a view of the API, to read. */
export interface Relation {
  readonly name: string;
  /** First sentence of the description. */
  readonly summary: string;
  readonly description: string;
  readonly order: string | null;
  readonly row: Schema;
}

/** The API as far as agents use it. */
export interface Catalog {
  readonly version: string;
  readonly procedures: readonly Procedure[];
  readonly relations: readonly Relation[];
}

/** File beside this module in which the build puts the catalog. */
export const CATALOG = "catalog.json";

/** Reads the catalog that the build made from docs/openapi.json. */
export function readCatalog(): Catalog {
  return JSON.parse(readFileSync(new URL(CATALOG, import.meta.url), "utf8"));
}
