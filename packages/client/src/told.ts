/** Words of an answer that refuses, whichever part of the platform it comes from. */
export interface Told {
  readonly message: string | null;
  readonly hint: string | null;
  /** Slug of a refusal by the API. */
  readonly details: string | null;
  /** PT and the status, or PostgreSQL's or PostgREST's own code. */
  readonly code: string | null;
  /** Word of an edge function for programs: of a document also the slug of a refusal. */
  readonly error: string | null;
}

/** Reads the body of an answer, or an error of supabase-js. Sign-in says `msg` for the sentence. */
export function toldBy(body: unknown): Told {
  const text = (name: string): string | null => {
    const value = typeof body === "object" && body !== null
      ? (body as Record<string, unknown>)[name]
      : null;
    return typeof value === "string" && value !== "" ? value : null;
  };
  return {
    message: text("message") ?? text("msg"),
    hint: text("hint"),
    details: text("details"),
    code: text("code"),
    error: text("error"),
  };
}
