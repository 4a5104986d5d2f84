import type { CallToolResult } from "@modelcontextprotocol/server";
import { refusalOf } from "../../client/src/refusal_of.ts";
import { toldBy } from "../../client/src/told.ts";

/** Page of rows that an agent asks for. */
export interface AskedPage {
  readonly limit: number;
  readonly offset: number;
}

/** An answer, as text: a file as it is, all else as JSON. */
export function answerOf(value: unknown): CallToolResult {
  return { content: [{ type: "text", text: textOf(value) }] };
}

/** A page of rows, of which one more was asked for than is shown: it tells whether there are more. */
export function pageOf(rows: readonly unknown[], { limit, offset }: AskedPage): CallToolResult {
  if (rows.length <= limit) return answerOf({ rows, more: false });
  return answerOf({ rows: rows.slice(0, limit), more: true, next_offset: offset + limit });
}

/** The error of an answer: a refusal by its slug, with its words for a person; another by its code. */
export function errorOf(error: unknown): CallToolResult {
  return { ...answerOf(wordsOf(error)), isError: true };
}

/** Words of an error, for a program and for a person. */
export function wordsOf(error: unknown): Readonly<Record<string, unknown>> {
  const refusal = refusalOf(error);
  const { message, hint, details, code } = toldBy(error);
  return refusal === null ? { message: message ?? String(error), code, details, hint } : {
    slug: refusal.slug ?? refusal.other,
    status: refusal.status,
    message: refusal.message,
    hint: refusal.hint,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
