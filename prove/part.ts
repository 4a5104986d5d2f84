/**
 * Part of `deno task prove`: something that goes on for a while, decided by a seed, and finds what
 * is wrong.
 */

/** Surroundings of a part. */
export interface Trial {
  /** Decides every choice: the same seed makes the same choices. */
  readonly seed: number;
  /** Its duration, in milliseconds; it ends what it began. */
  readonly lasts: number;
  /** Ends after so many calls or faults instead, however long that takes; null: after its time. */
  readonly calls: number | null;
  /** Only what changed since this commit of git, where a part looks at the tree; null: all. */
  readonly since: string | null;
  /** A directory of its own, which is removed afterwards. */
  readonly directory: string;
  /** Says progress. */
  readonly report: (line: string) => void;
  /** A PostgREST binary for its stack, in place of the built-in one. */
  readonly postgrestBin: string | null;
  /** A Supabase Auth binary beside it, in place of the built-in one; faults do without. */
  readonly authBin: string | null;
  /** Stops it early, so that what it started ends in order. */
  readonly signal: AbortSignal;
}

/** A table of docs/reliability.md. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Result of a part. */
export interface Outcome {
  /** Number of calls it made, or faults it caused. */
  readonly calls: number;
  /** Its work, in sentences with their figures. */
  readonly did: readonly string[];
  readonly tables?: readonly Table[];
  /** Findings, a sentence each with the way to repeat it; a run is to have none. */
  readonly findings: readonly string[];
}

/** One folder each, all of them listed in parts.ts. */
export interface Part {
  /** Name that selects it on the command line, and its heading. */
  readonly name: string;
  /** Its purpose, in one line. */
  readonly about: string;
  /** Its share of the time of a run, beside the others'. */
  readonly share: number;
  /** True if it runs only when `--only` names it. */
  readonly isOnlyNamed?: boolean;
  readonly run: (trial: Trial) => Promise<Outcome>;
}
