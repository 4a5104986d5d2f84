import type { People } from "./firm.ts";

/** A day of the firm, on which everybody works. */
export interface Day {
  readonly today: string;
  /** Time of the clock. */
  readonly clock: string;
  readonly people: People;
}
