import type { UnstableGetResult } from "@supabase/postgrest-js";
import type { Database } from "../../../supabase/functions/_shared/database.types.ts";
import { rest } from "./client.ts";
import { Refusal } from "./refusal.ts";

type Public = Database["public"];
/** The tables and views by name. */
export type RelationName = keyof Public["Tables"] | keyof Public["Views"];
/** A row of a table or view. */
export type Row<N extends RelationName> = N extends keyof Public["Tables"]
  ? Public["Tables"][N]["Row"]
  : N extends keyof Public["Views"] ? Public["Views"][N]["Row"]
  : never;
/** Relations of a table or view to others, for what a select embeds. */
type RelationshipsOf<N extends RelationName> = N extends keyof Public["Tables"]
  ? Public["Tables"][N]["Relationships"]
  : N extends keyof Public["Views"] ? Public["Views"][N]["Relationships"]
  : never;

/**
 * Row that a select answers, derived from its text: it has no column that the select leaves out. The text is one
 * literal, or a template of literals; of any other text nothing is known.
 */
export type Selected<N extends RelationName, S extends string> = string extends S ? never
  : UnstableGetResult<Public, Row<N>, N, RelationshipsOf<N>, S, { PostgrestVersion: "14" }>;

/** Query of rows in PostgREST's own words, as `{ status: "eq.draft", order: "id" }`. */
export type Query = Readonly<Record<string, string>>;
/** Query with the select that says which columns the rows have. */
type Selecting<S extends string> = Query & { readonly select: S };

/** Most rows that one answer has (`max_rows`). */
export const MAX_ROWS = 1000;

/**
 * Reads rows, which have what `select` asks for.
 *
 * @throws Refusal
 */
export async function rows<N extends RelationName, const S extends string>(
  name: N,
  query: Selecting<S>,
  signal?: AbortSignal,
): Promise<Selected<N, S>[]> {
  const answer = await rest(name, { query: Object.entries(query), signal });
  return await answer.json() as Selected<N, S>[];
}

/** Reads all rows, in pages of the answers' limit; `order` in the query is one that no two rows share. */
export async function allRows<N extends RelationName, const S extends string>(
  name: N,
  query: Selecting<S>,
  most = 20_000,
): Promise<Selected<N, S>[]> {
  const found: Selected<N, S>[] = [];
  for (;;) {
    const page = await rows<N, S>(name, {
      ...query,
      limit: `${MAX_ROWS}`,
      offset: `${found.length}`,
    });
    found.push(...page);
    if (page.length < MAX_ROWS || found.length >= most) return found;
  }
}

/**
 * Reads rows of which the compiler knows nothing: for lists and files, which show whatever columns they are told.
 *
 * @throws Refusal
 */
export async function plainRows(
  name: RelationName,
  query: Query,
): Promise<Record<string, unknown>[]> {
  const answer = await rest(name, { query: Object.entries(query) });
  return await answer.json() as Record<string, unknown>[];
}

/** Counts rows. Counting reads them all: for lists that stay short. */
export async function count(
  name: RelationName,
  query: Query,
  signal?: AbortSignal,
): Promise<number> {
  const answer = await rest(name, {
    query: Object.entries({ ...query, limit: "1" }),
    prefer: "count=exact",
    signal,
  });
  return Number(answer.headers.get("content-range")?.split("/")[1]);
}

/** Name of a table, which is written as well as read. */
type TableName = keyof Public["Tables"];
/**
 * Columns to write, by their names: another name does not compile. Their values are what forms hold, whose types the
 * compiler does not know; the database checks them.
 */
type Written<Columns> = { readonly [Column in keyof Columns]?: unknown };

/**
 * Adds rows.
 *
 * @throws Refusal
 */
export async function insert<N extends TableName>(
  name: N,
  body: readonly Written<Public["Tables"][N]["Insert"]>[],
): Promise<Row<N>[]> {
  const answer = await rest(name, {
    method: "POST",
    body,
    prefer: "return=representation",
  });
  return await answer.json() as Row<N>[];
}

/**
 * Changes rows, which somebody else may have changed meanwhile: the query says in which state they were seen.
 *
 * @throws Refusal, also when fewer rows than `expected` were found.
 */
export async function update<N extends TableName>(
  name: N,
  query: Query,
  body: Written<Public["Tables"][N]["Update"]>,
  expected = 1,
): Promise<Row<N>[]> {
  const answer = await rest(name, {
    method: "PATCH",
    query: Object.entries(query),
    body,
    prefer: "return=representation",
  });
  const changed = await answer.json() as Row<N>[];
  if (changed.length < expected) throw stale();
  return changed;
}

/**
 * Removes rows.
 *
 * @throws Refusal, also when there was none.
 */
export async function remove(
  name: TableName,
  query: Query,
): Promise<void> {
  const answer = await rest(name, {
    method: "DELETE",
    query: Object.entries(query),
    prefer: "return=representation",
  });
  if ((await answer.json() as unknown[]).length === 0) throw stale();
}

function stale(): Refusal {
  return new Refusal(
    409,
    "Somebody else changed this meanwhile.",
    "Look at it as it is now, and decide again.",
  );
}
