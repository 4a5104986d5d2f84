/** Calls of a list that is asked of the embedded REST, and of PostgREST where there is one. None changes a row. */

/** Answer: the status, and the code of an error. */
export type Told = `${number}` | `${number} ${string}`;

/** The versions of PostgREST that the list speaks of. */
export type PostgrestMajor = "14" | "16";

/** One kind of call. */
export interface RestCall {
  /** Names it on the page. */
  readonly what: string;
  readonly as: "signed out" | "admin" | "service" | "no such role";
  readonly method: "GET" | "POST" | "PATCH" | "DELETE" | "HEAD";
  /** Below /rest/v1. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One that both answer alike. */
export interface CallAlike extends RestCall {
  readonly told: Told;
}

/** One that PostgREST answers otherwise. */
export interface CallApart extends RestCall {
  readonly embedded: Told;
  /** As PostgREST answers it, of the versions 14 and 16 if they differ. */
  readonly postgrest: Told | Readonly<Record<PostgrestMajor, Told>>;
}

/** An id of nobody. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";
