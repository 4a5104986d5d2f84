/** One request, without who makes it. */
export interface HttpCall {
  /** Its subject, such as `rpc` or `documents`. */
  readonly kind: string;
  /** The procedure, table or path. */
  readonly target: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
  /** Its time limit, in milliseconds. */
  readonly limit: number;
}

/** JSON as it stands in a query. */
export function encoded(json: string): string {
  const text = json.startsWith('"') ? String(JSON.parse(json)) : json;
  // A lone surrogate has no encoding.
  return encodeURIComponent(text.toWellFormed().slice(0, 6_000));
}
