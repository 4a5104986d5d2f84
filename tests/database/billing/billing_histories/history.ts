/** What a random history is made of. */
import type postgres from "postgres";

/** A firm of two facilities; Ada works at both of them, Bea at the first. */
export interface History {
  readonly sql: postgres.Sql;
  readonly facilities: readonly string[];
  /** Of Ada at the first and the second facility, and of Bea. */
  readonly assignments: readonly string[];
}

/** Something that happens. */
export interface Operation {
  /** For the report of a failed history. */
  readonly what: string;
  /** Whether doing it again at once must change nothing more. */
  readonly repeats: boolean;
  /** Chooses what it is about, in the history as it stands, and gives the deed. */
  readonly choose: (history: History) => Promise<() => PromiseLike<unknown>>;
}
