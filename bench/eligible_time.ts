import { loadTime, type States } from "../fixtures/load_time.ts";
import { type Load } from "./databases.ts";
import { TODAY } from "./today.ts";

/** A state of the database in which lock-ended has a lot to do. */
export interface EligibleTime {
  /** The name of the state; the same for the same size. */
  readonly state: string;
  readonly entries: number;
  /** Entries that the job locks: 30 in 100. */
  readonly eligible: number;
  readonly load: Load;
}

const ENTRIES_EACH = 200;
const ENDED_STATES: States = [
  ["locked", 20],
  ["approved", 60],
  ["submitted", 10],
  ["draft", 5],
  ["pending_approval", 5],
];
/** The time of running assignments: nine in ten entries long locked, the rest on its way. */
export const RUNNING_STATES: States = [
  ["locked", 90],
  ["approved", 6],
  ["pending_approval", 1],
  ["submitted", 2],
  ["draft", 1],
];

/** So many assignments of 200 entries each, of which four in ten ended with three quarters of their time open. */
export function eligibleTime(assignments: number): EligibleTime {
  const ended = Math.max(1, Math.round(assignments * 0.4));
  return {
    state: `eligible_${assignments}`,
    entries: assignments * ENTRIES_EACH,
    eligible: ended * ENTRIES_EACH * 0.75,
    load: (sql) =>
      loadTime(sql, {
        today: TODAY,
        ended,
        running: assignments - ended,
        entriesEach: ENTRIES_EACH,
        endedStates: ENDED_STATES,
        runningStates: RUNNING_STATES,
      }),
  };
}
