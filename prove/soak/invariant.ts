import type postgres from "postgres";
import type { Day } from "./day.ts";

/** Finding of an invariant. */
export interface Found {
  /** A few words each; none is what must be. */
  readonly wrong: readonly string[];
  /** Number compared, where that is fewer than all there are. */
  readonly compared?: number;
}

/** Looks at one snapshot of the database. */
export type Invariant = (sql: postgres.TransactionSql, day: Day) => Promise<Found>;
