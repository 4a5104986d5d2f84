import type { CatalogRow } from "../../stack/schema/catalog.ts";
import type { Loss } from "../../stack/schema/difference.ts";

/** Kinds of objects that can be dropped. Grants and comments are changed, not dropped. */
const THINGS = [
  "schema",
  "extension",
  "relation",
  "column",
  "constraint",
  "index",
  "trigger",
  "event trigger",
  "policy",
  "function",
  "aggregate",
  "type",
  "statistics",
];

/**
 * Differences of one catalog from another, by name, and the columns whose type differs. What
 * belongs to a table or a column that is gone goes without saying.
 */
export function vanishedFrom(then: readonly CatalogRow[], now: readonly CatalogRow[]): Loss[] {
  const keyOf = (row: CatalogRow) => `${row.kind} ${row.name}`;
  const left = new Map(now.map((row) => [keyOf(row), row.definition]));
  const gone = then.filter((row) => THINGS.includes(row.kind) && !left.has(keyOf(row)));
  const tables = gone.filter((row) => row.kind === "relation").map((row) => `${row.name}.`);
  const drops = gone.filter((row) => !tables.some((table) => row.name.startsWith(table)));
  const retyped = then.filter((row) => {
    const definition = left.get(keyOf(row));
    return row.kind === "column" && definition !== undefined &&
      typeOf(definition) !== typeOf(row.definition);
  });
  return [
    ...drops.map(({ name }) => ({ action: "drop" as const, name })),
    ...retyped.map(({ name }) => ({ action: "retype" as const, name })),
  ];
}

/** A column's definition begins with its type. */
function typeOf(definition: string): string {
  return definition.split(" not null ")[0] ?? "";
}
