import type { HttpCall } from "./http_call.ts";

/** Something wrong with a real PostgREST or Auth in front of this schema, which is known and not mended yet. */
export interface KnownDefect {
  /** Names it in what a run prints. */
  readonly what: string;
  /** A request by the secret key that shows it; null: no single one does. */
  readonly shownBy: {
    readonly path: string;
    readonly init: RequestInit;
    readonly isShown: (answer: Response) => boolean;
  } | null;
  /** Says whether a failure, told by its status and code, is this one. */
  readonly isSo: (call: HttpCall, status: number, code: string) => boolean;
}

/** All of them; what is mended leaves the list, and the list goes with the last one. */
export const KNOWN: readonly KnownDefect[] = [
  {
    // The stack's own templates lead into the console; no test reads a mail of a project without them.
    what:
      "the links of Auth's own mails lead past the page for a new password, or end without a word",
    shownBy: null,
    isSo: () => false,
  },
];
