import type postgres from "postgres";
import type { JobName } from "./job_name.ts";

/** Options that every job takes. */
export interface JobOptions {
  /** The day to take for today, `YYYY-MM-DD`. Default: the current UTC date of the database. */
  readonly today?: string | undefined;
  /** Counts what would change and changes nothing but `job_runs`. */
  readonly dryRun?: boolean | undefined;
}

/** A run failed. Its row in `job_runs` says why, if the database could still be reached. */
export class JobFailedError extends Error {
  override name = "JobFailedError";

  constructor(readonly job: JobName, readonly runId: string, override readonly cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** An option of a job is malformed; nothing ran. */
export class InvalidJobOptionError extends Error {
  override name = "InvalidJobOptionError";

  constructor(readonly option: string, expectation: string) {
    super(`${option} must be ${expectation}`);
  }
}

/**
 * Runs a job's work and leaves its row in `job_runs`, also when it fails. First marks failed what still
 * says 'running' though it cannot be any more: started before the database server did, or longer ago
 * than any run lasts. No run ends before it began, also where the clock was put back meanwhile.
 *
 * @param sql a connection as the owner of the tables
 * @param job which job
 * @param options today and dry run, as the job got them
 * @param work the job; gets the day to take for today
 * @returns what the work returned, which is what `job_runs.counts` holds
 * @throws {InvalidJobOptionError} today is not a date
 * @throws {JobFailedError} the work, or recording it, failed
 */
export async function recordRun<Counts extends Record<string, number>>(
  sql: postgres.Sql,
  job: JobName,
  options: JobOptions,
  work: (today: string) => Promise<Counts>,
): Promise<Counts> {
  if (options.today !== undefined && !isCalendarDay(options.today)) {
    throw new InvalidJobOptionError("today", "an existing day, written YYYY-MM-DD");
  }
  const runId = crypto.randomUUID();
  try {
    const today = await beginRun(sql, runId, job, options);
    const counts = await work(today);
    await sql`
      update public.job_runs
         set status = 'succeeded', counts = ${
      sql.json(counts)
    }, error = null, finished_at = greatest(clock_timestamp(), started_at)
       where id = ${runId}`;
    return counts;
  } catch (error) {
    const failure = new JobFailedError(job, runId, error);
    await markFailed(sql, runId, failure.message);
    throw failure;
  }
}

/**
 * Says that a run failed, unless it had succeeded and only the answer was lost. What lost one connection may
 * have lost the client's others, too, and the client not know yet: each try finds out about one of them.
 */
async function markFailed(sql: postgres.Sql, runId: string, error: string): Promise<void> {
  for (let tries = 0; tries <= sql.options.max; tries++) {
    try {
      await sql`
        update public.job_runs
           set status = 'failed', error = ${error}, finished_at = greatest(clock_timestamp(), started_at)
         where id = ${runId} and status = 'running'`;
      return;
    } catch {
      // At last: the database is away, and the next run marks the row failed.
    }
  }
}

async function beginRun(sql: postgres.Sql, runId: string, job: JobName, options: JobOptions) {
  const [run] = await sql<{ today: string }[]>`
    with abandoned as (
      update public.job_runs
         set status = 'failed', finished_at = greatest(now(), started_at),
             error = 'The run ended without a word: its process or the database went away.'
       where status = 'running'
         and started_at < greatest(pg_postmaster_start_time(), now() - interval '5 minutes')
    )
    insert into public.job_runs (id, job, today, dry_run)
    values (${runId}, ${job}, coalesce(${
    options.today ?? null
  }::text::date, (private.clock()).today),
            ${options.dryRun ?? false})
    returning to_char(today, 'YYYY-MM-DD') as today`;
  if (run === undefined) throw new Error("job_runs took no row");
  return run.today;
}

function isCalendarDay(text: string): boolean {
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) &&
    new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}
