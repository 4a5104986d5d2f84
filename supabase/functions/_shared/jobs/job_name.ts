/**
 * The names of the scheduled jobs, as paths, the command line and `job_runs` use them. The table
 * `private.jobs` holds the same, and the function behind each is called `cron-<name>`.
 */
export const JOB_NAMES = ["lock-ended", "accrue-interest", "maintain", "deliver"] as const;

/** The name of a scheduled job. */
export type JobName = (typeof JOB_NAMES)[number];

/** True if a job has this name. */
export function isJobName(name: string | undefined): name is JobName {
  return JOB_NAMES.some((known) => known === name);
}
