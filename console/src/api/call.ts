import type { Database } from "../../../supabase/functions/_shared/database.types.ts";
import { rest } from "./client.ts";
import { askedOf } from "./refusal.ts";
import { MAX_ROWS, type Query } from "./rows.ts";

type Functions = Database["public"]["Functions"];
/** A procedure's name. */
export type ProcedureName = keyof Functions;
/** Answer of the request. */
export type Answer<N extends ProcedureName> = Functions[N]["Returns"];

/** A row of what it answers, where it answers rows. */
export type RowOf<N extends ProcedureName> = Answer<N> extends readonly (infer One)[] ? One : never;

/** Money goes out as decimal text, which never passes through a float. */
type Sent<A> = { [K in keyof A]: number extends A[K] ? A[K] | string : A[K] };

/**
 * Calls a procedure by its name.
 *
 * @throws Refusal in the procedure's own words.
 */
export async function call<N extends ProcedureName>(
  name: N,
  args: Sent<Functions[N]["Args"]>,
  signal?: AbortSignal,
): Promise<Answer<N>> {
  const answer = await rest(`rpc/${name}`, {
    method: "POST",
    body: args,
    signal,
  }).catch((thrown: unknown) => {
    throw askedOf(thrown, name, args);
  });
  return await answer.json() as Answer<N>;
}

/** Some rows of a procedure that answers many: those that the query asks for, in PostgREST's own words. */
export async function callPage<N extends ProcedureName>(
  name: N,
  args: Sent<Functions[N]["Args"]>,
  query: Query,
  signal?: AbortSignal,
): Promise<RowOf<N>[]> {
  const answer = await rest(`rpc/${name}`, {
    method: "POST",
    query: Object.entries(query),
    body: args,
    signal,
  });
  return await answer.json() as RowOf<N>[];
}

/**
 * All rows of a procedure that answers many, in pages; `order` is the one that its documentation names, and `which`
 * leaves rows or columns out.
 */
export async function callAll<N extends ProcedureName>(
  name: N,
  args: Sent<Functions[N]["Args"]>,
  order: string,
  signal?: AbortSignal,
  which: Query = {},
): Promise<RowOf<N>[]> {
  const found: RowOf<N>[] = [];
  for (;;) {
    const query = { ...which, order, limit: `${MAX_ROWS}`, offset: `${found.length}` };
    const page = await callPage(name, args, query, signal);
    found.push(...page);
    if (page.length < MAX_ROWS) return found;
  }
}

/** An id for a call that may be made again: the same id is the same call. */
export function requestId(): string {
  // randomUUID is there only where the page is https or local.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
