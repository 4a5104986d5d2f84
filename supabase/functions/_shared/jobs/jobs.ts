import type postgres from "postgres";
import { accrueOverdueInterest } from "./accrue_overdue_interest.ts";
import type { JobName } from "./job_name.ts";
import type { JobOptions } from "./job_run.ts";
import { lockEndedAssignments } from "./lock_ended_assignments.ts";

/** A job's counts, whichever job. */
export type Counts = { [name: string]: number; remaining: number };

/** The scheduled jobs by name. */
export const JOBS: Record<JobName, (sql: postgres.Sql, options: JobOptions) => Promise<Counts>> = {
  "lock-ended": lockEndedAssignments,
  "accrue-interest": accrueOverdueInterest,
};
