import type postgres from "postgres";
import { accrueOverdueInterest } from "./accrue_overdue_interest.ts";
import { deliver, type DeliverOptions } from "./deliver.ts";
import type { JobName } from "./job_name.ts";
import type { JobOptions } from "./job_run.ts";
import { lockEndedAssignments } from "./lock_ended_assignments.ts";
import { maintain } from "./maintain.ts";

/** A job's counts, whichever job. */
export type Counts = { [name: string]: number; remaining: number };

/** Options of every job, and the means of sending, which only deliver asks for. */
export type AnyJobOptions = JobOptions & Pick<DeliverOptions, "delivery">;

/** The scheduled jobs by name. */
export const JOBS: Record<JobName, (sql: postgres.Sql, options: AnyJobOptions) => Promise<Counts>> =
  {
    "lock-ended": lockEndedAssignments,
    "accrue-interest": accrueOverdueInterest,
    "maintain": maintain,
    "deliver": deliver,
  };
