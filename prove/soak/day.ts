import type { People } from "./firm.ts";

/** A day of the firm, on which everybody works. */
export interface Day {
  readonly today: string;
  /** What the clock says. */
  readonly clock: string;
  readonly people: People;
}
