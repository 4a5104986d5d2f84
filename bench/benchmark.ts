import type { Databases } from "./databases.ts";

/** One measured figure: a line of the table. Times are in milliseconds. */
export interface Figure {
  /** Name of the measured thing, such as `lock-ended`. */
  readonly name: string;
  /** At what size, such as `600,000 of 2,000,000 entries`. */
  readonly size: string;
  /** Time it took; null where the figure is no time (see {@link value}). */
  readonly time: number | null;
  /** Time of the least work that does the same, in the same run. */
  readonly floor?: number;
  /** The figure where it is no time, such as `93 MiB`. */
  readonly value?: string;
  /** Above this ratio to the floor the aim is missed. */
  readonly mostRatio?: number;
  /** Above this many milliseconds the aim is missed. */
  readonly mostTime?: number;
  /** Power of the size by which the time grew since the size before: 1 is as the size. */
  readonly growth?: number;
  /** Memory of its own that a server's process had at most, in bytes. */
  readonly memory?: number;
  /** Method and spread of the measurement: printed under the table. */
  readonly note?: string;
}

/** Surroundings of a benchmark. */
export interface BenchContext {
  readonly databases: Databases;
  /** A size of the full run, scaled as `--scale` asks; at least 1. */
  readonly size: (full: number) => number;
  /** Says progress. */
  readonly report: (line: string) => void;
  /** A PostgREST binary to measure REST with in place of the built-in one. */
  readonly postgrestBin: string | null;
}

/** One file each, all of them listed in benchmarks.ts. */
export interface Benchmark {
  /** Name that selects it on the command line. */
  readonly name: string;
  /** Its measure and aim, in one line. */
  readonly aim: string;
  /**
   * True if it takes too long to run unless it is named. Such a one may be asked for larger sizes
   * than its own.
   */
  readonly onlyWhenNamed?: true;
  readonly run: (context: BenchContext) => Promise<Figure[]>;
}
