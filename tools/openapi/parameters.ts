import type { Part } from "./part.ts";

const text = { type: "string" };

/** Parameters that PostgREST takes for all that answers rows, by name. */
export const ROW_PARAMETERS = {
  select: {
    name: "select",
    in: "query",
    description: "Columns to answer, and rows that they belong to: `id,facilities(name)`.",
    schema: text,
  },
  order: {
    name: "order",
    in: "query",
    description:
      "Columns to sort by: `due_date.desc,id`. Whoever reads pages gives an order that no two rows share.",
    schema: text,
  },
  limit: {
    name: "limit",
    in: "query",
    description: "Most rows of the answer. It has at most 1000, whatever is asked.",
    schema: { type: "integer", minimum: 0 },
  },
  offset: {
    name: "offset",
    in: "query",
    description: "Rows to pass over before the first of the answer.",
    schema: { type: "integer", minimum: 0 },
  },
  or: {
    name: "or",
    in: "query",
    description: "Conditions of which one is enough: `(status.eq.sent,status.eq.paid)`.",
    schema: text,
  },
  count: {
    name: "Prefer",
    in: "header",
    description: "`count=exact` has the rows counted: `Content-Range: 0-999/1146`.",
    schema: text,
  },
} as const;

/** Parameters of writes, by name. */
export const WRITE_PARAMETERS = {
  on_conflict: {
    name: "on_conflict",
    in: "query",
    description:
      "Columns of a unique key by which `Prefer: resolution=merge-duplicates` finds a row to change.",
    schema: text,
  },
  answer: {
    name: "Prefer",
    in: "header",
    description: "`return=representation` has the rows answered as they are now.",
    schema: text,
  },
} as const;

/** References to parameters of the document. */
export function parameterRefs(...names: readonly string[]): Part[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Name of the parameter that filters by a column. */
export function filterOf(column: string): string {
  return `column.${column}`;
}

/** Parameters that filter by columns of these names: `due_date=lt.2026-04-01`. */
export function filterParameters(columns: Iterable<string>): Part {
  const names = [...new Set(columns)].sort();
  return Object.fromEntries(
    names.map((name) => [filterOf(name), {
      name,
      in: "query",
      description:
        "A condition: `eq.…`, `neq.…`, `gt.…`, `gte.…`, `lt.…`, `lte.…`, `like.…`, `ilike.…`, `in.(…)`, `is.null`.",
      schema: text,
    }]),
  );
}

/** Content of an answer that is rows: JSON, or CSV where that is asked for. */
export function rowsContent(schema: Part): Part {
  return {
    "application/json": { schema },
    "text/csv": { schema: { type: "string" } },
  };
}

/** Headers of an answer that is rows. */
export const ROW_HEADERS: Part = {
  "Content-Range": {
    description:
      "Rows of the answer, and of all where they were counted: `0-999/1146`, or `0-24/*`.",
    schema: text,
  },
};
