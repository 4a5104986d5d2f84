/** Most rows that a tool answers at once. One more is asked for, and the API answers at most 1000. */
const MOST_ROWS = 500;

/** Properties of a page, as JSON Schema. */
export const PAGE_PROPERTIES = {
  limit: {
    type: "integer",
    minimum: 1,
    maximum: MOST_ROWS,
    default: 100,
    description: "most rows to answer.",
  },
  offset: { type: "integer", minimum: 0, default: 0, description: "rows to pass by." },
} as const;

/** A query that takes columns to sort by. */
interface Sorted<Query> {
  order(column: string, options: { ascending: boolean }): Query;
}

/** Sorts a query as PostgREST writes it: `due_date.desc,id`; null: not at all. */
export function inOrder<Query extends Sorted<Query>>(query: Query, order: string | null): Query {
  if (order === null) return query;
  return order.split(",").reduce((query, part) => {
    const [column = "", direction] = part.trim().split(".");
    return query.order(column, { ascending: direction !== "desc" });
  }, query);
}
