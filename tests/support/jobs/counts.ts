/** Counts of a run of each job when there is nothing to do. */
export const NOTHING = {
  "lock-ended": {
    locked: 0,
    draft: 0,
    submitted: 0,
    approved: 0,
    unapproved: 0,
    assignments: 0,
    pending_approval: 0,
    remaining: 0,
  },
  "accrue-interest": { scanned: 0, updated: 0, unchanged: 0, remaining: 0 },
  "maintain": { made: 0, archived: 0, detached: 0, forgotten: 0, summed: 0, remaining: 0 },
  "deliver": { written: 0, sent: 0, dropped: 0, failed: 0, postponed: 0, remaining: 0 },
} as const;
